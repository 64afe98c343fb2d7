// SPDX-License-Identifier: GPL-3.0-or-later
// Bars of collectives: none overlap on a row, they end when the analysis says, products wait for shards and sums for
// products; the times of the independent table are the ends of the bars.
#include "collectives/networks.h"
#include "collectives/oracle.h"
#include "core/collectives/analysis.h"
#include "core/collectives/gantt.h"
#include "core/io/preset_catalogue.h"
#include "core/scenario/choices.h"
#include "core/scenario/fields.h"
#include "support/near.h"
#include "support/suite.h"

#include <QTest>

#include <algorithm>
#include <map>

using core::CollectiveAlgorithm;
using core::CollectiveClock;
using core::Gantt;
using core::MatmulForm;
using core::MatmulMode;

class TstGantt : public QObject
{
    Q_OBJECT

private slots:
    void barsEndWhereTheTableSays_data();
    void barsEndWhereTheTableSays();
    void squareLayerSavesAThird_data();
    void squareLayerSavesAThird();
    void matmulBarsKeepTheRules_data();
    void matmulBarsKeepTheRules();
    void matmulBarsEndByTheirClock_data();
    void matmulBarsEndByTheirClock();
    void linkBarsEndWithTheAnalysis_data();
    void linkBarsEndWithTheAnalysis();
    void exposedTimeIsTheTimeWithoutProducts();
    void cornersOfAMeshAreNotItsBusiestChip();
    void stepsBesideAMatmulEndWithTheirMessages();
};

namespace
{

using TextEdits = std::vector<std::pair<std::string, std::string>>;

core::CollectiveAnalysis analysisOf(const TextEdits& edits)
{
    auto s = core::defaultScenario(core::shippedCatalogue());
    for (const auto& [id, value] : edits)
        if (const auto done = core::setFieldFromText(s, id, value); !done)
            qFatal("%s", done.error().c_str());
    auto analysis = core::analyseCollective(s);
    if (!analysis)
        qFatal("%s", analysis.error().c_str());
    return *std::move(analysis);
}

/// B = 4096, E = 16384, square, 4 chips, bf16, 275e12 FLOP/s, 50e9 B/s a link, 1 µs a hop.
TextEdits squareLayer(const std::string& kind, const std::string& mode)
{
    return {{"hw.chip", "tpu-v4"},   {"hw.flops.bf16", "275e12"}, {"hw.link.rate", "50e9"}, {"hw.hop", "1e-6"},
            {"coll.kind", kind},     {"coll.torus", "4"},         {"coll.wrap", "ring"},    {"coll.B", "4096"},
            {"coll.D", "16384"},     {"coll.F", "16384"},         {"coll.algorithm", mode}, {"prec.comm", "bf16"},
            {"prec.compute", "bf16"}};
}

double lastArrival(const Gantt& gantt)
{
    double last = 0;
    for (const auto& lane : gantt.lanes)
        for (const auto& bar : lane.bars)
            last = std::max(last, bar.arrival);
    return last;
}

double sum(const core::GanttLane& lane)
{
    double seconds = 0;
    for (const auto& bar : lane.bars)
        seconds += bar.end - bar.start;
    return seconds;
}

/// The first pair of bars that overlap, in words; empty where there is none.
QString overlap(const Gantt& gantt)
{
    const double rounding = 1e-12 * gantt.end;
    for (const auto& lane : gantt.lanes)
        for (std::size_t i = 1; i < lane.bars.size(); ++i)
            if (lane.bars[i].start < lane.bars[i - 1].end - rounding)
                return QStringLiteral("chip %1, port %2, bar %3").arg(lane.row.chip).arg(lane.row.port).arg(i);
    return {};
}

/// By chip and chunk: when a message brought it or took it, the last of several.
using ChunkMoments = std::map<std::pair<int, core::ChunkNumber>, double>;

template <class Moment> ChunkMoments moments(const Gantt& gantt, Moment moment)
{
    ChunkMoments found;
    for (const auto& lane : gantt.lanes)
        for (const auto& bar : lane.bars)
            for (const auto& run : bar.chunks)
                for (core::ChunkNumber i = run.first; i < run.first + run.count; ++i) {
                    const auto [chip, at] = moment(lane, bar);
                    found[{chip, i}] = at;
                }
    return found;
}

/// Gather: no product before its shard is there. Scatter: no sum leaves before this chip's product is in it.
QString brokenWait(const core::CollectiveAnalysis& analysis, const Gantt& gantt)
{
    const bool gathers = analysis.matmul->form == MatmulForm::gather;
    const auto& chunks = analysis.schedule.chunks;
    const double rounding = 1e-12 * gantt.end;
    const auto there = moments(gantt, [&](const core::GanttLane& lane, const core::GanttBar& bar) {
        return gathers ? std::pair(bar.to, bar.arrival) : std::pair(lane.row.chip, bar.start);
    });
    for (const auto& lane : gantt.lanes) {
        for (const auto& bar : lane.bars) {
            for (int half = 0; lane.row.multiplies() && half < chunks.form().halves; ++half) {
                if (bar.product.half != core::ShardProduct::wholeShard && bar.product.half != half)
                    continue;
                const auto found = there.find({lane.row.chip, chunks.number({bar.product.shard, 0, 0, half})});
                if (found == there.end())
                    continue;
                const bool early = gathers ? bar.start < found->second - rounding : bar.end > found->second + rounding;
                if (early)
                    return QStringLiteral("chip %1, shard %2").arg(lane.row.chip).arg(bar.product.shard);
            }
        }
    }
    return {};
}

} // namespace

void TstGantt::barsEndWhereTheTableSays_data()
{
    QTest::addColumn<QJsonArray>("row");
    int number = 0;
    for (const auto& value : tests::oracle()[QStringLiteral("matmul")].toArray()) {
        const auto row = value.toArray();
        QTest::newRow(qPrintable(
            QStringLiteral("%1: %2 on %3 chips, %4")
                .arg(QString::number(number++), row[0].toString(), QString::number(row[1].toInt()), row[2].toString())))
            << row;
    }
}

void TstGantt::barsEndWhereTheTableSays()
{
    QFETCH(QJsonArray, row); // one byte a second; the product of a shard takes a second
    const int chips = row[1].toInt();
    core::MatmulRequest request;
    request.form = row[0].toString() == QStringLiteral("ag") ? MatmulForm::gather : MatmulForm::scatter;
    request.mode = row[2].toString() == QStringLiteral("uni")      ? CollectiveAlgorithm::uni
                   : row[2].toString() == QStringLiteral("halves") ? CollectiveAlgorithm::halves
                                                                   : CollectiveAlgorithm::whole;
    request.topology = tests::oracleTopology(
        QString::number(chips), row[3].toString() == QStringLiteral("w") ? QStringLiteral("w") : QString(), 2);
    request.even = true;
    request.shardTime = core::Quantity<core::dim::second>(1);
    request.elements = chips;
    request.elementBytes = row[5].toDouble();
    request.rates = {core::Quantity<core::dim::bytePerSecond>(1), core::Quantity<core::dim::second>(row[6].toDouble())};
    core::CollectiveAnalysis analysis;
    analysis.matmul = *core::planMatmul(request);
    analysis.matmulTiming = core::timeMatmul(request, *analysis.matmul);
    analysis.schedule = analysis.matmul->transfers;
    analysis.request.rates = request.rates;
    const auto pipelined = core::matmulGantt(analysis, MatmulMode::overlapped, CollectiveClock::async, std::nullopt);
    COMPARE_NEAR(pipelined.end, row[8].toDouble(), 1e-12);
    COMPARE_NEAR(lastArrival(pipelined), row[8].toDouble(), 1e-12);
    QCOMPARE(overlap(pipelined), QString());
    QCOMPARE(brokenWait(analysis, pipelined), QString());
    const auto barriers = core::matmulGantt(analysis, MatmulMode::overlapped, CollectiveClock::lockstep, std::nullopt);
    COMPARE_NEAR(lastArrival(barriers), row[7].toDouble(), 1e-12);
    QCOMPARE(overlap(barriers), QString());
}

void TstGantt::squareLayerSavesAThird_data()
{
    QTest::addColumn<QString>("mode");
    QTest::addColumn<double>("micros");
    // By hand in the design text: t_c = 499.8 µs, S/w = 671.1 µs; in turn 4·499.8 + 3·671.1/2 + 2.
    QTest::newRow("one way") << QStringLiteral("uni") << 2516.0;
    QTest::newRow("whole shards both ways") << QStringLiteral("whole") << 2171.4;
    QTest::newRow("halves") << QStringLiteral("halves") << 1999.1;
}

void TstGantt::squareLayerSavesAThird()
{
    QFETCH(QString, mode);
    QFETCH(double, micros);
    for (const char* kind : {"matmul-gather", "matmul-scatter"}) {
        const auto analysis = analysisOf(squareLayer(kind, mode.toStdString()));
        const auto serialized =
            core::matmulGantt(analysis, MatmulMode::serialized, CollectiveClock::async, std::nullopt);
        const auto overlapped =
            core::matmulGantt(analysis, MatmulMode::overlapped, CollectiveClock::async, std::nullopt);
        QVERIFY(std::abs(lastArrival(serialized) * 1e6 - 3007.7) < 0.05);
        QVERIFY(std::abs(lastArrival(overlapped) * 1e6 - micros) < 0.05);
    }
}

void TstGantt::matmulBarsKeepTheRules_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("torus");
    QTest::addColumn<QString>("wrap");
    QTest::addColumn<QString>("mode");
    for (const char* kind : {"matmul-gather", "matmul-scatter"})
        for (const char* torus : {"1", "2", "3", "4", "5", "8"})
            for (const char* mode : {"uni", "halves", "whole", "auto"}) {
                const bool ring = QByteArray(torus).toInt() > 2;
                if (!ring && mode[0] != 'w' && mode[0] != 'a')
                    continue;
                for (const char* wrap : {"ring", "line"}) {
                    if (wrap[0] == 'l' && mode[0] != 'w' && mode[0] != 'a')
                        continue;
                    QTest::addRow("%s on a %s of %s, %s", kind, wrap, torus, mode)
                        << QString::fromLatin1(kind) << QString::fromLatin1(torus) << QString::fromLatin1(wrap)
                        << QString::fromLatin1(mode);
                }
            }
}

void TstGantt::matmulBarsKeepTheRules()
{
    QFETCH(QString, kind);
    QFETCH(QString, torus);
    QFETCH(QString, wrap);
    QFETCH(QString, mode);
    for (const char* width : {"64", "1000", "16384"}) { // exposed, uneven, hidden
        auto edits = squareLayer(kind.toStdString(), mode.toStdString());
        edits.insert(edits.end(), {{"coll.torus", torus.toStdString()}, {"coll.wrap", wrap.toStdString()}});
        edits.insert(edits.end(), {{"coll.D", width}, {"coll.F", width}});
        const auto analysis = analysisOf(edits);
        const auto serialized =
            core::matmulGantt(analysis, MatmulMode::serialized, CollectiveClock::async, std::nullopt);
        const auto overlapped =
            core::matmulGantt(analysis, MatmulMode::overlapped, CollectiveClock::async, std::nullopt);
        COMPARE_NEAR(lastArrival(serialized), analysis.matmulTiming->serialized.async.si(), 1e-12);
        COMPARE_NEAR(lastArrival(overlapped), analysis.matmulTiming->overlapped.async.si(), 1e-12);
        QCOMPARE(brokenWait(analysis, overlapped), QString());
        for (const auto* gantt : {&serialized, &overlapped}) {
            QCOMPARE(overlap(*gantt), QString());
            int chips = 0;
            for (const auto& lane : gantt->lanes) {
                if (!lane.row.multiplies())
                    continue;
                ++chips;
                COMPARE_NEAR(sum(lane), analysis.matmulTiming->multiplying.si(), 1e-12);
            }
            QCOMPARE(chips, torus.toInt());
        }
    }
}

void TstGantt::matmulBarsEndByTheirClock_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("mode");
    for (const char* kind : {"matmul-gather", "matmul-scatter"})
        for (const char* mode : {"uni", "halves", "whole"})
            QTest::addRow("%s, %s", kind, mode) << QString::fromLatin1(kind) << QString::fromLatin1(mode);
}

void TstGantt::matmulBarsEndByTheirClock()
{
    QFETCH(QString, kind);
    QFETCH(QString, mode);
    for (const char* hop : {"1e-6", "5e-4"})
        for (const auto clock : {CollectiveClock::async, CollectiveClock::lockstep, CollectiveClock::book}) {
            auto edits = squareLayer(kind.toStdString(), mode.toStdString());
            edits.insert(edits.end(), {{"hw.hop", hop}, {"coll.clock", std::string(core::nameOf(clock))}});
            const auto analysis = analysisOf(edits);
            const auto serialized = core::matmulGantt(analysis, MatmulMode::serialized, clock, std::nullopt);
            const auto overlapped = core::matmulGantt(analysis, MatmulMode::overlapped, clock, std::nullopt);
            COMPARE_NEAR(lastArrival(serialized), analysis.matmulTiming->serialized.by(clock).si(), 1e-12);
            COMPARE_NEAR(lastArrival(overlapped), analysis.time.si(), 1e-12);
            COMPARE_NEAR(core::stepEnds(analysis, clock).back(), analysis.time.si(), 1e-12);
            QCOMPARE(overlap(serialized), QString());
            QCOMPARE(overlap(overlapped), QString());
        }
}

void TstGantt::linkBarsEndWithTheAnalysis_data()
{
    QTest::addColumn<QString>("torus");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("wrap");
    for (const char* torus : {"1", "4", "7", "4x4", "4x8", "2x2x4", "switch8"})
        for (const char* kind : {"all-gather", "reduce-scatter", "all-reduce", "all-to-all", "permute"})
            for (const char* wrap : {"ring", "line"})
                QTest::addRow("%s on %s, %s", kind, torus, wrap)
                    << QString::fromLatin1(torus) << QString::fromLatin1(kind) << QString::fromLatin1(wrap);
}

void TstGantt::linkBarsEndWithTheAnalysis()
{
    QFETCH(QString, torus);
    QFETCH(QString, kind);
    QFETCH(QString, wrap);
    for (const char* clock : {"async", "lockstep", "book"}) {
        const auto analysis = analysisOf({{"coll.torus", torus.toStdString()},
                                          {"coll.kind", kind.toStdString()},
                                          {"coll.wrap", wrap.toStdString()},
                                          {"coll.clock", clock}});
        double last = 0;
        double max = 0;
        std::map<int, double> sent;
        for (int chip = 0; chip < analysis.schedule.topology.chips(); ++chip) {
            const auto gantt = core::linkGantt(analysis,
                                               QByteArray(clock) == "async"  ? CollectiveClock::async
                                               : QByteArray(clock) == "book" ? CollectiveClock::book
                                                                             : CollectiveClock::lockstep,
                                               chip);
            QCOMPARE(overlap(gantt), QString());
            COMPARE_NEAR(gantt.end, analysis.time.si(), 1e-12);
            last = std::max(last, lastArrival(gantt));
            for (const auto& lane : gantt.lanes)
                for (const auto& bar : lane.bars) {
                    sent[chip] += bar.bytes;
                    QVERIFY(!bar.chunks.empty());
                }
            max = std::max(max, sent[chip]);
        }
        COMPARE_NEAR(last, analysis.time.si(), 1e-12); // of some chip
        COMPARE_NEAR(sent[core::busiestChip(analysis)], max, 1e-12);
    }
}

void TstGantt::exposedTimeIsTheTimeWithoutProducts()
{
    // One way: t_s = 672.1 µs beside t_c = 499.8 µs; each of three shards comes 172.3 µs late.
    const auto analysis = analysisOf(squareLayer("matmul-gather", "uni"));
    const auto gantt = core::matmulGantt(analysis, MatmulMode::overlapped, CollectiveClock::async, 0);
    QCOMPARE(gantt.lanes.size(), std::size_t(2));
    double exposed = 0;
    for (const auto& bar : gantt.lanes[0].bars) {
        const auto parts = core::exposedParts(gantt, gantt.lanes[0].row, bar);
        QCOMPARE(parts.size(), std::size_t(1));
        exposed += parts[0].to - parts[0].from;
    }
    // The hop itself is no bar: the link is free while the last byte travels.
    COMPARE_NEAR(exposed, analysis.matmulTiming->overlapped.async.si() - analysis.matmulTiming->multiplying.si() - 3e-6,
                 1e-9);
    const auto hidden = analysisOf(squareLayer("matmul-gather", "halves"));
    const auto overlapped = core::matmulGantt(hidden, MatmulMode::overlapped, CollectiveClock::async, 0);
    for (const auto& lane : overlapped.lanes)
        for (const auto& bar : lane.bars)
            QVERIFY(core::exposedParts(overlapped, lane.row, bar).empty());
}

void TstGantt::cornersOfAMeshAreNotItsBusiestChip()
{
    const auto analysis = analysisOf({{"coll.torus", "4x4"}, {"coll.wrap", "line"}, {"coll.kind", "all-gather"}});
    const int chip = core::busiestChip(analysis);
    QCOMPARE(analysis.schedule.topology.degree(chip), 4);
    QCOMPARE(core::busiestChip(analysisOf({{"coll.torus", "4x4"}, {"coll.wrap", "ring"}})), 0);
}

void TstGantt::stepsBesideAMatmulEndWithTheirMessages()
{
    // Halves of 335.5 µs and a hop of 1 µs follow each other; the last product ends at 4·499.8 µs.
    const auto analysis = analysisOf(squareLayer("matmul-gather", "halves"));
    const auto ends = core::stepEnds(analysis, CollectiveClock::async);
    QCOMPARE(ends.size(), std::size_t(3));
    QCOMPARE(qRound(ends[0] * 1e7), 3365);
    QCOMPARE(qRound(ends[1] * 1e7), 6731);
    QCOMPARE(qRound(ends[2] * 1e7), 19991);
}

ROOFLIGHT_TEST(TstGantt)
#include "tst_gantt.moc"
