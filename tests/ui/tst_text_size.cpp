// SPDX-License-Identifier: GPL-3.0-or-later
// Checks that the text size draws everything larger, that nothing is cut then, and that full screen comes and goes.
#include "clipping.h"
#include "support/suite.h"
#include "window_stage.h"

#include "ui/theme/text_size.h"

#include <QLineEdit>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QTabWidget>
#include <QTimer>

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
    void dialogsFitTheScreen();
    void editsAndFocusStay();
    void fullScreenComesAndGoes();
};

void TstTextSize::initTestCase() { QApplication::setOrganizationName(QStringLiteral("rooflight-test")); }

void TstTextSize::cleanup()
{
    ui::setTextSize(100);
    QSettings().remove(QStringLiteral("text/size"));
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
        QCOMPARE(QSettings().value(QStringLiteral("text/size")).toInt(), size);
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
    QTest::addColumn<int>("size");
    QTest::newRow("125 %") << 125;
    QTest::newRow("200 %") << 200;
    QTest::newRow("250 %") << 250;
}

/// What finds no room in the window can be scrolled to; in every tab.
void TstTextSize::nothingIsCut()
{
    QFETCH(int, size);
    Stage stage("llama3-70b-h100", {1280, 720});
    ui::setTextSize(size);
    stage.settle();
    const auto* area = stage.part<QScrollArea>("contents");
    const auto* tabs = stage.part<QTabWidget>("tabs");
    for (int tab = 1; tab <= tabs->count(); ++tab) {
        stage.trigger(qPrintable(QStringLiteral("tab-%1").arg(tab)));
        const QStringList faults = tests::clippedParts(stage.window);
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
        const QSize whole = area->viewport()->size() +
                            QSize(area->horizontalScrollBar()->maximum(), area->verticalScrollBar()->maximum());
        QVERIFY(whole.width() >= area->widget()->width() && whole.height() >= area->widget()->height());
    }
    auto* field = stage.part("work.seq.field");
    field->setFocus(Qt::TabFocusReason);
    area->horizontalScrollBar()->setValue(area->horizontalScrollBar()->maximum());
    QTest::keyClick(field, Qt::Key_Tab);
    QVERIFY(!stage.window.focusWidget()->visibleRegion().isEmpty());
}

/// And scroll there.
void TstTextSize::dialogsFitTheScreen()
{
    Stage stage;
    ui::setTextSize(200);
    stage.settle();
    for (const char* action : {"export", "animate"}) {
        QSize size;
        QSize room;
        bool scrolls = false;
        QTimer::singleShot(0, qApp, [&] {
            auto* dialog = QApplication::activeModalWidget();
            size = dialog->size();
            room = dialog->screen()->availableSize();
            scrolls = dialog->findChild<QScrollArea*>()->verticalScrollBar()->maximum() > 0;
            dialog->close();
        });
        stage.trigger(action);
        QVERIFY2(size.width() <= room.width() && size.height() <= room.height(), action);
        QVERIFY2(scrolls, action);
    }
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
