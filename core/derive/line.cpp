// SPDX-License-Identifier: GPL-3.0-or-later
// Works out a line with rounded operands until it agrees with the result.
#include "core/derive/line.h"

#include "core/derive/render.h"
#include "core/quantity/nth.h"
#include "core/quantity/quantity.h"

#include <algorithm>
#include <cmath>

namespace core
{

namespace
{

constexpr int minDigits = 4;
constexpr int maxDigits = 10; // beyond, the last bits of a double would count: then all digits are shown
constexpr double wholeInFull = 1e15;
constexpr double clearOfTies = 0.02; // of a unit of the last shown digit

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
        const ExpressionNode& n = m_from.nodes[nth(index)];
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
        const ExpressionNode& r = m_from.nodes[nth(right)];
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
        const double left = n.left >= 0 ? values[nth(n.left)] : line.numbers[i].value;
        values.push_back(apply(n.op, left, n.right >= 0 ? values[nth(n.right)] : 0));
    }
    return values.back();
}

/// A formula that names seconds, as T / 86,400 s, is read in seconds.
bool namesSeconds(const Expression& expression)
{
    return std::any_of(expression.nodes.begin(), expression.nodes.end(), [](const ExpressionNode& n) {
        return n.op == Op::constant && n.dim == dim::second && n.value != 0;
    });
}

Shown operand(const ExpressionNode& n, int digits, ByteUnits bytes, bool inSeconds)
{
    if (n.step < 0 || digits > maxDigits)
        return shownExactly(n.value, n.dim);
    const bool seconds = inSeconds && n.dim == dim::second && std::isfinite(n.value);
    Shown out = shown(n.value, seconds ? dim::count : n.dim, {.digits = digits, .bytes = bytes});
    if (seconds)
        out.unit = "s";
    return out;
}

void putIn(Line& line, int digits, ByteUnits bytes)
{
    line.numbers.assign(line.expression.nodes.size(), {});
    const bool inSeconds = namesSeconds(line.expression);
    for (std::size_t i = 0; i < line.numbers.size(); ++i) {
        const ExpressionNode& n = line.expression.nodes[i];
        if (n.left >= 0)
            continue;
        line.numbers[i] = operand(n, digits, bytes, inSeconds);
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
    const int digits = step.dim == dim::count ? digitsOfCount(std::abs(step.value), resultDigits) : resultDigits;
    const double clear = clearOfTies * std::pow(10, -digits);
    const std::string result = format(step.value, step.dim, options);
    return format(found * (1 - clear), step.dim, options) == result &&
           format(found * (1 + clear), step.dim, options) == result;
}

/// The operands of max(max(a, b), c), as nodes of the line.
void gatherOperands(const Line& line, int index, Op op, std::vector<std::size_t>& out)
{
    const ExpressionNode& n = line.expression.nodes[nth(index)];
    if (n.op != op || n.right < 0)
        return out.push_back(nth(index));
    gatherOperands(line, n.left, op, out);
    gatherOperands(line, n.right, op, out);
}

/// Whether a reader sees which operand of a maximum or minimum it is.
bool tellsApart(const Line& line)
{
    constexpr double apart = 1e-6; // relative; closer ones may as well be equal
    const auto& nodes = line.expression.nodes;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (nodes[i].op != Op::larger && nodes[i].op != Op::smaller)
            continue;
        std::vector<std::size_t> operands;
        gatherOperands(line, static_cast<int>(i), nodes[i].op, operands);
        for (const auto a : operands)
            for (const auto b : operands)
                if (nodes[a].left < 0 && nodes[b].left < 0 &&
                    nodes[a].value - nodes[b].value > apart * nodes[a].value &&
                    line.numbers[a].text() == line.numbers[b].text())
                    return false;
    }
    return true;
}

} // namespace

Expression asRead(const Expression& expression) { return Rotation(expression).run(); }

Line chooseLine(const Derivation& derivation, int index, ByteUnits bytes)
{
    const DerivationStep& step = derivation.steps[nth(index)];
    Line line{asRead(step.expression), {}};
    if (line.expression.nodes.empty())
        return line;
    for (int digits = minDigits; digits <= maxDigits; ++digits) {
        putIn(line, digits, bytes);
        if (agrees(workOut(line), step, bytes) && tellsApart(line))
            return line;
    }
    line.expression = step.expression;
    putIn(line, maxDigits + 1, bytes);
    return line;
}

} // namespace core
