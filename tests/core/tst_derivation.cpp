// SPDX-License-Identifier: GPL-3.0-or-later
// Checks which steps a derivation has and the form of its lines in every style.
#include "core/derive/formula.h"
#include "core/derive/render.h"
#include "core/derive/traced.h"
#include "core/derive/typeset.h"
#include "core/quantity/shown.h"
#include "core/quantity/units.h"
#include "support/evaluate_line.h"
#include "support/suite.h"

#include <cmath>
#include <limits>

using namespace core;
using formulas::args, formulas::bytes, formulas::byteRate, formulas::count, formulas::seconds;

namespace
{

constexpr Source book{"Patarasuk & Yuan 2009, section 3", "https://example.org/a?b=1&c=2"};
constexpr Source own{"our <own> model", ""};

constexpr auto weightBytes =
    formula<dim::byte>("m_w", "Weights", "g.2", own, args(count("P")), [](auto P) { return 4_B * P; });
constexpr auto ringTime = formula<dim::second>(
    "t_AR", "Ring all-reduce", "e.1", book, args(count("n"), bytes("V"), byteRate("W"), seconds("alpha")),
    [](auto n, auto V, auto W, auto alpha) { return 2 * (n - 1) / n * V / W + 2 * (n - 1) * alpha; });
constexpr auto later = formula<dim::second>("T", "Later of the two", "a.2", own, args(seconds("a"), seconds("b")),
                                            [](auto a, auto b) { return max(a, b); });
constexpr auto passes = formula<dim::second>("T_all", "Both passes", "a.2", own, args(seconds("a"), seconds("b")),
                                             [](auto a, auto b) { return a + b; });

struct Inputs {
    Tape tape;

    template <Dim D> Quantity<D, Traced> of(double value, Label label)
    {
        label.dim = D;
        return Quantity<D, Traced>(Traced::input(tape, value, std::move(label)));
    }
    CountOf<Traced> count(std::string_view symbol, double value) { return of<dim::count>(value, {.symbol = symbol}); }
};

/// All-reduce of 1 GB over 8 devices: 2·7/8·1e9/4.5e11 + 14·2e-6 = 3.8889e-3 + 2.8e-5 = 3.9169e-3 s.
Derivation ring()
{
    static Inputs in;
    in = {};
    const auto n = in.of<dim::count>(8, {.symbol = "n", .title = "Devices", .fieldId = "mesh.X", .citation = "you"});
    const auto P = in.of<dim::count>(250000001, {.symbol = "P", .title = "Parameters", .fieldId = "model.P"});
    const auto W = in.of<dim::bytePerSecond>(4.5e11, {.symbol = "W", .title = "Bandwidth", .source = &book});
    const auto alpha =
        in.of<dim::second>(2e-6, {.symbol = "alpha", .context = "ici", .title = "Hop", .citation = "default"});
    const auto V = weightBytes(P);
    const auto t = ringTime.as("gradients")(n, V, W, alpha);
    return derivationTree("time.x", t.si(), dim::second);
}

/// A step that is `result`, with its operands as inputs.
template <class Result> Derivation one(const Result& result) { return derivationTree("x", result.si(), Result::dim); }

QStringList symbols(const Derivation& d)
{
    QStringList list;
    for (const auto& step : d.steps)
        list << QString::fromStdString(step.symbol);
    return list;
}

QString formulaOf(const Derivation& d, TextStyle style = TextStyle::plain)
{
    return QString::fromStdString(expressionText(d, 0, style));
}

QString numbersOf(const Derivation& d, TextStyle style = TextStyle::plain)
{
    return QString::fromStdString(substitutedText(d, 0, style, ByteUnits::decimal));
}

} // namespace

class TstDerivation : public QObject
{
    Q_OBJECT
private slots:
    void stepsStandInReadingOrderEachOnce();
    void stepsSayWhereTheyComeFrom();
    void theSameNameTwiceForOneNumberIsOneStep();
    void oneNameForTwoNumbersIsTwoSteps();
    void aFoldUnderOneNameDoesNotRunInACircle();
    void numbersThatDoNotApplyKeepTheirSteps();
    void aConstantIsOneStepWithoutExpression();
    void aRootThatNobodyNamedIsShownUnderItsId();
    void plainAndTracedAgreeToTheBit();
    void bracketsAreMinimalAndRight();
    void constantsTakeTheUnitThatIsMissing();
    void compoundUnitsStandInBracketsAfterADivision();
    void linesCarryAsManyDigitsAsTheResultNeeds();
    void realCountsComeOutToTheLastDigitShown();
    void operandsOfAMaximumAreToldApart();
    void timesStandInSecondsBesideAConstantInSeconds();
    void symbolsInEveryStyle_data();
    void symbolsInEveryStyle();
    void aDocumentInPlainText();
    void aDocumentInMarkdown();
    void aDocumentInLatex();
    void unitsInLatex();
    void aDocumentInHtmlLinksItsOperands();
    void jsonHasTheLinesAndTheNumber();
    void jsonOfInfinityAndNothing();
};

void TstDerivation::stepsStandInReadingOrderEachOnce()
{
    QCOMPARE(symbols(ring()), QStringList({"t_AR[gradients]", "n", "m_w", "P", "W", "alpha[ici]"}));
}

void TstDerivation::stepsSayWhereTheyComeFrom()
{
    const Derivation d = ring();
    QCOMPARE(d.steps[0].source, std::string("Patarasuk & Yuan 2009, section 3"));
    QCOMPARE(d.steps[0].equation, std::string("e.1"));
    QCOMPARE(d.steps[1].fieldId, std::string("mesh.X"));
    QCOMPARE(d.steps[1].source, std::string("your input"));
    QVERIFY(d.steps[1].expression.nodes.empty());
    QCOMPARE(d.steps[5].source, std::string("default"));
}

void TstDerivation::theSameNameTwiceForOneNumberIsOneStep()
{
    Inputs in;
    const auto P = in.count("P", 10);
    const auto first = weightBytes(P);
    const auto second = weightBytes(P);
    QCOMPARE(symbols(one(first + second)), QStringList({"x", "m_w", "P"}));
    const auto again = BytesOf<Traced>(first.si().named({.symbol = "m_w", .title = "Weights", .dim = dim::byte}));
    QCOMPARE(symbols(one(again)), QStringList({"m_w", "P"}));
    QCOMPARE(formulaOf(one(again)), "4·P");
}

void TstDerivation::oneNameForTwoNumbersIsTwoSteps()
{
    Inputs in;
    const auto small = weightBytes(in.count("P", 10));
    const auto large = weightBytes(in.count("Q", 20));
    QCOMPARE(symbols(one(small + large)), QStringList({"x", "m_w", "P", "m_w", "Q"}));
}

void TstDerivation::aFoldUnderOneNameDoesNotRunInACircle()
{
    Inputs in;
    const auto a = in.of<dim::second>(3, {.symbol = "a"});
    const auto b = in.of<dim::second>(2, {.symbol = "b"});
    const auto c = in.of<dim::second>(1, {.symbol = "c"});
    const Derivation d = one(later(later(a, b), c)); // both are 3 s and called T
    QCOMPARE(symbols(d), QStringList({"T", "T", "a", "b", "c"}));
    for (std::size_t i = 0; i < d.steps.size(); ++i) {
        for (const auto& node : d.steps[i].expression.nodes)
            QVERIFY(node.step != static_cast<int>(i));
    }
}

void TstDerivation::numbersThatDoNotApplyKeepTheirSteps()
{
    Inputs in;
    const double none = std::numeric_limits<double>::quiet_NaN();
    const auto a = in.of<dim::second>(none, {.symbol = "a"});
    const auto b = in.of<dim::second>(none, {.symbol = "b"});
    const Derivation d = one(passes(a, b) + passes(b, a));
    QCOMPARE(symbols(d), QStringList({"x", "T_all", "a", "b"}));
    QCOMPARE(tests::disagreement(d), std::string());
}

void TstDerivation::aConstantIsOneStepWithoutExpression()
{
    const Derivation d = derivationTree("mem.kv", Traced(5e9), dim::byte);
    QCOMPARE(d.steps.size(), std::size_t(1));
    QVERIFY(d.steps[0].expression.nodes.empty());
    QCOMPARE(resultText(d.steps[0], ByteUnits::decimal), std::string("5 GB"));
    QCOMPARE(numbersOf(d), "");
}

void TstDerivation::aRootThatNobodyNamedIsShownUnderItsId()
{
    Inputs in;
    const Derivation d = derivationTree("op.time", (in.count("a", 2) * in.count("b", 3)).si(), dim::count);
    QCOMPARE(symbols(d), QStringList({"op.time", "a", "b"}));
    QCOMPARE(formulaOf(d), "a·b");
}

void TstDerivation::plainAndTracedAgreeToTheBit()
{
    const double plainTime = ringTime(CountOf<double>(8), weightBytes(CountOf<double>(250000001)),
                                      ByteRateOf<double>(4.5e11), SecondsOf<double>(2e-6))
                                 .si();
    QVERIFY(plainTime == ring().steps[0].value); // to the last bit
}

void TstDerivation::bracketsAreMinimalAndRight()
{
    Inputs in;
    const auto a = in.count("a", 7);
    const auto b = in.count("b", -3);
    const auto c = in.count("c", 2);
    QCOMPARE(formulaOf(one(a + (b + c))), "a + b + c");
    QCOMPARE(formulaOf(one(a + (b - c))), "a + b − c");
    QCOMPARE(formulaOf(one(a - (b + c))), "a − (b + c)");
    QCOMPARE(formulaOf(one(a - (b - c))), "a − (b − c)");
    QCOMPARE(formulaOf(one(a * (b / c))), "a·b / c");
    QCOMPARE(formulaOf(one(a / (b * c))), "a / (b·c)");
    QCOMPARE(formulaOf(one(a / (b / c))), "a / (b / c)");
    QCOMPARE(formulaOf(one((a + b) * c)), "(a + b)·c");
    QCOMPARE(formulaOf(one(pow(a, c) / pow(pow(a, c), c))), "a^c / (a^c)^c");
    QCOMPARE(formulaOf(one(pow(a + b, c + c))), "(a + b)^(c + c)");
    QCOMPARE(formulaOf(one(max(a, b, c))), "max(a, b, c)");
    QCOMPARE(formulaOf(one(ceil(a / c) - floor(sqrt(a)))), "⌈a / c⌉ − ⌊√(a)⌋");
    QCOMPARE(numbersOf(one(a + b)), "7 + (−3)");
    QCOMPARE(numbersOf(one(a * b)), "7·(−3)");
    QCOMPARE(numbersOf(one(max(a, b))), "max(7, −3)");
    for (const auto& d : {one(a - (b - c)), one(a / (b / c)), one(a * (b / c)), one(pow(a + b, c + c))})
        QCOMPARE(tests::disagreement(d), std::string());
}

void TstDerivation::constantsTakeTheUnitThatIsMissing()
{
    Inputs in;
    const auto P = in.count("P", 1000);
    const auto F = in.of<dim::flop>(500, {.symbol = "F"});
    QCOMPARE(numbersOf(one(4_B * P)), "4 B·1,000");
    QCOMPARE(numbersOf(one(2_flop * P * 3 + F)), "2 FLOPs·1,000·3 + 500 FLOPs");
    QCOMPARE(numbersOf(one(max(F, 7_flop * P))), "max(500 FLOPs, 7 FLOPs·1,000)");
    QCOMPARE(formulaOf(one(4_B * P)), "4·P");
}

void TstDerivation::compoundUnitsStandInBracketsAfterADivision()
{
    Inputs in;
    const auto V = in.of<dim::byte>(2.15e9, {.symbol = "V"});
    const auto W = in.of<dim::bytePerSecond>(180e9, {.symbol = "W"});
    QCOMPARE(numbersOf(one(V / W)), "2.15 GB / (180 GB/s)");
    QCOMPARE(numbersOf(one(2 * W)), "2·180 GB/s");
}

void TstDerivation::linesCarryAsManyDigitsAsTheResultNeeds()
{
    Inputs in;
    // 1.0737 + 1.0737 + 2.1475 + 2.6844 = 6.9793, but 1.074 + 1.074 + 2.147 + 2.684 = 6.979: four digits do.
    const auto state = in.of<dim::byte>(1073741824, {.symbol = "w"});
    const auto moments = in.of<dim::byte>(2147483648, {.symbol = "o"});
    QCOMPARE(numbersOf(one(state + moments)), "1.074 GB + 2.147 GB");
    // The difference of two nearly equal numbers needs more.
    const auto a = in.of<dim::second>(1.00012341, {.symbol = "a"});
    const auto b = in.of<dim::second>(1.0001, {.symbol = "b"});
    QCOMPARE(numbersOf(one(a - b)), "1.00012341 s − 1.0001 s");
    QCOMPARE(tests::disagreement(one(a - b)), std::string());
}

/// 20,444.4 needs operands of six digits; four would give 20,440.
void TstDerivation::realCountsComeOutToTheLastDigitShown()
{
    Inputs in;
    const auto comms = in.of<dim::second>(0.3053453312, {.symbol = "c"});
    const auto math = in.of<dim::second>(0.4894021865, {.symbol = "m"});
    const auto batch = in.of<dim::count>(32768, {.symbol = "B"});
    const auto d = one(batch * comms / math);
    QCOMPARE(numbersOf(d), "32,768·305.345 ms / 489.402 ms");
    QCOMPARE(resultText(d.steps[0], ByteUnits::decimal), std::string("20,444.4"));
}

void TstDerivation::operandsOfAMaximumAreToldApart()
{
    Inputs in;
    const auto a = in.of<dim::second>(3.9421, {.symbol = "a"});
    const auto b = in.of<dim::second>(3.9423, {.symbol = "b"});
    QCOMPARE(numbersOf(one(max(a, b))), "max(3.9421 s, 3.9423 s)");
    QCOMPARE(numbersOf(one(max(a, a))), "max(3.942 s, 3.942 s)");
}

/// Not "4.17 years / 86,400 s".
void TstDerivation::timesStandInSecondsBesideAConstantInSeconds()
{
    Inputs in;
    const auto year = in.of<dim::second>(131586008, {.symbol = "T"});
    QCOMPARE(numbersOf(one(year / Quantity<dim::second, Traced>(86400.))), "131,586,008 s / 86,400 s");
    QVERIFY(numbersOf(one(year + year)).contains("years"));
}

void TstDerivation::symbolsInEveryStyle_data()
{
    for (const char* column : {"symbol", "plain", "markdown", "latex", "html"})
        QTest::addColumn<QString>(column);
    const auto row = [](const char* s, const char* p, const char* m, const char* l, const char* h) {
        QTest::newRow(s) << QString(s) << QString::fromUtf8(p) << QString::fromUtf8(m) << QString::fromUtf8(l)
                         << QString::fromUtf8(h);
    };
    row("n", "n", "n", "n", "<i>n</i>");
    row("T_X", "T_X", "T\\_X", "T_{\\text{X}}", "<i>T</i><sub>X</sub>");
    row("B_crit", "B_crit", "B\\_crit", "B_{\\text{crit}}", "<i>B</i><sub>crit</sub>");
    row("alpha_hbm", "α_hbm", "α\\_hbm", "\\alpha_{\\text{hbm}}", "<i>α</i><sub>hbm</sub>");
    row("s_tau", "s_τ", "s\\_τ", "s_{\\tau}", "<i>s</i><sub>τ</sub>");
    row("KV", "KV", "KV", "\\mathrm{KV}", "KV");
    row("F_attn,pass", "F_attn,pass", "F\\_attn,pass", "F_{\\text{attn,pass}}", "<i>F</i><sub>attn,pass</sub>");
    row("T_coll[X]", "T_coll[X]", "T\\_coll\\[X\\]", "T_{\\text{coll}}[\\text{X}]", "<i>T</i><sub>coll</sub>[X]");
}

void TstDerivation::symbolsInEveryStyle()
{
    QFETCH(QString, symbol);
    Inputs in;
    const std::string name = symbol.toStdString();
    const auto x = in.of<dim::count>(2, {.symbol = name, .fieldId = "a.b"});
    const Derivation d = one(CountOf<Traced>(x.si().named({.symbol = "y"})));
    QTEST(formulaOf(d, TextStyle::plain), "plain");
    QTEST(formulaOf(d, TextStyle::markdown), "markdown");
    QTEST(formulaOf(d, TextStyle::latex), "latex");
    QFETCH(QString, html);
    QCOMPARE(formulaOf(d, TextStyle::html), "<a class=\"symbol\" href=\"field:a.b\">" + html + "</a>");
}

void TstDerivation::aDocumentInPlainText()
{
    const std::string text = derivationText(ring(), TextStyle::plain, ByteUnits::decimal);
    QVERIFY(text.starts_with("t_AR[gradients]  Ring all-reduce  (e.1)\n"
                             "    = 2·(n − 1) / n·m_w / W + 2·(n − 1)·α[ici]\n"
                             "    = 2·(8 − 1) / 8·1.000 GB / (450 GB/s) + 2·(8 − 1)·2 µs\n"
                             "    = 3.917 ms\n"
                             "    Source: Patarasuk & Yuan 2009, section 3, https://example.org/a?b=1&c=2\n"
                             "\n"
                             "n  Devices\n"
                             "    = 8\n"
                             "    Source: your input\n"));
}

void TstDerivation::aDocumentInMarkdown()
{
    const std::string text = derivationText(ring(), TextStyle::markdown, ByteUnits::decimal);
    QVERIFY(text.find("**Weights** (g.2)\n\n"
                      "m\\_w = 4·P\\\n"
                      "= 4 B·250,000,001\\\n"
                      "= 1.000 GB\n\n"
                      "Source: our \\<own\\> model\n") != std::string::npos);
}

void TstDerivation::aDocumentInLatex()
{
    const std::string text = derivationText(ring(), TextStyle::latex, ByteUnits::decimal);
    QVERIFY(text.find("\\frac{\\frac{2 \\cdot \\left(n - 1\\right)}{n} \\cdot m_{\\text{w}}}{W}") != std::string::npos);
    QVERIFY(text.find("4\\,\\text{B} \\cdot 250{,}000{,}001") != std::string::npos);
    QVERIFY(text.find("2\\,\\mu\\text{s}") != std::string::npos);
    QVERIFY(text.find("Source: Patarasuk \\& Yuan 2009") != std::string::npos);
    QCOMPARE(std::count(text.begin(), text.end(), '{'), std::count(text.begin(), text.end(), '}'));
}

/// A bare % begins a comment, and a caret belongs to mathematics.
void TstDerivation::unitsInLatex()
{
    const auto inLatex = [](const std::string& number, const std::string& unit) {
        return numberPiece(Shown{.sign = {}, .before = {}, .number = number, .unit = unit}, TextStyle::latex).text;
    };
    QCOMPARE(inLatex("42.67", "%"), std::string("42.67\\,\\text{\\%}"));
    QCOMPARE(inLatex("2", "FLOP^2"), std::string("2\\,\\text{FLOP}^2\\text{}"));
    QCOMPARE(inLatex("3", "B·s"), std::string("3\\,\\text{B}\\cdot\\text{s}"));
}

void TstDerivation::aDocumentInHtmlLinksItsOperands()
{
    const std::string text = derivationText(ring(), TextStyle::html, ByteUnits::decimal);
    for (const char* part : {"<div class=\"step\" id=\"step-2\"><a name=\"step-2\"></a>", "href=\"#step-2\"",
                             "href=\"field:mesh.X\"", "<i>m</i><sub>w</sub>", "our &lt;own&gt; model",
                             "href=\"https://example.org/a?b=1&amp;c=2\"", "<p class=\"result\">= 3.917&nbsp;ms</p>"})
        QVERIFY2(text.find(part) != std::string::npos, part);
}

void TstDerivation::jsonHasTheLinesAndTheNumber()
{
    const std::string json = derivationJson(ring(), ByteUnits::decimal);
    for (const char* part :
         {"{\n  \"id\": \"time.x\",\n  \"steps\": [\n    {\n      \"symbol\": \"t_AR[gradients]\",\n",
          "      \"formula\": \"4·P\",\n      \"substituted\": \"4 B·250,000,001\",\n      \"result\": \"1.000 GB\",\n"
          "      \"value\": 1000000004,\n      \"unit\": \"B\",\n      \"equation\": \"g.2\",\n",
          "      \"field\": \"mesh.X\"\n    },\n"})
        QVERIFY2(json.find(part) != std::string::npos, part);
    QVERIFY(json.ends_with("    }\n  ]\n}\n"));
}

void TstDerivation::jsonOfInfinityAndNothing()
{
    const double infinity = std::numeric_limits<double>::infinity();
    const auto json = [](double value, const char* id) {
        return derivationJson(derivationTree(id, Traced(value), dim::second), ByteUnits::decimal);
    };
    QVERIFY(json(infinity, "a").find("\"value\": \"never\"") != std::string::npos);
    QVERIFY(json(std::nan(""), "a").find("\"value\": null") != std::string::npos);
    QVERIFY(json(1, "quote \" and \\ and \x01").find("quote \\\" and \\\\ and \\u0001") != std::string::npos);
}

ROOFLIGHT_TEST(TstDerivation)
#include "tst_derivation.moc"
