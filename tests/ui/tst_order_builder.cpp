// SPDX-License-Identifier: GPL-3.0-or-later
// Checks the page on which an order is built: by keys, clicks and drags; its verdicts, presets, and what it hands over.
#include "clipping.h"
#include "own_stage.h"
#include "recording_stage.h"
#include "support/suite.h"
#include "ui/collectives/collectives_tab.h"
#include "ui/theme/theme.h"

#include <QAccessible>
#include <QRadioButton>

using tests::OwnStage;

class TstOrderBuilder : public QObject
{
    Q_OBJECT
private slots:
    void keysFillTheSlots_data();
    void keysFillTheSlots();
    void keysAloneReachTheSlots();
    void shardsAreClickedAndDragged_data();
    void shardsAreClickedAndDragged();
    void illegalMoveSaysWhyAtItsArrow_data();
    void illegalMoveSaysWhyAtItsArrow();
    void validOrderIsTimedAgainstTheOthers();
    void timesGoByTheClock();
    void presetsAreTheEnginesOrders_data();
    void presetsAreTheEnginesOrders();
    void gatheringFirstIsCalledNaive();
    void oneWayForbidsTheOtherNeighbour();
    void engineFinishesAndAllIsCleared();
    void playedOrderIsSeenOnTheTorus();
    void stepsAreAddedAndTakenAway();
    void emptySlotsAtTheEndAreNoSteps();
    void orderStaysWhileTheRingDoes();
    void refusesWhatIsNoRing_data();
    void refusesWhatIsNoRing();
    void isOfferedForMatmulsOnly();
    void movesOfAStepAreDrawn();
    void largeWindowsAreUsed_data();
    void largeWindowsAreUsed();
    void nothingIsClippedAndAllIsNamed_data();
    void nothingIsClippedAndAllIsNamed();
};

void TstOrderBuilder::keysFillTheSlots_data()
{
    QTest::addColumn<QByteArray>("chips");
    QTest::addColumn<QByteArray>("keys");
    QTest::addColumn<QString>("order");
    const auto row = [](const char* name, const char* chips, const char* keys, const char* order) {
        QTest::newRow(name) << QByteArray(chips) << QByteArray(keys) << QString::fromLatin1(order);
    };
    row("a shard a step", "4", "0>3>2>1", "0|3|2|1");
    row("halves, typed as they are written", "4", "0 3a1b 2 1a3b", "0|3a 1b|2|1a 3b");
    row("Backspace takes the last one out", "4", "0>31-", "0|3||");
    row("Delete takes all of a step out", "4", "0>31*", "0|||");
    row("arrows stop at the ends", "4", "<0>>>>>1", "0|||1");
    row("numbers of two digits", "12", "10>11>1.>2", "10|11|1|2||||||||");
    row("a letter ends a number", "12", "1b", "1b|||||||||||");
    row("Backspace takes back a digit first", "12", "1-2", "2|||||||||||");
    row("shards that do not exist are taken, to be told about", "4", "0>7", "0|7||");
}

void TstOrderBuilder::keysFillTheSlots()
{
    QFETCH(QByteArray, chips);
    QFETCH(QByteArray, keys);
    QFETCH(QString, order);
    OwnStage stage(chips);
    stage.type(keys);
    QCOMPARE(stage.order(), order);
}

/// From the tabs of the pictures: Start from, Both ways, fewer steps, more steps, the slots.
void TstOrderBuilder::keysAloneReachTheSlots()
{
    OwnStage stage;
    stage.bar().setFocus(Qt::TabFocusReason);
    for (int i = 0; i < 5; ++i)
        QTest::keyClick(stage.window.focusWidget(), Qt::Key_Tab);
    QCOMPARE(stage.window.focusWidget(), &stage.board());
    for (const auto key : {Qt::Key_0, Qt::Key_Right, Qt::Key_3})
        QTest::keyClick(stage.window.focusWidget(), key);
    QCOMPARE(stage.order(), QStringLiteral("0|3||"));
}

void TstOrderBuilder::shardsAreClickedAndDragged_data()
{
    QTest::addColumn<QSize>("size");
    QTest::newRow("1280x720") << QSize(1280, 720);
    QTest::newRow("1920x1080") << QSize(1920, 1080);
}

void TstOrderBuilder::shardsAreClickedAndDragged()
{
    QFETCH(QSize, size);
    OwnStage stage("4", "matmul-gather", false, size);
    QTest::mouseClick(&stage.board(), Qt::LeftButton, {}, stage.tile({0}));
    QCOMPARE(stage.order(), QStringLiteral("0|||"));
    QTest::mouseClick(&stage.board(), Qt::LeftButton, {}, stage.slot(1));
    QTest::mouseClick(&stage.board(), Qt::LeftButton, {}, stage.tile({3, 0}));
    QCOMPARE(stage.order(), QStringLiteral("0|3a||"));
    stage.drag(stage.tile({2}), stage.slot(3));
    QCOMPARE(stage.order(), QStringLiteral("0|3a||2"));
    stage.drag(stage.tile({2}, 3), stage.slot(2));
    QCOMPARE(stage.order(), QStringLiteral("0|3a|2|"));
    stage.drag(stage.tile({3, 0}, 1), QPoint(4, 4));
    QCOMPARE(stage.order(), QStringLiteral("0||2|"));
    stage.drag(stage.tile({1}), QPoint(4, 4)); // nowhere
    QCOMPARE(stage.order(), QStringLiteral("0||2|"));
}

void TstOrderBuilder::illegalMoveSaysWhyAtItsArrow_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<QByteArray>("keys");
    QTest::addColumn<QString>("verdict");
    QTest::addColumn<QString>("arrow");
    QTest::newRow("two links away, wanted after one")
        << QByteArray("matmul-gather") << QByteArray("0>2")
        << QStringLiteral("Chip 0 uses A₂ in step 2, but it arrives after step 2 at the earliest.")
        << QStringLiteral("A₂: after step 2");
    QTest::newRow("twice: no arrow is to blame")
        << QByteArray("matmul-gather") << QByteArray("0>1>1")
        << QStringLiteral("Chip 0 multiplies A₁ twice, the second time in step 3.") << QString();
    QTest::newRow("a sum made too late")
        << QByteArray("matmul-scatter") << QByteArray("3>1>0>2")
        << QStringLiteral("Chip 0 adds to C₂ in step 4, but the sum has to leave after step 2 at the latest.")
        << QStringLiteral("C₂: by step 2");
}

void TstOrderBuilder::illegalMoveSaysWhyAtItsArrow()
{
    QFETCH(QByteArray, kind);
    QFETCH(QByteArray, keys);
    QFETCH(QString, verdict);
    QFETCH(QString, arrow);
    OwnStage stage("4", kind);
    stage.type(keys);
    QCOMPARE(stage.verdict(), verdict);
    QCOMPARE(stage.part<QLabel>("own.verdict")->accessibleName(), verdict);
    QCOMPARE(stage.part<QLabel>("own.verdict")->palette().color(QPalette::WindowText), ui::Theme::of(false).error);
    QStringList wrong;
    for (const auto& move : stage.board().scene().moves) {
        if (move.wrong) {
            wrong << move.text;
        }
    }
    QCOMPARE(wrong.join(u';'), arrow);
    QVERIFY(!stage.part<QPushButton>("own.play")->isEnabled());
    stage.type("-");
    QVERIFY(!stage.verdict().contains(QStringLiteral("Chip 0 ")) ||
            stage.verdict().startsWith(QStringLiteral("So far so good")));
}

void TstOrderBuilder::validOrderIsTimedAgainstTheOthers()
{
    OwnStage stage;
    stage.type("0>3a1b>2>1a3b");
    QVERIFY2(stage.verdict().startsWith(QStringLiteral("Valid")), qPrintable(stage.verdict()));
    for (const char* word : {"serialized", "saved", "Buffers 2 instead of 3", "one direction", "half-shards"}) {
        QVERIFY2(stage.facts().contains(QLatin1String(word)), qPrintable(stage.facts()));
    }
    QVERIFY(stage.part<QPushButton>("own.play")->isEnabled());
    QVERIFY(!stage.part<QPushButton>("own.finish")->isEnabled());
}

/// A product of 74.86 µs and three halves of a shard of 93.21 µs each. A hop of 1 µs counts in every step with
/// barriers, in none where a step takes its hop or its bytes; where steps overlap in two, since the last halves come
/// straight from the neighbours.
void TstOrderBuilder::timesGoByTheClock()
{
    OwnStage stage;
    stage.type("0>3a1b>2>1a3b");
    QVERIFY2(stage.facts().startsWith(QStringLiteral("This order 356 µs")), qPrintable(stage.facts()));
    QVERIFY2(stage.facts().endsWith(QStringLiteral("steps overlap")), qPrintable(stage.facts()));
    stage.set("coll.clock", "lockstep");
    QVERIFY2(stage.facts().startsWith(QStringLiteral("This order 357 µs")), qPrintable(stage.facts()));
    QVERIFY2(stage.facts().endsWith(QStringLiteral("lockstep")), qPrintable(stage.facts()));
    stage.set("coll.clock", "book");
    QVERIFY2(stage.facts().startsWith(QStringLiteral("This order 354 µs")), qPrintable(stage.facts()));
    QVERIFY2(stage.facts().endsWith(QStringLiteral("hop or bytes")), qPrintable(stage.facts()));
}

void TstOrderBuilder::presetsAreTheEnginesOrders_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<int>("preset");
    QTest::addColumn<QString>("order");
    QTest::newRow("one direction") << QByteArray("matmul-gather") << 1 << QStringLiteral("0|3|2|1");
    QTest::newRow("halves") << QByteArray("matmul-gather") << 2 << QStringLiteral("0|3a 1b|2|1a 3b");
    QTest::newRow("whole") << QByteArray("matmul-gather") << 3 << QStringLiteral("0|3 1|2");
    QTest::newRow("gather first") << QByteArray("matmul-gather") << 4 << QStringLiteral("||0 1 2 3");
    QTest::newRow("sums in one direction") << QByteArray("matmul-scatter") << 1 << QStringLiteral("3|2|1|0");
    QTest::newRow("multiply first") << QByteArray("matmul-scatter") << 4 << QStringLiteral("0 1 2 3||");
}

void TstOrderBuilder::presetsAreTheEnginesOrders()
{
    QFETCH(QByteArray, kind);
    QFETCH(int, preset);
    QFETCH(QString, order);
    OwnStage stage("4", kind);
    stage.load(preset);
    QCOMPARE(stage.order(), order);
    QVERIFY2(stage.verdict().startsWith(QStringLiteral("Valid")), qPrintable(stage.verdict()));
    QCOMPARE(stage.part<QRadioButton>("own.links.1")->isChecked(), preset == 1);
}

void TstOrderBuilder::gatheringFirstIsCalledNaive()
{
    OwnStage stage;
    stage.load(4);
    QVERIFY2(stage.verdict().contains(QStringLiteral("naive")), qPrintable(stage.verdict()));
    QVERIFY2(stage.facts().contains(QStringLiteral(" 0 %")), qPrintable(stage.facts()));
}

void TstOrderBuilder::oneWayForbidsTheOtherNeighbour()
{
    OwnStage stage;
    stage.type("0>1");
    QVERIFY(stage.verdict().startsWith(QStringLiteral("So far so good")));
    stage.part<QRadioButton>("own.links.1")->click();
    stage.settle();
    QCOMPARE(stage.verdict(), QStringLiteral("Chip 0 uses A₁ in step 2, but it arrives after step 3 at the earliest."));
}

void TstOrderBuilder::engineFinishesAndAllIsCleared()
{
    OwnStage stage;
    stage.type("0");
    QVERIFY(stage.part<QPushButton>("own.finish")->isEnabled());
    stage.click("own.finish");
    QVERIFY2(stage.verdict().startsWith(QStringLiteral("Valid")), qPrintable(stage.verdict()));
    QVERIFY(stage.order().startsWith(QStringLiteral("0|")));
    stage.click("own.clear");
    QVERIFY(stage.verdict().startsWith(QStringLiteral("Put a shard into each step")));
    QVERIFY(!stage.part<QPushButton>("own.clear")->isEnabled());
}

void TstOrderBuilder::playedOrderIsSeenOnTheTorus()
{
    OwnStage stage;
    stage.load(4); // two steps of transfers; the engine's order has three
    stage.click("own.play");
    QCOMPARE(stage.bar().currentIndex(), 0);
    auto& player = stage.window.findChild<ui::CollectivesTab*>()->player();
    QCOMPARE(player.steps(), 2);
    player.setPlaying(false);
    stage.set("coll.B", "8192"); // another scenario: the engine's order again
    QCOMPARE(player.steps(), 3);
}

void TstOrderBuilder::stepsAreAddedAndTakenAway()
{
    OwnStage stage;
    stage.part<QAbstractButton>("own.more")->click();
    stage.settle();
    QCOMPARE(stage.order(), QStringLiteral("||||"));
    stage.part<QAbstractButton>("own.fewer")->click();
    stage.part<QAbstractButton>("own.fewer")->click();
    stage.settle();
    QCOMPARE(stage.order(), QStringLiteral("||"));
    stage.type(">>2");
    QVERIFY(!stage.part("own.fewer")->isEnabled()); // a filled step is not thrown away
}

/// Whole shards need three of the four steps.
void TstOrderBuilder::emptySlotsAtTheEndAreNoSteps()
{
    OwnStage stage;
    stage.type("0>31>2");
    QCOMPARE(stage.order(), QStringLiteral("0|3 1|2|"));
    stage.click("own.play");
    QCOMPARE(stage.window.findChild<ui::CollectivesTab*>()->player().steps(), 2);
}

void TstOrderBuilder::orderStaysWhileTheRingDoes()
{
    OwnStage stage;
    stage.type("0>1");
    stage.set("coll.B", "8192");
    QCOMPARE(stage.order(), QStringLiteral("0|1||"));
    stage.set("coll.torus", "5");
    QCOMPARE(stage.order(), QStringLiteral("||||"));
}

void TstOrderBuilder::refusesWhatIsNoRing_data()
{
    QTest::addColumn<tests::Edits>("edits");
    QTest::addColumn<QString>("word");
    QTest::newRow("line") << tests::Edits{{"coll.wrap", "line"}} << QStringLiteral("open axis");
    QTest::newRow("two axes") << tests::Edits{{"coll.torus", "4x4"}} << QStringLiteral("one axis");
    QTest::newRow("many chips") << tests::Edits{{"coll.torus", "32"}} << QStringLiteral("at most 16");
}

void TstOrderBuilder::refusesWhatIsNoRing()
{
    QFETCH(tests::Edits, edits);
    QFETCH(QString, word);
    OwnStage stage;
    for (const auto& [field, value] : edits) {
        stage.set(field.c_str(), value.c_str());
    }
    QVERIFY2(stage.verdict().contains(word), qPrintable(stage.verdict()));
    QVERIFY(!stage.board().isVisible());
}

void TstOrderBuilder::isOfferedForMatmulsOnly()
{
    OwnStage stage;
    stage.set("coll.kind", "all-gather");
    QVERIFY(!stage.page().isVisible());
    for (int i = 0; i < stage.bar().count(); ++i) {
        QVERIFY(!stage.bar().isTabVisible(i) || stage.bar().tabText(i) != QStringLiteral("Custom"));
    }
}

void TstOrderBuilder::movesOfAStepAreDrawn()
{
    OwnStage stage;
    stage.load(1);
    const auto names = [&] {
        QStringList texts;
        for (const auto& move : stage.board().scene().moves) {
            texts << move.text;
        }
        return texts.join(u' ');
    };
    QTest::keyClick(&stage.board(), Qt::Key_Home);
    QCOMPARE(names(), QStringLiteral("A₀ A₁ A₂ A₃")); // each chip its own, to the right
    stage.type(">");
    QCOMPARE(names(), QStringLiteral("A₃ A₀ A₁ A₂"));
    QTest::keyClick(&stage.board(), Qt::Key_End);
    QCOMPARE(names(), QString());
}

void TstOrderBuilder::largeWindowsAreUsed_data()
{
    QTest::addColumn<QByteArray>("chips");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<double>("height"); // share of the board's
    for (const char* chips : {"4", "8", "16"}) {
        QTest::addRow("%s chips, 1280x720", chips) << QByteArray(chips) << QSize(1280, 720) << 0.8;
        QTest::addRow("%s chips, 1920x1080", chips) << QByteArray(chips) << QSize(1920, 1080) << 0.6;
    }
}

void TstOrderBuilder::largeWindowsAreUsed()
{
    QFETCH(QByteArray, chips);
    QFETCH(QSize, size);
    QFETCH(double, height);
    OwnStage stage(chips, "matmul-gather", false, size);
    const auto& scene = stage.board().scene();
    const QSizeF used = QSizeF(scene.table.right(), scene.table.bottom()) * scene.unit;
    QVERIFY2(used.width() >= 0.9 * stage.board().width(), qPrintable(QString::number(used.width())));
    QVERIFY2(
        used.height() >= height * stage.board().height(),
        qPrintable(QString::number(used.height()) + QStringLiteral(" of ") + QString::number(stage.board().height())));
    QVERIFY(used.height() <= stage.board().height());
    QVERIFY(size.width() < 1500 || chips == "16" || scene.unit > 1.2);
}

void TstOrderBuilder::nothingIsClippedAndAllIsNamed_data()
{
    QTest::addColumn<QByteArray>("chips");
    QTest::addColumn<bool>("dark");
    QTest::newRow("two chips") << QByteArray("2") << false;
    QTest::newRow("four chips") << QByteArray("4") << true;
    QTest::newRow("sixteen chips") << QByteArray("16") << false;
}

void TstOrderBuilder::nothingIsClippedAndAllIsNamed()
{
    QFETCH(QByteArray, chips);
    QFETCH(bool, dark);
    OwnStage stage(chips, "matmul-gather", dark);
    stage.load(3);
    const QStringList clipped = tests::clippedParts(stage.page());
    QVERIFY2(clipped.isEmpty(), qPrintable(clipped.join(u'\n')));
    for (const QWidget* widget : stage.page().findChildren<QWidget*>()) {
        if (widget->focusPolicy() != Qt::NoFocus && widget->isVisible()) {
            QAccessibleInterface* face = QAccessible::queryAccessibleInterface(const_cast<QWidget*>(widget));
            QVERIFY2(face && !face->text(QAccessible::Name).isEmpty(), qPrintable(widget->objectName()));
        }
    }
    const auto& scene = stage.board().scene();
    for (const auto& slot : scene.steps) {
        QVERIFY(QRectF(stage.board().rect()).contains({slot.box.topLeft() * scene.unit, slot.box.size() * scene.unit}));
    }
    for (const auto& text : scene.texts) {
        QVERIFY2(QRectF(stage.board().rect()).contains(text.box), qPrintable(text.text));
    }
}

ROOFLIGHT_TEST(TstOrderBuilder)
#include "tst_order_builder.moc"
