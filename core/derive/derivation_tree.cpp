// SPDX-License-Identifier: GPL-3.0-or-later
// From the tape of one evaluation to the steps behind one number.
#include "core/derive/derivation.h"

#include "core/derive/constant_units.h"
#include "core/derive/traced.h"
#include "core/quantity/nth.h"

#include <bit>
#include <cstdint>
#include <map>
#include <tuple>

namespace core
{

namespace
{

/// Two nodes with the same key are one step for the reader.
using Key = std::tuple<std::string_view, std::string_view, std::string_view, std::string_view, std::uint64_t>;

class TapeReader
{
public:
    TapeReader(const Tape& tape, Derivation& out) : m_tape(tape), m_out(out) {}

    /// Adds the step of a named or input node, and those it rests on, unless it is there; gives its index.
    int visit(int node)
    {
        node = innermost(node);
        const Key key = keyOf(node);
        if (const auto found = m_steps.find(key); found != m_steps.end() && !m_open[nth(found->second)])
            return found->second;
        const int index = open(describe(labelOf(node), m_tape.nodes[nth(node)].value));
        m_steps[key] = index;
        if (m_tape.nodes[nth(node)].op == Op::named)
            fill(index, m_tape.nodes[nth(node)].left);
        m_open[nth(index)] = false;
        return index;
    }

    /// The step of a root that nobody named.
    void visitUnnamed(int node, Dim d)
    {
        DerivationStep step;
        step.symbol = m_out.id;
        step.dim = d;
        step.value = m_tape.nodes[nth(node)].value;
        const int index = open(std::move(step));
        fill(index, node);
        m_open[nth(index)] = false;
    }

    bool hasLabel(int node) const { return m_tape.nodes[nth(node)].label >= 0; }

private:
    const Label& labelOf(int node) const { return m_tape.labels[nth(m_tape.nodes[nth(node)].label)]; }

    Key keyOf(int node) const
    {
        const Label& label = labelOf(node);
        const auto bits = std::bit_cast<std::uint64_t>(m_tape.nodes[nth(node)].value); // NaN has no order
        return {label.symbol, label.context, label.title, label.fieldId, bits};
    }

    /// A name given twice to the same number is one name: the inner one has the arithmetic.
    int innermost(int node) const
    {
        while (m_tape.nodes[nth(node)].op == Op::named) {
            const int inner = m_tape.nodes[nth(node)].left;
            if (!hasLabel(inner) || keyOf(inner) != keyOf(node))
                break;
            node = inner;
        }
        return node;
    }

    int open(DerivationStep step)
    {
        m_out.steps.push_back(std::move(step));
        m_open.push_back(true);
        return static_cast<int>(m_out.steps.size()) - 1;
    }

    static DerivationStep describe(const Label& label, double value)
    {
        DerivationStep step;
        step.symbol = label.symbol;
        if (!label.context.empty())
            step.symbol += "[" + std::string(label.context) + "]";
        step.title = label.title;
        step.equation = label.equation;
        step.fieldId = label.fieldId;
        step.unit = label.unit;
        step.dim = label.dim;
        step.value = value;
        step.source = label.citation == "you" ? "your input" : label.citation;
        if (label.source) {
            step.source = label.source->title;
            step.sourceUrl = label.source->url;
        }
        return step;
    }

    void fill(int step, int node)
    {
        Expression expression;
        place(expression, node);
        settleConstantUnits(expression, m_out.steps[nth(step)].dim);
        m_out.steps[nth(step)].expression = std::move(expression);
    }

    int place(Expression& expression, int node)
    {
        const TapeNode& from = m_tape.nodes[nth(node)];
        ExpressionNode to;
        to.op = from.op;
        to.value = from.value;
        if (hasLabel(node)) {
            to.step = visit(node);
            to.dim = m_out.steps[nth(to.step)].dim;
        } else {
            to.left = from.left >= 0 ? place(expression, from.left) : -1;
            to.right = from.right >= 0 ? place(expression, from.right) : -1;
        }
        expression.nodes.push_back(to);
        return static_cast<int>(expression.nodes.size()) - 1;
    }

    const Tape& m_tape;
    Derivation& m_out;
    std::map<Key, int> m_steps;
    std::vector<bool> m_open; // steps whose operands are still being read: reusing one would run in a circle
};

} // namespace

Derivation derivationTree(std::string id, const Traced& root, Dim dim)
{
    Derivation result;
    result.id = std::move(id);
    if (!root.tape()) {
        DerivationStep step;
        step.symbol = result.id;
        step.dim = dim;
        step.value = root.value();
        result.steps.push_back(std::move(step));
        return result;
    }
    TapeReader reader(*root.tape(), result);
    if (reader.hasLabel(root.node()))
        reader.visit(root.node());
    else
        reader.visitUnnamed(root.node(), dim);
    return result;
}

} // namespace core
