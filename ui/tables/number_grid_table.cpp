// SPDX-License-Identifier: GPL-3.0-or-later
// Cells of the grid: what each says, and which number of the step that is.
#include "ui/tables/number_grid.h"
#include "ui/theme/nth.h"

#include "core/collectives/schedules/slide.h"
#include "core/numbers/step_cells.h"
#include "ui/playback/shards.h"

#include <QObject>

#include <algorithm>

namespace ui
{

namespace
{

constexpr core::ChunkNumber maxChunks = 64; // of more, those of one shard share a cell

NumberTable slideTable(const core::Holdings& holdings)
{
    NumberTable table;
    table.title = QObject::tr("Four numbers on each chip, added up; data moves up from B to A");
    for (int row = 0; row < 4; ++row) {
        table.rows.push_back(QObject::tr("%1 (chip %2)").arg(QChar(u'A' + row)).arg(core::slideChip(row)));
        table.chips.push_back(core::slideChip(row));
        table.columns.emplace_back(QChar(u'A' + row));
        table.marks.push_back(core::slideChip(row));
        for (int column = 0; column < 4; ++column) {
            const int chip = core::slideChip(row);
            const core::ChunkNumber chunk = holdings.schedule().chunks.number({.owner = core::slideChip(column)});
            int sum = 0;
            int terms = 0;
            for (const auto& term : core::slideTerms(holdings, chip, chunk)) {
                sum += term.value_or(0);
                terms += term ? 1 : 0;
            }
            table.cells.push_back({terms == 0 ? QString() : QString::number(sum), static_cast<float>(terms) / 4,
                                   "slide_sum", static_cast<int>(chunk)});
        }
    }
    return table;
}

/// A column is a chunk, or all chunks of a shard, destination or piece.
class Columns
{
public:
    explicit Columns(const core::Schedule& schedule) : m_schedule(schedule)
    {
        const auto& chunks = schedule.chunks;
        m_whole = chunks.count() > maxChunks;
        for (core::ChunkNumber chunk = 0; chunk < chunks.count(); ++chunk) {
            const auto column = nth(m_whole ? core::shardOfChunk(schedule, chunk) : chunk);
            m_chunks.resize(std::max(m_chunks.size(), column + 1));
            m_chunks[column].push_back(chunk);
        }
    }

    bool showWhole() const { return m_whole; }
    std::size_t count() const { return m_chunks.size(); }
    const std::vector<core::ChunkNumber>& chunks(std::size_t column) const { return m_chunks[column]; }
    QString name(std::size_t column) const
    {
        const core::ChunkNumber first = m_chunks[column].front();
        const core::ChunkName name = m_schedule.chunks.name(first);
        return !m_whole                                            ? chunkName(m_schedule, first)
               : m_schedule.chunks.form().cut == core::Cut::blocks ? QStringLiteral("→%1").arg(name.owner)
                                                                   : shardName(m_schedule, name);
    }

private:
    const core::Schedule& m_schedule;
    std::vector<std::vector<core::ChunkNumber>> m_chunks;
    bool m_whole = false;
};

/// The name of a complete shard, "2/4" for an incomplete one; for sums the number of terms, "3–5" where segments
/// differ.
GridCell cellOf(const core::Holdings& holdings, int chip, const std::vector<core::ChunkNumber>& chunks,
                const QString& name)
{
    int min = holdings.terms(chip, chunks.front());
    int max = 0;
    int all = 0;
    core::ChunkNumber fullest = chunks.front();
    for (const core::ChunkNumber chunk : chunks) {
        const int terms = holdings.terms(chip, chunk);
        min = std::min(min, terms);
        fullest = terms > max ? chunk : fullest;
        max = std::max(max, terms);
        all += terms;
    }
    const auto parts = static_cast<int>(chunks.size());
    const int full = parts * (holdings.sums() ? holdings.schedule().topology.chips() : 1);
    const float share = static_cast<float>(all) / static_cast<float>(full);
    if (all == 0) {
        return {};
    }
    if (holdings.sums()) {
        const QString range = QStringLiteral("%1–%2").arg(min).arg(max);
        return {min == max ? QString::number(max) : range, share, "terms", static_cast<int>(fullest)};
    }
    return {all == full ? name : QStringLiteral("%1/%2").arg(all).arg(parts), share, "chunks",
            core::shardOfChunk(holdings.schedule(), chunks.front())};
}

QString titleOf(const core::Holdings& holdings, const Columns& columns)
{
    if (holdings.sums()) {
        return columns.showWhole()
                   ? QObject::tr("Terms that are in each sum, one of every chip at last; 3–5 where its segments differ")
                   : QObject::tr("Terms that are in each sum, one of every chip at last");
    }
    if (!columns.showWhole()) {
        return QObject::tr("What each chip holds");
    }
    return holdings.schedule().chunks.form().cut == core::Cut::blocks
               ? QObject::tr("What each chip holds for each other: 2/4 is two segments of four")
               : QObject::tr("What each chip holds: 2/4 is two segments of four");
}

} // namespace

std::optional<NumberTable> numberTable(const core::Holdings& holdings)
{
    const auto& schedule = holdings.schedule();
    const int chips = schedule.topology.chips();
    if (chips > NumberGrid::maxChips) {
        return std::nullopt;
    }
    if (core::isSlide(schedule)) {
        return slideTable(holdings);
    }
    const Columns columns(schedule);
    NumberTable table;
    table.title = titleOf(holdings, columns);
    for (std::size_t column = 0; column < columns.count(); ++column) {
        table.columns.push_back(columns.name(column));
        table.marks.push_back(markOfChunk(schedule, columns.chunks(column).front()));
    }
    for (int chip = 0; chip < chips; ++chip) {
        table.rows.push_back(chipName(schedule.topology, chip));
        table.chips.push_back(chip);
        for (std::size_t column = 0; column < columns.count(); ++column) {
            table.cells.push_back(cellOf(holdings, chip, columns.chunks(column), table.columns[column]));
        }
    }
    return table;
}

} // namespace ui
