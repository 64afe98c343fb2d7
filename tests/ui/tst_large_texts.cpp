// SPDX-License-Identifier: GPL-3.0-or-later
// Checks that large texts lose nothing: menus, tabs, dialogs and single charts give way so that each stays reachable.
#include "clipping.h"
#include "lesson_home.h"
#include "start_scenario.h"
#include "support/source_file.h"
#include "support/suite.h"
#include "text_recorder.h"
#include "window_stage.h"

#include "core/io/write_file.h"
#include "core/sharding/report.h"
#include "ui/charts/chart.h"
#include "ui/charts/chart_catalogue.h"
#include "ui/charts/sharding_layout.h"
#include "ui/export/picture_dialog.h"
#include "ui/help/help_window.h"
#include "ui/lessons/lessons_tab.h"
#include "ui/operation/operation_list.h"
#include "ui/operation/operation_table.h"
#include "ui/theme/text_size.h"

#include <QDialogButtonBox>
#include <QMenu>
#include <QMenuBar>
#include <QPainter>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QStackedWidget>
#include <QStandardPaths>
#include <QTabBar>
#include <QTableView>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QWheelEvent>

using Stage = tests::WindowStage;

class TstLargeTexts : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void cleanup() { ui::setTextSize(100); }
    void dialogsFitTheScreen();
    void theHelpFitsTheScreen();
    void allMenusAreInSight_data();
    void allMenusAreInSight();
    void tabsOutOfSightAreOffered();
    void aSingleChartIsSeenWhole_data();
    void aSingleChartIsSeenWhole();
    void namesOfRowsStandBelowTheirArray();
    void aNarrowShardedProductIsReadable();
    void aPictureIsAtOnceAsHighAsItNeeds();
    void theWheelScrollsThePageOfOperation();
    void theChosenLessonStaysInSight();
};

/// The picture and the buttons stay, the fields scroll where they must.
void TstLargeTexts::dialogsFitTheScreen()
{
    Stage stage;
    for (const int percent : {200, 225}) {
        ui::setTextSize(percent);
        stage.settle();
        for (const char* action : {"export", "animate"}) {
            QSize size;
            QSize room;
            QStringList faults;
            QTimer::singleShot(0, qApp, [&] {
                auto* dialog = QApplication::activeModalWidget();
                size = dialog->size();
                room = dialog->screen()->availableSize();
                faults = tests::clippedParts(*dialog);
                for (const QWidget* part : {static_cast<QWidget*>(dialog->findChild<ui::Preview*>()),
                                            static_cast<QWidget*>(dialog->findChild<QDialogButtonBox*>())})
                    if (part->visibleRegion().boundingRect() != part->rect())
                        faults << QString::fromLatin1(part->metaObject()->className());
                dialog->close();
            });
            stage.trigger(action);
            QVERIFY2(size.width() <= room.width() && size.height() <= room.height(), action);
            QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
        }
    }
}

void TstLargeTexts::theHelpFitsTheScreen()
{
    Stage stage;
    stage.trigger("help");
    for (QWidget* window : QApplication::topLevelWidgets())
        if (qobject_cast<ui::HelpWindow*>(window))
            window->hide();
    ui::setTextSize(200);
    stage.settle();
    stage.trigger("help");
    int shown = 0;
    for (QWidget* window : QApplication::topLevelWidgets())
        if (qobject_cast<ui::HelpWindow*>(window) && window->isVisible()) {
            ++shown;
            const QSize room = window->screen()->availableSize();
            QVERIFY(window->width() <= room.width() && window->height() <= room.height());
        }
    QCOMPARE(shown, 1);
}

void TstLargeTexts::allMenusAreInSight_data()
{
    QTest::addColumn<QSize>("screen");
    QTest::addColumn<int>("size");
    for (const QSize screen : {QSize(1280, 720), QSize(1024, 640)})
        for (const int size : {100, 150, 200, 250})
            QTest::addRow("%d x %d, %d %%", screen.width(), screen.height(), size) << screen << size;
}

/// Beside the buttons, which give way; or behind the button that Qt puts at the end of the bar.
void TstLargeTexts::allMenusAreInSight()
{
    QFETCH(QSize, screen);
    QFETCH(int, size);
    Stage stage("start", screen);
    ui::setTextSize(size);
    stage.settle();
    const auto* bar = stage.window.menuBar();
    const auto* more = bar->findChild<QToolButton*>(QStringLiteral("qt_menubar_ext_button"));
    int end = bar->cornerWidget()->isVisible() ? bar->cornerWidget()->x() : bar->width();
    if (more->isVisible())
        end = std::min(end, more->x());
    int open = 0;
    for (QAction* menu : bar->actions()) {
        const QRect place = bar->actionGeometry(menu);
        const bool inSight = place.left() >= 0 && place.right() < end;
        if (inSight) {
            QTest::mouseClick(const_cast<QMenuBar*>(bar), Qt::LeftButton, {}, place.center());
            QCOMPARE(QApplication::activePopupWidget(), menu->menu());
            QVERIFY(menu->menu()->width() <= stage.window.screen()->availableSize().width());
            menu->menu()->close();
            ++open;
        } else {
            QVERIFY2(size > 200, qPrintable(menu->text())); // there they all have room
            QVERIFY2(more->isVisible() && more->menu()->actions().contains(menu), qPrintable(menu->text()));
        }
    }
    QVERIFY(open >= 5);
}

/// By the menu behind the tabs, and by arrows.
void TstLargeTexts::tabsOutOfSightAreOffered()
{
    Stage stage;
    ui::setTextSize(200);
    stage.settle();
    const auto* tabs = stage.part<QTabWidget>("tabs");
    auto* bar = tabs->tabBar();
    QVERIFY(!bar->isTabVisible(tabs->count() - 1));
    QTimer::singleShot(0, qApp, [&] {
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QCOMPARE(menu->actions().size(), tabs->count());
        QVERIFY(menu->actions().first()->isChecked());
        menu->setActiveAction(menu->actions().last());
        QTest::keyClick(menu, Qt::Key_Return);
    });
    QTest::mouseClick(bar->findChild<QWidget*>(QStringLiteral("tabs.more")), Qt::LeftButton);
    QCOMPARE(tabs->currentIndex(), tabs->count() - 1);
    QVERIFY(bar->isTabVisible(tabs->count() - 1));
    for (int tab = tabs->count() - 2; tab >= 0; --tab) {
        QTest::keyClick(bar, Qt::Key_Left);
        QCOMPARE(tabs->currentIndex(), tab);
        QVERIFY(bar->isTabVisible(tab));
    }
    ui::setTextSize(100);
    stage.settle();
    for (int tab = 0; tab < tabs->count(); ++tab)
        QVERIFY(bar->isTabVisible(tab));
    QVERIFY(bar->findChild<QWidget*>(QStringLiteral("tabs.more"))->isHidden());
}

void TstLargeTexts::aSingleChartIsSeenWhole_data()
{
    QTest::addColumn<int>("size");
    for (const int size : {100, 150, 200})
        QTest::addRow("%d %%", size) << size;
}

void TstLargeTexts::aSingleChartIsSeenWhole()
{
    QFETCH(int, size);
    Stage stage;
    ui::setTextSize(size);
    stage.settle();
    const auto* tabs = stage.part<ui::Tabs>("tabs");
    for (const char* id : {"roofline", "batch", "memory", "counts"}) {
        const_cast<ui::Tabs*>(tabs)->openChart(QString::fromLatin1(id));
        stage.settle();
        const auto* chart = tabs->currentChart();
        QVERIFY2(chart->visibleRegion().boundingRect() == chart->rect(), id);
    }
}

/// However little room a sharded product has: the least that the tab gives it at 250 %, and more.
void TstLargeTexts::namesOfRowsStandBelowTheirArray()
{
    const core::ShardingReport report = core::shardingOf(tests::startScenario());
    for (const qreal width : {380., 430., 600., 1200.})
        for (const qreal height : {210., 236., 500.}) {
            const ui::ShardingLayout layout =
                ui::shardingLayout(report, {width, std::max(height, ui::shardingHeight(report, width))});
            for (const ui::ArrayBlocks& one : layout.arrays) {
                QVERIFY(one.dims.front().top() >= one.title.bottom());
                QVERIFY(one.dims.front().bottom() <= one.grid.bottom() + layout.sizes.px(4)); // bytes stand below
                QVERIFY(one.grid.bottom() + layout.sizes.px(36) < layout.below);
            }
        }
}

/// At 150 and 200 % the picture is as high as its rows of arrays need: blocks can be told apart, and no text meets
/// another or leaves the paper.
void TstLargeTexts::aNarrowShardedProductIsReadable()
{
    for (const char* expression :
         {"A[I_X, J] * B[J, K_Y] -> C[I_X, K_Y]", "A[I_X, J_Y] * B[J_Y, K] -> C[I_X, K]",
          "A[I, J_X] * B[J_X, K_Y] * D[K, M_Y] -> C[I_X, M_Y]", "A[I, J]{U_XY} -> A[I_X, J]{U_Y}"}) {
        core::Scenario scenario = tests::startScenario();
        scenario.shard.expression = expression;
        const auto report = core::shardingOf(scenario);
        QVERIFY2(!report.plans.empty(), expression);
        const auto picture = ui::findChart(QStringLiteral("sharding"))->make();
        picture->read(ui::snapshotOf(scenario));
        for (const int width : {270, 310, 430}) {
            const QSize size(width, std::max(236, static_cast<int>(std::ceil(picture->heightFor(width)))));
            const auto layout = ui::shardingLayout(report, size, 6);
            for (const auto& one : layout.arrays) {
                QVERIFY2(one.block(0, 0).width() >= 8 || one.columns > 4, expression);
                QVERIFY(one.title.top() >= 0 && one.box.right() <= width);
            }
            tests::TextRecorder paper(size);
            QPainter painter(&paper);
            picture->paint(painter, QRect(QPoint(), size), ui::Theme::light(), picture->ranges());
            const QStringList faults = tests::faultsOf(paper.texts, size);
            QVERIFY2(faults.isEmpty(), qPrintable(QString::number(width) + QStringLiteral(": ") + faults.join(u'\n')));
        }
    }
}

/// Of what is presented, not of what was: at the first look at a picture, and after each edit.
void TstLargeTexts::aPictureIsAtOnceAsHighAsItNeeds()
{
    Stage stage("comp4901y-pipeline");
    ui::setTextSize(200);
    stage.settle();
    const auto faultOf = [&](const char* view, const QWidget& around, int least) {
        const auto* chart = stage.part<ui::Chart>(view);
        const int needed = chart->neededHeight(), wanted = std::max(least, needed + around.height() - chart->height());
        return needed > 0 && chart->height() >= needed && around.minimumHeight() == wanted
                   ? QString()
                   : QStringLiteral("%1 needs %2 and has %3; at least %4 is asked for")
                         .arg(QLatin1String(view))
                         .arg(needed)
                         .arg(chart->height())
                         .arg(around.minimumHeight());
    };
    QStringList faults;
    stage.openTab(3);
    for (const char* product : {"A[I_X, J] -> A[I, J]", "A[I, J_X] * B[J_X, K_Y] * D[K, M_Y] -> C[I_X, M_Y]"}) {
        QVERIFY2(stage.window.session().edit("shard.expr", std::string(product)), product);
        stage.settle();
        faults << faultOf("chart.sharding", *stage.part("card.sharding"), 210);
    }
    stage.openTab(5);
    for (const auto& [segment, view] :
         {std::pair("step.picture.1", "chart.pipeline"), {"step.picture.2", "chart.parallel"}}) {
        QTest::mouseClick(stage.part(segment), Qt::LeftButton);
        stage.settle();
        faults << faultOf(view, *stage.part("page.step")->findChild<QStackedWidget*>(), 300);
    }
    faults.removeAll(QString());
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
}

/// Over its charts, lists and tables too, none of which has the focus; at the end of the page a list scrolls.
void TstLargeTexts::theWheelScrollsThePageOfOperation()
{
    Stage stage("start", {1024, 700});
    ui::setTextSize(150);
    stage.openTab(2);
    for (int i = 0; i < 20; ++i)
        stage.part<QPushButton>("op.duplicate")->click();
    stage.settle();
    const auto* page = stage.part("page.operation")->findChild<QScrollArea*>();
    const auto* bar = page->verticalScrollBar();
    QVERIFY(bar->maximum() > 0);
    QApplication::focusWidget()->clearFocus();
    const auto turn = [&](QWidget* over, int by) {
        const QPointF middle = over->rect().center();
        QWheelEvent event(middle, over->mapToGlobal(middle), {}, {0, by}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QSpontaneKeyEvent::setSpontaneous(&event); // as the window system delivers it
        qApp->notify(over, &event);                // sendEvent() would take that back
        stage.settle();
    };
    auto* list = stage.part("operation")->findChild<ui::OperationList*>();
    auto* table = stage.part("operation")->findChild<ui::OperationTable*>();
    for (QWidget* over :
         {static_cast<QWidget*>(stage.part("operation")->findChild<ui::Chart*>(QStringLiteral("chart.operation"))),
          list->viewport(), table->viewport(), stage.part<QScrollArea>("op.fields")->viewport()}) {
        const int before = bar->value();
        turn(over, -120);
        QVERIFY2(bar->value() > before, over->metaObject()->className());
        page->verticalScrollBar()->setValue(0);
        stage.settle();
    }
    page->verticalScrollBar()->setValue(bar->maximum());
    turn(list->viewport(), -120);
    QVERIFY(list->verticalScrollBar()->value() > 0);
    list->setFocus(); // now the list is meant
    page->verticalScrollBar()->setValue(0);
    list->verticalScrollBar()->setValue(0);
    turn(list->viewport(), -120);
    QVERIFY(list->verticalScrollBar()->value() > 0 && bar->value() == 0);
}

/// In a low window with large text the list scrolls within the page: in both, also below what is one's own.
void TstLargeTexts::theChosenLessonStaysInSight()
{
    const tests::Home home;
    QFile shipped(tests::sourceFile(QStringLiteral("presets/lessons/D4.json")));
    QVERIFY(shipped.open(QIODevice::ReadOnly));
    const QByteArray own = shipped.readAll().replace("\"D4\"", "\"zz_own\"");
    QVERIFY(core::writeOwnFile(core::dataFolder("lessons/zz_own.json"), own.toStdString()));
    ui::setTextSize(150);
    Stage stage("start", {1024, 700});
    stage.trigger("lessons");
    stage.settle();
    auto* list = stage.part<QTableView>("lessons.list");
    for (const auto& [key, modifier] :
         std::vector<std::pair<Qt::Key, Qt::KeyboardModifier>>{{Qt::Key_End, Qt::ControlModifier},
                                                               {Qt::Key_Home, Qt::ControlModifier},
                                                               {Qt::Key_PageDown, {}},
                                                               {Qt::Key_End, {}},
                                                               {Qt::Key_E, {}}}) {
        stage.window.findChild<ui::LessonsTab*>()->focusList();
        QTest::keyClick(list, key, modifier);
        stage.settle();
        const QRect row = list->visualRect(list->currentIndex());
        QVERIFY2(list->viewport()->visibleRegion().contains(row.center()), qPrintable(QKeySequence(key).toString()));
        stage.part("lessons.add")->setFocus(); // below: the page follows
        stage.settle();
    }
}

ROOFLIGHT_TEST(TstLargeTexts)

#include "tst_large_texts.moc"
