// SPDX-License-Identifier: GPL-3.0-or-later
// Checks over random formulas that each line, worked out as written, gives the shown result to the shown digits.
#include "core/derive/render.h"
#include "core/derive/traced.h"
#include "support/evaluate_line.h"
#include "support/suite.h"

#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <list>
#include <random>
#include <string>
#include <vector>

using namespace core;

namespace
{

constexpr std::array dims{dim::count,
                          dim::byte,
                          dim::second,
                          dim::flop,
                          dim::bytePerSecond,
                          dim::flopPerSecond,
                          dim::flopPerByte,
                          dim::dollar,
                          dim::perSecond,
                          dim::dollarPerSecond,
                          dim::byte* dim::second};

/// Grows a random expression of a wanted dimension on a tape. All choices come from one seed, so that a failure is
/// told by a number.
class Grower
{
public:
    Grower(Tape& tape, std::uint64_t seed, bool wild) : m_tape(tape), m_random(seed), m_wild(wild) {}

    Traced grow(Dim d, int depth)
    {
        Traced result = depth == 0 ? leaf(d) : operation(d, depth - 1);
        return depth > 0 && choose(4) == 0 && result.tape() ? named(result, d) : result;
    }

    Traced named(const Traced& value, Dim d)
    {
        m_names.push_back("f_" + std::to_string(m_names.size()));
        return value.named({.symbol = m_names.back(), .title = m_names.back(), .dim = d});
    }

private:
    int choose(int below) { return static_cast<int>(m_random() % static_cast<std::uint64_t>(below)); }

    double number(Dim d)
    {
        const int kind = choose(12);
        if (m_wild && kind == 0)
            return 0;
        const double sign = m_wild && choose(8) == 0 ? -1 : 1;
        if (kind < (d == dim::count ? 8 : 4))
            return sign * (1 + choose(kind % 2 ? 64 : 100000000));
        const double mantissa = 1 + static_cast<double>(m_random() % 900000000000000ull) / 1e14;
        return sign * mantissa * std::pow(10, choose(28) - 12);
    }

    Traced leaf(Dim d)
    {
        if (choose(5) == 0)
            return 2 + choose(12); // a literal of the formula, whatever its unit; a 1 would leave no trace
        return input(d);
    }

    Traced input(Dim d)
    {
        if (!m_leaves.empty() && choose(6) == 0) {
            for (const auto& [dimension, value] : m_leaves) {
                if (dimension == d)
                    return value;
            }
        }
        m_names.push_back("x_" + std::to_string(m_names.size()));
        m_leaves.push_back({d, Traced::input(m_tape, number(d), {.symbol = m_names.back(), .dim = d})});
        return m_leaves.back().second;
    }

    Traced operation(Dim d, int depth)
    {
        const Dim other = dims.at(static_cast<std::size_t>(choose(static_cast<int>(dims.size()))));
        switch (choose(d == dim::count ? 12 : 9)) {
        case 0:
        case 1:
            return both(d, d, depth, [](auto& a, auto& b) { return a + b; });
        case 2:
            return both(d, d, depth, [](auto& a, auto& b) { return a - b; });
        case 3:
            return both(d, d, depth, [](auto& a, auto& b) { return larger(a, b); });
        case 4:
            return both(d, d, depth, [](auto& a, auto& b) { return smaller(a, b); });
        case 5:
        case 6:
            return both(d / other, other, depth, [](auto& a, auto& b) { return a * b; });
        case 7:
            return both(d * other, other, depth, [](auto& a, auto& b) { return a / b; });
        case 8:
            return root(grow(d * d, depth));
        case 9:
            return roundUp(grow(d, depth));
        case 10:
            return roundDown(grow(d, depth));
        default:
            return power(grow(d, depth), Traced(1 + choose(3)));
        }
    }

    template <class Work> Traced both(Dim left, Dim right, int depth, Work work)
    {
        const Traced b = grow(right, depth);
        Traced a = grow(left, choose(depth + 1));
        if (!a.tape() && !b.tape()) // two literals are one literal, and that may be 1
            a = input(left);
        return choose(2) ? work(a, b) : workSwapped(left == right, a, b, work);
    }

    template <class Work> static Traced workSwapped(bool may, const Traced& a, const Traced& b, Work work)
    {
        return may ? work(b, a) : work(a, b);
    }

    Tape& m_tape;
    std::mt19937_64 m_random;
    bool m_wild; // zeros and negative numbers too
    std::vector<std::pair<Dim, Traced>> m_leaves;
    std::list<std::string> m_names;
};

std::string disagreementOf(std::uint64_t seed, bool wild)
{
    Tape tape;
    Grower grower(tape, seed, wild);
    const Dim d = dims.at(seed % dims.size());
    const Traced value = grower.grow(d, 1 + static_cast<int>(seed / 16 % 5));
    const Traced root = value.tape() ? grower.named(value, d) : value;
    // The maximum of a number and no number is either, by the order in which they stand; and no text tells −0 from 0.
    const auto untold = [](const TapeNode& node) {
        return std::isnan(node.value) || (node.value == 0 && std::signbit(node.value));
    };
    if (std::ranges::any_of(tape.nodes, untold))
        return {};
    const Derivation derivation = derivationTree("x", root, d);
    const std::string found = tests::disagreement(derivation);
    if (found.empty())
        return found;
    return found + "\n\n" + derivationText(derivation, TextStyle::plain, ByteUnits::decimal);
}

/// Fails the property with the sentence that says what is wrong.
void expectNone(const std::string& disagreement)
{
    if (!disagreement.empty())
        RC_FAIL(disagreement);
}

} // namespace

class TstDerivationLines : public QObject
{
    Q_OBJECT
private slots:
    void everyLineGivesItsResult();
    void everyLineGivesItsResultWithZerosAndSigns();
    void differencesOfNearlyEqualNumbersComeOut();
};

void TstDerivationLines::everyLineGivesItsResult()
{
    QVERIFY(rc::check("lines of formulas over positive numbers give their results", [](std::uint64_t seed) {
        for (std::uint64_t i = 0; i < 50; ++i)
            expectNone(disagreementOf(seed * 1000003 + i, false));
    }));
}

void TstDerivationLines::everyLineGivesItsResultWithZerosAndSigns()
{
    QVERIFY(rc::check("lines of formulas over any numbers give their results", [](std::uint64_t seed) {
        for (std::uint64_t i = 0; i < 50; ++i)
            expectNone(disagreementOf(seed * 1000003 + i, true));
    }));
}

void TstDerivationLines::differencesOfNearlyEqualNumbersComeOut()
{
    QVERIFY(rc::check("a difference of nearly equal numbers comes out", [](std::uint32_t bits, std::uint8_t gap) {
        const double a = 1 + bits / 4294967296.0;
        const double b = a * (1 + std::ldexp(1, -(gap % 52)));
        Tape tape;
        const Traced x = Traced::input(tape, a * 1e-7, {.symbol = "x", .dim = dim::second});
        const Traced y = Traced::input(tape, b * 1e-7, {.symbol = "y", .dim = dim::second});
        expectNone(tests::disagreement(derivationTree("d", y - x, dim::second)));
    }));
}

ROOFLIGHT_TEST(TstDerivationLines)
#include "tst_derivation_lines.moc"
