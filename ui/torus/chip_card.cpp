// SPDX-License-Identifier: GPL-3.0-or-later
// Arranges and paints a chip's card.
#include "ui/torus/chip_card.h"

#include "ui/numbers/value_label.h"
#include "ui/playback/shard_mark.h"
#include "ui/theme/nth.h"
#include "ui/theme/painting.h"
#include "ui/theme/text_line.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace ui
{

namespace
{

constexpr qreal rim = 12;
constexpr qreal line = 18;
constexpr qreal gap = 6;
constexpr std::size_t maxMoved = 6;
constexpr std::size_t fewMoved = 3;
constexpr int linesOfWhyNot = 2;
constexpr std::size_t maxPending = 6;
constexpr qreal pendingLine = 16;
constexpr qreal wordGap = 4;
constexpr qreal mark = 10;
constexpr float nothing = 1e-6F;

qreal linesOf(const std::vector<MovedShard>& moved, std::size_t listed)
{
    return static_cast<qreal>(std::min(moved.size(), listed + 1));
}

constexpr qreal wordsLeft = rim + mark + 9;

/// The name of a message, elided so that its bytes and direction fit behind it.
QString nameOf(const NumberInWords& words)
{
    const qreal others = lineWidth(words.number, uiFont(12, QFont::Medium)) + 14 + lineWidth(words.after, uiFont(12));
    const qreal room = ChipCard::usualWidth - wordsLeft - rim - others;
    const bool fits = lineWidth(words.before, uiFont(12)) <= room;
    return fits ? words.before : QFontMetricsF(uiFont(12)).elidedText(words.before, Qt::ElideRight, room);
}

/// A heading and its messages, each with the mark of its shard. Bytes are separate labels.
qreal paintMoved(QPainter& painter, qreal y, const QString& heading, const std::vector<MovedShard>& moved,
                 std::size_t listed, const Theme& theme, qreal width)
{
    painter.setFont(uiFont(12, QFont::Medium));
    painter.setPen(theme.muted);
    painter.drawText(QRectF(rim, y, width - 2 * rim, line), Qt::AlignVCenter, heading);
    y += line;
    painter.setFont(uiFont(12));
    for (std::size_t i = 0; i < moved.size() && i < listed; ++i, y += line) {
        drawShardMark(painter, {rim + 2, y + (line - mark) / 2, mark, mark}, moved[i].shard, theme);
        painter.setPen(theme.text);
        painter.drawText(QRectF(wordsLeft, y, width - rim - wordsLeft, line), Qt::AlignVCenter, nameOf(moved[i].words));
    }
    if (moved.size() > listed) {
        painter.setPen(theme.muted);
        painter.drawText(QRectF(wordsLeft, y, width, line), Qt::AlignVCenter,
                         QObject::tr("and %1 more").arg(moved.size() - listed));
        y += line;
    }
    return y + gap / 2;
}

void paintCell(QPainter& painter, const QRectF& box, const ShardCell& cell, bool named, bool sums, const Theme& theme)
{
    const bool held = cell.share > nothing;
    const bool whole = cell.share > 0.999F;
    const QRectF swatch = !named ? box : QRectF(box.left(), box.top(), mark, box.height());
    painter.fillRect(box, mixed(theme.field, theme.text, 0.05));
    if (held) {
        const qreal height = swatch.height() * std::min<qreal>(1, cell.share);
        drawShardMark(painter, {swatch.left(), swatch.bottom() - height, swatch.width(), height}, cell.mark, theme);
    }
    if (!named) {
        return;
    }
    painter.setBrush(Qt::NoBrush);
    QPen pen(whole ? shardHue(cell.mark, theme) : theme.outline, 1);
    pen.setStyle(held && !whole && sums ? Qt::DashLine : Qt::SolidLine);
    painter.setPen(pen);
    painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
    painter.setPen(held ? theme.text : theme.muted);
    painter.setFont(uiFont(11, whole ? QFont::DemiBold : QFont::Normal));
    painter.drawText(box.adjusted(mark, 0, 0, 0), Qt::AlignCenter, cell.name);
}

} // namespace

ChipCard::ChipCard(QWidget* parent) : QWidget(parent) { setMouseTracking(true); }

void ChipCard::present(const ChipFacts& facts, bool pinned, int room)
{
    m_facts = facts;
    m_pinned = pinned;
    flowPending();
    setAccessibleName(facts.title);
    setToolTip({});
    arrange(!facts.cells.empty() && !facts.cells.front().name.isEmpty(), maxMoved);
    if (m_size.height() > room) {
        arrange(false, maxMoved);
    }
    for (std::size_t listed = fewMoved; m_size.height() > room && listed > 0; --listed) {
        arrange(false, listed);
    }
    for (qreal flat = 0.9; m_size.height() > room && flat > 0.35; flat -= 0.1) {
        arrange(false, 1, flat);
    }
    placeNumbers();
    update();
}

void ChipCard::arrange(bool named, std::size_t listed, qreal flat)
{
    constexpr int fewCells = 64;
    m_named = named;
    m_listed = listed;
    const int cells = static_cast<int>(m_facts.cells.size());
    const qreal room = usualWidth - 2 * rim;
    m_columns = m_facts.columns > 0 ? m_facts.columns : std::min(cells, named ? 6 : cells <= fewCells ? 16 : 32);
    m_cell = {m_columns > 0 ? std::min(room / m_columns, 40.0) : 0, flat * (named               ? 24.0
                                                                            : cells <= fewCells ? 14.0
                                                                                                : 8.0)};
    qreal y = rim + line + (m_facts.held.number.isEmpty() ? linesOfWhyNot * line + gap : line);
    m_cellsTop = y + 2;
    if (cells > 0) {
        const int rows = (cells + m_columns - 1) / m_columns;
        y = m_cellsTop + m_cell.height() * rows + gap;
        y += note().isEmpty() ? 0 : line;
    }
    m_textTop = y;
    y += m_pendingHeight;
    if (m_facts.step > 0) {
        y += 2 * line + (linesOf(m_facts.sends, m_listed) + linesOf(m_facts.receives, m_listed)) * line + gap;
    }
    m_size = {usualWidth, static_cast<int>(y + rim / 2)};
}

/// Sums in as many lines as they need. Terms are separate labels.
void ChipCard::flowPending()
{
    m_pendingWords.clear();
    m_pendingNumbers.clear();
    m_pendingHeight = 0;
    const PendingSums& pending = m_facts.pending;
    if (pending.count == 0) {
        return;
    }
    QPointF at(rim, 0);
    const auto flow = [&](qreal room) {
        const bool fits = at.x() == rim || at.x() + room <= usualWidth - rim;
        const QPointF word = fits ? at : QPointF(rim, at.y() + pendingLine);
        at = {word.x() + room + wordGap, word.y()};
        return word;
    };
    const auto addWord = [&](const QString& text) {
        m_pendingWords.emplace_back(flow(lineWidth(text, uiFont(12))), text);
    };
    addWord(tr("Unfinished sums"));
    const std::size_t listed = std::min(pending.first.size(), maxPending);
    const int more = pending.count - static_cast<int>(listed);
    for (std::size_t sum = 0; sum < listed; ++sum) {
        const bool last = sum + 1 == listed;
        const QString rest = QStringLiteral("/%1%2").arg(pending.terms).arg(last ? QString() : QStringLiteral(","));
        const qreal number = lineWidth(pending.first[sum].number, uiFont(12, QFont::Medium));
        const QPointF place = flow(number + lineWidth(rest, uiFont(12)));
        m_pendingNumbers.push_back(place);
        m_pendingWords.emplace_back(place + QPointF(number, 0), rest);
    }
    if (more > 0) {
        addWord(tr("and %1 more").arg(more));
    }
    m_pendingHeight = at.y() + pendingLine + gap;
}

void ChipCard::placeNumbers()
{
    std::size_t next = 0;
    if (!m_facts.held.number.isEmpty()) {
        placeNumber(next++, m_facts.held, {rim, rim + line - 3});
    }
    for (std::size_t sum = 0; sum < m_pendingNumbers.size(); ++sum) {
        placeNumber(next++, m_facts.pending.first[sum], m_pendingNumbers[sum] + QPointF(0, m_textTop));
    }
    if (m_facts.step > 0) {
        const qreal y = placeMoved(m_facts.sends, m_textTop + m_pendingHeight, next);
        placeMoved(m_facts.receives, y, next);
    }
    for (; next < m_numbers.size(); ++next) {
        m_numbers[next]->hide();
    }
}

/// Returns the top of the next block.
qreal ChipCard::placeMoved(const std::vector<MovedShard>& moved, qreal y, std::size_t& next)
{
    y += line;
    for (std::size_t i = 0; i < moved.size() && i < m_listed; ++i) {
        const QString name = nameOf(moved[i].words);
        const qreal before = name.isEmpty() ? 0 : lineWidth(name, uiFont(12)) + 5;
        placeNumber(next++, moved[i].words, {wordsLeft + before, y + static_cast<qreal>(i) * line});
    }
    return y + linesOf(moved, m_listed) * line + gap / 2;
}

void ChipCard::placeNumber(std::size_t index, const NumberInWords& words, const QPointF& at)
{
    if (index == m_numbers.size()) {
        auto* number = new ValueLabel({}, {}, this);
        number->setForm(ValueLabel::Form::line, 12, 12);
        number->setObjectName(QStringLiteral("card.number"));
        m_numbers.push_back(number);
    }
    ValueLabel& number = *m_numbers[index];
    number.setMetric(words.id, words.title);
    number.present(words.number, words.after);
    number.setFocusPolicy(m_pinned ? Qt::StrongFocus : Qt::NoFocus); // the others come and go with the pointer
    const int left = static_cast<int>(at.x()) - ValueLabel::lineRim;
    number.setGeometry(left, static_cast<int>(at.y()), std::min(number.sizeHint().width(), usualWidth - left - 2),
                       static_cast<int>(line));
    number.setVisible(true);
}

QRectF ChipCard::cellBox(std::size_t cell) const
{
    const int column = static_cast<int>(cell) % m_columns;
    const int row = static_cast<int>(cell) / m_columns;
    return QRectF(rim + column * m_cell.width(), m_cellsTop + row * m_cell.height(), m_cell.width(), m_cell.height())
        .adjusted(0, 0, -1.5, -1.5);
}

QString ChipCard::note() const
{
    if (!m_facts.range.isEmpty()) {
        return tr("‹ All · %1").arg(m_facts.range);
    }
    return m_facts.shardsPerCell > 1 ? tr("1 cell stands for %1; click opens it").arg(m_facts.shardsPerCell)
                                     : m_facts.form;
}

QRectF ChipCard::noteBox() const { return {rim, m_textTop - line - 2, usualWidth - 2 * rim, line}; }

int ChipCard::cellAt(const QPointF& p) const
{
    for (std::size_t i = 0; i < m_facts.cells.size(); ++i) {
        if (cellBox(i).contains(p)) {
            return static_cast<int>(i);
        }
    }
    return -1;
}

void ChipCard::paintEvent(QPaintEvent*)
{
    const Theme& theme = themeOf(this);
    QPainter painter(this);
    drawBox(painter, rect(), 6, theme.field, m_pinned ? theme.accent : theme.outline, m_pinned ? 1.5 : 1);
    const qreal room = width() - 2 * rim;
    painter.setPen(theme.text);
    painter.setFont(uiFont(14, QFont::DemiBold));
    painter.drawText(QRectF(rim, rim - 3, room, line), Qt::AlignVCenter, m_facts.title);
    painter.setFont(uiFont(12));
    painter.setPen(theme.muted);
    if (!m_facts.whyNot.isEmpty()) {
        painter.drawText(QRectF(rim, rim + line - 3, room, linesOfWhyNot * line), Qt::AlignVCenter | Qt::TextWordWrap,
                         m_facts.whyNot);
    }
    for (std::size_t i = 0; i < m_facts.cells.size(); ++i) {
        paintCell(painter, cellBox(i), m_facts.cells[i], m_named, m_facts.sums, theme);
    }
    if (m_facts.followed >= 0) {
        painter.setPen(QPen(theme.accent, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(cellBox(nth(m_facts.followed)).adjusted(-0.5, -0.5, 0.5, 0.5));
    }
    painter.setFont(uiFont(12));
    painter.setPen(m_facts.range.isEmpty() ? theme.muted : theme.accent);
    if (!m_facts.cells.empty()) {
        painter.drawText(noteBox(), Qt::AlignVCenter, note());
    }
    painter.setPen(theme.text);
    for (const auto& [at, text] : m_pendingWords) {
        painter.drawText(QRectF(at.x(), m_textTop + at.y(), width() - at.x(), line), Qt::AlignVCenter, text);
    }
    qreal y = m_textTop + m_pendingHeight;
    if (m_facts.step > 0) {
        const auto heading = [&](bool sends, const std::vector<MovedShard>& moved) {
            const QString text =
                sends ? tr("Step %1 sends").arg(m_facts.step) : tr("Step %1 receives").arg(m_facts.step);
            return moved.empty() ? tr("%1 nothing").arg(text) : text;
        };
        y = paintMoved(painter, y, heading(true, m_facts.sends), m_facts.sends, m_listed, theme, width());
        paintMoved(painter, y, heading(false, m_facts.receives), m_facts.receives, m_listed, theme, width());
    }
}

/// Events outside of buttons go to the torus below, which can be dragged from here.
void ChipCard::mousePressEvent(QMouseEvent* event)
{
    m_passing = !isButton(event->position());
    event->setAccepted(!m_passing);
}

bool ChipCard::isButton(const QPointF& at) const
{
    return cellAt(at) >= 0 || (!m_facts.range.isEmpty() && noteBox().contains(at));
}

void ChipCard::mouseMoveEvent(QMouseEvent* event)
{
    if (event->buttons() != Qt::NoButton && m_passing) {
        return event->ignore();
    }
    const int cell = cellAt(event->position());
    setCursor(isButton(event->position()) ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (cell < 0) {
        return setToolTip({});
    }
    const QString name = m_facts.cells[nth(cell)].name;
    setToolTip(m_facts.shardsPerCell > 1 ? tr("Click to see these %1 one by one").arg(m_facts.shardsPerCell)
                                         : tr("Click to follow %1").arg(name).simplified());
}

void ChipCard::mouseReleaseEvent(QMouseEvent* event)
{
    if (m_passing) {
        return event->ignore();
    }
    const int cell = cellAt(event->position());
    if (event->button() != Qt::LeftButton) {
        return;
    }
    if (cell >= 0) {
        const int shard = m_facts.cells[nth(cell)].shard;
        m_facts.shardsPerCell > 1 ? emit rangeAsked(shard) : emit shardClicked(shard);
    } else if (!m_facts.range.isEmpty() && noteBox().contains(event->position())) {
        emit rangeAsked(-1);
    }
}

} // namespace ui
