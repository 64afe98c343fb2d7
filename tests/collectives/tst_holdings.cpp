// SPDX-License-Identifier: GPL-3.0-or-later
// Checks that replayed chips end with what the collective promises, and that links carry what the clocks count.
#include "core/collectives/analysis.h"
#include "core/collectives/clocks/link_bytes.h"
#include "core/collectives/schedules/holdings.h"
#include "core/collectives/schedules/own_holdings.h"
#include "core/io/preset_catalogue.h"
#include "core/scenario/fields.h"
#include "support/near.h"
#include "support/suite.h"

#include <array>

namespace
{

core::Scenario scenarioOf(const QString& kind, const QString& torus, const QString& wrap,
                          const QString& axes = QStringLiteral("all"))
{
    auto scenario = core::defaultScenario(core::shippedCatalogue());
    for (const auto& [field, value] :
         {std::pair{"coll.kind", kind}, {"coll.torus", torus}, {"coll.wrap", wrap}, {"coll.axes", axes}})
        if (const auto done = core::setFieldFromText(scenario, field, value.toStdString()); !done)
            qFatal("%s", done.error().c_str());
    return scenario;
}

core::WholeCollective wholeOf(const core::Scenario& scenario)
{
    auto whole = core::wholeCollective(scenario);
    if (!whole)
        qFatal("%s", whole.error().c_str());
    return *whole;
}

} // namespace

class TstHoldings : public QObject
{
    Q_OBJECT
private slots:
    void chipsEndWithWhatWasPromised_data();
    void chipsEndWithWhatWasPromised();
    void linksCarryWhatTheClocksCount_data() { chipsEndWithWhatWasPromised_data(); }
    void linksCarryWhatTheClocksCount();
    void linksBringWhatChipsHold_data();
    void linksBringWhatChipsHold();
    void aStepIsTheSameHoweverItIsReached();
    void oneChipsViewIsEveryChips_data() { chipsEndWithWhatWasPromised_data(); }
    void oneChipsViewIsEveryChips();
    void oneChipsViewSufficesForAPod();
    void rowsOfAPartRunBesideEachOther();
    void overlappingStepsEndWithTheirLastMessage();
    void stepsEndWhenTheCollectiveEnds_data();
    void stepsEndWhenTheCollectiveEnds();
};

void TstHoldings::chipsEndWithWhatWasPromised_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("torus");
    QTest::addColumn<QString>("wrap");
    for (const char* kind : {"all-gather", "reduce-scatter", "all-reduce", "all-to-all", "permute"})
        for (const char* torus : {"2", "4", "5", "4x4", "3x4", "2x3x4", "switch8"})
            for (const char* wrap : {"ring", "line"})
                QTest::addRow("%s on %s, axes as %s", kind, torus, wrap)
                    << QString::fromLatin1(kind) << QString::fromLatin1(torus) << QString::fromLatin1(wrap);
    for (const char* kind : {"reduce-scatter", "all-reduce"}) // more terms than a word has bits
        QTest::addRow("%s on 9x8", kind) << QString::fromLatin1(kind) << QStringLiteral("9x8")
                                         << QStringLiteral("ring");
}

void TstHoldings::chipsEndWithWhatWasPromised()
{
    QFETCH(QString, kind);
    QFETCH(QString, torus);
    QFETCH(QString, wrap);
    const auto whole = wholeOf(scenarioOf(kind, torus, wrap));
    const auto& schedule = whole.analysis.schedule;
    core::Holdings holdings(schedule);
    holdings.moveTo(schedule.steps);
    const int chips = schedule.topology.chips();
    for (core::ChunkNumber chunk = 0; chunk < schedule.chunks.count(); ++chunk) {
        for (int chip = 0; chip < chips; ++chip) {
            const bool owns = schedule.goal == core::Goal::deliver
                                  ? schedule.deliveries[static_cast<std::size_t>(chunk)].to == chip
                                  : schedule.chunks.name(chunk).owner == chip;
            const bool everywhere = schedule.goal == core::Goal::gather || schedule.goal == core::Goal::allReduce;
            const int sum = holdings.sums() ? chips : 1;
            QCOMPARE(holdings.terms(chip, chunk), owns || everywhere ? sum : 0);
        }
    }
}

void TstHoldings::linksCarryWhatTheClocksCount()
{
    QFETCH(QString, kind);
    QFETCH(QString, torus);
    QFETCH(QString, wrap);
    const auto whole = wholeOf(scenarioOf(kind, torus, wrap));
    const auto& schedule = whole.analysis.schedule;
    core::LinkBytes bytes(schedule);
    bytes.moveTo(schedule.steps);
    double total = 0;
    for (int chip = 0; chip < schedule.topology.chips(); ++chip)
        for (int port = 0; port < schedule.topology.ports(); ++port)
            total += schedule.topology.neighbour(chip, port) < 0 ? 0 : bytes.at(chip, port);
    QCOMPARE(total, whole.analysis.timing.totalBytes.si());
    if (schedule.topology.wiring == core::Wiring::torus)
        QCOMPARE(bytes.busiest(), whole.analysis.timing.busiestLinkBytes.si());
}

void TstHoldings::linksBringWhatChipsHold_data()
{
    QTest::addColumn<QString>("torus");
    QTest::addColumn<QString>("wrap");
    QTest::addColumn<double>("bytes");
    for (const char* torus : {"5", "4x4", "3x4", "2x3x4", "switch8"})
        for (const char* wrap : {"ring", "line"})
            for (const double bytes : {2 * 96e3, 2 * 101e3}) // some chunks of the latter are larger
                QTest::addRow("%s, axes as %s, %g bytes", torus, wrap, bytes)
                    << QString::fromLatin1(torus) << QString::fromLatin1(wrap) << bytes;
}

/// Of a gather, beside the shard that a chip has from the beginning, at every step.
void TstHoldings::linksBringWhatChipsHold()
{
    QFETCH(QString, torus);
    QFETCH(QString, wrap);
    QFETCH(double, bytes);
    auto scenario = scenarioOf(QStringLiteral("all-gather"), torus, wrap);
    scenario.coll.bytes = core::Bytes(bytes);
    const auto schedule = wholeOf(scenario).analysis.schedule;
    const auto chips = static_cast<core::ChunkNumber>(schedule.topology.chips());
    core::Holdings holdings(schedule);
    core::LinkBytes carried(schedule);
    for (const int step : {schedule.steps, 0, 1, schedule.steps - 1}) {
        holdings.moveTo(step);
        carried.moveTo(step);
        const auto received = carried.received();
        for (int chip = 0; chip < static_cast<int>(chips); ++chip)
            QCOMPARE(received[static_cast<std::size_t>(chip)] + schedule.chunks.count() / chips,
                     core::ChunkNumber(holdings.held(chip)));
    }
}

void TstHoldings::aStepIsTheSameHoweverItIsReached()
{
    const auto schedule =
        wholeOf(scenarioOf(QStringLiteral("all-reduce"), QStringLiteral("4x4"), QStringLiteral("ring")))
            .analysis.schedule;
    core::Holdings there(schedule);
    there.moveTo(3);
    core::Holdings back(schedule);
    back.moveTo(schedule.steps);
    back.moveTo(3);
    core::LinkBytes carried(schedule);
    carried.moveTo(3);
    core::LinkBytes carriedBack(schedule);
    carriedBack.moveTo(schedule.steps);
    carriedBack.moveTo(3);
    for (int chip = 0; chip < 16; ++chip) {
        for (core::ChunkNumber chunk = 0; chunk < schedule.chunks.count(); ++chunk)
            QCOMPARE(back.terms(chip, chunk), there.terms(chip, chunk));
        for (int port = 0; port < 4; ++port)
            QCOMPARE(carriedBack.at(chip, port), carried.at(chip, port));
    }
}

/// A gather along Y of 4x8: chip (3,5) does what chip 5 of a ring of 8 does, and sends on ports of Y.
void TstHoldings::oneChipsViewIsEveryChips()
{
    QFETCH(QString, kind);
    QFETCH(QString, torus);
    QFETCH(QString, wrap);
    const auto schedule = wholeOf(scenarioOf(kind, torus, wrap)).analysis.schedule;
    if (!core::OwnHoldings::suffice(schedule))
        return;
    core::Holdings all(schedule);
    core::OwnHoldings own(schedule);
    for (const int step : {0, 1, schedule.steps, schedule.steps / 2}) {
        all.moveTo(step);
        own.moveTo(step);
        for (int chip = 0; chip < schedule.topology.chips(); ++chip)
            for (core::ChunkNumber chunk = 0; chunk < schedule.chunks.count(); ++chunk)
                QCOMPARE(own.terms(chip, chunk), all.terms(chip, chunk));
        QCOMPARE(own.held(), core::ChunkNumber(all.held(0)));
    }
}

/// After a gather every chip of 16·20·28 has everything, which the replay on all chips has no memory for.
void TstHoldings::oneChipsViewSufficesForAPod()
{
    const auto schedule =
        wholeOf(scenarioOf(QStringLiteral("all-gather"), QStringLiteral("16x20x28"), QStringLiteral("ring")))
            .analysis.schedule;
    QVERIFY(!core::Holdings::areFew(schedule));
    QVERIFY(core::OwnHoldings::suffice(schedule));
    core::OwnHoldings own(schedule);
    QCOMPARE(own.held() * 8960, schedule.chunks.count());
    own.moveTo(schedule.steps);
    QCOMPARE(own.held(), schedule.chunks.count());
}

void TstHoldings::rowsOfAPartRunBesideEachOther()
{
    const auto whole = wholeOf(
        scenarioOf(QStringLiteral("all-gather"), QStringLiteral("4x8"), QStringLiteral("ring"), QStringLiteral("Y")));
    QCOMPARE(whole.whole.chips(), 32);
    QCOMPARE(whole.analysis.schedule.topology.chips(), 8);
    const int chip = whole.whole.chip({3, 5, 0});
    QCOMPARE(whole.chipOfPart(chip), 5);
    QCOMPARE(whole.chipOfWhole(6, chip), whole.whole.chip({3, 6, 0}));
    QCOMPARE(whole.portOfWhole(1), 3);
}

/// 2x8, rotated, half a shard in 1 µs, a hop of 1 µs. Along Y halves arrive after 2, 4, 6 and, the half of a half, 7.5.
/// Eight of them along X take from 7.5 to 16.5; beside them pairs along Y are there at 9.5, 12.5, 15.5 and 17.5.
void TstHoldings::overlappingStepsEndWithTheirLastMessage()
{
    auto scenario = scenarioOf(QStringLiteral("all-gather"), QStringLiteral("2x8"), QStringLiteral("ring"));
    scenario.hw.linkRate = core::ByteRate(1e9);
    scenario.hw.hop = core::Seconds(1e-6);
    scenario.coll.bytes = core::Bytes(32000);
    scenario.coll.algorithm = core::CollectiveAlgorithm::rotated;
    const auto ends = wholeOf(scenario).stepEnds;
    const std::array microseconds{2., 4., 6., 7.5, 16.5, 16.5, 16.5, 17.5};
    QCOMPARE(ends.size(), microseconds.size());
    for (std::size_t step = 0; step < ends.size(); ++step)
        COMPARE_NEAR(ends[step], 1e-6 * microseconds[step], 1e-9);
}

void TstHoldings::stepsEndWhenTheCollectiveEnds_data()
{
    QTest::addColumn<QString>("torus");
    QTest::addColumn<QString>("clock");
    for (const char* torus : {"3x8", "16x20x28"})
        for (const char* clock : {"async", "lockstep", "book"})
            QTest::addRow("%s by the %s clock", torus, clock)
                << QString::fromLatin1(torus) << QString::fromLatin1(clock);
}

void TstHoldings::stepsEndWhenTheCollectiveEnds()
{
    QFETCH(QString, torus);
    QFETCH(QString, clock);
    auto scenario = scenarioOf(QStringLiteral("all-gather"), torus, QStringLiteral("ring"));
    QVERIFY(core::setFieldFromText(scenario, "coll.clock", clock.toStdString()));
    const auto whole = wholeOf(scenario);
    QCOMPARE(whole.stepEnds.size(), static_cast<std::size_t>(whole.analysis.schedule.steps));
    QVERIFY(std::is_sorted(whole.stepEnds.begin(), whole.stepEnds.end()));
    QCOMPARE(whole.stepEnds.back(), whole.analysis.timing.by(scenario.coll.clock).si());
}

ROOFLIGHT_TEST(TstHoldings)
#include "tst_holdings.moc"
