// SPDX-License-Identifier: GPL-3.0-or-later
// The metrics coll.* of a scenario against the table of an independent simulation, and their derivations.
#include "collectives/metric_values.h"
#include "collectives/oracle.h"
#include "core/evaluate/evaluate.h"
#include "core/io/preset_catalogue.h"
#include "support/asked.h"
#include "support/near.h"
#include "support/suite.h"

#include <QTest>

#include <map>

class TstCollectiveMetrics : public QObject
{
    Q_OBJECT

private slots:
    void metricsAreThoseOfTheTable_data();
    void metricsAreThoseOfTheTable();
    void derivationsEndInTheMetric_data();
    void derivationsEndInTheMetric();
    void matmulOfTheExampleIsHiddenByHalves();
    void matmulOnALineFollowsItsClock();
    void matmulByTheBookTakesHopsOrBytes();
    void timeByTheBookIsAllBytesOverAllLinks_data();
    void timeByTheBookIsAllBytesOverAllLinks();
    void barriersOnALineAreNeverHidden();
    void oneWayIsNoFasterThanItsBound_data();
    void oneWayIsNoFasterThanItsBound();
    void nothingAppliesWithoutACollective();
};

using tests::Edits;
using tests::metricValue;
using tests::microsecond;
using tests::numberOf;
using tests::scenarioWith;

namespace
{

namespace column = tests::column;

/// "ring" where every axis of three and more closes, "line" where none does; empty where they differ.
std::string wrapOf(const QJsonArray& row)
{
    const auto lengths = row[column::sides].toString().split(u'x');
    bool closed = true;
    bool open = true;
    for (qsizetype axis = 0; axis < lengths.size(); ++axis) {
        const bool wrapped = row[column::wraps].toString()[axis] == u'w';
        closed = closed && (wrapped || lengths[axis].toInt() < 3);
        open = open && (!wrapped || lengths[axis].toInt() < 3);
    }
    return closed ? "ring" : open ? "line" : "";
}

/// The table's names in ours; empty for rows that fields cannot ask for.
std::string nameIn(const QJsonArray& row)
{
    const auto name = row[column::algorithm].toString();
    if (name == u"rotated-slots")
        return "slots";
    return name == u"sequential" ? "axis-by-axis" : name == u"rotated" || name == u"offsets" ? name.toStdString() : "";
}

core::Scenario scenarioOfRow(const QJsonArray& row, const char* clock)
{
    const std::map<QString, std::string> kinds{{QStringLiteral("allgather"), "all-gather"},
                                               {QStringLiteral("reducescatter"), "reduce-scatter"},
                                               {QStringLiteral("allreduce"), "all-reduce"},
                                               {QStringLiteral("alltoall"), "all-to-all"}};
    return scenarioWith({{"hw.chip", "tpu-v5e"},
                         {"hw.link.rate", 45e9},
                         {"hw.hop", microsecond},
                         {"coll.kind", kinds.at(row[column::kind].toString())},
                         {"coll.torus", row[column::sides].toString().toStdString()},
                         {"coll.wrap", wrapOf(row)},
                         {"coll.direction", row[column::directions].toInt() == 1 ? "one" : "both"},
                         {"coll.algorithm", nameIn(row)},
                         {"coll.bytes", row[column::volume].toDouble()},
                         {"coll.clock", clock}});
}

} // namespace

void TstCollectiveMetrics::metricsAreThoseOfTheTable_data()
{
    constexpr int maxChips = 32;
    QTest::addColumn<QJsonArray>("row");
    for (const auto& value : tests::oracle()[QStringLiteral("rows")].toArray()) {
        const auto row = value.toArray();
        const auto topology = tests::oracleTopology(row[column::sides].toString(), row[column::wraps].toString(), 2);
        if (topology.chips() <= maxChips && !wrapOf(row).empty() && !nameIn(row).empty())
            QTest::newRow(qPrintable(tests::oracleRowName(row))) << row;
    }
}

void TstCollectiveMetrics::metricsAreThoseOfTheTable()
{
    QFETCH(QJsonArray, row);
    const auto s = scenarioOfRow(row, "async");
    QCOMPARE(numberOf(s, "coll.steps"), row[column::steps].toDouble());
    QCOMPARE(numberOf(s, "coll.bytes_per_link"), row[column::busiest].toDouble());
    QCOMPARE(numberOf(s, "coll.total_bytes"), row[column::total].toDouble());
    COMPARE_NEAR(numberOf(s, "coll.time"), row[column::async1].toDouble() * microsecond, 1e-6);
    COMPARE_NEAR(numberOf(scenarioOfRow(row, "lockstep"), "coll.time"), row[column::lockstep1].toDouble() * microsecond,
                 1e-6);
    COMPARE_NEAR(numberOf(s, "coll.barrier"), row[column::lockstep1].toDouble() * microsecond, 1e-6);
    QCOMPARE(numberOf(s, "coll.gap"), numberOf(s, "coll.time") / numberOf(s, "coll.lower_bound"));
}

void TstCollectiveMetrics::derivationsEndInTheMetric_data()
{
    QTest::addColumn<Edits>("edits");
    QTest::addColumn<QString>("formula"); // symbol of the first line of coll.time; empty: no single formula
    const auto row = [](const char* name, const Edits& edits, const char* formula) {
        QTest::newRow(name) << edits << QString::fromLatin1(formula);
    };
    row("a ring gathers by its closed form", {{"coll.torus", "8"}, {"coll.wrap", "ring"}}, "T_ring");
    row("a line gathers by its closed form", {{"coll.torus", "8"}, {"coll.wrap", "line"}}, "T_line");
    row("a ring reduces twice its gather", {{"coll.torus", "8"}, {"coll.wrap", "ring"}, {"coll.kind", "all-reduce"}},
        "T_ar");
    row("a ring exchanges by its closed form",
        {{"coll.torus", "8"}, {"coll.wrap", "ring"}, {"coll.kind", "all-to-all"}}, "T_a2a");
    row("a switch may add", {{"coll.torus", "switch8"}, {"coll.kind", "all-reduce"}}, "T_port");
    row("a switch takes one step", {{"coll.torus", "switch8"}, {"coll.kind", "all-to-all"}}, "T_port");
    row("a torus of unequal sides, every link busy",
        {{"coll.torus", "4x8"}, {"coll.wrap", "ring"}, {"coll.algorithm", "offsets"}, {"coll.clock", "lockstep"}},
        "T_off");
    row("shards of unequal size are counted on the schedule",
        {{"coll.torus", "8"}, {"coll.wrap", "ring"}, {"coll.bytes", 4094.0}}, "T_bar");
    row("steps that overlap are told from those that do not",
        {{"coll.torus", "4x8"}, {"coll.wrap", "line"}, {"coll.algorithm", "rotated"}, {"coll.kind", "all-to-all"}}, "");
    row("all axes of a torus in turn", {{"coll.torus", "4x4x4"}, {"coll.wrap", "ring"}}, "");
    row("a matmul beside an all-gather",
        {{"coll.torus", "8"}, {"coll.wrap", "ring"}, {"coll.kind", "matmul-gather"}, {"coll.algorithm", "halves"}},
        "T_cm");
    row("a matmul beside a reduce-scatter",
        {{"coll.torus", "8"}, {"coll.wrap", "ring"}, {"coll.kind", "matmul-scatter"}, {"coll.algorithm", "uni"}},
        "T_cm");
    row("a ring adds few bytes in one shot",
        {{"coll.torus", "8"}, {"coll.wrap", "ring"}, {"coll.kind", "all-reduce"}, {"coll.algorithm", "one-shot"}},
        "T_ring");
    row("trees are counted on the schedule",
        {{"coll.wrap", "line"}, {"coll.kind", "all-reduce"}, {"coll.algorithm", "trees"}}, "");
    row("every chip of a ring sends three places further",
        {{"coll.torus", "8"}, {"coll.wrap", "ring"}, {"coll.kind", "permute"}, {"coll.from", "all"}, {"coll.to", "+3"}},
        "T_bar");
    row("a line turned round",
        {{"coll.torus", "4"}, {"coll.kind", "permute"}, {"coll.from", "all"}, {"coll.to", "3; 2; 1; 0"}}, "");
    row("along a line piece after piece", {{"coll.torus", "8"}, {"coll.wrap", "line"}, {"coll.kind", "permute"}},
        "T_path");
    row("one axis after the other", {{"coll.torus", "4x8"}, {"coll.algorithm", "axis-by-axis"}},
        "T_phase[segment 1, axis 2]");
    row("one chip has nothing to do", {{"coll.torus", "1"}}, "");
    row("from a chip to itself",
        {{"coll.torus", "4"}, {"coll.kind", "permute"}, {"coll.from", "0,0,0"}, {"coll.to", "0,0,0"}}, "");
}

void TstCollectiveMetrics::derivationsEndInTheMetric()
{
    QFETCH(Edits, edits);
    QFETCH(QString, formula);
    const auto s = scenarioWith(edits);
    for (const auto& row : core::metrics(core::shippedCatalogue())) {
        if (!row.id.starts_with("coll."))
            continue;
        const auto value = metricValue(s, row.id);
        const auto derivation = tests::derivation(s, row.id);
        const auto* number = std::get_if<double>(&value);
        if (number && core::applies(value)) {
            QVERIFY2(!derivation.steps.empty(), row.id.c_str());
            QCOMPARE(derivation.steps.front().value, *number);
        }
        std::map<std::string, double> values; // a symbol means one number
        for (const auto& step : derivation.steps) {
            const auto [first, isNew] = values.emplace(step.symbol, step.value);
            QVERIFY2(isNew || first->second == step.value, (row.id + ": " + step.symbol).c_str());
        }
        if (row.id == "coll.time" && !formula.isEmpty())
            QCOMPARE(QString::fromStdString(derivation.steps.front().symbol), formula);
    }
}

/// Four chips of 275 TFLOP/s and links of 50 GB/s; A[4096, 16384], square weights: 499.8 us a product.
void TstCollectiveMetrics::matmulOfTheExampleIsHiddenByHalves()
{
    Edits edits{{"hw.chip", "tpu-v4"},
                {"hw.flops.bf16", 275e12},
                {"hw.link.rate", 50e9},
                {"hw.hop", microsecond},
                {"coll.kind", "matmul-gather"},
                {"coll.torus", "4"},
                {"coll.wrap", "ring"},
                {"coll.B", 4096.0},
                {"coll.D", 16384.0},
                {"coll.F", 16384.0},
                {"coll.algorithm", "halves"}};
    const auto halves = scenarioWith(edits);
    COMPARE_NEAR(numberOf(halves, "coll.pipelined"), 1999.1e-6, 1e-4);
    COMPARE_NEAR(numberOf(halves, "coll.naive"), 3007.7e-6, 1e-4);
    COMPARE_NEAR(numberOf(halves, "coll.saved"), 1008.6e-6, 1e-4);
    QCOMPARE(std::get<bool>(metricValue(halves, "coll.hidden")), true);
    COMPARE_NEAR(numberOf(halves, "coll.lower_bound"), 1999.1e-6, 1e-4); // four products
    edits[2].second = 5e9; // 3/4 of 4096·16384·2 B come in over two links
    COMPARE_NEAR(numberOf(scenarioWith(edits), "coll.lower_bound"), 0.75 * 4096 * 16384 * 2 / 10e9, 1e-9);
    edits[2].second = 50e9;
    edits[5].second = std::string("1"); // it multiplies all, and has nothing to hide
    edits.back().second = std::string("auto");
    const auto alone = scenarioWith(edits);
    COMPARE_NEAR(numberOf(alone, "coll.naive"), 4 * 1999.1e-6, 1e-4);
    COMPARE_NEAR(numberOf(alone, "coll.saved"), 0, 0);
    QVERIFY(!core::applies(metricValue(alone, "coll.hidden_from")));
    edits[5].second = std::string("4");
    edits.back().second = std::string("uni");
    const auto uni = scenarioWith(edits);
    // N·(s/2)·C/w columns hide one direction, half as many both; the hop adds its share of 1 µs to 671.1 µs.
    COMPARE_NEAR(numberOf(uni, "coll.hidden_from"), 22000 * (1 + 1 / 671.1), 1e-5);
    COMPARE_NEAR(numberOf(halves, "coll.hidden_from"), 11000 * (1 + 2 / 671.1), 1e-5);
    // A product takes 499.8 us; a shard of 33.6 MB 1 us and 671.1 us, its half 1 us and 335.5 us.
    COMPARE_NEAR(numberOf(uni, "coll.math_ratio"), 499.8 / 672.1, 1e-4);
    COMPARE_NEAR(numberOf(halves, "coll.math_ratio"), 499.8 / 336.5, 1e-3);
    COMPARE_NEAR(numberOf(uni, "coll.pipelined"), 2516.0e-6, 1e-4);
    QCOMPARE(std::get<bool>(metricValue(uni, "coll.hidden")), false);
    edits.back().second = std::string("whole");
    COMPARE_NEAR(numberOf(scenarioWith(edits), "coll.time"), 2171.4e-6, 1e-4);
}

/// Inner chips of a line multiply two shards in a step, its ends one: with barriers all wait for the inner ones.
void TstCollectiveMetrics::matmulOnALineFollowsItsClock()
{
    Edits edits{{"hw.flops.bf16", 1e14},
                {"hw.link.rate", 1e12},
                {"hw.hop", 0.0},
                {"prec.comm", "bf16"},
                {"coll.kind", "matmul-gather"},
                {"coll.torus", "4"},
                {"coll.B", 1e5},
                {"coll.D", 4e4},
                {"coll.F", 4e4},
                {"coll.wrap", "line"},
                {"coll.clock", "async"}};
    const double product = 2 * 1e5 * 1e4 * 1e4 / 1e14; // 0.2 s; a shard of 2 GB takes 2 ms
    const auto overlapping = scenarioWith(edits);
    COMPARE_NEAR(numberOf(overlapping, "coll.pipelined"), 4 * product, 1e-9);
    COMPARE_NEAR(numberOf(overlapping, "coll.barrier"), 5 * product, 1e-9);
    COMPARE_NEAR(numberOf(overlapping, "coll.closed_form"), 4 * product, 1e-9); // pieces all alike, without barriers
    QCOMPARE(std::get<bool>(metricValue(overlapping, "coll.hidden")), true);
    edits.back().second = std::string("lockstep");
    const auto barriers = scenarioWith(edits);
    COMPARE_NEAR(numberOf(barriers, "coll.pipelined"), 5 * product, 1e-9); // 1, 2, 1 and 1, by steps
    COMPARE_NEAR(numberOf(barriers, "coll.time"), numberOf(barriers, "coll.pipelined"), 1e-12);
    QCOMPARE(std::get<bool>(metricValue(barriers, "coll.hidden")), false);
}

/// t_c + 3·max(t_c, max(hop, S/2w)) on a ring of 4, two bytes an element: 354.48 µs.
void TstCollectiveMetrics::matmulByTheBookTakesHopsOrBytes()
{
    const double product = 2 * 4096. * 2048 * 2048 / 459e12; // 74.86 µs
    const double half = 4096. * 2048 / 90e9;                 // 93.21 µs
    Edits edits{{"hw.flops.bf16", 459e12}, {"hw.link.rate", 90e9},
                {"hw.hop", microsecond},   {"coll.kind", "matmul-gather"},
                {"coll.torus", "4"},       {"coll.wrap", "ring"},
                {"coll.B", 4096.0},        {"coll.D", 8192.0},
                {"coll.F", 8192.0},        {"coll.algorithm", "halves"},
                {"coll.clock", "book"}};
    for (const char* kind : {"matmul-gather", "matmul-scatter"}) {
        edits[3].second = std::string(kind);
        const auto bytes = scenarioWith(edits);
        COMPARE_NEAR(numberOf(bytes, "coll.time"), product + 3 * half, 1e-6);
        COMPARE_NEAR(numberOf(bytes, "coll.pipelined"), product + 3 * half, 1e-6);
        COMPARE_NEAR(numberOf(bytes, "coll.barrier"), product + 3 * (half + microsecond), 1e-6); // hop and bytes
        COMPARE_NEAR(numberOf(bytes, "coll.closed_form"), product + 3 * (half + microsecond), 1e-6);
        COMPARE_NEAR(numberOf(bytes, "coll.naive"), 4 * product + 3 * half, 1e-6); // a whole shard, then a half
        QCOMPARE(std::get<bool>(metricValue(bytes, "coll.hidden")), false);
    }
    edits[2].second = 200e-6; // the hop takes longer than the bytes
    const auto hops = scenarioWith(edits);
    COMPARE_NEAR(numberOf(hops, "coll.time"), product + 3 * 200e-6, 1e-6);
    COMPARE_NEAR(numberOf(hops, "coll.naive"), 4 * product + 2 * 200e-6, 1e-6); // two steps of at most 186.4 µs
    edits[2].second = 50e-6;
    edits[9].second = std::string("uni");
    COMPARE_NEAR(numberOf(scenarioWith(edits), "coll.time"), product + 3 * 2 * half, 1e-6);
}

void TstCollectiveMetrics::timeByTheBookIsAllBytesOverAllLinks_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("torus");
    QTest::addColumn<double>("microseconds"); // 45 MB take 1 ms on a link of 45 GB/s
    QTest::newRow("a gather over both directions of two axes") << "all-gather"
                                                               << "4x8" << 250.;
    QTest::newRow("a reduction passes twice") << "all-reduce"
                                              << "4x8" << 500.;
    QTest::newRow("a quarter of an exchange crosses the middle") << "all-to-all"
                                                                 << "8" << 125.;
    // e.4: V n/(4 N W), n of the longest axis; its W of 90 GB/s carries 8/(4 x 32) of 45 MB.
    QTest::newRow("and of the longest axis of several") << "all-to-all"
                                                        << "4x8" << 45e6 * 8 / (4 * 32) / 90e9 * 1e6;
    QTest::newRow("of a cube") << "all-to-all"
                               << "4x4x4" << 45e6 * 4 / (4 * 64) / 90e9 * 1e6;
    QTest::newRow("two chips of a torus use all ports") << "permute"
                                                        << "4x8" << 250.;
}

/// Section e.6, of bytes so many that hops do not count.
void TstCollectiveMetrics::timeByTheBookIsAllBytesOverAllLinks()
{
    QFETCH(QString, kind);
    QFETCH(QString, torus);
    QFETCH(double, microseconds);
    const auto s = scenarioWith({{"hw.link.rate", 45e9},
                                 {"hw.hop", microsecond},
                                 {"coll.wrap", "ring"},
                                 {"coll.bytes", 45e6},
                                 {"coll.torus", torus.toStdString()},
                                 {"coll.kind", kind.toStdString()}});
    COMPARE_NEAR(numberOf(s, "coll.book"), microseconds * microsecond, 1e-9);
}

/// The chip in the middle of three multiplies two shards in the second step, the others wait: 4 products, not 3.
void TstCollectiveMetrics::barriersOnALineAreNeverHidden()
{
    for (const char* clock : {"async", "lockstep", "book"}) {
        const auto s = scenarioWith({{"coll.kind", "matmul-gather"},
                                     {"coll.torus", "3"},
                                     {"coll.wrap", "line"},
                                     {"coll.clock", clock},
                                     {"coll.F", 1048576.}});
        const bool hides = std::string_view(clock) == "async";
        QCOMPARE(std::get<bool>(metricValue(s, "coll.hidden")), hides);
        QCOMPARE(std::isfinite(numberOf(s, "coll.hidden_from")), hides);
        const auto derivation = tests::derivation(s, "coll.hidden_from");
        QCOMPARE(derivation.steps.front().symbol, std::string(hides ? "E_hid" : "E_never"));
        QCOMPARE(derivation.steps.front().value, numberOf(s, "coll.hidden_from"));
    }
}

void TstCollectiveMetrics::oneWayIsNoFasterThanItsBound_data()
{
    QTest::addColumn<QString>("kind");
    for (const char* kind :
         {"all-gather", "reduce-scatter", "all-reduce", "all-to-all", "matmul-gather", "matmul-scatter"})
        QTest::newRow(kind) << kind;
}

void TstCollectiveMetrics::oneWayIsNoFasterThanItsBound()
{
    QFETCH(QString, kind);
    const auto s = scenarioWith(
        {{"coll.kind", kind.toStdString()}, {"coll.torus", "4"}, {"coll.wrap", "ring"}, {"coll.direction", "one"}});
    QVERIFY(numberOf(s, "coll.gap") >= 1 - 1e-12);
    QVERIFY(!kind.startsWith(QStringLiteral("matmul")) || numberOf(s, "coll.saved") > 0);
}

void TstCollectiveMetrics::nothingAppliesWithoutACollective()
{
    const auto s = scenarioWith({{"coll.algorithm", "middle"}}); // of an all-gather
    for (const auto& row : core::metrics(core::shippedCatalogue()))
        if (row.id.starts_with("coll.")) {
            QVERIFY2(!core::applies(tests::metricValue(s, row)), row.id.c_str());
            QVERIFY2(tests::derivation(s, row.id).steps.empty(), row.id.c_str());
        }
    const auto alone = scenarioWith({});
    for (const char* id : {"coll.naive", "coll.pipelined", "coll.saved", "coll.most_buffers", "coll.naive_buffers",
                           "coll.hidden_from", "coll.math_ratio", "coll.hidden", "coll.in_switch", "coll.bound_hops"})
        QVERIFY2(!core::applies(metricValue(alone, id)), id);
}

ROOFLIGHT_TEST(TstCollectiveMetrics)
#include "tst_collective_metrics.moc"
