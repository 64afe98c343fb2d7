// SPDX-License-Identifier: GPL-3.0-or-later
// Events and state of looking.
#include "ui/charts/chart.h"

#include "ui/charts/chart_catalogue.h"
#include "ui/charts/hover_card.h"
#include "ui/session/snapshot.h"
#include "ui/session/why_event.h"

#include <QCoreApplication>
#include <QMouseEvent>
#include <QPainter>
#include <QPushButton>
#include <QtMath>

#include <algorithm>
#include <iterator>
#include <utility>

namespace ui
{

namespace
{

constexpr int ring = 2;          // px: the focus ring
constexpr int settleTime = 1000; // ms after the last key

/// Said where the user has zoomed and something that came since lies outside.
void addOutside(Chart& chart)
{
    auto* all = new QPushButton(Chart::tr("Something lies out of sight: show all (R)"), &chart);
    all->setObjectName(QStringLiteral("chart.outside"));
    all->hide();
    QObject::connect(all, &QPushButton::clicked, &chart, [&chart] {
        chart.resetView();
        chart.setFocus();
    });
}

void sayOutside(const Chart& chart, bool says)
{
    auto* all = chart.findChild<QPushButton*>(QStringLiteral("chart.outside"));
    const QSize size = all->sizeHint();
    all->setGeometry(QRect(QPoint(chart.width() - size.width() - 4 * ring, 4 * ring), size));
    all->setVisible(says);
}

} // namespace

Chart::Chart(const ChartRow& row, QWidget* parent)
    : QWidget(parent), m_id(row.id), m_picture(row.make()), m_card(new HoverCard(this)), m_theme(&Theme::light())
{
    setObjectName(QStringLiteral("chart.") + row.id);
    setAccessibleName(row.title);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setMinimumSize(240, 160);
    addOutside(*this);
    m_settle.setSingleShot(true);
    m_settle.setInterval(settleTime);
    connect(&m_settle, &QTimer::timeout, this, [this] {
        if (!m_ownRanges)
            resetView();
    });
}

QRect Chart::place() const { return rect().adjusted(ring, ring, -ring, -ring); }

int Chart::neededHeight() const
{
    const qreal needed = picture().heightFor(place().width());
    return needed > 0 ? qCeil(needed) + 2 * ring : 0;
}

int Chart::neededHeightOf(const QWidget& around) const
{
    const int needed = neededHeight();
    return needed > 0 ? needed + around.height() - height() : 0;
}

/// When no other thread uses it.
Picture& Chart::picture() const
{
    m_work.finish();
    return *m_picture;
}

void Chart::refresh()
{
    m_work.finish();
    m_isEarly = false;
    m_isStale = true;
    update();
}

void Chart::paintImage(const QRectF& area)
{
    QPainter painter(&m_image);
    m_next = m_picture->paint(painter, area, *m_theme, m_ranges, Output::screen);
}

/// While the window paints something else, where the image has its size.
void Chart::paintEarly()
{
    const QRectF area(QPointF(), place().size());
    const qreal ratio = devicePixelRatioF();
    if (!isVisible() || m_image.size() != (area.size() * ratio).toSize() || m_image.devicePixelRatio() != ratio ||
        !m_picture->prepare(area.size(), ratio, *m_theme, m_ranges))
        return;
    m_isEarly = true;
    m_work.begin([this, area] { paintImage(area); });
}

void Chart::present(const Snapshot& snapshot)
{
    picture().read(snapshot);
    m_number = snapshot.number;
    if (std::exchange(m_document, snapshot.document) != snapshot.document && m_ownRanges)
        setRanges(m_picture->ranges(), false); // they were of another scenario
    if (m_ranges.isEmpty() || !(m_ownRanges || snapshot.dragging || snapshot.stepped))
        m_ranges = m_picture->ranges();
    else if (!m_ownRanges)
        m_ranges = m_picture->heldRanges(m_ranges);
    if (snapshot.stepped)
        m_settle.start();
    else
        m_settle.stop();
    if (!snapshot.dragging) // nobody listens to a sentence for each event of a slider
        setAccessibleDescription(m_picture->description());
    sayOutside(*this, m_ownRanges && !(m_picture->heldRanges(m_ranges) == m_ranges));
    refresh();
    paintEarly();
}

void Chart::setTheme(const Theme& theme)
{
    m_work.finish();
    m_theme = &theme;
    refresh();
}

void Chart::paintPicture(QPainter& painter, const QRectF& area, const Theme& theme)
{
    picture().paint(painter, area, theme, m_picture->ranges());
    refresh(); // what the marks on the screen follow from is that of another picture now
}

void Chart::resetView() { setRanges(picture().ranges(), false); }

void Chart::setRanges(const AxisRanges& ranges, bool own)
{
    m_ranges = ranges;
    m_ownRanges = own;
    QStatusTipEvent hint(own ? tr("R: show all") : QString());
    QCoreApplication::sendEvent(this, &hint);
    sayOutside(*this, false);
    refresh();
}

std::optional<AxisRanges> Chart::zoomed() const
{
    return m_ownRanges && !(m_ranges == picture().ranges()) ? std::optional(m_ranges) : std::nullopt;
}

void Chart::point(const QString& place)
{
    if (picture().pointAt(place))
        refresh();
}

void Chart::look(const AxisRanges& asked)
{
    const AxisRanges ranges = picture().limited(asked);
    const auto usable = [](double min, double max) { return min > 1e-250 && max < 1e250 && max > min * (1 + 1e-9); };
    if (m_shown.axes.isEmpty() || !usable(ranges.xMin, ranges.xMax) || !usable(ranges.yMin, ranges.yMax))
        return;
    m_work.finish();
    setRanges(ranges, true);
}

/// The values `x` and `y` stay where they are, also where the picture comes no nearer or goes no further.
void Chart::zoom(double factor, double x, double y)
{
    const auto scaled = [x, y, &r = m_ranges](double alongX, double alongY) {
        const auto end = [](double of, double about, double by) { return std::pow(of / about, by) * about; };
        return AxisRanges{end(r.xMin, x, alongX), end(r.xMax, x, alongX), end(r.yMin, y, alongY),
                          end(r.yMax, y, alongY)};
    };
    const AxisRanges allowed = picture().limited(scaled(factor, factor));
    look(scaled(std::log(allowed.xMax / allowed.xMin) / std::log(m_ranges.xMax / m_ranges.xMin),
                std::log(allowed.yMax / allowed.yMin) / std::log(m_ranges.yMax / m_ranges.yMin)));
}

int Chart::markAt(const QPointF& at)
{
    auto& marks = m_shown.marks;
    if (std::exchange(m_lacksFarMarks, false))
        std::ranges::move(picture().farMarks(), std::back_inserter(marks));
    for (std::size_t i = 0; i < marks.size(); ++i)
        if (marks[i].area.containsPoint(at - place().topLeft(), Qt::WindingFill))
            return static_cast<int>(i);
    return -1;
}

const Mark* Chart::markUnder(const QPointF& at)
{
    const int mark = markAt(at);
    return mark < 0 ? nullptr : &m_shown.marks[static_cast<std::size_t>(mark)];
}

QRect Chart::placeOf(const QString& number) const
{
    const auto mark = std::ranges::find(m_shown.marks, number, &Mark::number);
    return mark == m_shown.marks.end() ? QRect()
                                       : mark->area.boundingRect().translated(place().topLeft()).toAlignedRect();
}

const Mark* Chart::currentMark() const
{
    const bool isThere = m_mark >= 0 && m_mark < static_cast<int>(m_shown.marks.size());
    return isThere ? &m_shown.marks[static_cast<std::size_t>(m_mark)] : nullptr;
}

void Chart::choose(const QString& place)
{
    if (std::exchange(m_chosen, place) == place)
        return;
    picture().choose(place);
    setAccessibleDescription(m_picture->description());
    refresh();
}

void Chart::showMark(int index)
{
    m_mark = index;
    const bool isThere = index >= 0 && index < static_cast<int>(m_shown.marks.size());
    const QString pointed = isThere ? m_shown.marks[static_cast<std::size_t>(index)].place : QString();
    if (std::exchange(m_place, pointed) != pointed && picture().pointAt(pointed))
        refresh();
    if (!isThere) {
        m_card->hide();
        return setCursor(Qt::ArrowCursor);
    }
    Mark mark = m_shown.marks[static_cast<std::size_t>(index)];
    picture().complete(mark);
    mark.area.translate(place().topLeft());
    m_card->present(mark, size(), *m_theme);
    setCursor(mark.number.isEmpty() && !isOpenable(mark) ? Qt::ArrowCursor : Qt::PointingHandCursor);
}

/// Where the one that was shown is among the marks of another painting.
int Chart::sameMark() const
{
    if (m_place.isEmpty())
        return m_mark;
    const auto found = std::ranges::find(m_shown.marks, m_place, &Mark::place);
    return found == m_shown.marks.end() ? -1 : static_cast<int>(found - m_shown.marks.begin());
}

bool Chart::isOpenable(const Mark& mark) const
{
    return m_opener.opens && !mark.place.isEmpty() && m_opener.opens(mark.place);
}

/// The next mark that explains or opens something.
void Chart::stepMark(int direction)
{
    const int count = static_cast<int>(m_shown.marks.size());
    int at = m_mark < 0 && direction < 0 ? count : m_mark;
    for (int tries = 0; tries < count; ++tries) {
        at = (at + direction + count) % count;
        if (const Mark& mark = m_shown.marks[static_cast<std::size_t>(at)]; !mark.number.isEmpty() || isOpenable(mark))
            return showMark(at);
    }
}

void Chart::activateMark(int index)
{
    if (index < 0 || index >= static_cast<int>(m_shown.marks.size()))
        return;
    Mark mark = m_shown.marks[static_cast<std::size_t>(index)];
    if (isOpenable(mark))
        return m_opener.open(mark.place);
    picture().complete(mark);
    if (!mark.number.isEmpty())
        askWhy(*this, mark.number);
}

void Chart::paintEvent(QPaintEvent*)
{
    m_work.finish();
    const QSize pixels = (QSizeF(place().size()) * devicePixelRatioF()).toSize();
    if (m_image.size() != pixels || m_image.devicePixelRatio() != devicePixelRatioF()) {
        m_image = QImage(pixels, QImage::Format_RGB32);
        m_image.setDevicePixelRatio(devicePixelRatioF());
        m_isStale = true;
        m_isEarly = false;
    }
    if (std::exchange(m_isStale, false)) {
        if (!std::exchange(m_isEarly, false))
            paintImage(QRectF(QPointF(), place().size()));
        m_shown = std::move(m_next);
        m_lacksFarMarks = !m_shown.axes.isEmpty();
        if (std::exchange(m_painted, m_number) != m_number && m_mark >= 0)
            QMetaObject::invokeMethod(
                this, [this] { showMark(sameMark()); }, Qt::QueuedConnection);
    }
    QPainter painter(this);
    const QRect within = place().adjusted(1, 1, -1, -1); // a pixel may lie half inside
    for (const QRect& side : QRegion(rect()).subtracted(within))
        painter.fillRect(side, hasFocus() ? m_theme->accent : m_theme->panel);
    painter.drawImage(place().topLeft(), m_image);
}

bool Chart::event(QEvent* event)
{
    if (event->type() == QEvent::Leave || event->type() == QEvent::FocusOut)
        showMark(-1);
    if (event->type() == QEvent::Resize)
        refresh();
    return QWidget::event(event);
}

void Chart::keyPressEvent(QKeyEvent* event)
{
    const double x = (m_ranges.xMin + m_ranges.xMax) / 2;
    const double y = (m_ranges.yMin + m_ranges.yMax) / 2;
    const bool zooms = !m_shown.axes.isEmpty();
    switch (event->key()) {
    case Qt::Key_Right:
    case Qt::Key_Down:
        return stepMark(1);
    case Qt::Key_Left:
    case Qt::Key_Up:
        return stepMark(-1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        return activateMark(m_mark);
    case Qt::Key_R:
        return zooms ? resetView() : event->ignore();
    case Qt::Key_Plus:
    case Qt::Key_Minus:
        return zooms ? zoom(event->key() == Qt::Key_Plus ? 0.8 : 1.25, x, y) : event->ignore();
    default:
        QWidget::keyPressEvent(event);
    }
}

void Chart::mousePressEvent(QMouseEvent* event)
{
    m_pressed = event->position();
    m_pressedRanges = m_shown.axes.contains(m_pressed - place().topLeft()) ? m_ranges : AxisRanges();
    setFocus(Qt::MouseFocusReason);
}

void Chart::mouseMoveEvent(QMouseEvent* event)
{
    if (event->buttons() == Qt::NoButton) {
        if (const int mark = markAt(event->position()); mark != m_mark)
            showMark(mark);
        return;
    }
    showMark(-1);
    if (!(event->buttons() & Qt::LeftButton) || m_pressedRanges.isEmpty())
        return;
    AxisRanges moved = m_pressedRanges;
    const QPointF by = event->position() - m_pressed;
    const double x = std::pow(moved.xMin / moved.xMax, by.x() / m_shown.axes.width());
    const double y = std::pow(moved.yMax / moved.yMin, by.y() / m_shown.axes.height());
    look({moved.xMin * x, moved.xMax * x, moved.yMin * y, moved.yMax * y});
}

void Chart::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && (event->position() - m_pressed).manhattanLength() < 4) // px: no drag
        activateMark(markAt(event->position()));
}

void Chart::mouseDoubleClickEvent(QMouseEvent* event) { m_shown.axes.isEmpty() ? event->ignore() : resetView(); }

// The page scrolls, unless Ctrl says that the chart is meant.
void Chart::wheelEvent(QWheelEvent* event)
{
    const QPointF at = event->position() - place().topLeft();
    const QRectF& axes = m_shown.axes;
    if (!(event->modifiers() & Qt::ControlModifier) || !axes.contains(at))
        return event->ignore();
    setFocus(Qt::MouseFocusReason); // for the key that shows all again
    const double across = (at.x() - axes.left()) / axes.width();
    const double up = (axes.bottom() - at.y()) / axes.height();
    zoom(std::pow(0.85, event->angleDelta().y() / 120.0),
         m_ranges.xMin * std::pow(m_ranges.xMax / m_ranges.xMin, across),
         m_ranges.yMin * std::pow(m_ranges.yMax / m_ranges.yMin, up));
}

} // namespace ui
