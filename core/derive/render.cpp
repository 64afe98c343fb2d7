// SPDX-License-Identifier: GPL-3.0-or-later
// The three lines of one step: formula, numbers put in, result.
#include "core/derive/render.h"

#include "core/derive/line.h"
#include "core/derive/typeset.h"
#include "core/quantity/nth.h"

#include <functional>

namespace core
{

namespace
{

/// Writes an expression; `leaf` says what stands at node i.
class Writer
{
public:
    Writer(const Expression& expression, TextStyle style, std::function<Piece(std::size_t)> leaf)
        : m_nodes(expression.nodes), m_style(style), m_leaf(std::move(leaf))
    {
    }

    std::string write() const { return m_nodes.empty() ? std::string() : piece(m_nodes.size() - 1).text; }

private:
    Piece piece(std::size_t i) const
    {
        const ExpressionNode& n = m_nodes[i];
        if (n.left < 0)
            return m_leaf(i);
        std::vector<Piece> operands;
        gather(n.left, n.op, operands);
        if (n.right >= 0)
            gather(n.right, n.op, operands);
        return operationPiece(n.op, operands, m_style);
    }

    /// max(max(a, b), c) is max(a, b, c).
    void gather(int index, Op parent, std::vector<Piece>& out) const
    {
        const ExpressionNode& n = m_nodes[nth(index)];
        if (n.op == parent && (parent == Op::larger || parent == Op::smaller)) {
            gather(n.left, parent, out);
            gather(n.right, parent, out);
        } else {
            out.push_back(piece(nth(index)));
        }
    }

    const std::vector<ExpressionNode>& m_nodes;
    TextStyle m_style;
    std::function<Piece(std::size_t)> m_leaf;
};

/// Constants of a formula stand without unit: 2·P·B.
Piece constantPiece(double value, TextStyle style) { return numberPiece(shownExactly(value, dim::count), style); }

Piece symbolPiece(const Derivation& derivation, int index, TextStyle style)
{
    const DerivationStep& step = derivation.steps[nth(index)];
    const std::string text = symbolText(symbolOf(step), style);
    if (style != TextStyle::html)
        return {text};
    const std::string target =
        step.fieldId.empty() ? "#step-" + std::to_string(index) : "field:" + proseText(step.fieldId, style);
    return {"<a class=\"symbol\" href=\"" + target + "\">" + text + "</a>"};
}

} // namespace

std::string expressionText(const Derivation& derivation, int step, TextStyle style)
{
    const Expression expression = asRead(derivation.steps[nth(step)].expression);
    const auto leaf = [&](std::size_t i) {
        const ExpressionNode& n = expression.nodes[i];
        return n.step < 0 ? constantPiece(n.value, style) : symbolPiece(derivation, n.step, style);
    };
    return Writer(expression, style, leaf).write();
}

std::string substitutedText(const Derivation& derivation, int step, TextStyle style, ByteUnits bytes)
{
    const Line line = chooseLine(derivation, step, bytes);
    const auto leaf = [&](std::size_t i) { return numberPiece(line.numbers[i], style); };
    return Writer(line.expression, style, leaf).write();
}

std::string resultText(const DerivationStep& step, ByteUnits bytes)
{
    if (!step.word.empty())
        return step.word;
    return format(step.value, step.dim, {.digits = resultDigits, .bytes = bytes, .countUnit = step.unit});
}

} // namespace core
