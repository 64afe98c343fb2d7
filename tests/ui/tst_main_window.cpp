// SPDX-License-Identifier: GPL-3.0-or-later
// Checks the window as a whole: verdict, tiles, undo, repairs, names, geometry.
#include "clipping.h"
#include "support/suite.h"
#include "ui/session/session.h"
#include "window_stage.h"

#include "ui/charts/chart.h"
#include "ui/derivation/explain_panel.h"
#include "ui/numbers/value_label.h"
#include "ui/shell/run_window.h"
#include "ui/shell/tabs.h"
#include "ui/shell/verdict_bar.h"

#include "core/evaluate/evaluate.h"
#include "core/scenario/fields.h"
#include "ui/charts/chart_catalogue.h"
#include "ui/theme/theme.h"

#include <QClipboard>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTimer>

using Stage = tests::WindowStage;

class TstMainWindow : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void oneStepOfBatchTurnsTheVerdict();
    void oneChangeIsOneEvaluationInAllViews();
    void whatAnotherThreadDrawsIsPaintedLast();
    void everyTabHasAnAction();
    void undoButtonsNeverMove();
    void countsShowAllConventions();
    void clickOnANumberExplainsIt();
    void explanationFollowsChanges();
    void errorsOfferRepairsThatHelp_data();
    void errorsOfferRepairsThatHelp();
    void lastValidNumbersStayWhileNothingCanBeEvaluated();
    void chartsAreGhostsWhileNothingCanBeEvaluated();
    void chartsAreBareWhereNothingWasEverEvaluated();
    void pickersAreInSight_data();
    void pickersAreInSight();
    void copiedChartIsPictureAndSentence();
    void nothingIsClipped_data();
    void nothingIsClipped();
    void themeChangesEveryPixelsGround();
    void aRefusalIsSaidInTheWindow();
};

void TstMainWindow::initTestCase() { QApplication::setOrganizationName(QStringLiteral("rooflight-test")); }

void TstMainWindow::oneStepOfBatchTurnsTheVerdict()
{
    // Math 1,198 µs against 746 µs of FSDP per layer and pass: 1.61; half the batch gives 0.80, 1.25 times over.
    Stage stage;
    QVERIFY2(stage.verdict().startsWith(QStringLiteral("Compute-bound: math")), qPrintable(stage.verdict()));
    QVERIFY2(stage.verdict().contains(QStringLiteral("1.61× margin")), qPrintable(stage.verdict()));
    QCOMPARE(stage.window.windowTitle(), QStringLiteral("Rooflight — The start — Compute-bound 1.61×"));
    stage.key("work.batch.track", Qt::Key_Left);
    QVERIFY2(stage.verdict().startsWith(QStringLiteral("Communication-bound: ICI X")), qPrintable(stage.verdict()));
    QVERIFY(stage.window.windowTitle().contains(QStringLiteral("Communication-bound")));
    stage.key("work.batch.track", Qt::Key_Right);
    QVERIFY(stage.verdict().startsWith(QStringLiteral("Compute-bound")));
    stage.trigger("undo");
    QVERIFY(stage.verdict().startsWith(QStringLiteral("Communication-bound")));
    stage.trigger("undo");
    stage.window.session().undoStack().setClean();
}

void TstMainWindow::oneChangeIsOneEvaluationInAllViews()
{
    Stage stage;
    const auto before = stage.window.session().snapshot().number;
    QSignalSpy changed(&stage.window.session(), &ui::Session::changed);
    for (const double batch : {1024.0, 2048.0, 4096.0}) {
        QVERIFY(stage.window.session().edit("work.batch", batch, 7));
    }
    QTRY_COMPARE(changed.count(), 1);
    QCOMPARE(stage.window.session().snapshot().number, before + 1);
    stage.window.repaint();
    for (const auto* chart : stage.window.findChildren<ui::Chart*>()) {
        if (chart->isVisible()) {
            QTRY_COMPARE(chart->paintedNumber(), before + 1);
        }
    }
    stage.window.session().undoStack().setClean();
}

/// The names of the cards on Explore whose pictures are painted, in that order.
class PaintedCards : public QObject
{
public:
    PaintedCards() { qApp->installEventFilter(this); }
    QStringList names;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        const auto* widget = qobject_cast<QWidget*>(watched);
        if (event->type() == QEvent::Paint && widget && widget->testAttribute(Qt::WA_OpaquePaintEvent)) {
            for (const QWidget* in = widget; in; in = in->parentWidget()) {
                if (in->objectName().startsWith(QLatin1String("card.")) && in->objectName().count(u'.') == 1) {
                    names << in->objectName().mid(5);
                }
            }
        }
        return false;
    }
};

void TstMainWindow::whatAnotherThreadDrawsIsPaintedLast()
{
    Stage stage("start", {1920, 1080});
    // Y over two axes of the torus: the longest collective carries activations and changes with the batch.
    for (const auto& [field, value] : {std::pair{"mesh.X", "8"}, {"mesh.Y", "64"}, {"hw.torus", "8x8x8"}}) {
        QVERIFY(stage.window.session().editFromText(field, value));
    }
    stage.settle();
    PaintedCards painted;
    stage.key("work.batch.track", Qt::Key_Left);
    painted.names.removeDuplicates();
    QVERIFY2(painted.names.size() == 5 && painted.names.last() == QLatin1String("torus"),
             qPrintable(painted.names.join(u' ')));
    stage.window.session().undoStack().setClean();
}

/// Explore, one for each chart, the collectives, and lessons: the rows of the charts are where a new one is added.
void TstMainWindow::everyTabHasAnAction()
{
    Stage stage;
    auto* tabs = stage.part<QTabWidget>("tabs");
    const auto charts = static_cast<int>(ui::tabRows().size());
    QCOMPARE(tabs->count(), charts + 1); // and lessons
    for (int tab = charts; tab > 0; --tab) {
        const std::string id = "tab-" + std::to_string(tab);
        stage.trigger(id.c_str());
        QCOMPARE(tabs->currentIndex(), tab - 1);
        const auto keys = tab < 10 ? QKeySequence(Qt::CTRL | (Qt::Key_0 + tab)) : QKeySequence(); // Ctrl+0: text size
        QCOMPARE(stage.window.actions().action(id.c_str())->shortcut(), keys);
    }
    QVERIFY(!stage.window.actions().action(("tab-" + std::to_string(charts + 1)).c_str()));
}

void TstMainWindow::undoButtonsNeverMove()
{
    Stage stage;
    const QRect undo = stage.part("button.undo")->geometry();
    const QRect redo = stage.part("button.redo")->geometry();
    const auto same = [&] {
        return stage.part("button.undo")->isVisible() && stage.part("button.undo")->geometry() == undo &&
               stage.part("button.redo")->geometry() == redo;
    };
    for (const double batch : {1.0, 134217728.0, 4096.0}) {
        QVERIFY(stage.window.session().edit("work.batch", batch));
        stage.settle();
        QVERIFY(same());
    }
    for (int step = 0; step < 3; ++step) {
        stage.trigger("undo");
        QVERIFY(same());
    }
    QVERIFY(!stage.window.actions().action("undo")->isEnabled());
    stage.trigger("redo");
    QVERIFY(same());
    stage.window.session().undoStack().setClean();
}

void TstMainWindow::countsShowAllConventions()
{
    // CS336 assignment 2 (a): 3,517.6 GB of state are 44, 41 and 42 H100s by 80 GB, 80 GiB and 85.52 GB.
    Stage stage("cs336-xxl-memory");
    const QString hover = stage.part<ui::ValueLabel>("tile.h100")->hover();
    for (const char* line : {": 44", ": 41", ": 42"}) {
        QVERIFY2(hover.contains(QString::fromLatin1(line)), qPrintable(hover));
    }
}

void TstMainWindow::clickOnANumberExplainsIt()
{
    Stage stage;
    auto* panel = stage.part<ui::ExplainPanel>("explain");
    QVERIFY(!panel->isVisible());
    QTest::mouseClick(stage.part("tile.hbm"), Qt::LeftButton);
    QVERIFY(panel->isVisible());
    QCOMPARE(panel->metricId(), QStringLiteral("mem.total"));
    stage.key("tile.step", Qt::Key_Return);
    QCOMPARE(panel->metricId(), QStringLiteral("time.step"));
}

void TstMainWindow::explanationFollowsChanges()
{
    Stage stage;
    QTest::mouseClick(stage.part("tile.hbm"), Qt::LeftButton);
    const auto* value = stage.part<QLabel>("explain.value");
    const QString before = value->text();
    QCOMPARE(before, stage.part<ui::ValueLabel>("tile.hbm")->shown());
    stage.key("work.batch.track", Qt::Key_Right);
    QVERIFY(value->text() != before);
    QCOMPARE(value->text(), stage.part<ui::ValueLabel>("tile.hbm")->shown());
    stage.window.session().undoStack().setClean();
}

void TstMainWindow::errorsOfferRepairsThatHelp_data()
{
    QTest::addColumn<QString>("field");
    QTest::addColumn<QString>("value");
    QTest::newRow("mesh larger than the slice") << QStringLiteral("mesh.Z") << QStringLiteral("2");
    QTest::newRow("mesh smaller than the slice") << QStringLiteral("mesh.Y") << QStringLiteral("2");
    QTest::newRow("axis that divides nothing") << QStringLiteral("mesh.Y") << QStringLiteral("3");
    QTest::newRow("batch smaller than the data shards") << QStringLiteral("work.batch") << QStringLiteral("8");
    QTest::newRow("model that does not fit") << QStringLiteral("model.preset") << QStringLiteral("llama3-405b");
}

void TstMainWindow::errorsOfferRepairsThatHelp()
{
    QFETCH(QString, field);
    QFETCH(QString, value);
    Stage stage;
    auto& session = stage.window.session();
    QVERIFY(session.editFromText(field.toStdString(), value.toStdString()));
    stage.settle();
    QVERIFY(stage.part("issues")->isVisible());
    const QString code = QString::fromStdString(session.snapshot().issues.front().code);
    const auto count = session.snapshot().issues.front().repairs.size();
    QVERIFY2(count > 0, qPrintable(code));
    for (std::size_t i = 0; i < count; ++i) {
        auto* repair = stage.part<QPushButton>(qPrintable(QStringLiteral("repair.%1").arg(i)));
        const QString words = repair->text();
        const int steps = session.undoStack().index();
        repair->click();
        stage.settle();
        QCOMPARE(session.undoStack().index(), steps + 1);
        for (const core::Issue& issue : session.snapshot().issues) {
            QVERIFY2(QString::fromStdString(issue.code) != code || issue.severity == core::Severity::note,
                     qPrintable(words));
        }
        stage.trigger("undo");
    }
    session.undoStack().setClean();
}

void TstMainWindow::lastValidNumbersStayWhileNothingCanBeEvaluated()
{
    Stage stage;
    const auto* step = stage.part<ui::ValueLabel>("tile.step");
    const QString before = step->shown();
    QVERIFY(stage.window.session().editFromText("mesh.Z", "2"));
    stage.settle();
    QVERIFY2(stage.verdict().startsWith(QStringLiteral("Cannot be evaluated: The mesh")), qPrintable(stage.verdict()));
    QCOMPARE(step->shown(), before);
    QCOMPARE(step->accessibleDescription(), QStringLiteral("last valid value"));
    stage.trigger("undo");
    QVERIFY(step->accessibleDescription().isEmpty());
    stage.window.session().undoStack().setClean();
}

void TstMainWindow::chartsAreGhostsWhileNothingCanBeEvaluated()
{
    Stage stage;
    const QWidget* chart = stage.part("chart.batch");
    const QString before = chart->accessibleDescription();
    QVERIFY(!stage.part("card.batch.veil")->isVisible());
    QVERIFY(stage.window.session().editFromText("mesh.X", "8"));
    stage.settle();
    for (const char* veil : {"card.roofline.veil", "card.batch.veil", "card.memory.veil", "card.counts.veil"}) {
        QVERIFY2(stage.part(veil)->isVisible(), veil);
    }
    QCOMPARE(chart->accessibleDescription(), QStringLiteral("last valid picture: ") + before);
    QCOMPARE(stage.part("card.batch.veil")->geometry(), chart->geometry());
    stage.trigger("undo");
    QVERIFY(!stage.part("card.batch.veil")->isVisible());
    QCOMPARE(chart->accessibleDescription(), before);
    stage.window.session().undoStack().setClean();
}

void TstMainWindow::chartsAreBareWhereNothingWasEverEvaluated()
{
    core::Scenario scenario = tests::startScenario();
    QVERIFY(core::setField(scenario, "mesh.X", 8.0));
    ui::MainWindow window(scenario);
    window.show();
    QVERIFY(window.findChild<QWidget*>(QStringLiteral("card.batch.veil"))->isVisible());
    const auto* tile = window.findChild<ui::ValueLabel*>(QStringLiteral("tile.h100"));
    QCOMPARE(tile->shown(), QStringLiteral("–"));
    QVERIFY(!tile->hover().isEmpty());
}

void TstMainWindow::pickersAreInSight_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<QStringList>("seen");
    QTest::newRow("on a laptop") << QSize(1280, 720)
                                 << QStringList{QStringLiteral("work.batch"), QStringLiteral("model.preset")};
    QTest::newRow("on a full screen") << QSize(1920, 1080)
                                      << QStringList{QStringLiteral("work.batch"), QStringLiteral("model.preset"),
                                                     QStringLiteral("hw.chip"), QStringLiteral("mesh.X")};
}

// In the order of the dock: workload, model, hardware.
void TstMainWindow::pickersAreInSight()
{
    QFETCH(QSize, size);
    QFETCH(QStringList, seen);
    Stage stage("start", size);
    const QWidget* dock = stage.part("design");
    int above = 0;
    for (const QString& name : seen) {
        const auto* control = stage.part(qPrintable(name));
        const int top = control->mapTo(dock, QPoint()).y();
        QVERIFY2(top > above && top + control->height() <= dock->height(), qPrintable(name));
        above = top;
    }
}

void TstMainWindow::copiedChartIsPictureAndSentence()
{
    Stage stage;
    stage.trigger("copy-chart");
    const QMimeData* copied = QApplication::clipboard()->mimeData();
    QVERIFY(copied->hasImage());
    QVERIFY(copied->text().size() > 20);
    const auto* chart = stage.part("chart.roofline");
    QCOMPARE(qvariant_cast<QImage>(copied->imageData()).size(), chart->size().expandedTo({640, 400}) * 2);
}

void TstMainWindow::nothingIsClipped_data()
{
    QTest::addColumn<QString>("scenario");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<bool>("dark");
    for (const char* scenario : {"start", "cs336-xxl-memory", "llama3-405b-v5p"})
        for (const QSize size : {QSize(1024, 640), QSize(1280, 720), QSize(1920, 1080)})
            for (const bool dark : {false, true})
                QTest::addRow("%s at %dx%d, %s", scenario, size.width(), size.height(), dark ? "dark" : "light")
                    << QString::fromLatin1(scenario) << size << dark;
}

void TstMainWindow::nothingIsClipped()
{
    QFETCH(QString, scenario);
    QFETCH(QSize, size);
    QFETCH(bool, dark);
    Stage stage(scenario.toStdString(), size, dark);
    stage.openAllSections();
    QCOMPARE(stage.window.size(), size);
    const QStringList faults = tests::clippedParts(stage.window);
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join(QLatin1Char('\n'))));
}

void TstMainWindow::themeChangesEveryPixelsGround()
{
    Stage stage;
    const QImage light = stage.window.grab().toImage();
    stage.window.setTheme(ui::Theme::night());
    stage.settle();
    const QImage dark = stage.window.grab().toImage();
    int lightDark = 0, darkLight = 0;
    for (int y = 0; y < light.height(); y += 7)
        for (int x = 0; x < light.width(); x += 7) {
            lightDark += light.pixelColor(x, y).lightness() < 100 ? 1 : 0;
            darkLight += dark.pixelColor(x, y).lightness() > 155 ? 1 : 0;
        }
    const int points = (light.height() / 7) * (light.width() / 7);
    QVERIFY2(lightDark < points / 10 && darkLight < points / 10,
             qPrintable(QStringLiteral("%1 and %2 of %3").arg(lightDark).arg(darkLight).arg(points)));
    stage.window.setTheme(ui::Theme::light());
}

/// A file that cannot be read: the start, and what is wrong in its line of hints, where nothing else is said.
void TstMainWindow::aRefusalIsSaidInTheWindow()
{
    QString sentence, message(QStringLiteral("?"));
    QTimer::singleShot(0, qApp, [&] {
        ui::MainWindow* shown = nullptr;
        const auto isTold = [&] {
            shown = qobject_cast<ui::MainWindow*>(QApplication::activeWindow());
            sentence = shown ? shown->findChild<QLabel*>(QStringLiteral("notice.sentence"))->text() : QString();
            return !sentence.isEmpty();
        };
        if (QTest::qWaitFor(isTold, 20'000)) {
            shown->statusBar()->showMessage(QStringLiteral("Saved"));
            shown->tell(QStringLiteral("More"));
            message = shown->statusBar()->currentMessage();
        }
        QApplication::quit();
    });
    ui::runWindow(*qApp, {tests::shippedScenario("start"), {}, true, QStringLiteral("work.batch is -5"), {}});
    QCOMPARE(sentence, QStringLiteral("work.batch is -5"));
    QCOMPARE(message, QString());
}

ROOFLIGHT_TEST(TstMainWindow)
#include "tst_main_window.moc"
