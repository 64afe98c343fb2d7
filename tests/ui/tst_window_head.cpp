// SPDX-License-Identifier: GPL-3.0-or-later
// Checks what stands above the tabs: the verdict, its tiles, the issues and the conventions, and the room they leave.
#include "clipping.h"
#include "support/suite.h"
#include "window_stage.h"

#include "ui/numbers/value_label.h"
#include "ui/theme/text_size.h"

#include <QMenu>
#include <QScrollArea>
#include <QScrollBar>
#include <QTabWidget>
#include <QTimer>

using Stage = tests::WindowStage;
using namespace Qt::Literals::StringLiterals;

class TstWindowHead : public QObject
{
    Q_OBJECT
private slots:
    void cleanup() { ui::setTextSize(100); }
    void noIssueWidensTheWindow_data();
    void noIssueWidensTheWindow();
    void whatDoesNotFitLeadsTheVerdict();
    void countsNameTheirBasis();
    void theStepNamesItsPasses();
    void largeTextsLeaveRoomForTheTab_data();
    void largeTextsLeaveRoomForTheTab();
    void whatFindsNoRoomStandsInMenus();
    void tabsGoFromTheSmallestToTheWholeStep();
};

void TstWindowHead::noIssueWidensTheWindow_data()
{
    QTest::addColumn<QString>("scenario");
    QTest::addColumn<int>("size");
    for (const char* scenario : {"comp4901y-fsdp", "llama3-70b-decode-v5e"})
        for (const int size : {100, 200})
            QTest::addRow("%s, %d %%", scenario, size) << QString::fromLatin1(scenario) << size;
}

/// A window that is opened wide and becomes small, as one that a window manager places.
void TstWindowHead::noIssueWidensTheWindow()
{
    QFETCH(QString, scenario);
    QFETCH(int, size);
    Stage stage(scenario.toStdString(), {1900, 1000});
    stage.window.resize(1280, 720);
    ui::setTextSize(size);
    stage.settle();
    QCOMPARE(stage.part<QScrollArea>("contents")->horizontalScrollBar()->maximum(), 0);
    const QStringList faults = tests::clippedParts(stage.window);
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
}

/// Typed: a batch of four million tokens, of which a v5p with its 96 GB holds half.
void TstWindowHead::whatDoesNotFitLeadsTheVerdict()
{
    Stage stage;
    auto* batch = stage.part("work.batch.field");
    batch->setFocus();
    QTest::keyClick(batch, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(batch, u"4M"_s);
    QTest::keyClick(batch, Qt::Key_Return);
    stage.settle();
    const QString verdict = stage.verdict();
    QVERIFY2(verdict.startsWith(u"Does not fit: "_s), qPrintable(verdict));
    QVERIFY2(verdict.contains(u" of 96 GB per chip: if it fitted: Compute-bound: math "_s), qPrintable(verdict));
    QVERIFY(stage.window.windowTitle().endsWith(verdict.left(verdict.indexOf(u": if"_s))));
    const QImage bar = stage.part("verdict.bar")->grab().toImage();
    QCOMPARE(bar.pixelColor(1, bar.height() / 2), ui::Theme::light().overflow);
    stage.trigger("undo");
    QVERIFY(stage.verdict().startsWith(u"Compute-bound: "_s));
    stage.window.session().undoStack().setClean();
}

/// 64 v5p hold it as it is sharded, or do not: a count says what it supposes.
void TstWindowHead::countsNameTheirBasis()
{
    Stage stage;
    for (const char* name : {"tile.h100", "tile.v5p"}) {
        const auto* tile = stage.part<ui::ValueLabel>(name);
        QVERIFY2(tile->title().endsWith(u"if all sharded"_s), qPrintable(tile->title()));
        QVERIFY2(tile->hover().startsWith(u"Chips whose memory holds it if everything were sharded"_s),
                 qPrintable(tile->hover()));
        QVERIFY2(tile->hover().contains(u"In this scenario: Fits: "_s), qPrintable(tile->hover()));
    }
}

/// The verdict is of one pass where that is the closest, the tile of what the scenario asks for.
void TstWindowHead::theStepNamesItsPasses()
{
    Stage stage("llama3-70b-h100");
    QVERIFY(stage.verdict().endsWith(u", in the forward pass"_s));
    QCOMPARE(stage.part<ui::ValueLabel>("tile.step")->title(), u"Time, both passes"_s);
    QVERIFY(stage.window.session().edit("work.pass", std::string("forward")));
    stage.settle();
    QCOMPARE(stage.part<ui::ValueLabel>("tile.step")->title(), u"Time, forward pass"_s);
    stage.window.session().undoStack().setClean();
}

void TstWindowHead::largeTextsLeaveRoomForTheTab_data()
{
    QTest::addColumn<QString>("scenario");
    QTest::addColumn<QSize>("screen");
    for (const char* scenario : {"start", "llama3-70b-decode-v5e", "llama3-70b-h100"})
        for (const QSize screen : {QSize(1280, 720), QSize(1920, 1080)})
            QTest::addRow("%s, %d", scenario, screen.width()) << QString::fromLatin1(scenario) << screen;
}

/// At least 55 % of the window's height is the page of the tab; what holds it does not scroll, and all stands still.
void TstWindowHead::largeTextsLeaveRoomForTheTab()
{
    QFETCH(QString, scenario);
    QFETCH(QSize, screen);
    Stage stage(scenario.toStdString(), screen);
    ui::setTextSize(200);
    stage.settle();
    const auto* tabs = stage.part<QTabWidget>("tabs");
    const QRect page = tabs->currentWidget()->visibleRegion().boundingRect();
    const double share = 1.0 * page.height() / stage.window.height();
    QVERIFY2(share >= 0.55, QByteArray::number(share).constData());
    QCOMPARE(stage.part<QScrollArea>("contents")->verticalScrollBar()->maximum(), 0);
    const QRect card = stage.part("card.batch")->geometry();
    QTest::qWait(300);
    QCOMPARE(stage.part("card.batch")->geometry(), card);
    const auto* verdict = stage.part("verdict");
    QVERIFY2(verdict->width() >= 300, QByteArray::number(verdict->width()).constData());
}

void TstWindowHead::whatFindsNoRoomStandsInMenus()
{
    Stage stage;
    ui::setTextSize(200);
    stage.settle();
    QVERIFY(stage.part("tile.hbm")->isVisible());
    QVERIFY(!stage.part("tile.mfu")->isVisible());
    const auto menuOf = [&](const char* button) {
        QStringList words;
        QTimer::singleShot(0, qApp, [&] {
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            for (const QAction* action : menu->actions())
                words << action->text();
            menu->close();
        });
        QTest::mouseClick(stage.part(button), Qt::LeftButton);
        return words;
    };
    const QStringList tiles = menuOf("tile.more");
    QCOMPARE(tiles.size(), 3);
    QCOMPARE(tiles.back(), u"Max MFU: 100 %"_s);
    const QStringList conventions = menuOf("conventions.all");
    QCOMPARE(conventions.size(), 7);
    QVERIFY2(conventions.contains(u"Wraparound: hardware wraparound"_s), qPrintable(conventions.join(u'\n')));
    ui::setTextSize(100);
    stage.settle();
    QVERIFY(stage.part("tile.mfu")->isVisible() && stage.part("conv.wrap")->isVisible());
    QVERIFY(!stage.part("tile.more")->isVisible() && !stage.part("conventions.all")->isVisible());
}

/// Then the charts of Explore, one by one.
void TstWindowHead::tabsGoFromTheSmallestToTheWholeStep()
{
    Stage stage;
    const auto* tabs = stage.part<QTabWidget>("tabs");
    QStringList first;
    for (int tab = 0; tab < 7; ++tab)
        first << tabs->tabText(tab);
    QCOMPARE(first.join(u' '), u"Explore Operation Sharding Layer Step Collectives Roofline"_s);
}

ROOFLIGHT_TEST(TstWindowHead)

#include "tst_window_head.moc"
