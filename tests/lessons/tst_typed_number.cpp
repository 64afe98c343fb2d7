// SPDX-License-Identifier: GPL-3.0-or-later
// How a number was written, beside what it amounts to.
#include "core/lesson/typed_number.h"

#include "support/suite.h"

#include <cmath>

using namespace core;

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
    void neverIsInfinite();
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
    QTest::newRow("4 all-reduces a layer") << 4.;
    QTest::newRow("44 (80 GB)") << 44.;
    QTest::newRow("32k tokens of text") << 32768.;
    QTest::newRow("22 % of the peak") << 0.22;
    QTest::newRow("(2 + 3)") << 5.;
    QTest::newRow("44 GPUs, H100.") << 44.;
    QTest::newRow("2,750 tokens per chip") << 2750.;
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
    for (const char* text : {"41 GiB",
                             "41 GiB of HBM",
                             "8 s",
                             "3 h (all of them)",
                             "44 or 41",
                             "GPUs",
                             "44 (41)",
                             "a b c",
                             "",
                             "(",
                             "x",
                             "()",
                             "44 80GB",
                             "41 gib",
                             "41 gb",
                             "8 ms",
                             "82 percent",
                             "82 per cent",
                             "20 thousand",
                             "20 thousand GPUs"}) {
        const auto number = typedNumber(text, dim::count, "chip");
        QVERIFY2(!number && number.error().ends_with('.'), text);
    }
    QVERIFY(!typedNumber("12 bytes of it", dim::second)); // nouns stand behind counts alone
    QVERIFY(!typedNumber("12 GB each", dim::byte));
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

void TstTypedNumber::neverIsInfinite()
{
    for (const char* text : {"never", " Never ", "NEVER"})
        QVERIFY(std::isinf(typedNumber(text, dim::second)->value));
    QVERIFY(!typedNumber("nevers", dim::count));
}

ROOFLIGHT_TEST(TstTypedNumber)
#include "tst_typed_number.moc"
