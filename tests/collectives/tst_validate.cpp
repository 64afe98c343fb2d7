// SPDX-License-Identifier: GPL-3.0-or-later
// The checks of schedules find every way to spoil one that we could think of.
#include "core/collectives/algorithms/catalogue.h"
#include "support/steps.h"
#include "support/suite.h"
#include "support/validate.h"

#include <QTest>

#include <algorithm>
#include <functional>

using core::CollectiveAlgorithm;
using core::CollectiveKind;
using core::Step;
using core::TransferOp;
using tests::ScheduleRule;

using Steps = std::vector<Step>;
using Spoil = std::function<void(Steps&)>;

Q_DECLARE_METATYPE(Spoil)
Q_DECLARE_METATYPE(tests::ScheduleRule)
Q_DECLARE_METATYPE(core::CollectiveAlgorithm)

class TstValidate : public QObject
{
    Q_OBJECT

private slots:
    void spoiltScheduleIsFound_data();
    void spoiltScheduleIsFound();
    void oneSidedExchangeIsFound();
    void tooFastIsFound();
    void slowerWithoutBarrierIsFound();
    void oneChipSeesWhatEveryChipSees();
    void wrongSymmetricScheduleIsFound();
    void reductionTooLargeToReplayIsNotCalledGood();
};

namespace
{

core::CollectiveRequest requestOf(CollectiveKind kind, CollectiveAlgorithm algorithm, const core::Topology& topology)
{
    core::CollectiveRequest request;
    request.kind = kind;
    request.algorithm = algorithm;
    request.topology = topology;
    request.elements = 1000 * topology.chips() + 1; // uneven
    request.rates = {core::Quantity<core::dim::bytePerSecond>(45e9), core::Quantity<core::dim::second>(1e-6)};
    return request;
}

core::Topology torus(int x, int y, bool wraps = true)
{
    core::Topology topology;
    topology.axes = {core::TorusAxis{x, wraps && x > 2}, core::TorusAxis{y, wraps && y > 2}, core::TorusAxis{}};
    return topology;
}

/// Steps with the chunks of each transfer beside it, easier to change.
void setChunks(Step& step, std::size_t transfer, std::vector<core::ChunkRun> runs)
{
    auto& t = step.transfers[transfer];
    t.firstRun = step.runs.size();
    t.runs = runs.size();
    step.runs.insert(step.runs.end(), runs.begin(), runs.end());
}

std::vector<core::ChunkRun> chunksOf(const Step& step, std::size_t transfer)
{
    const auto runs = step.chunks(step.transfers[transfer]);
    return {runs.begin(), runs.end()};
}

void dropMessage(Steps& steps) { steps.back().transfers.pop_back(); }
void dropFirstMessage(Steps& steps) { steps.front().transfers.erase(steps.front().transfers.begin()); }
void dropChunk(Steps& steps)
{
    auto runs = chunksOf(steps[2], 0);
    runs.front().count -= 1;
    setChunks(steps[2], 0, runs);
}
void doubleLink(Steps& steps)
{
    auto copy = steps.front().transfers.front();
    steps.front().transfers.push_back(copy);
}
void swapSteps(Steps& steps) { std::swap(steps.front(), steps.back()); }
void swapNeighbours(Steps& steps) { std::swap(steps[1], steps[2]); }
void wrongNeighbour(Steps& steps) { steps.front().transfers.front().to = 10; }
void missingPort(Steps& steps) { steps.front().transfers.front().port = 5; }
void emptyMessage(Steps& steps) { setChunks(steps.front(), 0, {}); }
void chunkTwice(Steps& steps)
{
    auto runs = chunksOf(steps.front(), 0);
    runs.push_back(runs.front());
    setChunks(steps.front(), 0, runs);
}
void unheldChunk(Steps& steps) { setChunks(steps.front(), 0, {{8, 1}}); }
void noSuchChunk(Steps& steps) { setChunks(steps.front(), 0, {{1 << 20, 1}}); }
void falseBytes(Steps& steps) { steps.front().transfers.front().bytes += 2; }
void repeatStep(Steps& steps) { steps.push_back(steps.back()); }
void repeatStepAtOnce(Steps& steps) { steps.insert(steps.begin() + 1, steps.front()); }
void copyInstead(Steps& steps) { steps.front().transfers.front().op = TransferOp::copy; }
void reduceInstead(Steps& steps) { steps.back().transfers.front().op = TransferOp::reduce; }
void keepAndAdd(Steps& steps) { steps.front().transfers.front().op = TransferOp::exchange; }
void moveInstead(Steps& steps) { steps.front().transfers.front().op = TransferOp::move; }
void copyEarly(Steps& steps) { std::swap(steps[steps.size() / 2 - 1], steps[steps.size() / 2]); }

/// A second chip is sent the same block in the same step.
void sendTwoWays(Steps& steps)
{
    setChunks(steps.front(), 1, chunksOf(steps.front(), 0));
    steps.front().transfers[1].bytes = steps.front().transfers[0].bytes;
}

bool names(const std::vector<tests::Violation>& found, ScheduleRule rule)
{
    return std::any_of(found.begin(), found.end(), [&](const tests::Violation& v) { return v.rule == rule; });
}

} // namespace

void TstValidate::spoiltScheduleIsFound_data()
{
    QTest::addColumn<core::CollectiveKind>("kind");
    QTest::addColumn<core::CollectiveAlgorithm>("algorithm");
    QTest::addColumn<Spoil>("spoil");
    QTest::addColumn<tests::ScheduleRule>("rule");
    const auto row = [](const char* name, CollectiveKind kind, CollectiveAlgorithm algorithm, void (*spoil)(Steps&),
                        ScheduleRule rule) { QTest::newRow(name) << kind << algorithm << Spoil(spoil) << rule; };
    const auto gather = [&](const char* name, void (*spoil)(Steps&), ScheduleRule rule) {
        row(name, CollectiveKind::allGather, CollectiveAlgorithm::rotated, spoil, rule);
    };
    gather("gather: a message is missing at the end", dropMessage, ScheduleRule::gathering);
    gather("gather: a message is missing at the beginning", dropFirstMessage, ScheduleRule::possession);
    gather("gather: a chunk is missing from a message", dropChunk, ScheduleRule::gathering);
    gather("gather: a link carries two messages", doubleLink, ScheduleRule::messages);
    gather("gather: first and last step are swapped", swapSteps, ScheduleRule::possession);
    gather("gather: two steps in the middle are swapped", swapNeighbours, ScheduleRule::possession);
    gather("gather: a message goes to a chip that is no neighbour", wrongNeighbour, ScheduleRule::links);
    gather("gather: a message leaves by a port without link", missingPort, ScheduleRule::links);
    gather("gather: a message is empty", emptyMessage, ScheduleRule::messages);
    gather("gather: a chunk is in a message twice", chunkTwice, ScheduleRule::messages);
    gather("gather: a chip sends what it does not have", unheldChunk, ScheduleRule::possession);
    gather("gather: a message carries a chunk that does not exist", noSuchChunk, ScheduleRule::messages);
    gather("gather: a message says a wrong number of bytes", falseBytes, ScheduleRule::messages);
    gather("gather: a step is done twice", repeatStep, ScheduleRule::gathering);
    gather("gather: more bytes than needed", repeatStep, ScheduleRule::totalBytes);

    const auto reduce = [&](const char* name, void (*spoil)(Steps&), ScheduleRule rule) {
        row(name, CollectiveKind::reduceScatter, CollectiveAlgorithm::rotated, spoil, rule);
    };
    reduce("reduce: a message is missing", dropMessage, ScheduleRule::reducing);
    reduce("reduce: a partial is given up twice", repeatStepAtOnce, ScheduleRule::possession);
    reduce("reduce: two steps are swapped", swapNeighbours, ScheduleRule::reducing);
    reduce("reduce: a partial is added and kept", keepAndAdd, ScheduleRule::reducing);
    reduce("reduce: a partial is copied", copyInstead, ScheduleRule::reducing);
    reduce("reduce: a partial is moved", moveInstead, ScheduleRule::reducing);

    const auto all = [&](const char* name, void (*spoil)(Steps&), ScheduleRule rule) {
        row(name, CollectiveKind::allReduce, CollectiveAlgorithm::rotated, spoil, rule);
    };
    all("all-reduce: a partial sum is copied", copyInstead, ScheduleRule::allReducing);
    all("all-reduce: the gather begins before the sums are whole", copyEarly, ScheduleRule::allReducing);
    all("all-reduce: a message is missing", dropMessage, ScheduleRule::allReducing);
    all("all-reduce: a sum is given away instead of copied", reduceInstead, ScheduleRule::allReducing);
    all("all-reduce: a step is done twice", repeatStep, ScheduleRule::allReducing);

    const auto exchange = [&](const char* name, void (*spoil)(Steps&), ScheduleRule rule) {
        row(name, CollectiveKind::allToAll, CollectiveAlgorithm::rotated, spoil, rule);
    };
    exchange("all-to-all: the last message is missing", dropMessage, ScheduleRule::moving);
    exchange("all-to-all: the first message is missing", dropFirstMessage, ScheduleRule::possession);
    exchange("all-to-all: two steps are swapped", swapSteps, ScheduleRule::possession);
    exchange("all-to-all: blocks go two ways", sendTwoWays, ScheduleRule::moving);
    exchange("all-to-all: blocks are copied", copyInstead, ScheduleRule::possession);
    exchange("all-to-all: a step is done twice", repeatStep, ScheduleRule::possession);
}

void TstValidate::spoiltScheduleIsFound()
{
    QFETCH(core::CollectiveKind, kind);
    QFETCH(core::CollectiveAlgorithm, algorithm);
    QFETCH(Spoil, spoil);
    QFETCH(tests::ScheduleRule, rule);
    const auto plan = core::planCollective(requestOf(kind, algorithm, torus(3, 4)));
    QVERIFY(plan);
    auto steps = tests::allSteps(plan->schedule);
    QVERIFY(tests::checkEveryChip(core::withSteps(plan->schedule, steps))->empty());
    spoil(steps);
    const auto found = tests::checkEveryChip(core::withSteps(plan->schedule, steps));
    QVERIFY(found);
    QVERIFY(names(*found, rule));
}

/// The middle chips of a line give each other their sums and keep their own; one of them stays silent.
void TstValidate::oneSidedExchangeIsFound()
{
    core::Topology line;
    line.axes[0] = {4, false};
    const auto plan = core::planCollective(requestOf(CollectiveKind::allReduce, CollectiveAlgorithm::middle, line));
    QVERIFY(plan);
    auto steps = tests::allSteps(plan->schedule);
    QVERIFY(tests::checkEveryChip(core::withSteps(plan->schedule, steps))->empty());
    const auto exchanges = [](const core::Transfer& t) { return t.op == core::TransferOp::exchange; };
    const auto step =
        std::ranges::find_if(steps, [&](const core::Step& s) { return std::ranges::any_of(s.transfers, exchanges); });
    QVERIFY(step != steps.end());
    QCOMPARE(std::ranges::count_if(step->transfers, exchanges), 2);
    step->transfers.erase(std::ranges::find_if(step->transfers, exchanges));
    const auto found = tests::checkEveryChip(core::withSteps(plan->schedule, steps));
    QVERIFY(found && names(*found, ScheduleRule::allReducing));
}

void TstValidate::tooFastIsFound()
{
    const auto request = requestOf(CollectiveKind::allGather, CollectiveAlgorithm::rotated, torus(4, 4));
    auto timing = core::timeSchedule(core::planCollective(request)->schedule, request.rates);
    const auto bound = core::lowerBound(request);
    QVERIFY(tests::checkTimes(timing, bound).empty());
    timing.async = bound.time * 0.99;
    QVERIFY(names(tests::checkTimes(timing, bound), ScheduleRule::times));
}

void TstValidate::slowerWithoutBarrierIsFound()
{
    const auto request = requestOf(CollectiveKind::allGather, CollectiveAlgorithm::rotated, torus(4, 4));
    auto timing = core::timeSchedule(core::planCollective(request)->schedule, request.rates);
    timing.async = timing.lockstep * 1.01;
    QVERIFY(names(tests::checkTimes(timing, core::lowerBound(request)), ScheduleRule::times));
}

void TstValidate::oneChipSeesWhatEveryChipSees()
{
    for (const auto kind : {CollectiveKind::allGather, CollectiveKind::reduceScatter}) {
        for (const auto algorithm : {CollectiveAlgorithm::rotated, CollectiveAlgorithm::offsets}) {
            auto request = requestOf(kind, algorithm, torus(4, 5));
            request.elements = 20 * 240;
            const auto plan = core::planCollective(request);
            QVERIFY(plan->schedule.symmetric);
            QVERIFY(tests::checkOneChip(plan->schedule).empty());
            QVERIFY(tests::checkEveryChip(plan->schedule)->empty());
        }
    }
}

void TstValidate::wrongSymmetricScheduleIsFound()
{
    auto request = requestOf(CollectiveKind::allGather, CollectiveAlgorithm::rotated, torus(4, 5));
    request.elements = 20 * 240;
    auto schedule = core::planCollective(request)->schedule;
    schedule.steps -= 1;
    QVERIFY(names(tests::checkOneChip(schedule), ScheduleRule::gathering));
    schedule.steps += 1;
    const auto right = schedule.carries;
    schedule.carries = [right](int step, int chip, int port, std::vector<core::ChunkRun>& runs) {
        return right(step == 0 ? 1 : step, chip, port, runs);
    };
    QVERIFY(names(tests::checkOneChip(schedule), ScheduleRule::possession));
}

void TstValidate::reductionTooLargeToReplayIsNotCalledGood()
{
    auto request = requestOf(CollectiveKind::reduceScatter, CollectiveAlgorithm::rotated, torus(64, 64));
    request.even = true;
    const auto plan = core::planCollective(request);
    QVERIFY(!tests::checkEveryChip(plan->schedule));
    QVERIFY(tests::checkOneChip(plan->schedule).empty());
}

ROOFLIGHT_TEST(TstValidate)
#include "tst_validate.moc"
