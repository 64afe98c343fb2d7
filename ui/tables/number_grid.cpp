// SPDX-License-Identifier: GPL-3.0-or-later
// Painting, pointer and keys of the grid.
#include "ui/tables/number_grid.h"

#include "ui/playback/shard_mark.h"
#include "ui/session/why_event.h"
#include "ui/theme/nth.h"
#include "ui/theme/painting.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ui
{

namespace
{

constexpr qreal minRow = 26;
constexpr qreal headWidth = 76;
constexpr qreal titleHeight = 40;
constexpr qreal markWidth = 8;
constexpr qreal minCell = 40;
constexpr qreal maxCell = 64;
constexpr qreal largest = 1.8; // times the least size, where there is room

qreal widestText(const NumberTable& table)
{
    const QFontMetricsF metrics(uiFont(12, QFont::DemiBold));
    qreal widest = 0;
    for (const QString& name : table.columns)
        widest = std::max(widest, metrics.horizontalAdvance(name));
    return widest;
}

} // namespace

NumberGrid::NumberGrid(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("holdings"));
    nameItself();
    setStatusTip(tr("Arrow keys choose a cell · Enter, F8 or a click explains its number"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
}

void NumberGrid::present(const core::Holdings* holdings, const QString& reason)
{
    m_table = holdings ? numberTable(*holdings).value_or(NumberTable()) : NumberTable();
    m_reason = holdings ? tr("%1 chips are too many to read; choose at most %2")
                              .arg(holdings->schedule().topology.chips())
                              .arg(maxChips)
                        : reason;
    QStringList spoken;
    for (std::size_t row = 0; row < m_table.rows.size(); ++row) {
        QStringList cells;
        for (std::size_t column = 0; column < m_table.columns.size(); ++column) {
            const QString& cell = m_table.at(row, column).text;
            cells << (cell.isEmpty() ? tr("nothing") : cell);
        }
        spoken << m_table.rows[row] + QStringLiteral(": ") + cells.join(QStringLiteral(", "));
    }
    m_textWidth = widestText(m_table);
    setAccessibleDescription(m_table.isEmpty() ? m_reason : spoken.join(QStringLiteral("; ")));
    setMinimumSize(sizeHint());
    updateGeometry();
    const auto isThere = [this](const std::optional<Place>& one) {
        return one && one->row < m_table.rows.size() && one->column < m_table.columns.size();
    };
    m_pointed = isThere(m_pointed) ? m_pointed : std::nullopt;
    m_chosen = isThere(m_chosen) ? m_chosen : std::nullopt;
    nameItself();
    update();
}

QSize NumberGrid::sizeHint() const
{
    if (m_table.isEmpty())
        return {240, 120};
    const auto columns = static_cast<qreal>(m_table.columns.size());
    return QSizeF(headWidth + columns * leastCell(),
                  titleHeight + minRow * (static_cast<qreal>(m_table.rows.size()) + 1) + 8)
        .toSize();
}

qreal NumberGrid::leastCell() const { return std::max(minCell, m_textWidth + markWidth + 10); }

qreal NumberGrid::scale() const
{
    const auto columns = static_cast<qreal>(m_table.columns.size());
    const auto rows = static_cast<qreal>(m_table.rows.size()) + 1; // with the heads
    const qreal across = (width() - headWidth) / (columns * leastCell());
    const qreal down = (height() - titleHeight - 8) / (rows * minRow);
    return std::clamp(std::min(across, down), 1.0, largest);
}

qreal NumberGrid::rowHeight() const { return std::floor(minRow * scale()); }

qreal NumberGrid::cellWidth() const
{
    return std::min<qreal>(std::max(maxCell, leastCell()) * scale(),
                           (width() - headWidth) / static_cast<qreal>(m_table.columns.size()));
}

QRectF NumberGrid::boxOf(std::size_t row, std::size_t column) const
{
    return {headWidth + static_cast<qreal>(column) * cellWidth() + 1,
            titleHeight + rowHeight() * (static_cast<qreal>(row) + 1) + 1, cellWidth() - 2, rowHeight() - 2};
}

void NumberGrid::paintEvent(QPaintEvent* event)
{
    const Theme& theme = themeOf(this);
    QPainter painter(this);
    painter.setPen(theme.muted);
    if (m_table.isEmpty()) {
        painter.drawText(rect().adjusted(12, 12, -12, -12), Qt::AlignCenter | Qt::TextWordWrap, m_reason);
        return;
    }
    for (std::size_t row = 0; row < m_table.rows.size(); ++row) {
        for (std::size_t column = 0; column < m_table.columns.size(); ++column)
            if (boxOf(row, column).intersects(event->rect()))
                paintCell(painter, {row, column}, theme);
    }
    if (hasFocus() && m_chosen)
        drawFocusRing(painter, boxOf(m_chosen->row, m_chosen->column).toAlignedRect(), 4, theme);
    paintHeads(painter, theme);
}

/// Title, chips and chunks stay visible when the grid is scrolled.
void NumberGrid::paintHeads(QPainter& painter, const Theme& theme) const
{
    const QRectF sight = visibleRegion().boundingRect();
    const QPointF corner = sight.topLeft();
    painter.setPen(theme.muted);
    painter.setFont(uiFont(12, QFont::Normal));
    painter.fillRect(QRectF(corner, QSizeF(headWidth, sight.height())), theme.panel);
    for (std::size_t row = 0; row < m_table.rows.size(); ++row) {
        const QRectF head(corner.x(), boxOf(row, 0).top() - 1, headWidth - 6, rowHeight());
        painter.drawText(head, Qt::AlignLeft | Qt::AlignVCenter, m_table.rows[row]);
    }
    painter.fillRect(QRectF(corner, QSizeF(sight.width(), titleHeight + rowHeight())), theme.panel);
    painter.drawText(QRectF(corner, QSizeF(sight.width(), titleHeight)),
                     Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap, m_table.title);
    painter.setClipRect(
        QRectF(corner.x() + headWidth, corner.y(), sight.width() - headWidth, titleHeight + rowHeight()));
    painter.setFont(uiFont(12 * scale(), QFont::Normal));
    for (std::size_t column = 0; column < m_table.columns.size(); ++column) {
        const QRectF head(boxOf(0, column).left(), corner.y() + titleHeight + 1, cellWidth() - 2, rowHeight() - 2);
        drawShardMark(painter, {head.left(), head.bottom() - 4, head.width(), 4}, m_table.marks[column], theme);
        painter.drawText(head.adjusted(0, 0, 0, -4), Qt::AlignCenter, m_table.columns[column]);
    }
}

QMargins NumberGrid::heads() { return {static_cast<int>(headWidth), static_cast<int>(titleHeight + minRow), 0, 0}; }

/// The height of the mark shows the share.
void NumberGrid::paintCell(QPainter& painter, const Place& place, const Theme& theme) const
{
    const QRectF box = boxOf(place.row, place.column);
    const GridCell& held = m_table.at(place.row, place.column);
    const QColor fill = mixed(theme.panel, theme.accent, 0.08 + 0.16 * held.share);
    drawBox(painter, box, 4, held.text.isEmpty() ? theme.panel : fill, held.share >= 1 ? theme.accent : theme.outline);
    if (held.text.isEmpty())
        return;
    const QRectF room = box.adjusted(2, 2, -2, -2);
    const qreal height = std::max(3.0, room.height() * held.share);
    drawShardMark(painter, {room.left(), room.bottom() - height, markWidth, height}, m_table.marks[place.column],
                  theme);
    painter.setPen(theme.text);
    QFont font = uiFont(12 * scale(), held.share >= 1 ? QFont::DemiBold : QFont::Normal);
    font.setUnderline((m_pointed == place || (hasFocus() && m_chosen == place)) && !idAt(place).isEmpty());
    painter.setFont(font);
    painter.drawText(room.adjusted(markWidth, 0, 0, 0), Qt::AlignCenter, held.text);
}

std::optional<NumberGrid::Place> NumberGrid::placeAt(const QPointF& at) const
{
    const QPointF within = at - visibleRegion().boundingRect().topLeft();
    if (m_table.isEmpty() || within.x() < headWidth || within.y() < titleHeight + rowHeight())
        return std::nullopt;
    const Place place{static_cast<std::size_t>((at.y() - titleHeight) / rowHeight() - 1),
                      static_cast<std::size_t>((at.x() - headWidth) / cellWidth())};
    const bool inside = place.column < m_table.columns.size() && place.row < m_table.rows.size() &&
                        boxOf(place.row, place.column).contains(at);
    return inside ? std::optional(place) : std::nullopt;
}

QString NumberGrid::idAt(const std::optional<Place>& place) const
{
    if (!place || m_table.isEmpty() || !m_idOf)
        return {};
    const GridCell& cell = m_table.at(place->row, place->column);
    return cell.text.isEmpty() ? QString() : m_idOf(m_table.chips[place->row], cell);
}

QString NumberGrid::chosenNumber() const { return idAt(m_chosen); }

/// Repaints the old and the new cell.
void NumberGrid::light(std::optional<Place>& one, std::optional<Place> now)
{
    if (one == now)
        return;
    for (const auto& place : {one, now})
        if (place)
            update(boxOf(place->row, place->column).toAlignedRect().adjusted(-4, -4, 4, 4));
    one = now;
}

QString NumberGrid::toldOf(const Place& place) const
{
    const QString& text = m_table.at(place.row, place.column).text;
    return tr("Chip %1, %2: %3")
        .arg(m_table.rows[place.row], m_table.columns[place.column], text.isEmpty() ? tr("nothing") : text);
}

bool NumberGrid::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto place = placeAt(static_cast<QHelpEvent*>(event)->pos());
        setToolTip(place ? toldOf(*place) : QString());
    }
    return QWidget::event(event);
}

void NumberGrid::mouseMoveEvent(QMouseEvent* event)
{
    light(m_pointed, placeAt(event->position()));
    setCursor(idAt(m_pointed).isEmpty() ? Qt::ArrowCursor : Qt::PointingHandCursor);
}

void NumberGrid::leaveEvent(QEvent*) { light(m_pointed, std::nullopt); }

void NumberGrid::mouseReleaseEvent(QMouseEvent* event)
{
    const auto place = placeAt(event->position());
    if (event->button() != Qt::LeftButton || !place)
        return;
    light(m_chosen, place);
    if (const QString id = idAt(place); !id.isEmpty())
        askWhy(*this, id);
}

void NumberGrid::focusInEvent(QFocusEvent* event)
{
    if (!m_table.isEmpty() && !m_chosen && event->reason() != Qt::MouseFocusReason) {
        m_chosen = Place{};
        tellChosen();
    }
    QWidget::focusInEvent(event);
    update();
}

void NumberGrid::focusOutEvent(QFocusEvent* event)
{
    QWidget::focusOutEvent(event);
    update();
}

void NumberGrid::choose(int right, int down)
{
    const auto moved = [](std::size_t from, int by, std::size_t count) {
        return nth(std::clamp(static_cast<int>(from) + by, 0, static_cast<int>(count) - 1));
    };
    const Place from = m_chosen.value_or(Place{});
    light(m_chosen,
          Place{moved(from.row, down, m_table.rows.size()), moved(from.column, right, m_table.columns.size())});
    tellChosen();
}

void NumberGrid::tellChosen()
{
    if (m_chosen)
        emit chosen(boxOf(m_chosen->row, m_chosen->column).toAlignedRect());
    nameItself();
}

void NumberGrid::nameItself()
{
    setAccessibleName(m_chosen ? tr("Who holds what. %1").arg(toldOf(*m_chosen)) : tr("Who holds what"));
}

void NumberGrid::keyPressEvent(QKeyEvent* event)
{
    const bool plain = !(event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::ShiftModifier));
    if (m_table.isEmpty() || !plain)
        return QWidget::keyPressEvent(event);
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
        return choose(event->key() == Qt::Key_Left ? -1 : 1, 0);
    case Qt::Key_Up:
    case Qt::Key_Down:
        return choose(0, event->key() == Qt::Key_Up ? -1 : 1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (!m_chosen) // the focus came before the numbers
            choose(0, 0);
        if (const QString id = chosenNumber(); !id.isEmpty())
            askWhy(*this, id);
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

} // namespace ui
