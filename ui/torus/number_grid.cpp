// SPDX-License-Identifier: GPL-3.0-or-later
// Cells of the grid and their painting.
#include "ui/torus/number_grid.h"

#include "ui/theme/painting.h"
#include "ui/torus/shard_mark.h"
#include "ui/torus/shard_names.h"
#include "ui/torus/shards.h"

#include <QHelpEvent>
#include <QPaintEvent>
#include <QPainter>

#include <algorithm>

namespace ui
{

namespace
{

constexpr int mostChips = 128;
constexpr core::ChunkNumber mostChunks = 64; // of more, those of one shard share a cell
constexpr qreal rowHeight = 26;
constexpr qreal headWidth = 76;
constexpr qreal titleHeight = 40;
constexpr qreal markWidth = 8;
constexpr qreal leastCell = 40;
constexpr qreal mostCell = 64;

std::size_t place(int i) { return static_cast<std::size_t>(i); }

/// The slide's chip A is chip 0; B, C and D follow against the ring's numbering.
int mirrored(int i) { return (4 - i) % 4; }

NumberTable slideTable(const core::Holdings& holdings)
{
    NumberTable table;
    table.title = QObject::tr("Four numbers on each chip, added up; data moves up from B to A");
    for (int row = 0; row < 4; ++row) {
        table.rows.push_back(QObject::tr("%1 (chip %2)").arg(QChar(u'A' + row)).arg(mirrored(row)));
        table.columns.push_back(QString(QChar(u'A' + row)));
        table.marks.push_back(mirrored(row));
        for (int column = 0; column < 4; ++column) {
            const int chip = mirrored(row);
            const core::ChunkNumber chunk = holdings.schedule().chunks.number({.owner = mirrored(column)});
            int sum = 0;
            for (int term = 0; term < 4; ++term) {
                sum += holdings.hasTerm(chip, chunk, term) ? slideNumbers[place(mirrored(term))][place(column)] : 0;
            }
            const int terms = holdings.terms(chip, chunk);
            table.cells.push_back({terms == 0 ? QString() : QString::number(sum), static_cast<float>(terms) / 4});
        }
    }
    return table;
}

/// What has a column: a chunk, or all that is of one shard, for one chip, or of one piece.
class Columns
{
public:
    explicit Columns(const core::Schedule& schedule) : m_schedule(schedule)
    {
        const auto& chunks = schedule.chunks;
        m_whole = chunks.count() > mostChunks;
        for (core::ChunkNumber chunk = 0; chunk < chunks.count(); ++chunk) {
            const auto column = m_whole ? shardOf(chunks.name(chunk)) : static_cast<std::size_t>(chunk);
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
    std::size_t shardOf(const core::ChunkName& name) const
    {
        return place(m_schedule.chunks.form().cut == core::Cut::pieces ? name.part : name.owner);
    }

    const core::Schedule& m_schedule;
    std::vector<std::vector<core::ChunkNumber>> m_chunks;
    bool m_whole = false;
};

/// A name where all is there, "2/4" where some is; of sums their terms, "3–5" where its parts differ.
GridCell cellOf(const core::Holdings& holdings, int chip, const std::vector<core::ChunkNumber>& chunks,
                const QString& name)
{
    int least = holdings.terms(chip, chunks.front());
    int most = least;
    int all = 0;
    for (const core::ChunkNumber chunk : chunks) {
        const int terms = holdings.terms(chip, chunk);
        least = std::min(least, terms);
        most = std::max(most, terms);
        all += terms;
    }
    const auto parts = static_cast<int>(chunks.size());
    const int full = parts * (holdings.sums() ? holdings.schedule().topology.chips() : 1);
    const float share = static_cast<float>(all) / static_cast<float>(full);
    if (all == 0) {
        return {QString(), 0};
    }
    if (holdings.sums()) {
        const QString range = QStringLiteral("%1–%2").arg(least).arg(most);
        return {least == most ? QString::number(most) : range, share};
    }
    return {all == full ? name : QStringLiteral("%1/%2").arg(all).arg(parts), share};
}

QString titleOf(const core::Holdings& holdings, const Columns& columns)
{
    if (holdings.sums()) {
        const int chips = holdings.schedule().topology.chips();
        return columns.showWhole()
                   ? QObject::tr("Terms that are in each sum, of %1; 3–5 where its parts differ").arg(chips)
                   : QObject::tr("Terms that are in each sum, of %1").arg(chips);
    }
    if (!columns.showWhole()) {
        return QObject::tr("What each chip holds");
    }
    return holdings.schedule().chunks.form().cut == core::Cut::blocks
               ? QObject::tr("What each chip holds for each other: 2/4 is two parts of four")
               : QObject::tr("What each chip holds: 2/4 is two parts of four");
}

} // namespace

bool isSlide(const core::Schedule& schedule)
{
    const auto& ring = schedule.topology;
    const bool sums = core::sums(schedule.goal);
    return sums && ring.oneWay && ring.chips() == 4 && ring.axes[0].wraps && schedule.chunks.count() == 4 &&
           schedule.chunks.form().cut == core::Cut::owned;
}

std::optional<NumberTable> numberTable(const core::Holdings& holdings)
{
    const auto& schedule = holdings.schedule();
    const int chips = schedule.topology.chips();
    if (chips > mostChips) {
        return std::nullopt;
    }
    if (isSlide(schedule)) {
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
        for (std::size_t column = 0; column < columns.count(); ++column) {
            table.cells.push_back(cellOf(holdings, chip, columns.chunks(column), table.columns[column]));
        }
    }
    return table;
}

namespace
{

qreal widestText(const NumberTable& table)
{
    const QFontMetricsF metrics(uiFont(12, QFont::DemiBold));
    qreal widest = 0;
    for (const QString& name : table.columns) {
        widest = std::max(widest, metrics.horizontalAdvance(name));
    }
    return widest;
}

} // namespace

NumberGrid::NumberGrid(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("holdings"));
    setAccessibleName(tr("Who holds what"));
}

void NumberGrid::show(const core::Holdings* holdings, const QString& reason)
{
    m_table = holdings ? numberTable(*holdings) : std::nullopt;
    m_reason = holdings ? tr("%1 chips are too many to read; choose at most %2")
                              .arg(holdings->schedule().topology.chips())
                              .arg(mostChips)
                        : reason;
    QStringList spoken;
    for (std::size_t row = 0; m_table && row < m_table->rows.size(); ++row) {
        QStringList cells;
        for (std::size_t column = 0; column < m_table->columns.size(); ++column) {
            const QString& cell = m_table->at(row, column).text;
            cells << (cell.isEmpty() ? tr("nothing") : cell);
        }
        spoken << m_table->rows[row] + QStringLiteral(": ") + cells.join(QStringLiteral(", "));
    }
    m_textWidth = m_table ? widestText(*m_table) : 0;
    setAccessibleDescription(m_table ? spoken.join(QStringLiteral("; ")) : m_reason);
    setMinimumSize(sizeHint());
    updateGeometry();
    update();
}

QSize NumberGrid::sizeHint() const
{
    if (!m_table) {
        return {240, 120};
    }
    const auto columns = static_cast<qreal>(m_table->columns.size());
    return QSizeF(headWidth + columns * std::max(leastCell, m_textWidth + markWidth + 10),
                  titleHeight + rowHeight * (static_cast<qreal>(m_table->rows.size()) + 1) + 8)
        .toSize();
}

qreal NumberGrid::cellWidth() const
{
    return std::min<qreal>(std::max(mostCell, m_textWidth + markWidth + 10),
                           (width() - headWidth) / static_cast<qreal>(m_table->columns.size()));
}

QRectF NumberGrid::boxOf(std::size_t row, std::size_t column) const
{
    return {headWidth + static_cast<qreal>(column) * cellWidth() + 1,
            titleHeight + rowHeight * (static_cast<qreal>(row) + 1) + 1, cellWidth() - 2, rowHeight - 2};
}

void NumberGrid::paintEvent(QPaintEvent* event)
{
    const Theme& theme = themeOf(this);
    QPainter painter(this);
    painter.setPen(theme.muted);
    if (!m_table) {
        painter.drawText(rect().adjusted(12, 12, -12, -12), Qt::AlignCenter | Qt::TextWordWrap, m_reason);
        return;
    }
    const NumberTable& table = *m_table;
    const qreal titleWidth = visibleRegion().boundingRect().right();
    painter.drawText(QRectF(0, 0, titleWidth, titleHeight), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap,
                     table.title);
    paintHeads(painter, theme);
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        const QRectF head(0, boxOf(row, 0).top() - 1, headWidth - 6, rowHeight);
        if (head.bottom() < event->rect().top() || head.top() > event->rect().bottom()) {
            continue;
        }
        painter.setPen(theme.muted);
        painter.setFont(uiFont(12, QFont::Normal));
        painter.drawText(head, Qt::AlignLeft | Qt::AlignVCenter, table.rows[row]);
        for (std::size_t column = 0; column < table.columns.size(); ++column) {
            if (boxOf(row, column).intersects(event->rect())) {
                paintCell(painter, boxOf(row, column), table.at(row, column), table.marks[column], theme);
            }
        }
    }
}

/// Names with the marks of their shards.
void NumberGrid::paintHeads(QPainter& painter, const Theme& theme) const
{
    painter.setFont(uiFont(12));
    for (std::size_t column = 0; column < m_table->columns.size(); ++column) {
        const QRectF head(boxOf(0, column).left(), titleHeight + 1, cellWidth() - 2, rowHeight - 2);
        drawShardMark(painter, {head.left(), head.bottom() - 4, head.width(), 4}, m_table->marks[column], theme);
        painter.drawText(head.adjusted(0, 0, 0, -4), Qt::AlignCenter, m_table->columns[column]);
    }
}

/// As high a mark of the shard as there is of it.
void NumberGrid::paintCell(QPainter& painter, const QRectF& box, const GridCell& held, int mark,
                           const Theme& theme) const
{
    const QColor fill = mixed(theme.panel, theme.accent, 0.08 + 0.16 * held.share);
    drawBox(painter, box, 4, held.text.isEmpty() ? theme.panel : fill, held.share >= 1 ? theme.accent : theme.outline);
    if (held.text.isEmpty()) {
        return;
    }
    const QRectF room = box.adjusted(2, 2, -2, -2);
    const qreal height = std::max(3.0, room.height() * held.share);
    drawShardMark(painter, {room.left(), room.bottom() - height, markWidth, height}, mark, theme);
    painter.setPen(theme.text);
    painter.setFont(uiFont(12, held.share >= 1 ? QFont::DemiBold : QFont::Normal));
    painter.drawText(room.adjusted(markWidth, 0, 0, 0), Qt::AlignCenter, held.text);
}

/// Heads are out of sight where the grid is scrolled.
bool NumberGrid::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip || !m_table) {
        return QWidget::event(event);
    }
    const QPointF at = static_cast<QHelpEvent*>(event)->pos();
    const auto column = static_cast<std::size_t>(std::max(0.0, (at.x() - headWidth) / cellWidth()));
    const auto row = static_cast<std::size_t>(std::max(0.0, (at.y() - titleHeight) / rowHeight - 1));
    const bool inside =
        column < m_table->columns.size() && row < m_table->rows.size() && boxOf(row, column).contains(at);
    setToolTip(!inside
                   ? QString()
                   : tr("Chip %1, %2: %3")
                         .arg(m_table->rows[row], m_table->columns[column],
                              m_table->at(row, column).text.isEmpty() ? tr("nothing") : m_table->at(row, column).text));
    return QWidget::event(event);
}

} // namespace ui
