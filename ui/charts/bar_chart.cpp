// SPDX-License-Identifier: GPL-3.0-or-later
// Events and state of looking for charts of bars.
#include "ui/charts/bar_chart.h"

#include "ui/charts/bar_stage.h"
#include "ui/charts/hover_card.h"
#include "ui/session/why_event.h"

#include <QGraphicsView>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <functional>

namespace ui
{

namespace
{

/// Tells when the view has painted, whatever brought it about.
class PaintedView : public QGraphicsView
{
public:
    using QGraphicsView::QGraphicsView;
    std::function<void()> painted;

protected:
    void paintEvent(QPaintEvent* event) override
    {
        QGraphicsView::paintEvent(event);
        painted();
    }
};

} // namespace

BarChart::BarChart(std::unique_ptr<BarPicture> picture, QWidget* parent)
    : Chart(parent), m_picture(std::move(picture)), m_stage(std::make_unique<BarStage>(*m_picture)),
      m_theme(&Theme::light())
{
    auto* view = new PaintedView(&m_stage->scene(), this);
    view->painted = [this] {
        const bool news = m_painted != m_number;
        m_painted = m_number;
        if (news && m_mark >= 0)
            QMetaObject::invokeMethod(
                this, [this] { showMark(m_mark); }, Qt::QueuedConnection);
    };
    m_view = view;
    m_card = new HoverCard(view);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_view->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_view->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_view->setRenderHint(QPainter::Antialiasing);
    m_view->setInteractive(false);
    m_view->setFocusPolicy(Qt::NoFocus);
    m_view->viewport()->setAttribute(Qt::WA_OpaquePaintEvent); // the scene's background leaves nothing to paint below
    m_view->viewport()->setMouseTracking(true);
    m_view->viewport()->installEventFilter(this);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(m_picture->name());
    setMinimumSize(240, 160);
}

// The view shows the stage's scene, so it goes first; what it sends on its way concerns nobody.
BarChart::~BarChart()
{
    m_view->viewport()->removeEventFilter(this);
    delete m_view;
}

QSize BarChart::sizeHint() const { return {560, 360}; }

QString BarChart::description() const { return m_picture->description(); }

void BarChart::present(const Snapshot& snapshot)
{
    m_picture->read(snapshot);
    m_number = snapshot.number;
    const BarScales wanted = m_picture->scales();
    for (std::size_t i = 0; i < wanted.size(); ++i)
        if (!snapshot.dragging || wanted[i] > m_scales[i])
            m_scales[i] = wanted[i];
    setAccessibleDescription(m_picture->description());
    rebuild();
}

void BarChart::setTheme(const Theme& theme)
{
    m_theme = &theme;
    rebuild();
    update();
}

void BarChart::render(QPainter& painter, const QRectF& area, const Theme& theme)
{
    renderBars(*m_picture, painter, area, theme);
}

void BarChart::rebuild() { m_stage->build(m_view->size(), *m_theme, m_scales); }

int BarChart::markAt(const QPointF& at) const
{
    const auto& marks = m_stage->marks();
    for (std::size_t i = 0; i < marks.size(); ++i)
        if (marks[i].area.containsPoint(at, Qt::WindingFill))
            return static_cast<int>(i);
    return -1;
}

void BarChart::showMark(int index)
{
    m_mark = index;
    const auto& marks = m_stage->marks();
    const bool valid = index >= 0 && index < static_cast<int>(marks.size());
    if (valid)
        m_card->present(marks[static_cast<std::size_t>(index)], m_view->size(), *m_theme);
    else
        m_card->hide();
    const bool explains = valid && !marks[static_cast<std::size_t>(index)].metric.isEmpty();
    m_view->viewport()->setCursor(explains ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void BarChart::stepMark(int direction)
{
    const int count = static_cast<int>(m_stage->marks().size());
    if (count > 0)
        showMark(m_mark < 0 ? (direction > 0 ? 0 : count - 1) : (m_mark + direction + count) % count);
}

void BarChart::explainMark(int index)
{
    const auto& marks = m_stage->marks();
    if (index >= 0 && index < static_cast<int>(marks.size()) &&
        !marks[static_cast<std::size_t>(index)].metric.isEmpty())
        askWhy(*this, marks[static_cast<std::size_t>(index)].metric);
}

bool BarChart::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_view->viewport()) {
        switch (event->type()) {
        case QEvent::MouseMove:
            if (const int mark = markAt(static_cast<QMouseEvent*>(event)->position()); mark != m_mark)
                showMark(mark);
            break;
        case QEvent::MouseButtonPress:
            setFocus(Qt::MouseFocusReason);
            break;
        case QEvent::MouseButtonRelease:
            explainMark(markAt(static_cast<QMouseEvent*>(event)->position()));
            break;
        case QEvent::Leave:
            showMark(-1);
            break;
        case QEvent::Wheel: // nothing to zoom: the page may scroll
            event->ignore();
            return true;
        default:
            break;
        }
    }
    return Chart::eventFilter(watched, event);
}

void BarChart::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Down:
    case Qt::Key_Right:
        return stepMark(1);
    case Qt::Key_Up:
    case Qt::Key_Left:
        return stepMark(-1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        return explainMark(m_mark);
    default:
        Chart::keyPressEvent(event);
    }
}

void BarChart::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), hasFocus() ? m_theme->accent : m_theme->panel);
}

void BarChart::resizeEvent(QResizeEvent*)
{
    constexpr int ring = 2; // px: the focus ring
    m_view->setGeometry(rect().adjusted(ring, ring, -ring, -ring));
    rebuild();
}

void BarChart::focusInEvent(QFocusEvent* event)
{
    update();
    Chart::focusInEvent(event);
}

void BarChart::focusOutEvent(QFocusEvent* event)
{
    showMark(-1);
    update();
    Chart::focusOutEvent(event);
}

} // namespace ui
