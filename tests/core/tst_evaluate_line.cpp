// SPDX-License-Identifier: GPL-3.0-or-later
// Checks the evaluator that the lines of derivations are checked with.
#include "support/evaluate_line.h"
#include "support/near.h"
#include "support/suite.h"

using namespace core;

namespace
{
struct Row {
    const char* name;
    const char* line;
    double value;
    Dim dim;
};

const Row rows[] = {
    {"separators", "65,536", 65536, dim::count},
    {"sums from the left", "10 − 4 − 3 + 1", 4, dim::count},
    {"products before sums", "2 + 3·4", 14, dim::count},
    {"quotients from the left", "64 / 4·2 / 8", 4, dim::count},
    {"powers before products", "3·2^3", 24, dim::count},
    {"bytes over a rate", "2.15 GB / (180 GB/s)", 2.15 / 180, dim::second},
    {"a rate as a factor", "2·180 GB/s", 360e9, dim::bytePerSecond},
    {"binary prefixes", "1.5 GiB", 1610612736, dim::byte},
    {"operations", "2 FLOPs·3", 6, dim::flop},
    {"an amount and a rate", "459 TFLOPs / (459 TFLOP/s)", 1, dim::second},
    {"an intensity", "2,550 FLOP/B·2 B", 5100, dim::flop},
    {"times", "1 min + 3 µs + 2 days", 172860.000003, dim::second},
    {"money", "$3.60/h·5 h", 18, dim::dollar},
    {"a frequency", "12/s", 12, dim::perSecond},
    {"squares", "3 B^2 / (1.5 B)", 2, dim::byte},
    {"scientific", "1.5e-3·2e6", 3000, dim::count},
    {"the greatest of several", "max(1,024, 5, 7·200)", 1400, dim::count},
    {"the least", "min(2 GB, 900 MB)", 9e8, dim::byte},
    {"rounding up", "⌈7 / 2⌉", 4, dim::count},
    {"rounding down", "⌊7 / 2⌋", 3, dim::count},
    {"a root", "√(4 B·9 B)", 6, dim::byte},
    {"a negative factor", "(−2)·3", -6, dim::count},
    {"a negative start", "−2 + 3", 1, dim::count},
    {"units below in brackets", "6/(B·s)·3 B", 18, dim::perSecond},
};

const char* const wrong[] = {
    "1 B + 1 s", "1 +",    "(1",  "2 furlongs", "6,5", "max(1, 2 B)", "⌈1 B⌉",
    "2^(1 s)",   "√(1 B)", "1 2", "",           "x",   "1,2345",
};
} // namespace
Q_DECLARE_METATYPE(Row)

class TstEvaluateLine : public QObject
{
    Q_OBJECT
private slots:
    void worksOut_data();
    void worksOut();
    void refusesWhatMakesNoSense();
    void noticesAWrongResult();
    void noticesAWrongUnit();
};

void TstEvaluateLine::worksOut_data()
{
    QTest::addColumn<Row>("row");
    for (const Row& row : rows)
        QTest::newRow(row.name) << row;
}

void TstEvaluateLine::worksOut()
{
    QFETCH(Row, row);
    const tests::LineValue found = tests::evaluateLine(row.line);
    QCOMPARE(found.error, std::string());
    COMPARE_NEAR(found.value, row.value, 1e-14);
    QVERIFY(found.dim == row.dim);
}

void TstEvaluateLine::refusesWhatMakesNoSense()
{
    for (const char* line : wrong)
        QVERIFY2(!tests::evaluateLine(line).error.empty(), line);
}

namespace
{
/// s = 1.0737 GB · 2, said to be `value` of dimension `d`.
Derivation twice(double value, Dim d)
{
    DerivationStep bytes;
    bytes.symbol = "m";
    bytes.dim = dim::byte;
    bytes.value = 1.0737e9;
    DerivationStep sum;
    sum.symbol = "s";
    sum.dim = d;
    sum.value = value;
    sum.expression.nodes = {{.op = Op::constant, .value = 2},
                            {.op = Op::input, .step = 1, .value = 1.0737e9, .dim = dim::byte},
                            {.op = Op::multiply, .left = 0, .right = 1}};
    return {"m", {sum, bytes}};
}
} // namespace

void TstEvaluateLine::noticesAWrongResult()
{
    QCOMPARE(tests::disagreement(twice(2.1474e9, dim::byte)), std::string());
    QVERIFY(!tests::disagreement(twice(2.149e9, dim::byte)).empty());
    QVERIFY(!tests::disagreement(twice(-2.1474e9, dim::byte)).empty());
}

void TstEvaluateLine::noticesAWrongUnit() { QVERIFY(!tests::disagreement(twice(2.1474e9, dim::second)).empty()); }

ROOFLIGHT_TEST(TstEvaluateLine)
#include "tst_evaluate_line.moc"
