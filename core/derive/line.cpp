// SPDX-License-Identifier: GPL-3.0-or-later
// Works out a line with rounded operands until it agrees with the result.
#include "core/derive/line.h"

#include "core/derive/render.h"
#include "core/quantity/quantity.h"

#include <cmath>

namespace core
{

namespace
{

constexpr int leastDigits = 4;
constexpr int mostDigits = 10; // beyond, the last bits of a double would count: then all digits are shown
constexpr double wholeInFull = 1e15;
constexpr double clearOfTies = 2e-6; // relative; half a unit of the last shown digit is at least 5e-5

std::size_t at(int index) { return static_cast<std::size_t>(index); }

bool isSum(Op op) { return op == Op::add || op == Op::subtract; }
bool isProduct(Op op) { return op == Op::multiply || op == Op::divide; }

/// Copies an expression, hanging right operands of + and · to the left.
class Rotation
{
public:
    explicit Rotation(const Expression& from) : m_from(from) {}

    Expression run()
    {
        if (!m_from.nodes.empty())
            copy(static_cast<int>(m_from.nodes.size()) - 1);
        return std::move(m_to);
    }

private:
    int push(ExpressionNode node, int left, int right)
    {
        node.left = left;
        node.right = right;
        m_to.nodes.push_back(node);
        return static_cast<int>(m_to.nodes.size()) - 1;
    }

    int copy(int index)
    {
        const ExpressionNode& n = m_from.nodes[at(index)];
        if (n.left < 0)
            return push(n, -1, -1);
        const int left = copy(n.left);
        if (n.right < 0)
            return push(n, left, -1);
        return n.op == Op::add || n.op == Op::multiply ? join(n, left, n.right) : push(n, left, copy(n.right));
    }

    /// left + (a − b) as (left + a) − b, and the same for products.
    int join(const ExpressionNode& operation, int left, int right)
    {
        const ExpressionNode& r = m_from.nodes[at(right)];
        const bool same = operation.op == Op::add ? isSum(r.op) : isProduct(r.op);
        if (!same)
            return push(operation, left, copy(right));
        const int first = join(operation, left, r.left);
        return r.op == operation.op ? join(r, first, r.right) : push(r, first, copy(r.right));
    }

    const Expression& m_from;
    Expression m_to;
};

double apply(Op op, double a, double b)
{
    switch (op) {
    case Op::add:
        return a + b;
    case Op::subtract:
        return a - b;
    case Op::multiply:
        return a * b;
    case Op::divide:
        return a / b;
    case Op::larger:
        return detail::larger(a, b);
    case Op::smaller:
        return detail::smaller(a, b);
    case Op::root:
        return detail::root(a);
    case Op::roundUp:
        return detail::roundUp(a);
    case Op::roundDown:
        return detail::roundDown(a);
    case Op::power:
        return detail::power(a, b);
    default:
        return a;
    }
}

double workOut(const Line& line)
{
    std::vector<double> values;
    for (std::size_t i = 0; i < line.expression.nodes.size(); ++i) {
        const ExpressionNode& n = line.expression.nodes[i];
        const double left = n.left >= 0 ? values[at(n.left)] : line.numbers[i].value;
        values.push_back(apply(n.op, left, n.right >= 0 ? values[at(n.right)] : 0));
    }
    return values.back();
}

Shown operand(const ExpressionNode& n, int digits, ByteUnits bytes)
{
    if (n.step < 0 || digits > mostDigits)
        return shownExactly(n.value, n.dim);
    return shown(n.value, n.dim, {.digits = digits, .bytes = bytes});
}

void putIn(Line& line, int digits, ByteUnits bytes)
{
    line.numbers.assign(line.expression.nodes.size(), {});
    for (std::size_t i = 0; i < line.numbers.size(); ++i) {
        const ExpressionNode& n = line.expression.nodes[i];
        if (n.left >= 0)
            continue;
        line.numbers[i] = operand(n, digits, bytes);
        if (line.numbers[i].number == "never")
            line.numbers[i].number = "∞";
    }
}

/// `found` rounds to what is shown for the step's value, and does so by more than the last bits of a double: the
/// reader's way of working it out may differ in those.
bool agrees(double found, const DerivationStep& step, ByteUnits bytes)
{
    if (found == step.value)
        return true;
    if (!std::isfinite(step.value) || step.value == 0)
        return std::isnan(step.value) && std::isnan(found);
    if (std::signbit(found) != std::signbit(step.value) || !std::isfinite(found))
        return false;
    if (step.dim == dim::count && step.value == std::round(step.value) && std::abs(step.value) < wholeInFull &&
        std::abs(found - step.value) >= 0.5)
        return false;
    const FormatOptions options{.digits = resultDigits, .bytes = bytes, .keepZeros = true};
    const std::string result = format(step.value, step.dim, options);
    return format(found * (1 - clearOfTies), step.dim, options) == result &&
           format(found * (1 + clearOfTies), step.dim, options) == result;
}

} // namespace

Expression asRead(const Expression& expression) { return Rotation(expression).run(); }

Line chooseLine(const Derivation& derivation, int index, ByteUnits bytes)
{
    const DerivationStep& step = derivation.steps[at(index)];
    Line line{asRead(step.expression), {}};
    if (line.expression.nodes.empty())
        return line;
    for (int digits = leastDigits; digits <= mostDigits; ++digits) {
        putIn(line, digits, bytes);
        if (agrees(workOut(line), step, bytes))
            return line;
    }
    line.expression = step.expression;
    putIn(line, mostDigits + 1, bytes);
    return line;
}

} // namespace core
