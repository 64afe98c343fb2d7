// SPDX-License-Identifier: GPL-3.0-or-later
// Checks what the list says of finished lessons, and of playlists that are edited by keys.
#include "own_lesson.h"
#include "support/suite.h"

#include "core/io/lesson_library.h"
#include "core/lesson/check_answer.h"
#include "ui/lessons/lesson_model.h"
#include "ui/theme/text_size.h"

#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QTableView>

#include <utility>

using namespace tests;

namespace
{

QString saidIn(Stage& stage) { return stage.part<QLabel>("notice.sentence")->text(); }

qsizetype selectedIn(Stage& stage)
{
    return stage.part<QTableView>("lessons.list")->selectionModel()->selectedRows().size();
}

} // namespace

class TstListedLessons : public QObject
{
    Q_OBJECT
private slots:
    void aFinishedOneSaysWhatBecameOfIt();
    void itsUndoIsSaid();
    void anIdIsTypedWhole();
    void severalStaySelected();
    void othersSayWhyTheyStay();
    void rowsThatStaySayWhyWhenDragged();
    void escapeFoldsTheFilters();
    void theyFoldWhereThePageIsLow();
};

/// One question is answered, the others are shown.
void TstListedLessons::aFinishedOneSaysWhatBecameOfIt()
{
    const Home home;
    Stage stage;
    auto& tab = openTab(stage);
    tab.choose("B3");
    QTest::mouseClick(stage.part("lessons.start"), Qt::LeftButton);
    ui::OpenLesson& lesson = lessonOf(stage);
    bool isFirst = true;
    for (std::size_t step = 0; step < lesson.steps(); ++step) {
        lesson.goTo(step);
        if (!lesson.waits())
            continue;
        if (std::exchange(isFirst, false))
            lesson.answer(QString::fromStdString(*core::ownAnswer(lesson.posed())));
        else
            lesson.reveal();
    }
    lesson.next();
    stage.settle();
    QVERIFY(!lesson.isOpen());
    QVERIFY2(saidIn(stage).contains(QStringLiteral(": 1 of ")), qPrintable(saidIn(stage)));
    tab.choose("B3");
    const QStringList all = stage.part<QLabel>("lessons.questions")->text().split(QStringLiteral("\n\n"));
    QVERIFY2(all[0].contains(QStringLiteral("\nRight: ")), qPrintable(all[0]));
    QVERIFY2(all[1].contains(QStringLiteral("\nShown: ")), qPrintable(all[1]));
}

void TstListedLessons::itsUndoIsSaid()
{
    const Home home;
    QVERIFY(core::saveCourse({"week-1", "Week 1", {"B3", "D2"}}));
    Stage stage;
    openTab(stage, "week-1").choose("B3");
    auto* list = stage.part<QTableView>("lessons.list");
    QTest::keyClick(list, Qt::Key_Delete);
    stage.settle();
    QVERIFY2(saidIn(stage).contains(QStringLiteral("is taken out of “Week 1”")), qPrintable(saidIn(stage)));
    QTest::keySequence(list, QKeySequence::Undo);
    stage.settle();
    QVERIFY2(saidIn(stage).endsWith(QStringLiteral(" is back in “Week 1”.")), qPrintable(saidIn(stage)));
}

/// From A1, too, which "A" alone leaves for A1b.
void TstListedLessons::anIdIsTypedWhole()
{
    const Home home;
    Stage stage;
    openTab(stage);
    auto* list = stage.part<QTableView>("lessons.list");
    for (const char* id : {"A1", "A1b", "A1", "D2"}) {
        QTest::keyClicks(list, QString::fromLatin1(id));
        QCOMPARE(list->currentIndex().data().toString(), QString::fromLatin1(id));
        QTest::qWait(QApplication::keyboardInputInterval() + 100); // what comes next is another id
    }
}

/// Also once the files were read anew.
void TstListedLessons::severalStaySelected()
{
    const Home home;
    QVERIFY(core::saveCourse({"week-1", "Week 1", {"A1", "B3", "D2", "C4"}}));
    Stage stage;
    openTab(stage, "week-1").choose("A1");
    auto* list = stage.part<QTableView>("lessons.list");
    QTest::keyClick(list, Qt::Key_Down, Qt::ShiftModifier);
    QCOMPARE(selectedIn(stage), 2);
    QTest::keyClick(list, Qt::Key_Down, Qt::AltModifier);
    QTest::qWait(600); // the files are watched
    stage.settle();
    QVERIFY((core::lessonLibrary().courses.back().lessons == std::vector<std::string>{"D2", "A1", "B3", "C4"}));
    QCOMPARE(selectedIn(stage), 2);
}

void TstListedLessons::othersSayWhyTheyStay()
{
    const Home home;
    Stage stage;
    openTab(stage, "fits");
    auto* list = stage.part<QTableView>("lessons.list");
    QTest::keyClick(list, Qt::Key_Delete);
    stage.settle();
    QVERIFY2(saidIn(stage).contains(QStringLiteral("New playlist…")), qPrintable(saidIn(stage)));
}

/// In a playlist that ships; they are selected, as in the list of all lessons.
void TstListedLessons::rowsThatStaySayWhyWhenDragged()
{
    const Home home;
    Stage stage;
    openTab(stage, "fits");
    auto* list = stage.part<QTableView>("lessons.list");
    const auto drag = [&] {
        const auto at = [list](int row) { return list->visualRect(list->model()->index(row, 1)).center(); };
        QTest::mousePress(list->viewport(), Qt::LeftButton, {}, at(0));
        QTest::mouseMove(list->viewport(), at(0) + QPoint(4, 4));
        QTest::mouseMove(list->viewport(), at(1));
        QTest::mouseMove(list->viewport(), at(2));
        QTest::mouseRelease(list->viewport(), Qt::LeftButton, {}, at(2));
        stage.settle();
    };
    drag();
    QVERIFY2(saidIn(stage).contains(QStringLiteral("stays in its order")), qPrintable(saidIn(stage)));
    QCOMPARE(selectedIn(stage), 3);
}

void TstListedLessons::escapeFoldsTheFilters()
{
    const Home home;
    Stage stage;
    auto& tab = openTab(stage);
    tab.setMaximumWidth(400);
    stage.settle();
    auto* fold = stage.part<QPushButton>("lessons.fold");
    QVERIFY(fold->isVisible());
    QTest::mouseClick(fold, Qt::LeftButton);
    QVERIFY(fold->isChecked());
    QTest::keyClick(stage.part("lessons.minutes"), Qt::Key_Escape);
    QVERIFY(!fold->isChecked());
}

/// What begins the lesson is in sight below the list then, and no column is to be scrolled to.
void TstListedLessons::theyFoldWhereThePageIsLow()
{
    const Home home;
    Stage stage;
    stage.window.resize(1280, 720);
    ui::setTextSize(150);
    auto& tab = openTab(stage);
    stage.settle();
    const auto* start = stage.part("lessons.start");
    QVERIFY(stage.part("lessons.fold")->isVisible() && !stage.part("lessons.course")->isVisible());
    QCOMPARE(start->visibleRegion().boundingRect(), start->rect());
    tab.setMaximumWidth(400);
    stage.settle();
    const auto* list = stage.part<QTableView>("lessons.list");
    QVERIFY(list->isColumnHidden(ui::LessonModel::topicColumn) && !list->horizontalScrollBar()->isVisible());
    tab.setMaximumWidth(QWIDGETSIZE_MAX);
    ui::setTextSize(100);
    stage.settle();
    QVERIFY(!stage.part("lessons.fold")->isVisible() && !list->isColumnHidden(ui::LessonModel::topicColumn));
}

ROOFLIGHT_TEST(TstListedLessons)
#include "tst_listed_lessons.moc"
