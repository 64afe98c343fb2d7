// SPDX-License-Identifier: GPL-3.0-or-later
// Arithmetic over names, formulas that are the same, and tolerances.
#include "core/lesson/expression.h"

#include "core/lesson/formula.h"
#include "core/lesson/tolerance.h"
#include "support/near.h"
#include "support/suite.h"

#include <limits>

using namespace core;

class TstExpression : public QObject
{
    Q_OBJECT

private slots:
    void expressionsAreEvaluated_data();
    void expressionsAreEvaluated();
    void whatIsNoExpressionIsRefused_data();
    void whatIsNoExpressionIsRefused();
    void unitsFollowTheArithmetic();
    void equalFormulasAreRecognised_data();
    void equalFormulasAreRecognised();
    void aCounterExampleCanBeRecalculated();
    void tolerancesHold_data();
    void tolerancesHold();
};

namespace
{

TermOrWhy known(std::string_view name)
{
    if (name == "a.b")
        return Term{6};
    if (name == "size")
        return Term{8, dim::byte};
    if (name == "rate")
        return Term{2, dim::bytePerSecond};
    if (name == "C[N]{U_X} -> C")
        return Term{11};
    if (name == "word") {
        Term term;
        term.word = "compute";
        return term;
    }
    return tl::unexpected("there is no " + std::string(name));
}

TermOrWhy valueOf(const QString& text) { return evaluateExpression(text.toStdString(), known); }

} // namespace

void TstExpression::expressionsAreEvaluated_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<double>("value");
    QTest::newRow("products before sums") << "2 + 3*4" << 14.;
    QTest::newRow("from left to right") << "24/4/2 - 1 - 1" << 1.;
    QTest::newRow("powers from right to left") << "2^3^2" << 512.;
    QTest::newRow("a sign binds less than a power") << "-2^2" << -4.;
    QTest::newRow("brackets") << "(2 + 3)*4" << 20.;
    QTest::newRow("a square sign") << "a.b²" << 36.;
    QTest::newRow("signs of print") << "2·3×4 − 4" << 20.;
    QTest::newRow("functions") << "ceil(2.1) + floor(2.9) + min(2, 3) + max(2, 3) + sqrt(16)" << 14.;
    QTest::newRow("exponents of ten") << "1.5e3/a.b" << 250.;
    QTest::newRow("braces in a name in braces") << "2*{C[N]{U_X} -> C}" << 22.;
    QTest::newRow("a comparison that holds") << "2*a.b >= 12" << 1.;
    QTest::newRow("one that does not") << "a.b < 6" << 0.;
    QTest::newRow("several") << "(a.b > 5)*(a.b < 7)" << 1.;
    QTest::newRow("words") << "word = 'compute'" << 1.;
    QTest::newRow("other words") << "word = 'hbm'" << 0.;
}

void TstExpression::expressionsAreEvaluated()
{
    QFETCH(QString, text);
    QFETCH(double, value);
    const auto term = valueOf(text);
    QVERIFY2(term, term ? "" : term.error().c_str());
    QCOMPARE(term->number, value);
}

void TstExpression::whatIsNoExpressionIsRefused_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("why");
    QTest::newRow("nothing") << " "
                             << "nothing was written";
    QTest::newRow("an open bracket") << "(2"
                                     << "a closing bracket is missing";
    QTest::newRow("an open brace") << "{a"
                                   << "a closing brace is missing";
    QTest::newRow("two factors") << "2 a.b"
                                 << "\"a.b\" is left over; between two factors stands *";
    QTest::newRow("no right side") << "2*"
                                   << "it ends where a number or a name belongs";
    QTest::newRow("an unknown name") << "2*c"
                                     << "there is no c";
    QTest::newRow("units that differ") << "size + rate"
                                       << "it adds numbers of different units";
    QTest::newRow("a word in arithmetic") << "2*word"
                                          << "it multiplies words";
    QTest::newRow("a word against a number") << "word = 2"
                                             << "it compares a word with a number";
    QTest::newRow("one number of two") << "min(2)"
                                       << "min takes two numbers";
    QTest::newRow("zero below") << "1/0"
                                << "it divides by 0";
    QTest::newRow("a difference of zero below") << "2 + 1 / (a.b - 6)"
                                                << "it divides by (a.b - 6), which is 0";
    QTest::newRow("a negative power of zero") << "(a.b - 6)^-1"
                                              << "it raises 0 to a negative power, which divides by 0";
    QTest::newRow("too deep") << QString(60, u'(') + "1"
                              << "it is nested too deeply";
    QTest::newRow("too long") << QString(1001, u'1') << "it is longer than 1000 characters";
}

void TstExpression::whatIsNoExpressionIsRefused()
{
    QFETCH(QString, text);
    QFETCH(QString, why);
    const auto term = valueOf(text);
    QVERIFY(!term);
    QCOMPARE(QString::fromStdString(term.error()), why);
}

void TstExpression::unitsFollowTheArithmetic()
{
    QVERIFY(valueOf("size/rate")->dim == dim::second);
    QVERIFY(valueOf("size + 3")->dim == dim::byte);
    QVERIFY(valueOf("max(3, size)")->dim == dim::byte);
    QVERIFY(valueOf("sqrt(size*size)")->dim == dim::byte);
    QVERIFY(valueOf("size > 3")->isTrue());
}

void TstExpression::equalFormulasAreRecognised_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<bool>("equal");
    QTest::newRow("as it stands") << "2*B*E^2/N" << true;
    QTest::newRow("factors turned round") << "E*E*(B + B)/N" << true;
    QTest::newRow("divided twice") << "2*B*E*E/(N*1)" << true;
    QTest::newRow("without N") << "2*B*E^2" << false;
    QTest::newRow("half") << "B*E^2/N" << false;
    QTest::newRow("right for N = 2 alone") << "B*E^2*2/2*(2/N)*(N/2) - B*E^2 + 2*B*E^2/2" << false;
}

void TstExpression::equalFormulasAreRecognised()
{
    QFETCH(QString, typed);
    QFETCH(bool, equal);
    const auto differs = difference(typed.toStdString(), "2*B*E^2/N", {{"B"}, {"E"}, {"N"}});
    QVERIFY(differs);
    QCOMPARE(!differs->has_value(), equal);
}

/// Its values put into both formulas by hand give what it says.
void TstExpression::aCounterExampleCanBeRecalculated()
{
    const auto differs = difference("2*B", "B*N", FormulaSymbols{{"B"}, {"N"}});
    QVERIFY(differs && *differs);
    const auto& example = **differs;
    QCOMPARE(example.typed, 2 * example.symbols[0].second);
    QCOMPARE(example.expected, example.symbols[0].second * example.symbols[1].second);
    QVERIFY(QString::fromStdString(example.text("2*B")).startsWith("With B = "));
    QVERIFY(!difference("2*X", "B*N", FormulaSymbols{{"B"}, {"N"}}));
}

void TstExpression::tolerancesHold_data()
{
    QTest::addColumn<QString>("tolerance");
    QTest::addColumn<double>("expected");
    QTest::addColumn<double>("typed");
    QTest::addColumn<bool>("holds");
    constexpr double never = std::numeric_limits<double>::infinity();
    QTest::newRow("exact") << "exact" << 44. << 44. << true;
    QTest::newRow("exact, one off") << "exact" << 44. << 43. << false;
    QTest::newRow("a ceiling from above") << "ceiling" << 20444.4 << 20445. << true;
    QTest::newRow("a ceiling two off") << "ceiling" << 20444.4 << 20446. << false;
    QTest::newRow("a digit") << "digit" << 295.5 << 296. << true;
    QTest::newRow("two digits") << "digit" << 295.5 << 298. << false;
    QTest::newRow("of a share") << "digit" << 0.24624 << 0.246 << true;
    QTest::newRow("2 %") << "2%" << 100. << 101.9 << true;
    QTest::newRow("3 %") << "2%" << 100. << 103. << false;
    QTest::newRow("never") << "2%" << never << never << true;
    QTest::newRow("a number for never") << "2%" << never << 61333. << false;
    QTest::newRow("never for a number") << "2%" << 61333. << never << false;
}

void TstExpression::tolerancesHold()
{
    QFETCH(QString, tolerance);
    QFETCH(double, expected);
    QFETCH(double, typed);
    QFETCH(bool, holds);
    const auto parsed = parseTolerance(tolerance.toStdString());
    QVERIFY(parsed);
    QCOMPARE(parsed->holds(expected, typed), holds);
    for (const char* other : {"x", ".", "e0"})
        QVERIFY(!parseTolerance(tolerance.toStdString() + other));
    for (const char* other : {"5.%", ".5%", "1e1%", "-0%", "100%", "%", "1.2.3%", "5 %"})
        QVERIFY2(!parseTolerance(other), other);
    QVERIFY(parseTolerance("0%") && parseTolerance("099.9%"));
}

ROOFLIGHT_TEST(TstExpression)
#include "tst_expression.moc"
