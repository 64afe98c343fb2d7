// SPDX-License-Identifier: GPL-3.0-or-later
// A number that remembers: a double plus the place on a tape that says which operation gave it.
#pragma once

#include "core/derive/op.h"
#include "core/derive/source.h"
#include "core/quantity/quantity.h"

#include <cmath>
#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace core
{

/// What a formula or an input says about the number it gives.
struct Label {
    std::string_view symbol = {};
    std::string_view context = {}; // "X" in T[X]; empty when the symbol needs none
    std::string_view title = {};
    std::string_view equation = {}; // section of the cost model, "g.4"; empty for inputs
    const Source* source = nullptr;
    Dim dim = {};
    std::string_view fieldId = {}; // inputs: the field; empty for formulas
    std::string citation = {};     // inputs: preset citation, "default" or "you"
    std::string_view unit = {};    // what a count counts: "token", "chip"
};

/// One recorded operation; operands are indices into the tape, -1 where there is none.
struct TapeNode {
    Op op = Op::constant;
    int left = -1;
    int right = -1;
    double value = 0;
    int label = -1; // into Tape::labels for `input` and `named`
};

/// Append-only record of one evaluation. It never leaves derive().
struct Tape {
    std::vector<TapeNode> nodes;
    std::vector<Label> labels;
    std::deque<std::string> texts; // that labels refer to and nobody else keeps

    int push(Op op, int left, int right, double value, int label = -1)
    {
        nodes.push_back({op, left, right, value, label});
        return static_cast<int>(nodes.size()) - 1;
    }
};

/// A double with a memory. Without a tape it is a constant (a literal of a formula).
class Traced
{
public:
    Traced() = default;
    Traced(double constant) : m_value(constant) {} // NOLINT(google-explicit-constructor): literals are constants
    Traced(Tape& tape, int node, double value) : m_value(value), m_tape(&tape), m_node(node) {}

    static Traced input(Tape& tape, double value, Label label)
    {
        tape.labels.push_back(std::move(label));
        const int node = tape.push(Op::input, -1, -1, value, static_cast<int>(tape.labels.size()) - 1);
        return {tape, node, value};
    }

    double value() const { return m_value; }
    int node() const { return m_node; }
    Tape* tape() const { return m_tape; }

    /// The same number with a name. A constant (no operand was traced) stays a constant.
    Traced named(Label label) const
    {
        if (!m_tape)
            return *this;
        m_tape->labels.push_back(std::move(label));
        const int index = static_cast<int>(m_tape->labels.size()) - 1;
        return {*m_tape, m_tape->push(Op::named, m_node, -1, m_value, index), m_value};
    }

    /// The same number as somebody else rounded it.
    Traced settled(double value) const
    {
        if (m_tape)
            m_tape->nodes[static_cast<std::size_t>(m_node)].value = value;
        Traced other = *this;
        other.m_value = value;
        return other;
    }

    static Traced combine(Op op, const Traced& a, const Traced& b, double value)
    {
        Tape* tape = a.m_tape ? a.m_tape : b.m_tape;
        if (!tape)
            return {value};
        const int left = a.nodeOn(*tape);
        const int right = b.nodeOn(*tape);
        return {*tape, tape->push(op, left, right, value), value};
    }

    static Traced apply(Op op, const Traced& a, double value)
    {
        return a.m_tape ? Traced(*a.m_tape, a.m_tape->push(op, a.m_node, -1, value), value) : Traced(value);
    }

    // A term that does not occur is passed as the constant 0, a factor as the constant 1 (or 0); neither is recorded,
    // so that the line shows what is there. The value is the same to the last bit.
    friend Traced operator+(const Traced& a, const Traced& b)
    {
        if (b.is(0))
            return a;
        return a.is(0) ? b : combine(Op::add, a, b, a.m_value + b.m_value);
    }
    friend Traced operator-(const Traced& a, const Traced& b)
    {
        return b.is(0) ? a : combine(Op::subtract, a, b, a.m_value - b.m_value);
    }
    friend Traced operator*(const Traced& a, const Traced& b)
    {
        if (b.is(1) || (a.is(0) && std::isfinite(b.m_value)))
            return a;
        const bool drop = a.is(1) || (b.is(0) && std::isfinite(a.m_value));
        return drop ? b : combine(Op::multiply, a, b, a.m_value * b.m_value);
    }
    friend Traced operator/(const Traced& a, const Traced& b)
    {
        return b.is(1) ? a : combine(Op::divide, a, b, a.m_value / b.m_value);
    }
    friend Traced larger(const Traced& a, const Traced& b)
    {
        if (b.is(0) && a.isTerm() && a.m_value >= 0)
            return a;
        const bool drop = a.is(0) && b.isTerm() && b.m_value >= 0;
        return drop ? b : combine(Op::larger, a, b, detail::larger(a.m_value, b.m_value));
    }
    friend Traced smaller(const Traced& a, const Traced& b)
    {
        return combine(Op::smaller, a, b, detail::smaller(a.m_value, b.m_value));
    }
    friend Traced root(const Traced& a) { return apply(Op::root, a, detail::root(a.m_value)); }
    friend Traced roundUp(const Traced& a) { return apply(Op::roundUp, a, detail::roundUp(a.m_value)); }
    friend Traced roundDown(const Traced& a) { return apply(Op::roundDown, a, detail::roundDown(a.m_value)); }
    friend Traced power(const Traced& a, const Traced& b)
    {
        return combine(Op::power, a, b, detail::power(a.m_value, b.m_value));
    }

private:
    bool is(double constant) const { return !m_tape && m_value == constant; }
    /// A constant, an input or a named number, or the larger of such: something that occurs or not, as a whole.
    bool isTerm() const
    {
        const auto op = m_tape ? m_tape->nodes[static_cast<std::size_t>(m_node)].op : Op::constant;
        return op == Op::constant || op == Op::input || op == Op::named || op == Op::larger;
    }
    int nodeOn(Tape& tape) const { return m_tape ? m_node : tape.push(Op::constant, -1, -1, m_value); }

    double m_value = 0;
    Tape* m_tape = nullptr;
    int m_node = -1;
};

template <Dim D> double plain(const Quantity<D, Traced>& q) { return q.si().value(); }

} // namespace core
