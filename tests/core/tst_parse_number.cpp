// SPDX-License-Identifier: GPL-3.0-or-later
// Checks numbers as people type them.
#include "core/quantity/format.h"
#include "core/quantity/parse_number.h"
#include "support/suite.h"

#include <array>
#include <cmath>

using namespace core;

namespace
{

struct TypedRow {
    const char* name;
    const char* typed;
    Dim dim;
    double value;
};

struct Refusal {
    const char* name;
    const char* typed;
    Dim dim;
    const char* reason;
};

const TypedRow rows[] = {
    {"plain", "65536", dim::count, 65536},
    {"with separators", "65,536", dim::count, 65536},
    {"k of a count is 1,024", "64k", dim::count, 65536},
    {"Ki is 1,024", "64Ki", dim::count, 65536},
    {"M of a count is 1,048,576", "4.5M", dim::count, 4718592},
    {"T of a count is 10^12", "15T", dim::count, 15e12},
    {"B of a count is 10^9", "7B", dim::count, 7e9},
    {"G of a count is 10^9", "2G", dim::count, 2e9},
    {"B and what is counted", "1.5B tokens", dim::count, 1.5e9},
    {"Ti is 1,024^4", "2Ti", dim::count, 2199023255552},
    {"a power", "2^16", dim::count, 65536},
    {"a product", "3*1024", dim::count, 3072},
    {"scientific", "6.5536e4", dim::count, 65536},
    {"scientific with a capital", "1E6", dim::count, 1e6},
    {"a negative power of ten", "25e-2", dim::count, 0.25},
    {"products before sums", "2+3*4", dim::count, 14},
    {"brackets", "(2+3)*4", dim::count, 20},
    {"powers from the right", "2^3^2", dim::count, 512},
    {"a sign is weaker than a power", "-2^2", dim::count, -4},
    {"a negative exponent", "2^-1", dim::count, 0.5},
    {"negative", "-5", dim::count, -5},
    {"typographic signs", "7 − 2·3 × 1", dim::count, 1},
    {"division from the left", "64/4/2", dim::count, 8},
    {"per cent", "40%", dim::count, 0.4},
    {"what is counted", "32,768 tokens", dim::count, 32768},
    {"a prefix and what is counted", "32k tokens", dim::count, 32768},
    {"one of what is counted", "1 token", dim::count, 1},
    {"spaces around", "  12  ", dim::count, 12},
    {"no digit before the point", ".5", dim::count, 0.5},
    {"bytes", "80GB", dim::byte, 80e9},
    {"binary bytes", "80GiB", dim::byte, 85899345920},
    {"bytes with a space", "80 GB", dim::byte, 80e9},
    {"k of bytes is 1,000", "80k", dim::byte, 80000},
    {"bits", "8 Gbit", dim::byte, 1e9},
    {"a sum of bytes", "80GB + 16GB", dim::byte, 96e9},
    {"a rate", "90 GB/s", dim::bytePerSecond, 90e9},
    {"over a rate", "12.5 GB / 1.25 TB/s", dim::second, 0.01},
    {"a rate over a rate", "990 TFLOP/s / 3.3 TB/s", dim::flopPerByte, 300},
    {"a rate without spaces", "90GB/s", dim::bytePerSecond, 90e9},
    {"decimal where binary is no whole", "4.2M", dim::count, 4.2e6},
    {"decimal thousands", "1.1k", dim::count, 1100},
    {"binary where it is a whole", "1.5k", dim::count, 1536},
    {"binary where neither is a whole", "0.0001k", dim::count, 0.1024},
    {"a rate without unit", "9e10", dim::bytePerSecond, 9e10},
    {"G of a rate is 1e9", "90G", dim::bytePerSecond, 90e9},
    {"a rate in bits", "400 Gbit/s", dim::bytePerSecond, 50e9},
    {"bytes over time", "180GB/2s", dim::bytePerSecond, 90e9},
    {"microseconds with u", "1us", dim::second, 1e-6},
    {"microseconds with µ", "1 µs", dim::second, 1e-6},
    {"microseconds leave no speck", "932us", dim::second, 932e-6},
    {"per cent of a time", "40% * 2 s", dim::second, 0.8},
    {"days", "1.5 days", dim::second, 129600},
    {"operations per second", "459TFLOP/s", dim::flopPerSecond, 459e12},
    {"dollars per hour", "$3.60/h", dim::dollarPerSecond, 0.001},
    {"an intensity", "2,550 FLOP/B", dim::flopPerByte, 2550},
};

const Refusal refusals[] = {
    {"a word", "abc", dim::count, "no number"},
    {"too large", "1e400", dim::count, "beyond"},
    {"grown too large", "1e300*1e300", dim::count, "finite"},
    {"division by zero", "1/0", dim::count, "divides by zero"},
    {"a decimal comma", "6,5", dim::count, "groups of three"},
    {"a decimal comma before three", "0,125", dim::count, "groups of three"},
    {"a comma behind a point", "1.234,5", dim::count, "groups of three"},
    {"a group of four", "1,2345", dim::count, "groups of three"},
    {"per cent of seconds", "40 %", dim::second, "its unit is %, where s is wanted"},
    {"a bracket left open", "(1", dim::count, "closing bracket"},
    {"a bracket too many", "1)", dim::count, "left over"},
    {"two numbers", "1 2", dim::count, "left over"},
    {"a sum without end", "1+", dim::count, "missing at the end"},
    {"bytes for a count", "80GB", dim::count, "where tokens are counted"},
    {"a rate for bytes", "90 GB/s", dim::byte, "B/s"},
    {"an amount for a rate", "459TFLOPs", dim::flopPerSecond, "FLOP/s is wanted"},
    {"an unknown unit", "5 furlongs", dim::second, "neither a prefix nor a unit"},
    {"something else is counted", "5 chips", dim::count, "neither a prefix nor a unit"},
    {"bytes and seconds added", "1GB+1s", dim::byte, "different units"},
    {"bytes and a bare number added", "80GB+1", dim::byte, "different units"},
    {"two minuses", "--5", dim::count, "two signs"},
    {"two pluses", "++5", dim::count, "two signs"},
    {"a minus behind a plus", "+-5", dim::count, "two signs"},
    {"two minuses with a typographic one", "−-5", dim::count, "two signs"},
    {"two minuses after a times", "2*--5", dim::count, "two signs"},
    {"a unit alone", "GB", dim::byte, "no number"},
    {"the root of a negative number", "(-8)^(1/3)", dim::count, "finite"},
    {"a second point", "1..2", dim::count, "two decimal points"},
    {"hexadecimal", "0x10", dim::count, "neither"},
    {"infinity", "inf", dim::count, "no number"},
    {"other digits", "٣", dim::count, "no number"},
};

} // namespace
Q_DECLARE_METATYPE(TypedRow)
Q_DECLARE_METATYPE(Refusal)

class TstParseNumber : public QObject
{
    Q_OBJECT
private slots:
    void reads_data();
    void reads();
    void refuses_data();
    void refuses();
    void asksForSomethingWhereNothingWasTyped();
    void deepNestingIsRefusedAndDoesNotCrash();
    void longTextIsQuotedInPart();
    void whatFormatWritesIsRead_data();
    void whatFormatWritesIsRead();
};

void TstParseNumber::reads_data()
{
    QTest::addColumn<TypedRow>("row");
    for (const TypedRow& row : rows)
        QTest::newRow(row.name) << row;
}

void TstParseNumber::reads()
{
    QFETCH(TypedRow, row);
    const auto value = parseNumber(row.typed, row.dim, "token");
    QVERIFY2(value.has_value(), value ? "" : value.error().c_str());
    QCOMPARE(*value, row.value);
}

void TstParseNumber::refuses_data()
{
    QTest::addColumn<Refusal>("row");
    for (const Refusal& row : refusals)
        QTest::newRow(row.name) << row;
}

void TstParseNumber::refuses()
{
    QFETCH(Refusal, row);
    const auto value = parseNumber(row.typed, row.dim, "token");
    QVERIFY(!value.has_value());
    const QString sentence = QString::fromStdString(value.error());
    QVERIFY2(sentence.startsWith("\"" + QString::fromUtf8(row.typed) + "\""), value.error().c_str());
    QVERIFY2(sentence.contains(row.reason), value.error().c_str());
    QVERIFY2(sentence.endsWith('.') && !sentence.contains('\n'), value.error().c_str());
}

void TstParseNumber::asksForSomethingWhereNothingWasTyped()
{
    for (const char* typed : {"", "   ", "\t"})
        QVERIFY(parseNumber(typed, dim::count).error().starts_with("Nothing was typed"));
}

void TstParseNumber::deepNestingIsRefusedAndDoesNotCrash()
{
    for (const char* part : {"(", "-(", "2^", "+("}) {
        std::string typed;
        while (typed.size() < 990)
            typed += part;
        QVERIFY(parseNumber(typed + "1", dim::count).error().find("nested") != std::string::npos);
    }
    QVERIFY(!parseNumber(std::string(1000000, '('), dim::count).has_value());
}

void TstParseNumber::longTextIsQuotedInPart()
{
    const auto error = parseNumber(std::string(500, 'x'), dim::count).error();
    QVERIFY(error.starts_with("\"" + std::string(60, 'x') + "…\""));
}

void TstParseNumber::whatFormatWritesIsRead_data()
{
    QTest::addColumn<double>("value");
    QTest::addColumn<int>("kind");
    for (const double value : {1.0, 4.59e14, 2.55e3, 9.32e-4, 5e10, -7e9}) {
        for (int kind = 0; kind < 7; ++kind)
            QTest::addRow("%g of kind %d", value, kind) << value << kind;
    }
}

void TstParseNumber::whatFormatWritesIsRead()
{
    QFETCH(double, value);
    QFETCH(int, kind);
    const std::array dims{dim::count,         dim::byte,        dim::second,       dim::flop,
                          dim::bytePerSecond, dim::flopPerByte, dim::flopPerSecond};
    const Dim d = dims.at(static_cast<std::size_t>(kind));
    const auto read = parseNumber(format(value, d, {.digits = 15}), d);
    QVERIFY2(read.has_value(), read ? "" : read.error().c_str());
    QVERIFY(std::abs(*read - value) <= 1e-13 * std::abs(value));
}

ROOFLIGHT_TEST(TstParseNumber)
#include "tst_parse_number.moc"
