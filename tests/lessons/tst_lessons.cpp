// SPDX-License-Identifier: GPL-3.0-or-later
// Every lesson that ships: solved by its own answers, failed by each mistake it lists, short, and silent before an
// answer.
#include "core/io/lesson_catalogue.h"
#include "core/io/preset_catalogue.h"
#include "core/lesson/run_lesson.h"
#include "core/lesson/stage.h"
#include "core/quantity/format.h"
#include "core/scenario/fields.h"
#include "lessons/sample_lesson.h"
#include "support/suite.h"

#include <QRegularExpression>
#include <QSet>

#include <algorithm>
#include <cmath>

using namespace core;
using namespace Qt::Literals::StringLiterals;

namespace
{

void eachLesson()
{
    QTest::addColumn<int>("at");
    for (int at = 0; at < static_cast<int>(shippedLessons().size()); ++at)
        QTest::newRow(shippedLessons()[static_cast<std::size_t>(at)].id.c_str()) << at;
}

} // namespace

class TstLessons : public QObject
{
    Q_OBJECT

private slots:
    void allFiftyFourAreThere();
    void eachIsSolved_data();
    void eachIsSolved();
    void mistakesAreExplained_data();
    void mistakesAreExplained();
    void promptsCanBeReadAloud_data();
    void promptsCanBeReadAloud();
    void nothingLeaks_data();
    void nothingLeaks();
    void noStepAnswersALaterOne_data();
    void noStepAnswersALaterOne();
    void noFieldShowsTheAnswer_data() { eachLesson(); }
    void noFieldShowsTheAnswer();
    void unitsAreWrittenOnce_data();
    void unitsAreWrittenOnce();
    void unsoundOnesAreSaid_data();
    void unsoundOnesAreSaid();
    void whatHasNoEffectIsSaid_data();
    void whatHasNoEffectIsSaid();
};

namespace
{

const Lesson& lessonAt(int at) { return shippedLessons()[static_cast<std::size_t>(at)]; }

/// Rates and sizes a little off, so that values have digits that no text holds by chance.
Scenario perturbed(Scenario s)
{
    for (const char* rate : {"hw.flops.bf16", "hw.flops.int8", "hw.hbm.rate", "hw.link.rate", "hw.pcie.rate"})
        if (const auto value = fieldValue(s, rate); value && std::get<double>(*value) > 0)
            (void)setField(s, rate, std::get<double>(*value) * 1.0137);
    for (const char* size : {"op.B", "work.batch", "net.bytes"})
        if (const auto value = fieldValue(s, size))
            (void)setField(s, size, std::get<double>(*value) + 4099 * 8);
    return s;
}

/// What is read before an answer is given.
QString textBefore(const PosedStep& at)
{
    std::string text;
    const auto add = [&](const std::string& part) {
        text += filledText(at.lesson, at.scenario, part).value_or("") + "\n";
    };
    if (at.step.kind != StepKind::reveal)
        add(at.step.prompt);
    if (const auto* choice = std::get_if<ChoiceAnswer>(&at.step.question))
        for (const auto& option : choice->options)
            add(option.text);
    if (const auto* ranking = std::get_if<RankingAnswer>(&at.step.question))
        for (const auto& item : ranking->items)
            add(item.text);
    return QString::fromStdString(text + answerForm(at));
}

/// The digits of an answer as people read it; empty where there are too few to be told from others.
QString digitsOf(const std::string& shown)
{
    static const QRegularExpression number(u"[0-9][0-9,.]*[0-9]"_s);
    const auto found = number.match(QString::fromStdString(shown)).captured();
    return QString(found).remove(QRegularExpression(u"[,.]"_s)).size() >= 3 ? found : QString();
}

} // namespace

void TstLessons::allFiftyFourAreThere()
{
    const QList<std::pair<QString, int>> courses{{u"A"_s, 5}, {u"B"_s, 8},  {u"C"_s, 7}, {u"D"_s, 5},
                                                 {u"E"_s, 6}, {u"F"_s, 14}, {u"G"_s, 9}};
    QSet<QString> ids;
    for (const auto& [course, count] : courses) {
        const auto isOf = [id = course.toStdString()](const Lesson& lesson) { return lesson.course == id; };
        QCOMPARE(static_cast<int>(std::ranges::count_if(shippedLessons(), isOf)), count);
    }
    for (const auto& lesson : shippedLessons()) {
        ids << QString::fromStdString(lesson.id);
        QVERIFY2(lesson.id.starts_with(lesson.course) && !lesson.source.empty() && !lesson.pins.empty(),
                 lesson.id.c_str());
    }
    QCOMPARE(ids.size(), 54);
}

void TstLessons::eachIsSolved_data() { eachLesson(); }

void TstLessons::eachIsSolved()
{
    QFETCH(int, at);
    const auto run = runLesson(lessonAt(at), shippedCatalogue());
    QVERIFY2(run.isSolved(), run.isSolved() ? "" : run.faults.front().text.c_str());
    QVERIFY(run.steps.size() == lessonAt(at).steps.size());
}

void TstLessons::mistakesAreExplained_data() { eachLesson(); }

void TstLessons::mistakesAreExplained()
{
    QFETCH(int, at);
    for (std::size_t step = 0; step < lessonAt(at).steps.size(); ++step) {
        const auto posed = *posedStep(lessonAt(at), step, shippedCatalogue());
        const bool listed = !posed.step.wrong.empty();
        const auto answers = *listedAnswers(posed);
        for (const auto& answer : answers) {
            const auto checked = *checkAnswer(posed, answer.typed);
            const bool known = checked.outcome == Outcome::knownWrong || answer.accepted || !listed;
            QVERIFY2(known, (std::to_string(step + 1) + ": " + answer.typed + ": " + checked.text).c_str());
        }
    }
}

void TstLessons::promptsCanBeReadAloud_data() { eachLesson(); }

void TstLessons::promptsCanBeReadAloud()
{
    QFETCH(int, at);
    for (std::size_t step = 0; step < lessonAt(at).steps.size(); ++step) {
        const auto posed = *posedStep(lessonAt(at), step, shippedCatalogue());
        const auto prompt = filledText(lessonAt(at), posed.scenario, posed.step.prompt);
        QVERIFY2(prompt, prompt ? "" : prompt.error().c_str());
        QVERIFY2(wordsIn(*prompt) <= longestPrompt, prompt->c_str());
        for (const std::string& text : choiceTexts(posed.step.question)) // powers and products as they are written
            QVERIFY2(text.find(" x ") == text.npos && text.find('^') == text.npos, text.c_str());
    }
}

void TstLessons::nothingLeaks_data() { eachLesson(); }

/// As the lesson begins and with its start perturbed, no text up to an answer has the digits of that answer.
void TstLessons::nothingLeaks()
{
    QFETCH(int, at);
    const auto& lesson = lessonAt(at);
    for (const bool off : {false, true}) {
        QString before;
        for (std::size_t step = 0; step < lesson.steps.size(); ++step) {
            auto posed = *posedStep(lesson, step, shippedCatalogue());
            if (off)
                posed.scenario = perturbed(posed.scenario);
            before += textBefore(posed);
            const auto* asked = std::get_if<ValueAnswer>(&posed.step.question);
            const auto shown = shownAnswer(posed);
            const auto digits = asked && shown ? digitsOf(*shown) : QString();
            QVERIFY2(digits.isEmpty() || !before.contains(digits), qPrintable(digits + u" in: "_s + before));
        }
    }
}

void TstLessons::noStepAnswersALaterOne_data() { eachLesson(); }

/// Neither by what it says of its own answer, nor by a picture to work with that shows the number.
void TstLessons::noStepAnswersALaterOne()
{
    QFETCH(int, at);
    const Lesson& lesson = lessonAt(at);
    for (std::size_t step = 0; step < lesson.steps.size(); ++step) {
        const auto posed = *posedStep(lesson, step, shippedCatalogue());
        const bool worksWithPicture = std::holds_alternative<UntilAnswer>(posed.step.question) ||
                                      std::holds_alternative<ScheduleAnswer>(posed.step.question);
        QString said;
        if (const auto own = ownAnswer(posed); own && !own->empty())
            said = QString::fromStdString(checkAnswer(posed, *own)->text);
        for (std::size_t later = step + 1; later < lesson.steps.size(); ++later) {
            const auto asks = *posedStep(lesson, later, shippedCatalogue());
            const auto* value = std::get_if<ValueAnswer>(&asks.step.question);
            const QString answer = value ? digitsOf(shownAnswer(asks).value_or("")) : QString();
            if (answer.isEmpty() || *shownAnswer(posed) == *shownAnswer(asks))
                continue;
            QVERIFY2(!said.contains(answer),
                     qPrintable(u"step %1 says of %2: %3"_s.arg(step + 1).arg(later + 1).arg(said)));
            const auto here = worksWithPicture ? valueIn(lesson, posed.scenario, value->value) : TermOrWhy(Term{});
            QVERIFY2(!worksWithPicture || !here || here->number != valueIn(lesson, asks.scenario, value->value)->number,
                     qPrintable(u"step %1 shows what step %2 asks for"_s.arg(step + 1).arg(later + 1)));
        }
    }
}

/// Nor a number within 1 % of it that counts the same, unless the text gives that number or it is small.
void TstLessons::noFieldShowsTheAnswer()
{
    QFETCH(int, at);
    constexpr double near = 0.01, small = 17;
    const Lesson& lesson = lessonAt(at);
    QString before;
    for (std::size_t step = 0; step < lesson.steps.size(); ++step) {
        const auto posed = *posedStep(lesson, step, shippedCatalogue());
        before += textBefore(posed);
        const auto* asked = std::get_if<ValueAnswer>(&posed.step.question);
        const auto answer = asked ? valueIn(lesson, posed.scenario, asked->value) : TermOrWhy(Term{});
        if (!answer || answer->word || answer->number < small || std::isinf(answer->number))
            continue;
        for (const Field& field : fields()) {
            const auto shown = field.get(posed.scenario);
            const auto* number = std::get_if<double>(&shown);
            const bool same = field.dim == answer->dim && (field.dim != dim::count || field.unit == asked->unit);
            if (!number || !same || std::abs(*number - answer->number) > near * answer->number)
                continue;
            const auto text = QString::fromStdString(format(*number, field.dim));
            QVERIFY2(before.contains(text), qPrintable(u"step %1: %2 is %3, the answer %4"_s.arg(step + 1).arg(
                                                QString::fromStdString(std::string(field.id)), text,
                                                QString::fromStdString(*shownAnswer(posed)))));
        }
    }
}

void TstLessons::unitsAreWrittenOnce_data() { eachLesson(); }

/// "12 B GiB" and "156 FLOP/B FLOPs per byte" have two.
void TstLessons::unitsAreWrittenOnce()
{
    static const QRegularExpression twice(u"\\d (?:[kMGTP]i?)?(?:B|FLOP|FLOPs|FLOP/B|s|ms|µs|us)(?:/s)? "
                                          "(?:(?:[kMGTP]i?)?(?:B|FLOPs?|FLOP/B)\\b|operations\\b|tokens\\b)"_s);
    QFETCH(int, at);
    for (std::size_t step = 0; step < lessonAt(at).steps.size(); ++step) {
        const auto posed = *posedStep(lessonAt(at), step, shippedCatalogue());
        std::string text = filledText(posed.lesson, posed.scenario, posed.step.prompt).value_or("");
        if (const auto own = ownAnswer(posed); own && !own->empty())
            text += "\n" + checkAnswer(posed, *own)->text;
        const auto found = twice.match(QString::fromStdString(text));
        QVERIFY2(!found.hasMatch(), qPrintable(found.captured()));
    }
}

void TstLessons::unsoundOnesAreSaid_data()
{
    QTest::addColumn<QString>("formula"); // of the symbols B and Z, or a number without them
    QTest::addColumn<QString>("symbol");
    QTest::addColumn<QString>("said");
    const auto row = [](const char* name, const QString& formula, const QString& symbol, const QString& said) {
        QTest::newRow(name) << formula << symbol << said;
    };
    row("a symbol that no formula uses", u"B"_s, u"op.none"_s,
        u"Step 1 has no answer: \"op.none\" of the symbol Z cannot be evaluated: "_s);
    row("a symbol that there is not", u"B*Q"_s, u"op.B"_s,
        u"Step 1 has no answer: \"B*Q\" cannot be evaluated: there is no symbol Q."_s);
    const QString large = u" cannot be evaluated: a number in it is larger than 1.8e308."_s;
    row("a product that is too large", u"1e200*1e200"_s, QString(), u"Step 1 has no answer: \"1e200*1e200\""_s + large);
    row("a power that is too large", u"10^309"_s, QString(), u"Step 1 has no answer: \"10^309\""_s + large);
    row("a sum that is too large", u"1e308+1e308"_s, QString(), u"Step 1 has no answer: \"1e308+1e308\""_s + large);
    row("a root of a negative number", u"sqrt(0-op.B)"_s, QString(),
        u"Step 1 has no answer: \"sqrt(0-op.B)\" cannot be evaluated: it has no value: "_s);
    row("a long one", u"1+"_s.repeated(400) + u"op.none"_s, QString(),
        u"Step 1 has no answer: \""_s + u"1+"_s.repeated(30) + u"…\" cannot be evaluated: "_s);
}

/// In one sentence, with one full stop.
void TstLessons::unsoundOnesAreSaid()
{
    QFETCH(QString, formula);
    QFETCH(QString, symbol);
    QFETCH(QString, said);
    const std::string text = formula.toStdString();
    Question question = ValueAnswer{text, {}, {}};
    if (!symbol.isEmpty())
        question = FormulaAnswer{text, {{"B", "op.B"}, {"Z", symbol.toStdString()}}, "op.B"};
    const auto lesson = tests::asking(std::move(question));
    const auto faults = runLesson(lesson, shippedCatalogue()).faults;
    QVERIFY(!faults.empty());
    const QString fault = QString::fromStdString(faults.front().text);
    QVERIFY2(fault.startsWith(said), qPrintable(fault));
    QVERIFY2(fault.endsWith(u'.') && !fault.endsWith(u".."_s), qPrintable(fault));
}

void TstLessons::whatHasNoEffectIsSaid_data()
{
    QTest::addColumn<std::string>("field");
    QTest::addColumn<std::string>("value");
    const auto row = [](const char* field, const char* value) {
        QTest::newRow(field) << std::string(field) << std::string(value);
    };
    row("layer.arrays", "W_in[D_X, F_Y]; W_otu[F_Y, D_X]");
    row("shard.expr", "A[I_X] * B ->");
}

/// Of what a step sets.
void TstLessons::whatHasNoEffectIsSaid()
{
    QFETCH(std::string, field);
    QFETCH(std::string, value);
    auto lesson = tests::asking(ValueAnswer{"op.B", {}, {}});
    QVERIFY(runLesson(lesson, shippedCatalogue()).isSolved());
    auto& set = lesson.steps.front().set.emplace_back();
    set.field = field;
    set.value = value;
    const auto faults = runLesson(lesson, shippedCatalogue()).faults;
    QVERIFY(!faults.empty());
    QVERIFY2(faults.front().path.starts_with("steps.1.set"), faults.front().path.c_str());
    QVERIFY2(faults.front().text.starts_with("Step 1 begins with " + field + ": "), faults.front().text.c_str());
}

ROOFLIGHT_TEST(TstLessons)
#include "tst_lessons.moc"
