// SPDX-License-Identifier: GPL-3.0-or-later
// What holds for every algorithm on every network: the rules, the bounds, the closed forms, one chip's view.
#include "collectives/networks.h"
#include "core/collectives/clocks/link_bytes.h"
#include "core/collectives/costs/bounds.h"
#include "core/collectives/networks/representatives.h"
#include "support/near.h"
#include "support/suite.h"
#include "support/validate.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

class TstSchedules : public QObject
{
    Q_OBJECT

private slots:
    void everyScheduleKeepsTheRules_data() { eachNetwork(); }
    void everyScheduleKeepsTheRules();
    void timesAreTheClosedForms_data() { eachNetwork(); }
    void timesAreTheClosedForms();
    void oneChipTakesAsLongAsAll_data() { eachNetwork(); }
    void oneChipTakesAsLongAsAll();
    void representativesTakeAsLongAsAll_data() { eachMesh(); }
    void representativesTakeAsLongAsAll();
    void fewChipsOfLargeNetworksTakeAsLongAsAll_data();
    void fewChipsOfLargeNetworksTakeAsLongAsAll();
    void everyChipDoesWhatChipZeroDoes_data() { eachNetwork(); }
    void everyChipDoesWhatChipZeroDoes();
    void automaticChoiceIsTheFastest_data();
    void automaticChoiceIsTheFastest();
    void middleTakesTheBestSplitByItsClock();
    void offsetsAlwaysMeetTheBound_data();
    void offsetsAlwaysMeetTheBound();
    void slideAddsUpAsDrawn();

private:
    static void eachNetwork();
    static void eachMesh();
};

namespace
{

constexpr std::array clocks{core::CollectiveClock::async, core::CollectiveClock::lockstep, core::CollectiveClock::book};

/// Divides by chips, blocks, parts and halves of every network here.
constexpr std::int64_t divisible(int chips) { return 1LL * chips * chips * 6 * 4 * 5; }

QByteArray about(const core::CollectiveRequest& request, const std::string& text)
{
    return (tests::textOf(request) + QStringLiteral(": ") + QString::fromStdString(text)).toUtf8();
}

void compareTimings(const core::CollectiveTiming& found, const core::CollectiveTiming& expected)
{
    constexpr double near = 1e-12;
    COMPARE_NEAR(found.async, expected.async.si(), near);
    COMPARE_NEAR(found.lockstep, expected.lockstep.si(), near);
    COMPARE_NEAR(found.book, expected.book.si(), near);
    COMPARE_NEAR(found.criticalBytes, expected.criticalBytes.si(), near);
    COMPARE_NEAR(found.busiestLinkBytes, expected.busiestLinkBytes.si(), near);
    COMPARE_NEAR(found.totalBytes, expected.totalBytes.si(), near);
    QCOMPARE(found.messages, expected.messages);
    QCOMPARE(found.steps, expected.steps);
    QCOMPARE(found.hops, expected.hops);
    QCOMPARE(found.asyncEnds.size(), expected.asyncEnds.size());
    for (std::size_t step = 0; step < expected.asyncEnds.size(); ++step)
        QVERIFY(std::abs(found.asyncEnds[step] - expected.asyncEnds[step]) <= near * expected.async.si());
}

core::Schedule scheduleOf(const core::CollectiveRequest& request)
{
    const auto plan = core::planCollective(request);
    if (!plan)
        qFatal("%s", plan.error().c_str());
    return plan->schedule;
}

/// The transfers out of a chip as they would be if that chip were number 0.
std::vector<core::Transfer> seenFromZero(const core::Schedule& schedule, const core::Step& step, int chip,
                                         std::vector<std::vector<core::ChunkNumber>>& chunks)
{
    auto transfers = step.transfers;
    const auto at = schedule.topology.coordinates(chip);
    for (auto& transfer : transfers) {
        std::vector<core::ChunkNumber> seen;
        for (const auto& run : step.chunks(transfer)) {
            for (auto i = run.first; i < run.first + run.count; ++i) {
                auto moved = i;
                for (int axis = 0; axis < 3; ++axis)
                    for (int hop = 0; hop < at[static_cast<std::size_t>(axis)]; ++hop)
                        moved = schedule.chunks.moved(moved, 2 * axis + 1);
                seen.push_back(moved);
            }
        }
        std::sort(seen.begin(), seen.end());
        chunks.push_back(seen);
        transfer.from = 0;
        transfer.to = schedule.topology.neighbour(0, transfer.port);
        transfer.firstRun = transfer.runs = 0;
    }
    return transfers;
}

} // namespace

void TstSchedules::eachNetwork()
{
    QTest::addColumn<QString>("name");
    for (const auto& name : tests::networkNames())
        QTest::newRow(qPrintable(name)) << name;
}

void TstSchedules::eachMesh()
{
    eachNetwork();
    for (const char* name : {"9 -", "6x7 -w", "7x4 w-", "5x6x7 ---", "4x5x6 -w-", "3x6x2 w--", "4x3x7 --w"})
        QTest::newRow(name) << QString::fromUtf8(name);
}

void TstSchedules::everyScheduleKeepsTheRules()
{
    QFETCH(QString, name);
    const auto topology = tests::network(name);
    for (const std::int64_t elements : {std::int64_t(1), std::int64_t(37), std::int64_t(100003)}) {
        for (const auto& request : tests::requestsOn(topology, elements, 1e-6)) {
            const auto schedule = scheduleOf(request);
            const auto broken = tests::checkEveryChip(schedule);
            QVERIFY(broken);
            QVERIFY2(broken->empty(), about(request, broken->empty() ? "" : broken->front().text));
            const auto timing = core::timeEveryChip(schedule, request.rates);
            const auto late = tests::checkTimes(timing, core::lowerBound(request));
            QVERIFY2(late.empty(), about(request, late.empty() ? "" : late.front().text));
            QCOMPARE(timing.steps, schedule.steps);
        }
    }
}

void TstSchedules::timesAreTheClosedForms()
{
    QFETCH(QString, name);
    const auto topology = tests::network(name);
    for (const double hop : {0.0, 1e-6}) {
        for (auto request : tests::requestsOn(topology, divisible(topology.chips()), hop)) {
            request.pieces = request.kind == core::CollectiveKind::allReduce ? 4 : 2;
            const auto plan = core::planCollective(request);
            if (!plan->closedForm)
                continue;
            const double time = core::timeEveryChip(plan->schedule, request.rates).by(plan->closedForm->clock).si();
            const double form = plan->closedForm->time.si();
            if (plan->closedForm->exact)
                QVERIFY2(tests::nearness(time, form, 1e-9).near, about(request, std::to_string(time / form)));
            else
                QVERIFY2(time <= form * (1 + 1e-9), about(request, std::to_string(time / form)));
        }
    }
}

void TstSchedules::oneChipTakesAsLongAsAll()
{
    QFETCH(QString, name);
    const auto topology = tests::network(name);
    for (const auto& request : tests::requestsOn(topology, divisible(topology.chips()), 1e-6)) {
        const auto schedule = scheduleOf(request);
        if (!schedule.symmetric)
            continue;
        const auto one = core::timeOneChip(schedule, request.rates);
        const auto all = core::timeEveryChip(schedule, request.rates);
        compareTimings(one, all);
        if (QTest::currentTestFailed())
            QFAIL(about(request, "one chip"));
    }
}

void TstSchedules::representativesTakeAsLongAsAll()
{
    QFETCH(QString, name);
    const auto topology = tests::network(name);
    const core::Representatives some(topology);
    for (const auto& request : tests::requestsOn(topology, divisible(topology.chips()), 1e-6)) {
        const auto schedule = scheduleOf(request);
        if (schedule.phases.empty())
            continue;
        core::LinkBytes carried(schedule);
        carried.moveTo(schedule.steps);
        std::map<std::pair<int, int>, double> load;                // by chip and port
        std::map<std::tuple<int, int, int>, core::Flight> flights; // by step, chip and port
        const auto found = core::timeSomeChips(schedule, request.rates, [&](const auto& transfer, const auto& flight) {
            flights[{flight.step, transfer.from, transfer.port}] = flight;
        });
        double off = 0;
        const auto all = core::timeEveryChip(schedule, request.rates, [&](const auto& transfer, const auto& flight) {
            const auto stand = some.of(transfer.from);
            const auto& of = flights[{flight.step, stand.chip, stand.port(transfer.port)}];
            off = std::max({off, std::abs(of.start - flight.start), std::abs(of.arrival - flight.arrival)});
            load[{transfer.from, transfer.port}] += transfer.bytes;
        });
        for (const auto& [link, bytes] : load)
            QCOMPARE(carried.at(link.first, link.second), bytes);
        QVERIFY2(off <= 1e-12 * all.async.si(), about(request, std::to_string(off)));
        compareTimings(found, all);
        if (QTest::currentTestFailed())
            QFAIL(about(request, "representatives"));
    }
}

/// More chips times chunks than moments are kept for one by one.
void TstSchedules::fewChipsOfLargeNetworksTakeAsLongAsAll_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"12x12x12 www", "13x13x13 www", "12x12x12 ---", "14x12x10 w-w"})
        QTest::newRow(name) << QString::fromUtf8(name);
}

void TstSchedules::fewChipsOfLargeNetworksTakeAsLongAsAll()
{
    QFETCH(QString, name);
    const auto topology = tests::network(name);
    int compared = 0;
    for (const auto& request : tests::requestsOn(topology, divisible(topology.chips()), 1e-6)) {
        if (request.kind == core::CollectiveKind::allToAll) // of so many chips it has too many blocks
            continue;
        const auto schedule = scheduleOf(request);
        if (schedule.phases.empty())
            continue;
        const auto few = core::timeSchedule(schedule, request.rates);
        compareTimings(few, core::timeEveryChip(schedule, request.rates));
        if (QTest::currentTestFailed())
            QFAIL(about(request, "few chips"));
        ++compared;
    }
    QVERIFY(compared >= 6); // three kinds, axis after axis and all axes at once
}

void TstSchedules::everyChipDoesWhatChipZeroDoes()
{
    QFETCH(QString, name);
    const auto topology = tests::network(name);
    if (topology.wiring != core::Wiring::torus || topology.chips() > 64)
        return;
    for (const auto& request : tests::requestsOn(topology, divisible(topology.chips()), 1e-6)) {
        const auto schedule = scheduleOf(request);
        for (int t = 0; schedule.symmetric && t < schedule.steps; ++t) {
            std::vector<std::vector<core::ChunkNumber>> expectedChunks;
            core::Step step;
            core::addSends(schedule, t, 0, step);
            const auto expected = seenFromZero(schedule, step, 0, expectedChunks);
            for (int chip = 1; chip < topology.chips(); chip += 3) {
                std::vector<std::vector<core::ChunkNumber>> chunks;
                step.clear();
                core::addSends(schedule, t, chip, step);
                QVERIFY2(seenFromZero(schedule, step, chip, chunks) == expected && chunks == expectedChunks,
                         about(request, "chip " + std::to_string(chip) + " differs"));
            }
        }
    }
}

void TstSchedules::automaticChoiceIsTheFastest_data()
{
    eachNetwork();
    for (const char* name : {"2x4x8 ---", "4x8 --", "2x4x8 -ww", "8x8 ww one way"})
        QTest::newRow(name) << QString::fromUtf8(name);
}

void TstSchedules::automaticChoiceIsTheFastest()
{
    QFETCH(QString, name);
    const auto topology = tests::network(name);
    for (const double bytes : {64.0, 2e3, 2e5, 1048576.0, 2e7})
        for (auto request : tests::requestsOn(topology, static_cast<std::int64_t>(bytes / 2), 1e-6))
            for (const auto clock : clocks) {
                request.clock = clock;
                request.even = true;
                const double min = core::timeSchedule(scheduleOf(request), request.rates).by(clock).si();
                auto chosen = request;
                chosen.algorithm = core::CollectiveAlgorithm::automatic;
                const auto plan = core::planCollective(chosen);
                QVERIFY2(plan, plan ? "" : plan.error().c_str());
                QVERIFY(!plan->why.empty());
                const double time = core::timeSchedule(plan->schedule, request.rates).by(clock).si();
                QVERIFY2(time <= min * (1 + 1e-9), about(request, std::to_string(time / min)));
            }
}

/// Every split of the array along a line, by each clock: none is faster than the one that is taken, without barriers
/// none by more than a hundredth.
void TstSchedules::middleTakesTheBestSplitByItsClock()
{
    for (const char* line : {"4 -", "9 -"})
        for (const double bytes : {4e3, 1e6, 2e7})
            for (const auto clock : clocks) {
                core::CollectiveRequest request;
                request.kind = core::CollectiveKind::allReduce;
                request.algorithm = core::CollectiveAlgorithm::middle;
                request.topology = tests::network(QString::fromUtf8(line));
                request.elements = static_cast<std::int64_t>(bytes / 2);
                request.rates = {core::Quantity<core::dim::bytePerSecond>(45e9),
                                 core::Quantity<core::dim::second>(1e-6)};
                request.clock = clock;
                request.even = true;
                const auto seconds = [&](int pieces) {
                    request.pieces = pieces;
                    return core::timeSchedule(scheduleOf(request), request.rates).by(clock).si();
                };
                const double near = clock == core::CollectiveClock::async ? 1.01 : 1 + 1e-9;
                const double taken = seconds(0);
                for (const int pieces : {1, 2, 3, 5, 8, 13, 21, 27, 34, 55, 89, 144, 233, 377, 443, 444, 445, 610, 987})
                    QVERIFY2(taken <= near * seconds(pieces), about(request, std::to_string(taken / seconds(pieces))));
            }
}

void TstSchedules::offsetsAlwaysMeetTheBound_data()
{
    QTest::addColumn<QString>("sides");
    for (const char* sides :
         {"2",   "3",   "4",   "9",    "16",    "17",    "2x2",   "2x4",   "3x3",   "4x4",   "3x5",
          "5x7", "4x8", "8x8", "8x16", "2x2x2", "2x2x4", "2x3x4", "3x4x5", "4x4x4", "4x4x8", "6x10"})
        QTest::newRow(sides) << QString::fromUtf8(sides);
}

void TstSchedules::offsetsAlwaysMeetTheBound()
{
    QFETCH(QString, sides);
    auto topology = tests::network(sides + QStringLiteral(" www"));
    for (auto& axis : topology.axes)
        axis.wraps = axis.length > 2;
    core::CollectiveRequest request;
    request.topology = topology;
    request.algorithm = core::CollectiveAlgorithm::offsets;
    request.elements = divisible(topology.chips()) * 5;
    request.rates = {core::Quantity<core::dim::bytePerSecond>(45e9), core::Quantity<core::dim::second>(0)};
    const auto schedule = scheduleOf(request);
    const int degree = topology.degree(0);
    QCOMPARE(schedule.steps, (topology.chips() - 1 + degree - 1) / degree);
    COMPARE_NEAR(core::timeEveryChip(schedule, request.rates).async, core::lowerBound(request).time.si(), 1e-12);
}

void TstSchedules::slideAddsUpAsDrawn()
{
    // CS336 slide: rows of four chips, data moving to the previous chip; ours moves to the next, so chips and columns
    // are numbered backwards.
    const int rows[4][4] = {{1, 7, 2, 0}, {2, 5, 0, 1}, {6, 2, 7, 5}, {3, 1, 9, 8}};
    core::CollectiveRequest request;
    request.kind = core::CollectiveKind::reduceScatter;
    request.topology = tests::network(QStringLiteral("4 w one way"));
    request.elements = 4;
    const auto schedule = scheduleOf(request);
    const auto mirrored = [](int i) { return (4 - i) % 4; };
    int held[4][4];
    for (int chip = 0; chip < 4; ++chip)
        for (int column = 0; column < 4; ++column)
            held[mirrored(chip)][mirrored(column)] = rows[chip][column];
    core::Step step;
    const int gone = -1;
    for (int t = 0; t < schedule.steps; ++t) {
        core::fillStep(schedule, t, step);
        int sent[4] = {};
        for (const auto& transfer : step.transfers)
            sent[transfer.from] =
                std::exchange(held[transfer.from][schedule.chunks.name(step.chunks(transfer)[0].first).owner], gone);
        for (const auto& transfer : step.transfers)
            held[transfer.to][schedule.chunks.name(step.chunks(transfer)[0].first).owner] += sent[transfer.from];
        const int afterFirst[4][4] = {{1, gone, 2, 0}, {2, 5, gone, 6}, {9, 2, 7, gone}, {gone, 8, 9, 8}};
        for (int chip = 0; chip < 4 && t == 0; ++chip)
            for (int column = 0; column < 4; ++column)
                QCOMPARE(held[mirrored(chip)][mirrored(column)], afterFirst[chip][column]);
    }
    const int sums[4] = {12, 15, 18, 14};
    for (int chip = 0; chip < 4; ++chip)
        QCOMPARE(held[mirrored(chip)][mirrored(chip)], sums[chip]);
}

ROOFLIGHT_TEST(TstSchedules)
#include "tst_schedules.moc"
