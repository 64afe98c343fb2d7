// SPDX-License-Identifier: GPL-3.0-or-later
// What is said after misses, in every lesson and in made-up ones.
#include "core/lesson/hint.h"

#include "core/io/lesson_catalogue.h"
#include "core/lesson/expression_words.h"
#include "core/lesson/stage.h"
#include "core/numbers/numbers.h"
#include "core/quantity/parse_number.h"
#include "core/scenario/choice_words.h"
#include "core/scenario/fields.h"
#include "sample_lesson.h"
#include "support/suite.h"

#include <QRegularExpression>

using namespace core;
using namespace Qt::Literals::StringLiterals;

class TstHint : public QObject
{
    Q_OBJECT

private slots:
    void everyLessonHasHintsToRead_data();
    void everyLessonHasHintsToRead();
    void expressionsAreToldInTitles_data();
    void expressionsAreToldInTitles();
    void aSymbolStandsForOneNumber();
    void withoutALineTheFirstHintStays();
    void ofARangeBothEndsAreTold();
    void statesAreToldByTitles();
    void atTheEdgeEnoughDigitsAreShown();
    void listedOrdersAreExplained();
    void noSentenceCarriesAnId_data() { everyLessonHasHintsToRead_data(); }
    void noSentenceCarriesAnId();
    void wordsStandForChoices();
    void symbolsOfHintsAreExplained_data() { everyLessonHasHintsToRead_data(); }
    void symbolsOfHintsAreExplained();
    void linesOfAnswersHaveTwoSides();
};

namespace
{

std::string title(std::string_view id) { return std::string((*fieldRow(id))->title); }

/// Answers of all sorts: right, listed, absurd, and with each convention and variant changed.
std::vector<std::string> answersTo(const PosedStep& at)
{
    std::vector<std::string> all{"7", "0", "1e-30", "nonsense", "1 .. 2", ownAnswer(at).value_or("")};
    const auto listed = listedAnswers(at).value_or(std::vector<ListedAnswer>());
    for (const auto& other : listed)
        all.push_back(other.typed);
    const auto* asked = std::get_if<ValueAnswer>(&at.step.question);
    for (const Field& field : fields())
        if (asked && field.kind == FieldKind::choice && (field.group == "Conventions" || field.id == "hw.variant"))
            for (const auto& choice : choicesOf(at.scenario, field)) {
                Scenario s = at.scenario;
                const bool set = setField(s, field.id, choice).has_value();
                if (const auto value = set ? valueIn(at.lesson, s, asked->value) : TermOrWhy(Term{}))
                    all.push_back(QString::number(value->number, 'g', 17).toStdString());
            }
    return all;
}

/// What a student may read of a step.
QStringList sentencesOf(const PosedStep& at)
{
    QStringList all;
    const auto add = [&](const std::string& text) { all << QString::fromStdString(text); };
    add(filledText(at.lesson, at.scenario, at.step.prompt).value_or(""));
    add(answerForm(at));
    add(shownAnswer(at).value_or(""));
    add(viewHint(at));
    add(lineHint(at));
    for (const auto& typed : answersTo(at))
        if (const auto checked = checkAnswer(at, typed, 3))
            add(checked->text);
    return all;
}

} // namespace

void TstHint::everyLessonHasHintsToRead_data()
{
    QTest::addColumn<int>("at");
    for (int at = 0; at < static_cast<int>(shippedLessons().size()); ++at)
        QTest::newRow(shippedLessons()[static_cast<std::size_t>(at)].id.c_str()) << at;
}

/// No ids, no single steps of a schedule, no symbol that is added to itself.
void TstHint::everyLessonHasHintsToRead()
{
    QFETCH(int, at);
    static const QRegularExpression id(u"(?<![A-Za-z0-9.])[a-z]+\\.[a-z_]+"_s), step(u"\\[steps? [0-9]"_s),
        twice(u"(\\S+) ([+/]) \\1(?=$|\\))"_s);
    const auto& lesson = shippedLessons()[static_cast<std::size_t>(at)];
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
        const auto posed = *posedStep(lesson, i, shippedCatalogue());
        const auto title = titleOf(posed.scenario, posed.step.points);
        for (const auto& hint : {viewHint(posed), lineHint(posed)}) {
            auto text = QString::fromStdString(hint);
            if (title != posed.step.points)
                text.remove(QString::fromStdString(title));
            for (const auto* fault : {&id, &step, &twice})
                QVERIFY2(!text.contains(*fault), qPrintable(u"%1: %2"_s.arg(i + 1).arg(text)));
        }
        const bool numbers = std::holds_alternative<ValueAnswer>(posed.step.question) ||
                             std::holds_alternative<BandAnswer>(posed.step.question);
        QVERIFY2(!numbers || !lineHint(posed).empty() || fieldRow(posed.step.points), std::to_string(i + 1).c_str());
    }
}

void TstHint::expressionsAreToldInTitles_data()
{
    QTest::addColumn<QString>("expression");
    QTest::addColumn<QString>("words");
    const auto batch = QString::fromStdString(title("op.B")), rate = QString::fromStdString(title("hw.link.rate")),
               chips = QString::fromStdString(title("coll.torus"));
    QTest::newRow("a product") << "15*op.B/(2*hw.link.rate)" << u"15 · “%1” / (2 · “%2”)"_s.arg(batch, rate);
    QTest::newRow("a given number") << "op.B-clock_rate*1.5e9" << u"“%1” − “clock rate” · 1.5e9"_s.arg(batch);
    QTest::newRow("changed fields") << "{op.B with coll.torus=8}*2" << u"“%1” (with %2 8) · 2"_s.arg(batch, chips);
    QTest::newRow("rounded") << "ceil(op.B/2)" << u"ceil(“%1” / 2)"_s.arg(batch);
    QTest::newRow("an operation of several") << "{op.B@2}+1" << u"“%1 (2)” + 1"_s.arg(batch);
    QTest::newRow("a comparison") << "(op.B>2)*3" << QString();
    QTest::newRow("a least value") << "{least op.B until op.intensity>=2}-1" << QString();
}

void TstHint::expressionsAreToldInTitles()
{
    QFETCH(QString, expression);
    QFETCH(QString, words);
    auto lesson = tests::asking(ValueAnswer{expression.toStdString(), {}, {}});
    lesson.given = {{"clock_rate", 2, dim::count}};
    const auto at = *posedStep(lesson, 0, shippedCatalogue());
    QCOMPARE(QString::fromStdString(expressionWords(at.scenario, lesson, expression.toStdString())), words);
    const auto line = words.isEmpty() ? QString() : u"It is %1."_s.arg(words);
    QCOMPARE(QString::fromStdString(lineHint(at)), line);
    const auto revealed = QString::fromStdString(answerLine(at)); // a formula with its values, and no sentence
    const auto plain = QString(words).remove(u'“').remove(u'”');
    QVERIFY2(revealed == plain || revealed.startsWith(plain + u" = "_s), qPrintable(revealed));
}

/// Gathers of forward and backward pass are a sum of two numbers with one symbol: the line of one of them is told.
void TstHint::aSymbolStandsForOneNumber()
{
    auto lesson = tests::asking(ValueAnswer{"bytes.all_gather", {}, {}});
    lesson.start = {{"mesh.X", 8.},
                    {"mesh.X.role", std::string("fsdp")},
                    {"mesh.Y", 1.},
                    {"mesh.Y.role", std::string("replicate")},
                    {"work.pass", std::string("step")}};
    const auto line = QString::fromStdString(lineHint(*posedStep(lesson, 0, shippedCatalogue())));
    QVERIFY2(line.contains(u" = "_s) && !line.contains(u"bytes."_s), qPrintable(line));
    const auto sides = line.section(u'\n', 0, 0).split(u" = "_s);
    QVERIFY2(!sides[1].contains(sides[0]), qPrintable(line));
    const auto of = answerLine(*posedStep(lesson, 0, shippedCatalogue())); // 2 B x 32 x 2 x 8,192 x 32,768 twice
    QCOMPARE(QString::fromStdString(of).section(u'\n', 0, 0), u"34.36 GB + 34.36 GB = 68.72 GB"_s);
}

void TstHint::withoutALineTheFirstHintStays()
{
    auto lesson = tests::asking(ValueAnswer{"2*(op.B>300)", {}, {}});
    const auto expected = u"wrong: Not yet. It depends on “%1”."_s.arg(QString::fromStdString(title("op.B")));
    QCOMPARE(tests::judged(lesson, "7", 1), expected);
    QCOMPARE(tests::judged(lesson, "7", 2), expected);
    QCOMPARE(tests::judged(lesson, "7", 9), expected);
    lesson.steps[0].points = "op.D"; // which changes nothing of it
    QVERIFY(tests::judged(lesson, "7", 1)
                .endsWith(u"It has to do with “%1”."_s.arg(QString::fromStdString(title("op.D")))));
    lesson.steps[0].points = "op.intensity";
    QVERIFY(tests::judged(lesson, "7", 1).endsWith(u"” of the tab Operation."_s));
    lesson.steps[0].question = ValueAnswer{"op.intensity", {}, {}};
    QVERIFY(tests::judged(lesson, "7", 1).endsWith(u"”, once it is answered."_s));
    lesson.steps[0].hints = {"Count {op.B}.", "Twice."};
    QCOMPARE(tests::judged(lesson, "7", 1), "wrong: Not yet. Count 256.");
    QCOMPARE(tests::judged(lesson, "7", 2), "wrong: Not yet. Twice.");
}

void TstHint::ofARangeBothEndsAreTold()
{
    const auto ends = tests::asking(BandAnswer{"op.B/2", "op.B*3", {}});
    const auto batch = QString::fromStdString(title("op.B"));
    QCOMPARE(QString::fromStdString(lineHint(*posedStep(ends, 0, shippedCatalogue()))),
             u"Where it begins: It is “%1” / 2. Where it ends: It is “%1” · 3."_s.arg(batch));
    const auto times = tests::asking(BandAnswer{"op.lower", "op.upper", {}}); // a line each, with what symbols mean
    const QString lines = QString::fromStdString(lineHint(*posedStep(times, 0, shippedCatalogue())));
    QVERIFY2(lines.contains(u"\nWhere it ends:\nt_up = "_s), qPrintable(lines));
}

void TstHint::statesAreToldByTitles()
{
    const auto lesson = tests::asking(UntilAnswer{"op.intensity>=1e9", {}});
    const auto at = *posedStep(lesson, 0, shippedCatalogue());
    const auto number = numberIn(at.scenario, "op.intensity");
    QVERIFY(number && number->title != "op.intensity");
    const auto judged = tests::judged(lesson, "128");
    QVERIFY2(judged.startsWith(u"wrong: Now “%1” is "_s.arg(QString::fromStdString(number->title))),
             qPrintable(judged));
}

/// A hundred-thousandth below the goal: what is shown is below it too.
void TstHint::atTheEdgeEnoughDigitsAreShown()
{
    const auto lesson = tests::asking(UntilAnswer{"op.intensity>=op.intensity*1.00001", {}});
    const auto at = *posedStep(lesson, 0, shippedCatalogue());
    const auto now = numberIn(at.scenario, "op.intensity");
    const auto judged = tests::judged(lesson, "256");
    const auto from = judged.lastIndexOf(u" is "_s) + 4;
    const auto shown = parseNumber(judged.mid(from).chopped(1).toStdString(), dim::flopPerByte);
    QVERIFY2(shown, qPrintable(judged));
    QVERIFY2(*shown < now->si() * 1.00001, qPrintable(judged));
}

void TstHint::listedOrdersAreExplained()
{
    int orders = 0;
    for (const auto& lesson : shippedLessons())
        for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
            if (!std::holds_alternative<ScheduleAnswer>(lesson.steps[i].question))
                continue;
            const auto at = *posedStep(lesson, i, shippedCatalogue());
            for (const auto* list : {&at.step.accepted, &at.step.wrong})
                for (const auto& other : *list) {
                    const auto checked = *checkAnswer(at, other.is);
                    QVERIFY2(checked.text.starts_with(*filledText(lesson, at.scenario, other.says)),
                             checked.text.c_str());
                    const bool accepted = list == &at.step.accepted;
                    QVERIFY2(checked.outcome == (accepted ? Outcome::right : Outcome::knownWrong), other.is.c_str());
                    ++orders;
                }
        }
    QVERIFY(orders > 0);
}

/// Of a metric or field, nor of a choice that is no word of the language: “book”, book-2025-02, comms:X.
void TstHint::noSentenceCarriesAnId()
{
    QFETCH(int, at);
    static const QRegularExpression dotted(u"(?<![A-Za-z0-9./\\[(])[a-z]+\\.[a-z_]+[a-z0-9_.]*"_s),
        verdict(u"comms:"_s);
    const auto& lesson = shippedLessons()[static_cast<std::size_t>(at)];
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
        const auto posed = *posedStep(lesson, i, shippedCatalogue());
        const auto sentences = sentencesOf(posed).join(u'\n');
        QVERIFY2(!sentences.contains(dotted), qPrintable(dotted.match(sentences).captured() + u" in "_s + sentences));
        QVERIFY2(!sentences.contains(verdict), qPrintable(sentences));
        for (const Field& field : fields())
            for (const auto& choice :
                 field.kind == FieldKind::choice ? choicesOf(posed.scenario, field) : std::vector<std::string>()) {
                const auto id = QString::fromStdString(choice),
                           words = QString::fromStdString(choiceWords(field, choice, posed.scenario));
                const bool word =
                    words.compare(id, Qt::CaseInsensitive) == 0 || !id.contains(u'-') || id == u"all-reduce"_s;
                QVERIFY2(id == words || !sentences.contains(u"“%1”"_s.arg(id)), qPrintable(sentences));
                const QRegularExpression whole(
                    u"(?<![A-Za-z0-9-])%1(?![A-Za-z0-9-])"_s.arg(QRegularExpression::escape(id)));
                QVERIFY2(word || !sentences.contains(whole), qPrintable(id + u" in "_s + sentences));
            }
    }
}

void TstHint::wordsStandForChoices()
{
    auto lesson = tests::asking(UntilAnswer{"op.intensity>=1e9", {{"op.level", std::string("vmem")}}});
    const auto at = *posedStep(lesson, 0, shippedCatalogue());
    QCOMPARE(QString::fromStdString(*shownAnswer(at)),
             u"%1 VMEM or L2"_s.arg(QString::fromStdString(title("op.level"))));
    const auto words = [&](const char* text) { return QString::fromStdString(*filledText(lesson, at.scenario, text)); };
    QCOMPARE(words("It reads {op.level}."), u"It reads HBM."_s);
    QCOMPARE(words("{conv.rates}"), u"Exact (n − 1)/n"_s);
    for (const auto& [word, shown] :
         {std::pair("comms:X", "communication over X"), {"hbm", "HBM"}, {"balanced", "balanced"}})
        QCOMPARE(wordText(word), std::string(shown));
    lesson.steps[0].question = ValueAnswer{"conv.rates", {}, {}};
    for (const char* typed : {"exact", "Exact (n − 1)/n", "EXACT"})
        QCOMPARE(tests::judged(lesson, QString::fromUtf8(typed)), u"right: Right."_s);
    QCOMPARE(QString::fromStdString(inTitles(at.scenario, "op.B: op.B and op.intensity, e.g. 7, are no op.")),
             u"“%1” and “%2”, e.g. 7, are no op."_s.arg(
                 QString::fromStdString(title("op.B")),
                 QString::fromStdString(numberIn(at.scenario, "op.intensity")->title)));
}

/// Each symbol of a derivation's line has a line with its title. Every question that counts misses has two
/// hints, and they differ.
void TstHint::symbolsOfHintsAreExplained()
{
    QFETCH(int, at);
    static const QRegularExpression inner(u"\\[[^\\[\\]]*\\]"_s),
        symbol(u"(?<![\\p{L}\\d_])\\p{L}(?:[\\p{L}\\d_]|,(?=\\p{L}))*"_s);
    const QStringList functions{u"max"_s, u"min"_s, u"ceil"_s, u"sqrt"_s};
    const auto& lesson = shippedLessons()[static_cast<std::size_t>(at)];
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
        const auto posed = *posedStep(lesson, i, shippedCatalogue());
        const auto& question = posed.step.question;
        const bool asks = posed.step.kind == StepKind::answer || posed.step.kind == StepKind::order ||
                          std::holds_alternative<UntilAnswer>(question);
        if (!asks || posed.step.kind == StepKind::predict)
            continue;
        auto hint = QString::fromStdString(lineHint(posed));
        const auto where = u"step %1: %2"_s.arg(i + 1).arg(hint);
        QVERIFY2(!hint.isEmpty() && hint != QString::fromStdString(viewHint(posed)), qPrintable(where));
        if (posed.step.hints.size() > 1 || hint.startsWith(u"It is "_s) || !hint.contains(u" = "_s))
            continue;
        while (hint.contains(inner)) // what stands in brackets says where
            hint.remove(inner);
        const QString lines = hint.split(u'\n').filter(u" = "_s).join(u'\n');
        auto symbols = symbol.globalMatch(lines);
        while (symbols.hasNext()) {
            const auto name = symbols.next().captured();
            const bool told = hint.contains(u'\n' + name + u": "_s);
            QVERIFY2(told || functions.contains(name), qPrintable(name + u" of "_s + where));
        }
    }
}

/// E3 asks for a batch that there is none of: " = never" said nothing.
void TstHint::linesOfAnswersHaveTwoSides()
{
    for (const core::Lesson& lesson : core::shippedLessons())
        for (std::size_t step = 0; step < lesson.steps.size(); ++step) {
            const auto lines =
                QString::fromStdString(core::answerLine(*core::posedStep(lesson, step, core::shippedCatalogue())));
            for (const QString& line : lines.split(u'\n'))
                for (const QString& side : line.split(u'='))
                    QVERIFY2(line.isEmpty() || !side.trimmed().isEmpty(),
                             qPrintable(QString::fromStdString(lesson.id) + u' ' + line));
        }
}

ROOFLIGHT_TEST(TstHint)
#include "tst_hint.moc"
