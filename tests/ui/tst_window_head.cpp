// SPDX-License-Identifier: GPL-3.0-or-later
// Checks what stands above the tabs: the verdict, its tiles, the issues and the conventions, and the room they leave.
#include "clipping.h"
#include "support/suite.h"
#include "text_recorder.h"
#include "window_stage.h"

#include "core/numbers/collective_cache.h"
#include "core/numbers/metrics.h"
#include "core/numbers/numbers.h"
#include "core/numbers/workspace.h"
#include "ui/derivation/explain_panel.h"
#include "ui/export/chart_page.h"
#include "ui/lecture/lecture_keys.h"
#include "ui/numbers/value_label.h"
#include "ui/theme/text_size.h"

#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QPainter>
#include <QScrollArea>
#include <QScrollBar>
#include <QTabWidget>
#include <QTimer>
#include <QToolButton>
#include <QTranslator>

using Stage = tests::WindowStage;
using namespace Qt::Literals::StringLiterals;

/// Counts what the layouts ask of one another.
class LayoutRequests : public QObject
{
public:
    LayoutRequests() { qApp->installEventFilter(this); }
    int count = 0;

protected:
    bool eventFilter(QObject*, QEvent* event) override
    {
        count += event->type() == QEvent::LayoutRequest;
        return false;
    }
};

/// Where the parts of the head and the tabs stand.
QString headOf(const Stage& stage)
{
    QString places;
    for (const char* name : {"verdict.bar", "issues", "conventions", "tabs", "design"}) {
        const auto* part = stage.part(name);
        const QRect at(part->mapTo(&stage.window, QPoint()), part->size());
        places +=
            u"%1 %2,%3 %4×%5; "_s.arg(QLatin1String(name)).arg(at.x()).arg(at.y()).arg(at.width()).arg(at.height());
    }
    return places + (stage.part("conventions.all")->isVisible() ? u"folded"_s : u"open"_s);
}

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
    void aBubbleThatCostsMostIsNamed();
    void largeTextsLeaveRoomForTheTab_data();
    void largeTextsLeaveRoomForTheTab();
    void whatFindsNoRoomStandsInMenus();
    void buttonsWithoutRoomAreOffered();
    void tabsGoFromTheSmallestToTheWholeStep();
    void aNumberReadsTheSameEverywhere();
    void aWindowThatOpensLowIsLow();
    void theHeadComesToRest_data();
    void theHeadComesToRest();
    void noTextSizeKeepsTheHeadMoving_data();
    void noTextSizeKeepsTheHeadMoving();
    void wordsOfTablesAreTranslated(); // the last one: tables are made once
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

/// Eight stages and microbatches: 7 of 15 slots are idle, and nothing else is waited for as long. Of 128 microbatches 7
/// of 135.
void TstWindowHead::aBubbleThatCostsMostIsNamed()
{
    Stage stage("comp4901y-pipeline");
    const QString idles = u"; the pipeline idles %1 of the step"_s;
    QVERIFY2(stage.verdict().endsWith(idles.arg(u"46.7\u00a0%"_s)), qPrintable(stage.verdict()));
    QVERIFY(stage.window.session().edit("work.micro", 128.0));
    stage.settle();
    QVERIFY2(stage.verdict().endsWith(idles.arg(u"5.19\u00a0%"_s)), qPrintable(stage.verdict()));
    QVERIFY(stage.window.session().edit("mesh.X.role", std::string("fsdp")));
    stage.settle();
    QVERIFY2(!stage.verdict().contains(u"idles"_s), qPrintable(stage.verdict()));
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

void TstWindowHead::aWindowThatOpensLowIsLow()
{
    ui::setTextSize(250);
    Stage stage("start", {768, 416});
    QVERIFY(stage.part("conventions.all")->isVisible());
    QVERIFY(stage.part("tile.more")->isVisible());
}

void TstWindowHead::theHeadComesToRest_data()
{
    QTest::addColumn<QString>("scenario");
    QTest::addColumn<int>("width");
    for (const int width : {410, 625, 960, 1280, 2600})
        QTest::addRow("start, %d", width) << u"start"_s << width;
    for (const int width : {410, 1280})
        QTest::addRow("with issues, %d", width) << u"comp4901y-fsdp"_s << width;
}

/// Also of a screen's pixels at large texts. What a height gives is the same from above and from below.
void TstWindowHead::theHeadComesToRest()
{
    QFETCH(QString, scenario);
    QFETCH(int, width);
    Stage stage(scenario.toStdString(), {width, 1500});
    stage.window.setMinimumSize(400, 240);
    QMap<int, QString> from;
    const auto visit = [&](int height) {
        stage.window.resize(width, height);
        for (int turn = 0; turn < 3; ++turn)
            stage.settle();
        const LayoutRequests requests;
        stage.settle();
        QVERIFY2(requests.count == 0, qPrintable(u"%1 requests at a height of %2"_s.arg(requests.count).arg(height)));
        const QString head = headOf(stage);
        QCOMPARE(from.value(height, head), head);
        from[height] = head;
    };
    constexpr int step = 12;
    for (int height = 1500; height >= 240 && !QTest::currentTestFailed(); height -= height > 720 ? 5 * step : step)
        visit(height);
    for (int height : from.keys())
        if (!QTest::currentTestFailed())
            visit(height);
}

void TstWindowHead::noTextSizeKeepsTheHeadMoving_data()
{
    QTest::addColumn<QSize>("screen");
    QTest::addColumn<int>("size");
    QTest::addRow("1280×720") << QSize(1280, 720) << 125;
    QTest::addRow("1366×744") << QSize(1366, 744) << 125;
    QTest::addRow("1440×900") << QSize(1440, 900) << 150;
    QTest::addRow("1920×1040") << QSize(1920, 1040) << 175;
    QTest::addRow("2560×1400") << QSize(2560, 1400) << 225;
}

void TstWindowHead::noTextSizeKeepsTheHeadMoving()
{
    QFETCH(QSize, screen);
    QFETCH(int, size);
    Stage stage("start", screen);
    ui::setTextSize(size);
    QTest::qWait(50);
    stage.settle();
    const LayoutRequests requests;
    QTest::qWait(100);
    QCOMPARE(requests.count, 0);
}

/// On its tile, in Explain, by `eval`, and where an exported page says it.
void TstWindowHead::aNumberReadsTheSameEverywhere()
{
    for (const char* scenario : {"start", "cs336-xxl-memory", "llama3-70b-h100"}) {
        Stage stage(scenario, {1600, 1000});
        const ui::Snapshot& snapshot = stage.window.session().snapshot();
        core::CollectiveCache cache;
        const core::Workspace workspace{snapshot.scenario, snapshot.report, cache};
        tests::TextRecorder page(QSize(1920, 1080));
        QPainter painter(&page);
        ui::paintDashboard(painter, snapshot, QSizeF(1920, 1080), ui::Theme::light());
        painter.end();
        QString caption;
        for (const tests::PaintedText& text : page.texts)
            caption += text.text + u'\n';
        int asked = 0;
        for (auto* label : stage.part("verdict.bar")->findChildren<ui::ValueLabel*>()) {
            const auto metric = core::findMetric(*snapshot.scenario.presets, label->metricId().toStdString());
            if (!label->isVisible() || !metric)
                continue;
            const auto evaluated = QString::fromStdString(core::value(workspace, metric->id)->text());
            QVERIFY2(evaluated.startsWith(label->shown()),
                     qPrintable(evaluated + u" on its tile: "_s + label->shown()));
            QTest::mouseClick(label, Qt::LeftButton);
            stage.settle();
            QCOMPARE(stage.part<ui::ExplainPanel>("explain")->metricId(), label->metricId());
            const QString explained = stage.part<QLabel>("explain.value")->text();
            QVERIFY2(explained.contains(evaluated), qPrintable(evaluated + u" explained: "_s + explained));
            if (metric->id == "mem.total") // the verdict of the page says whether it fits
                QVERIFY2(caption.contains(evaluated), qPrintable(evaluated + u" exported: "_s + caption));
            ++asked;
        }
        QVERIFY(asked >= 4);
    }
}

/// Each button is in sight or behind the last one, at every size of texts.
void TstWindowHead::buttonsWithoutRoomAreOffered()
{
    Stage stage;
    for (const int size : {100, 150, 200, 250}) {
        ui::setTextSize(size);
        stage.settle();
        auto* more = stage.part<QToolButton>("button.more");
        for (const char* id : {"examples", "undo", "redo", "reset", "pin-baseline", "export", "explain", "theme"}) {
            const auto* button = stage.part<QToolButton>((std::string("button.") + id).c_str());
            const bool offered = more->isVisible() && more->menu()->actions().contains(button->defaultAction());
            QVERIFY2(button->isVisible() != offered, id);
            QVERIFY2(!button->isVisible() || button->visibleRegion().boundingRect() == button->rect(), id);
        }
        QCOMPARE(more->isVisible(), !more->menu()->actions().empty());
    }
}

/// Of actions, menus, conventions and the keys of a lecture: all in the one context of texts outside of classes.
void TstWindowHead::wordsOfTablesAreTranslated()
{
    struct Marked : QTranslator {
        QString translate(const char* context, const char* text, const char*, int) const override
        {
            return qstrcmp(context, "ui") == 0 ? u"«"_s + QString::fromUtf8(text) + u"»"_s : QString();
        }
        bool isEmpty() const override { return false; }
    } marked;
    qApp->installTranslator(&marked);
    Stage stage;
    QStringList words{ui::keyText(ui::lectureKeys().front()), ui::doesText(ui::lectureKeys().front()),
                      stage.window.actions().action("lessons")->text(),
                      stage.window.actions().action("lessons")->statusTip()};
    for (const QAction* menu : stage.window.menuBar()->actions())
        words << menu->text();
    for (const auto* chip : stage.part("conventions")->findChildren<QAbstractButton*>())
        if (chip->objectName().startsWith(u"conv.comms"))
            words << chip->text();
    qApp->removeTranslator(&marked);
    QVERIFY(words.size() > 10);
    for (const QString& word : words)
        QVERIFY2(word.startsWith(u'«') && word.endsWith(u'»'), qPrintable(word));
}

ROOFLIGHT_TEST(TstWindowHead)

#include "tst_window_head.moc"
