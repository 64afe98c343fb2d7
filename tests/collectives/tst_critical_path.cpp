// SPDX-License-Identifier: GPL-3.0-or-later
// The critical path of a collective: an unbroken chain of sends and products from the beginning to the end.
#include "collectives/metric_values.h"
#include "collectives/networks.h"
#include "core/collectives/analysis.h"
#include "core/collectives/clocks/clocks.h"
#include "core/collectives/critical_path.h"
#include "core/collectives/report.h"
#include "support/asked.h"
#include "support/near.h"
#include "support/suite.h"

#include <QTest>

using core::CollectiveClock;
using core::PathTerm;
using tests::Edits;
using tests::scenarioWith;

class TstCriticalPath : public QObject
{
    Q_OBJECT

private slots:
    void everyScheduleEndsAPath_data();
    void everyScheduleEndsAPath();
    void everyMatmulEndsAPath_data();
    void everyMatmulEndsAPath();
    void aLineOfThreePassesOneShardOn();
    void aLongPathIsToldShort();
    void aTimeWithoutClosedFormIsASumOfSends();
};

namespace
{

core::CollectiveAnalysis timedAnalysis(const core::CollectiveRequest& request)
{
    core::CollectiveAnalysis analysis;
    analysis.request = request;
    analysis.schedule = core::planCollective(request)->schedule;
    analysis.timing = core::timeSchedule(analysis.schedule, request.rates);
    return analysis;
}

/// What is wrong with a path that should take `seconds`; empty where nothing is.
QString complaint(const std::vector<PathTerm>& path, double seconds)
{
    const auto differ = [&](double a, double b) { return std::abs(a - b) > 1e-11 * seconds; };
    double now = 0;
    for (const auto& term : path) {
        if (differ(term.start, now))
            return QStringLiteral("step %1 starts at %2 instead of %3").arg(term.step).arg(term.start).arg(now);
        now = term.end;
    }
    return differ(now, seconds) ? QStringLiteral("ends at %1 instead of %2").arg(now).arg(seconds) : QString();
}

} // namespace

void TstCriticalPath::everyScheduleEndsAPath_data()
{
    QTest::addColumn<QString>("network");
    for (const auto& name : tests::networkNames())
        if (name != QStringLiteral("switch72"))
            QTest::newRow(qPrintable(name)) << name;
}

void TstCriticalPath::everyScheduleEndsAPath()
{
    QFETCH(QString, network);
    const auto topology = tests::network(network);
    const std::int64_t chips = topology.chips();
    for (const std::int64_t elements : {48 * chips * chips, 11 * chips + 3})
        for (const auto& request : tests::requestsOn(topology, elements, 1e-6)) {
            const auto analysis = timedAnalysis(request);
            for (const auto clock : {CollectiveClock::async, CollectiveClock::lockstep, CollectiveClock::book}) {
                const auto path = core::criticalPath(analysis, clock, analysis.timing.steps);
                const auto wrong = complaint(path, analysis.timing.by(clock).si());
                QVERIFY2(wrong.isEmpty(), qPrintable(tests::textOf(request) + QStringLiteral(": ") + wrong));
                for (const auto& term : path)
                    if (term.to >= 0)
                        QCOMPARE(topology.neighbour(term.from, term.port), term.to);
            }
            for (int steps = 1; steps < analysis.timing.steps; steps += 3) {
                const double end = analysis.timing.asyncEnds[static_cast<std::size_t>(steps - 1)];
                const auto wrong = complaint(core::criticalPath(analysis, CollectiveClock::async, steps), end);
                QVERIFY2(wrong.isEmpty(), qPrintable(tests::textOf(request) + QStringLiteral(": ") + wrong));
            }
        }
}

void TstCriticalPath::everyMatmulEndsAPath_data()
{
    QTest::addColumn<Edits>("edits");
    for (const char* kind : {"matmul-gather", "matmul-scatter"})
        for (const char* wrap : {"ring", "line"})
            for (const char* torus : {"1", "2", "4", "5"})
                for (const char* order : {"auto", "uni", "halves", "whole"})
                    for (const double width : {64.0, 8192.0, 65536.0}) {
                        Edits edits{{"coll.torus", torus},
                                    {"coll.wrap", wrap},
                                    {"coll.kind", kind},
                                    {"coll.algorithm", order},
                                    {"coll.F", width}};
                        if (core::evaluateCollective(scenarioWith(edits)).analysis)
                            QTest::addRow("%s, %s of %s, %s, F = %g", kind, wrap, torus, order, width) << edits;
                    }
}

void TstCriticalPath::everyMatmulEndsAPath()
{
    QFETCH(Edits, edits);
    const auto analysis = core::evaluateCollective(scenarioWith(edits)).analysis;
    for (const auto clock : {CollectiveClock::async, CollectiveClock::lockstep, CollectiveClock::book}) {
        const auto path = core::criticalPath(*analysis, clock, analysis->schedule.steps);
        auto wrong = complaint(path, analysis->matmulTiming->overlapped.by(clock).si());
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
        const double alone =
            analysis->matmulTiming->serialized.by(clock).si() - analysis->matmulTiming->multiplying.si();
        wrong = complaint(core::pathAlone(*analysis, clock), alone);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    }
}

/// Shards of 1 MB at 1 GB/s and 1 µs a hop: an end sends its own, and the middle passes it on when it is there.
void TstCriticalPath::aLineOfThreePassesOneShardOn()
{
    core::CollectiveRequest request;
    request.topology = tests::network(QStringLiteral("3 -"));
    request.elements = 3'000'000;
    request.elementBytes = 1;
    request.algorithm = core::CollectiveAlgorithm::ring;
    request.rates = {core::Quantity<core::dim::bytePerSecond>(1e9), core::Quantity<core::dim::second>(1e-6)};
    const auto path = core::criticalPath(timedAnalysis(request), CollectiveClock::async, 2);
    QCOMPARE(path.size(), std::size_t(2));
    QVERIFY(path[0].from != 1 && path[0].to == 1);
    QVERIFY(path[1].from == 1 && path[1].to == 2 - path[0].from);
    QCOMPARE(path[0].bytes, 1e6);
    COMPARE_NEAR(path[0].end, 1.001e-3, 1e-12);
    COMPARE_NEAR(path[1].end, 2.002e-3, 1e-12);
    QCOMPARE(core::placeOf(core::condensed(path).front()), std::string("steps 1 to 2"));
}

/// Forty messages of different sizes: the first, the last, and 38 between them with their mean.
void TstCriticalPath::aLongPathIsToldShort()
{
    std::vector<PathTerm> path;
    for (int step = 0; step < 40; ++step) {
        PathTerm term;
        term.step = term.lastStep = step;
        term.bytes = 100 + step;
        path.push_back(term);
    }
    const auto told = core::condensed(path);
    QCOMPARE(told.size(), std::size_t(3));
    QCOMPARE(told[1].count, 38);
    QCOMPARE(told[1].bytes, 38 * 119.5);
    QCOMPARE(core::placeOf(told[1]), std::string("steps 2 to 39"));
    QCOMPARE(core::placeOf(told[2]), std::string("step 40"));
}

void TstCriticalPath::aTimeWithoutClosedFormIsASumOfSends()
{
    const auto s = scenarioWith(
        {{"coll.torus", "4x8"}, {"coll.wrap", "line"}, {"coll.algorithm", "rotated"}, {"coll.kind", "all-to-all"}});
    const auto derivation = tests::derivation(s, "coll.time");
    QCOMPARE(derivation.steps.front().value, tests::numberOf(s, "coll.time"));
    QCOMPARE(QString::fromStdString(derivation.steps.front().symbol).section(u'[', 0, 0), QStringLiteral("T_msg"));
    for (const auto& step : derivation.steps) {
        QVERIFY2(step.symbol.find("saved") == std::string::npos, step.symbol.c_str());
        QVERIFY2(step.symbol.starts_with("T_") || step.symbol.starts_with("b_seq") ||
                     step.symbol.starts_with("m_seq") || step.symbol == "w" || step.symbol == "t_hop",
                 step.symbol.c_str());
    }
}

ROOFLIGHT_TEST(TstCriticalPath)
#include "tst_critical_path.moc"
