// SPDX-License-Identifier: GPL-3.0-or-later
// Steps, bytes and times of every schedule against the table of an independent simulation.
#include "collectives/metric_values.h"
#include "collectives/oracle.h"
#include "core/collectives/algorithms/catalogue.h"
#include "support/near.h"
#include "support/suite.h"
#include "support/validate.h"

#include <QTest>

#include <cmath>

using core::CollectiveClock;

class TstOracle : public QObject
{
    Q_OBJECT

private slots:
    void tableIsWhole();
    void scheduleIsTheOneOfTheTable_data();
    void scheduleIsTheOneOfTheTable();
};

namespace
{

using tests::microsecond;
namespace column = tests::column;

constexpr double printed = 1e-6; // the table gives times to 1e-7 µs

void compareTimes(double found, double inMicroseconds, double relative)
{
    const double expected = inMicroseconds * microsecond;
    if (std::abs(found - expected) > 1e-13) // half a unit of the last printed digit
        COMPARE_NEAR(found, expected, relative);
}

/// Bytes of the steps as [count, bytes] runs, the way the table has them.
QJsonArray runsOf(const std::vector<double>& bytes)
{
    QJsonArray out;
    for (std::size_t i = 0; i < bytes.size();) {
        std::size_t end = i;
        while (end < bytes.size() && bytes[end] == bytes[i])
            ++end;
        if (out.size() == 12) {
            out.append(QStringLiteral("..."));
            break;
        }
        out.append(QJsonArray{static_cast<qint64>(end - i), bytes[i]});
        i = end;
    }
    return out;
}

} // namespace

/// As many rows as were published: none is lost unseen.
void TstOracle::tableIsWhole()
{
    const auto table = tests::oracle();
    QCOMPARE(table[QStringLiteral("rows")].toArray().size(), 1094);
    QCOMPARE(table[QStringLiteral("matmul")].toArray().size(), 532);
    QCOMPARE(table[QStringLiteral("matmul_orders")].toObject().size(), 18);
    QCOMPARE(table[QStringLiteral("other")].toArray().size(), 111);
}

void TstOracle::scheduleIsTheOneOfTheTable_data()
{
    QTest::addColumn<QJsonArray>("row");
    for (const auto& value : tests::oracle()[QStringLiteral("rows")].toArray()) {
        const auto row = value.toArray();
        QTest::newRow(qPrintable(tests::oracleRowName(row))) << row;
    }
}

void TstOracle::scheduleIsTheOneOfTheTable()
{
    QFETCH(QJsonArray, row);
    const auto request = tests::oracleRequest(row, 1);
    const auto plan = core::planCollective(request);
    QVERIFY2(plan, plan ? "" : plan.error().c_str());
    const auto still = core::timeEveryChip(plan->schedule, tests::oracleRequest(row, 0).rates);
    const auto timing = core::timeEveryChip(plan->schedule, request.rates);

    const auto broken = tests::checkEveryChip(plan->schedule);
    QVERIFY(broken);
    QVERIFY2(broken->empty(), broken->empty() ? "" : broken->front().text.c_str());

    QCOMPARE(timing.steps, row[column::steps].toInt());
    QCOMPARE(timing.totalBytes.si(), row[column::total].toDouble());
    compareTimes(still.book.si(), still.lockstep.si() / microsecond, printed);
    QCOMPARE(timing.criticalBytes.si(), row[column::critical].toDouble());
    QCOMPARE(timing.busiestLinkBytes.si(), row[column::busiest].toDouble());
    QCOMPARE(runsOf(timing.stepBytes), row[column::runs].toArray());
    compareTimes(still.lockstep.si(), row[column::lockstep0].toDouble(), printed);
    compareTimes(timing.lockstep.si(), row[column::lockstep1].toDouble(), printed);
    compareTimes(timing.book.si(), row[column::book1].toDouble(), printed);
    compareTimes(still.async.si(), row[column::async0].toDouble(), printed);
    compareTimes(timing.async.si(), row[column::async1].toDouble(), printed);
}

ROOFLIGHT_TEST(TstOracle)
#include "tst_oracle.moc"
