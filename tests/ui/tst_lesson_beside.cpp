// SPDX-License-Identifier: GPL-3.0-or-later
// Checks the editor of a lesson where the window has no room for it and its preview side by side.
#include "clipping.h"
#include "own_lesson.h"
#include "support/shipped_lesson.h"
#include "support/suite.h"

#include "core/io/lesson_library.h"
#include "ui/lecture/lecture.h"
#include "ui/lessons/lesson_editor.h"
#include "ui/lessons/open_lesson.h"
#include "ui/shell/lecture_actions.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTabWidget>
#include <QTableView>

using namespace tests;

namespace
{

/// As 1280x720 at twice the text size.
struct SmallStage : Stage {
    SmallStage()
    {
        window.setMinimumSize(0, 0);
        window.resize(640, 360);
        settle();
        makeLesson(*this, QStringLiteral("Mine"), ui::LessonEditor::Page::form);
        settle();
    }

    QRect placeOf(const QWidget& part) const { return {part.mapTo(&window, QPoint()), part.size()}; }
    void click(const char* name)
    {
        QTest::mouseClick(part(name), Qt::LeftButton);
        settle();
    }
};

} // namespace

class TstLessonBeside : public QObject
{
    Q_OBJECT
private slots:
    void theEditorStandsAlone();
    void eitherComesIntoSight();
    void allOfALowFormIsReached();
    void aMistakeIsReadInLittleRoom();
    void rowsStandBelowFoldedFilters();
    void anotherLessonClosesTheEditor();
    void titlesStandForMadeUpIds();
    void leavingLeadsBackToTheTab();
};

void TstLessonBeside::theEditorStandsAlone()
{
    const Home home;
    SmallStage stage;
    const auto* editor = stage.part("lesson.editor");
    QVERIFY(editor->isVisible());
    QVERIFY(stage.window.rect().contains(stage.placeOf(*editor)));
    QCOMPARE(clippedParts(*editor).join(u'\n'), QString());
    stage.window.resize(1280, 720);
    stage.settle();
    QVERIFY(editor->isVisible() && stage.part("tabs")->parentWidget()->isVisible());
    QVERIFY(!stage.part("lesson.sight.0")->isVisible());
}

void TstLessonBeside::eitherComesIntoSight()
{
    const Home home;
    SmallStage stage;
    stage.click("lesson.sight.0");
    QVERIFY(!stage.part("lesson.editor")->isVisible());
    stage.click("lesson.sight.1");
    QVERIFY(stage.part("lesson.editor")->isVisible());
    stage.trigger("lessons");
    QVERIFY(stage.part("lessons.list")->isVisible());
    stage.click("lessons.edit");
    QVERIFY(stage.part("lesson.editor")->isVisible());
    QVERIFY(!stage.part("lessons.list")->isVisible());
    stage.click("lesson.editor.close");
    QVERIFY(!stage.part("lesson.sight.0")->isVisible());
}

/// Steps and buttons scroll with the fields, so that a field is in sight with several lines.
void TstLessonBeside::allOfALowFormIsReached()
{
    const Home home;
    SmallStage stage;
    const auto* prompt = stage.part("lesson.field.prompt");
    for (int tab = 0; tab < 20 && stage.window.focusWidget() != prompt; ++tab)
        QTest::keyClick(stage.window.focusWidget(), Qt::Key_Tab);
    stage.settle();
    const auto* form = stage.part("lesson.form");
    QVERIFY(stage.window.rect().contains(stage.placeOf(*form)));
    QVERIFY(stage.placeOf(*form).intersected(stage.placeOf(*prompt)).height() >= 3 * prompt->fontMetrics().height());
}

/// All of its sentence scrolls below the text, of which lines stay in sight, and buttons stay whole.
void TstLessonBeside::aMistakeIsReadInLittleRoom()
{
    const Home home;
    SmallStage stage;
    stage.part<ui::LessonEditor>("lesson.editor")->showPage(ui::LessonEditor::Page::text);
    typeBehind(stage, QStringLiteral("\"points"), QStringLiteral("y"));
    const auto* problem = stage.part<QLabel>("lesson.problem");
    QTRY_VERIFY(problem->isVisible());
    stage.settle();
    QVERIFY(problem->height() >= problem->heightForWidth(problem->width()));
    QVERIFY(problem->visibleRegion().boundingRect().height() >= 2 * problem->fontMetrics().height());
    const auto* text = stage.part("lesson.edited");
    QVERIFY(text->visibleRegion().boundingRect().height() >= 2 * text->fontMetrics().height());
    for (const char* name : {"lesson.save", "lesson.preview"})
        QVERIFY(stage.part(name)->height() >= stage.part(name)->sizeHint().height());
    QCOMPARE(clippedParts(*stage.part("lesson.editor")).join(u'\n'), QString());
    stage.part<QPlainTextEdit>("lesson.edited")->undo();
}

/// One line of filters above the list, with the others behind a button that counts those that are set.
void TstLessonBeside::rowsStandBelowFoldedFilters()
{
    const Home home;
    QVERIFY(core::saveCourse({"week-1", "Week 1", {"B3", "C2"}}));
    Stage stage;
    stage.window.setMinimumSize(0, 0);
    stage.window.resize(640, 360);
    openTab(stage).choosePlaylist({});
    stage.settle();
    const auto* list = stage.part<QTableView>("lessons.list");
    QVERIFY(list->viewport()->visibleRegion().boundingRect().height() >= 4 * list->rowHeight(0));
    auto* fold = stage.part<QPushButton>("lessons.fold");
    QVERIFY(fold->isVisible() && !stage.part("lessons.course")->isVisible());
    QCOMPARE(fold->text(), QStringLiteral("Filters"));
    fold->click();
    stage.settle();
    QVERIFY(stage.part("lessons.course")->isVisible() && stage.part("lessons.playlist")->isVisible());
    stage.part<ui::LessonsTab>("lessons")->choosePlaylist("week-1");
    fold->click();
    stage.settle();
    QCOMPARE(fold->text(), QStringLiteral("Filters (1)"));
    QCOMPARE(list->model()->rowCount(), 2);
    stage.window.resize(1280, 720);
    stage.settle();
    QVERIFY(!fold->isVisible() && stage.part("lessons.course")->isVisible());
}

/// What is not saved is asked about first, and staying starts nothing.
void TstLessonBeside::anotherLessonClosesTheEditor()
{
    const Home home;
    Stage stage;
    makeLesson(stage, QStringLiteral("Mine"));
    typeBehind(stage, QStringLiteral("slowest part"), QStringLiteral(" today"));
    openTab(stage).choose("B3");
    const auto startOther = [&](QMessageBox::ButtonRole answer) {
        const auto asked = answerBox(QStringLiteral("lesson.unsaved"), answer); // which comes with the click
        QTest::mouseClick(stage.part("lessons.start"), Qt::LeftButton);
        stage.settle();
        return *asked;
    };
    QVERIFY(startOther(QMessageBox::RejectRole) && stage.part("lesson.editor")->isVisible());
    QCOMPARE(lessonOf(stage).lesson().title, "Mine");
    QVERIFY(startOther(QMessageBox::AcceptRole) && !stage.part("lesson.editor")->isVisible());
    QCOMPARE(lessonOf(stage).lesson().id, "B3");
    QVERIFY(contentOf(onlyFile(home).filePath()).contains(QStringLiteral("part today")));
}

/// On the card, beside the list, above the text and on the page of a lecture.
void TstLessonBeside::titlesStandForMadeUpIds()
{
    const Home home;
    Stage stage;
    makeLesson(stage, QStringLiteral("Mine"));
    openTab(stage).choose(onlyId(home));
    for (const char* name : {"lesson.title", "lessons.title", "lesson.file"})
        QCOMPARE(stage.part<QLabel>(name)->text(), QStringLiteral("Mine"));
    lessonOf(stage).goTo(lessonOf(stage).steps() - 1);
    lessonOf(stage).reveal();
    stage.trigger("lecture-here");
    auto* seen = stage.window.findChild<ui::LectureActions*>()->lecture().window();
    QTest::keyClick(seen, Qt::Key_PageDown);
    QCOMPARE(seen->page().place, QStringLiteral("Mine"));
}

/// Opened from the list it leads back to the list, at that lesson; from elsewhere to the tab that was in sight.
void TstLessonBeside::leavingLeadsBackToTheTab()
{
    const Home home;
    Stage stage;
    auto* tabs = stage.part<QTabWidget>("tabs");
    const core::Lesson& lesson = tests::lessonNamed("B3");
    stage.openTab(5);
    const int step = tabs->currentIndex();
    QVERIFY(lessonOf(stage).open(lesson, 0));
    stage.settle();
    QVERIFY(tabs->currentIndex() != step);
    stage.trigger("lesson-leave");
    QCOMPARE(tabs->currentIndex(), step);
    auto& list = openTab(stage);
    list.choose("D4");
    QTest::mouseClick(stage.part("lessons.start"), Qt::LeftButton);
    stage.settle();
    QVERIFY(tabs->currentIndex() != tabs->count() - 1);
    QVERIFY(lessonOf(stage).open(lesson, 0)); // as a lecture goes on with the next one
    QTest::mouseClick(stage.part("lesson.leave"), Qt::LeftButton);
    stage.settle();
    QCOMPARE(tabs->currentIndex(), tabs->count() - 1);
    QCOMPARE(list.chosen()->id, "B3");
    QVERIFY(stage.part("lessons.list")->hasFocus());
}

ROOFLIGHT_TEST(TstLessonBeside)
#include "tst_lesson_beside.moc"
