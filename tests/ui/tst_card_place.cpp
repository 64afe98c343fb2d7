// SPDX-License-Identifier: GPL-3.0-or-later
// Checks where cards lie over the torus, that they fit into the least one, and what they say without holdings.
#include "recording_stage.h"
#include "support/suite.h"
#include "ui/playback/chip_facts.h"
#include "ui/playback/player.h"
#include "ui/torus/chip_cards.h"
#include "ui/torus/link_mark.h"
#include "ui/torus/torus_view.h"

#include <QLocale>
#include <QTest>

#include <algorithm>

class TstCardPlace : public QObject
{
    Q_OBJECT
private slots:
    void aCardLiesInTheEmptiestCorner_data();
    void aCardLiesInTheEmptiestCorner();
    void aCardStaysWhereAllCornersAreAlike();
    void theChipThatItTellsOfIsNeverCovered();
    void itFitsIntoALowPicture();
    void aReadOutLeavesItsLinkInSight();
    void theReadOutOfALinkCoversLeast();
    void itSaysWhyHoldingsAreMissing();
};

namespace
{

constexpr QRect cardRoom(10, 30, 400, 300);
constexpr QSize card(100, 80);

} // namespace

void TstCardPlace::aCardLiesInTheEmptiestCorner_data()
{
    QTest::addColumn<QList<QRectF>>("taken");
    QTest::addColumn<QPoint>("corner");
    const QRectF topLeft(10, 30, 20, 20);
    const QRectF topRight(390, 30, 20, 20);
    const QRectF bottomLeft(10, 310, 20, 20);
    const QRectF bottomRight(390, 310, 20, 20);
    QTest::newRow("nothing is in the way") << QList<QRectF>{} << QPoint(310, 30);
    QTest::newRow("one corner is left") << QList<QRectF>{topRight, topLeft, bottomRight} << QPoint(10, 250);
    QTest::newRow("all but the upper left") << QList<QRectF>{topRight, bottomLeft, bottomRight} << QPoint(10, 30);
    QTest::newRow("less lies in the lower right")
        << QList<QRectF>{topLeft, topRight, bottomLeft, QRectF(400, 320, 10, 10)} << QPoint(310, 250);
}

void TstCardPlace::aCardLiesInTheEmptiestCorner()
{
    QFETCH(QList<QRectF>, taken);
    std::vector<ui::ToBeSeen> seen;
    for (const QRectF& box : taken) {
        seen.push_back({box});
    }
    QTEST(ui::freeCorner(card, cardRoom, seen, {}), "corner");
}

void TstCardPlace::aCardStaysWhereAllCornersAreAlike()
{
    for (const QPoint& corner : {QPoint(310, 30), QPoint(10, 30), QPoint(310, 250), QPoint(10, 250)}) {
        QCOMPARE(ui::freeCorner(card, cardRoom, {}, corner), corner);
    }
}

/// Wherever one side has room for it.
void TstCardPlace::theChipThatItTellsOfIsNeverCovered()
{
    auto recording = tests::recordingOf({{"coll.torus", "4x4"}, {"coll.wrap", "ring"}});
    const QSize size(700, 430);
    const ui::TorusLook look{.layout = ui::TorusLayout::unrolled};
    const auto scene = ui::layoutTorus(recording, look, size);
    QCOMPARE(scene.nodes.size(), std::size_t(16));
    for (const auto& node : scene.nodes) {
        const QRect inside = QRect(QPoint(), size).adjusted(10, 34, -10, -10);
        const QPoint at = ui::freeCorner({268, 200}, inside, ui::toBeSeen(scene, {node.chip}), {});
        QVERIFY(!QRectF(at, QSizeF(268, 200)).contains(node.at));
        QVERIFY(inside.contains(QRect(at, QSize(268, 200))));
    }
}

/// An all-to-all of 16 draws a square of 256 blocks; four messages go each way.
void TstCardPlace::itFitsIntoALowPicture()
{
    ui::Player player;
    ui::TorusView view(player);
    view.resize(486, 357);
    auto recording = tests::recordingOf({{"coll.torus", "4x4"}, {"coll.wrap", "ring"}, {"coll.kind", "all-to-all"}});
    player.load(recording.collective().stepEnds);
    view.setRecording(&recording);
    view.grab();
    view.pointNext(false);
    player.seek(1);
    view.present();
    const auto* cards = view.findChild<ui::ChipCards*>();
    QVERIFY(cards->isVisibleTo(&view));
    QVERIFY(view.rect().contains(cards->geometry()));
    QVERIFY(cards->height() > 150);
}

/// In the least window: neither the middle of the link nor the chip that sends over it.
void TstCardPlace::aReadOutLeavesItsLinkInSight()
{
    auto recording = tests::recordingOf({{"coll.torus", "4x4"}, {"coll.wrap", "ring"}});
    const ui::TorusLook look{.layout = ui::TorusLayout::unrolled};
    const QSizeF size(486, 357);
    const auto scene = ui::layoutTorus(recording, look, size);
    int covered = 0;
    for (const auto& node : scene.nodes) {
        for (int port = 0; port < 4; ++port) {
            const auto mark = ui::layoutMark({{{node.chip, port}}, {}}, scene, recording);
            QVERIFY(QRectF(QPointF(), size).contains(mark.card));
            QVERIFY(!mark.card.contains(node.at));
            for (const auto& other : scene.nodes) {
                covered += mark.card.contains(other.at) ? 1 : 0;
            }
        }
    }
    QVERIFY2(covered < 64, qPrintable(QString::number(covered))); // rows of chips are farther apart than it is high
}

/// Of a cube, whose chips leave no room between them: no corner would do better, nor is it half as wide as the picture.
void TstCardPlace::theReadOutOfALinkCoversLeast()
{
    auto recording = tests::recordingOf({{"coll.torus", "4x4x4"}, {"coll.wrap", "ring"}});
    recording.moveTo(1);
    const QSizeF size(660, 420);
    const auto scene = ui::layoutTorus(recording, {.layout = ui::TorusLayout::solid}, size);
    const auto covered = [&](const QRectF& card) {
        return std::ranges::count_if(scene.nodes, [&](const auto& node) { return card.contains(node.at); });
    };
    for (int wire = 0; wire < static_cast<int>(scene.wires.size()); ++wire) {
        const QPointF at = scene.wires[ui::nth(wire)].at(0.5);
        const QRectF card = ui::layoutPointed(wire, at, scene, recording, {}).card;
        QVERIFY2(card.width() < size.width() / 2, qPrintable(QString::number(card.width())));
        QVERIFY(covered(card) <= covered({QPointF(size.width() - card.width(), 0), card.size()}) + 1); // and a rim
    }
}

/// Sums on 512 chips of uneven shards: nothing short of all chips tells them.
void TstCardPlace::itSaysWhyHoldingsAreMissing()
{
    const auto recording = tests::recordingOf({{"coll.torus", "8x8x8"}, {"coll.kind", "all-reduce"}});
    const auto facts = ui::chipFacts(recording, 210);
    QVERIFY(facts.held.number.isEmpty() && facts.cells.empty());
    const auto chunks = static_cast<qlonglong>(recording.schedule().chunks.count());
    QCOMPARE(facts.whyNot, QStringLiteral("Holdings are not replayed: %1 chunks on 512 chips are too many.")
                               .arg(QLocale(QLocale::English).toString(chunks)));
    const auto few = tests::recordingOf({{"coll.torus", "4x4"}, {"coll.kind", "all-reduce"}});
    QVERIFY(ui::chipFacts(few, 3).whyNot.isEmpty());
    QCOMPARE(ui::chipFacts(few, 3).title, QStringLiteral("Chip (3,0), rank 3"));
    const auto node = tests::recordingOf({{"coll.torus", "switch8"}});
    QCOMPARE(ui::chipFacts(node, 3).title, QStringLiteral("GPU 3, rank 3")); // no chip of a GPU
}

ROOFLIGHT_TEST(TstCardPlace)
#include "tst_card_place.moc"
