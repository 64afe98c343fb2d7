// SPDX-License-Identifier: GPL-3.0-or-later
// Checks that a class is told how to answer, and what becomes of its hands and guesses: each is counted and kept.
#include "support/suite.h"
#include "window_stage.h"

#include "core/io/lesson_catalogue.h"
#include "ui/lecture/lecture.h"
#include "ui/lessons/open_lesson.h"
#include "ui/shell/actions.h"
#include "ui/shell/lecture_actions.h"
#include "ui/shell/lesson_desk.h"

namespace
{

struct VoteStage : tests::WindowStage {
    ui::OpenLesson& lesson = window.findChild<ui::LessonDesk*>()->lesson();
    ui::Lecture& lecture = window.findChild<ui::LectureActions*>()->lecture();

    VoteStage(std::string_view id, std::size_t step)
    {
        if (!lesson.open(*std::ranges::find(core::shippedLessons(), id, &core::Lesson::id), step))
            qFatal("no such lesson");
        settle();
        trigger("lecture-here");
    }

    void press(std::initializer_list<Qt::Key> keys)
    {
        for (const Qt::Key key : keys) {
            QTest::keyClick(lecture.window(), key);
            settle();
        }
    }

    const ui::LecturePage& page() const { return lecture.window()->page(); }

    /// The part of each row from the option on.
    QStringList rows() const
    {
        QStringList found;
        for (const QString& row : QString::fromUtf8(lesson.votesCsv()).split(u'\n', Qt::SkipEmptyParts))
            found << row.section(u',', -4);
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
    void theSummaryCountsEachOption();
    void guessesAreRows();
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
}

/// F2: 2^25 B over 9e10 B/s are 372.8 us. B3: 3,517.6 GB over 80 are 44 chips.
void TstVotes::guessesAreRows()
{
    VoteStage stage("F2", 1);
    QVERIFY(!stage.window.actions().action("votes")->isEnabled());
    stage.press({Qt::Key_3, Qt::Key_0, Qt::Key_0});
    QVERIFY(stage.window.actions().action("votes")->isEnabled());
    QCOMPARE(stage.rows(), QStringList{QStringLiteral(",300,1,")});
    stage.press({Qt::Key_PageDown});
    QCOMPARE(stage.rows(), (QStringList{QStringLiteral(",300 µs,1,0"), QStringLiteral(",372.8 µs,0,1")}));
    VoteStage right("B3", 1);
    right.press({Qt::Key_4, Qt::Key_4, Qt::Key_PageDown});
    QCOMPARE(right.rows(), QStringList{QStringLiteral(",44 chips,1,1")});
}

/// C7: with nothing overlapped data parallel is the quickest of four.
void TstVotes::anOrderIsVotedByItsFirst()
{
    VoteStage stage("C7", 0);
    QVERIFY(stage.page().hint.startsWith(QStringLiteral("Which comes first? Count hands with 1 to 4")));
    stage.press({Qt::Key_1, Qt::Key_1, Qt::Key_2, Qt::Key_PageDown});
    QVERIFY(!stage.lesson.waits());
    QCOMPARE(stage.page().options[0].votes, 2);
    QCOMPARE(stage.rows(), (QStringList{QStringLiteral("1,Data parallel,2,1"), QStringLiteral("2,Fully sharded,1,0"),
                                        QStringLiteral("\"Pipeline, 8 microbatches\",0,0"),
                                        QStringLiteral("4,Tensor parallel,0,0")}));
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
    QCOMPARE(stage.rows(),
             (QStringList{QStringLiteral("1,It stays,0,"), QStringLiteral("2,Right,1,"), QStringLiteral("3,Left,0,")}));
    stage.press({Qt::Key_PageDown});
    QCOMPARE(stage.rows().front(), QStringLiteral("1,It stays,0,1"));
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
            QVERIFY2(stage.page().hint.endsWith(QStringLiteral("Next twice shows the answer")), where.c_str());
            stage.lesson.next();
            QVERIFY2(stage.page().hint.isEmpty() && !stage.page().note.isEmpty(), where.c_str());
            stage.lesson.reveal();
            QVERIFY2(stage.page().hint.isEmpty() && stage.page().note.isEmpty(), where.c_str());
        }
}

ROOFLIGHT_TEST(TstVotes)
#include "tst_votes.moc"
