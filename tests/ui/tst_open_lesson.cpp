// SPDX-License-Identifier: GPL-3.0-or-later
// Checks going on with a lesson: what was typed comes back to its step, no option is marked, and what was answered in
// any sitting counts.
#include "own_lesson.h"
#include "support/shipped_lesson.h"
#include "support/suite.h"

#include "core/io/lesson_catalogue.h"
#include "ui/lessons/lesson_model.h"
#include "ui/lessons/option_button.h"
#include "ui/lessons/progress_file.h"
#include "ui/session/session.h"

#include <QLabel>
#include <QTableView>

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
    void anEmptyFieldSaysWhatToType();
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
    const std::map<std::string, ui::LessonPlace> places{
        {"A", {2, true, true}}, {"B", {1, true, false}}, {"C", {1, false, false}}};
    ui::ProgressFile file(path);
    QVERIFY(file.read() == places);
    file.write(places);
    QVERIFY(file.read() == places);
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

ROOFLIGHT_TEST(TstOpenLesson)
#include "tst_open_lesson.moc"
