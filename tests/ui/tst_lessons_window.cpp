// SPDX-License-Identifier: GPL-3.0-or-later
// Checks lessons in the window: a lesson is found, taken by keys and left, and nothing gives an answer away before it
// is there.
#include "own_lesson.h"
#include "support/shipped_lesson.h"
#include "support/suite.h"
#include "window_stage.h"

#include "core/lesson/stage.h"
#include "ui/derivation/explain_panel.h"
#include "ui/lessons/answer_form.h"
#include "ui/lessons/covered_page.h"
#include "ui/lessons/lesson_card.h"
#include "ui/lessons/lessons_tab.h"
#include "ui/lessons/option_button.h"
#include "ui/lessons/pointing_ring.h"
#include "ui/shell/lesson_desk.h"
#include "ui/shell/tabs.h"

#include <QAccessible>
#include <QClipboard>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPointer>
#include <QTableView>
#include <QTemporaryDir>

#include <set>

using Stage = tests::WindowStage;

namespace
{

using tests::lessonNamed;

ui::LessonDesk& deskOf(const Stage& stage) { return *stage.window.findChild<ui::LessonDesk*>(); }

void start(Stage& stage, const core::Lesson& lesson, std::size_t step = 0)
{
    QVERIFY(lessonOf(stage).open(lesson, step));
    stage.settle();
}

void type(Stage& stage, const QString& answer)
{
    auto* field = stage.part<QLineEdit>("lesson.field");
    QVERIFY(field && field->isVisible());
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, answer);
    QTest::keyClick(field, Qt::Key_Return);
    stage.settle();
}

/// Names, descriptions and values of everything below an object, seen or not.
void collect(QAccessibleInterface* object, QStringList& texts)
{
    if (!object)
        return;
    for (const auto kind : {QAccessible::Name, QAccessible::Description, QAccessible::Value, QAccessible::Help})
        texts << object->text(kind);
    for (int i = 0; i < object->childCount(); ++i)
        collect(object->child(i), texts);
}

/// All that the window says by any way that is text: title, tree of screen readers, tips, clipboard, Explain.
QString allTexts(Stage& stage)
{
    QStringList texts{stage.window.windowTitle()};
    collect(QAccessible::queryAccessibleInterface(&stage.window), texts);
    for (const QWidget* part : stage.window.findChildren<QWidget*>())
        texts << part->toolTip() << part->statusTip() << part->accessibleName() << part->accessibleDescription();
    QGuiApplication::clipboard()->clear();
    for (const char* action : {"copy-chart", "explain"})
        stage.trigger(action);
    QTest::keyClick(&stage.window, Qt::Key_C, Qt::ControlModifier);
    texts << QGuiApplication::clipboard()->text();
    return texts.join(u'\n').remove(u',');
}

/// Four digits at least of a number, as it may be shown: 1003.2, 1.0032.
QStringList digitsOf(double value)
{
    QStringList forms;
    for (const int digits : {6, 7})
        forms << QString::fromStdString(core::termText({value, core::dim::count}, {}, digits))
                     .section(u' ', 0, 0)
                     .remove(u',');
    return forms;
}

/// The same lesson on other numbers, on which the answer of a step has six digits; nothing where it does not take any.
std::optional<core::Lesson> perturbed(const core::Lesson& shipped, std::size_t step)
{
    const std::string& asked = std::get<core::ValueAnswer>(shipped.steps[step].question).value;
    for (const double factor : {1.0371, 1.0713, 1.1239, 1.2911, 0.9377}) {
        core::Lesson lesson = shipped;
        for (core::Setting& setting : lesson.start)
            if (auto* number = std::get_if<double>(&setting.value); number && *number > 1000)
                *number = std::round(*number * factor);
        const auto at = core::posedStep(lesson, step, *tests::shippedScenario("start").presets);
        const auto value = at ? core::valueIn(lesson, at->scenario, asked) : core::TermOrWhy(core::Term{});
        if (value && !value->word && digitsOf(value->number).front().remove(u'.').size() >= 6)
            return lesson;
    }
    return std::nullopt;
}

} // namespace

class TstLessonsWindow : public QObject
{
    Q_OBJECT
private slots:
    /// Progress of another run would be gone on with.
    void initTestCase() { qputenv("XDG_STATE_HOME", m_state.path().toUtf8()); }
    void aLessonIsFoundAndTakenByKeys();
    void aQuestionHidesResults();
    void aWrongAnswerIsExplained();
    void nextRevealsAtTheSecondPress();
    void optionsShowWhichHolds();
    void anOrderIsSorted();
    void workOnThePictureSolves();
    void aFormulaHidesDerivationsAlone();
    void theMeantControlHasARing();
    void tabLeadsThroughTheCard();
    void leavingBringsTheDesignBack();
    void anotherFileEndsTheLesson();
    void nothingLeaks();

private:
    QTemporaryDir m_state;
};

void TstLessonsWindow::aLessonIsFoundAndTakenByKeys()
{
    Stage stage;
    stage.trigger("lessons");
    auto* words = stage.part<QLineEdit>("lessons.words");
    QVERIFY(words->isVisible());
    QTest::keyClicks(words, QStringLiteral("GPUs hold"));
    stage.settle();
    auto* list = stage.part<QTableView>("lessons.list");
    QCOMPARE(list->model()->rowCount(), 1);
    list->setFocus();
    QTest::keyClick(list, Qt::Key_Return);
    stage.settle();
    QVERIFY(lessonOf(stage).isOpen());
    QCOMPARE(lessonOf(stage).lesson().id, "B3");
    QVERIFY(stage.part<ui::LessonCard>("lesson")->isVisible());
    QVERIFY(stage.window.windowTitle().contains(QStringLiteral("How many GPUs hold the state")));
    stage.trigger("lesson-next");
    QCOMPARE(lessonOf(stage).step(), 1U);
    QCOMPARE(stage.window.focusWidget()->objectName(), QStringLiteral("lesson.field"));
    type(stage, QStringLiteral("44"));
    QVERIFY(!lessonOf(stage).waits());
    stage.trigger("lesson-next");
    QCOMPARE(lessonOf(stage).step(), 2U);
    stage.trigger("lesson-back");
    QCOMPARE(lessonOf(stage).step(), 1U);
}

/// Verdict, tabs and Explain give way; what is given stands there instead; with the answer they come back.
void TstLessonsWindow::aQuestionHidesResults()
{
    Stage stage;
    start(stage, lessonNamed("B3"), 1);
    QVERIFY(!stage.part("verdict.bar")->isVisible());
    QVERIFY(!stage.part("tabs")->isVisible());
    QVERIFY(stage.part<ui::CoveredPage>("covered")->isVisible());
    QVERIFY(!stage.window.actions().action("export")->isEnabled());
    stage.trigger("explain");
    QVERIFY(!stage.window.findChild<ui::ExplainPanel*>()->isVisible());
    QStringList given;
    for (const QLabel* label : stage.part("covered")->findChildren<QLabel*>())
        given << label->text();
    QVERIFY(given.contains(QStringLiteral("H100 SXM")));
    stage.trigger("lessons"); // the list tells nothing
    QVERIFY(stage.part("lessons.list")->isVisible() && !stage.part("verdict.bar")->isVisible());
    stage.trigger("tab-9");
    QVERIFY(!stage.part("tabs")->isVisible());
    type(stage, QStringLiteral("44"));
    QVERIFY(stage.part("tabs")->isVisible());
    QVERIFY(stage.part("verdict.bar")->isVisible());
    QVERIFY(stage.window.actions().action("export")->isEnabled());
    QVERIFY(stage.verdict().contains(QStringLiteral("Does not fit")));
}

void TstLessonsWindow::aWrongAnswerIsExplained()
{
    Stage stage;
    start(stage, lessonNamed("B3"), 1);
    const auto* said = stage.part<QLabel>("lesson.said");
    type(stage, QStringLiteral("43"));
    stage.trigger("lesson-next");
    QVERIFY(lessonOf(stage).waits() && said->text().contains(QStringLiteral("round up"))); // stays beside the way on
    QCOMPARE(lessonOf(stage).state().misses, 1);
    type(stage, QStringLiteral("many"));
    QCOMPARE(lessonOf(stage).state().misses, 1); // it could not be read
    type(stage, QStringLiteral("41"));
    QVERIFY(said->text().contains(QStringLiteral("GiB")));
    QVERIFY(!lessonOf(stage).waits());
}

void TstLessonsWindow::nextRevealsAtTheSecondPress()
{
    Stage stage;
    start(stage, lessonNamed("B3"), 1);
    stage.trigger("lesson-next");
    QVERIFY(lessonOf(stage).waits());
    QVERIFY(stage.part<QLabel>("lesson.said")->text().contains(QStringLiteral("twice")));
    stage.trigger("lesson-next");
    QVERIFY(lessonOf(stage).state().revealed);
    QCOMPARE(stage.part<QLabel>("lesson.shown")->text(), QStringLiteral("Answer: 44 chips"));
    stage.trigger("lesson-next");
    QCOMPARE(lessonOf(stage).step(), 2U);
}

void TstLessonsWindow::optionsShowWhichHolds()
{
    Stage stage;
    const core::Lesson& lesson = lessonNamed("D4"); // the point does not move
    start(stage, lesson);
    const auto options = stage.window.findChildren<ui::OptionButton*>();
    QVERIFY(options.size() > 1);
    const int right = lessonOf(stage).rightChoice();
    const int wrong = right == 0 ? 1 : 0;
    QTest::mouseClick(options[wrong], Qt::LeftButton);
    stage.settle();
    QVERIFY(!lessonOf(stage).waits()); // a prediction counts as it is
    QCOMPARE(options[right]->accessibleDescription(), QStringLiteral("right"));
    QCOMPARE(options[wrong]->accessibleDescription(), QStringLiteral("not right"));
}

void TstLessonsWindow::anOrderIsSorted()
{
    Stage stage;
    start(stage, lessonNamed("F4"), 1);
    auto* items = stage.part<QListWidget>("lesson.items");
    const QStringList places =
        QString::fromStdString(*core::ownAnswer(lessonOf(stage).posed())).split(u' '); // by keys into that order
    for (int target = 0; target < places.size(); ++target) {
        int row = target;
        while (items->item(row)->data(Qt::UserRole).toString() != places[target])
            ++row;
        for (items->setCurrentRow(row); row > target; --row)
            QTest::keyClick(items, Qt::Key_Up, Qt::AltModifier);
    }
    QTest::mouseClick(stage.part("lesson.check2"), Qt::LeftButton);
    stage.settle();
    QVERIFY(!lessonOf(stage).waits());
    QCOMPARE(lessonOf(stage).state().checked->outcome, core::Outcome::right);
}

/// A3: the batch is moved until the gather is hidden; nothing is to be pressed.
void TstLessonsWindow::workOnThePictureSolves()
{
    Stage stage;
    const core::Lesson& lesson = lessonNamed("A3");
    const auto at = std::ranges::find(lesson.steps, core::StepKind::until, &core::LessonStep::kind);
    start(stage, lesson, static_cast<std::size_t>(at - lesson.steps.begin()));
    QVERIFY(stage.part("tabs")->isVisible());
    QVERIFY(lessonOf(stage).waits());
    const auto edits =
        core::parseSettings(lessonOf(stage).posed().scenario, *core::ownAnswer(lessonOf(stage).posed()), at->points);
    QVERIFY(edits);
    for (const auto& [field, value] : *edits)
        QVERIFY(stage.window.session().edit(field, value));
    stage.settle();
    QVERIFY(!lessonOf(stage).waits());
}

void TstLessonsWindow::aFormulaHidesDerivationsAlone()
{
    Stage stage;
    start(stage, lessonNamed("A2"), 1);
    QCOMPARE(deskOf(stage).hidden(), ui::Hidden::derivations);
    QVERIFY(stage.part("tabs")->isVisible());
    QVERIFY(!stage.window.actions().action("explain")->isEnabled());
}

void TstLessonsWindow::theMeantControlHasARing()
{
    Stage stage;
    start(stage, lessonNamed("B3"), 1);
    start(stage, lessonNamed("A3"), 2);
    QPointer<ui::PointingRing> ring = stage.window.findChild<ui::PointingRing*>(); // may go with what it surrounds
    QVERIFY(ring && ring->isVisible());
    QCOMPARE(ring->part()->objectName(), QString::fromStdString(lessonNamed("A3").steps[2].points));
    start(stage, lessonNamed("F6"), 3); // a field of the tab
    lessonOf(stage).reveal();
    stage.settle();
    const auto* field = stage.part("shard.size.D.field");
    ring = stage.window.findChild<ui::PointingRing*>();
    QVERIFY(ring && ring->isVisible() && ring->part() == field);
    lessonOf(stage).leave();
    stage.settle();
    QVERIFY(!ring || !ring->isVisible());
}

void TstLessonsWindow::leavingBringsTheDesignBack()
{
    Stage stage;
    ui::Session& session = stage.window.session();
    QVERIFY(session.editFromText("work.batch", "12345"));
    session.setFileName(QStringLiteral("/tmp/mine.json"));
    stage.settle();
    const core::Scenario design = session.scenario();
    start(stage, lessonNamed("B3"));
    QVERIFY(!session.isSaved()); // the design waits
    QVERIFY(session.editFromText("work.batch", "4096"));
    start(stage, lessonNamed("D4"));
    QTest::mouseClick(stage.part("lesson.leave"), Qt::LeftButton);
    stage.settle();
    QVERIFY(!lessonOf(stage).isOpen() && !stage.part("lesson")->isVisible());
    QVERIFY(session.scenario() == design);
    QCOMPARE(session.fileName(), QStringLiteral("/tmp/mine.json"));
    QVERIFY(!session.isSaved());
    session.undoStack().setClean();
    start(stage, lessonNamed("B3"));
    QVERIFY(session.isSaved());
    lessonOf(stage).leave();
    QVERIFY(session.scenario() == design && session.isSaved());
}

void TstLessonsWindow::anotherFileEndsTheLesson()
{
    Stage stage;
    start(stage, lessonNamed("B3"), 1);
    QVERIFY(stage.window.session().openExample(*stage.window.session().scenario().presets->scenario("start")));
    stage.settle();
    QVERIFY(!lessonOf(stage).isOpen());
    QVERIFY(stage.part("tabs")->isVisible());
    stage.trigger("lessons"); // begun there, a lesson ends where the document is in sight
    QVERIFY(deskOf(stage).start(lessonNamed("B3")));
    QVERIFY(stage.window.session().openExample(*stage.window.session().scenario().presets->scenario("start")));
    stage.settle();
    QVERIFY(!lessonOf(stage).isOpen() && !stage.part("lessons.list")->isVisible());
}

/// Every question about a number, on numbers of its own: neither its answer nor the published one is anywhere.
void TstLessonsWindow::nothingLeaks()
{
    Stage stage;
    int asked = 0, ofSix = 0;
    for (const core::Lesson& shipped : core::shippedLessons()) {
        for (std::size_t i = 0; i < shipped.steps.size(); ++i) {
            const auto* question = std::get_if<core::ValueAnswer>(&shipped.steps[i].question);
            if (!question || shipped.steps[i].kind != core::StepKind::answer)
                continue;
            const auto other = perturbed(shipped, i);
            const core::Lesson& lesson = other ? *other : shipped;
            const auto at = core::posedStep(lesson, i, *stage.window.session().scenario().presets);
            const auto published = core::posedStep(shipped, i, *stage.window.session().scenario().presets);
            const auto value = core::valueIn(lesson, at->scenario, question->value);
            const auto known = core::valueIn(shipped, published->scenario, question->value);
            if (!value || value->word || !std::isfinite(value->number))
                continue;
            start(stage, lesson, i);
            QCOMPARE(deskOf(stage).hidden(), ui::Hidden::results);
            for (const char* way : {"export", "animate", "copy-chart"})
                QVERIFY2(!stage.window.actions().action(way)->isEnabled(), way);
            const QString texts = allTexts(stage);
            QStringList forms = digitsOf(value->number) + digitsOf(known->number);
            for (const core::PosedStep* posed : {&*at, &*published}) // "1,003 µs"
                forms << QString::fromStdString(*core::shownAnswer(*posed)).remove(u',');
            for (const QString& form : forms)
                if (form.size() >= 6)
                    QVERIFY2(!texts.contains(form), qPrintable(QString::fromStdString(lesson.id) +
                                                               QStringLiteral(" step %1: ").arg(i) + form));
            ++asked;
            ofSix += other ? 1 : 0;
        }
    }
    QVERIFY2(asked > 60 && ofSix > 30, qPrintable(QString::number(ofSix)));
}

/// From what answers, with any form, to the way on.
void TstLessonsWindow::tabLeadsThroughTheCard()
{
    Stage stage;
    for (const auto& [id, step] : {std::pair("B3", 1), {"D4", 0}, {"F4", 1}}) {
        start(stage, lessonNamed(id), static_cast<std::size_t>(step));
        deskOf(stage).card()->findChild<ui::AnswerForm*>()->focusEntry();
        for (int press = 0; press < 8 && !stage.part("lesson.next")->hasFocus(); ++press) {
            QTest::keyClick(stage.window.focusWidget(), Qt::Key_Tab);
            QVERIFY2(deskOf(stage).card()->isAncestorOf(stage.window.focusWidget()), id);
        }
        QVERIFY2(stage.part("lesson.next")->hasFocus(), id);
    }
}

ROOFLIGHT_TEST(TstLessonsWindow)
#include "tst_lessons_window.moc"
