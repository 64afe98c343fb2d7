// SPDX-License-Identifier: GPL-3.0-or-later
// Events of the timeline.
#include "ui/timeline/timeline_view.h"

#include "ui/charts/chart_label.h"
#include "ui/charts/hover_card.h"
#include "ui/playback/player.h"
#include "ui/session/why_event.h"
#include "ui/theme/nth.h"
#include "ui/theme/painting.h"

#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>

#include <cmath>

namespace ui
{

namespace
{

constexpr int minWidth = 320;
constexpr qreal reachOfDrag = 3;   // px before a press becomes a drag
constexpr qreal reachOfMoment = 6; // px about the moment that are painted anew; its plate is wider, see below
constexpr qreal reachOfPlate = 60;

} // namespace

TimelineView::TimelineView(Player& player, QWidget* parent)
    : QWidget(parent), m_player(player), m_reason(QStringLiteral(" ")), m_card(new HoverCard(this))
{
    setObjectName(QStringLiteral("timeline"));
    setAccessibleName(tr("Timeline of links and products"));
    setStatusTip(tr("Drag moves the time · Space plays · , and . step · ←/→ next bar · click a time, or double-click "
                    "a bar, to explain it"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    connect(&player, &Player::moved, this, &TimelineView::moveMoment);
}

QSize TimelineView::minimumSizeHint() const
{
    return {minWidth, m_reason.isEmpty() ? static_cast<int>(minTimelineHeight(m_reading)) : 120};
}

void TimelineView::present(const QString& reason)
{
    m_reason = reason;
    m_reading = {};
    setAccessibleDescription(reason);
    setMinimumHeight(0);
    refresh();
}

void TimelineView::present(TimelineReading reading)
{
    m_reason.clear();
    m_reading = std::move(reading);
    setAccessibleDescription(describe(m_reading));
    setMinimumHeight(minimumSizeHint().height());
    refresh();
}

void TimelineView::refresh()
{
    point(-1);
    m_lit = -1;
    m_base = {};
    m_scene = m_reason.isEmpty() ? layoutTimeline(m_reading, size()) : TimelineScene();
    updateGeometry();
    update();
}

void TimelineView::moveMoment()
{
    // Repaints only the old and the new place of the line.
    for (const double seconds : {m_shown, m_player.seconds()}) {
        const qreal x = m_scene.xOf(seconds);
        update(QRectF(x - reachOfMoment, 0, 2 * reachOfMoment, height()).toAlignedRect());
        update(QRectF(x - 2 * reachOfPlate, 0, 4 * reachOfPlate, m_scene.plot.top()).toAlignedRect());
    }
    m_shown = m_player.seconds();
}

void TimelineView::paintEvent(QPaintEvent* event)
{
    const Theme& theme = themeOf(this);
    QPainter painter(this);
    if (!m_reason.isEmpty()) {
        painter.fillRect(rect(), theme.panel);
        painter.setPen(theme.text);
        painter.drawText(rect().adjusted(24, 24, -24, -24), Qt::AlignCenter | Qt::TextWordWrap, m_reason);
        return;
    }
    if (m_base.isNull()) {
        m_base = QPixmap(size() * devicePixelRatioF());
        m_base.setDevicePixelRatio(devicePixelRatioF());
        m_base.fill(theme.panel);
        QPainter base(&m_base);
        paintTimeline(base, m_scene, theme);
    }
    const qreal ratio = m_base.devicePixelRatio();
    const QRectF section(event->rect());
    painter.drawPixmap(section, m_base, QRectF(section.topLeft() * ratio, section.size() * ratio));
    paintMoment(painter, m_scene, m_player.seconds(), theme);
    if (m_lit >= 0) {
        const QRectF& value = m_scene.links[nth(m_lit)].value;
        const QFontMetricsF metrics(chartFont(13, QFont::DemiBold));
        const qreal baseline = value.center().y() + (metrics.ascent() - metrics.descent()) / 2;
        painter.fillRect(QRectF(value.left(), std::round(baseline) + 2, value.width(), 1), theme.text);
    }
    if (hasFocus())
        drawFocusRing(painter, rect(), 6, theme);
}

void TimelineView::resizeEvent(QResizeEvent*) { refresh(); }

void TimelineView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) {
        m_base = {};
        update();
    }
    QWidget::changeEvent(event);
}

void TimelineView::seek(qreal x)
{
    m_player.setPlaying(false);
    m_player.seekSeconds(m_scene.secondsAt(x));
}

void TimelineView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && m_reason.isEmpty()) {
        m_pressed = event->position();
        m_pressing = true;
        m_seeking = false;
    }
}

void TimelineView::mouseMoveEvent(QMouseEvent* event)
{
    if (m_pressing) {
        m_seeking = m_seeking || std::abs(event->position().x() - m_pressed.x()) > reachOfDrag;
        if (m_seeking)
            seek(event->position().x());
        return;
    }
    point(boxUnder(event->position()));
    light(linkAt(m_scene, event->position()));
}

void TimelineView::light(int link)
{
    setCursor(link < 0 ? Qt::ArrowCursor : Qt::PointingHandCursor);
    if (link != m_lit) {
        for (const int one : {m_lit, link})
            if (one >= 0)
                update(m_scene.links[nth(one)].area.toAlignedRect().adjusted(0, 0, 0, 4));
        m_lit = link;
    }
}

void TimelineView::mouseReleaseEvent(QMouseEvent* event)
{
    if (!m_pressing || event->button() != Qt::LeftButton)
        return;
    m_pressing = false;
    if (m_seeking)
        return;
    if (const int link = linkAt(m_scene, event->position()); link >= 0)
        askWhy(*this, m_scene.links[nth(link)].metric);
    else if (event->position().y() <= m_scene.plot.bottom())
        seek(event->position().x());
}

/// The first click of the two has moved the time.
void TimelineView::mouseDoubleClickEvent(QMouseEvent* event)
{
    const auto numbers = numbersOf(boxUnder(event->position()));
    if (event->button() == Qt::LeftButton && !numbers.empty())
        askWhy(*this, numbers.front().id);
    else
        mousePressEvent(event);
}

/// By keyboard: of the chosen bar. Outside of bars: of the whole timeline.
void TimelineView::contextMenuEvent(QContextMenuEvent* event)
{
    const bool byMouse = event->reason() == QContextMenuEvent::Mouse;
    const int box = byMouse ? boxUnder(event->pos()) : m_pointed;
    const auto numbers = box < 0 ? timelineNumbers(m_reading) : numbersOf(box);
    if (!m_reason.isEmpty() || numbers.empty())
        return QWidget::contextMenuEvent(event);
    const QRectF shown = box < 0 ? m_scene.plot : m_scene.boxes[nth(box)].area;
    makeExplainMenu(*this, numbers)->popup(byMouse ? event->globalPos() : mapToGlobal(shown.center().toPoint()));
}

int TimelineView::boxUnder(const QPointF& at) const
{
    const TimelineBox* box = boxAt(m_scene, at);
    return box ? static_cast<int>(box - m_scene.boxes.data()) : -1;
}

std::vector<NumberToExplain> TimelineView::numbersOf(int box) const
{
    if (box < 0)
        return {};
    const TimelineBar bar = barAt(m_reading, m_scene.boxes[nth(box)].place);
    auto numbers = barNumbers(bar);
    numbers.push_back(wholeTime(bar.section));
    return numbers;
}

void TimelineView::leaveEvent(QEvent*)
{
    point(-1);
    light(-1);
}

void TimelineView::focusOutEvent(QFocusEvent* event)
{
    point(-1);
    QWidget::focusOutEvent(event);
    update();
}

void TimelineView::point(int box)
{
    if (box == m_pointed)
        return;
    m_pointed = box;
    if (box < 0) {
        m_card->hide();
        return;
    }
    const auto& shown = m_scene.boxes[nth(box)];
    const QStringList lines = barCard(barAt(m_reading, shown.place));
    m_card->present({QPolygonF(shown.area), lines.front(), lines.mid(1), {}}, size(), themeOf(this));
    m_card->setAccessibleName(lines.join(QStringLiteral(", ")));
}

void TimelineView::step(int by)
{
    const int count = static_cast<int>(m_scene.boxes.size());
    if (count > 0) {
        point(m_pointed < 0 ? (by > 0 ? 0 : count - 1) : (m_pointed + by + count) % count);
        emit chosen(m_scene.boxes[nth(m_pointed)].area.toAlignedRect());
    }
}

QString TimelineView::chosenNumber() const
{
    if (!m_reason.isEmpty())
        return {};
    if (m_pointed >= 0)
        return numbersOf(m_pointed).front().id;
    return (m_reading.multiplies() ? m_reading.saved : m_reading.sections.front().time).metric;
}

void TimelineView::keyPressEvent(QKeyEvent* event)
{
    if (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier) || !m_reason.isEmpty())
        return QWidget::keyPressEvent(event);
    switch (event->key()) {
    case Qt::Key_Right:
        return step(1);
    case Qt::Key_Left:
        return step(-1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (const QString metric = chosenNumber(); !metric.isEmpty())
            askWhy(*this, metric);
        return;
    case Qt::Key_Escape:
        if (m_pointed >= 0)
            return point(-1);
        break;
    default:
        if (playByKey(m_player, event->key()))
            return;
        break;
    }
    QWidget::keyPressEvent(event);
}

} // namespace ui
