// SPDX-License-Identifier: GPL-3.0-or-later
// Checks what is done with the rows of a playlist and of all lessons: taken out, started, added, and led back to.
#include "own_lesson.h"
#include "support/shipped_lesson.h"
#include "support/suite.h"

#include "core/io/course_pack.h"
#include "core/io/lesson_catalogue.h"
#include "core/io/lesson_library.h"
#include "ui/shell/notice_bar.h"
#include "ui/theme/text_size.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTableView>

#include <set>

using namespace tests;

class TstLessonRows : public QObject
{
    Q_OBJECT
private slots:
    void cleanup() { ui::setTextSize(100); }
    void keysMoveALesson();
    void allThatAreSelectedMove();
    void allThatAreTakenOutComeBack();
    void theListTellsWhatWasOnlyShown();
    void equalTitlesAreToldApart();
    void eachPlaylistHasItsUndo();
    void anotherProgramIsAskedAbout_data();
    void anotherProgramIsAskedAbout();
    void eachStateOfAFileIsAskedAbout();
    void startStaysWhereItIs();
    void anOwnLessonLeadsBack();
    void whatIsShownIsAdded();
    void aChoiceClosesFoldedFilters();
    void questionsHaveOneScrollBar();
};

void TstLessonRows::anotherProgramIsAskedAbout_data()
{
    QTest::addColumn<QString>("answer");
    QTest::addColumn<QStringList>("lessons");
    QTest::newRow("theirs") << QStringLiteral("Reload") << QStringList{QStringLiteral("A1"), QStringLiteral("B3")};
    QTest::newRow("mine") << QStringLiteral("Keep mine") << QStringList{QStringLiteral("C2")};
}

void TstLessonRows::anotherProgramIsAskedAbout()
{
    QFETCH(QString, answer);
    QFETCH(QStringList, lessons);
    const Home home;
    QVERIFY(core::saveCourse({"week-1", "Week 1", {"B3", "C2"}}));
    Stage stage;
    openTab(stage, "week-1");
    const auto inFile = [] {
        QStringList all;
        const core::Course last = core::lessonLibrary().courses.back();
        for (const auto& id : last.lessons)
            all << QString::fromStdString(id);
        return all;
    };
    QVERIFY(core::saveCourse({"week-1", "Week 1", {"A1", "B3"}})); // another program
    QTest::mouseClick(stage.part("lessons.take"), Qt::LeftButton);
    QCOMPARE(inFile().size(), 2); // not replaced
    for (auto* button : stage.part<ui::NoticeBar>("notice")->findChildren<QPushButton*>())
        if (button->text() == answer)
            QTest::mouseClick(button, Qt::LeftButton);
    stage.settle();
    QCOMPARE(inFile(), lessons);
    QCOMPARE(stage.part<QTableView>("lessons.list")->model()->rowCount(), lessons.size());
    QTest::mouseClick(stage.part("lessons.take"), Qt::LeftButton);
    QCOMPARE(inFile().size(), lessons.size() - 1); // nothing is asked again
}

/// The answer is about what the question was about; a file that another program deleted is not written again unasked.
void TstLessonRows::eachStateOfAFileIsAskedAbout()
{
    const Home home;
    QVERIFY(core::saveCourse({"week-1", "Week 1", {"B3", "C2"}}));
    Stage stage;
    openTab(stage, "week-1");
    const auto inFile = [] {
        const auto there = core::savedCourse({"week-1", "Week 1", {}});
        return there ? there->lessons : std::vector<std::string>();
    };
    const auto answer = [&](const QString& words) {
        QPushButton* last = nullptr; // those of answered questions wait to be deleted
        for (auto* button : stage.part<ui::NoticeBar>("notice")->findChildren<QPushButton*>())
            last = button->text() == words ? button : last;
        QVERIFY2(last, qPrintable(words));
        QTest::mouseClick(last, Qt::LeftButton);
    };
    using Lessons = std::vector<std::string>;
    QVERIFY(core::saveCourse({"week-1", "Week 1", {"A1", "B3"}}));
    QTest::mouseClick(stage.part("lessons.take"), Qt::LeftButton); // asks
    QVERIFY(core::saveCourse({"week-1", "Week 1", {"D2"}}));
    answer(QStringLiteral("Keep mine"));
    QCOMPARE(inFile(), Lessons{"D2"}); // asks again
    answer(QStringLiteral("Keep mine"));
    QCOMPARE(inFile(), Lessons{"C2"});
    QVERIFY(core::removeCourse({"week-1", "Week 1", {}}));
    QTest::mouseClick(stage.part("lessons.take"), Qt::LeftButton);
    QVERIFY(!core::savedCourse({"week-1", "Week 1", {}}));
    answer(QStringLiteral("Write it again"));
    QVERIFY(core::savedCourse({"week-1", "Week 1", {}}));
}

/// So that many lessons are started by one place of the pointer.
void TstLessonRows::startStaysWhereItIs()
{
    Stage stage;
    auto& tab = openTab(stage);
    std::set<std::pair<int, int>> places;
    for (const core::Lesson& lesson : core::shippedLessons()) {
        tab.choose(lesson.id);
        stage.settle();
        const QPoint at = stage.part("lessons.start")->mapTo(&stage.window, QPoint());
        places.emplace(at.x(), at.y());
    }
    QCOMPARE(places.size(), 1U);
}

void TstLessonRows::anOwnLessonLeadsBack()
{
    const Home home;
    Stage stage;
    makeLesson(stage, QStringLiteral("Mine"));
    QTest::mouseClick(stage.part("lesson.editor.close"), Qt::LeftButton);
    lessonOf(stage).leave();
    openTab(stage).choose(onlyId(home));
    stage.settle();
    QTest::mouseClick(stage.part("lessons.start"), Qt::LeftButton);
    stage.settle();
    while (!lessonOf(stage).isLast()) {
        stage.trigger("lesson-next");
        if (lessonOf(stage).waits())
            lessonOf(stage).reveal();
    }
    stage.trigger("lesson-next");
    QVERIFY(!lessonOf(stage).isOpen());
    QVERIFY(stage.part("lessons.list")->isVisible());
}

/// Below two rows of which one is taken back the lesson that is shown goes to the playlist.
void TstLessonRows::whatIsShownIsAdded()
{
    const Home home;
    QVERIFY(core::saveCourse({"week-1", "Week 1", {"B3"}}));
    Stage stage;
    openTab(stage);
    auto* list = stage.part<QTableView>("lessons.list");
    const auto row = [list](int at) { return list->visualRect(list->model()->index(at, 1)).center(); };
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, row(0));
    QTest::mouseClick(list->viewport(), Qt::LeftButton, Qt::ControlModifier, row(1));
    QTest::mouseClick(list->viewport(), Qt::LeftButton, Qt::ControlModifier, row(1));
    const QString shown = stage.part<QLabel>("lessons.title")->text();
    QTest::mouseClick(stage.part("lessons.add"), Qt::LeftButton);
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    QVERIFY(menu);
    menu->actions().front()->trigger();
    menu->close();
    const core::Course course = core::lessonLibrary().courses.back();
    QCOMPARE(course.lessons.size(), 2U);
    QVERIFY2(shown.startsWith(QString::fromStdString(course.lessons.back())), qPrintable(shown));
}

void TstLessonRows::keysMoveALesson()
{
    const Home home;
    QVERIFY(core::saveCourse({"week-1", "Week 1", {"B3", "C2", "D2"}}));
    Stage stage;
    auto& tab = openTab(stage, "week-1");
    tab.choose("C2");
    auto* list = stage.part<QTableView>("lessons.list");
    const auto order = [] { return core::lessonLibrary().courses.back().lessons; };
    QTest::keyClick(list, Qt::Key_Up, Qt::AltModifier);
    QVERIFY((order() == std::vector<std::string>{"C2", "B3", "D2"}));
    QCOMPARE(tab.chosen()->id, "C2");
    for (int press = 0; press < 3; ++press) // no further than the end
        QTest::keyClick(list, Qt::Key_Down, Qt::AltModifier);
    QVERIFY((order() == std::vector<std::string>{"B3", "D2", "C2"}));
    tab.choosePlaylist(core::shippedCourses().front().id);
    const auto shipped = tab.playlist()->lessons;
    QTest::keyClick(list, Qt::Key_Down, Qt::AltModifier);
    QVERIFY(tab.playlist()->lessons == shipped);
}

/// Together, and no further than the ends, where the buttons say so.
void TstLessonRows::allThatAreSelectedMove()
{
    const Home home;
    QVERIFY(core::saveCourse({"week-1", "Week 1", {"A1", "B3", "C2", "D2"}}));
    Stage stage;
    auto& tab = openTab(stage, "week-1");
    auto* list = stage.part<QTableView>("lessons.list");
    const auto* earlier = stage.part("lessons.up");
    const auto* later = stage.part("lessons.down");
    const auto order = [] { return core::lessonLibrary().courses.back().lessons; };
    tab.choose("A1");
    QVERIFY(!earlier->isEnabled() && later->isEnabled());
    tab.choose("D2");
    QVERIFY(earlier->isEnabled() && !later->isEnabled());
    list->setFocus();
    QTest::keyClick(list, Qt::Key_Up, Qt::ShiftModifier); // D2 and C2
    QVERIFY(earlier->isVisible() && earlier->isEnabled() && !later->isEnabled());
    QTest::keyClick(list, Qt::Key_Up, Qt::AltModifier);
    QVERIFY((order() == std::vector<std::string>{"A1", "C2", "D2", "B3"}));
    QCOMPARE(list->selectionModel()->selectedRows().size(), 2);
    for (int press = 0; press < 3; ++press)
        QTest::keyClick(list, Qt::Key_Up, Qt::AltModifier);
    QVERIFY((order() == std::vector<std::string>{"C2", "D2", "A1", "B3"}));
    QVERIFY(!earlier->isEnabled() && later->isEnabled());
    QTest::mouseClick(stage.part("lessons.down"), Qt::LeftButton);
    QVERIFY((order() == std::vector<std::string>{"A1", "C2", "D2", "B3"}));
    QCOMPARE(list->selectionModel()->selectedRows().size(), 2);
    list->setFocus();
    const auto selected = [&] {
        std::set<QString> ids;
        for (const QModelIndex& at : list->selectionModel()->selectedRows())
            ids.insert(at.data().toString());
        return ids;
    };
    const std::set<QString> moved{QStringLiteral("C2"), QStringLiteral("D2")};
    tab.choose("B3"); // another one is selected meanwhile
    QTest::keyClick(list, Qt::Key_Z, Qt::ControlModifier);
    QVERIFY((order() == std::vector<std::string>{"C2", "D2", "A1", "B3"}));
    QVERIFY(selected() == moved);
    tab.choose("B3");
    QTest::keyClick(list, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY((order() == std::vector<std::string>{"A1", "C2", "D2", "B3"}));
    QVERIFY(selected() == moved);
}

/// Where nobody answered or guessed, until somebody does.
void TstLessonRows::theListTellsWhatWasOnlyShown()
{
    const Home home;
    Stage stage;
    auto& lesson = stage.window.findChild<ui::LessonDesk*>()->lesson();
    const auto progress = [&](const QString& first) {
        if (!lesson.open(tests::lessonNamed("D4")))
            qFatal("D4 is refused");
        lesson.answer(first);
        for (std::size_t step = 0; step < lesson.steps(); ++step) {
            lesson.goTo(step);
            lesson.reveal(); // what still waits
        }
        openTab(stage, {});
        const auto* rows = stage.part<QTableView>("lessons.list")->model();
        const auto row = rows->match(rows->index(0, 0), Qt::DisplayRole, QStringLiteral("D4"));
        return row.front().siblingAtColumn(ui::LessonModel::progressColumn).data().toString();
    };
    QCOMPARE(progress({}), QStringLiteral("Seen"));
    QCOMPARE(progress(QStringLiteral("1")), QStringLiteral("Done"));
    QCOMPARE(progress({}), QStringLiteral("Done"));
}

/// By one press; the design's own undo stays as it is.
void TstLessonRows::allThatAreTakenOutComeBack()
{
    const Home home;
    const std::vector<std::string> all{"A1", "B3", "C2", "D2"};
    QVERIFY(core::saveCourse({"week-1", "Week 1", all}));
    Stage stage;
    QVERIFY(stage.window.session().editFromText("work.batch", "12345"));
    auto& tab = openTab(stage, "week-1");
    auto* list = stage.part<QTableView>("lessons.list");
    const auto order = [] { return core::lessonLibrary().courses.back().lessons; };
    tab.choose("B3");
    list->setFocus();
    QTest::keyClick(list, Qt::Key_Down, Qt::ShiftModifier);
    QTest::keyClick(list, Qt::Key_Delete);
    QVERIFY((order() == std::vector<std::string>{"A1", "D2"}));
    const QString said = stage.part<QLabel>("notice.sentence")->text();
    QVERIFY2(said.startsWith(QStringLiteral("2 lessons are taken out of “Week 1”.")), qPrintable(said));
    QTest::keyClick(list, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(order(), all);
    QCOMPARE(list->selectionModel()->selectedRows().size(), 2);
    QTest::keyClick(list, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY((order() == std::vector<std::string>{"A1", "D2"}));
    for (int press = 0; press < 2; ++press) // the second finds nothing
        QTest::keyClick(list, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(order(), all);
    QCOMPARE(stage.window.session().undoStack().index(), 1);
    QVERIFY(core::saveCourse({"week-1", "Week 1", {"C2"}})); // another program
    QTest::mouseClick(stage.part("lessons.take"), Qt::LeftButton);
    QCOMPARE(order(), std::vector<std::string>{"C2"}); // it asks
}

/// An edit of one is in nobody else's way.
void TstLessonRows::eachPlaylistHasItsUndo()
{
    const Home home;
    const core::Course one{"week-1", "Week 1", {"A1", "B3"}}, two{"week-2", "Week 2", {"C2", "D2"}};
    QVERIFY(core::saveCourse(one) && core::saveCourse(two));
    Stage stage;
    auto& tab = openTab(stage);
    auto* list = stage.part<QTableView>("lessons.list");
    const auto press = [&](const core::Course& course, Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
        tab.openPlaylist(course.id);
        list->setFocus();
        QTest::keyClick(list, key, modifiers);
        return tab.playlist()->lessons;
    };
    QCOMPARE(press(one, Qt::Key_Delete), std::vector<std::string>{"B3"});
    QCOMPARE(press(two, Qt::Key_Delete), std::vector<std::string>{"D2"});
    QCOMPARE(press(one, Qt::Key_Z, Qt::ControlModifier), one.lessons);
    QCOMPARE(press(two, Qt::Key_Z, Qt::ControlModifier), two.lessons);
    QCOMPARE(press(one, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier), std::vector<std::string>{"B3"});
}

/// Where they leave the list no room: 200 % on 1280x720.
void TstLessonRows::aChoiceClosesFoldedFilters()
{
    const Home home;
    Stage stage;
    ui::setTextSize(200);
    stage.settle();
    openTab(stage);
    auto* fold = stage.part<QPushButton>("lessons.fold");
    QVERIFY(fold->isVisible());
    fold->click();
    stage.settle();
    auto* minutes = stage.part<QComboBox>("lessons.minutes");
    QVERIFY(minutes->isVisible());
    minutes->showPopup();
    stage.settle();
    QTest::keyClick(minutes->view(), Qt::Key_Down);
    QTest::keyClick(minutes->view(), Qt::Key_Return);
    stage.settle();
    QVERIFY(!minutes->isVisible());
    QCOMPARE(fold->text(), QStringLiteral("Filters (1)"));
    QVERIFY(!stage.part("lessons.list")->visibleRegion().isEmpty());
    fold->click();
    stage.settle();
    QVERIFY(minutes->isVisible());
}

/// Below the list, at 200 %, they scroll with the page.
void TstLessonRows::questionsHaveOneScrollBar()
{
    const Home home;
    Stage stage;
    ui::setTextSize(200);
    stage.settle();
    openTab(stage).choose("A1");
    stage.settle();
    const auto* questions = stage.part<QLabel>("lessons.questions");
    QVERIFY(questions->isVisible() && !questions->text().isEmpty());
    const QWidget* area = questions;
    while (!qobject_cast<const QScrollArea*>(area))
        area = area->parentWidget();
    QVERIFY(!qobject_cast<const QScrollArea*>(area)->verticalScrollBar()->isVisible());
}

/// The pack of one that ships beside it.
void TstLessonRows::equalTitlesAreToldApart()
{
    const Home home;
    const auto pack = core::packOf(core::shippedCourses().front(), core::lessonLibrary());
    QVERIFY(pack && core::writeCoursePack(*pack, core::packFolder(pack->course)));
    Stage stage;
    openTab(stage);
    const auto* titles = stage.part<QComboBox>("lessons.playlist");
    const QString title = QString::fromStdString(pack->course.title);
    QVERIFY(titles->findText(title) > 0 && titles->findText(title + QStringLiteral(" (course pack)")) > 0);
}

ROOFLIGHT_TEST(TstLessonRows)
#include "tst_lesson_rows.moc"
