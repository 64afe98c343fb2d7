// SPDX-License-Identifier: GPL-3.0-or-later
// What may overlap follows conv.comms.
#include "core/timeline/slot_shape.h"

#include <algorithm>

namespace core
{

namespace
{

/// Puts a bar behind `at`, which moves on; nothing where it takes no time.
void put(SlotShape& shape, ClockRow row, BarKind kind, double length, double& at)
{
    if (!(length > 0))
        return;
    shape.bars.push_back({row, kind, at, at + length});
    at += length;
}

/// Sums the bars; exposed is what lies outside of the work.
void sum(SlotShape& shape, double begin, double end)
{
    shape.workFrom = begin;
    shape.workTo = end;
    for (auto& bar : shape.bars) {
        const auto row = static_cast<std::size_t>(bar.row);
        const double length = bar.end - bar.start;
        if (isNetwork(bar.row))
            bar.exposed = length - std::max(0.0, std::min(bar.end, end) - std::max(bar.start, begin));
        if (bar.kind == BarKind::scatter)
            shape.scatterDone = std::max(shape.scatterDone, bar.end);
        if (bar.kind == BarKind::reduction)
            shape.reductionDone = std::max(shape.reductionDone, bar.end);
        shape.busy[row] += length;
        shape.exposed[row] += bar.exposed;
    }
}

} // namespace

SlotShapes::SlotShapes(const StepParts& parts) : m_parts(parts) {}

const SlotShape& SlotShapes::of(const SlotContent& content)
{
    const auto found = m_shapes.find(content);
    return found != m_shapes.end() ? found->second : m_shapes.emplace(content, make(content)).first->second;
}

SlotShape SlotShapes::make(const SlotContent& content) const
{
    SlotShape shape;
    const auto& layer = m_parts.layer[static_cast<std::size_t>(content.kind)];
    if (m_parts.comms == Overlap::none)
        oneAfterAnother(layer, shape);
    else
        together(layer, content, shape);
    return shape;
}

/// Every axis on its own, or all in turn; collectives of tokens run with the math that they belong to, or behind it
/// while the other axes pause.
void SlotShapes::together(const LayerParts& layer, const SlotContent& content, SlotShape& shape) const
{
    const bool shared = m_parts.comms == Overlap::added;
    const auto alone = [&](std::size_t a) { return m_parts.comms == Overlap::tensorExposed && m_parts.tensor[a]; };
    double math = layer.mathFrom, hbm = 0, network = 0;
    put(shape, ClockRow::math, BarKind::math, layer.math, math);
    put(shape, ClockRow::hbm, BarKind::hbm, layer.hbm, hbm);
    shape.length = layer.work;
    for (std::size_t a = 0; a < meshAxes; ++a) {
        double own = 0;
        double& at = shared ? network : own;
        if (content.scatters)
            put(shape, rowOfAxis(a), BarKind::scatter, layer.scatter[a], at);
        if (content.reduces)
            put(shape, rowOfAxis(a), BarKind::reduction, m_parts.once[a], at);
        if (content.next)
            put(shape, rowOfAxis(a), BarKind::gather, m_parts.layer[static_cast<std::size_t>(*content.next)].gather[a],
                at);
        if (!alone(a))
            put(shape, rowOfAxis(a), BarKind::tokens, layer.tokens[a], at);
        shape.freeFrom[a] = at;
        shape.length = std::max(shape.length, at);
    }
    shape.networkFreeFrom = network;
    shape.freeTo = shape.length;
    for (std::size_t a = 0; a < meshAxes; ++a)
        if (alone(a))
            put(shape, rowOfAxis(a), BarKind::tokens, layer.tokens[a], shape.length);
    sum(shape, 0, layer.work);
}

void SlotShapes::oneAfterAnother(const LayerParts& layer, SlotShape& shape) const
{
    double at = 0;
    for (std::size_t a = 0; a < meshAxes; ++a)
        put(shape, rowOfAxis(a), BarKind::gather, layer.gather[a], at);
    const double begin = at;
    double hbm = at;
    at += layer.mathFrom;
    put(shape, ClockRow::math, BarKind::math, layer.math, at);
    put(shape, ClockRow::hbm, BarKind::hbm, layer.hbm, hbm);
    at = begin + layer.work;
    for (std::size_t a = 0; a < meshAxes; ++a)
        put(shape, rowOfAxis(a), BarKind::tokens, layer.tokens[a], at);
    for (std::size_t a = 0; a < meshAxes; ++a)
        put(shape, rowOfAxis(a), BarKind::scatter, layer.scatter[a], at);
    shape.length = at;
    shape.freeFrom.fill(at);
    shape.freeTo = at;
    shape.networkFreeFrom = at;
    sum(shape, begin, begin + layer.work);
}

} // namespace core
