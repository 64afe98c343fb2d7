// SPDX-License-Identifier: GPL-3.0-or-later
// A collective of a design, opened: its schedule takes what the step charges, or the differences say why not.
#include "core/check/check.h"
#include "core/collectives/analysis.h"
#include "core/collectives/report.h"
#include "core/design/opening.h"
#include "core/design/place.h"
#include "core/evaluate/evaluate.h"
#include "core/io/preset_catalogue.h"
#include "core/io/scenario_json.h"
#include "core/numbers/schedule_charge.h"
#include "support/asked.h"
#include "support/evaluate_line.h"
#include "support/near.h"
#include "support/random_scenario.h"
#include "support/suite.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <utility>

using namespace core;

class TstOpenedCollective : public QObject
{
    Q_OBJECT
private slots:
    void itTakesWhatTheStepCharges_data();
    void itTakesWhatTheStepCharges();
    void bookRatesAreTheBooksTime_data();
    void bookRatesAreTheBooksTime();
    void differencesAreNamed_data();
    void differencesAreNamed();
    void itLiesOnTheChipsOfTheDesign_data();
    void itLiesOnTheChipsOfTheDesign();
    void whatTheFieldsCannotSayIsSaid();
    void onlyItsOwnFieldsChange();
    void itStaysOpenByAnotherClock();
    void shippedDesignsOpen();
    void theChargeOfTheOpenOneIsAMetric_data();
    void theChargeOfTheOpenOneIsAMetric();
    void anyDesignOpens();
};

namespace
{

using Edits = std::vector<std::pair<const char*, const char*>>;

Scenario typed(const Edits& edits)
{
    auto scenario = defaultScenario(shippedCatalogue());
    for (const auto& [field, value] : edits)
        if (const auto done = setFieldFromText(scenario, field, value); !done)
            qFatal("%s", done.error().c_str());
    return scenario;
}

struct Opened {
    Scenario scenario;
    CollectiveReport report;
    ChargeOfSchedule charge;
};

Opened open(const Scenario& design, const DesignCollective& one)
{
    auto scenario = openedCollective(design, one);
    if (!scenario)
        qFatal("%s", scenario.error().c_str());
    auto report = evaluateCollective(*scenario);
    if (!report.analysis)
        qFatal("%s", report.problem.c_str());
    auto charge = compareWithSchedule(*scenario, one, *report.analysis);
    return {*std::move(scenario), std::move(report), std::move(charge)};
}

QString listed(const ChargeOfSchedule& charge)
{
    QStringList names;
    for (const auto& difference : charge.differences)
        names << QString::fromStdString(difference.name);
    return names.join(QStringLiteral(", "));
}

const DesignCollective& named(const std::vector<DesignCollective>& all, const QString& name)
{
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const auto& c) { return name == QString::fromStdString(c.name); });
    if (found == all.end())
        qFatal("no %s", qPrintable(name));
    return *found;
}

} // namespace

void TstOpenedCollective::itTakesWhatTheStepCharges_data()
{
    QTest::addColumn<Edits>("edits");
    QTest::newRow("rings: 4x4 and 4 of a cube") << Edits{};
    QTest::newRow("an odd ring") << Edits{{"mesh.X", "5"}, {"mesh.Y", "1"}, {"conv.wrap", "ring"}};
    QTest::newRow("one ring of 16") << Edits{{"hw.chip", "tpu-v5e"}, {"mesh.Y", "1"}};
    QTest::newRow("a cube") << Edits{{"mesh.X", "64"}, {"mesh.Y", "1"}};
    QTest::newRow("a closed block, every link busy")
        << Edits{{"mesh.X", "128"}, {"mesh.Y", "1"}, {"work.pass", "forward"}};
    QTest::newRow("lines") << Edits{{"hw.chip", "tpu-v5e"}, {"mesh.X", "8"}, {"mesh.Y", "4"}};
    QTest::newRow("a square mesh") << Edits{{"mesh.X", "64"}, {"mesh.Y", "1"}, {"mesh.Z", "2"}};
    QTest::newRow("pairs") << Edits{{"mesh.X", "2"}, {"mesh.Y", "2"}};
    QTest::newRow("all-reduce round rings") << Edits{{"mesh.X.role", "data"}, {"tensor.sequence", "false"}};
    QTest::newRow("all-reduce on lines") << Edits{
        {"hw.chip", "tpu-v5e"}, {"mesh.X", "8"}, {"mesh.X.role", "data"}, {"tensor.sequence", "false"}};
    QTest::newRow("all-reduce of pairs") << Edits{{"mesh.X", "2"}, {"mesh.X.role", "data"}, {"mesh.Y", "1"}};
    QTest::newRow("sharded optimizer") << Edits{{"mesh.X.role", "zero1"}};
    QTest::newRow("experts on a ring") << Edits{{"hw.torus", "8"}, {"model.preset", "deepseek-v3"},
                                                {"mesh.X", "8"},   {"mesh.X.role", "expert"},
                                                {"mesh.Y", "1"},   {"conv.wrap", "ring"}};
    QTest::newRow("experts on a line") << Edits{{"hw.torus", "8"},         {"model.preset", "deepseek-v3"},
                                                {"hw.chip", "tpu-v5e"},    {"mesh.X", "8"},
                                                {"mesh.X.role", "expert"}, {"mesh.Y", "1"},
                                                {"work.batch", "2097152"}};
    QTest::newRow("experts on a cube") << Edits{{"model.preset", "deepseek-v3"}, {"mesh.X", "64"},
                                                {"mesh.X.role", "expert"},       {"mesh.Y", "1"},
                                                {"work.pass", "forward"},        {"work.batch", "2097152"}};
    QTest::newRow("ring attention") << Edits{
        {"model.preset", "llama2-13b"}, {"mesh.X", "4"},         {"mesh.Y", "4"}, {"mesh.Z", "4"},
        {"mesh.Z.role", "context"},     {"work.batch", "524288"}};
    QTest::newRow("a pipeline") << Edits{
        {"hw.torus", "4"},           {"mesh.X", "1"},    {"mesh.Y", "1"}, {"mesh.Z", "4"},
        {"mesh.Z.role", "pipeline"}, {"work.micro", "8"}};
    QTest::newRow("a pipeline beside other axes")
        << Edits{{"hw.torus", "16x4x2"}, {"mesh.Z", "2"}, {"mesh.Z.role", "pipeline"}, {"work.micro", "8"}};
    QTest::newRow("a node of GPUs") << Edits{{"hw.chip", "h100-sxm"}, {"mesh.X", "8"}, {"mesh.Y", "1"}};
    QTest::newRow("experts on a node of GPUs") << Edits{{"model.preset", "deepseek-v3"},
                                                        {"hw.chip", "h100-sxm"},
                                                        {"mesh.X", "8"},
                                                        {"mesh.X.role", "expert"},
                                                        {"mesh.Y", "1"}};
    QTest::newRow("nodes, two of X in each") << Edits{{"hw.chip", "h100-sxm"}};
    QTest::newRow("nodes that are not full") << Edits{{"hw.chip", "h100-sxm"}, {"mesh.X", "2"}, {"mesh.Y", "12"}};
    QTest::newRow("experts on several nodes")
        << Edits{{"model.preset", "deepseek-v3"}, {"hw.chip", "h100-sxm"}, {"mesh.X", "32"},
                 {"mesh.X.role", "expert"},       {"mesh.Y", "2"},         {"work.batch", "2097152"}};
    QTest::newRow("a pipeline over nodes")
        << Edits{{"hw.chip", "h100-sxm"},     {"mesh.X", "1"},    {"mesh.Y", "4"}, {"mesh.Z", "4"},
                 {"mesh.Z.role", "pipeline"}, {"work.micro", "8"}};
    QTest::newRow("a switch that adds") << Edits{
        {"hw.chip", "h100-sxm"}, {"mesh.X", "8"}, {"mesh.X.role", "data"}, {"mesh.Y", "1"}, {"hw.in_switch", "true"}};
    QTest::newRow("slices") << Edits{{"mesh.slices", "2"}};
    QTest::newRow("a hop that hides behind bytes") << Edits{{"conv.latency", "on"}};
    QTest::newRow("pinned axes") << Edits{{"mesh.X.axes", "2"}, {"mesh.Y.axes", "1"}};
    QTest::newRow("prefill") << Edits{{"work.mode", "prefill"}};
}

void TstOpenedCollective::itTakesWhatTheStepCharges()
{
    QFETCH(const Edits, edits);
    const auto design = typed(edits);
    const auto all = designCollectives(design);
    QVERIFY(!all.empty());
    for (const auto& one : all) {
        const auto opened = open(design, one);
        QVERIFY2(opened.charge.differences.empty(),
                 qPrintable(QString::fromStdString(one.name) + u' ' + listed(opened.charge)));
        COMPARE_NEAR(opened.report.numbers.time, one.seconds.si(), 1e-6);
    }
}

void TstOpenedCollective::bookRatesAreTheBooksTime_data()
{
    QTest::addColumn<Edits>("edits");
    QTest::addColumn<QString>("name");
    QTest::addColumn<double>("share"); // of the charge, left out
    const Edits cs336{{"model.preset", "cs336-xxl"}, {"hw.flops.bf16", "4.6e14"}, {"work.batch", "20480"},
                      {"mesh.X.axes", "2"},          {"mesh.Y.axes", "1"},        {"conv.rates", "book"}};
    QTest::newRow("CS336 (c), weights over 4x4") << cs336 << "AllGather_X of W_in" << 1 / 16.;
    QTest::newRow("CS336 (c), activations over 4") << cs336 << "ReduceScatter_Y of Out" << 1 / 4.;
    QTest::newRow("a node of GPUs") << Edits{{"hw.chip", "h100-sxm"},
                                             {"mesh.X", "8"},
                                             {"mesh.Y", "1"},
                                             {"conv.rates", "book"}}
                                    << "AllGather_X of W_in" << 1 / 8.;
}

/// The book's V/W is (n - 1)/n too long on a ring of n (MODEL.md, e).
void TstOpenedCollective::bookRatesAreTheBooksTime()
{
    QFETCH(const Edits, edits);
    QFETCH(const QString, name);
    const auto design = typed(edits);
    const auto one = named(designCollectives(design), name);
    const auto opened = open(design, one);
    COMPARE_NEAR(opened.report.numbers.book, one.seconds.si(), 1e-12);
    QCOMPARE(listed(opened.charge), QStringLiteral("Book rates"));
    QFETCH(const double, share);
    COMPARE_NEAR(opened.charge.differences[0].time, -share * one.seconds.si(), 1e-9);
    COMPARE_NEAR(opened.report.numbers.time, (1 - share) * one.seconds.si(), 1e-6);
}

void TstOpenedCollective::differencesAreNamed_data()
{
    QTest::addColumn<Edits>("edits");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("names");
    QTest::addColumn<double>("first"); // in seconds
    // 8x4 open: parts that start on different axes wait for each other, (8 - 4)/31 of the time (collectives.md 6.1).
    const double mesh = 31. / 32 * (8192. * 32768 * 2 / 2) / (2 * 9e10);
    QTest::newRow("axes of different length")
        << Edits{{"mesh.X", "32"}, {"mesh.Y", "2"}, {"hw.torus", "8x4x2"}} << "AllGather_X of W_in"
        << "Unequal axes, Hops" << mesh * 4 / 31;
    // 4 tokens of 16,384 B; both steps of a ring of four send 16,384 B or less, 0.18 us, and take a hop.
    QTest::newRow("messages shorter than a hop") << Edits{{"work.batch", "64"}} << "AllGather_Y of In"
                                                 << "Hops" << 2e-6 - 0.75 * 65536 / 1.8e11;
    // With latency the step charges these two hops, once per collective.
    QTest::newRow("messages shorter than a hop, latency on")
        << Edits{{"work.batch", "64"}, {"conv.latency", "on"}} << "AllGather_Y of In"
        << "" << 0.;
    // The forced ring gives two chips two links; there is one wire.
    QTest::newRow("a pair told to be a ring")
        << Edits{{"mesh.X", "2"}, {"mesh.Y", "1"}, {"conv.wrap", "ring"}} << "AllGather_X of W_in"
        << "Links" << 0.5 * 8192 * 32768 * 2 / 1.8e11;
    // To the neighbour leads one link, whatever axes the stages lie on.
    QTest::newRow("a pipeline over two axes")
        << Edits{{"mesh.X", "1"},      {"mesh.Y", "1"},    {"mesh.Z", "4"}, {"mesh.Z.role", "pipeline"},
                 {"mesh.Z.axes", "2"}, {"work.micro", "8"}}
        << "Send_Z of Out"
        << "" << 0.;
}

void TstOpenedCollective::differencesAreNamed()
{
    QFETCH(const Edits, edits);
    QFETCH(const QString, name);
    const auto design = typed(edits);
    const auto opened = open(design, named(designCollectives(design), name));
    QTEST(listed(opened.charge), "names");
    QFETCH(const double, first);
    auto sum = opened.charge.charged;
    for (const auto& difference : opened.charge.differences) {
        QVERIFY(!difference.why.empty());
        sum = sum + difference.time;
    }
    COMPARE_NEAR(sum, opened.report.numbers.time.si(), 1e-6);
    if (!opened.charge.differences.empty())
        COMPARE_NEAR(opened.charge.differences[0].time, first, 1e-6);
}

void TstOpenedCollective::itLiesOnTheChipsOfTheDesign_data()
{
    QTest::addColumn<Edits>("edits");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("place");
    QTest::addColumn<QString>("text");
    const QString gather = QStringLiteral("AllGather_X of W_in");
    QTest::newRow("two axes of the slice") << Edits{{"hw.torus", "4x4x4"}} << gather << "4x4x4 XY hardware"
                                           << "4×4 torus in 4×4×4";
    QTest::newRow("the third axis") << Edits{} << "AllGather_Y of In"
                                    << "4x4x4 Z hardware"
                                    << "ring of 4 in 4×4×4";
    QTest::newRow("pinned axes") << Edits{{"mesh.X.axes", "2"}, {"mesh.Y.axes", "1"}} << "AllGather_Y of In"
                                 << "4x4x4 Z hardware"
                                 << "ring of 4 in 4×4×4";
    QTest::newRow("pinned axes that only a forced ring closes")
        << Edits{{"mesh.X", "5"}, {"mesh.X.axes", "1"}, {"mesh.Y", "1"}} << gather << "5 X ring"
        << "ring of 5";
    QTest::newRow("the wrapped axis of a slice")
        << Edits{{"hw.chip", "tpu-v5e"}, {"hw.torus", "8x16"}, {"mesh.Y", "8"}} << gather << "8x16 Y hardware"
        << "ring of 16 in 8×16";
    QTest::newRow("part of an axis") << Edits{{"hw.chip", "tpu-v5e"}, {"hw.torus", "16x16"}, {"mesh.X", "64"}} << gather
                                     << "16x4 all hardware"
                                     << "16×4, X closed, Y open";
    QTest::newRow("GPUs") << Edits{{"hw.chip", "h100-sxm"}, {"mesh.X", "8"}, {"mesh.Y", "1"}} << gather
                          << "switch8 all hardware"
                          << "8 GPUs behind a switch";
    QTest::newRow("GPUs in several nodes") << Edits{{"hw.chip", "h100-sxm"}} << gather << "switch16/2 all hardware"
                                           << "16 GPUs in 8 domains of 2";
}

void TstOpenedCollective::itLiesOnTheChipsOfTheDesign()
{
    QFETCH(const Edits, edits);
    QFETCH(const QString, name);
    const auto design = typed(edits);
    const auto one = named(designCollectives(design), name);
    const auto coll = open(design, one).scenario.coll;
    const auto wrap = std::get<std::string>(*fieldValue(open(design, one).scenario, "coll.wrap"));
    QTEST(QString::fromStdString(coll.torus + ' ' + coll.axes + ' ' + wrap), "place");
    QTEST(QString::fromStdString(placeOf(design, one)), "text");
}

void TstOpenedCollective::whatTheFieldsCannotSayIsSaid()
{
    const auto design =
        typed({{"hw.chip", "h100-sxm"}, {"mesh.X", "16384"}, {"mesh.Y", "1"}, {"work.batch", "134217728"}});
    const auto edits = openingEdits(design, designCollectives(design).front());
    QVERIFY(!edits);
    QCOMPARE(QString::fromStdString(edits.error()),
             QStringLiteral("The axis has 16384 members; a switch is drawn with at most 4096"));
}

void TstOpenedCollective::onlyItsOwnFieldsChange()
{
    const auto design = typed({{"work.batch", "20480"}});
    for (const auto& one : designCollectives(design)) {
        auto opened = open(design, one).scenario;
        QCOMPARE(opened.coll.bytes.si(), one.bytes.si());
        QCOMPARE(opened.coll.kind, one.kind);
        opened.coll = design.coll;
        QVERIFY(opened == design);
    }
}

void TstOpenedCollective::theChargeOfTheOpenOneIsAMetric_data() { itTakesWhatTheStepCharges_data(); }

void TstOpenedCollective::theChargeOfTheOpenOneIsAMetric()
{
    QFETCH(const Edits, edits);
    const auto design = typed(edits);
    const Metric metric = *findMetric(*design.presets, "coll.charge");
    QVERIFY(!applies(tests::metricValue(design, metric)));
    QVERIFY(tests::derivation(design, "coll.charge").steps.empty());
    const auto all = designCollectives(design);
    for (const auto& one : all) {
        const auto scenario = open(design, one).scenario;
        QVERIFY(isOpened(scenario, one));
        const auto opened = openedAmong(scenario, all);
        QVERIFY(opened);
        QCOMPARE(all[*opened].bytes, one.bytes); // the first of those that are alike
        const double value = std::get<double>(tests::metricValue(scenario, metric));
        COMPARE_NEAR(value, one.seconds.si(), 1e-12);
        const auto derivation = tests::derivation(scenario, "coll.charge");
        QCOMPARE(derivation.steps.front().value, value);
        QCOMPARE(QString::fromStdString(tests::disagreement(derivation)), QString());
    }
}

/// A gather over 4x4 waits for four hops, one after the other, where the clock counts them.
void TstOpenedCollective::itStaysOpenByAnotherClock()
{
    const auto design = typed({});
    const auto one = named(designCollectives(design), QStringLiteral("AllGather_X of W_in"));
    auto scenario = open(design, one).scenario;
    scenario.coll.clock = CollectiveClock::async;
    QVERIFY(isOpened(scenario, one));
    const auto charge = compareWithSchedule(scenario, one, *evaluateCollective(scenario).analysis);
    QCOMPARE(listed(charge), QStringLiteral("Hops"));
    COMPARE_NEAR(charge.differences[0].time, 4e-6, 1e-6);
    scenario.coll.bytes = 2 * scenario.coll.bytes;
    QVERIFY(!isOpened(scenario, one));
}

void TstOpenedCollective::shippedDesignsOpen()
{
    int opened = 0;
    for (const auto& file : shippedCatalogue().scenarios) {
        const auto design = readScenario(file.json, file.id, shippedCatalogue()).value();
        for (const auto& one : designCollectives(design)) {
            QVERIFY(one.seconds.si() > 0);
            QVERIFY2(open(design, one).charge.scheduled.si() > 0, one.name.c_str());
            ++opened;
        }
    }
    QVERIFY(opened > 50);
}

/// Whatever the roles, there is a schedule on as many chips as the axis has, and only hops make it wait.
void TstOpenedCollective::anyDesignOpens()
{
    QVERIFY(rc::check("opened", [] {
        auto design = tests::validScenario();
        static const std::vector<const char*> roles{"data",   "zero2",    "fsdp",    "tensor",
                                                    "expert", "pipeline", "context", "replicate"};
        for (const char* axis : {"mesh.X.role", "mesh.Y.role", "mesh.Z.role"})
            RC_ASSERT(setFieldFromText(design, axis, roles[*rc::gen::inRange<std::size_t>(0, roles.size())]));
        RC_LOG() << writeScenario(design);
        std::array<bool, 4> seen{};
        for (const auto& one : designCollectives(design)) {
            if (std::exchange(seen[one.axis], true) || one.bytes.si() < 1)
                continue;
            const auto scenario = openedCollective(design, one);
            RC_ASSERT(scenario.has_value());
            const auto report = evaluateCollective(*scenario);
            RC_ASSERT(report.analysis != nullptr);
            const bool pair = one.kind == CollectiveKind::permute;
            RC_ASSERT(pair || report.analysis->request.topology.chips() == ranksOf(design, one));
            const auto charge = compareWithSchedule(*scenario, one, *report.analysis);
            double sum = charge.charged.si();
            for (const auto& difference : charge.differences) {
                sum += difference.time.si();
                RC_ASSERT(design.conv.latency || difference.name != "Hops" || difference.time.si() > 0);
            }
            RC_ASSERT(std::abs(sum - report.numbers.time.si()) <= 3e-6 * std::max(sum, charge.charged.si()));
        }
    }));
}

ROOFLIGHT_TEST(TstOpenedCollective)
#include "tst_opened_collective.moc"
