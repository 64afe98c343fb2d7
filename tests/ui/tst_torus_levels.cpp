// SPDX-License-Identifier: GPL-3.0-or-later
// Checks the torus as data: loads at every level of detail, labels of the busiest links, shards followed on many chips.
#include "core/collectives/networks/blocks.h"
#include "core/quantity/format.h"
#include "recording_stage.h"
#include "support/suite.h"
#include "ui/playback/recording.h"
#include "ui/torus/torus_marks.h"
#include "ui/torus/torus_scene.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <set>

namespace
{

using tests::torusOf;
using ui::TorusDetail;

double sumOf(const std::vector<double>& bytes) { return std::accumulate(bytes.begin(), bytes.end(), 0.0); }

} // namespace

class TstTorusLevels : public QObject
{
    Q_OBJECT
private slots:
    void linksOfAllLevelsAddUp_data();
    void linksOfAllLevelsAddUp();
    void theBusiestLinksAreLabelled_data();
    void theBusiestLinksAreLabelled();
    void copiesOnManyChipsAreThoseOfTheReplay();
    void chipsOfASmallRingAreNoDots_data();
    void chipsOfASmallRingAreNoDots();
};

void TstTorusLevels::linksOfAllLevelsAddUp_data()
{
    QTest::addColumn<QString>("torus");
    QTest::addColumn<QString>("wrap");
    QTest::newRow("a pod") << "16x20x28"
                           << "ring";
    QTest::newRow("sides that blocks do not divide") << "9x10x8"
                                                     << "ring";
    QTest::newRow("a mesh") << "8x9x10"
                            << "line";
}

/// Links lie within a block or between two, and a block opened shows both: within it, and out of it.
void TstTorusLevels::linksOfAllLevelsAddUp()
{
    QFETCH(QString, torus);
    QFETCH(QString, wrap);
    auto recording = tests::recordingOf(torusOf(torus, wrap));
    recording.moveTo(3);
    const double all = sumOf(recording.linkBytes());
    QVERIFY(all > 0);
    const auto& whole = recording.whole();
    ui::TorusGrid chips = ui::gridOf(whole, TorusDetail::chips, 0);
    load(chips, recording);
    double sum = 0;
    for (const ui::TorusWire& wire : chips.wires) {
        sum += wire.sum;
    }
    QCOMPARE(sum, all);
    double opened = 0;
    double leaving = 0;
    int links = 0;
    for (int block = 0; block < core::blocksOf(whole).chips(); ++block) {
        ui::TorusGrid grid = ui::gridOf(whole, TorusDetail::blocks, 0, block);
        load(grid, recording);
        for (const ui::TorusWire& wire : grid.wires) {
            QCOMPARE(wire.links, 1);
            opened += wire.sum;
            leaving += wire.to < 0 ? wire.sum : 0;
            ++links;
        }
    }
    QCOMPARE(links, whole.links());
    QVERIFY(std::abs(opened - all) <= 1e-12 * all);
    ui::TorusGrid blocks = ui::gridOf(whole, TorusDetail::blocks, 0);
    load(blocks, recording);
    double between = 0;
    for (const ui::TorusWire& wire : blocks.wires) {
        between += wire.sum;
        QVERIFY(wire.max >= wire.mean() * (1 - 1e-12));
    }
    QVERIFY(std::abs(between - leaving) <= 1e-12 * all);
}

void TstTorusLevels::theBusiestLinksAreLabelled_data()
{
    QTest::addColumn<QString>("torus");
    QTest::addColumn<QString>("wrap");
    for (const char* torus : {"8", "4x4", "4x4x4", "8x8x8", "switch8", "switch72"}) {
        for (const char* wrap : {"ring", "line"}) {
            QTest::addRow("%s, axes as %s", torus, wrap) << QString::fromLatin1(torus) << QString::fromLatin1(wrap);
        }
    }
    QTest::newRow("a pod in blocks") << "16x20x28"
                                     << "ring";
}

void TstTorusLevels::theBusiestLinksAreLabelled()
{
    QFETCH(QString, torus);
    QFETCH(QString, wrap);
    auto recording = tests::recordingOf(torusOf(torus, wrap));
    recording.moveTo(wrap == QStringLiteral("line") ? recording.steps()
                                                    : 1); // in the end those in the middle carry most
    const auto& whole = recording.whole();
    ui::TorusLook look{.detail = ui::usualDetail(whole)};
    look.layout = whole.activeAxes().size() == 3 ? ui::TorusLayout::solid : ui::TorusLayout::unrolled;
    const double max = *std::ranges::max_element(recording.linkBytes());
    for (const QSizeF size : {QSizeF(300, 240), QSizeF(560, 460), QSizeF(960, 900)}) {
        const auto scene = ui::layoutTorus(recording, look, size);
        const bool free = !scene.deep && whole.wiring == core::Wiring::torus; // between the lines
        QVERIFY(scene.texts.size() == 3 || (scene.texts.size() < 3 && (size.width() < 400 || !free)));
        const auto first = QString::fromStdString(core::format(max, core::dim::byte));
        QVERIFY2(scene.texts.empty() || scene.texts[0].text.contains(first), qPrintable(first));
        for (std::size_t i = 0; i < scene.texts.size(); ++i) {
            // Clear of the caption above and of the scale below.
            const qreal foot = scene.scale.isEmpty() ? 0 : size.height() - ui::scaleTop(scene);
            QVERIFY(QRectF(QPointF(), size).adjusted(10, 34, -10, -foot).contains(scene.texts[i].at));
            for (std::size_t k = 0; k < i; ++k) {
                const QPointF apart = scene.texts[i].at - scene.texts[k].at;
                QVERIFY(std::abs(apart.x()) > 30 || std::abs(apart.y()) > 14);
            }
        }
        QVERIFY(scene.scaleMax.startsWith(QStringLiteral("100 % = ")));
    }
}

/// 4·8·8 chips are followed from one chip's view; the replay on all of them must say the same.
void TstTorusLevels::copiesOnManyChipsAreThoseOfTheReplay()
{
    auto edits = torusOf(QStringLiteral("4x8x8"));
    edits.emplace_back("coll.bytes", "1572864"); // six parts of 1,024 bytes for every chip
    auto recording = tests::recordingOf(edits);
    QVERIFY(recording.schedule().symmetric);
    QVERIFY(core::Holdings::areFew(recording.schedule()));
    core::Holdings all(recording.schedule());
    recording.follow(77);
    std::set<std::array<int, 3>> hops; // step, chip, port
    for (int step = 0; step <= recording.steps(); ++step) {
        recording.moveTo(step);
        all.moveTo(step);
        for (int chip = 0; chip < recording.whole().chips(); ++chip) {
            bool holds = false;
            for (core::ChunkNumber chunk = 0; chunk < recording.schedule().chunks.count(); ++chunk) {
                holds = holds || (recording.schedule().chunks.name(chunk).owner == 77 && all.holds(chip, chunk));
            }
            QCOMPARE(recording.holdsFollowed(chip), holds);
        }
        const int chip = 100;
        std::vector<float> shares(256, 0);
        for (core::ChunkNumber chunk = 0; chunk < recording.schedule().chunks.count(); ++chunk) {
            const int owner = recording.schedule().chunks.name(chunk).owner;
            shares[static_cast<std::size_t>(owner)] += all.holds(chip, chunk) ? 1.F / 6 : 0;
        }
        const auto shown = recording.shardShares(chip);
        QCOMPARE(shown.size(), shares.size());
        QVERIFY(std::ranges::equal(shown, shares, [](float a, float b) { return std::abs(a - b) < 1e-5F; }));
        for (const ui::RecordedMessage& message : recording.messages()) {
            if (message.followed) {
                QVERIFY(recording.holdsFollowed(message.from));
                hops.insert({step, message.from, message.port});
            }
        }
    }
    std::set<std::array<int, 3>> trail;
    for (const ui::ShardHop& hop : recording.trail()) {
        trail.insert({hop.step, hop.from, hop.port});
    }
    QVERIFY(trail == hops);
}

void TstTorusLevels::chipsOfASmallRingAreNoDots_data()
{
    QTest::addColumn<QString>("torus");
    QTest::addColumn<QSizeF>("size");
    for (const char* torus : {"4", "8", "16"})
        for (const QSizeF size : {QSizeF(1100, 280), QSizeF(700, 240)}) // above a timeline, on two screens
            QTest::addRow("%s in %g", torus, size.width()) << QString::fromLatin1(torus) << size;
}

/// At least 14 pixels wide, and apart from their neighbours.
void TstTorusLevels::chipsOfASmallRingAreNoDots()
{
    QFETCH(QString, torus);
    QFETCH(QSizeF, size);
    const auto recording = tests::recordingOf(torusOf(torus));
    const auto scene = ui::layoutTorus(recording, {.layout = ui::TorusLayout::solid}, size);
    QVERIFY(2 * scene.chip >= 14);
    QVERIFY(2 * scene.chip <= 0.75 * scene.unit);
}

ROOFLIGHT_TEST(TstTorusLevels)
#include "tst_torus_levels.moc"
