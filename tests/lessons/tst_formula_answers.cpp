// SPDX-License-Identifier: GPL-3.0-or-later
// Formulas with numbers in place of symbols, and of even numbers.
#include "core/lesson/formula.h"
#include "sample_lesson.h"
#include "support/suite.h"

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

ROOFLIGHT_TEST(TstFormulaAnswers)
#include "tst_formula_answers.moc"
