// SPDX-License-Identifier: GPL-3.0-or-later
// Events and state of looking for charts on log axes.
#include "ui/charts/plot_chart.h"

#include "ui/charts/hover_card.h"
#include "ui/charts/opaque_plot.h"
#include "ui/charts/plot_stage.h"
#include "ui/session/why_event.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

namespace ui
{

PlotChart::PlotChart(std::unique_ptr<PlotPicture> picture, QWidget* parent)
    : Chart(parent), m_picture(std::move(picture)), m_plot(new OpaquePlot(this)), m_card(new HoverCard(m_plot)),
      m_theme(&Theme::light())
{
    m_stage = std::make_unique<PlotStage>(*m_plot, *m_picture);
    m_plot->overlay = [this](QPainter& painter) { m_stage->paintOverlay(painter); };
    m_plot->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    m_plot->setFocusPolicy(Qt::NoFocus);
    m_plot->setMouseTracking(true);
    m_plot->installEventFilter(this);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(m_picture->name());
    setMinimumSize(240, 160);
    m_plot->painted = [this] {
        const bool news = m_painted != m_number;
        m_painted = m_number;
        if (news && m_mark >= 0)
            QMetaObject::invokeMethod(
                this, [this] { showMark(m_mark); }, Qt::QueuedConnection);
    };
}

// The plot's layers point at the stage, so the plot goes first; what it sends on its way concerns nobody.
PlotChart::~PlotChart()
{
    m_plot->removeEventFilter(this);
    delete m_plot;
}

QSize PlotChart::sizeHint() const { return {560, 360}; }

QString PlotChart::description() const { return m_picture->description(); }

void PlotChart::present(const Snapshot& snapshot)
{
    m_plot->finishEarly();
    m_picture->read(snapshot);
    m_number = snapshot.number;
    const bool held = m_ownView || (snapshot.dragging && !m_picture->leaves(m_ranges));
    if (m_ranges.isEmpty() || !held)
        m_ranges = m_picture->ranges();
    setAccessibleDescription(m_picture->description());
    rebuild();
    m_plot->beginEarly();
}

void PlotChart::setTheme(const Theme& theme)
{
    m_theme = &theme;
    rebuild();
    update();
}

void PlotChart::render(QPainter& painter, const QRectF& area, const Theme& theme)
{
    m_plot->finishEarly();
    renderPlot(*m_picture, painter, area, theme);
}

void PlotChart::resetView()
{
    m_plot->finishEarly();
    m_ownView = false;
    m_ranges = m_picture->ranges();
    rebuild();
}

void PlotChart::rebuild()
{
    m_plot->finishEarly();
    if (m_stage->build(m_plot->size(), *m_theme, m_ranges))
        m_plot->redraw();
    else
        m_plot->redrawOverlay();
}

void PlotChart::takeViewFromPlot()
{
    const QCPRange x = m_plot->xAxis->range();
    const QCPRange y = m_plot->yAxis->range();
    const PlotRanges now{x.lower, x.upper, y.lower, y.upper};
    if (now == m_ranges || !m_picture->absence().isEmpty())
        return;
    m_ranges = now;
    m_ownView = true;
    rebuild();
}

const std::vector<PlotMark>& PlotChart::marks() const
{
    m_plot->finishEarly();
    return m_stage->marks();
}

int PlotChart::markAt(const QPointF& at) const
{
    const auto& known = marks();
    for (std::size_t i = 0; i < known.size(); ++i)
        if (known[i].area.containsPoint(at, Qt::WindingFill))
            return static_cast<int>(i);
    return -1;
}

void PlotChart::showMark(int index)
{
    m_mark = index;
    const auto& known = marks();
    const bool valid = index >= 0 && index < static_cast<int>(known.size());
    if (valid)
        m_card->present(known[static_cast<std::size_t>(index)], m_plot->size(), *m_theme);
    else
        m_card->hide();
    const bool explains = valid && !known[static_cast<std::size_t>(index)].metric.isEmpty();
    m_plot->setCursor(explains ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

bool PlotChart::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_plot)
        return Chart::eventFilter(watched, event);
    m_plot->finishEarly();
    switch (event->type()) {
    case QEvent::Wheel:
        if (!hasFocus() && !(static_cast<QWheelEvent*>(event)->modifiers() & Qt::ControlModifier)) {
            event->ignore();
            return true;
        }
        QMetaObject::invokeMethod(this, &PlotChart::takeViewFromPlot, Qt::QueuedConnection);
        break;
    case QEvent::MouseButtonPress:
        m_pressed = static_cast<QMouseEvent*>(event)->position();
        setFocus(Qt::MouseFocusReason);
        break;
    case QEvent::MouseMove: {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        if (mouse->buttons() == Qt::NoButton) {
            const int mark = markAt(mouse->position());
            if (mark != m_mark)
                showMark(mark);
        } else {
            showMark(-1);
            QMetaObject::invokeMethod(this, &PlotChart::takeViewFromPlot, Qt::QueuedConnection);
        }
        break;
    }
    case QEvent::MouseButtonRelease: {
        const QPointF at = static_cast<QMouseEvent*>(event)->position();
        const int mark = markAt(at);
        constexpr qreal still = 4; // px: less than this is a click, not a drag
        if ((at - m_pressed).manhattanLength() < still && mark >= 0)
            if (const QString metric = marks()[static_cast<std::size_t>(mark)].metric; !metric.isEmpty())
                askWhy(*this, metric);
        break;
    }
    case QEvent::MouseButtonDblClick:
        resetView();
        return true;
    case QEvent::Leave:
        showMark(-1);
        break;
    default:
        break;
    }
    return Chart::eventFilter(watched, event);
}

// The next mark that explains something.
void PlotChart::stepMark(int direction)
{
    const auto& known = marks();
    const int count = static_cast<int>(known.size());
    int at = m_mark < 0 && direction < 0 ? count : m_mark;
    for (int tries = 0; tries < count; ++tries) {
        at = (at + direction + count) % count;
        if (!known[static_cast<std::size_t>(at)].metric.isEmpty())
            return showMark(at);
    }
}

void PlotChart::keyPressEvent(QKeyEvent* event)
{
    const auto& known = marks();
    const int count = static_cast<int>(known.size());
    switch (event->key()) {
    case Qt::Key_R:
        return resetView();
    case Qt::Key_Right:
    case Qt::Key_Left:
        return stepMark(event->key() == Qt::Key_Right ? 1 : -1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_mark >= 0 && m_mark < count && !known[static_cast<std::size_t>(m_mark)].metric.isEmpty())
            askWhy(*this, known[static_cast<std::size_t>(m_mark)].metric);
        return;
    case Qt::Key_Plus:
    case Qt::Key_Minus: {
        const double factor = event->key() == Qt::Key_Plus ? 0.8 : 1.25;
        m_plot->xAxis->scaleRange(factor);
        m_plot->yAxis->scaleRange(factor);
        return takeViewFromPlot();
    }
    default:
        Chart::keyPressEvent(event);
    }
}

void PlotChart::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), hasFocus() ? m_theme->accent : m_theme->panel);
}

void PlotChart::resizeEvent(QResizeEvent*)
{
    constexpr int ring = 2; // px: the focus ring
    m_plot->setGeometry(rect().adjusted(ring, ring, -ring, -ring));
    rebuild();
}

void PlotChart::focusInEvent(QFocusEvent* event)
{
    update();
    Chart::focusInEvent(event);
}

void PlotChart::focusOutEvent(QFocusEvent* event)
{
    showMark(-1);
    update();
    Chart::focusOutEvent(event);
}

} // namespace ui
