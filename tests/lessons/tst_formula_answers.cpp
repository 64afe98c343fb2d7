// SPDX-License-Identifier: GPL-3.0-or-later
// Formulas with numbers in place of symbols, and of even numbers.
#include "core/lesson/formula.h"

#include "core/io/lesson_catalogue.h"
#include "sample_lesson.h"
#include "support/suite.h"

#include <QRegularExpression>

using namespace core;

class TstFormulaAnswers : public QObject
{
    Q_OBJECT

private slots:
    void numbersStandForSymbols_data();
    void numbersStandForSymbols();
    void evenNumbersStayEven();
    void aNumberThatLeavesNoTraceIsMissed();
    void acceptedFormulasTakeNumbersToo();
    void factorsBesideEachOtherBelongTogether_data();
    void factorsBesideEachOtherBelongTogether();
    void whatIsPrintedCanBeTyped();
};

namespace
{

/// On a mesh of 4 by 8 by 4.
Lesson onMesh()
{
    auto lesson =
        tests::asking(FormulaAnswer{"2*B*D*F/(X*Y)",
                                    {{"B", "op.B"}, {"D", "4096"}, {"F", "16384"}, {"X", "4"}, {"Y", "8"}, {"Z", "4"}},
                                    "2*op.B*4096*16384/32"});
    lesson.steps[0].wrong = {{"2*B*D*F/(X*Y*Z)", {}, "Z shards nothing."}};
    return lesson;
}

} // namespace

void TstFormulaAnswers::numbersStandForSymbols_data()
{
    QTest::addColumn<QString>("begins");
    QTest::newRow("2*B*D*F/(X*Y)") << "right: Right.";
    for (const char* mixed : {"2*B*D*F/32", "2BDF/(4*8)", "B*D*F/16", "2*B*D*F/(X*8)", "2*B*D*16384/32"})
        QTest::newRow(mixed) << "right-under: Right for these numbers; in symbols it is 2*B*D*F/(X*Y).";
    QTest::newRow("2*B*D*F/31") << "wrong: With B = ";
    QTest::newRow("2*B*D*F/(Z*Y)") << "wrong: With B = "; // Z is 4 as X is, by chance
    QTest::newRow("2*B*D*4*D/32") << "wrong: With B = ";  // so is F four times D
    QTest::newRow("2*B*D*F/128") << "known-wrong: Z shards nothing.";
    QTest::newRow("2*256*4096*16384/32") << "unreadable: Right for these numbers; write it with B, D, F, X, Y, Z.";
    QTest::newRow("2*256*4096*16384/31") << "wrong: With B = ";
    QTest::newRow("2*Q") << "unreadable: \"2*Q\" is not understood";
}

void TstFormulaAnswers::numbersStandForSymbols()
{
    QFETCH(QString, begins);
    const auto judged = tests::judged(onMesh(), QString::fromUtf8(QTest::currentDataTag()));
    QVERIFY2(judged.startsWith(begins), qPrintable(judged));
}

/// floor(D²/4) is D²/4 of an even D alone.
void TstFormulaAnswers::evenNumbersStayEven()
{
    const auto lesson = [](const char* chips) {
        return tests::asking(FormulaAnswer{"N^2/8", {{"N", "8192"}, {"D", chips}}, "8192^2/8"});
    };
    QVERIFY(tests::judged(lesson("4"), "N^2*floor(D^2/4)/(2*D^2)").startsWith("right: "));
    QVERIFY(tests::judged(lesson("5"), "N^2*floor(D^2/4)/(2*D^2)").startsWith("wrong: "));
    const auto drawn = difference("D", "D + 1", {{"D", 4.}});
    QVERIFY(drawn && *drawn && static_cast<int>((**drawn).typed) % 2 == 0);
}

void TstFormulaAnswers::aNumberThatLeavesNoTraceIsMissed()
{
    QVERIFY(numbersPutIn("B", "B*N", {{"B", 64.}, {"N", 1.}}) == PutIn::nothing);
    QVERIFY(numbersPutIn("B", "B + N", {{"B", 64.}, {"N", 0.}}) == PutIn::nothing);
    QVERIFY(numbersPutIn("B", "B*N", {{"B", 64.}, {"N", {}}}) == PutIn::nothing); // N has no number
    QVERIFY(numbersPutIn("B*3", "B*N", {{"B", 64.}, {"N", 3.}}) == PutIn::mixed);
    QVERIFY(numbersPutIn("64*3", "B*N", {{"B", 64.}, {"N", 3.}}) == PutIn::numbers);
    QVERIFY(numbersPutIn("B*N", "B*N", {{"B", 64.}, {"N", 3.}}) == PutIn::nothing); // all in symbols
    QVERIFY(numbersPutIn("B*(", "B*N", {{"B", 64.}, {"N", 3.}}) == PutIn::nothing);
}

void TstFormulaAnswers::acceptedFormulasTakeNumbersToo()
{
    auto lesson = tests::asking(FormulaAnswer{"2*E^2", {{"E", "512"}, {"N", "8"}}, "2*512^2"});
    lesson.steps[0].accepted = {{"2*E^2*(N-1)/N", {}, "As wire bytes."}};
    QCOMPARE(tests::judged(lesson, "2*E^2*7/8"), "right-under: As wire bytes.");
    QCOMPARE(tests::judged(lesson, "2*E^2*(N-1)/N"), "right-under: As wire bytes.");
}

void TstFormulaAnswers::factorsBesideEachOtherBelongTogether_data()
{
    QTest::addColumn<QString>("begins");
    for (const char* right : {"2BDF/XY", "2BDF/(XY)", "2 B D F / X Y", "2*B*D*F/X/Y", "(2/X)BDF/Y", "2BDF÷XY",
                              "F = 2BDF/XY", "2BDF/XY FLOPs", "B D F (1 + 1)/X(Y)", "2B**1DF/XY"})
        QTest::newRow(right) << "right: Right.";
    QTest::newRow("2BDF/X*Y") << "wrong: "; // from left to right, as everywhere
    QTest::newRow("1/XY*2BDF") << "right: ";
    QTest::newRow("2/X BDF/Y") << "unreadable: Factors without a sign between them belong together: a/bc is a/(bc).";
    QTest::newRow("2/X 3BDF/Y") << "unreadable: \"2/X 3BDF/Y\" is not understood";
    QTest::newRow("2BDF >= XY") << "wrong: ";
}

void TstFormulaAnswers::factorsBesideEachOtherBelongTogether()
{
    QFETCH(QString, begins);
    const auto judged = tests::judged(onMesh(), QString::fromUtf8(QTest::currentDataTag()));
    QVERIFY2(judged.startsWith(begins), qPrintable(judged));
}

/// Of every lesson: its answer, with and without signs, what its sentences print, values as they are shown, and states.
void TstFormulaAnswers::whatIsPrintedCanBeTyped()
{
    static const QRegularExpression printed(QStringLiteral("[Ii]t is ([^.]*[A-Z²][^.]*)\\.$"));
    int formulas = 0, others = 0;
    for (const auto& lesson : shippedLessons())
        for (std::size_t step = 0; step < lesson.steps.size(); ++step) {
            const auto at = *posedStep(lesson, step, shippedCatalogue());
            const auto& question = at.step.question;
            QStringList typed{QString::fromStdString(shownAnswer(at).value_or(""))};
            if (std::holds_alternative<FormulaAnswer>(question)) {
                typed << QString(typed[0]).remove(u'*');
                for (const auto& other : at.step.accepted)
                    if (const auto found = printed.match(QString::fromStdString(other.says)); found.hasMatch())
                        typed << found.captured(1);
                formulas += static_cast<int>(typed.size());
            } else if (!std::holds_alternative<ValueAnswer>(question) &&
                       !std::holds_alternative<BandAnswer>(question) &&
                       !std::holds_alternative<UntilAnswer>(question) &&
                       !std::holds_alternative<ChoiceAnswer>(question)) {
                continue;
            }
            for (const QString& one : typed) {
                const auto checked = *checkAnswer(at, one.toStdString());
                QVERIFY2(checked.outcome == Outcome::right,
                         qPrintable(QStringLiteral("%1.%2 %3: %4")
                                        .arg(QString::fromStdString(lesson.id))
                                        .arg(step + 1)
                                        .arg(one, QString::fromStdString(checked.text))));
                ++others;
            }
        }
    QVERIFY(formulas > 20 && others > 150);
}

ROOFLIGHT_TEST(TstFormulaAnswers)
#include "tst_formula_answers.moc"
