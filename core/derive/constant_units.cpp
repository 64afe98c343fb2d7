// SPDX-License-Identifier: GPL-3.0-or-later
// Dimensions upwards as if constants had none, then what is missing downwards into the constants.
#include "core/derive/constant_units.h"

#include "core/quantity/nth.h"

namespace core
{

namespace
{

class Settler
{
public:
    explicit Settler(Expression& expression) : m_nodes(expression.nodes), m_free(expression.nodes.size(), false) {}

    void run(Dim wanted)
    {
        for (std::size_t i = 0; i < m_nodes.size(); ++i)
            gather(i);
        // Parents stand after their children, so each node knows what is wanted of it when its turn comes.
        std::vector<Dim> want(m_nodes.size());
        want.back() = wanted;
        for (std::size_t i = m_nodes.size(); i-- > 0;)
            hand(i, want);
    }

private:
    void gather(std::size_t i)
    {
        ExpressionNode& n = m_nodes[i];
        if (n.step >= 0)
            return;
        const Dim left = n.left >= 0 ? m_nodes[nth(n.left)].dim : dim::count;
        const Dim right = n.right >= 0 ? m_nodes[nth(n.right)].dim : dim::count;
        const bool leftFree = n.left >= 0 && m_free[nth(n.left)];
        const bool rightFree = n.right >= 0 && m_free[nth(n.right)];
        switch (n.op) {
        case Op::constant:
            n.dim = dim::count;
            m_free[i] = true;
            break;
        case Op::multiply:
        case Op::divide:
            n.dim = n.op == Op::multiply ? left * right : left / right;
            m_free[i] = leftFree || rightFree;
            break;
        case Op::add:
        case Op::subtract:
        case Op::larger:
        case Op::smaller:
            n.dim = leftFree ? right : left;
            m_free[i] = leftFree && rightFree;
            break;
        case Op::root:
            n.dim = squareRoot(left);
            m_free[i] = leftFree;
            break;
        case Op::input:
        case Op::named:
        case Op::roundUp:
        case Op::roundDown:
        case Op::power:
            n.dim = dim::count;
            break;
        }
    }

    /// Passes on to the children what is wanted of node i.
    void hand(std::size_t i, std::vector<Dim>& want)
    {
        ExpressionNode& n = m_nodes[i];
        if (n.step >= 0)
            return;
        const Dim left = n.left >= 0 ? m_nodes[nth(n.left)].dim : dim::count;
        const Dim right = n.right >= 0 ? m_nodes[nth(n.right)].dim : dim::count;
        const bool leftFree = n.left >= 0 && m_free[nth(n.left)];
        const bool rightFree = n.right >= 0 && m_free[nth(n.right)];
        const Dim missing = want[i] / n.dim;
        switch (n.op) {
        case Op::multiply:
        case Op::divide: {
            const Dim rightMissing = n.op == Op::multiply ? missing : dim::count / missing;
            want[nth(n.left)] = leftFree ? left * missing : left;
            want[nth(n.right)] = leftFree || !rightFree ? right : right * rightMissing;
            break;
        }
        case Op::root:
            want[nth(n.left)] = want[i] * want[i];
            break;
        case Op::add:
        case Op::subtract:
        case Op::larger:
        case Op::smaller:
            want[nth(n.left)] = want[i];
            want[nth(n.right)] = want[i];
            break;
        default: // rounding and powers are of counts
            break;
        }
        n.dim = want[i];
    }

    std::vector<ExpressionNode>& m_nodes;
    std::vector<bool> m_free; // a constant below can still take a unit
};

} // namespace

void settleConstantUnits(Expression& expression, Dim wanted)
{
    if (!expression.nodes.empty())
        Settler(expression).run(wanted);
}

} // namespace core
