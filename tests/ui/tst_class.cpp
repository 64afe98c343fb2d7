// SPDX-License-Identifier: GPL-3.0-or-later
// Checks what a class is shown of a lesson: it begins closed, its guesses are kept, and answers give their reasons.
#include "support/shipped_lesson.h"
#include "support/suite.h"
#include "text_recorder.h"
#include "window_stage.h"

#include "core/io/lesson_catalogue.h"
#include "ui/lecture/lecture.h"
#include "ui/lessons/lessons_tab.h"
#include "ui/lessons/open_lesson.h"
#include "ui/playback/player.h"
#include "ui/shell/lecture_actions.h"
#include "ui/shell/lesson_desk.h"

#include <QLabel>
#include <QLineEdit>
#include <QMouseEvent>
#include <QRegularExpression>
#include <QTemporaryDir>

namespace
{

struct ClassStage : tests::WindowStage {
    ui::OpenLesson& lesson = window.findChild<ui::LessonDesk*>()->lesson();
    ui::Lecture& lecture = window.findChild<ui::LectureActions*>()->lecture();

    explicit ClassStage(std::string_view id = {}, std::size_t step = 0) : WindowStage("start", {1600, 1000})
    {
        if (!id.empty() && !lesson.open(tests::lessonNamed(id), step))
            qFatal("no such lesson");
        settle();
    }

    void press(int key)
    {
        QTest::keyClick(lecture.window(), static_cast<Qt::Key>(key));
        settle();
    }

    const ui::LecturePage& page() const { return lecture.window()->page(); }
};

} // namespace

class TstClass : public QObject
{
    Q_OBJECT
private slots:
    /// Progress of another run would be gone on with.
    void initTestCase() { qputenv("XDG_STATE_HOME", m_state.path().toUtf8()); }
    void aRehearsalLeavesNothingOpen();
    void guessesOfNumbersAreKept();
    void guessesNeedNoUnit();
    void aGuessThatIsKnownIsExplained();
    void theSummaryListsAnswers();
    void whatIsToldHasItsData();
    void aCollectiveIsSeenAtRest();
    void thePictureIsOfTheQuestion();
    void aLessonBesideTheDesignHasNoVerdict();
    void whatIsToldHasItsPicture();
    void oneThingIsNoPlural();
    void aWrongLineIsNamedSo();
    void anAnswerGivesItsReasons();
    void theCardSaysANumberOnce();
    void aMovedControlKeepsTheAnswer();
    void theSelectedLessonIsPresented();
    void everyOpenQuestionIsCovered();
    void lettersCanBeTurnedOff();
    void theSpotlightFollowsThePointer();

private:
    QTemporaryDir m_state;
};

/// A1 is played in the window up to its order; the class sees step 1, closed, and the picture at its start.
void TstClass::aRehearsalLeavesNothingOpen()
{
    ClassStage stage("A1");
    for (int step = 0; step < 4; ++step) {
        stage.lesson.reveal();
        stage.lesson.goTo(stage.lesson.step() + 1);
        stage.settle();
    }
    stage.lesson.reveal();
    stage.settle();
    auto& tabs = *stage.window.findChild<ui::Tabs*>();
    QVERIFY(tabs.playerInSight() && tabs.playerInSight()->steps() > 1);
    tabs.playerInSight()->goTo(2);
    stage.trigger("lecture");
    QCOMPARE(stage.lesson.step(), 0U);
    QVERIFY(!stage.lesson.isSolved());
    QVERIFY(tabs.playerInSight()->position() == 0);
    stage.press(Qt::Key_PageDown);
    QVERIFY(stage.lesson.waits() && !stage.page().cover.isEmpty());
}

/// F2: the ring takes 2^25 B over 9e10 B/s, 372.8 us.
void TstClass::guessesOfNumbersAreKept()
{
    ClassStage stage("F2", 1);
    stage.trigger("lecture-here");
    for (const int key : {Qt::Key_3, Qt::Key_0, Qt::Key_7, Qt::Key_Backspace, Qt::Key_0})
        stage.press(key);
    QCOMPARE(stage.lesson.state().guess, QStringLiteral("300"));
    QCOMPARE(stage.page().said.section(u'\n', 0, 0), QStringLiteral("The class says 300")); // no unit tells the answer
    const double bytes = stage.window.session().scenario().coll.bytes.si();
    stage.press(Qt::Key_Up); // the unit, and not the live control
    QVERIFY(stage.page().said.startsWith(QStringLiteral("The class says 300 ms")));
    stage.press(Qt::Key_Down);
    QCOMPARE(stage.window.session().scenario().coll.bytes.si(), bytes);
    QVERIFY(stage.lesson.waits());
    stage.press(Qt::Key_PageDown); // once is enough: there is a guess
    QVERIFY(!stage.lesson.waits());
    QVERIFY2(stage.page().said.startsWith(QStringLiteral("You said 300 µs; it is 372.8 µs: 1.2× too low.")),
             qPrintable(stage.page().said));
    stage.press(Qt::Key_PageUp); // closed again, with the guess
    QCOMPARE(stage.lesson.state().guess, QStringLiteral("300"));
    QVERIFY(!stage.page().said.contains(QStringLiteral("372")));
    stage.press(Qt::Key_Period);
    QVERIFY(stage.lecture.window()->blank() == ui::LectureWindow::Blank::none);
    QCOMPARE(stage.lesson.state().guess, QStringLiteral("300."));
}

/// G1: 2 · 64 · 4,096 values of one byte, 524,288 B a token. A number without a unit has that with which it comes
/// nearest.
void TstClass::guessesNeedNoUnit()
{
    ClassStage stage("G1", 3);
    stage.trigger("lecture-here");
    for (const int key : {Qt::Key_3, Qt::Key_E, Qt::Key_5, Qt::Key_M}) // M does not leave while a number is typed
        stage.press(key);
    QVERIFY(stage.lesson.isOpen() && stage.lesson.waits());
    QCOMPARE(stage.page().said, QStringLiteral("The class says 3e5 MB"));
    for (int sign = 0; sign < 4; ++sign)
        stage.press(Qt::Key_Backspace);
    for (const int key : {Qt::Key_5, Qt::Key_2, Qt::Key_4, Qt::Key_2, Qt::Key_8, Qt::Key_8})
        stage.press(key);
    QCOMPARE(stage.page().said, QStringLiteral("The class says 524288"));
    stage.press(Qt::Key_PageDown);
    QVERIFY2(!stage.lesson.waits() && stage.page().said.contains(QStringLiteral("524288 B")),
             qPrintable(stage.page().said));
}

/// B3: 41 is 3,276 GiB over 80, which the lesson explains.
void TstClass::aGuessThatIsKnownIsExplained()
{
    ClassStage stage("B3", 1);
    stage.trigger("lecture-here");
    stage.press(Qt::Key_4);
    stage.press(Qt::Key_3);
    QCOMPARE(stage.page().said, QStringLiteral("The class says 43 chips"));
    stage.press(Qt::Key_PageDown);
    QVERIFY2(stage.page().said.contains(QStringLiteral("round up")) &&
                 stage.page().said.contains(QStringLiteral("You said 43 chips; it is 44 chips")),
             qPrintable(stage.page().said));
}

/// A2 is about a layer of the design, G2 about a product of two arrays: the verdict of the design is no matter there.
void TstClass::aLessonBesideTheDesignHasNoVerdict()
{
    for (const auto& [id, step, shown] : {std::tuple("A2", 1, true), {"G2", 1, false}, {"F12", 1, false}}) {
        ClassStage stage(id, static_cast<std::size_t>(step));
        QVERIFY2(stage.part("tabs")->isVisible(), id);
        QCOMPARE(stage.part("verdict.bar")->isVisible(), shown);
        stage.lesson.leave();
        stage.settle();
        QVERIFY(stage.part("verdict.bar")->isVisible());
    }
}

/// What is told before a question about the same picture: no hatch, but the data of the problem.
void TstClass::whatIsToldHasItsData()
{
    ClassStage stage("B1");
    stage.trigger("lecture");
    const auto painted = [&] {
        tests::TextRecorder recorder(QSize(1920, 1080));
        QPainter painter(&recorder);
        ui::paintLecturePage(painter, QSizeF(1920, 1080), stage.page(), ui::Theme::litRoom());
        painter.end();
        QStringList texts;
        for (const tests::PaintedText& text : recorder.texts)
            texts << text.text;
        return texts;
    };
    QVERIFY(stage.page().cover.isEmpty() && !stage.page().picture);
    QVERIFY(painted().contains(QStringLiteral("Chip")) && painted().contains(QStringLiteral("H100 SXM")));
    QVERIFY(!painted().contains(QStringLiteral("Chips on Z"))); // one chip has no axes
    stage.press(Qt::Key_PageDown);
    QVERIFY(stage.lesson.waits() && !stage.page().cover.isEmpty());
    QVERIFY(painted().contains(QStringLiteral("H100 SXM")));
}

/// F2 and F5: chips and links, before anything is sent.
void TstClass::aCollectiveIsSeenAtRest()
{
    for (const auto& [id, chips] : {std::pair("F2", QStringLiteral("8×4")), {"F10", QStringLiteral("ring of 8")}}) {
        ClassStage stage(id);
        stage.trigger("lecture");
        QVERIFY(stage.page().cover.isEmpty() && stage.page().picture);
        tests::TextRecorder recorder(QSize(1920, 1080));
        QPainter painter(&recorder);
        stage.page().picture(painter, QRectF(0, 0, 1600, 800), ui::Theme::litRoom());
        painter.end();
        QVERIFY(std::ranges::any_of(recorder.texts, [&](const auto& text) { return text.text.startsWith(chips); }));
        for (const tests::PaintedText& text : recorder.texts)
            QVERIFY2(!text.text.contains(QRegularExpression(QStringLiteral("[0-9] ([nµm]?s|[kMG]?B)\\b"))),
                     qPrintable(text.text));
    }
}

/// E1: how long 12.5 GB take out of HBM, and no layer of another model.
void TstClass::thePictureIsOfTheQuestion()
{
    ClassStage stage("E1", 3);
    stage.trigger("lecture-here");
    tests::TextRecorder recorder(QSize(1920, 1080));
    QPainter painter(&recorder);
    stage.page().picture(painter, QRectF(0, 0, 1600, 800), ui::Theme::litRoom());
    painter.end();
    QStringList texts;
    for (const tests::PaintedText& text : recorder.texts)
        texts << text.text;
    QVERIFY2(!texts.contains(QStringLiteral("Up projections")), qPrintable(texts.join(u'|')));
    QVERIFY2(texts.join(u' ').contains(QStringLiteral("10.4 ms")), qPrintable(texts.join(u'|')));
}

void TstClass::theSummaryListsAnswers()
{
    for (const bool guessed : {false, true}) {
        ClassStage stage("F2", 5);
        stage.trigger("lecture-here");
        if (guessed)
            stage.press(Qt::Key_9);
        stage.press(Qt::Key_R);
        stage.press(Qt::Key_PageDown);
        QVERIFY(stage.lesson.isLast());
        stage.press(Qt::Key_PageDown);
        QCOMPARE(stage.page().sentence,
                 guessed ? QStringLiteral("What you predicted") : QStringLiteral("Questions and answers"));
        const auto& last = stage.page().options.back().text; // 559.2 of 680
        QVERIFY2(last.startsWith(QStringLiteral("Which share of that time")), qPrintable(last));
        QVERIFY(last.contains(QStringLiteral("82.24 %")));
        QCOMPARE(last.contains(QStringLiteral("You said 9 %; it is 82.24 %.")), guessed);
    }
}

/// A1 begins with its ring, without a number; it is covered while a question waits.
void TstClass::whatIsToldHasItsPicture()
{
    ClassStage stage("A1");
    stage.trigger("lecture");
    QVERIFY(stage.page().cover.isEmpty() && stage.page().picture);
    tests::TextRecorder recorder(QSize(1920, 1080));
    QPainter painter(&recorder);
    stage.page().picture(painter, QRectF(0, 0, 1600, 800), ui::Theme::litRoom());
    painter.end();
    QVERIFY(!recorder.texts.empty());
    for (const tests::PaintedText& painted : recorder.texts)
        QVERIFY2(!painted.text.contains(QStringLiteral(" µs")) && !painted.text.contains(QStringLiteral(" ms")),
                 qPrintable(painted.text));
    stage.press(Qt::Key_PageDown);
    QVERIFY(stage.lesson.waits() && !stage.page().cover.isEmpty());
    stage.press(Qt::Key_2);
    stage.press(Qt::Key_PageDown);
    QVERIFY(!stage.lesson.waits() && stage.page().cover.isEmpty());
}

/// B5 is of a single device: "1 chip".
void TstClass::oneThingIsNoPlural()
{
    ClassStage stage("B5", 1);
    stage.trigger("lecture-here");
    QCOMPARE(stage.page().live->value, QStringLiteral("1 chip"));
}

/// A wrong line is not listed as if it held.
void TstClass::aWrongLineIsNamedSo()
{
    ClassStage stage("F2", 3);
    stage.lesson.reveal();
    QCOMPARE(stage.lesson.asked().at(3).answer,
             QStringLiteral("The wrong line: T = 25.2 MB over 4.5e10 B/s = 5.59e-6 s"));
}

/// The formula with its values, and why the picture shows 282 us.
void TstClass::anAnswerGivesItsReasons()
{
    ClassStage stage("F2", 1);
    stage.lesson.reveal();
    stage.settle();
    const QString why = stage.part<QLabel>("lesson.why")->text();
    QVERIFY2(why.contains(QStringLiteral("= 372.8 µs")) && why.contains(QStringLiteral("33.55 MB")), qPrintable(why));
    QVERIFY2(why.contains(QStringLiteral("The picture follows each shard")), qPrintable(why));
    stage.trigger("lecture-here");
    QCOMPARE(stage.page().answer, QStringLiteral("372.8 µs"));
    QCOMPARE(stage.page().said, why);
}

void TstClass::theCardSaysANumberOnce()
{
    ClassStage stage("F2", 1);
    stage.lesson.answer(QStringLiteral("372.8 us"));
    stage.settle();
    QCOMPARE(stage.part<QLabel>("lesson.said")->text(), QStringLiteral("Right: 372.8 µs."));
    QVERIFY(!stage.part("lesson.shown")->isVisible());
    QVERIFY(stage.part("lesson.why")->isVisible());
}

void TstClass::aMovedControlKeepsTheAnswer()
{
    ClassStage stage("A1", 4);
    stage.trigger("lecture-here");
    stage.press(Qt::Key_Up);
    stage.press(Qt::Key_Up);
    QVERIFY(stage.window.session().scenario().coll.B > 4096);
    stage.press(Qt::Key_R);
    QVERIFY2(stage.page().answer.contains(QStringLiteral("4,096")) &&
                 stage.page().answer.contains(QStringLiteral(" → ")),
             qPrintable(stage.page().answer));
}

/// F5 on the tab Lessons; no roofline of the design.
void TstClass::theSelectedLessonIsPresented()
{
    ClassStage stage;
    stage.trigger("lessons");
    stage.part<ui::LessonsTab>("lessons")->choose("D2");
    stage.trigger("lecture");
    QVERIFY(stage.lesson.isOpen());
    QCOMPARE(stage.lesson.lesson().id, "D2");
    QCOMPARE(stage.lecture.state(), ui::Lecture::State::running);
    QCOMPARE(stage.lesson.step(), 0U);
}

/// Numbers, ranges, choices, orders of size and wrong lines: neither picture nor caption while they wait.
void TstClass::everyOpenQuestionIsCovered()
{
    ClassStage stage("A1");
    stage.trigger("lecture");
    int covered = 0;
    for (const core::Lesson& lesson : core::shippedLessons())
        for (std::size_t step = 0; step < lesson.steps.size(); ++step) {
            if (ui::hiddenBy(lesson.steps[step].question) != ui::Hidden::results)
                continue;
            QVERIFY(stage.lesson.open(lesson, step));
            stage.settle();
            const ui::LecturePage& page = stage.page();
            const auto where = lesson.id + " " + std::to_string(step + 1);
            QVERIFY2(!page.cover.isEmpty() && !page.picture && page.caption.isEmpty(), where.c_str());
            QVERIFY2(!page.revealed && page.answer.isEmpty() && page.said.isEmpty(), where.c_str());
            QVERIFY2(std::ranges::none_of(page.options, &ui::LectureOption::right), where.c_str());
            ++covered;
        }
    QVERIFY(covered > 120);
}

/// Speech input and clumsy hands press letters; a clicker has none.
void TstClass::lettersCanBeTurnedOff()
{
    ClassStage stage("B3");
    stage.trigger("lecture");
    stage.trigger("lecture-letters");
    stage.press(Qt::Key_B);
    stage.press(Qt::Key_W);
    QVERIFY(stage.lecture.window()->blank() == ui::LectureWindow::Blank::none);
    stage.press(Qt::Key_PageDown);
    stage.press(Qt::Key_4);
    QCOMPARE(stage.lesson.step(), 1U);
    QCOMPARE(stage.lesson.state().guess, QStringLiteral("4"));
    stage.trigger("lecture-letters");
    stage.press(Qt::Key_B);
    QVERIFY(stage.lecture.window()->blank() == ui::LectureWindow::Blank::black);
}

/// Light at the pointer, dark elsewhere.
void TstClass::theSpotlightFollowsThePointer()
{
    ClassStage stage("B3");
    stage.trigger("lecture");
    ui::LectureWindow& window = *stage.lecture.window();
    const auto lightAt = [&](const QPoint& at) { return window.grab().toImage().pixelColor(at).lightness(); };
    stage.press(Qt::Key_D); // the lit room
    const QPoint here(4, window.height() / 2), there(window.width() - 5, window.height() / 2);
    QVERIFY(lightAt(here) > 200 && lightAt(there) > 200);
    stage.press(Qt::Key_L);
    for (const auto& [lit, dark] : {std::pair(here, there), std::pair(there, here)}) {
        QMouseEvent moved(QEvent::MouseMove, lit, window.mapToGlobal(lit), Qt::NoButton, Qt::NoButton, {});
        QApplication::sendEvent(&window, &moved);
        QVERIFY(lightAt(lit) > 200 && lightAt(dark) < 120);
    }
    stage.press(Qt::Key_L);
    QVERIFY(lightAt(here) > 200 && lightAt(there) > 200);
}

ROOFLIGHT_TEST(TstClass)
#include "tst_class.moc"
