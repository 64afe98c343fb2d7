// SPDX-License-Identifier: GPL-3.0-or-later
// Frames of a collective: what moves when, by each clock, on all chips or some.
#include "collectives/networks.h"
#include "support/frame.h"
#include "support/near.h"
#include "support/suite.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

using core::CollectiveClock;

class TstFrame : public QObject
{
    Q_OBJECT

private slots:
    void ringOfFourMovesHalfWay();
    void stepsEndWithTheirLastMessage_data();
    void stepsEndWithTheirLastMessage();
    void nothingMovesBeforeAndAfter();
    void barrierKeepsStepsApart();
    void everyMessageIsSeenOnce_data();
    void everyMessageIsSeenOnce();
    void oneChipStandsForAll();
    void someChipsAreThoseOfTheWhole();
};

namespace
{

core::CollectiveRequest requestOn(const char* network, core::CollectiveAlgorithm algorithm)
{
    core::CollectiveRequest request;
    request.topology = tests::network(QString::fromUtf8(network));
    request.algorithm = algorithm;
    request.elements = 1LL * request.topology.chips() * 6000;
    request.rates = {core::Quantity<core::dim::bytePerSecond>(1e9), core::Quantity<core::dim::second>(1e-6)};
    return request;
}

tests::Timeline timelineOf(const core::CollectiveRequest& request, CollectiveClock clock, bool symmetric = true)
{
    auto schedule = core::planCollective(request)->schedule;
    schedule.symmetric = schedule.symmetric && symmetric;
    return {schedule, request.rates, clock};
}

bool sameMessage(const tests::Moving& a, const tests::Moving& b)
{
    return a.from == b.from && a.to == b.to && a.port == b.port && a.step == b.step && a.op == b.op &&
           std::abs(a.progress - b.progress) < 1e-9 && a.bytes == b.bytes;
}

} // namespace

void TstFrame::ringOfFourMovesHalfWay()
{
    // A shard of 12 kB at 1 GB/s takes 12 µs and a hop of 1 µs; at 6.5 µs each of 8 links is half way through step 0.
    const auto timeline = timelineOf(requestOn("4 w", core::CollectiveAlgorithm::ring), CollectiveClock::async);
    const auto frame = tests::frameAt(timeline, core::Quantity<core::dim::second>(6.5e-6));
    QCOMPARE(frame.moving.size(), std::size_t(8));
    for (const auto& message : frame.moving) {
        COMPARE_NEAR(message.progress, 0.5, 1e-9);
        QCOMPARE(message.step, 0);
        QCOMPARE(message.bytes, 12000.0);
    }
    COMPARE_NEAR(frame.end, 20e-6, 1e-9); // two hops, 18 kB
}

void TstFrame::stepsEndWithTheirLastMessage_data()
{
    QTest::addColumn<QString>("network");
    for (const char* network : {"5 w", "4x8 ww", "3x5 --", "4x4x4 www"})
        QTest::newRow(network) << QString::fromUtf8(network);
}

void TstFrame::stepsEndWithTheirLastMessage()
{
    QFETCH(QString, network);
    const auto request = requestOn(network.toUtf8().constData(), core::CollectiveAlgorithm::rotated);
    const auto schedule = core::planCollective(request)->schedule;
    std::vector<double> starts(static_cast<std::size_t>(schedule.steps), 1);
    std::vector<double> ends(static_cast<std::size_t>(schedule.steps), 0);
    core::timeEveryChip(schedule, request.rates, [&](const core::Transfer&, const core::Flight& flight) {
        const auto step = static_cast<std::size_t>(flight.step);
        starts[step] = std::min(starts[step], flight.start);
        ends[step] = std::max(ends[step], flight.arrival);
    });
    const auto timeline = timelineOf(request, CollectiveClock::async);
    QCOMPARE(timeline.stepEnds().size(), ends.size());
    for (std::size_t step = 0; step < ends.size(); ++step) {
        QVERIFY(std::abs(timeline.stepStarts()[step] - starts[step]) < 1e-15);
        QVERIFY(std::abs(timeline.stepEnds()[step] - ends[step]) < 1e-15);
    }
    COMPARE_NEAR(*std::max_element(ends.begin(), ends.end()), timeline.end(), 1e-12);
}

void TstFrame::nothingMovesBeforeAndAfter()
{
    const auto timeline = timelineOf(requestOn("4x4 ww", core::CollectiveAlgorithm::rotated), CollectiveClock::async);
    QVERIFY(timeline.at(-1e-9).moving.empty());
    QVERIFY(timeline.at(timeline.end()).moving.empty());
    QVERIFY(!timeline.at(timeline.end() * 0.999).moving.empty());
    QCOMPARE(timeline.at(-1e-9).firstStep, -1);
}

void TstFrame::barrierKeepsStepsApart()
{
    const auto timeline =
        timelineOf(requestOn("4x8 ww", core::CollectiveAlgorithm::rotated), CollectiveClock::lockstep);
    for (int i = 0; i < 100; ++i) {
        const auto frame = timeline.at(timeline.end() * i / 100);
        QCOMPARE(frame.firstStep, frame.lastStep);
    }
    QVERIFY(std::is_sorted(timeline.stepStarts().begin(), timeline.stepStarts().end()));
}

void TstFrame::everyMessageIsSeenOnce_data()
{
    QTest::addColumn<int>("clock");
    QTest::newRow("without barriers") << int(CollectiveClock::async);
    QTest::newRow("lockstep") << int(CollectiveClock::lockstep);
    QTest::newRow("by the book") << int(CollectiveClock::book);
}

void TstFrame::everyMessageIsSeenOnce()
{
    QFETCH(int, clock);
    const auto request = requestOn("3x4 -w", core::CollectiveAlgorithm::rotated);
    const auto timeline = timelineOf(request, CollectiveClock(clock));
    std::set<std::tuple<int, int, int>> seen;
    for (int i = 0; i < 5000; ++i)
        for (const auto& message : timeline.at(timeline.end() * i / 5000).moving) {
            seen.insert({message.step, message.from, message.port});
            QVERIFY(message.progress >= 0 && message.progress < 1);
        }
    QCOMPARE(std::int64_t(seen.size()),
             core::timeEveryChip(core::planCollective(request)->schedule, request.rates).messages);
}

void TstFrame::oneChipStandsForAll()
{
    for (const auto clock : {CollectiveClock::async, CollectiveClock::lockstep}) {
        const auto request = requestOn("4x5 ww", core::CollectiveAlgorithm::rotated);
        const auto one = timelineOf(request, clock);
        const auto all = timelineOf(request, clock, false);
        COMPARE_NEAR(one.end(), all.end(), 1e-12);
        for (int i = 0; i < 50; ++i) {
            const auto a = one.at(one.end() * (i + 0.37) / 50);
            const auto b = all.at(one.end() * (i + 0.37) / 50);
            QVERIFY(std::equal(a.moving.begin(), a.moving.end(), b.moving.begin(), b.moving.end(), sameMessage));
        }
    }
}

void TstFrame::someChipsAreThoseOfTheWhole()
{
    const auto timeline = timelineOf(requestOn("3x4 --", core::CollectiveAlgorithm::rotated), CollectiveClock::async);
    const std::vector<int> chips{2, 7};
    const auto part = timeline.at(timeline.end() / 3, chips);
    auto whole = timeline.at(timeline.end() / 3);
    std::erase_if(whole.moving, [](const tests::Moving& m) { return m.from != 2 && m.from != 7; });
    QVERIFY(std::equal(part.moving.begin(), part.moving.end(), whole.moving.begin(), whole.moving.end(), sameMessage));
}

ROOFLIGHT_TEST(TstFrame)
#include "tst_frame.moc"
