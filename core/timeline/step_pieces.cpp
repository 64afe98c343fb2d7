// SPDX-License-Identifier: GPL-3.0-or-later
// Walks the slots in sight; a pass whose slots are all too short becomes one piece for each row and kind.
#include "core/timeline/step_pieces.h"

#include "core/timeline/slot_shape.h"
#include "core/timeline/step_timeline.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

namespace core
{

namespace
{

/// A slot of a stage: the pass, and the place of its layer in it.
struct SlotPlace {
    std::size_t pass = 0;
    int slot = 0;
};

class PieceWalk
{
public:
    PieceWalk(const StepTimeline& step, std::size_t stage, double from, double to, double least)
        : m_step(step), m_line(step.stages[stage]), m_stage(static_cast<int>(stage)), m_from(from), m_to(to),
          m_min(least), m_shapes(step.parts)
    {
    }

    std::vector<StepPiece> run()
    {
        putEnds(true);
        const auto& passes = m_line.passes;
        const auto first = std::ranges::upper_bound(passes, m_from, {}, &StagePass::end);
        for (auto pass = first; pass != passes.end() && pass->start < m_to; ++pass)
            putPass(static_cast<std::size_t>(pass - passes.begin()));
        putEnds(false);
        putUpdate();
        return std::move(m_out);
    }

private:
    int layers() const { return m_step.parts.layers; }

    /// Backward passes take the layers from the last one on.
    int layerAt(const SlotPlace& at) const
    {
        const auto& pass = m_line.passes[at.pass];
        const int local = pass.kind == SlotKind::forward ? at.slot : layers() - 1 - at.slot;
        return (pass.chunk * m_step.parts.stages + m_stage) * layers() + local;
    }

    std::optional<SlotPlace> after(const SlotPlace& at) const
    {
        if (at.slot + 1 < layers())
            return SlotPlace{at.pass, at.slot + 1};
        return at.pass + 1 < m_line.passes.size() ? std::optional(SlotPlace{at.pass + 1, 0}) : std::nullopt;
    }

    /// The one before it in which weights got gradients.
    std::optional<SlotPlace> gradientsBefore(const SlotPlace& at) const
    {
        if (at.slot > 0)
            return SlotPlace{at.pass, at.slot - 1};
        for (std::size_t pass = at.pass; pass-- > 0;)
            if (m_line.passes[pass].kind == m_step.gradients())
                return SlotPlace{pass, layers() - 1};
        return std::nullopt;
    }

    /// Of which slot a bar is that runs in the slot `at`.
    SlotPlace ownerOf(BarKind kind, const SlotPlace& at) const
    {
        if (m_step.parts.comms == Overlap::none)
            return at;
        const auto other = kind == BarKind::gather                                  ? after(at)
                           : kind == BarKind::scatter || kind == BarKind::reduction ? gradientsBefore(at)
                                                                                    : std::nullopt;
        return other.value_or(at);
    }

    StepPiece named(const StepBar& bar, const SlotPlace& owner) const
    {
        const auto& pass = m_line.passes[owner.pass];
        StepPiece piece;
        piece.row = bar.row;
        piece.kind = bar.kind;
        piece.pass = pass.kind;
        piece.microbatch = bar.kind == BarKind::reduction ? -1 : pass.microbatch;
        piece.layer = layerAt(owner);
        piece.busy = bar.end - bar.start;
        piece.exposed = bar.exposed;
        return piece;
    }

    void putPass(std::size_t index)
    {
        const auto& pass = m_line.passes[index];
        const double length = (pass.end - pass.start) / layers();
        if (length < m_min)
            return putTogether(index);
        double at = pass.start;
        for (int slot = 0; slot < layers() && at < m_to; ++slot) {
            const auto& shape = shapeOf(pass, slot);
            if (at + shape.length > m_from)
                for (const auto& bar : shape.bars)
                    putBar(bar, shape, at, {index, slot});
            at += shape.length;
        }
    }

    const SlotShape& shapeOf(const StagePass& pass, int slot)
    {
        return m_shapes.of(slot == 0 ? pass.first : slot + 1 == layers() ? pass.last : m_step.between(pass));
    }

    void putBar(const StepBar& bar, const SlotShape& shape, double at, const SlotPlace& slot)
    {
        auto piece = named(bar, ownerOf(bar.kind, slot));
        piece.start = at + bar.start;
        piece.end = at + bar.end;
        const bool before = bar.start < shape.workFrom;
        piece.exposedFrom = before ? piece.start : std::max(piece.start, at + shape.workTo);
        piece.exposedTo = before ? std::min(piece.end, at + shape.workFrom) : piece.end;
        if (!(bar.exposed > 0))
            piece.exposedTo = piece.exposedFrom;
        put(piece);
    }

    /// All slots of a pass, row by row.
    void putTogether(std::size_t index)
    {
        const auto& pass = m_line.passes[index];
        auto& sums = m_sums[{pass.first, pass.last}];
        if (sums.empty())
            sums = sumsOf(pass);
        const int layer = layerAt({index, 0});
        for (StepPiece sum : sums) {
            sum.pass = pass.kind;
            sum.microbatch = pass.microbatch;
            sum.layer = layer;
            sum.start = pass.start;
            sum.end = pass.end;
            put(sum);
        }
    }

    std::vector<StepPiece> sumsOf(const StagePass& pass)
    {
        std::vector<StepPiece> sums;
        const auto add = [&](const SlotShape& shape, int times) {
            for (const auto& bar : shape.bars) {
                auto sum = std::ranges::find_if(
                    sums, [&](const StepPiece& one) { return one.row == bar.row && one.kind == bar.kind; });
                if (sum == sums.end()) {
                    sums.push_back({.row = bar.row, .kind = bar.kind, .bars = 0});
                    sum = sums.end() - 1;
                }
                sum->busy += times * (bar.end - bar.start);
                sum->exposed += times * bar.exposed;
                sum->bars += times;
            }
        };
        add(shapeOf(pass, 0), 1);
        if (layers() > 1)
            add(shapeOf(pass, layers() - 1), 1);
        if (layers() > 2)
            add(shapeOf(pass, 1), layers() - 2);
        std::ranges::stable_sort(sums, {}, &StepPiece::kind); // alike in every pass
        return sums;
    }

    /// The first gather; or what follows the slots.
    void putEnds(bool first)
    {
        const auto& passes = m_line.passes;
        for (const auto& bar : m_step.ends(static_cast<std::size_t>(m_stage))) {
            if ((bar.kind == BarKind::gather) != first || passes.empty())
                continue;
            const SlotPlace owner = first ? SlotPlace{} : SlotPlace{passes.size() - 1, layers() - 1};
            auto piece = named(bar, owner);
            piece.start = bar.start;
            piece.end = bar.end;
            piece.exposedFrom = bar.kind == BarKind::reduction ? std::max(bar.start, m_line.slotsEnd) : bar.start;
            piece.exposedTo = std::max(bar.end, piece.exposedFrom);
            put(piece);
        }
        if (first)
            return;
        const auto busyOf = [&](StepPiece& piece) {
            const auto same = std::ranges::find_if(m_line.reductions, [&](const Reduction& one) {
                return one.row == piece.row && one.start == piece.start && one.end == piece.end;
            });
            if (piece.kind != BarKind::reduction || piece.bars != 1 || same == m_line.reductions.end())
                return;
            piece.busy = same->busy;
            piece.isPart = same->pauses;
            const int chunk = m_step.parts.chunks - 1 - same->layer / layers(); // the last one has gradients first
            piece.layer = (chunk * m_step.parts.stages + m_stage) * layers() + layers() - 1 - same->layer % layers();
        };
        std::ranges::for_each(m_out, busyOf);
    }

    /// Reads and writes memory alone.
    void putUpdate()
    {
        const double seconds = m_step.parts.update;
        if (seconds > 0 && m_step.updated() > m_from && m_step.end < m_to)
            m_out.push_back({.row = ClockRow::hbm,
                             .kind = BarKind::optimizer,
                             .start = m_step.end,
                             .end = m_step.updated(),
                             .busy = seconds});
    }

    void put(const StepPiece& piece)
    {
        if (!(piece.end > m_from && piece.start < m_to))
            return;
        const bool shortOne = piece.end - piece.start < m_min;
        auto& last = m_last[static_cast<std::size_t>(piece.row)][purposeOf(piece)];
        if (shortOne && last && std::floor((piece.start - m_from) / m_min) == last->second) {
            auto& whole = m_out[last->first];
            whole.end = std::max(whole.end, piece.end);
            whole.busy += piece.busy;
            whole.exposed += piece.exposed;
            whole.bars += piece.bars;
            whole.microbatch = whole.microbatch == piece.microbatch ? whole.microbatch : -1;
            whole.exposedTo = whole.exposedFrom;
            return;
        }
        last = shortOne ? std::optional(std::pair(m_out.size(), std::floor((piece.start - m_from) / m_min)))
                        : std::nullopt;
        m_out.push_back(piece);
    }

    const StepTimeline& m_step;
    const StageLine& m_line;
    int m_stage;
    double m_from, m_to, m_min;
    SlotShapes m_shapes;
    std::map<std::pair<SlotContent, SlotContent>, std::vector<StepPiece>> m_sums; // of passes that begin and end so
    std::vector<StepPiece> m_out;
    std::array<std::array<std::optional<std::pair<std::size_t, double>>, slotKinds + 2>, clockRows> m_last;
};

} // namespace

std::size_t purposeOf(const StepPiece& piece)
{
    if (piece.kind == BarKind::optimizer)
        return slotKinds + 1;
    const bool reduces = piece.kind == BarKind::scatter || piece.kind == BarKind::reduction;
    return reduces ? slotKinds : static_cast<std::size_t>(piece.pass);
}

std::vector<StepPiece> stepPieces(const StepTimeline& step, std::size_t stage, double from, double to, double least)
{
    auto pieces = PieceWalk(step, stage, from, to, least).run();
    for (auto& piece : pieces)
        if (piece.layer >= 0) {
            piece.lastLayer = step.parts.lastLayerOfModel(piece.layer);
            piece.layer = step.parts.layerOfModel(piece.layer);
        }
    return pieces;
}

BarsOfPass barsOfPass(const StepParts& parts, const StepPiece& piece)
{
    const double layers = static_cast<double>(parts.layers) * parts.chunks;
    return {layers, piece.kind == BarKind::reduction ? 1.0 : parts.microbatches};
}

double barCount(const StepTimeline& step)
{
    SlotShapes shapes(step.parts);
    const auto count = [&](const SlotContent& content) { return static_cast<double>(shapes.of(content).bars.size()); };
    double all = 0;
    for (std::size_t stage = 0; stage < step.stages.size(); ++stage) {
        all += static_cast<double>(step.ends(stage).size());
        for (const auto& pass : step.stages[stage].passes) {
            all += count(pass.first);
            if (step.parts.layers > 1)
                all += count(pass.last);
            if (step.parts.layers > 2)
                all += (step.parts.layers - 2) * count(step.between(pass));
        }
    }
    return all;
}

} // namespace core
