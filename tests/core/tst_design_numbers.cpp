// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of the collectives of a design: those of the list, with lines that work out.
#include "core/collectives/report.h"
#include "core/design/opening.h"
#include "core/io/preset_catalogue.h"
#include "core/io/scenario_json.h"
#include "core/numbers/design_numbers.h"
#include "core/numbers/schedule_charge.h"
#include "core/scenario/fields.h"
#include "support/asked.h"
#include "support/evaluate_line.h"
#include "support/near.h"
#include "support/suite.h"

#include <QTest>

#include <cmath>
#include <map>
#include <set>
#include <utility>
#include <vector>

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
    void differencesLeadFromTheChargeToTheSchedule_data();
    void differencesLeadFromTheChargeToTheSchedule();
    void aDifferenceShowsWhatItIsOf();
    void whatIsNotOpenHasNoDifferences();
    void stepsAreThoseOfTheSchedule();
};

namespace
{

Explained explainedNumber(const Scenario& s, std::string_view id)
{
    auto found = tests::explained(s, id);
    if (!found)
        qFatal("%s", found.error().c_str());
    return *std::move(found);
}

QString complaint(const Explained& one, double expected, Dim dim)
{
    const auto& steps = one.derivation.steps;
    if (steps.empty() || steps.front().value != one.si() || steps.front().dim != dim || one.dim != dim)
        return QStringLiteral("no lines, or others");
    if (std::abs(one.si() - expected) > 1e-12 * expected)
        return QStringLiteral("%1 instead of %2").arg(one.si()).arg(expected);
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
            const auto check = [&](std::string_view kind, double expected, Dim dim) {
                const auto id = designNumberId(kind, one);
                return ids.insert(id).second ? complaint(explainedNumber(s, id), expected, dim)
                                             : QStringLiteral("twice");
            };
            QCOMPARE(check("total", one.total().si(), dim::second), QString());
            QCOMPARE(check("calls", one.calls.all(), dim::count), QString());
            QCOMPARE(check("call", one.seconds.si(), dim::second), QString());
            QCOMPARE(check("bytes", one.bytes.si(), dim::byte), QString());
        }
    }
}

/// 32 layers: 8192 x 32768 in bf16, a quarter of it, over 360 GB/s at book rates.
void TstDesignNumbers::aTotalShowsItsCalls()
{
    auto s = defaultScenario(shippedCatalogue());
    QVERIFY(setFieldFromText(s, "conv.rates", "book"));
    const auto total = explainedNumber(s, "design.total/forward/AllGather_X of W_in");
    COMPARE_NEAR(total.si(), 32 * (8192. * 32768 * 2 / 4) / 360e9, 1e-12);
    QCOMPARE(total.derivation.steps.front().symbol, std::string("T_calls"));
    QVERIFY(std::any_of(total.derivation.steps.begin(), total.derivation.steps.end(),
                        [](const auto& step) { return step.fieldId == "model.L" && step.value == 32; }));
    // Two blocks in each of 126 layers over two stages, for each of eight microbatches.
    for (const auto& shipped : shippedCatalogue().scenarios) {
        if (shipped.id != "llama3-405b-v5p")
            continue;
        const auto calls = explainedNumber(readScenario(shipped.json, shipped.id, shippedCatalogue()).value(),
                                           "design.calls/forward/AllGather_Y of In");
        QCOMPARE(calls.si(), 2. * 126 / 2 * 8);
        QCOMPARE(calls.text(), std::string("1,008 calls"));
        return;
    }
    QFAIL("no such scenario");
}

/// The gradients go over DCN once a step.
void TstDesignNumbers::oneCallHasNoProduct()
{
    auto s = defaultScenario(shippedCatalogue());
    QVERIFY(setFieldFromText(s, "mesh.slices", "2"));
    const auto total = explainedNumber(s, "design.total/backward/AllReduce_DCN of the gradients");
    QCOMPARE(total.derivation.steps.front().symbol, std::string("T_dcn"));
}

void TstDesignNumbers::whatTheDesignHasNotIsSaid()
{
    auto s = defaultScenario(shippedCatalogue());
    QVERIFY(setFieldFromText(s, "work.pass", "forward"));
    const auto found = tests::explained(s, "design.total/backward/AllGather_X of W_in");
    QVERIFY(!found);
    QCOMPARE(found.error(), std::string("The present design has no AllGather_X of W_in (backward)"));
    QVERIFY(!tests::explained(s, "design.total/"));
    QVERIFY(checkNumber(shippedCatalogue(), "design.bytes/x") && !checkNumber(shippedCatalogue(), "design.x/x"));
}

void TstDesignNumbers::differencesLeadFromTheChargeToTheSchedule_data()
{
    QTest::addColumn<QString>("clock");
    QTest::addColumn<QString>("latency");
    QTest::newRow("as opened") << ""
                               << "off";
    QTest::newRow("steps overlap") << "async"
                                   << "off";
    QTest::newRow("barriers") << "lockstep"
                              << "off";
    QTest::newRow("hops charged") << "async"
                                  << "on";
}

/// Of every collective of every shipped design, and of one on unequal axes.
void TstDesignNumbers::differencesLeadFromTheChargeToTheSchedule()
{
    QFETCH(const QString, clock);
    QFETCH(const QString, latency);
    std::map<std::string_view, int> seen;
    std::vector<Scenario> designs{defaultScenario(shippedCatalogue())};
    for (const auto& [field, value] :
         {std::pair("mesh.X", "32"), std::pair("mesh.Y", "2"), std::pair("hw.torus", "8x4x2")})
        QVERIFY(setFieldFromText(designs.front(), field, value));
    for (const auto& file : shippedCatalogue().scenarios)
        designs.push_back(readScenario(file.json, file.id, shippedCatalogue()).value());
    for (auto& design : designs) {
        QVERIFY(setFieldFromText(design, "conv.latency", latency.toStdString()));
        for (const auto& one : designCollectives(design)) {
            auto s = openedCollective(design, one).value();
            if (!clock.isEmpty())
                QVERIFY(setFieldFromText(s, "coll.clock", clock.toStdString()));
            const double time = tests::cache().report(s)->numbers.time.si();
            double sum = one.seconds.si();
            for (const std::string_view kind : {"rates", "wire", "hops"}) {
                const auto found = explainedNumber(s, designNumberId(kind, one));
                QCOMPARE(found.derivation.steps.front().value, found.si());
                QCOMPARE(QString::fromStdString(tests::disagreement(found.derivation)), QString());
                sum += found.si();
            }
            COMPARE_NEAR(sum, time, 1e-9);
            const auto charge = compareWithSchedule(s, one, *tests::cache().report(s)->analysis);
            for (const auto& difference : charge.differences) { // those that count are listed by the same number
                const double listed = explainedNumber(s, designNumberId(difference.number, one)).si();
                QVERIFY(std::abs(listed - difference.time.si()) <= 1e-9 * time);
                ++seen[difference.number];
            }
        }
    }
    QVERIFY2(seen["wire"] > 0 && seen["hops"] > 0, "differences of bytes and hops occur");
}

/// The book's V/W is a sixteenth too long on 16 chips; a gather over 4x4 waits for four hops of 1 us.
void TstDesignNumbers::aDifferenceShowsWhatItIsOf()
{
    auto design = defaultScenario(shippedCatalogue());
    QVERIFY(setFieldFromText(design, "conv.rates", "book"));
    const auto one = designCollectives(design).front();
    auto s = openedCollective(design, one).value();
    QVERIFY(setFieldFromText(s, "coll.clock", "async"));
    const auto rates = explainedNumber(s, "design.rates/forward/AllGather_X of W_in");
    COMPARE_NEAR(rates.si(), -(8192. * 32768 * 2 / 4) / 360e9 / 16, 1e-9);
    QVERIFY(std::any_of(rates.derivation.steps.begin(), rates.derivation.steps.end(),
                        [](const auto& step) { return step.symbol.starts_with("kappa") && step.value == 15. / 16; }));
    const auto hops = explainedNumber(s, "design.hops/forward/AllGather_X of W_in");
    COMPARE_NEAR(hops.si(), 4e-6, 1e-6);
    QVERIFY(std::any_of(hops.derivation.steps.begin(), hops.derivation.steps.end(),
                        [](const auto& step) { return step.fieldId == "hw.hop" && step.value == 1e-6; }));
}

void TstDesignNumbers::whatIsNotOpenHasNoDifferences()
{
    const auto s = defaultScenario(shippedCatalogue());
    const auto found = tests::explained(s, "design.hops/forward/AllGather_X of W_in");
    QVERIFY(!found);
    QCOMPARE(found.error(), std::string("AllGather_X of W_in (forward) is not open"));
}

/// Half-way round a ring of four both ways, on one axis after the other: two and two.
void TstDesignNumbers::stepsAreThoseOfTheSchedule()
{
    const auto s = defaultScenario(shippedCatalogue());
    const auto steps = explainedNumber(s, "design.steps/forward/AllGather_X of W_in");
    QCOMPARE(steps.si(), 4.);
    QCOMPARE(steps.text(), std::string("4 steps"));
    QCOMPARE(steps.derivation.steps.front().value, 4.);
    const auto ring = explainedNumber(s, "design.steps/forward/AllGather_Y of In");
    QCOMPARE(ring.si(), 2.);
    auto huge = s;
    for (const auto& [field, value] : {std::pair("hw.chip", "h100-sxm"), std::pair("mesh.X", "16384"),
                                       std::pair("mesh.Y", "1"), std::pair("work.batch", "134217728")})
        QVERIFY(setFieldFromText(huge, field, value));
    const auto none = tests::explained(huge, "design.steps/forward/AllGather_X of W_in");
    QVERIFY(!none);
    QVERIFY2(none.error().find("a switch is drawn with at most 4096") != std::string::npos, none.error().c_str());
}

ROOFLIGHT_TEST(TstDesignNumbers)
#include "tst_design_numbers.moc"
