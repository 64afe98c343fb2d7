// SPDX-License-Identifier: GPL-3.0-or-later
// Answers of every kind, typed as people type them.
#include "core/lesson/check_answer.h"

#include "core/io/lesson_catalogue.h"
#include "core/io/preset_catalogue.h"
#include "core/lesson/run_lesson.h"
#include "core/lesson/stage.h"
#include "core/scenario/fields.h"
#include "sample_lesson.h"
#include "support/shipped_lesson.h"
#include "support/suite.h"

#include <algorithm>

using namespace core;
using tests::asking;

class TstCheckAnswer : public QObject
{
    Q_OBJECT

private slots:
    void answersAreJudged_data();
    void answersAreJudged();
    void othersCountTheSame_data();
    void othersCountTheSame() { answersAreJudged(); }
    void placesAreReadAsPeopleWriteThem_data();
    void placesAreReadAsPeopleWriteThem() { answersAreJudged(); }
    void hintsComeWithMisses();
    void theDerivationIsTheLastHint();
    void everyValidOrderIsAccepted();
    void statesAreChecked();
    void conventionsThatNobodyListedAreNamed();
    void defectsOfALessonAreFound_data();
    void defectsOfALessonAreFound();
    void placeholdersAreFilled();
    void aPredictionLearnsItsDistance();
    void aStateIsToldByItsTitle();
};

namespace
{

using tests::lessonNamed;

PosedStep posed(std::string_view id, int step)
{
    return *posedStep(lessonNamed(id), static_cast<std::size_t>(step) - 1, shippedCatalogue());
}

void addColumns()
{
    QTest::addColumn<QString>("lesson");
    QTest::addColumn<int>("step");
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("outcome");
    QTest::addColumn<QString>("text");
}

void row(const char* lesson, int step, const char* typed, const char* outcome, const char* text)
{
    QTest::addRow("%s.%d %s", lesson, step, typed) << lesson << step << typed << outcome << text;
}

} // namespace

void TstCheckAnswer::answersAreJudged_data()
{
    addColumns();
    row("B1", 3, "3517.6 GB", "right", "3.518 TB");
    row("B1", 3, "3276 GiB", "right", "");
    row("B1", 3, "3,520 GB", "right", "");
    row("B1", 3, "2638 GB", "known-wrong", "one Adam moment");
    row("B1", 3, "3517.6 GB/s", "unreadable", "its unit is B/s, where B is wanted");
    row("B1", 3, "lots", "unreadable", "is no number");
    row("B2", 2, "17547264", "right", "");
    row("B2", 2, "0.016314 GiB", "known-wrong", "0.2 % too little");
    row("B2", 2, "440GB", "known-wrong", "saved for backward");
    row("B3", 2, "44", "right", "");
    row("B3", 2, "41", "right-under", "if 80 means GiB. With GB it is 44");
    row("B3", 2, "42 chips", "right-under", "85.52 GB");
    row("B3", 2, "43", "known-wrong", "round up");
    row("B6", 2, "20445", "right", "20,444.4");
    row("B6", 2, "25,302", "right-under", "added");
    row("B6", 2, "1581", "right-under", "per data-parallel group");
    row("B6", 2, "1", "known-wrong", "1,000 times too large");
    row("B6", 2, "14", "known-wrong", "leaves the tensor axis out");
    row("B6", 2, "9000", "wrong", "Not yet");
    row("D1", 5, "174us .. 268us", "right", "");
    row("D1", 5, "174.4 us to 267.6 us", "right", "");
    row("D1", 5, "174us", "known-wrong", "The answer is a band");
    row("D1", 5, "200us", "unreadable", "two numbers");
    row("D1", 5, "1us .. 2us", "wrong", "Not yet");
    row("E3", 3, "never", "right", "");
    row("E3", 3, "61333", "known-wrong", "not small");
    row("A2", 2, "(B+B)*E*E/N", "right", "");
    row("A2", 2, "2*B*E^2", "known-wrong", "all chips");
    row("A2", 2, "B*E", "wrong", "it should be");
    row("A2", 2, "2*B*Q", "unreadable", "there is no symbol Q; the symbols are B, E, N");
    row("A2", 3, "2*E^2*(N-1)/N", "right-under", "wire bytes");
    row("D2", 1, "1", "right", "");
    row("D2", 1, "3", "known-wrong", "Fewer bytes");
    row("D2", 1, "It halves", "right", "");
    row("D2", 1, "4", "unreadable", "1 to 3");
    row("F4", 2, "3 1 2", "right", "");
    row("F4", 2, "1, 2, 3", "known-wrong", "one sixteenth");
    row("F4", 2, "2 1 3", "wrong", "Not yet");
    row("F4", 2, "1 1 2", "unreadable", "all 3 items");
    row("B7", 1, "2", "right", "do not come to that");
    row("B7", 1, "4", "known-wrong", "It does");
    row("B7", 1, "5", "unreadable", "1 to 4");
    row("B6", 4, "work.batch=32768", "right", "");
    row("B6", 4, "32k", "right", "");
    row("B6", 4, "16384", "known-wrong", "Still too small");
    row("B6", 4, "9000", "wrong", "” is 0.44");
    row("B6", 4, "many", "unreadable", "\"many\" is no number");
    row("B6", 4, "0", "unreadable", "Batch cannot be 0");
    row("B6", 4, "Batch 20,445", "right", "");
    row("B6", 4, "Batch = 32k tokens", "right", "");
    row("D2", 4, "Operation: batch 130", "right", "");
    row("B8", 5, "anything", "ungraded", "Overlap the axes");
    row("A1", 1, "anything", "ungraded", "asks nothing");
}

void TstCheckAnswer::placesAreReadAsPeopleWriteThem_data()
{
    addColumns();
    row("C2", 5, "the two thin ones", "right", "");
    row("F4", 2, "312", "right", "");
    row("F4", 2, "333", "unreadable", "all 3 items");
    row("F12", 2, "n^2(1-1/d)", "right", "");
    row("F12", 2, "n^2(1-1/q)", "unreadable", "there is no symbol n");
    row("E1", 3, "12.5 GB / 1.2 TB/s", "right", "10.42 ms"); // 12.5/1.2 = 10.417
    row("E1", 3, "12.5/1.2 ms", "right", "10.42 ms");
    row("E1", 3, "400/32/1.2 us", "known-wrong", ""); // a thousandth
    row("E1", 3, "12.5/1.2 GB", "unreadable", "");
    row("D5", 1, "990 TFLOP/s / 3.35 TB/s", "right", "295.5");
    row("F3", 1, "8 x 2 = 16", "right", "");
    row("F3", 1, "8x2", "right", "");
    row("F12", 5, "4(1-1/4)", "right", "");
    row("G5", 2, "8192(1+8/64)", "right", "9,216");
    row("G8", 2, "> 3840 tokens", "right", "");
    row("A1b", 2, "E ≥ 11,000", "right", ""); // 4*275e12/1e11
    row("A1b", 3, "F = 12000", "right", "");
    row("A1b", 3, "E = 12000", "unreadable", "");
    row("D1", 4, "1024", "known-wrong", "bytes of x");           // 2*512
    row("G8", 2, "240", "known-wrong", "int8 weights halve it"); // 197e12/820e9 = 240.2
    row("C5", 2, "128", "known-wrong", "all 32 layers");
    row("B3", 2, "44(80 GB)", "right", "");
    row("D2", 1, "(1)", "right", "");
    row("D2", 1, "1.", "right", "");
    row("D2", 1, "Option 1", "right", "");
    row("D2", 1, "(4)", "unreadable", "1 to 3");
    row("D2", 1, "(1) or 2", "unreadable", "1 to 3");
    for (const char* same : {"3-1-2", "3 -> 1 -> 2", "3→1→2", "3 < 1 < 2", "(3) (1) (2)", "(3)-(1)-(2)"})
        row("F4", 2, same, "right", "");
    row("F4", 2, "3 > 1 > 2", "unreadable", "the smallest first");
    row("A1", 5, "0-3-2-1", "right", "The order of one direction");
    row("A1", 5, "0 → 1+3 → 2", "right", "Both directions");
    row("A1", 5, "- - 0+1+2+3", "right", "all is gathered first");
}

/// Crossings of three digits, and what a question leaves open.
void TstCheckAnswer::othersCountTheSame_data()
{
    addColumns();
    row("B6", 2, "20400", "right", "20,444.4");
    row("B6", 2, "20300", "wrong", "");
    row("B6", 2, "20480", "wrong", ""); // four digits
    row("B6", 3, "25300", "right", "");
    row("B6", 3, "395.3", "right-under", "Right per chip.");
    row("G8", 2, "3430", "right-under", "3,843.9"); // 240.24*257/18
    row("G8", 3, "6860", "right-under", "7,687.8");
    row("C7", 3, "8.80 s", "right-under", "before it");
    row("G9", 6, "70.04", "right-under", "69.86"); // 18000/257
    row("E1", 3, "10.02 ms", "wrong", "");
    // a sentence of its own goes before a tolerance that takes the number in
    row("D5", 1, "295.2", "right-under", "9.89e14"); // 989/3.35
    row("D5", 1, "295.5", "right", "Right: 295.5");  // 990/3.35
    row("D5", 1, "296", "right", "Right: 295.5");
    row("E2", 9, "860 TB", "right-under", "as the book rounds it");
    row("E2", 9, "860.2 TB", "right", "Right: ");
    row("G1", 3, "25 %", "right-under", "as the book rounds it");
    row("G7", 3, "22 %", "right-under", "rounded to two digits");
    row("F12", 4, "N^2*floor(D^2/4)/(2*D^2)", "right-under", "Right for every D");
    row("F12", 4, "N^2/8", "right", "");
    row("F7", 3, "122.3 us", "right-under",
        "Near enough. That is the value with Rates “Exact (n − 1)/n”"); // 63/64 of it
    row("F7", 3, "124.3 us", "right", "Right: 124.3 µs.");
    row("G7", 2, "3.3e24 FLOPs", "right", "Right: 3.286e24"); // 6·37e9·14.8e12 is 3.2856e24, 0.44 % less
    row("G7", 2, "3.2e24 FLOPs", "wrong", "");
    row("E3", 6, "never", "wrong", ""); // a crossing, whose last zeros may be left open
    row("E3", 3, "not never", "unreadable", "");
    row("E3", 3, "never or 61333", "unreadable", "");
    row("F7", 3, "not with exact rates", "unreadable", "");
    row("F7", 3, "124.3 us or 122.3 us", "unreadable", "");
    row("D1", 5, "174 us .. 268 us", "right", "Right: 174.4 µs to 267.6 µs.");
}

void TstCheckAnswer::answersAreJudged()
{
    QFETCH(QString, lesson);
    QFETCH(int, step);
    QFETCH(QString, typed);
    QFETCH(QString, outcome);
    QFETCH(QString, text);
    const auto checked = checkAnswer(posed(lesson.toStdString(), step), typed.toStdString());
    QVERIFY2(checked, checked ? "" : checked.error().c_str());
    QCOMPARE(QString::fromStdString(std::string(nameOf(checked->outcome))), outcome);
    QVERIFY2(QString::fromStdString(checked->text).contains(text), checked->text.c_str());
}

void TstCheckAnswer::hintsComeWithMisses()
{
    const auto at = posed("B6", 2);
    const auto after = [&](int misses) { return *checkAnswer(at, "9000", misses); };
    QCOMPARE(after(0).text, "Not yet.");
    QCOMPARE(after(0).hint, 0);
    QCOMPARE(after(1).text, "Not yet. The tab Batch shows it at “Min compute-bound batch”, once it is answered.");
    QCOMPARE(after(1).hint, 1);
    QCOMPARE(after(2).hint, 2);
    QCOMPARE(after(5).hint, 2);
}

/// Its symbols, without the numbers that would be the answer.
void TstCheckAnswer::theDerivationIsTheLastHint()
{
    const auto checked = *checkAnswer(posed("D2", 2), "64", 2);
    QCOMPARE(checked.hint, 2);
    QVERIFY2(checked.text.find(" = ") != std::string::npos, checked.text.c_str());
    QVERIFY2(checked.text.find("121") == std::string::npos, checked.text.c_str());
}

/// Chip 0 of four, one shard a step: of the 24 orders those are valid that begin with its own shard and come to the
/// opposite one, two hops away, not before the third step.
void TstCheckAnswer::everyValidOrderIsAccepted()
{
    const auto at = posed("A1", 5);
    std::array<int, 4> order{0, 1, 2, 3};
    int valid = 0;
    do {
        const bool expected = order[0] == 0 && order[1] != 2;
        const auto typed = QString("%1 %2 %3 %4").arg(order[0]).arg(order[1]).arg(order[2]).arg(order[3]);
        const auto checked = checkAnswer(at, typed.toStdString());
        QVERIFY(checked);
        QVERIFY2((checked->outcome == Outcome::right) == expected, qPrintable(typed));
        valid += expected ? 1 : 0;
    } while (std::ranges::next_permutation(order).found);
    QCOMPARE(valid, 4);
    QVERIFY(checkAnswer(at, "- - 0+1+2+3")->outcome == Outcome::right);
    QVERIFY(checkAnswer(at, "0 1a+3b 1b+3a 2")->outcome == Outcome::right);
    QVERIFY(checkAnswer(at, "0 4 2 1")->outcome == Outcome::unreadable);
}

void TstCheckAnswer::statesAreChecked()
{
    const auto at = posed("B6", 4);
    Scenario present = at.scenario;
    QVERIFY(!checkState(at, present)->isAccepted());
    QVERIFY(setField(present, "work.batch", 65536.));
    QVERIFY(checkState(at, present)->isAccepted());
    QVERIFY(!checkState(posed("B6", 2), present));
}

void TstCheckAnswer::conventionsThatNobodyListedAreNamed()
{
    // Exact rates are no listed answer of B6: 19,167 by MODEL.md, g.
    const auto checked = *checkAnswer(posed("B6", 2), "19167");
    QVERIFY(checked.outcome == Outcome::knownWrong);
    QCOMPARE(checked.text, "That is the value with Rates “Exact (n − 1)/n”; this lesson takes “Book, large n”.");
}

void TstCheckAnswer::defectsOfALessonAreFound_data()
{
    QTest::addColumn<int>("defect");
    QTest::addColumn<QString>("fault");
    QTest::newRow("no such number") << 0 << "\"op.nothing\" cannot be evaluated";
    QTest::newRow("two right options") << 1 << "options 1 and 2 are both right";
    QTest::newRow("no right option") << 2 << "no option is right";
    QTest::newRow("no wrong line") << 3 << "no line is wrong";
    QTest::newRow("a formula that the engine contradicts") << 4 << "is 256 in the scenario, where op.B*2 is 512";
    QTest::newRow("a condition that holds already") << 5 << "op.intensity>=1 holds before anything was done";
    QTest::newRow("a mistake that is right") << 6 << "accepts \"256\", which it lists as wrong";
    QTest::newRow("a text that cannot be filled in") << 7 << "there is no number 'op.nothing'";
    QTest::newRow("an accepted answer that is none") << 8 << "refuses";
    QTest::newRow("two options alike") << 9 << "Step 1 has options 1 and 2 alike, \"Yes\": change one of them.";
    QTest::newRow("two items alike") << 10 << "Step 1 has items 1 and 2 alike";
    QTest::newRow("a time in bytes") << 11 << "\"op.math\" is in s, which is never \"GB\"";
    QTest::newRow("a time that counts") << 12 << "\"op.math\" is in s, which is never \"parsec\"";
    QTest::newRow("bytes as FLOPs") << 13 << "\"op.bytes\" is in B, which is never \"FLOP\"";
    QTest::newRow("a prefix of its own unit")
        << 14 << "\"op.math\" has a unit, and may have any prefix of it: leave out";
    QTest::newRow("digits that there are not")
        << 15 << "Step 1 cannot fill in its \"prompt\": {op.B|99}: behind | stand";
    QTest::newRow("digits that are none") << 16 << "cannot fill in its \"hints\": {op.B|x|token}: behind | stand";
    QTest::newRow("three formats") << 17 << "cannot fill in its \"says\": {op.B|3|token|y}: behind | stand";
    QTest::newRow("a text of a time in bytes") << 18 << "{op.math|3|B}: it is in s, which is never \"B\"";
    QTest::newRow("an axis that the mesh lacks") << 19
                                                 << "shard.expr: Sharded product, column 5: The mesh has no axis W: "
                                                    "it is X=4. Its numbers do not apply then. Set shard.mesh to "
                                                    "\"X=4, W=4\", or shard.expr to \"A[I, J] * B[J, K] -> C[I, K]\".";
}

void TstCheckAnswer::defectsOfALessonAreFound()
{
    QFETCH(int, defect);
    QFETCH(QString, fault);
    const ValueAnswer sound{"op.B", "token", {}};
    std::vector<Lesson> lessons{asking(ValueAnswer{"op.nothing", {}, {}}),
                                asking(ChoiceAnswer{{{"a", "1", {}}, {"b", "2 > 1", {}}}}),
                                asking(ChoiceAnswer{{{"a", "0", {}}, {"b", "2 < 1", {}}}}),
                                asking(ErrorAnswer{{{"a", {}, {}, {}}, {"b", "256", "op.B", {}}}}),
                                asking(FormulaAnswer{"B", {{"B", "op.B"}}, "op.B*2"}),
                                asking(UntilAnswer{"op.intensity>=1", {}}),
                                asking(sound),
                                asking(sound),
                                asking(sound),
                                asking(ChoiceAnswer{{{"{'yes'}", "1", {}}, {"Yes", "0", {}}}}),
                                asking(RankingAnswer{{{"a", "2"}, {"a", "1"}}}),
                                asking(ValueAnswer{"op.math", "GB", {}}),
                                asking(ValueAnswer{"op.math", "parsec", {}}),
                                asking(ValueAnswer{"op.bytes", "FLOP", {}}),
                                asking(ValueAnswer{"op.math", "ms", {}}),
                                asking(sound),
                                asking(sound),
                                asking(sound),
                                asking(sound),
                                asking(sound)};
    lessons[6].steps[0].wrong = {{"256", {}, "No."}};
    lessons[7].steps[0].prompt = "It is {op.nothing}.";
    lessons[8].steps[0].accepted = {{"300", {}, "{op.nothing}"}};
    lessons[15].steps[0].prompt = "It is {op.B|99}.";
    lessons[16].steps[0].hints = {"It is {op.B|x|token}."};
    lessons[17].steps[0].says = "It is {op.B|3|token|y}.";
    lessons[18].steps[0].prompt = "It is {op.math|3|B}.";
    lessons[19].start = {{"shard.expr", std::string("A[I_W, J] * B[J, K] -> C[I_W, K]")},
                         {"shard.mesh", std::string("X=4")}};
    const auto run = runLesson(lessons[static_cast<std::size_t>(defect)], shippedCatalogue());
    QVERIFY(!run.isSolved());
    const auto found = std::ranges::any_of(run.faults, [&](const LessonFault& one) {
        return QString::fromStdString(one.text).contains(fault, Qt::CaseInsensitive) || defect == 8;
    });
    QVERIFY2(found, run.faults.front().text.c_str());
    QVERIFY(defect != 19 || run.faults.front().path == "start.shard.expr");
    QVERIFY(runLesson(asking(sound), shippedCatalogue()).isSolved());
}

void TstCheckAnswer::placeholdersAreFilled()
{
    const auto lesson = asking(FreeAnswer{"-"});
    const auto at = *posedStep(lesson, 0, shippedCatalogue());
    const auto filled = [&](const char* text) { return filledText(lesson, at.scenario, text).value_or("refused"); };
    QCOMPARE(filled("B is {op.B}."), "B is 256.");
    QCOMPARE(filled("{{op.B with op.B=64k}|3|token} and {1/8|3|share}"), "65,536 tokens and 12.5 %");
    QCOMPARE(filled("{op.B"), "refused");
    QCOMPARE(wordsIn("It is {op.B / 2} now."), 4U);
}

/// It has one try, right or wrong; an answer that is no prediction tells nothing.
void TstCheckAnswer::aPredictionLearnsItsDistance()
{
    Lesson lesson = asking(ValueAnswer{"op.B * 4", "token", "exact"});
    lesson.steps.front().kind = StepKind::predict;
    lesson.steps.front().wrong = {{"op.B", {}, "You forgot the factor 4."}};
    const PosedStep at = *posedStep(lesson, 0, shippedCatalogue());
    const auto text = [&](const char* typed, int misses = 0) {
        const auto checked = checkAnswer(at, typed, misses);
        return checked ? QString::fromStdString(checked->text) : QString::fromStdString(checked.error());
    };
    QCOMPARE(text("100"), QStringLiteral("You said 100 tokens; it is 1,024 tokens: 10.2× too low."));
    QCOMPARE(text("1300", 3), QStringLiteral("You said 1,300 tokens; it is 1,024 tokens: 1.3× too high.")); // no hint
    QCOMPARE(text("256"),
             QStringLiteral("You forgot the factor 4. You said 256 tokens; it is 1,024 tokens: 4× too low."));
    QCOMPARE(text("0"), QStringLiteral("You said 0 tokens; it is 1,024 tokens."));
    QCOMPARE(text("1024"), QStringLiteral("Right: 1,024 tokens."));
    QCOMPARE(checkAnswer(at, "many")->outcome, Outcome::unreadable); // and may be typed again
    lesson.steps.front().kind = StepKind::answer;
    const PosedStep asked = *posedStep(lesson, 0, shippedCatalogue());
    QVERIFY(!QString::fromStdString(checkAnswer(asked, "100")->text).contains(QStringLiteral("1,024")));
}

/// The fields of scripts are not for a class.
void TstCheckAnswer::aStateIsToldByItsTitle()
{
    QStringList told;
    for (const Lesson& lesson : shippedLessons())
        for (std::size_t i = 0; i < lesson.steps.size(); ++i)
            if (std::holds_alternative<UntilAnswer>(lesson.steps[i].question))
                told << QString::fromStdString(*shownAnswer(*posedStep(lesson, i, shippedCatalogue())));
    QVERIFY(told.contains(QStringLiteral("Batch 20,445"))); // of B6: the first whole one above 20,444.4
    QVERIFY2(told.filter(QStringLiteral("=")).isEmpty(), qPrintable(told.join(u'|')));
}

ROOFLIGHT_TEST(TstCheckAnswer)
#include "tst_check_answer.moc"
