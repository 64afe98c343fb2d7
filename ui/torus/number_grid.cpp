// SPDX-License-Identifier: GPL-3.0-or-later
// Cells of the grid and their painting.
#include "ui/torus/number_grid.h"

#include "ui/theme/painting.h"
#include "ui/torus/shard_names.h"

#include <QPainter>

namespace ui
{

namespace
{

constexpr int mostChips = 64;
constexpr core::ChunkNumber mostChunks = 64;
constexpr qreal rowHeight = 26;
constexpr qreal headWidth = 76;
constexpr qreal titleHeight = 40;

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

} // namespace

bool isSlide(const core::Schedule& schedule)
{
    const auto& ring = schedule.topology;
    const bool sums = schedule.goal == core::Goal::reduceScatter || schedule.goal == core::Goal::allReduce;
    return sums && ring.oneWay && ring.chips() == 4 && ring.axes[0].wraps && schedule.chunks.count() == 4 &&
           schedule.chunks.form().cut == core::Cut::owned;
}

std::optional<NumberTable> numberTable(const core::Holdings& holdings)
{
    const auto& schedule = holdings.schedule();
    const auto& chunks = schedule.chunks;
    const int chips = schedule.topology.chips();
    if (chips > mostChips || chunks.count() > mostChunks) {
        return std::nullopt;
    }
    if (isSlide(schedule)) {
        return slideTable(holdings);
    }
    NumberTable table;
    table.title = holdings.sums() ? QObject::tr("Terms that are in each sum, of %1").arg(chips)
                                  : QObject::tr("What each chip holds");
    for (core::ChunkNumber chunk = 0; chunk < chunks.count(); ++chunk) {
        table.columns.push_back(chunkName(schedule, chunk));
    }
    for (int chip = 0; chip < chips; ++chip) {
        table.rows.push_back(chipName(schedule.topology, chip));
        for (core::ChunkNumber chunk = 0; chunk < chunks.count(); ++chunk) {
            const int terms = holdings.terms(chip, chunk);
            const QString text =
                holdings.sums() ? QString::number(terms) : table.columns[static_cast<std::size_t>(chunk)];
            const float share = static_cast<float>(terms) / static_cast<float>(holdings.sums() ? chips : 1);
            table.cells.push_back({terms == 0 ? QString() : text, share});
        }
    }
    return table;
}

NumberGrid::NumberGrid(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("holdings"));
    setAccessibleName(tr("Who holds what"));
}

void NumberGrid::show(const core::Holdings* holdings, const QString& reason)
{
    m_table = holdings ? numberTable(*holdings) : std::nullopt;
    m_reason = holdings ? tr("%1 chunks on %2 chips are too many to read; choose fewer chips")
                              .arg(holdings->schedule().chunks.count())
                              .arg(holdings->schedule().topology.chips())
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
    return QSizeF(headWidth + columns * 40,
                  titleHeight + rowHeight * (static_cast<qreal>(m_table->rows.size()) + 1) + 8)
        .toSize();
}

void NumberGrid::paintEvent(QPaintEvent*)
{
    const Theme& theme = themeOf(this);
    QPainter painter(this);
    painter.setPen(theme.muted);
    if (!m_table) {
        painter.drawText(rect().adjusted(12, 12, -12, -12), Qt::AlignCenter | Qt::TextWordWrap, m_reason);
        return;
    }
    const NumberTable& table = *m_table;
    painter.drawText(QRectF(0, 0, width(), titleHeight), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap,
                     table.title);
    const auto columns = static_cast<qreal>(table.columns.size());
    const qreal cell = std::min<qreal>(64, (width() - headWidth) / columns);
    painter.setFont(uiFont(12));
    for (std::size_t column = 0; column < table.columns.size(); ++column) {
        painter.drawText(QRectF(headWidth + static_cast<qreal>(column) * cell, titleHeight, cell, rowHeight),
                         Qt::AlignCenter, table.columns[column]);
    }
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        const qreal top = titleHeight + rowHeight * (static_cast<qreal>(row) + 1);
        painter.setPen(theme.muted);
        painter.drawText(QRectF(0, top, headWidth - 6, rowHeight), Qt::AlignLeft | Qt::AlignVCenter, table.rows[row]);
        for (std::size_t column = 0; column < table.columns.size(); ++column) {
            const GridCell& held = table.at(row, column);
            const QRectF box(headWidth + static_cast<qreal>(column) * cell + 1, top + 1, cell - 2, rowHeight - 2);
            const QColor fill = mixed(theme.panel, theme.accent, 0.08 + 0.34 * held.share);
            drawBox(painter, box, 4, held.text.isEmpty() ? theme.panel : fill,
                    held.share >= 1 ? theme.accent : theme.outline);
            painter.setPen(theme.text);
            painter.setFont(uiFont(12, held.share >= 1 ? QFont::DemiBold : QFont::Normal));
            painter.drawText(box, Qt::AlignCenter, held.text);
        }
    }
}

} // namespace ui
