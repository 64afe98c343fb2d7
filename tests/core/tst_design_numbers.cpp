// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of the collectives of a design: those of the list, with lines that work out.
#include "core/evaluate/design_numbers.h"
#include "core/io/preset_catalogue.h"
#include "core/io/scenario_json.h"
#include "core/scenario/fields.h"
#include "support/evaluate_line.h"
#include "support/near.h"
#include "support/suite.h"

#include <QTest>

#include <set>

using namespace core;

class TstDesignNumbers : public QObject
{
    Q_OBJECT

private slots:
    void theyAreThoseOfTheList_data();
    void theyAreThoseOfTheList();
    void aTotalShowsItsCalls();
    void oneCallHasNoProduct();
    void whatTheDesignHasNotIsSaid();
};

namespace
{

DerivedNumber number(const Scenario& s, std::string_view id)
{
    auto found = designNumber(s, id);
    if (!found)
        qFatal("%s", found.error().c_str());
    return *std::move(found);
}

QString complaint(const DerivedNumber& one, double expected, Dim dim)
{
    const auto& steps = one.derivation.steps;
    if (steps.empty() || steps.front().value != one.number.value || steps.front().dim != dim || one.number.dim != dim)
        return QStringLiteral("no lines, or others");
    if (std::abs(one.number.value - expected) > 1e-12 * expected)
        return QStringLiteral("%1 instead of %2").arg(one.number.value).arg(expected);
    return QString::fromStdString(tests::disagreement(one.derivation));
}

} // namespace

void TstDesignNumbers::theyAreThoseOfTheList_data()
{
    QTest::addColumn<QString>("file");
    for (const auto& file : shippedCatalogue().scenarios)
        QTest::newRow(file.id.c_str()) << QString::fromStdString(file.id);
}

void TstDesignNumbers::theyAreThoseOfTheList()
{
    QFETCH(QString, file);
    for (const auto& shipped : shippedCatalogue().scenarios) {
        if (QString::fromStdString(shipped.id) != file)
            continue;
        const auto s = readScenario(shipped.json, shipped.id, shippedCatalogue()).value();
        std::set<std::string> ids;
        for (const auto& one : designCollectives(s)) {
            const auto check = [&](DesignNumber kind, double expected, Dim dim) {
                const auto id = designNumberId(kind, one);
                return ids.insert(id).second ? complaint(number(s, id), expected, dim) : QStringLiteral("twice");
            };
            QCOMPARE(check(DesignNumber::total, one.total().si(), dim::second), QString());
            QCOMPARE(check(DesignNumber::call, one.seconds.si(), dim::second), QString());
            QCOMPARE(check(DesignNumber::bytes, one.bytes.si(), dim::byte), QString());
        }
    }
}

/// 32 layers: 8192 x 32768 in bf16, a quarter of it, over 360 GB/s at book rates.
void TstDesignNumbers::aTotalShowsItsCalls()
{
    auto s = defaultScenario(shippedCatalogue());
    QVERIFY(setFieldFromText(s, "conv.rates", "book"));
    const auto total = number(s, "design.total/forward/AllGather_X of W_in");
    COMPARE_NEAR(total.number.value, 32 * (8192. * 32768 * 2 / 4) / 360e9, 1e-12);
    QCOMPARE(total.derivation.steps.front().symbol, std::string("T_calls"));
    QVERIFY(std::any_of(total.derivation.steps.begin(), total.derivation.steps.end(),
                        [](const auto& step) { return step.fieldId == "model.L" && step.value == 32; }));
}

/// The gradients go over DCN once a step.
void TstDesignNumbers::oneCallHasNoProduct()
{
    auto s = defaultScenario(shippedCatalogue());
    QVERIFY(setFieldFromText(s, "mesh.slices", "2"));
    const auto total = number(s, "design.total/backward/AllReduce_DCN of the gradients");
    QCOMPARE(total.derivation.steps.front().symbol, std::string("T_dcn"));
}

void TstDesignNumbers::whatTheDesignHasNotIsSaid()
{
    auto s = defaultScenario(shippedCatalogue());
    QVERIFY(setFieldFromText(s, "work.pass", "forward"));
    const auto found = designNumber(s, "design.total/backward/AllGather_X of W_in");
    QVERIFY(!found);
    QCOMPARE(found.error(), std::string("The present design has no AllGather_X of W_in (backward)"));
    QVERIFY(!designNumber(s, "design.total/"));
    QVERIFY(!designNumber(s, "time.X"));
    QVERIFY(!isOfDesign("coll.time") && isOfDesign("design.bytes/x"));
}

ROOFLIGHT_TEST(TstDesignNumbers)
#include "tst_design_numbers.moc"
