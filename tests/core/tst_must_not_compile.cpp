// SPDX-License-Identifier: GPL-3.0-or-later
// Mistakes with units that the compiler has to refuse.
#include "core/derive/formula.h"
#include "core/derive/traced.h"
#include "core/quantity/units.h"
#include "support/suite.h"

#include <string>

using namespace core;

namespace
{

template <class A, class B>
concept Addable = requires(A a, B b)
{
    a + b;
};
template <class A, class B>
concept Subtractable = requires(A a, B b)
{
    a - b;
};
template <class A, class B>
concept Multipliable = requires(A a, B b)
{
    a* b;
};
template <class A, class B>
concept Comparable = requires(A a, B b)
{
    a == b;
};
template <class A, class B>
concept Maximal = requires(A a, B b)
{
    max(a, b);
};
template <class A>
concept Rootable = requires(A a)
{
    sqrt(a);
};
template <class A>
concept Roundable = requires(A a)
{
    ceil(a);
};
template <class A, class B>
concept Raisable = requires(A a, B b)
{
    pow(a, b);
};

template <class F, class... Q>
concept CallableWith = requires(F f, Q... q)
{
    f(q...);
};

constexpr Source book{"A book", ""};
constexpr auto ringTime = formula<dim::second>("t", "Time of a ring", "e.2", book,
                                               formulas::args(formulas::bytes("V"), formulas::byteRate("W")),
                                               [](auto V, auto W) { return V / W; });
using RingTime = decltype(ringTime);

using Bytes = BytesOf<double>;
using Seconds = SecondsOf<double>;
using Count = CountOf<double>;
using TracedBytes = BytesOf<Traced>;

} // namespace

class TstMustNotCompile : public QObject
{
    Q_OBJECT
private slots:
    void unlikeUnitsDoNotMix();
    void numbersGetNoUnitByThemselves();
    void rootsRoundingAndPowersNeedTheRightUnit();
    void aFormulaTakesTheUnitsItNames();
};

void TstMustNotCompile::unlikeUnitsDoNotMix()
{
    static_assert(Addable<Bytes, Bytes> && Addable<Bytes, TracedBytes>);
    static_assert(!Addable<Bytes, Seconds> && !Addable<TracedBytes, SecondsOf<Traced>>);
    static_assert(!Subtractable<Bytes, Seconds>);
    static_assert(Comparable<Bytes, Bytes> && !Comparable<Bytes, Seconds>);
    static_assert(Maximal<Bytes, Bytes> && !Maximal<Bytes, Seconds>);
    static_assert(Multipliable<Bytes, Seconds>);
    static_assert(!Addable<FlopsOf<double>, FlopRateOf<double>>);
}

void TstMustNotCompile::numbersGetNoUnitByThemselves()
{
    static_assert(!std::is_convertible_v<double, Bytes> && !std::is_convertible_v<double, Count>);
    static_assert(!std::is_convertible_v<Bytes, double> && !std::is_convertible_v<Count, double>);
    static_assert(Addable<Count, int> && !Addable<Bytes, int> && !Addable<double, Seconds>);
    static_assert(!Comparable<Bytes, double> && !std::is_assignable_v<Bytes&, Seconds>);
    static_assert(!std::is_constructible_v<Bytes, Seconds> && !Multipliable<Bytes, std::string>);
}

void TstMustNotCompile::rootsRoundingAndPowersNeedTheRightUnit()
{
    static_assert(Rootable<Quantity<dim::byte * dim::byte>> && !Rootable<Bytes>);
    static_assert(Roundable<Count> && !Roundable<Bytes>);
    static_assert(Raisable<Count, Count> && !Raisable<Bytes, Count> && !Raisable<Count, Seconds>);
}

void TstMustNotCompile::aFormulaTakesTheUnitsItNames()
{
    using Rate = ByteRateOf<double>;
    static_assert(CallableWith<RingTime, Bytes, Rate> && CallableWith<RingTime, TracedBytes, ByteRateOf<Traced>>);
    static_assert(!CallableWith<RingTime, Rate, Bytes>);
    static_assert(!CallableWith<RingTime, Bytes> && !CallableWith<RingTime, Bytes, Rate, Count>);
    QCOMPARE(plain(ringTime(6_B, 3.0_Bps)), 2.0);
}

ROOFLIGHT_TEST(TstMustNotCompile)
#include "tst_must_not_compile.moc"
