// SPDX-License-Identifier: GPL-3.0-or-later
// Published measurements as fields of a scenario (measured.json): no lower bound lies above one, no run that ran does
// not fit. What a row could not say is among its gaps; "bound" holds fields for the lower bound where they differ.
#include "core/io/preset_catalogue.h"
#include "core/scenario/fields.h"
#include "support/asked.h"
#include "support/source_file.h"
#include "support/suite.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <cmath>
#include <functional>

class TstMeasured : public QObject
{
    Q_OBJECT

private slots:
    void noBoundLiesAboveAMeasurement_data();
    void noBoundLiesAboveAMeasurement();
    void whatRanFits_data();
    void whatRanFits();
    void contextRanksHoldWhatTheAllocatorSays_data();
    void contextRanksHoldWhatTheAllocatorSays();
    void everyRowIsUsedOrSaysWhyNot();
};

namespace
{

QJsonObject measuredRows()
{
    static const QJsonObject all = [] {
        QFile file(tests::sourceFile(QStringLiteral("tests/problems/measured.json")));
        if (!file.open(QIODevice::ReadOnly))
            qFatal("no measured.json");
        return QJsonDocument::fromJson(file.readAll())[QLatin1String("rows")].toObject();
    }();
    return all;
}

void set(core::Scenario& s, const QString& id, const QJsonValue& value)
{
    core::Value typed = value.toDouble();
    if (value.isString())
        typed = value.toString().toStdString();
    else if (value.isBool())
        typed = value.toBool();
    if (const auto done = core::setField(s, id.toStdString(), typed); !done)
        qFatal("%s", done.error().c_str());
}

core::Scenario scenario(const QJsonObject& fields, const QJsonObject& more)
{
    auto s = core::defaultScenario(core::shippedCatalogue());
    for (const char* first : {"hw.chip", "model.preset"}) // which set other fields
        if (fields.contains(QLatin1String(first)))
            set(s, QLatin1String(first), fields[QLatin1String(first)]);
    for (const auto& all : {fields, more})
        for (auto at = all.begin(); at != all.end(); ++at)
            if (at.key() != QLatin1String("hw.chip") && at.key() != QLatin1String("model.preset"))
                set(s, at.key(), at.value());
    return s;
}

/// The runs of a row: the row itself, or its points.
QList<QJsonObject> runsOf(const QJsonObject& row)
{
    if (!row.contains(QLatin1String("points")))
        return {row};
    QList<QJsonObject> runs;
    for (const auto& point : row[QLatin1String("points")].toArray())
        runs.append(point.toObject());
    return runs;
}

QJsonObject part(const QJsonObject& run, const char* name) { return run[QLatin1String(name)].toObject(); }

bool hasGap(const QJsonObject& row, const char* gap)
{
    return row[QLatin1String("gaps")].toArray().contains(QLatin1String(gap));
}

void eachRun(const std::function<void(const QString& name, const QJsonObject& row, const QJsonObject& run)>& use)
{
    QTest::addColumn<QJsonObject>("row");
    QTest::addColumn<QJsonObject>("run");
    const auto all = measuredRows();
    for (auto at = all.begin(); at != all.end(); ++at) {
        int n = 0;
        for (const auto& run : runsOf(at.value().toObject()))
            use(at.key() + QStringLiteral(" ") + QString::number(n++), at.value().toObject(), run);
    }
}

} // namespace

void TstMeasured::noBoundLiesAboveAMeasurement_data()
{
    eachRun([](const QString& name, const QJsonObject& row, const QJsonObject& run) {
        const auto kind = row[QLatin1String("kind")].toString();
        if (kind != QLatin1String("unmapped") && kind != QLatin1String("memory3"))
            QTest::newRow(qPrintable(name)) << row << run;
    });
}

void TstMeasured::noBoundLiesAboveAMeasurement()
{
    QFETCH(const QJsonObject, row);
    QFETCH(const QJsonObject, run);
    auto s = scenario(part(run, "fields"), part(run, "bound"));
    const auto measured = part(run, "measured");
    const auto atLeast = [&](const char* name, double bound) {
        const double value = measured[QLatin1String(name)].toDouble();
        QVERIFY2(bound <= value, qPrintable(QStringLiteral("bound %1, measured %2").arg(bound).arg(value)));
    };
    int compared = 0;
    for (auto at = measured.begin(); at != measured.end(); ++at) {
        ++compared;
        if (at.key() == QLatin1String("step_s"))
            atLeast("step_s", tests::numberOf(s, "time.lower"));
        else if (at.key() == QLatin1String("forward_s"))
            atLeast("forward_s", core::evaluate(s).time.forward.combined.si());
        else if (at.key() == QLatin1String("backward_s"))
            atLeast("backward_s", core::evaluate(s).time.backward.combined.si());
        else if (at.key() == QLatin1String("rate"))
            QVERIFY(tests::numberOf(s, "op.rate") >= at.value().toDouble());
        else if (at.key() == QLatin1String("time")) {
            s.hw.inSwitch = hasGap(row, "nvls");
            atLeast("time", tests::numberOf(s, "coll.lower_bound"));
        }
    }
    QVERIFY(compared > 0);
}

void TstMeasured::whatRanFits_data()
{
    eachRun([](const QString& name, const QJsonObject& row, const QJsonObject& run) {
        const auto kind = row[QLatin1String("kind")].toString();
        if (kind == QLatin1String("step") || row[QLatin1String("family")] == QLatin1String("MaxText custom"))
            QTest::newRow(qPrintable(name)) << row << run;
    });
}

/// On what chips really have. A run that does not fit says so in its gaps, or in that its layout was assumed.
void TstMeasured::whatRanFits()
{
    QFETCH(const QJsonObject, row);
    QFETCH(const QJsonObject, run);
    const auto s = scenario(part(run, "fields"), {{QStringLiteral("conv.capacity"), QStringLiteral("physical")}});
    const bool fits = std::get<bool>(tests::metricValue(s, "mem.fits"));
    const bool excused =
        !row[QLatin1String("gaps")].toArray().isEmpty() ||
        row[QLatin1String("assumed")].toArray().first().toString().contains(QLatin1String("not proven to be the run"));
    QVERIFY2(fits || excused, qPrintable(QStringLiteral("%1 GB of %2 GB")
                                             .arg(tests::numberOf(s, "mem.total") / 1e9)
                                             .arg(tests::numberOf(s, "mem.capacity") / 1e9)));
}

void TstMeasured::contextRanksHoldWhatTheAllocatorSays_data()
{
    eachRun([](const QString& name, const QJsonObject& row, const QJsonObject& run) {
        if (hasGap(row, "cp-grad") && part(run, "measured").contains(QLatin1String("peak_bytes")))
            QTest::newRow(qPrintable(name)) << row << run;
    });
}

/// These runs shard the optimizer over context ranks, with one data rank: ZeRO-1 over an axis of one chip and the
/// context axis. Their peak holds the gradient of the logits besides, as many bytes as the logits (gap "ce-fused").
void TstMeasured::contextRanksHoldWhatTheAllocatorSays()
{
    QFETCH(const QJsonObject, run);
    const auto s = scenario(part(run, "fields"), {{QStringLiteral("mesh.Z.role"), QStringLiteral("zero1")}});
    const double peak = part(run, "measured")[QLatin1String("peak_bytes")].toDouble();
    const double held = tests::numberOf(s, "mem.total") + tests::numberOf(s, "mem.logits");
    QVERIFY2(std::abs(held / peak - 1) < 0.05, qPrintable(QString::number(held / peak - 1)));
    const auto whole = scenario(part(run, "fields"), {});
    QVERIFY(tests::numberOf(whole, "mem.total") > 1.3 * peak); // were all states on every rank
}

void TstMeasured::everyRowIsUsedOrSaysWhyNot()
{
    int used = 0;
    for (const auto& value : measuredRows()) {
        const auto row = value.toObject();
        const bool unmapped = row[QLatin1String("kind")] == QLatin1String("unmapped");
        used += unmapped ? 0 : 1;
        QVERIFY(!unmapped || !row[QLatin1String("gaps")].toArray().isEmpty());
    }
    QCOMPARE(used, 124);
}

ROOFLIGHT_TEST(TstMeasured)
#include "tst_measured.moc"
