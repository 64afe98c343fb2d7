// SPDX-License-Identifier: GPL-3.0-or-later
// Checks that focus, hints and what the user points at stay where they are while other things change.
#include "own_stage.h"
#include "support/suite.h"
#include "window_stage.h"

#include "ui/charts/chart.h"
#include "ui/collectives/collective_stage.h"
#include "ui/theme/text_size.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QRadioButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QStatusTipEvent>
#include <QTabBar>
#include <QTabWidget>

#include <cmath>

using Stage = tests::WindowStage;
using namespace Qt::Literals::StringLiterals;

namespace
{

/// Of the tab in sight: parts that neither F6 nor 60 stops behind it come to.
QStringList missedByTab(Stage& stage)
{
    QSet<const QWidget*> reached;
    for (int region = 0; region < 6; ++region) {
        stage.trigger("next-region");
        QWidget* first = stage.window.focusWidget();
        for (int stop = 0; stop < 60; ++stop) {
            reached.insert(stage.window.focusWidget());
            QTest::keyClick(stage.window.focusWidget(), Qt::Key_Tab);
        }
        first->setFocus();
    }
    QStringList missed;
    for (const QWidget* widget : stage.window.findChildren<QWidget*>()) {
        const auto* radio = qobject_cast<const QRadioButton*>(widget); // arrows go from one to the next
        const bool stops = widget->isVisible() && widget->isEnabled() && (widget->focusPolicy() & Qt::TabFocus) != 0;
        if (stops && !widget->focusProxy() && !(radio && !radio->isChecked()) && !reached.contains(widget)) {
            missed << widget->objectName();
        }
    }
    return missed;
}

} // namespace

class TstWindowFocus : public QObject
{
    Q_OBJECT
private slots:
    void cleanup() { ui::setTextSize(100); }
    void tabReachesEverything();
    void theHintFollowsTheFocus();
    void theTextSizeKeepsTheFocusOnAPicture();
    void escapeLeavesNoOrderBehind();
    void aPageChosenByTheMouseKeepsTheFocusNear();
    void aClickedTabTakesTheKeyboard_data();
    void aClickedTabTakesTheKeyboard();
    void escapeLeavesAFieldBeforeItsTab();
    void aRowThatComesMovesNothingUnderTheFocus();
    void activationsShrinkByFieldsOfTheWindow_data();
    void activationsShrinkByFieldsOfTheWindow();
    void barsComeBackAfterManySteps();
    void theModeStaysUnderThePointer_data();
    void theModeStaysUnderThePointer();
};

/// In 60 stops from a region that F6 reaches, on every tab.
void TstWindowFocus::tabReachesEverything()
{
    Stage stage;
    QStringList missed;
    for (int tab = 1; tab <= stage.part<ui::Tabs>("tabs")->count(); ++tab) {
        stage.openTab(tab);
        missed << missedByTab(stage);
    }
    QVERIFY2(missed.isEmpty(), qPrintable(missed.join(QStringLiteral(", "))));
}

/// The pointer rests on Batch while Tab goes on.
void TstWindowFocus::theHintFollowsTheFocus()
{
    Stage stage;
    auto* batch = stage.part("work.batch.track");
    auto* hint = stage.part<QLabel>("hint");
    batch->setFocus();
    QStatusTipEvent pointed(batch->statusTip());
    QApplication::sendEvent(&stage.window, &pointed);
    QVERIFY2(hint->text().startsWith(u"Batch"_s), qPrintable(hint->text()));
    for (int turn = 0; turn < 8; ++turn)
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    QVERIFY(QApplication::focusWidget()->statusTip() != batch->statusTip());
    QVERIFY2(!hint->text().startsWith(u"Batch"_s), qPrintable(hint->text()));
}

void TstWindowFocus::theTextSizeKeepsTheFocusOnAPicture()
{
    Stage stage;
    stage.trigger("tab-7");
    QWidget* picture = QApplication::focusWidget();
    QVERIFY(qobject_cast<ui::Chart*>(picture));
    QTest::keyClick(picture, Qt::Key_Plus, Qt::ControlModifier);
    stage.settle();
    QCOMPARE(ui::textSize(), 110);
    QCOMPARE(stage.window.focusWidget(), picture);
}

void TstWindowFocus::escapeLeavesNoOrderBehind()
{
    tests::OwnStage stage;
    const auto* tabs = stage.part<QTabWidget>("tabs");
    const int tab = tabs->currentIndex();
    stage.board().setFocus();
    QTest::keyClick(&stage.board(), Qt::Key_Escape);
    QCOMPARE(tabs->currentIndex(), tab);
    stage.bar().setCurrentIndex(0); // from the torus it still leads to Explore
    stage.settle();
    QTest::keyClick(&stage.window, Qt::Key_Escape);
    QCOMPARE(tabs->currentIndex(), 0);
}

void TstWindowFocus::aPageChosenByTheMouseKeepsTheFocusNear()
{
    tests::OwnStage stage;
    const int own = stage.bar().currentIndex();
    const auto choose = [&](int page) {
        QTest::mouseClick(&stage.bar(), Qt::LeftButton, {}, stage.bar().tabRect(page).center());
        stage.settle();
    };
    choose(0);
    stage.part("torus")->setFocus();
    choose(own);
    QVERIFY(stage.window.findChild<ui::CollectiveStage*>()->isAncestorOf(QApplication::focusWidget()));
}

void TstWindowFocus::aClickedTabTakesTheKeyboard_data()
{
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("tab");
    for (const char* from : {"work.batch.track", "work.batch.field"})
        for (const char* tab : {"Batch", "Collectives", "Explore"})
            QTest::addRow("%s to %s", from, tab) << QString::fromLatin1(from) << QString::fromLatin1(tab);
}

/// It goes to the picture as with the tab's keys, and none of them edits what had the focus before.
void TstWindowFocus::aClickedTabTakesTheKeyboard()
{
    QFETCH(QString, from);
    QFETCH(QString, tab);
    Stage stage;
    auto* tabs = stage.part<QTabWidget>("tabs");
    auto* before = stage.window.findChild<QWidget*>(from);
    before->setFocus();
    int index = 0;
    while (tabs->tabText(index) != tab)
        ++index;
    QTest::mouseClick(tabs->tabBar(), Qt::LeftButton, {}, tabs->tabBar()->tabRect(index).center());
    stage.settle();
    QCOMPARE(tabs->currentIndex(), index);
    QWidget* now = QApplication::focusWidget();
    QVERIFY2(now && tabs->currentWidget()->isAncestorOf(now), now ? qPrintable(now->objectName()) : "none");
    const double batch = stage.window.session().scenario().work.batch;
    for (const Qt::Key key : {Qt::Key_Left, Qt::Key_Space, Qt::Key_Period, Qt::Key_4})
        QTest::keyClick(QApplication::focusWidget(), key);
    stage.settle();
    QCOMPARE(stage.window.session().scenario().work.batch, batch);
    stage.window.session().undoStack().setClean();
}

void TstWindowFocus::escapeLeavesAFieldBeforeItsTab()
{
    Stage stage;
    stage.openCollectives();
    const auto* tabs = stage.part<QTabWidget>("tabs");
    const int tab = tabs->currentIndex();
    auto* field = stage.part<QLineEdit>("coll.bytes.field");
    field->setFocus();
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    stage.settle();
    QCOMPARE(tabs->currentIndex(), tab);
    QCOMPARE(QApplication::focusWidget()->objectName(), u"torus"_s);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    QCOMPARE(tabs->currentIndex(), 0);
    stage.window.session().undoStack().setClean();
}

/// Where nothing is trained, a pipeline brings the microbatches above the roles of the axes.
void TstWindowFocus::aRowThatComesMovesNothingUnderTheFocus()
{
    Stage stage;
    QVERIFY(stage.window.session().edit("work.mode", "prefill"));
    stage.settle();
    QVERIFY(!stage.part("section.run")->isVisibleTo(&stage.window));
    auto* role = stage.part<QComboBox>("mesh.Z.role");
    stage.part("design")->findChild<QScrollArea*>()->ensureWidgetVisible(role, 0, 200);
    role->setFocus();
    stage.settle();
    const int before = role->mapTo(&stage.window, QPoint()).y();
    const int pipeline = role->findText(u"Pipeline"_s);
    QVERIFY(pipeline >= 0);
    while (role->currentIndex() != pipeline)
        QTest::keyClick(role, role->currentIndex() < pipeline ? Qt::Key_Down : Qt::Key_Up);
    stage.settle();
    QVERIFY(stage.part("section.run")->isVisibleTo(&stage.window));
    QCOMPARE(role->mapTo(&stage.window, QPoint()).y(), before);
    stage.window.session().undoStack().setClean();
}

/// The start scenario saves the activations of 64k tokens, split over 16 FSDP ranks by tokens already.
void TstWindowFocus::activationsShrinkByFieldsOfTheWindow_data()
{
    QTest::addColumn<QByteArray>("field");
    QTest::addColumn<QString>("typed");
    QTest::addColumn<double>("times");
    QTest::newRow("gradients accumulated over 4 microbatches") << QByteArray("work.micro") << u"4"_s << 4.;
    QTest::newRow("all of them split over the 16 FSDP ranks too") << QByteArray("act.sharded") << u"1"_s << 16.;
    QTest::newRow("half of them: 1/2 + 1/32") << QByteArray("act.sharded") << u"0.5"_s << 32. / 17;
}

void TstWindowFocus::activationsShrinkByFieldsOfTheWindow()
{
    QFETCH(QByteArray, field);
    QFETCH(QString, typed);
    QFETCH(double, times);
    Stage stage;
    stage.openAllSections();
    const auto saved = [&] { return stage.window.session().snapshot().report.memory.activations.si(); };
    const double before = saved();
    QWidget* control = stage.part(field.constData());
    QVERIFY(control && control->isVisibleTo(&stage.window));
    auto* entry = stage.part<QLineEdit>((field + ".field").constData());
    QVERIFY(entry && entry->isVisibleTo(&stage.window));
    entry->setFocus();
    entry->selectAll();
    QTest::keyClicks(entry, typed);
    QTest::keyClick(entry, Qt::Key_Return);
    stage.settle();
    QVERIFY2(std::abs(before / saved() - times) < 1e-9, QByteArray::number(before / saved()).constData());
    stage.window.session().undoStack().setClean();
}

/// 4M tokens need nine times what 8k do, and more: the axes follow the bars as soon as these are too short to read.
void TstWindowFocus::barsComeBackAfterManySteps()
{
    Stage stage;
    QVERIFY(stage.window.session().edit("work.batch", 4194304.0));
    stage.settle();
    const auto* chart = stage.part<ui::Chart>("chart.memory");
    const double wide = chart->ranges().yMax;
    auto* track = stage.part("work.batch.track");
    track->setFocus();
    for (int step = 0; step < 9; ++step) {
        QTest::keyClick(track, Qt::Key_Left);
        stage.settle();
    }
    QCOMPARE(stage.window.session().scenario().work.batch, 8192.0);
    QVERIFY2(chart->ranges().yMax < wide / 4, QByteArray::number(chart->ranges().yMax / wide).constData());
    stage.window.session().undoStack().setClean();
}

void TstWindowFocus::theModeStaysUnderThePointer_data()
{
    QTest::addColumn<QSize>("size");
    QTest::newRow("least") << QSize(1024, 640);
    QTest::newRow("low") << QSize(1280, 720);
    QTest::newRow("high") << QSize(1920, 1080);
}

/// Rows of training go below it, and nothing above.
void TstWindowFocus::theModeStaysUnderThePointer()
{
    QFETCH(QSize, size);
    Stage stage("start", size);
    auto* mode = stage.part("work.mode");
    const auto place = [&] { return mode->mapTo(&stage.window, QPoint()); };
    const QPoint before = place();
    const auto segments = mode->findChildren<QAbstractButton*>();
    QVERIFY(segments.size() == 3);
    for (const int segment : {2, 1, 0, 2, 0}) {
        QAbstractButton* button = segments[segment];
        QCursor::setPos(button->mapToGlobal(button->rect().center()));
        QTest::mouseMove(button);
        QTest::mouseClick(button, Qt::LeftButton);
        stage.settle();
        QCOMPARE(place(), before);
    }
    stage.window.session().undoStack().setClean();
}

ROOFLIGHT_TEST(TstWindowFocus)

#include "tst_window_focus.moc"
