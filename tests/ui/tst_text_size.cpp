// SPDX-License-Identifier: GPL-3.0-or-later
// Checks that the text size draws everything larger, that nothing is cut then, that full screen comes and goes, and
// that another theme styles no widget more than needed.
#include "clipping.h"
#include "support/suite.h"
#include "window_stage.h"

#include "core/io/preset_catalogue.h"
#include "ui/controls/scrolled.h"
#include "ui/shell/settings.h"
#include "ui/theme/text_size.h"

#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QSet>
#include <QStandardPaths>
#include <QTabWidget>

#include <memory>

using Stage = tests::WindowStage;

class TstTextSize : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void cleanup();
    void keysChangeIt();
    void everythingIsDrawnLarger();
    void nothingIsCut_data();
    void nothingIsCut();
    void pagesScrollNoWayButDown_data();
    void pagesScrollNoWayButDown();
    void tilesStayInSight_data();
    void tilesStayInSight();
    void theExamplesKeepTheirWord();
    void thePageKeepsItsTop();
    void chartsStandInColumns();
    void editsAndFocusStay();
    void fullScreenComesAndGoes();
    void aBarThatWouldComeAndGoStays();
    void aThemeStylesAWidgetTwice();
};

void TstTextSize::initTestCase() { QStandardPaths::setTestModeEnabled(true); }

void TstTextSize::cleanup()
{
    ui::setTextSize(100);
    ui::Settings::ofProgram().setTextSize(100);
}

void press(Stage& stage, Qt::Key key)
{
    QTest::keyClick(&stage.window, key, Qt::ControlModifier);
    stage.settle();
}

void TstTextSize::keysChangeIt()
{
    Stage stage;
    for (const int size : {110, 125, 150, 175, 200, 225, 250, 250}) {
        press(stage, Qt::Key_Plus);
        QCOMPARE(ui::textSize(), size);
        QCOMPARE(ui::Settings::ofProgram().textSize(), size);
        QVERIFY(stage.window.isVisible());
        QVERIFY(std::abs(stage.window.width() * size / 100. - 1280) < 3); // pixels of the screen
        QVERIFY(std::abs(stage.window.height() * size / 100. - 720) < 3);
    }
    press(stage, Qt::Key_Minus);
    QCOMPARE(ui::textSize(), 225);
    press(stage, Qt::Key_Equal); // the key of + without Shift
    QCOMPARE(ui::textSize(), 250);
    press(stage, Qt::Key_0);
    QCOMPARE(ui::textSize(), 100);
    QCOMPARE(stage.window.size(), QSize(1280, 720));
}

/// A control and a picture: twice the pixels.
void TstTextSize::everythingIsDrawnLarger()
{
    Stage stage("start", {1920, 1080});
    auto* field = stage.part("work.batch.field");
    const int height = field->grab().height();
    const int letters = field->fontMetrics().height();
    ui::setTextSize(200);
    stage.settle();
    QCOMPARE(stage.window.devicePixelRatioF(), 2.0);
    QCOMPARE(field->grab().height(), 2 * height);
    QCOMPARE(field->fontMetrics().height(), letters); // of twice the pixels
    QCOMPARE(stage.part("chart.roofline")->grab().devicePixelRatio(), 2.0);
}

void TstTextSize::nothingIsCut_data()
{
    QTest::addColumn<QString>("scenario");
    QTest::addColumn<QSize>("screen");
    QTest::addColumn<int>("size");
    for (const QSize screen : {QSize(1280, 720), QSize(1024, 640)})
        for (const int size : ui::textSizes)
            QTest::addRow("%d x %d, %d %%", screen.width(), screen.height(), size)
                << QStringLiteral("llama3-70b-h100") << screen << size;
    for (const core::ScenarioPreset& example : core::shippedCatalogue().scenarios)
        QTest::newRow(example.id.c_str()) << QString::fromStdString(example.id) << QSize(1280, 720) << 200;
}

/// In every tab: parts wrap, and what finds no room is scrolled to, never sideways.
void TstTextSize::nothingIsCut()
{
    QFETCH(QString, scenario);
    QFETCH(QSize, screen);
    QFETCH(int, size);
    Stage stage(scenario.toStdString(), screen);
    ui::setTextSize(size);
    stage.settle();
    QVERIFY(std::abs(stage.window.width() * size / 100. - screen.width()) < 3);
    const auto* area = stage.part<QScrollArea>("contents");
    const auto* tabs = stage.part<QTabWidget>("tabs");
    QStringList faults;
    for (int tab = 1; tab <= tabs->count(); ++tab) {
        stage.openTab(tab);
        for (const QString& fault : tests::clippedParts(stage.window))
            faults << QStringLiteral("tab %1: %2").arg(tab).arg(fault);
    }
    QVERIFY2(faults.isEmpty(), qPrintable(QStringLiteral("%1 faults\n").arg(faults.size()) + faults.join(u'\n')));
    QCOMPARE(area->horizontalScrollBar()->maximum(), 0);
    QCOMPARE(area->verticalScrollBar()->maximum(), area->widget()->height() - area->viewport()->height());
}

/// The numbers that are always in sight; large texts leave room for the first of them, and a menu for the others.
void TstTextSize::pagesScrollNoWayButDown_data()
{
    QTest::addColumn<QString>("scenario");
    QTest::addColumn<int>("size");
    for (const char* scenario : {"start", "llama3-70b-h100", "hpl-s04"})
        for (const int size : {150, 200})
            QTest::addRow("%s, %d %%", scenario, size) << QString::fromLatin1(scenario) << size;
}

void TstTextSize::pagesScrollNoWayButDown()
{
    QFETCH(QString, scenario);
    QFETCH(int, size);
    Stage stage(scenario.toStdString());
    ui::setTextSize(size);
    stage.settle();
    const auto* tabs = stage.part<QTabWidget>("tabs");
    for (int tab = 0; tab < tabs->count(); ++tab) {
        stage.openTab(tab + 1);
        for (const auto* area :
             tabs->currentWidget()->findChildren<QScrollArea*>(QString(), Qt::FindDirectChildrenOnly)) {
            QVERIFY2(area->horizontalScrollBar()->maximum() == 0, qPrintable(tabs->tabText(tab)));
        }
    }
}

void TstTextSize::tilesStayInSight_data()
{
    QTest::addColumn<QSize>("screen");
    QTest::newRow("1280 x 720") << QSize(1280, 720);
    QTest::newRow("1024 x 640") << QSize(1024, 640);
}

void TstTextSize::tilesStayInSight()
{
    QFETCH(QSize, screen);
    Stage stage("llama3-70b-h100", screen);
    for (const int size : {125, 150, 175, 200}) {
        ui::setTextSize(size);
        stage.settle();
        for (const char* name : {"verdict", "tile.step", "tile.hbm", "tile.h100", "tile.v5p", "tile.mfu"}) {
            const QWidget* tile = stage.part(name);
            const bool stowed =
                tile->isHidden() && stage.part("tile.more")->isVisible() && screen.width() * 100 / size < 1000;
            QVERIFY2(stowed || tile->visibleRegion().boundingRect() == tile->rect(), name);
        }
    }
}

/// Of a window that was first narrower, as when it starts.
void TstTextSize::theExamplesKeepTheirWord()
{
    ui::setTextSize(200);
    Stage stage("start", {512, 324});
    const auto* examples = stage.part("button.examples");
    bool shown = false;
    for (const int width : {512, 540, 576, 600, 620, 640, 520, 960, 640}) {
        stage.window.resize(width, 360);
        stage.settle();
        QVERIFY2(examples->isHidden() || examples->width() >= examples->sizeHint().width(),
                 qPrintable(QString::number(width)));
        shown = shown || !examples->isHidden();
    }
    QVERIFY(shown);
}

/// Also with the focus in a field far below.
void TstTextSize::thePageKeepsItsTop()
{
    Stage stage;
    stage.openAllSections();
    stage.part("work.seq.field")->setFocus();
    const auto* area = stage.part<QScrollArea>("contents");
    for (int step = 0; step < 5; ++step) {
        press(stage, Qt::Key_Plus);
        QApplication::setActiveWindow(&stage.window);
        stage.settle();
        QCOMPARE(area->verticalScrollBar()->value(), 0);
    }
    QCOMPARE(area->verticalScrollBar()->maximum(), 0);          // inputs and tabs scroll, not what holds them
    QTest::keyClick(stage.part("work.seq.field"), Qt::Key_Tab); // and the focus comes into sight
    QVERIFY(!stage.window.focusWidget()->visibleRegion().isEmpty());
}

/// One column where two have no room, and the card of the slice below.
void TstTextSize::chartsStandInColumns()
{
    Stage stage("start", {1280, 720});
    const auto columns = [&] {
        QSet<int> lefts;
        for (const char* card : {"card.roofline", "card.batch", "card.memory", "card.counts"})
            lefts.insert(stage.part(card)->mapTo(&stage.window, QPoint()).x());
        return lefts.size();
    };
    QCOMPARE(columns(), 2);
    ui::setTextSize(200);
    stage.settle();
    QCOMPARE(columns(), 1);
    ui::setTextSize(100);
    stage.settle();
    QCOMPARE(columns(), 2);
}

void TstTextSize::editsAndFocusStay()
{
    Stage stage;
    QVERIFY(stage.window.session().edit("work.batch", 4096.0));
    stage.settle();
    stage.part("work.seq.field")->setFocus();
    press(stage, Qt::Key_Plus);
    QCOMPARE(stage.window.focusWidget(), stage.part("work.seq.field"));
    QCOMPARE(stage.window.session().scenario().work.batch, 4096.0);
    stage.trigger("undo");
    QCOMPARE(stage.window.session().scenario().work.batch, 32768.0);
    stage.window.session().undoStack().setClean();
}

/// How often widgets were told of another style.
struct StyleChanges : QObject {
    QHash<QObject*, int> seen;

    bool eventFilter(QObject* on, QEvent* event) override
    {
        if (event->type() == QEvent::StyleChange)
            ++seen[on];
        return false;
    }
};

/// Contents that are low beside a bar and high without one led from one size to the next until the stack was full.
void TstTextSize::aBarThatWouldComeAndGoStays()
{
    class Contents : public QWidget
    {
    protected:
        void resizeEvent(QResizeEvent*) override { setMinimumHeight(width() < 200 ? 100 : 400); }
    };
    const std::unique_ptr<QScrollArea> area(ui::scrolled(new Contents));
    area->resize(200, 200);
    area->show();
    QTest::qWait(50);
    QVERIFY(area->verticalScrollBar()->isVisible());
    area->resize(150, 200); // low at any bar
    QTest::qWait(50);
    QVERIFY(!area->verticalScrollBar()->isVisible());
}

/// The old sheet goes and the new one comes; not once more for each parent.
void TstTextSize::aThemeStylesAWidgetTwice()
{
    Stage stage;
    StyleChanges changes;
    qApp->installEventFilter(&changes);
    stage.trigger("theme");
    qApp->removeEventFilter(&changes);
    QVERIFY(changes.seen.size() > 400);
    for (const auto& [widget, times] : changes.seen.asKeyValueRange())
        QVERIFY2(times <= 2, qPrintable(QStringLiteral("%1: %2").arg(widget->objectName()).arg(times)));
    stage.trigger("theme");
}

void TstTextSize::fullScreenComesAndGoes()
{
    Stage stage;
    QTest::keyClick(&stage.window, Qt::Key_F11);
    QVERIFY(stage.window.isFullScreen());
    QTest::keyClick(&stage.window, Qt::Key_F11);
    QVERIFY(!stage.window.isFullScreen());
}

ROOFLIGHT_TEST(TstTextSize)

#include "tst_text_size.moc"
