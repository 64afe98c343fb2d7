// SPDX-License-Identifier: GPL-3.0-or-later
// Expressions and placeholders of lessons that are not sound: words, formats, braces, fields, symbols.
#include "core/io/lesson_json.h"
#include "core/io/preset_catalogue.h"
#include "core/lesson/run_lesson.h"
#include "core/scenario/fields.h"
#include "lessons/sample_lesson.h"
#include "support/suite.h"

#include <QRegularExpression>

#include <fmt/format.h>

using namespace core;

class TstLessonWords : public QObject
{
    Q_OBJECT

private slots:
    void wordsThatNeverAreAreRefused_data();
    void wordsThatNeverAreAreRefused();
    void leastIsTakenIntoBraces();
    void emptyFormatsAreRefused();
    void strayBracesAreRefused();
    void fieldsGivenTwiceAreRefused();
    void symbolsAreNames();
    void ceilingsAreWholeCounts();
    void itemsDiffer();
    void moreChoicesThanDigitsAreRefused();
    void theNearestMayBeAField();
    void questionsThatMeanNothingAreRefused_data();
    void questionsThatMeanNothingAreRefused();
    void equalityIsOfWholeFields();
    void dearQuestionsStandInOneLesson();
    void blanksMakeNoDifference();
    void ordersAreOfFewChips();
};

void TstLessonWords::wordsThatNeverAreAreRefused_data()
{
    QTest::addColumn<std::string>("when");
    QTest::addColumn<QString>("said");
    const auto row = [](const char* when, const char* said) {
        QTest::newRow(when) << std::string(when) << QString::fromLatin1(said);
    };
    row("bound.verdict='compte'", "never 'compte'; it is one of balanced, comms, ");
    row("'compte'=bound.verdict", "never 'compte'; it is one of balanced, comms, ");
    row("shard.case='5'", "never '5'; it is one of ");
    row("op.x='int9'", "never 'int9'; it is one of ");
    row("hw.chip='tpu'", "never 'tpu'; it is one of ");
    row("bound.verdict='dcn'", "");
    row("shard.case='4'", "");
    row("op.x='int8'", "");
    row("hw.chip='h100-sxm'", "");
    row("coll.torus='7x7'", ""); // any text
}

/// As of conditions of `until`.
void TstLessonWords::wordsThatNeverAreAreRefused()
{
    QFETCH(std::string, when);
    QFETCH(QString, said);
    const auto faults =
        runLesson(tests::asking(ChoiceAnswer{{{"a", when, "."}, {"b", "1", "."}}}), shippedCatalogue()).faults;
    QCOMPARE(faults.empty(), said.isEmpty());
    if (!said.isEmpty())
        QVERIFY2(faults[0].text.find(said.toStdString()) != std::string::npos, faults[0].text.c_str());
}

/// The outer pair alone is that of a placeholder.
void TstLessonWords::leastIsTakenIntoBraces()
{
    auto lesson = tests::asking(ValueAnswer{"op.B", {}, {}});
    lesson.steps[0].says = "{least op.B until op.intensity>=2}";
    const auto faults = runLesson(lesson, shippedCatalogue()).faults;
    QCOMPARE(faults.size(), 1U);
    QVERIFY2(faults[0].text.find("{{least op.B until ") != std::string::npos, faults[0].text.c_str());
    lesson.steps[0].says = "{{least op.B until op.intensity>=2}}";
    QVERIFY(runLesson(lesson, shippedCatalogue()).isSolved());
}

/// Nothing behind a | is no format.
void TstLessonWords::emptyFormatsAreRefused()
{
    for (const std::string text : {"{op.lower|}", "{op.lower||}", "{op.lower||s}", "{op.lower|3|}", "{|3}", "{ }"}) {
        auto lesson = tests::asking(ValueAnswer{"op.B", {}, {}});
        lesson.steps[0].says = text;
        const auto faults = runLesson(lesson, shippedCatalogue()).faults;
        QVERIFY2(!faults.empty() && faults[0].text.find("\"says\": {") != std::string::npos, text.c_str());
    }
}

void TstLessonWords::strayBracesAreRefused()
{
    for (const auto& [text, behind] :
         {std::pair("op.lower}", "op.lower"), {"{op.lower}}", "{op.lower}"}, {"x} {op.lower}", "x"}}) {
        auto lesson = tests::asking(ValueAnswer{"op.B", {}, {}});
        lesson.steps[0].prompt = text;
        const auto faults = runLesson(lesson, shippedCatalogue()).faults;
        const auto said = fmt::format("the brace behind \"{}\" is not opened: leave it out", behind);
        QVERIFY2(!faults.empty() && faults[0].text.find(said) != std::string::npos, text);
    }
}

/// Nobody could tell which value is meant.
void TstLessonWords::fieldsGivenTwiceAreRefused()
{
    auto lesson = tests::asking(ValueAnswer{"{op.bytes with op.B=4; op.B=5}", {}, {}});
    const auto faults = runLesson(lesson, shippedCatalogue()).faults;
    QVERIFY(!faults.empty());
    QVERIFY2(faults[0].text.find("op.B is given twice: keep one value.") != std::string::npos, faults[0].text.c_str());
    lesson.steps[0].question = ValueAnswer{"{op.bytes with op.B=4; op.D=5}", {}, {}};
    QVERIFY(runLesson(lesson, shippedCatalogue()).isSolved());
}

/// As formulas are typed.
void TstLessonWords::symbolsAreNames()
{
    const auto read = [](const std::string& symbol) {
        const std::string text = fmt::format(
            R"({{"format": "rooflight-lesson", "version": 1, "id": "T1", "title": "T", "course": "T", "topic": "T",
"source": "T", "minutes": 5, "steps": [{{"kind": "answer", "tab": "operation", "points": "op.B", "prompt": "How?",
"formula": "1", "measures": "1", "symbols": {{
"{}": "op.B"}}}}]}})",
            symbol);
        return readLesson(text, "t.json", shippedCatalogue());
    };
    for (const char* good : {"B", "n_2", "Sqrt"})
        QVERIFY2(read(good), good);
    for (const char* bad : {"sqrt", "max", "2B", "_B", "B C", "B+C", "β"}) {
        const auto lesson = read(bad);
        QVERIFY2(!lesson && lesson.error().text.starts_with("t.json, line 4: a symbol is a letter"), bad);
    }
}

/// One more or less of a time in seconds, or of a share, accepts nearly any answer.
void TstLessonWords::ceilingsAreWholeCounts()
{
    const auto solved = [](const char* value) {
        return runLesson(tests::asking(ValueAnswer{value, {}, "ceiling"}), shippedCatalogue()).isSolved();
    };
    QVERIFY(solved("ceil(2.5)"));
    QVERIFY(solved("op.B"));
    QVERIFY(runLesson(tests::asking(ValueAnswer{"2.5", "chip", "ceiling"}), shippedCatalogue()).isSolved());
    for (const char* value : {"op.lower", "op.bytes", "2.5", "0.5", "1"})
        QVERIFY2(!solved(value), value);
    const auto faults =
        runLesson(tests::asking(BandAnswer{"op.lower", "2*op.lower", "ceiling"}), shippedCatalogue()).faults;
    QVERIFY(!faults.empty());
    QVERIFY2(faults[0].text.find("\"ceiling\" is 1 more or less of what is counted") != std::string::npos,
             faults[0].text.c_str());
}

void TstLessonWords::itemsDiffer()
{
    const auto solved = [](const char* second) {
        return runLesson(tests::asking(RankingAnswer{{{"b", "2"}, {"a", second}, {"c", "2"}}}), shippedCatalogue())
            .isSolved();
    };
    QVERIFY(solved("1"));
    QVERIFY(!solved("2"));
}

/// A class counts hands with one digit each.
void TstLessonWords::moreChoicesThanDigitsAreRefused()
{
    const auto read = [](int options) {
        std::string all;
        for (int i = 1; i <= options; ++i)
            all += fmt::format(R"({}{{"text": "{}", "when": "{}"}})", i == 1 ? "" : ", ", i, i == 1 ? 1 : 0);
        return readLesson(
            R"({"format": "rooflight-lesson", "version": 1, "id": "T1", "title": "T", "course": "T", "topic": "T",
"source": "T", "minutes": 5, "steps": [{"kind": "predict", "tab": "operation", "points": "op.B", "prompt": "How?",
"options": [)" + all +
                "]}]}",
            "t.json", shippedCatalogue());
    };
    QVERIFY(read(8));
    const auto many = read(9);
    QVERIFY(!many);
    QVERIFY2(many.error().text.starts_with("t.json, line 3: \"steps.1.options\" has 9 objects: ") &&
                 many.error().text.ends_with("give at most 8."),
             many.error().text.c_str());
}

/// In braces stand fields and numbers alike.
void TstLessonWords::theNearestMayBeAField()
{
    for (const auto& [wrong, meant] :
         {std::pair("modle.D", "model.D"), {"work.bacth", "work.batch"}, {"hw.chpi", "hw.chip"}}) {
        auto lesson = tests::asking(ValueAnswer{"op.B", {}, {}});
        lesson.steps[0].prompt = fmt::format("{{{}}}?", wrong);
        const auto faults = runLesson(lesson, shippedCatalogue()).faults;
        QVERIFY(!faults.empty());
        const auto said = fmt::format("There is no field or number '{}'; the nearest is '{}'", wrong, meant);
        QVERIFY2(faults[0].text.find(said) != std::string::npos, faults[0].text.c_str());
    }
}

void TstLessonWords::questionsThatMeanNothingAreRefused_data()
{
    QTest::addColumn<Question>("question");
    QTest::addColumn<QString>("said");
    const auto row = [](const char* name, const Question& question, const char* said) {
        QTest::newRow(name) << question << QString::fromLatin1(said);
    };
    const auto choice = [](const char* when) { return ChoiceAnswer{{{"a", when, "."}, {"b", "op.B=1", "."}}}; };
    row("bytes are no condition", choice("op.bytes"), "\"op.bytes\" is neither true nor false.");
    row("nor is a word", choice("bound.verdict"), "\"bound.verdict\" is neither true nor false.");
    row("nor is a count", choice("0-1"), "\"0-1\" is neither true nor false.");
    row("nor is a count of one", choice("op.B/256"), "\"op.B/256\" is neither true nor false.");
    row("nor is what is set elsewhere", choice("{mem.fits with work.batch=8192}"), "is neither true nor false.");
    row("a condition", choice("op.bytes>0"), "");
    row("seconds of a count", ValueAnswer{"model.L", "s", {}}, "is a plain number, which is never \"s\"");
    row("dollars of a count", ValueAnswer{"batch.critical", "USD", {}}, "is a plain number, which is never \"USD\"");
    row("tokens in each second", ValueAnswer{"256/op.lower", "token/s", {}}, "");
    row("tokens in a time", ValueAnswer{"op.lower", "token/s", {}}, "is in s, which is never \"token/s\"");
    for (const char* none : {"8", "M", "e9", "{x}", "token/s/s", "B/token", "token/step", "µ/s", "token\tx"})
        row(qPrintable(QStringLiteral("no unit: %1").arg(none)), ValueAnswer{"params.total", none, {}},
            "which is none: name what");
    for (const char* other : {"ms", "GB", "GB/s", "TFLOP"})
        row(qPrintable(QStringLiteral("a count in %1").arg(other)), ValueAnswer{"params.total", other, {}},
            "is a plain number, which is never");
    row("bytes in days", ValueAnswer{"mem.total", "day", {}}, "is in B, which is never \"day\"");
    row("bytes as a share", ValueAnswer{"mem.total", "share", {}}, "is in B, which is never \"share\"");
    row("days", ValueAnswer{"train.days", "day", {}}, "");
    row("hours", ValueAnswer{"24*train.days", "hour", {}}, "");
    row("weeks of days", ValueAnswer{"train.days", "week", {}}, "counts days, which are no weeks");
    row("a prefix for a unit", ValueAnswer{"params.total", "billion", {}}, "which is none: name what");
    row("months of days", ValueAnswer{"train.days", "month", {}}, "counts days, which are no months");
    row("days in the plural", ValueAnswer{"train.days", "days", {}}, "");
    row("a scale for a unit", ValueAnswer{"params.total", "ppm", {}}, "which is none: name what");
    row("percent", ValueAnswer{"time.bubble", "percent", {}}, "write \"share\"");
    row("a word for a unit", ValueAnswer{"params.total", "microsecond", {}}, "which cannot be read back");
    row("a count in each second", ValueAnswer{"op.B", "token/s", {}}, "is a plain number, which is never \"token/s\"");
    row("a field that is set", UntilAnswer{"work.batch>=1", {}}, "\"time.step<=0.1\": work.batch is none");
    row("a word of a formula", FormulaAnswer{"0*N", {{"N", "op.B"}}, "bound.verdict"}, "\"bound.verdict\" is a word");
    row("tolerance of a word", ValueAnswer{"bound.verdict", {}, "2%"}, "neither tolerance nor unit");
    row("a word", ValueAnswer{"bound.verdict", {}, {}}, "");
    row("nothing to solve for", UntilAnswer{"op.intensity>=1e9", {}}, "\"op.lower\" is no field that could be solved");
}

void TstLessonWords::questionsThatMeanNothingAreRefused()
{
    QFETCH(Question, question);
    QFETCH(QString, said);
    auto lesson = tests::asking(question);
    if (std::holds_alternative<UntilAnswer>(question))
        lesson.steps[0].points = "op.lower";
    const auto faults = runLesson(lesson, shippedCatalogue()).faults;
    QCOMPARE(faults.empty(), said.isEmpty());
    if (!said.isEmpty())
        QVERIFY2(faults[0].text.find(said.toStdString()) != std::string::npos, faults[0].text.c_str());
}

/// A rate only comes near to a time, which none who follows could meet.
void TstLessonWords::equalityIsOfWholeFields()
{
    auto lesson = tests::asking(UntilAnswer{"time.hbm=0.123", {}});
    lesson.steps[0].points = "hw.hbm.rate";
    const auto faults = runLesson(lesson, shippedCatalogue()).faults;
    QCOMPARE(faults.size(), 1U);
    QVERIFY2(faults[0].text.find("to the last digit. Compare with >= or <=") != std::string::npos,
             faults[0].text.c_str());
}

/// Which pictures tell the answer of which question is looked at once for each two of them.
void TstLessonWords::dearQuestionsStandInOneLesson()
{
    Lesson lesson = tests::asking(ValueAnswer{"{coll.time with coll.torus=8x8x8}", {}, {}});
    for (int i = 1; i < 10; ++i) {
        lesson.steps.push_back(lesson.steps.front());
        lesson.steps.back().set = {{"coll.bytes", 1e6 * (i + 1)}};
    }
    const auto run = runLesson(lesson, shippedCatalogue());
    QVERIFY2(run.faults.empty(), run.faults.empty() ? "" : run.faults.front().text.c_str());
}

/// Nobody sees how many there are, or that one keeps words together.
void TstLessonWords::blanksMakeNoDifference()
{
    for (const char* other :
         {"a b ", "a  b", "a\u00a0b", "a\u202fb", " A b", "a\u2003b", "a\u2028b", "a\u3000 b", "\ufeffa\u200b b"}) {
        const auto faults = runLesson(tests::asking(ChoiceAnswer{{{"a b", "op.B=256", "."}, {other, "op.B=1", "."}}}),
                                      shippedCatalogue())
                                .faults;
        QVERIFY2(faults.size() == 1 && faults[0].text.find(" alike, ") != std::string::npos, other);
    }
}

/// One of 64 takes seconds to finish, and a lecture has no room for it.
void TstLessonWords::ordersAreOfFewChips()
{
    auto lesson = tests::asking(ScheduleAnswer());
    lesson.steps[0].tab = "collectives";
    lesson.steps[0].points = "coll.kind";
    for (const auto& [torus, solved] : {std::pair("16", true), {"17", false}, {"64", false}}) {
        lesson.start = {{"coll.kind", std::string("matmul-gather")},
                        {"coll.torus", std::string(torus)},
                        {"coll.wrap", std::string("ring")}};
        const auto run = runLesson(lesson, shippedCatalogue());
        QCOMPARE(run.isSolved(), solved);
        QVERIFY(solved || run.faults[0].text.find("at most 16 chips") != std::string::npos);
    }
}

ROOFLIGHT_TEST(TstLessonWords)
#include "tst_lesson_words.moc"
