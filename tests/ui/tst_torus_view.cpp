// SPDX-License-Identifier: GPL-3.0-or-later
// Checks the torus on screen: same picture by every way, no cost at rest, blocks that open, cards, what is read aloud.
#include "core/collectives/networks/blocks.h"
#include "recording_stage.h"
#include "support/suite.h"
#include "ui/playback/player.h"
#include "ui/playback/recording.h"
#include "ui/torus/chip_cards.h"
#include "ui/torus/torus_view.h"

#include <QAccessible>
#include <QEnterEvent>
#include <QImage>
#include <QLabel>
#include <QMouseEvent>
#include <QPushButton>
#include <QSignalSpy>

#include <algorithm>
#include <cmath>

namespace
{

using ui::TorusDetail;

/// A torus on screen.
using tests::torusOf;

struct TorusStage : QObject {
    explicit TorusStage(const tests::Edits& edits, int step = 0) : recording(tests::recordingOf(edits)), view(player)
    {
        view.installEventFilter(this);
        connect(&player, &ui::Player::moved, &view, &ui::TorusView::present);
        player.load(recording.collective().stepEnds);
        player.seek(step);
        view.setRecording(&recording);
        view.resize(900, 800);
        view.QWidget::show();
        static_cast<void>(QTest::qWaitForWindowExposed(&view));
        settle();
    }

    bool eventFilter(QObject*, QEvent* event) override
    {
        paints += event->type() == QEvent::Paint ? 1 : 0;
        return false;
    }

    void settle() const
    {
        QTest::qWait(200); // the picture is refined
    }

    QImage picture()
    {
        if (QWidget* focus = view.focusWidget()) { // whose ring depends on which window was last
            focus->clearFocus();
        }
        settle();
        return view.grab().toImage();
    }

    QPoint nodeOf(int chip) const
    {
        const auto scene = ui::layoutTorus(recording, view.look(), view.size());
        const auto node = std::ranges::find(scene.nodes, chip, &ui::SceneNode::chip);
        return node->at.toPoint();
    }

    void pointAt(int chip)
    {
        const QPointF at = nodeOf(chip); // QTest::mouseMove moves the cursor only, which no offscreen window sees
        QMouseEvent event(QEvent::MouseMove, at, view.mapToGlobal(at), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&view, &event);
    }

    ui::ChipCards& cards() const { return *view.findChild<ui::ChipCards*>(); }

    ui::Recording recording;
    ui::Player player;
    ui::TorusView view;
    int paints = 0;
};

} // namespace

class TstTorusView : public QObject
{
    Q_OBJECT
private slots:
    void aStepLooksTheSameByEveryWay_data();
    void aStepLooksTheSameByEveryWay();
    void aDragTurnsAsKeysDoAndIsRefined();
    void threeAxesAreShownInSpace();
    void keysMoveTheSlice();
    void atRestItPaintsNothing();
    void hiddenItDoesNotPlay();
    void aBlockOpensAndCloses();
    void theLatestPinnedChipKeepsItsCard();
    void aCardStaysWhileItIsRead();
    void aCardLetsDragsThrough();
    void aShardOfTheCardIsFollowed();
    void itIsReadAloud();
};

void TstTorusView::aStepLooksTheSameByEveryWay_data()
{
    QTest::addColumn<QString>("torus");
    QTest::addColumn<QString>("wrap");
    QTest::addColumn<int>("detail");
    for (const char* torus : {"8", "4x4", "4x4x4"}) {
        for (const char* wrap : {"ring", "line"}) {
            QTest::addRow("%s, axes as %s", torus, wrap)
                << QString::fromLatin1(torus) << QString::fromLatin1(wrap) << int(TorusDetail::chips);
        }
    }
    QTest::newRow("eight behind a switch") << "switch8"
                                           << "ring" << int(TorusDetail::chips);
    QTest::newRow("a pod in blocks") << "16x20x28"
                                     << "ring" << int(TorusDetail::blocks);
    QTest::newRow("a pod, all chips") << "16x20x28"
                                      << "ring" << int(TorusDetail::chips);
}

void TstTorusView::aStepLooksTheSameByEveryWay()
{
    QFETCH(QString, torus);
    QFETCH(QString, wrap);
    QFETCH(int, detail);
    TorusStage stage(torusOf(torus, wrap));
    stage.view.setDetail(static_cast<TorusDetail>(detail));
    stage.settle(); // links of step 0 are painted and might be kept
    const int step = std::max(1, std::min(stage.recording.steps() / 2, 5));
    for (int i = 0; i < step; ++i) {
        stage.player.forward();
    }
    const QImage forward = stage.picture();
    TorusStage opened(torusOf(torus, wrap), step);
    opened.view.setDetail(static_cast<TorusDetail>(detail));
    QVERIFY(opened.picture() == forward);
    stage.player.last();
    stage.picture();
    for (int i = stage.recording.steps(); i > step; --i) {
        stage.player.back();
    }
    QVERIFY(stage.picture() == forward);
    stage.player.seek(0);
    stage.picture();
    for (const double position : {0.3, 1.0 * stage.recording.steps(), 0.7 * step, 1.0 * step}) {
        stage.player.seek(position);
        QCoreApplication::processEvents();
    }
    QVERIFY(stage.picture() == forward);
    stage.player.seek(0);
    stage.player.setPlaying(true);
    for (int turn = 0; turn < 12 * step + 12 && stage.player.step() < step; ++turn) {
        stage.player.advance(ui::Player::stepSeconds / 12); // time to make the next step ready
        QCoreApplication::processEvents();
    }
    QCOMPARE(stage.player.step(), step);
    stage.player.setPlaying(false);
    stage.player.seek(step);
    QVERIFY(stage.picture() == forward);
}

/// 75 pixels of 0.4 degrees are two presses of 15.
void TstTorusView::aDragTurnsAsKeysDoAndIsRefined()
{
    TorusStage dragged(torusOf(QStringLiteral("8x8x8")));
    const QPointF from(300, 300);
    QTest::mousePress(&dragged.view, Qt::LeftButton, {}, from.toPoint());
    for (const int way : {30, 60, 75}) {
        const QPointF to = from + QPointF(way, 0);
        QMouseEvent move(QEvent::MouseMove, to, dragged.view.mapToGlobal(to), Qt::NoButton, Qt::LeftButton, {});
        QCoreApplication::sendEvent(&dragged.view, &move);
        QCoreApplication::processEvents();
    }
    const QImage coarse = dragged.view.grab().toImage();
    QTest::mouseRelease(&dragged.view, Qt::LeftButton, {}, from.toPoint() + QPoint(75, 0));
    TorusStage pressed(torusOf(QStringLiteral("8x8x8")));
    QTest::keyClick(&pressed.view, Qt::Key_Right);
    QTest::keyClick(&pressed.view, Qt::Key_Right);
    QVERIFY(std::abs(dragged.view.look().camera.yaw - pressed.view.look().camera.yaw) < 1e-9);
    QVERIFY(dragged.view.look().pinned.empty()); // a drag is no click
    QVERIFY(dragged.picture() == pressed.picture());
    QVERIFY(coarse != dragged.picture());
}

void TstTorusView::threeAxesAreShownInSpace()
{
    ui::Player player;
    ui::TorusView view(player);
    ui::Recording cube = tests::recordingOf({{"coll.torus", "2x2x4"}});
    view.setRecording(&cube);
    QCOMPARE(view.look().layout, ui::TorusLayout::solid);
    view.setLayout(ui::TorusLayout::unrolled);
    ui::Recording square = tests::recordingOf({{"coll.torus", "4x4"}});
    view.setRecording(&square);
    QCOMPARE(view.look().layout, ui::TorusLayout::unrolled);
    view.setRecording(nullptr);
}

void TstTorusView::keysMoveTheSlice()
{
    TorusStage stage(torusOf(QStringLiteral("16x20x28")));
    stage.view.setDetail(TorusDetail::slice);
    QTest::keyClick(&stage.view, Qt::Key_PageUp);
    QCOMPARE(stage.view.look().slice, 1);
    QTest::keyClick(&stage.view, Qt::Key_PageDown);
    QTest::keyClick(&stage.view, Qt::Key_PageDown);
    QCOMPARE(stage.view.look().slice, 27); // round and round
}

void TstTorusView::atRestItPaintsNothing()
{
    TorusStage stage(torusOf(QStringLiteral("4x4")));
    stage.player.setPlaying(true);
    QTRY_VERIFY(stage.paints > 5);
    stage.player.setPlaying(false);
    stage.settle();
    stage.paints = 0;
    QTest::qWait(3000);
    QCOMPARE(stage.paints, 0);
}

void TstTorusView::hiddenItDoesNotPlay()
{
    TorusStage stage(torusOf(QStringLiteral("4x4")));
    QSignalSpy moved(&stage.player, &ui::Player::moved);
    stage.player.setPlaying(true);
    QVERIFY(moved.wait(1000));
    stage.view.hide();
    QVERIFY(stage.player.isPlaying());
    QVERIFY(!moved.wait(400));
    stage.view.QWidget::show();
    QVERIFY(moved.wait(1000));
}

void TstTorusView::aBlockOpensAndCloses()
{
    TorusStage stage(torusOf(QStringLiteral("16x20x28")));
    auto* back = stage.view.findChild<QPushButton*>(QStringLiteral("torus.back"));
    QVERIFY(!back->isVisible());
    const int chip = stage.recording.whole().chip({4, 8, 0}); // nearest to the viewer: nothing lies before it
    const QPoint at = stage.nodeOf(chip);
    QTest::mouseDClick(&stage.view, Qt::LeftButton, {}, at);
    QTest::mouseRelease(&stage.view, Qt::LeftButton, {}, at); // pins no chip that was under the pointer
    QCOMPARE(stage.view.look().block, core::blocksOf(stage.recording.whole()).chip({1, 2, 0}));
    QVERIFY(stage.view.look().pinned.empty());
    QVERIFY(back->isVisible());
    stage.settle();
    const auto scene = ui::layoutTorus(stage.recording, stage.view.look(), stage.view.size());
    QCOMPARE(scene.nodes.size(), std::size_t(64));
    QVERIFY(scene.caption.text().contains(QStringLiteral("block (1,2,0) · 64 of 8,960")));
    QVERIFY(back->y() > ui::captionBox(scene.caption).bottom());
    QTest::keyClick(&stage.view, Qt::Key_Escape);
    QCOMPARE(stage.view.look().block, -1);
    QTest::keyClick(&stage.view, Qt::Key_N);
    QTest::keyClick(&stage.view, Qt::Key_Return);
    QCOMPARE(stage.view.look().block, 0);
    back->click();
    QCOMPARE(stage.view.look().block, -1);
}

/// And the others are counted where they have no room.
void TstTorusView::theLatestPinnedChipKeepsItsCard()
{
    TorusStage stage(torusOf(QStringLiteral("4x4")));
    stage.view.resize(480, 340);
    stage.settle();
    for (int chip = 0; chip < 3; ++chip) {
        QTest::keyClick(&stage.view, Qt::Key_N);
        QTest::keyClick(&stage.view, Qt::Key_Return);
    }
    QCOMPARE(stage.view.look().pinned, (std::vector{0, 1, 2}));
    auto* cards = stage.view.findChild<ui::ChipCards*>();
    std::vector<QString> shown;
    for (const auto* card : cards->findChildren<ui::ChipCard*>()) {
        if (card->isVisible()) {
            shown.push_back(card->facts().title);
            QVERIFY(cards->rect().contains(card->geometry()));
        }
    }
    QCOMPARE(shown.size(), std::size_t(1));
    QVERIFY2(shown.front().contains(QStringLiteral("rank 2")), qPrintable(shown.front()));
    auto* more = cards->findChild<QLabel*>(QStringLiteral("torus.card.more"));
    QVERIFY(more->isVisible());
    QVERIFY2(more->text().startsWith(QStringLiteral("2 more")), qPrintable(more->text()));
    QVERIFY(cards->rect().contains(more->geometry()));
    QVERIFY(stage.view.rect().contains(cards->geometry()));
    stage.view.resize(900, 1400);
    stage.settle();
    QVERIFY(!more->isVisible());
}

void TstTorusView::aCardStaysWhileItIsRead()
{
    TorusStage stage(torusOf(QStringLiteral("4x4")));
    QEvent leave(QEvent::Leave);
    stage.pointAt(5);
    QTRY_VERIFY(stage.cards().isVisible());
    QEnterEvent enter(QPointF(20, 20), QPointF(20, 20), QPointF(20, 20));
    QCoreApplication::sendEvent(&stage.view, &leave);
    QCoreApplication::sendEvent(&stage.cards(), &enter);
    QTest::qWait(700); // longer than a chip is remembered
    QVERIFY(stage.cards().isVisible());
    QCoreApplication::sendEvent(&stage.cards(), &leave);
    QTRY_VERIFY(!stage.cards().isVisible());
    stage.pointAt(6);
    QTRY_VERIFY(stage.cards().isVisible());
    stage.view.setFocus();
    QTest::keyClick(&stage.view, Qt::Key_Escape);
    QVERIFY(!stage.cards().isVisible());
}

/// The torus turns under it, but a click on the card is none on the chip that it covers.
void TstTorusView::aCardLetsDragsThrough()
{
    TorusStage stage(torusOf(QStringLiteral("8x8x8")));
    stage.view.resize(480, 340);
    stage.view.setDetail(ui::TorusDetail::chips);
    stage.settle();
    QTest::mouseClick(&stage.view, Qt::LeftButton, {}, stage.nodeOf(100));
    auto* card = stage.cards().findChild<ui::ChipCard*>();
    QVERIFY(card && card->isVisible());
    const auto nodes = ui::layoutTorus(stage.recording, stage.view.look(), stage.view.size()).nodes;
    const auto isBare = [&](const ui::SceneNode& node) {
        const QPoint place = card->mapFrom(&stage.view, node.at.toPoint());
        bool button = card->childAt(place);
        for (std::size_t cell = 0; cell < card->facts().cells.size(); ++cell) {
            button = button || card->cellBox(cell).contains(place);
        }
        return card->rect().contains(place) && !button;
    };
    const auto covered = std::ranges::find_if(nodes, isBare);
    QVERIFY(covered != nodes.end());
    const QPoint at = card->mapFrom(&stage.view, covered->at.toPoint());
    QTest::mouseClick(card, Qt::LeftButton, {}, at);
    QCOMPARE(stage.view.look().pinned, std::vector{100});
    const double yaw = stage.view.look().camera.yaw;
    QTest::mousePress(card, Qt::LeftButton, {}, at);
    for (const int way : {30, 60, 75}) {
        const QPointF to = at + QPointF(way, 0);
        QMouseEvent move(QEvent::MouseMove, to, card->mapToGlobal(to), Qt::NoButton, Qt::LeftButton, {});
        QCoreApplication::sendEvent(card, &move);
    }
    QTest::mouseRelease(card, Qt::LeftButton, {}, at + QPoint(75, 0));
    QVERIFY(std::abs(std::abs(stage.view.look().camera.yaw - yaw) - 30) < 1e-9);
    QCOMPARE(stage.view.look().pinned, std::vector{100});
}

void TstTorusView::aShardOfTheCardIsFollowed()
{
    TorusStage stage(torusOf(QStringLiteral("4x4")));
    stage.player.forward();
    QTest::mouseClick(&stage.view, Qt::LeftButton, {}, stage.nodeOf(5));
    auto* card = stage.cards().findChild<ui::ChipCard*>();
    QVERIFY(card && card->isVisible());
    QCOMPARE(card->facts().cells.size(), std::size_t(16));
    QCOMPARE(card->facts().cells[5].share, 1.F); // its own
    QSignalSpy followed(&stage.view, &ui::TorusView::followedChanged);
    QTest::mouseClick(card, Qt::LeftButton, {}, card->cellBox(3).center().toPoint());
    QCOMPARE(followed.size(), 1);
    QCOMPARE(stage.recording.followed(), std::optional(3));
    QTest::mouseClick(card, Qt::LeftButton, {}, card->cellBox(3).center().toPoint());
    QVERIFY(!stage.recording.followed());
}

void TstTorusView::itIsReadAloud()
{
    TorusStage stage(torusOf(QStringLiteral("4x4")));
    auto* face = QAccessible::queryAccessibleInterface(&stage.view);
    QVERIFY(face);
    QCOMPARE(face->role(), QAccessible::Canvas);
    QVERIFY(!face->text(QAccessible::Name).isEmpty());
    const QString before = face->text(QAccessible::Description);
    QVERIFY(before.contains(QStringLiteral("step 0 of")));
    auto* value = face->valueInterface();
    QVERIFY(value);
    QCOMPARE(value->currentValue().toInt(), 0);
    QCOMPARE(value->maximumValue().toInt(), stage.recording.steps());
    stage.player.forward();
    QCOMPARE(value->currentValue().toInt(), 1);
    QVERIFY(face->text(QAccessible::Description) != before);
    value->setCurrentValue(2);
    QCOMPARE(stage.player.step(), 2);
}

ROOFLIGHT_TEST(TstTorusView)
#include "tst_torus_view.moc"
