// SPDX-License-Identifier: GPL-3.0-or-later
// Checks that a class is told how to answer, and what becomes of its hands and guesses: each is counted and kept.
#include "support/shipped_lesson.h"
#include "support/suite.h"
#include "window_stage.h"

#include "core/io/lesson_catalogue.h"
#include "ui/lecture/lecture.h"
#include "ui/lessons/lessons_tab.h"
#include "ui/lessons/open_lesson.h"
#include "ui/shell/actions.h"
#include "ui/shell/lecture_actions.h"
#include "ui/shell/lesson_desk.h"

namespace
{

std::unique_ptr<tests::WindowStage> shared; // the window of all cases: most of their time went into new ones

/// A lecture of its own, in which nobody has said anything.
struct VoteStage {
    ui::MainWindow& window = shared->window;
    ui::OpenLesson& lesson = window.findChild<ui::LessonDesk*>()->lesson();
    ui::Lecture& lecture = window.findChild<ui::LectureActions*>()->lecture();

    VoteStage(std::string_view id, std::size_t step)
    {
        lecture.leave();
        lesson.leave();
        if (!lesson.open(tests::lessonNamed(id), step))
            qFatal("no such lesson");
        settle();
        trigger("lecture-here");
    }

    static void settle() { shared->settle(); }
    static void trigger(const char* action) { shared->trigger(action); }

    void press(std::initializer_list<Qt::Key> keys)
    {
        for (const Qt::Key key : keys) {
            QTest::keyClick(lecture.window(), key);
            settle();
        }
    }

    /// Each sign by the key that writes it.
    void type(const QString& signs)
    {
        for (const QChar sign : signs) {
            const int key = sign.isLetter() ? sign.toUpper().unicode() : sign.unicode();
            QKeyEvent press(QEvent::KeyPress, key, Qt::NoModifier, sign);
            QApplication::sendEvent(lecture.window(), &press);
            settle();
        }
    }

    const ui::LecturePage& page() const { return lecture.window()->page(); }

    /// The part of each row from the option on.
    QStringList rows() const
    {
        QStringList found;
        for (const QString& row : QString::fromUtf8(lesson.votesCsv()).split(u'\n', Qt::SkipEmptyParts))
            found << row.section(u',', -6);
        return found.mid(1);
    }

    /// Reveals what is left, up to the summary; its first row.
    ui::LectureOption summary()
    {
        while (!lesson.isLast() || lesson.waits()) {
            lesson.reveal();
            if (!lesson.isLast())
                lesson.goTo(lesson.step() + 1);
        }
        press({Qt::Key_PageDown});
        return page().options.front();
    }
};

} // namespace

class TstVotes : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase() { shared = std::make_unique<tests::WindowStage>(); }
    void cleanupTestCase() { shared.reset(); }
    void theSummaryCountsEachOption();
    void theListLeadsBackToTheClass();
    void theSummarySaysWhereNobodyGuessed();
    void theSummaryIsReadAsSentences();
    void guessesAreRows();
    void aGuessIsReadWithItsUnit_data();
    void aGuessIsReadWithItsUnit();
    void aWholeUnitEndsTheGuess();
    void anotherUnitIsRefused();
    void commasStandBeforeGroups();
    void arrowsGoOnFromATypedUnit();
    void anOrderIsTyped();
    void theSummaryAsksForTheOrder();
    void anOrderIsVotedByItsFirst();
    void openQuestionsTellNothing();
    void eachQuestionSaysHowItIsAnswered();
};

/// D4: the point stays. One of three said so.
void TstVotes::theSummaryCountsEachOption()
{
    VoteStage stage("D4", 0);
    stage.press({Qt::Key_1, Qt::Key_2, Qt::Key_2, Qt::Key_PageDown});
    const auto row = stage.summary();
    QVERIFY2(row.text.endsWith(QStringLiteral("\n✓ It stays: 1 · Right: 2")), qPrintable(row.text));
    QCOMPARE(row.hands, QStringLiteral("1 of 3 right"));
    VoteStage wrong("D4", 0); // nobody is right
    wrong.press({Qt::Key_2, Qt::Key_PageDown});
    const auto none = wrong.summary();
    QVERIFY2(none.text.endsWith(QStringLiteral("?\n✓ It stays: 0 · Right: 1")), qPrintable(none.text));
}

/// F2 asks for several numbers, of which the class guesses one, and for a wrong line. Without any guess answers stand
/// alone.
void TstVotes::theSummarySaysWhereNobodyGuessed()
{
    const auto rows = [](std::initializer_list<Qt::Key> keys) {
        VoteStage stage("F2", 1);
        stage.press(keys);
        stage.summary();
        QStringList found;
        for (const auto& option : stage.page().options)
            found << option.text.section(u'\n', 1);
        return found;
    };
    const QStringList none = rows({Qt::Key_R}), guessed = rows({Qt::Key_3, Qt::Key_PageDown});
    QVERIFY2(none.filter(QStringLiteral("No guess")).isEmpty(), qPrintable(none.join(u'|')));
    QVERIFY(none.size() > 2 && none.size() == guessed.size());
    QVERIFY2(guessed.front().startsWith(QStringLiteral("You said 3")), qPrintable(guessed.front()));
    for (qsizetype row = 1; row < none.size(); ++row) {
        const bool finds = none[row].startsWith(QStringLiteral("The wrong line: "));
        QCOMPARE(guessed[row], finds ? QStringLiteral("No guess. ") + none[row]
                                     : QStringLiteral("No guess; it is ") + none[row] + u'.');
    }
}

/// A value is not said twice: B3 takes 44 chips, F2 372.8 us, where 370 is near enough. Nobody guesses an option of A4,
/// once a number was said.
void TstVotes::theSummaryIsReadAsSentences()
{
    const auto line = [](std::string_view lesson, std::size_t step, const char* typed, qsizetype row) {
        VoteStage stage(lesson, step);
        stage.type(QLatin1String(typed));
        stage.press({Qt::Key_PageDown});
        stage.summary();
        return stage.page().options[static_cast<std::size_t>(row)].text.section(u'\n', 1);
    };
    QCOMPARE(line("B3", 1, "44", 0), QStringLiteral("You said 44 chips: right."));
    QCOMPARE(line("F2", 1, "370", 0), QStringLiteral("You said 370 µs: right. It is 372.8 µs."));
    QCOMPARE(line("A4", 1, "7", 2), QStringLiteral("No guess. Answer: They are equal"));
}

/// F2: 2^25 B over 9e10 B/s are 372.8 us. B3: 3,517.6 GB over 80 are 44 chips.
void TstVotes::guessesAreRows()
{
    VoteStage stage("F2", 1);
    QVERIFY(!stage.window.actions().action("votes")->isEnabled());
    stage.press({Qt::Key_3, Qt::Key_0, Qt::Key_0});
    QVERIFY(stage.window.actions().action("votes")->isEnabled());
    QCOMPARE(stage.rows(), QStringList{QStringLiteral(",300,1,,300,")});
    stage.press({Qt::Key_PageDown});
    QCOMPARE(stage.rows(),
             (QStringList{QStringLiteral(",300 µs,1,0,300,µs"), QStringLiteral(",372.8 µs,0,1,372.8,µs")}));
    VoteStage right("B3", 1);
    right.press({Qt::Key_4, Qt::Key_4, Qt::Key_PageDown});
    QCOMPARE(right.rows(), QStringList{QStringLiteral(",44 chips,1,1,44,chips")});
    QVERIFY2(right.page().said.startsWith(QStringLiteral("You said 44 chips. Right.\n")), // 44 stands above
             qPrintable(right.page().said));
}

/// The unit behind the number, with or without its prefix's case; what the class says, and value and unit of its row.
void TstVotes::aGuessIsReadWithItsUnit_data()
{
    QTest::addColumn<QString>("lesson");
    QTest::addColumn<int>("step");
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("said");
    QTest::addColumn<QString>("cells");
    const auto add = [](const char* typed, const char* lesson, int step, const char* said, const char* cells) {
        QTest::newRow(typed) << QString::fromUtf8(lesson) << step << QString::fromUtf8(typed) << QString::fromUtf8(said)
                             << QString::fromUtf8(cells);
    };
    add("2us", "F2", 1, "2 µs", "2,µs");
    add("2µs", "F2", 1, "2 µs", "2,µs");
    add("3.5ms", "F2", 1, "3.5 ms", "3.5,ms");
    add("3 ms", "F2", 1, "3 ms", "3,ms"); // Space before a unit is no Next, and M no list of lessons
    add("300u", "F2", 1, "300 µs", "300,µs");
    add("4e2us", "F2", 1, "4e2 µs", "400,µs");
    add("5ns", "F2", 1, "5 ns", "5,ns"); // N is no Next here
    add("512b", "G1", 3, "512 B", "512,B");
    add("7pflop", "D1", 2, "7 PFLOPs", "7,PFLOPs");
    add("33gb", "G1", 3, "33 GB", "33,GB"); // B does not blank the screen here
    add("5m", "G1", 3, "5 MB", "5,MB");
    add("2k", "B3", 1, "2k chips", "2048,chips"); // as counts are read everywhere
    add("9%", "F2", 5, "9 %", "9,%");
    add("1,500us", "F2", 1, "1,500 µs", "1500,µs");
    add("12,345,678", "B3", 1, "12,345,678 chips", "12345678,chips");
    add("1,234.5ms", "F2", 1, "1,234.5 ms", "1234.5,ms");
    add("7tflops", "D1", 2, "7 TFLOPs", "7,TFLOPs");
    add("7tflop/s", "E2", 3, "7 TFLOP/s", "7,TFLOP/s");
}

void TstVotes::aGuessIsReadWithItsUnit()
{
    QFETCH(QString, lesson);
    QFETCH(int, step);
    QFETCH(QString, typed);
    QFETCH(QString, said);
    QFETCH(QString, cells);
    VoteStage stage(lesson.toStdString(), static_cast<std::size_t>(step));
    stage.type(typed);
    QCOMPARE(stage.page().said, QStringLiteral("The class says ") + said);
    QCOMPARE(stage.rows().front().section(u',', -2), cells);
    QVERIFY(stage.lecture.window()->blank() == ui::LectureWindow::Blank::none);
    stage.press({Qt::Key_PageDown});
    QVERIFY(!stage.lesson.waits());
    QCOMPARE(stage.rows().front().section(u',', -2), cells);
    QVERIFY2(stage.page().said.contains(QStringLiteral("You said")), qPrintable(stage.page().said));
}

/// Behind a whole unit letters are commands again.
void TstVotes::aWholeUnitEndsTheGuess()
{
    VoteStage stage("F2", 1);
    stage.type(QStringLiteral("300us"));
    stage.press({Qt::Key_B});
    QVERIFY(stage.lecture.window()->blank() == ui::LectureWindow::Blank::black);
    QCOMPARE(stage.lesson.state().guess, QStringLiteral("300us"));
}

/// Next names the units, and reveals nothing; the second one within a second does.
void TstVotes::anotherUnitIsRefused()
{
    for (const auto& [lesson, step, typed, said] :
         {std::tuple("F2", 1, "5gb", "“5gb” is not understood: the unit is ns, µs, ms or s."),
          {"B3", 1, "5s", "“5s” is not understood: the unit is chips."},
          {"F2", 5, "5k", "“5k” is not understood: the unit is %."}}) {
        VoteStage stage(lesson, static_cast<std::size_t>(step));
        stage.type(QLatin1String(typed));
        QVERIFY(stage.lecture.window()->blank() == ui::LectureWindow::Blank::none);
        stage.press({Qt::Key_PageDown});
        QVERIFY(stage.lesson.waits());
        QVERIFY2(stage.page().note.startsWith(QString::fromUtf8(said)), qPrintable(stage.page().note));
        QCOMPARE(stage.rows().front().section(u',', -2), QStringLiteral(","));
        stage.press({Qt::Key_PageDown});
        QVERIFY(!stage.lesson.waits());
    }
}

/// "1,5" is neither 15 nor, without a question, 1.5.
void TstVotes::commasStandBeforeGroups()
{
    for (const char* typed : {"1,5", "1,5us", "0,125ms", "1.234,5us", "12,34"}) {
        VoteStage stage("F2", 1);
        stage.type(QString::fromUtf8(typed));
        QCOMPARE(stage.lesson.state().guess, QString::fromUtf8(typed));
        stage.press({Qt::Key_PageDown});
        QVERIFY2(stage.lesson.waits(), typed);
        QVERIFY2(stage.page().note.contains(QStringLiteral("commas stand before groups of three digits")),
                 qPrintable(stage.page().note));
        QCOMPARE(stage.rows().front().section(u',', -2), QStringLiteral(","));
    }
}

/// 2 ms are one step above 2 µs.
void TstVotes::arrowsGoOnFromATypedUnit()
{
    VoteStage stage("F2", 1);
    stage.type(QStringLiteral("2us"));
    stage.press({Qt::Key_Up});
    QCOMPARE(stage.page().said, QStringLiteral("The class says 2 ms"));
    stage.press({Qt::Key_Down, Qt::Key_Down});
    QCOMPARE(stage.page().said, QStringLiteral("The class says 2 ns"));
}

/// A1: Space stands between steps, signs between shards; b is a half, and no black screen.
void TstVotes::anOrderIsTyped()
{
    VoteStage stage("A1", 4);
    QVERIFY2(stage.page().hint.startsWith(QStringLiteral("Type the order that the class says")),
             qPrintable(stage.page().hint));
    stage.type(QStringLiteral("0 1a+3b"));
    QVERIFY(stage.lesson.waits());
    QVERIFY(stage.lecture.window()->blank() == ui::LectureWindow::Blank::none);
    QCOMPARE(stage.page().said, QStringLiteral("The class says 0 1a+3b"));
    for (int sign = 0; sign < 5; ++sign)
        stage.press({Qt::Key_Backspace});
    stage.type(QStringLiteral("1+3 2"));
    stage.press({Qt::Key_PageDown});
    QVERIFY(!stage.lesson.waits());
    QVERIFY2(stage.page().said.startsWith(QStringLiteral("You said 0 1+3 2. Both directions at once.")),
             qPrintable(stage.page().said));
    QCOMPARE(stage.rows(), QStringList{QStringLiteral(",0 1+3 2,1,1,,")});
    stage.press({Qt::Key_PageUp}); // open again, and of no such shard
    stage.type(QStringLiteral(" 7"));
    stage.press({Qt::Key_PageDown});
    QVERIFY(stage.lesson.waits());
    QVERIFY2(stage.page().note.contains(QStringLiteral("0 to 3")), qPrintable(stage.page().note));
}

/// And not a rule that follows the question.
void TstVotes::theSummaryAsksForTheOrder()
{
    VoteStage stage("A1", 4);
    stage.lesson.reveal();
    const QString question = stage.lesson.asked().at(4).question;
    QVERIFY2(question.startsWith(QStringLiteral("Give the order in which chip 0 multiplies")), qPrintable(question));
}

/// C7: with nothing overlapped data parallel is the quickest of four.
void TstVotes::anOrderIsVotedByItsFirst()
{
    VoteStage stage("C7", 0);
    QVERIFY(stage.page().hint.startsWith(QStringLiteral("Which comes first? Count hands with 1 to 4")));
    stage.press({Qt::Key_1, Qt::Key_1, Qt::Key_2, Qt::Key_PageDown});
    QVERIFY(!stage.lesson.waits());
    QCOMPARE(stage.page().options[0].votes, 2);
    QCOMPARE(
        stage.rows(),
        (QStringList{QStringLiteral("1,Data parallel,2,1,,"), QStringLiteral("2,Fully sharded,1,0,,"),
                     QStringLiteral("\"Pipeline, 8 microbatches\",0,0,,"), QStringLiteral("4,Tensor parallel,0,0,,")}));
    const auto row = stage.summary();
    QVERIFY2(row.text.endsWith(QStringLiteral("\nSaid to come first: ✓ Data parallel: 2 · Fully sharded: 1")),
             qPrintable(row.text));
    QCOMPARE(row.hands, QStringLiteral("2 of 3 right"));
}

/// A file that is written during a lecture.
void TstVotes::openQuestionsTellNothing()
{
    VoteStage stage("D4", 0);
    stage.press({Qt::Key_2});
    QCOMPARE(stage.rows(), (QStringList{QStringLiteral("1,It stays,0,,,"), QStringLiteral("2,Right,1,,,"),
                                        QStringLiteral("3,Left,0,,,")}));
    stage.press({Qt::Key_PageDown});
    QCOMPARE(stage.rows().front(), QStringLiteral("1,It stays,0,1,,"));
}

/// One line from the start; what the first Next says takes its place. On two screens it stands beside the notes.
void TstVotes::eachQuestionSaysHowItIsAnswered()
{
    VoteStage stage("A1", 0);
    for (const core::Lesson& lesson : core::shippedLessons())
        for (std::size_t step = 0; step < lesson.steps.size(); ++step) {
            QVERIFY(stage.lesson.open(lesson, step));
            stage.settle();
            const auto where = lesson.id + " " + std::to_string(step + 1);
            QVERIFY2(stage.page().hint.isEmpty() == !stage.lesson.waits(), where.c_str());
            if (!stage.lesson.waits())
                continue;
            QVERIFY2(stage.page().hint.endsWith(QStringLiteral("Next twice in a second shows the answer")),
                     where.c_str());
            stage.lesson.next();
            QVERIFY2(stage.page().hint.isEmpty() && !stage.page().note.isEmpty(), where.c_str());
            stage.lesson.reveal();
            QVERIFY2(stage.page().hint.isEmpty() && stage.page().note.isEmpty(), where.c_str());
        }
}

/// M, F5: the step and its votes are as they were; another lesson that is chosen meanwhile begins.
void TstVotes::theListLeadsBackToTheClass()
{
    VoteStage stage("D4", 0);
    stage.press({Qt::Key_2, Qt::Key_PageDown, Qt::Key_PageDown});
    QCOMPARE(stage.lesson.step(), 1U);
    for (int way = 0; way < 2; ++way) {
        stage.press({Qt::Key_M});
        QCOMPARE(stage.lecture.state(), ui::Lecture::State::off);
        way == 0 ? stage.trigger("lecture") : QTest::mouseClick(shared->part("lessons.lecture"), Qt::LeftButton);
        QCOMPARE(stage.lecture.state(), ui::Lecture::State::running);
        QCOMPARE(stage.lesson.step(), 1U);
        QVERIFY(stage.lesson.hasVotes());
    }
    stage.press({Qt::Key_M});
    shared->part<ui::LessonsTab>("lessons")->choose("D2");
    stage.trigger("lecture");
    QCOMPARE(stage.lesson.lesson().id, "D2");
}

ROOFLIGHT_TEST(TstVotes)
#include "tst_votes.moc"
