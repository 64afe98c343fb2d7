// SPDX-License-Identifier: GPL-3.0-or-later
// Checks the torus on screen: same picture by every way, no cost at rest, blocks that open, cards, what is read aloud.
#include "reel_stage.h"
#include "support/suite.h"
#include "ui/torus/chip_cards.h"
#include "ui/torus/player.h"
#include "ui/torus/torus_view.h"

#include <QAccessible>
#include <QEnterEvent>
#include <QImage>
#include <QMouseEvent>
#include <QPushButton>
#include <QSignalSpy>

#include <algorithm>
#include <numeric>

namespace
{

using ui::TorusDetail;

/// A torus on screen.
struct Stage : QObject {
    explicit Stage(const tests::Edits& edits) : reel(tests::reelWith(edits)), view(player)
    {
        view.installEventFilter(this);
        connect(&player, &ui::Player::moved, &view, &ui::TorusView::present);
        player.load(reel.collective().stepEnds);
        view.show(&reel);
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
        settle();
        return view.grab().toImage();
    }

    QPoint nodeOf(int chip) const
    {
        const auto scene = ui::layoutTorus(reel, view.look(), view.size());
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

    ui::Reel reel;
    ui::Player player;
    ui::TorusView view;
    int paints = 0;
};

tests::Edits torusOf(const QString& torus, const QString& wrap = QStringLiteral("ring"))
{
    return {{"coll.torus", torus.toStdString()}, {"coll.wrap", wrap.toStdString()}};
}

double sumOf(const std::vector<double>& bytes) { return std::accumulate(bytes.begin(), bytes.end(), 0.0); }

} // namespace

class TstTorusView : public QObject
{
    Q_OBJECT
private slots:
    void aStepLooksTheSameByEveryWay_data();
    void aStepLooksTheSameByEveryWay();
    void atRestItPaintsNothing();
    void hiddenItDoesNotPlay();
    void linksOfAllLevelsAddUp_data();
    void linksOfAllLevelsAddUp();
    void aBlockOpensAndCloses();
    void theBusiestLinksAreLabelled_data();
    void theBusiestLinksAreLabelled();
    void aCardStaysWhileItIsRead();
    void aShardOfTheCardIsFollowed();
    void copiesOnManyChipsAreThoseOfTheReplay();
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
    Stage stage(torusOf(torus, wrap));
    stage.view.setDetail(static_cast<TorusDetail>(detail));
    const int step = std::max(1, std::min(stage.reel.steps() / 2, 5));
    for (int i = 0; i < step; ++i) {
        stage.player.forward();
    }
    const QImage forward = stage.picture();
    stage.player.last();
    stage.picture();
    for (int i = stage.reel.steps(); i > step; --i) {
        stage.player.back();
    }
    QVERIFY(stage.picture() == forward);
    stage.player.seek(0);
    stage.picture();
    for (const double position : {0.3, 1.0 * stage.reel.steps(), 0.7 * step, 1.0 * step}) {
        stage.player.seek(position);
        QCoreApplication::processEvents();
    }
    QVERIFY(stage.picture() == forward);
    stage.player.seek(0);
    stage.player.setPlaying(true);
    while (stage.player.step() < step) {
        stage.player.advance(ui::Player::stepSeconds / 12); // time to make the next step ready
        QCoreApplication::processEvents();
    }
    stage.player.setPlaying(false);
    stage.player.seek(step);
    QVERIFY(stage.picture() == forward);
}

void TstTorusView::atRestItPaintsNothing()
{
    Stage stage(torusOf(QStringLiteral("4x4")));
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
    Stage stage(torusOf(QStringLiteral("4x4")));
    QSignalSpy moved(&stage.player, &ui::Player::moved);
    stage.player.setPlaying(true);
    QVERIFY(moved.wait(1000));
    stage.view.hide();
    QVERIFY(stage.player.isPlaying());
    QVERIFY(!moved.wait(400));
    stage.view.QWidget::show();
    QVERIFY(moved.wait(1000));
}

void TstTorusView::linksOfAllLevelsAddUp_data()
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
void TstTorusView::linksOfAllLevelsAddUp()
{
    QFETCH(QString, torus);
    QFETCH(QString, wrap);
    auto reel = tests::reelWith(torusOf(torus, wrap));
    reel.moveTo(3);
    const double all = sumOf(reel.linkBytes());
    QVERIFY(all > 0);
    const auto& whole = reel.whole();
    ui::TorusGrid chips = ui::gridOf(whole, TorusDetail::chips, 0);
    load(chips, reel);
    double sum = 0;
    for (const ui::TorusWire& wire : chips.wires) {
        sum += wire.sum;
    }
    QCOMPARE(sum, all);
    double opened = 0;
    double leaving = 0;
    int links = 0;
    for (int block = 0; block < ui::blocksOf(whole).chips(); ++block) {
        ui::TorusGrid grid = ui::gridOf(whole, TorusDetail::blocks, 0, block);
        load(grid, reel);
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
    load(blocks, reel);
    double between = 0;
    for (const ui::TorusWire& wire : blocks.wires) {
        between += wire.sum;
        QVERIFY(wire.most >= wire.mean() * (1 - 1e-12));
    }
    QVERIFY(std::abs(between - leaving) <= 1e-12 * all);
}

void TstTorusView::aBlockOpensAndCloses()
{
    Stage stage(torusOf(QStringLiteral("16x20x28")));
    auto* back = stage.view.findChild<QPushButton*>(QStringLiteral("torus.back"));
    QVERIFY(!back->isVisible());
    const int chip = stage.reel.whole().chip({4, 8, 0}); // nearest to the viewer: nothing lies before it
    QTest::mouseDClick(&stage.view, Qt::LeftButton, {}, stage.nodeOf(chip));
    QCOMPARE(stage.view.look().block, ui::blocksOf(stage.reel.whole()).chip({1, 2, 0}));
    QVERIFY(stage.view.look().pinned.empty());
    QVERIFY(back->isVisible());
    const auto scene = ui::layoutTorus(stage.reel, stage.view.look(), stage.view.size());
    QCOMPARE(scene.nodes.size(), std::size_t(64));
    QVERIFY(scene.caption.contains(QStringLiteral("block (1,2,0) of 4×5×7")));
    QVERIFY(scene.caption.contains(QStringLiteral("1 of 140")));
    QTest::keyClick(&stage.view, Qt::Key_Escape);
    QCOMPARE(stage.view.look().block, -1);
    QTest::keyClick(&stage.view, Qt::Key_N);
    QTest::keyClick(&stage.view, Qt::Key_Return);
    QCOMPARE(stage.view.look().block, 0);
    back->click();
    QCOMPARE(stage.view.look().block, -1);
}

void TstTorusView::theBusiestLinksAreLabelled_data()
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

void TstTorusView::theBusiestLinksAreLabelled()
{
    QFETCH(QString, torus);
    QFETCH(QString, wrap);
    auto reel = tests::reelWith(torusOf(torus, wrap));
    reel.moveTo(1);
    const auto& whole = reel.whole();
    ui::TorusLook look{.detail = ui::usualDetail(whole)};
    look.layout = whole.activeAxes().size() == 3 ? ui::TorusLayout::solid : ui::TorusLayout::unrolled;
    for (const QSizeF size : {QSizeF(560, 460), QSizeF(960, 900)}) {
        const auto scene = ui::layoutTorus(reel, look, size);
        QCOMPARE(scene.texts.size(), std::size_t(3));
        for (std::size_t i = 0; i < 3; ++i) {
            QVERIFY(QRectF(QPointF(), size).contains(scene.texts[i].at));
            for (std::size_t k = 0; k < i; ++k) {
                const QPointF apart = scene.texts[i].at - scene.texts[k].at;
                QVERIFY(std::abs(apart.x()) > 30 || std::abs(apart.y()) > 14);
            }
        }
        QVERIFY(scene.scaleMost.startsWith(QStringLiteral("100 % = ")));
    }
}

void TstTorusView::aCardStaysWhileItIsRead()
{
    Stage stage(torusOf(QStringLiteral("4x4")));
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

void TstTorusView::aShardOfTheCardIsFollowed()
{
    Stage stage(torusOf(QStringLiteral("4x4")));
    stage.player.forward();
    QTest::mouseClick(&stage.view, Qt::LeftButton, {}, stage.nodeOf(5));
    auto* card = stage.cards().findChild<ui::ChipCard*>();
    QVERIFY(card && card->isVisible());
    QCOMPARE(card->facts().cells.size(), std::size_t(16));
    QCOMPARE(card->facts().cells[5].share, 1.F); // its own
    QSignalSpy followed(&stage.view, &ui::TorusView::followedChanged);
    QTest::mouseClick(card, Qt::LeftButton, {}, card->cellBox(3).center().toPoint());
    QCOMPARE(followed.size(), 1);
    QCOMPARE(stage.reel.followed(), std::optional(3));
    QTest::mouseClick(card, Qt::LeftButton, {}, card->cellBox(3).center().toPoint());
    QVERIFY(!stage.reel.followed());
}

/// 4·8·8 chips are followed from one chip's view; the replay on all of them must say the same.
void TstTorusView::copiesOnManyChipsAreThoseOfTheReplay()
{
    auto edits = torusOf(QStringLiteral("4x8x8"));
    edits.emplace_back("coll.bytes", "1572864"); // six parts of 1,024 bytes for every chip
    auto reel = tests::reelWith(edits);
    QVERIFY(reel.schedule().symmetric);
    QVERIFY(core::Holdings::areFew(reel.schedule()));
    core::Holdings all(reel.schedule());
    reel.follow(77);
    std::size_t hops = 0;
    for (int step = 0; step <= reel.steps(); ++step) {
        reel.moveTo(step);
        all.moveTo(step);
        for (int chip = 0; chip < reel.whole().chips(); ++chip) {
            bool holds = false;
            for (core::ChunkNumber chunk = 0; chunk < reel.schedule().chunks.count(); ++chunk) {
                holds = holds || (reel.schedule().chunks.name(chunk).owner == 77 && all.holds(chip, chunk));
            }
            QCOMPARE(reel.holdsFollowed(chip), holds);
        }
        hops += static_cast<std::size_t>(std::ranges::count(reel.messages(), true, &ui::ReelMessage::followed));
    }
    QCOMPARE(reel.trail().size(), hops);
}

void TstTorusView::itIsReadAloud()
{
    Stage stage(torusOf(QStringLiteral("4x4")));
    auto* face = QAccessible::queryAccessibleInterface(&stage.view);
    QVERIFY(face);
    QCOMPARE(face->role(), QAccessible::Canvas);
    QVERIFY(!face->text(QAccessible::Name).isEmpty());
    const QString before = face->text(QAccessible::Description);
    QVERIFY(before.contains(QStringLiteral("step 0 of")));
    auto* value = face->valueInterface();
    QVERIFY(value);
    QCOMPARE(value->currentValue().toInt(), 0);
    QCOMPARE(value->maximumValue().toInt(), stage.reel.steps());
    stage.player.forward();
    QCOMPARE(value->currentValue().toInt(), 1);
    QVERIFY(face->text(QAccessible::Description) != before);
    value->setCurrentValue(2);
    QCOMPARE(stage.player.step(), 2);
}

ROOFLIGHT_TEST(TstTorusView)
#include "tst_torus_view.moc"
