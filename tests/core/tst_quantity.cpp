// SPDX-License-Identifier: GPL-3.0-or-later
// Checks the algebra of dimensions and quantities.
#include "core/derive/traced.h"
#include "core/quantity/format.h"
#include "core/quantity/units.h"
#include "support/suite.h"

#include <cstring>

using namespace core;

class TstQuantity : public QObject
{
    Q_OBJECT
private slots:
    void dimensionsMultiplyAndDivide();
    void aTimeIsBytesOverBandwidth();
    void bareNumbersAreCounts();
    void theGreatestOfManyIsFound();
    void rootsHalveTheDimension();
    void tracedArithmeticIsTheSameArithmetic();
    void siUnitsAreSpelt_data();
    void siUnitsAreSpelt();
};

void TstQuantity::dimensionsMultiplyAndDivide()
{
    static_assert(dim::byte / dim::second == dim::bytePerSecond);
    static_assert(dim::bytePerSecond * dim::second == dim::byte);
    static_assert(dim::flop / dim::byte == dim::flopPerByte);
    static_assert(dim::byte / dim::byte == dim::count);
    static_assert(hasSquareRoot(dim::byte * dim::byte) && !hasSquareRoot(dim::byte));
    static_assert(squareRoot(dim::byte * dim::byte) == dim::byte);
    static_assert(decltype(1_flop / 1.0_FLOPps)::dim == dim::second);
    QCOMPARE(sizeof(Quantity<dim::byte>), sizeof(double));
}

void TstQuantity::aTimeIsBytesOverBandwidth()
{
    const auto time = 90_B / 45.0_Bps; // 90 / 45
    static_assert(decltype(time)::dim == dim::second);
    QCOMPARE(time.si(), 2.0);
    QCOMPARE((time + 3.0_s).si(), 5.0);
    QCOMPARE((time - 3.0_s).si(), -1.0);
}

void TstQuantity::bareNumbersAreCounts()
{
    QCOMPARE((2 * 3_B).si(), 6.0);
    QCOMPARE((3_B / 2).si(), 1.5);
    QCOMPARE((1 / 4.0_s).si(), 0.25);
    static_assert(decltype(1 / 4.0_s)::dim == dim::perSecond);
    QCOMPARE((Quantity<dim::count>(8) - 1).si(), 7.0);
    QCOMPARE((1 - Quantity<dim::count>(8)).si(), -7.0);
    QCOMPARE((1 + Quantity<dim::count>(8)).si(), 9.0);
}

void TstQuantity::theGreatestOfManyIsFound()
{
    QCOMPARE(max(1.0_s, 3.0_s, 2.0_s).si(), 3.0);
    QCOMPARE(min(4_B, 3_B).si(), 3.0);
}

void TstQuantity::rootsHalveTheDimension()
{
    const auto side = sqrt(3_B * 12_B); // √36
    static_assert(decltype(side)::dim == dim::byte);
    QCOMPARE(side.si(), 6.0);
    QCOMPARE(ceil(Quantity<dim::count>(2.1)).si(), 3.0);
    QCOMPARE(floor(Quantity<dim::count>(2.9)).si(), 2.0);
    // Whole but for rounding: 0.6 / 0.2 is 2.9999999999999996, 0.3 / 0.1 of 0.1 + 0.2 is 3.0000000000000004.
    QCOMPARE(floor(Quantity<dim::count>(0.6 / 0.2)).si(), 3.0);
    QCOMPARE(ceil(Quantity<dim::count>((0.1 + 0.2) / 0.1)).si(), 3.0);
    QCOMPARE(floor(Quantity<dim::count>(3 - 1e-9)).si(), 2.0);
    QCOMPARE(ceil(Quantity<dim::count>(3 + 1e-9)).si(), 4.0);
    QCOMPARE(pow(Quantity<dim::count>(2), Quantity<dim::count>(10)).si(), 1024.0);
}

void TstQuantity::tracedArithmeticIsTheSameArithmetic()
{
    const auto work = [](auto a, auto b) {
        return max(sqrt(a * b) / 3 + 0.1 * a, a - b / 7) / (1 + ceil(a / b) * floor(b / a) + pow(a / b, b / b));
    };
    for (const double x : {0.1, 1e-300, 3e200, 17.0, 1.0 / 3}) {
        for (const double y : {0.7, 5e-9, 2e18}) {
            Tape tape;
            const Quantity<dim::byte, Traced> a(Traced::input(tape, x, {.symbol = "a", .dim = dim::byte}));
            const Quantity<dim::byte, Traced> b(Traced::input(tape, y, {.symbol = "b", .dim = dim::byte}));
            const double asTraced = work(a, b).si().value();
            const double asDouble = work(Quantity<dim::byte>(x), Quantity<dim::byte>(y)).si();
            QVERIFY(std::memcmp(&asTraced, &asDouble, sizeof(double)) == 0);
        }
    }
}

void TstQuantity::siUnitsAreSpelt_data()
{
    const auto row = [](const char* name, Dim d, const char* text) {
        QTest::newRow(name) << d.byte << d.flop << d.second << d.dollar << QString::fromUtf8(text);
    };
    for (const char* name : {"byte", "flop", "second", "dollar"})
        QTest::addColumn<int>(name);
    QTest::addColumn<QString>("text");
    row("a count is 1", dim::count, "1");
    row("bytes", dim::byte, "B");
    row("a rate", dim::flopPerSecond, "FLOP/s");
    row("an intensity", dim::flopPerByte, "FLOP/B");
    row("money", dim::dollar, "USD");
    row("a frequency", dim::perSecond, "1/s");
    row("two below the line stand in brackets", dim::count / dim::byte / dim::second, "1/(B·s)");
    row("a square", dim::byte * dim::byte * dim::second, "B^2·s");
}

void TstQuantity::siUnitsAreSpelt()
{
    QFETCH(int, byte);
    QFETCH(int, flop);
    QFETCH(int, second);
    QFETCH(int, dollar);
    QTEST(QString::fromStdString(unitText({byte, flop, second, dollar})), "text");
}

ROOFLIGHT_TEST(TstQuantity)
#include "tst_quantity.moc"
