// SPDX-License-Identifier: GPL-3.0-or-later
// How a number was written, beside what it amounts to.
#include "core/lesson/typed_number.h"

#include "core/lesson/spelling.h"

#include "support/suite.h"

#include <array>
#include <cmath>
#include <random>

using namespace core;
Q_DECLARE_METATYPE(core::Dim)

class TstTypedNumber : public QObject
{
    Q_OBJECT

private slots:
    void digitsAreCounted_data();
    void digitsAreCounted();
    void whatIsCalculatedHasNoDigits_data();
    void whatIsCalculatedHasNoDigits();
    void nounsAreLeftOut_data();
    void nounsAreLeftOut();
    void unitsAreNoNouns();
    void otherReadingsAreKept();
    void timesAreCountedInTheirUnit();
    void neverIsInfinite();
    void digitsBelowAllNumbersAreNone();
    void wordsOfPeopleAreRead_data();
    void wordsOfPeopleAreRead();
    void wordsThatMeanOthersStay();
    void aUnitBehindAQuotientIsThatOfItsResult_data();
    void aUnitBehindAQuotientIsThatOfItsResult();
    void aUnitThatFitsNothingIsRefused();
    void whatHasNoUnitIsBare();
    void anyTextIsReadOrRefused();
};

void TstTypedNumber::digitsAreCounted_data()
{
    QTest::addColumn<int>("digits");
    QTest::addColumn<double>("unit");
    QTest::newRow("12.88 GB") << 4 << 1e7;
    QTest::newRow("0.82 GB") << 2 << 1e7;
    QTest::newRow("3,276 GB") << 4 << 1e9;
    QTest::newRow("3276.50") << 6 << 0.01;
    QTest::newRow("1.2e9") << 2 << 1e8;
    QTest::newRow("2 KiB") << 1 << 1024.;
    QTest::newRow(".5GB") << 1 << 1e8;
}

void TstTypedNumber::digitsAreCounted()
{
    QFETCH(int, digits);
    QFETCH(double, unit);
    const auto number = typedNumber(QTest::currentDataTag(), dim::byte);
    QVERIFY2(number, number ? "" : number.error().c_str());
    QCOMPARE(number->digits, digits);
    QCOMPARE(number->unit, unit);
    QVERIFY(digits < 2 ||
            (number->rounds(number->value + 0.49 * unit) && !number->rounds(number->value - 0.51 * unit)));
    QVERIFY(digits >= 2 || !number->rounds(number->value));
}

void TstTypedNumber::whatIsCalculatedHasNoDigits_data()
{
    QTest::addColumn<double>("value");
    QTest::newRow("3*1024") << 3072.;
    QTest::newRow("2^30") << 1073741824.;
    QTest::newRow("12GB + 1GB") << 13e9;
    QTest::newRow("(12 GB)") << 12e9;
    QTest::newRow("12/4") << 3.;
}

void TstTypedNumber::whatIsCalculatedHasNoDigits()
{
    QFETCH(double, value);
    const auto number = typedNumber(QTest::currentDataTag(), dim::byte);
    QVERIFY2(number, number ? "" : number.error().c_str());
    QCOMPARE(number->value, value);
    QCOMPARE(number->digits, 0);
    QVERIFY(!number->rounds(value));
}

void TstTypedNumber::nounsAreLeftOut_data()
{
    QTest::addColumn<double>("value");
    QTest::newRow("44 H100 GPUs") << 44.;
    QTest::newRow("16*2 copies") << 32.;
    QTest::newRow("8x") << 8.;
    QTest::newRow("8 ×") << 8.;
    QTest::newRow("44 (80 GB)") << 44.;
    QTest::newRow("32k tokens of text") << 32768.;
    QTest::newRow("22 % of the peak") << 0.22;
    QTest::newRow("(2 + 3)") << 5.;
    QTest::newRow("44 GPUs, H100.") << 44.;
    QTest::newRow("44 (H100 GPUs)") << 44.;
    QTest::newRow("at most 44 TPUs") << 44.;
}

void TstTypedNumber::nounsAreLeftOut()
{
    QFETCH(double, value);
    const auto number = typedNumber(QTest::currentDataTag(), dim::count, "token");
    QVERIFY2(number, number ? "" : number.error().c_str());
    QCOMPARE(number->value, value);
}

void TstTypedNumber::unitsAreNoNouns()
{
    for (const char* text :
         {"41 GiB", "41 GiB of HBM", "8 s", "3 h (all of them)", "44 or 41", "GPUs", "44 (41)", "a b c", "", "(", "x",
          "()", "44 80GB", "41 gib", "41 gb", "8 ms", "a million GPUs", "8 microseconds"}) {
        const auto number = typedNumber(text, dim::count, "chip");
        QVERIFY2(!number && number.error().ends_with('.'), text);
    }
    for (const char* comma : {"1,5", "0,125", "1.234,5", "1,5 chips", "1.234.567"}) { // neither 15 nor 1.5
        const auto number = typedNumber(comma, dim::count, "chip");
        QVERIFY2(!number && number.error().find("groups of three digits") != std::string::npos, comma);
    }
    QVERIFY(!typedNumber("12 bytes of it", dim::second)); // nouns stand behind counts alone
    QVERIFY(!typedNumber("12 GB each", dim::byte));
    for (const char* scaled :
         {"20445 kilotokens", "20445 dozen", "20445 lakh", "20445 weeks", "20445 ppm", "20445 zillion",
          "20445 (thousand)", "44 (x 1000)", "44 (10^3 GPUs)", "20445 tokens per chip", "20445 per rank",
          "20445 tokens a chip", "20445 on each chip", "0.4667 busy", "4 all-reduces a layer", "0.1366 per mille",
          "20445 tokens per day", "44 e5"})
        QVERIFY2(!typedNumber(scaled, dim::count, "token"), scaled);
    for (const char* none :
         {"286,000 tokens", "286,000 tokens/B", "286,000 GB/s", "tokens/s", "/s", "286 tokens/s/chip"})
        QVERIFY2(!typedNumber(none, dim::perSecond), none);
}

void TstTypedNumber::otherReadingsAreKept()
{
    const auto thousands = typedNumber("61k", dim::count);
    QCOMPARE(thousands->value, 62464.);
    QCOMPARE(*thousands->decimal, 61000.);
    QVERIFY(thousands->roundsDecimal(61333) && !thousands->roundsDecimal(61501) && !thousands->rounds(61333));
    QVERIFY(!typedNumber("61.3k", dim::count)->decimal); // no whole number of 1,024ths: read as 61,300
    QVERIFY(!typedNumber("61000", dim::count)->decimal && !typedNumber("61Ki", dim::count)->decimal);
    QVERIFY(!typedNumber("7B", dim::count)->decimal && !typedNumber("61 kB", dim::byte)->decimal);
    const auto decimal = typedNumber("12 GB", dim::byte), binary = typedNumber("1.5TiB", dim::byte);
    QCOMPARE(decimal->bytes->value, 12884901888.);
    QCOMPARE(decimal->bytes->text, "12 GiB");
    QCOMPARE(binary->bytes->value, 1.5e12);
    QCOMPARE(binary->bytes->unit, "TB");
    QVERIFY(!typedNumber("12", dim::byte)->bytes && !typedNumber("12 GB/s", dim::bytePerSecond)->bytes);
}

/// Of a count of days any time is one.
void TstTypedNumber::timesAreCountedInTheirUnit()
{
    for (const char* days : {"217.5 weeks", "1522.5", "1,522.5 days", "36540 h", "131,544,000 s", "1522.5 d"}) {
        const auto number = typedNumber(days, dim::count, "day");
        QVERIFY2(number && std::abs(number->value - 1522.5) < 1e-9, days);
    }
    QCOMPARE(typedNumber("2 months", dim::count, "day")->value, 2 * 365.25 / 12);
    QVERIFY(!typedNumber("3 h", dim::count, "chip"));
}

void TstTypedNumber::neverIsInfinite()
{
    for (const char* text : {"never", " Never ", "NEVER", "infinite", "∞", "Inf"})
        QVERIFY(std::isinf(typedNumber(text, dim::second)->value));
    QVERIFY(!typedNumber("nevers", dim::count));
    QVERIFY(!typedNumber("never", dim::count)->roundsWhole(20444.4)); // and it ends
}

void TstTypedNumber::wordsOfPeopleAreRead_data()
{
    QTest::addColumn<Dim>("dim");
    QTest::addColumn<double>("value");
    const auto row = [](const char* typed, Dim dim, double value) { QTest::newRow(typed) << dim << value; };
    for (const char* rate :
         {"989 TFLOPS", "989 TFLOP/s", "989 TFLOPs/s", "989 tflops", "989 TFLOPS/s", "989 teraflops",
          "989 TFLOP per second", "989 TFLOPs per sec", "989 TOPS", "~989 TFLOPS", "about 989 TFLOPS",
          "9.89 × 10^14 FLOP/s", "9.89*10^14 FLOPS", "9.89*10**14 FLOPS", "989 trillion FLOPS", "989 TFLOPS."})
        row(rate, dim::flopPerSecond, 989e12);
    for (const char* amount : {"4e11 FLOPs", "4e11 FLOPS", "4e11 flops", "400 GFLOPs", "400 gigaflops",
                               "400 billion FLOPs", "0.4 trillion operations", "4e11"})
        row(amount, dim::flop, 4e11);
    for (const char* intensity : {"240 FLOP/B", "240 FLOPs per byte", "240 flops/byte", "240 ops/byte",
                                  "240 operations per byte", "240 FLOPS/B"})
        row(intensity, dim::flopPerByte, 240);
    for (const char* time : {"12 us", "12 µs", "12 μs", "12 microseconds", "12 usec", "0.012 ms", "0.012 milliseconds",
                             "1.2e-5 seconds", "1.2 · 10^-5 s", "1.2 × 10^−5 s", "1.2×10⁻⁵ s"})
        row(time, dim::second, 12e-6);
    for (const char* rate : {"90 GB/s", "90 GBps", "90 GB per second", "90 gigabytes per second", "720 Gbps"})
        row(rate, dim::bytePerSecond, 90e9);
    for (const char* rate :
         {"286,000 tokens/s", "286000/s", "286 000 tokens per second", "286e3 1/s", "286k tokens/s",
          "286 thousand tokens /s", "about 286,000 new tokens/s", "286,000 tok/s", "286 ktokens/s", "0.286 Mtok/s",
          "17.16e6 tokens/min", "286000 tokens/sec", "(5.72e9)/(20e3)", "(5.72 TB/s)/(20 MB)", "1*(5.72 TB/s)/(20 MB)"})
        row(rate, dim::perSecond, 286e3);
    for (const char* size : {"16 gigabytes", "16 GB", "16 billion bytes", "128 Gbit"})
        row(size, dim::byte, 16e9);
    row("2 gibibytes", dim::byte, 0x1p31);
    for (const char* count : {"17.4 billion", "17.4 bn", "17.4B", "17,400 million", "17.4 billion tokens", "17400 mn"})
        row(count, dim::count, 17.4e9);
    for (const char* share : {"41 percent", "41 per cent", "41 %", "41%", "41 pct", "41 percent of the peak"})
        row(share, dim::count, 0.41);
    for (const char* count :
         {"20 445", "20'445", "20’445", "2.0445 x 10^4", "2.0445 × 10⁴", "2.0445·10⁴ tokens", "20 445 tokens"})
        row(count, dim::count, 20445);
    for (const char* count : {"17.4 Gtokens", "17.4 G-tokens", "17.4 Btok", "17.4G new tokens (H100)"})
        row(count, dim::count, 17.4e9);
    row("1 048 576", dim::count, 1048576);
    row("1.5 million", dim::count, 1.5e6);
    row("2.3 trillion", dim::count, 2.3e12);
    row("20 thousand GPUs", dim::count, 20e3);
    row("four all-reduces", dim::count, 4);
    row("Eight", dim::count, 8);
    row("two million", dim::count, 2e6);
    for (const char* sign : {"D < 850", "D ≤ 850", "<850", "below 850", "> 850", "up to 850 tokens", "at least 850"})
        row(sign, dim::count, 850);
    row("4 AllReduces", dim::count, 4);
    row("44 GH200", dim::count, 44);
}

void TstTypedNumber::wordsOfPeopleAreRead()
{
    QFETCH(Dim, dim);
    QFETCH(double, value);
    const auto number = typedNumber(QTest::currentDataTag(), dim, "token");
    QVERIFY2(number, number ? "" : number.error().c_str());
    QVERIFY(std::abs(number->value - value) <= 1e-12 * value);
    const bool isQuotient = QByteArray(QTest::currentDataTag()).contains(")/(");
    QVERIFY2(number->digits >= 1 || isQuotient, "its digits are those that were written");
}

/// FLOPs is an amount: a rate has it by the second. A million stands behind a number.
void TstTypedNumber::wordsThatMeanOthersStay()
{
    const auto amount = typedNumber("989 TFLOPs", dim::flopPerSecond);
    QVERIFY(!amount);
    QVERIFY2(QString::fromStdString(amount.error())
                 .contains("\"989 TFLOPs\" is not understood: its unit is FLOP, where FLOP/s is wanted"),
             amount.error().c_str());
    for (const char* same : {"2^3 million", "4 all-reduces", "1e3 million", "k", "44 GPUs", "62k", "4e11", "never", ""})
        QCOMPARE(spelled(same, dim::count), same);
    QCOMPARE(spelled("3 ops", dim::count), "3 ops"); // of a count they are what is counted
}

void TstTypedNumber::aUnitBehindAQuotientIsThatOfItsResult_data()
{
    QTest::addColumn<core::Dim>("dim");
    QTest::addColumn<double>("value");
    QTest::newRow("12.5/1.2 ms") << dim::second << 12.5e-3 / 1.2;
    QTest::newRow("7.5e9/2e12 s") << dim::second << 3.75e-3;
    QTest::newRow("7.5e9 / 2e-3 us") << dim::second << 3.75e6;
    QTest::newRow("12.5 × 8 / 1.2e3 s") << dim::second << 100 / 1.2e3;
    QTest::newRow("(2+3)/4 ms") << dim::second << 1.25e-3;
    QTest::newRow("(2+3) ms") << dim::second << 5e-3;
    QTest::newRow("12.5/1.2 milliseconds") << dim::second << 12.5e-3 / 1.2;
    QTest::newRow("3/2 GB") << dim::byte << 1.5e9;
    QTest::newRow("3/2 TB/s") << dim::bytePerSecond << 1.5e12;
    // these have a reading of their own
    QTest::newRow("80 GB / 3.2 TB/s") << dim::second << 0.025;
    QTest::newRow("3*2 ms") << dim::second << 6e-3;
    QTest::newRow("7.5e9/2e12") << dim::second << 3.75e-3;
}

void TstTypedNumber::aUnitBehindAQuotientIsThatOfItsResult()
{
    QFETCH(core::Dim, dim);
    QFETCH(double, value);
    const auto number = typedNumber(QTest::currentDataTag(), dim);
    QVERIFY2(number, number ? "" : number.error().c_str());
    QVERIFY2(std::abs(number->value / value - 1) < 1e-12, QByteArray::number(number->value).constData());
    QCOMPARE(number->digits, 0); // none of what is calculated
}

void TstTypedNumber::aUnitThatFitsNothingIsRefused()
{
    for (const char* text :
         {"12.5 GB/1.2 ms", "12.5/1.2 GB", "12.5/1.2 ms/GB", "1/2 ms + 3", "3+12.5/1.2 ms", "12.5-1.2 ms", "12.5/0 ms",
          "ms", "/2 ms", "3/ ms", "(3/2 ms", "3/2) ms", "3/2 gb", "3 ms/2 ms", "80 GB / 3.2 GB"}) {
        const auto number = typedNumber(text, dim::second);
        QVERIFY2(!number && number.error().ends_with('.'), text);
    }
}

void TstTypedNumber::whatHasNoUnitIsBare()
{
    for (const char* bare : {"40", "4e11", "3*1024", "1,024", "(2 + 3)"})
        QVERIFY2(typedNumber(bare, dim::byte)->bare, bare);
    for (const char* written : {"40 GB", "4e11 bytes", "4k"})
        QVERIFY2(!typedNumber(written, dim::byte)->bare, written);
    QVERIFY(!typedNumber("40 %", dim::count)->bare);
}

/// Put together from what answers are made of, in any order.
void TstTypedNumber::anyTextIsReadOrRefused()
{
    constexpr std::array parts{"1",  "20",  ".",       ",", "e",    "E-3",  "^",      "**",   " × ",     "10^",
                               "·",  "−",   "-",       " ", "per",  "FLOP", "FLOPS",  "GB",   "percent", "%",
                               "bn", "(",   ")",       "~", "=",    "µs",   "never",  "k",    "/",       "s",
                               "x",  "two", "million", "²", "\xb5", "\xe2", "about ", "cent", "PS"};
    std::minstd_rand random(2026);
    for (int i = 0; i < 20000; ++i) {
        std::string text;
        for (auto left = random() % 9; left > 0; --left)
            text += parts[random() % parts.size()];
        for (const Dim dim : {dim::count, dim::byte, dim::flopPerSecond, dim::perSecond}) {
            const auto number = typedNumber(text, dim, "token");
            QVERIFY2(number ? !std::isnan(number->value) : number.error().ends_with('.'), text.c_str());
            QVERIFY2(!number || !number->roundsWhole(7e300), text.c_str());
        }
    }
}

/// Zeros at the end of a whole number are looked for by powers of ten, of which these have none.
void TstTypedNumber::digitsBelowAllNumbersAreNone()
{
    for (const std::string& text : {std::string("4.9e-324"), std::string("1.5e-323"), "0." + std::string(330, '3')}) {
        const auto number = typedNumber(text, dim::byte);
        QVERIFY(!number || !number->roundsWhole(number->value));
    }
}

ROOFLIGHT_TEST(TstTypedNumber)
#include "tst_typed_number.moc"
