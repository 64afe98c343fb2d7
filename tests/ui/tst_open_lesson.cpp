// SPDX-License-Identifier: GPL-3.0-or-later
// Checks going on with a lesson: what was typed comes back to its step, no option is marked, and what was answered in
// any sitting counts.
#include "own_lesson.h"
#include "support/shipped_lesson.h"
#include "support/small_files.h"
#include "support/suite.h"

#include "core/io/lesson_catalogue.h"
#include "ui/lessons/lesson_model.h"
#include "ui/lessons/option_button.h"
#include "ui/lessons/progress_file.h"
#include "ui/session/session.h"

#include <QLabel>
#include <QTableView>

#include <algorithm>

using tests::Home;
using tests::Stage;

namespace
{

/// The first step with a question of that kind.
template <class Kind> std::pair<const core::Lesson*, std::size_t> firstWith()
{
    for (const core::Lesson& lesson : core::shippedLessons())
        for (std::size_t i = 0; i < lesson.steps.size(); ++i)
            if (std::holds_alternative<Kind>(lesson.steps[i].question))
                return {&lesson, i};
    qFatal("no lesson has one");
}

} // namespace

class TstOpenLesson : public QObject
{
    Q_OBJECT
private slots:
    void optionsAreNotMarkedBeforeTheyAreChosen();
    void whatIsTypedIsKeptWhicheverWayItIsLeft();
    void whatIsTypedIsOfItsQuestion();
    void answersOfEverySittingCount_data();
    void answersOfEverySittingCount();
    void placesOfEarlierProgramsAreRead();
    void aFileThatIsNoneIsKept();
    void aFullDiskLosesNoPlace();
    void aClassGoesOnWhereItStopped();
    void aClassGoesOnByTheList();
    void anEmptyFieldSaysWhatToType();
    void formulasStayHiddenUntilTheirQuestions();
    void issuesAreNeitherToldNorDenied();
};

/// It would be taken for the one that holds.
void TstOpenLesson::optionsAreNotMarkedBeforeTheyAreChosen()
{
    const Home home;
    Stage stage;
    ui::OpenLesson& open = lessonOf(stage);
    for (const auto& [lesson, step] : {firstWith<core::ChoiceAnswer>(), firstWith<core::ErrorAnswer>()}) {
        QVERIFY(open.open(*lesson, step));
        open.answer(QStringLiteral("2"));
        open.leave();
        QVERIFY(open.open(*lesson, step, true));
        stage.settle();
        QVERIFY(open.waits());
        const auto options = stage.window.findChildren<ui::OptionButton*>();
        QVERIFY(options.size() > 1);
        for (const auto* option : options)
            QVERIFY2(option->accessibleDescription().isEmpty(), qPrintable(option->accessibleDescription()));
    }
}

/// By another lesson, too, and at the first step.
void TstOpenLesson::whatIsTypedIsKeptWhicheverWayItIsLeft()
{
    ui::Session session(tests::startScenario());
    ui::OpenLesson open(session);
    const auto [lesson, step] = firstWith<core::ValueAnswer>();
    core::Lesson first = *lesson;
    first.steps.erase(first.steps.begin(), first.steps.begin() + static_cast<std::ptrdiff_t>(step));
    QVERIFY(open.open(first));
    open.draft(QStringLiteral("17"));
    QVERIFY(open.open(tests::lessonNamed("D4")));
    QVERIFY(open.open(first, 0, true));
    QCOMPARE(open.state().typed, QStringLiteral("17"));
    QVERIFY(open.open(first)); // from the start
    QCOMPARE(open.state().typed, QString());
}

/// An author may have put another step before it, or asked something else.
void TstOpenLesson::whatIsTypedIsOfItsQuestion()
{
    ui::Session session(tests::startScenario());
    ui::OpenLesson open(session);
    core::Lesson lesson = tests::lessonNamed("B3");
    QVERIFY(open.open(lesson, 1));
    open.draft(QStringLiteral("17"));
    lesson.steps[1].prompt = "How many others?";
    QVERIFY(open.open(lesson, 1, true));
    QCOMPARE(open.state().typed, QString());
}

void TstOpenLesson::answersOfEverySittingCount_data()
{
    QTest::addColumn<bool>("answers");
    QTest::addColumn<QString>("progress");
    QTest::newRow("answered before") << true << QStringLiteral("Done");
    QTest::newRow("shown in both") << false << QStringLiteral("Seen");
}

void TstOpenLesson::answersOfEverySittingCount()
{
    QFETCH(bool, answers);
    const Home home;
    {
        Stage stage;
        ui::OpenLesson& open = lessonOf(stage);
        QVERIFY(stage.window.findChild<ui::LessonDesk*>()->start(tests::lessonNamed("D4")));
        answers ? open.answer(QStringLiteral("1")) : open.reveal();
        open.goTo(1);
    }
    Stage stage;
    ui::OpenLesson& open = lessonOf(stage);
    auto& tab = tests::openTab(stage);
    QVERIFY(stage.window.findChild<ui::LessonDesk*>()->start(tests::lessonNamed("D4")));
    QCOMPARE(open.step(), 1U);
    for (std::size_t step = 1; step < open.steps(); ++step) {
        open.goTo(step);
        open.reveal();
    }
    QVERIFY(open.isSolved());
    open.leave();
    stage.settle();
    tab.choose("D4");
    const auto* rows = stage.part<QTableView>("lessons.list")->model();
    const auto row = rows->match(rows->index(0, 0), Qt::DisplayRole, QStringLiteral("D4"));
    QFETCH(QString, progress);
    QCOMPARE(row.front().siblingAtColumn(ui::LessonModel::progressColumn).data().toString(), progress);
}

/// These kept "shown" alone, where every answer was.
void TstOpenLesson::placesOfEarlierProgramsAreRead()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("lessons.json"));
    tests::write(path, QStringLiteral("{\"A\": {\"step\": 2, \"solved\": true},"
                                      " \"B\": {\"step\": 1, \"solved\": true, \"shown\": true},"
                                      " \"C\": {\"step\": 1, \"solved\": false, \"answered\": false}}"));
    const ui::Progress places{{{"A", {2, true, true}}, {"B", {1, true, false}}, {"C", {1, false, false}}}, {}};
    ui::ProgressFile file(path);
    QVERIFY(file.read() == places);
    file.write(places);
    QVERIFY(file.read() == places);
    tests::write(path, QString()); // as a crash of the machine may leave it
    QVERIFY(file.read() == ui::Progress() && file.takeProblem().isEmpty());
}

/// It holds nothing that can be read, says so once, and is not replaced.
void TstOpenLesson::aFileThatIsNoneIsKept()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("lessons.json"));
    const QByteArray text("[1, 2");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
    file.close();
    ui::ProgressFile progress(path);
    QVERIFY(progress.read() == ui::Progress());
    QVERIFY(progress.takeProblem().contains(QStringLiteral("lessons.json")));
    QVERIFY(progress.takeProblem().isEmpty());
    const ui::Progress known{{{"B3", {1, false}}}, {{"own", {"B3", 1, false}}}};
    QVERIFY(progress.write(known) == known);
    const ui::Progress both{{{"A1", {2, true}}, {"B3", {1, false}}}, known.playlists}; // in this window
    QVERIFY(progress.write({{{"A1", {2, true}}}, {}}, known) == both);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), text);
    ui::ProgressFile other(folder.filePath(QStringLiteral("new/lessons.json")));
    ui::ProgressFile another(folder.filePath(QStringLiteral("new/lessons.json"))); // of a second window
    other.write({{{"B3", {1, true}}}, {{"own", {"B3", 1, true}}}});
    another.write({{{"A1", {2, false}}}, {}});
    other.write({{{"B3", {2, true}}}, {}});
    file.close();
    QVERIFY((other.read() == ui::Progress{{{"A1", {2, false}}, {"B3", {2, true}}}, {{"own", {"B3", 1, true}}}}));
}

/// What no file takes is known to the window, said once, and written once the file takes it.
void TstOpenLesson::aFullDiskLosesNoPlace()
{
    const QTemporaryDir folder;
    ui::ProgressFile progress(folder.filePath(QStringLiteral("lessons.json")));
    const std::map<std::string, ui::ClassPlace> classes{{"own", {"B3", 1, false}}};
    const ui::Progress one{{{"B3", {1, false}}}, classes};
    const ui::Progress two{{{"playlists", {2, true}}, {"B3", {1, false}}}, classes}; // an id as good as others
    {
        const tests::SmallFiles small(8);
        QVERIFY(progress.write(one) == one);
        QVERIFY(progress.takeProblem().contains(QStringLiteral("lessons.json")));
        QVERIFY(progress.write({{{"playlists", {2, true}}}, {}}, one) == two && progress.takeProblem().isEmpty());
        QVERIFY(progress.read(two) == two); // as before a playlist goes on
    }
    tests::write(folder.filePath(QStringLiteral("lessons.json")),
                 QStringLiteral("{\"C3\": {\"step\": 3}, \"B3\": {\"step\": 4, \"solved\": true}}"));
    const auto merged = progress.read(two).lessons; // with those of another window, where B3 was solved
    QVERIFY(merged.size() == 3 && merged.at("B3").step == 1 && merged.at("B3").solved);
    QFile::remove(folder.filePath(QStringLiteral("lessons.json")));
    QVERIFY(progress.write({{{"playlists", {2, true}}}, {}}, one) == two && progress.read() == two);
}

/// Whatever its lecturer solves alone, before and between; behind the last lesson another class begins.
void TstOpenLesson::aClassGoesOnWhereItStopped()
{
    const Home home;
    const core::Course course{"own", "Own", {"D4", "B3"}};
    QVERIFY(core::saveCourse(course));
    const auto solve = [](Stage& stage, std::size_t until) {
        for (std::size_t step = lessonOf(stage).step(); step <= until; ++step) {
            lessonOf(stage).goTo(step);
            lessonOf(stage).reveal();
        }
    };
    const auto last = [](const char* id) { return tests::lessonNamed(id).steps.size() - 1; };
    for (const auto& [id, step, left] : std::vector<std::tuple<std::string, std::size_t, std::size_t>>{
             {"D4", 0, 2}, {"D4", 2, last("D4")}, {"B3", 0, 1}, {"B3", 1, last("B3")}, {"D4", 0, 0}}) {
        Stage stage;
        tests::openTab(stage);
        for (const char* alone : {"B3", "D4"}) {
            QVERIFY(stage.window.findChild<ui::LessonDesk*>()->start(tests::lessonNamed(alone)));
            solve(stage, last(alone));
            lessonOf(stage).leave();
        }
        emit stage.window.findChild<ui::PlaylistBox*>()->asked(course, ui::PlaylistCommand::start);
        QCOMPARE(lessonOf(stage).lesson().id, id);
        QCOMPARE(lessonOf(stage).step(), step);
        solve(stage, left);
    }
}

/// By the list, too, where the lesson behind stands chosen once one is ended.
void TstOpenLesson::aClassGoesOnByTheList()
{
    const Home home;
    const core::Course course{"own", "Own", {"D4", "B3", "A2"}};
    QVERIFY(core::saveCourse(course));
    Stage stage;
    tests::openTab(stage, "own");
    auto& box = *stage.window.findChild<ui::PlaylistBox*>();
    emit box.asked(course, ui::PlaylistCommand::start);
    for (std::size_t step = 0; step < lessonOf(stage).steps(); ++step) {
        lessonOf(stage).goTo(step);
        lessonOf(stage).reveal();
    }
    QTest::mouseClick(stage.part("lesson.next"), Qt::LeftButton); // Finish
    stage.settle();
    QTest::mouseClick(stage.part("lessons.start"), Qt::LeftButton);
    QCOMPARE(lessonOf(stage).lesson().id, std::string("B3"));
    lessonOf(stage).goTo(1);
    lessonOf(stage).leave();
    emit box.asked(course, ui::PlaylistCommand::start);
    QCOMPARE(lessonOf(stage).lesson().id, std::string("B3"));
    QCOMPARE(lessonOf(stage).step(), 1U);
    lessonOf(stage).leave();
    emit box.asked({"own", "Own", {"D4", "A2"}}, ui::PlaylistCommand::start); // B3 was taken out
    QCOMPARE(lessonOf(stage).lesson().id, std::string("A2"));
}

/// It counts as no miss.
void TstOpenLesson::anEmptyFieldSaysWhatToType()
{
    const Home home;
    Stage stage;
    ui::OpenLesson& open = lessonOf(stage);
    for (const auto& [id, says] : {std::pair("B3", "Type a number of chips."), std::pair("A2", "Type a formula in ")}) {
        QVERIFY(open.open(tests::lessonNamed(id), 1));
        stage.settle();
        QTest::mouseClick(stage.part("lesson.check0"), Qt::LeftButton);
        stage.settle();
        const auto* said = stage.part<QLabel>("lesson.said");
        QVERIFY(said->isVisible());
        QVERIFY2(said->text().startsWith(QLatin1String(says)), qPrintable(said->text()));
        QVERIFY(open.waits() && open.state().misses == 0);
        QVERIFY(stage.part("lesson.field")->hasFocus());
        QTest::keyClicks(stage.part("lesson.field"), QStringLiteral("4"));
        QVERIFY(!said->isVisible());
    }
}

/// Their derivations are the same in any scenario, also where the class works with one.
void TstOpenLesson::formulasStayHiddenUntilTheirQuestions()
{
    ui::Session session(tests::startScenario());
    ui::OpenLesson open(session);
    core::Lesson lesson = tests::lessonNamed("A3");
    const auto works = std::ranges::find(lesson.steps, core::StepKind::until, &core::LessonStep::kind);
    lesson.steps = {*works, tests::lessonNamed("A2").steps[1]};
    lesson.steps[1].set = {{"work.batch", 12345.}};
    QVERIFY(open.open(lesson));
    QCOMPARE(open.hidden(), ui::Hidden::derivations);
    open.goTo(1);
    open.reveal();
    open.goTo(0);
    QCOMPARE(open.hidden(), ui::Hidden::nothing);
}

/// B5 begins with a state that fits no chip; D4 is not about the design.
void TstOpenLesson::issuesAreNeitherToldNorDenied()
{
    const Home home;
    Stage stage;
    ui::OpenLesson& open = lessonOf(stage);
    const auto* text = stage.part<QLabel>("issue.text");
    for (const char* id : {"B5", "D4"}) {
        QVERIFY(open.open(tests::lessonNamed(id)));
        for (std::size_t step = 0; step < open.steps(); ++step) {
            open.goTo(step);
            for (const bool answered : {false, true}) {
                if (answered)
                    open.reveal();
                stage.settle();
                if (open.hidden() == ui::Hidden::results)
                    QCOMPARE(text->text(), QStringLiteral("Issues are hidden with the results."));
                else if (id == std::string("D4"))
                    QCOMPARE(text->text(), QStringLiteral("Issues of the design are no part of this lesson."));
            }
        }
    }
}

ROOFLIGHT_TEST(TstOpenLesson)
#include "tst_open_lesson.moc"
