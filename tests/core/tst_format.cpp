// SPDX-License-Identifier: GPL-3.0-or-later
// Checks numbers as people read them.
#include "core/quantity/format.h"
#include "core/quantity/parse_number.h"
#include "core/quantity/shown.h"
#include "support/suite.h"

#include <cmath>
#include <limits>
#include <locale>
#include <random>

using namespace core;

namespace
{
constexpr double infinity = std::numeric_limits<double>::infinity();

struct Row {
    const char* name;
    double value;
    Dim dim;
    FormatOptions options;
    const char* text;
};

QString text(const std::string& s) { return QString::fromStdString(s); }
} // namespace
Q_DECLARE_METATYPE(Row)

class TstFormat : public QObject
{
    Q_OBJECT
private slots:
    void writes_data();
    void writes();
    void separatesThousands();
    void factorsHaveThreeDigits();
    void countsInSingularAndPlural();
    void exactTextReadsBackToTheSameNumber();
    void whatIsShownSaysWhatItAmountsTo();
    void noLocaleChangesAnything();
};

static const Row pairRows[] = {
    {"in the unit of a longer one", 0.789, dim::second, {.like = 11.5}, "0.789 s"},
    {"a shorter one keeps its own", 11.5, dim::second, {.like = 0.789}, "11.5 s"},
    {"a hundredth of that unit", 0.0123, dim::second, {.like = 11.5}, "0.0123 s"},
    {"less keeps its own", 0.00923, dim::second, {.like = 11.5}, "9.23 ms"},
};

static const Row byteRows[] = {
    {"decimal bytes", 6.98e9, dim::byte, {}, "6.98 GB"},
    {"zeros that are exact are left out", 80e9, dim::byte, {}, "80 GB"},
    {"rounding up over the prefix", 999.96e6, dim::byte, {}, "1.00 GB"},
    {"rounding that stays below the prefix", 999.4e6, dim::byte, {}, "999 MB"},
    {"binary bytes", 80.0 * 1024 * 1024 * 1024, dim::byte, {.bytes = ByteUnits::binary}, "80 GiB"},
    {"a thousand MiB is not yet a GiB", 1010.0 * 1024 * 1024, dim::byte, {.bytes = ByteUnits::binary}, "1,010 MiB"},
    {"1,023.6 MiB is rounded over the prefix",
     1023.6 * 1024 * 1024,
     dim::byte,
     {.bytes = ByteUnits::binary},
     "1.00 GiB"},
    {"rates are decimal also where bytes are binary",
     90e9,
     dim::bytePerSecond,
     {.bytes = ByteUnits::binary},
     "90 GB/s"},
    {"few bytes", 512, dim::byte, {}, "512 B"},
    {"no bytes", 0, dim::byte, {}, "0 B"},
    {"less than a byte", 0.5, dim::byte, {}, "0.5 B"},
    {"negative bytes", -2.15e9, dim::byte, {}, "−2.15 GB"},
    {"more than exabytes", 1.5e22, dim::byte, {}, "1.5e22 B"},
};

static const Row workRows[] = {
    {"a rate of operations", 459e12, dim::flopPerSecond, {}, "459 TFLOP/s"},
    {"an amount of operations", 459e12, dim::flop, {}, "459 TFLOPs"},
    {"one operation", 1, dim::flop, {}, "1 FLOP"},
    {"a training run", 3.8e25, dim::flop, {}, "3.8e25 FLOPs"},
    {"an intensity", 2550.3, dim::flopPerByte, {}, "2,550 FLOP/B"},
    {"an intensity in full", 1274.6, dim::flopPerByte, {}, "1,275 FLOP/B"},
    {"a large one in full", 1234567.8, dim::flopPerByte, {}, "1,234,568 FLOP/B"},
    {"one of more than seven digits", 25642940, dim::flopPerByte, {}, "25,600,000 FLOP/B"},
    {"a small one", 163.93, dim::flopPerByte, {}, "164 FLOP/B"},
    {"a share of a whole", 0.2069, dim::count, {.countUnit = "share"}, "20.7 %"},
    {"all of it", 1, dim::count, {.countUnit = "share"}, "100 %"},
    {"tokens per second", 1234.5, dim::perSecond, {.countUnit = "token"}, "1,230 tokens/s"},
    {"a bare frequency", 12, dim::perSecond, {}, "12/s"},
};

static const Row timeRows[] = {
    {"microseconds", 932e-6, dim::second, {}, "932 µs"},
    {"nanoseconds", 1.5e-9, dim::second, {}, "1.5 ns"},
    {"a part of a nanosecond", 5e-10, dim::second, {}, "0.5 ns"},
    {"hardly any time", 1e-13, dim::second, {}, "1e-13 s"},
    {"seconds above the minute, beside those below", 63.2, dim::second, {}, "63.2 s"},
    {"rounded up to ten minutes", 599.9, dim::second, {}, "10.0 min"},
    {"an hour and a half", 5400, dim::second, {}, "90 min"},
    {"two hours", 7200, dim::second, {}, "2 h"},
    {"a day and a half", 129600, dim::second, {}, "36 h"},
    {"all digits on request", 129600, dim::second, {.keepZeros = true}, "36.0 h"},
    {"two days and a half", 216000, dim::second, {}, "2.5 days"},
    {"many days", 463 * 86400.0, dim::second, {}, "463 days"},
    {"less than a thousand days", 1.5 * 365.25 * 86400, dim::second, {}, "548 days"},
    {"beyond a thousand days", 31.25 * 365.25 * 86400, dim::second, {.digits = 4}, "31.25 years"},
    {"no time", 0, dim::second, {}, "0 s"},
};

static const Row countRows[] = {
    {"whole counts in full", 69503033344, dim::count, {}, "69,503,033,344"},
    {"with what they count", 32768, dim::count, {.countUnit = "token"}, "32,768 tokens"},
    {"one of them", 1, dim::count, {.countUnit = "token"}, "1 token"},
    {"none of them", 0, dim::count, {.countUnit = "token"}, "0 tokens"},
    {"a real count", 319.44, dim::count, {.digits = 4, .countUnit = "token"}, "319.4 tokens"},
    {"a real count with separators", 29619.7, dim::count, {.digits = 4}, "29,619.7"},
    {"a real count of seven digits", 2187655.34, dim::count, {}, "2,187,655.3"},
    {"a real count of eight digits", 21876553.4, dim::count, {}, "21,900,000"},
    {"a real count of three digits", 319.44, dim::count, {}, "319.4"},
    {"a real count of two digits", 31.944, dim::count, {}, "31.9"},
    {"a real count that is all but whole", 20399.999999, dim::count, {}, "20,400.0"},
    {"the last whole count in full", 999999999999999, dim::count, {}, "999,999,999,999,999"},
    {"huge counts", 1.234e24, dim::count, {}, "1.23e24"},
    {"a share", 0.5, dim::count, {}, "0.5"},
    {"a third", 1.0 / 3, dim::count, {}, "0.333"},
    {"rounded zeros stay", 2.0001, dim::count, {}, "2.00"},
    {"a small share", 0.00012345, dim::count, {}, "0.000123"},
    {"a tiny share", 0.000012345, dim::count, {}, "1.23e-5"},
    {"never", infinity, dim::second, {}, "never"},
    {"does not apply", std::nan(""), dim::byte, {}, "–"},
    {"money has cents", 2.5, dim::dollar, {}, "$2.50"},
    {"also with more digits", 2.5, dim::dollar, {.digits = 4}, "$2.50"},
    {"cents that round to a whole ten", 9.999, dim::dollar, {}, "$10.00"},
    {"a speck above whole dollars", 4.000000000000001, dim::dollar, {.digits = 4}, "$4"},
    {"much money", 1234567, dim::dollar, {}, "$1,230,000"},
    {"prices are per hour", 3.2 / 3600, dim::dollarPerSecond, {}, "$3.20/h"},
    {"a unit without name", 3e-9, dim::count / dim::byte, {}, "3e-9/B"},
};

void TstFormat::writes_data()
{
    QTest::addColumn<Row>("row");
    const auto add = [](const auto& rows) {
        for (const Row& row : rows)
            QTest::newRow(row.name) << row;
    };
    add(byteRows);
    add(pairRows);
    add(workRows);
    add(timeRows);
    add(countRows);
}

void TstFormat::writes()
{
    QFETCH(Row, row);
    QCOMPARE(text(format(row.value, row.dim, row.options)), QString::fromUtf8(row.text));
}

void TstFormat::separatesThousands()
{
    QCOMPARE(text(grouped(17179869184)), "17,179,869,184");
    QCOMPARE(text(grouped(999)), "999");
    QCOMPARE(text(countText(1, "link")), "1 link");
    QCOMPARE(text(countText(0, "link")), "0 links");
    QCOMPARE(text(countText(52640, "link")), "52,640 links");
    QCOMPARE(text(grouped(-1000)), "−1,000");
    QCOMPARE(text(grouped(0)), "0");
}

void TstFormat::factorsHaveThreeDigits()
{
    QCOMPARE(text(factorText(1)), "1.00×");
    QCOMPARE(text(factorText(1.6078)), "1.61×");
    QCOMPARE(text(factorText(14)), "14.0×");
    QCOMPARE(text(factorText(142.3)), "142×");
    QCOMPARE(text(factorText(0.05)), "0.0500×");
    QCOMPARE(text(factorText(1234.5)), "1,235×");
}

void TstFormat::countsInSingularAndPlural()
{
    QCOMPARE(text(counted("2", "batch")), "batches");
    QCOMPARE(text(counted("2", "axis")), "axes");
    QCOMPARE(text(counted("2", "tokens")), "tokens");
    QCOMPARE(text(counted("2", "token per chip")), "tokens per chip");
    QCOMPARE(text(counted("2", "entry")), "entries");
    QCOMPARE(text(counted("1", "entry")), "entry");
}

void TstFormat::exactTextReadsBackToTheSameNumber()
{
    std::mt19937_64 random(1);
    for (int i = 0; i < 2000; ++i) {
        const double value = std::ldexp(static_cast<double>(random()), static_cast<int>(random() % 200) - 160);
        QCOMPARE(std::stod(exactText(value)), value);
        const Shown exact = shownExactly(value, dim::count);
        QCOMPARE(parseNumber(exact.number, dim::count).value_or(-1), value);
    }
    QCOMPARE(text(exactText(65536)), "65536");
}

void TstFormat::whatIsShownSaysWhatItAmountsTo()
{
    QCOMPARE(shown(2147483648, dim::byte, {.digits = 4}).value, 2.147e9);
    QCOMPARE(shown(-932e-6, dim::second).value, -932e-6);
    QVERIFY(shown(1e9, dim::bytePerSecond).compound());
    QVERIFY(!shown(1e9, dim::byte).compound());
}

void TstFormat::noLocaleChangesAnything()
{
    struct Comma : std::numpunct<char> {
        char do_decimal_point() const override { return ','; }
        char do_thousands_sep() const override { return '.'; }
        std::string do_grouping() const override { return "\3"; }
    };
    const std::locale before = std::locale::global(std::locale(std::locale(), new Comma));
    const std::string written = format(1234.5, dim::flopPerByte, {.digits = 5}) + exactText(1234.5) + grouped(1e6);
    std::locale::global(before);
    QCOMPARE(text(written), "1,234.5 FLOP/B1234.51,000,000");
}

ROOFLIGHT_TEST(TstFormat)
#include "tst_format.moc"
