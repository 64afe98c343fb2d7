// SPDX-License-Identifier: GPL-3.0-or-later
// Keys and pointer turned into orders.
#include "ui/timeline/order_builder_board.h"

#include "ui/theme/nth.h"
#include "ui/theme/painting.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace ui
{

OrderBoard::OrderBoard(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("own.board"));
    setAccessibleName(tr("Order of chip 0"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
}

void OrderBoard::present(const OrderShown& shown)
{
    m_shown = shown;
    m_shown.chosen = std::clamp(shown.chosen, 0, std::max(0, static_cast<int>(shown.order.size()) - 1));
    layOut();
    setAccessibleDescription(spoken());
    updateGeometry();
    emit roomChanged();
    update();
}

QString OrderBoard::spoken() const
{
    QStringList steps;
    for (std::size_t step = 0; step < m_shown.order.size(); ++step) {
        QStringList names;
        for (const auto& product : m_shown.order[step])
            names << productText(m_shown.form, product);
        steps << tr("step %1: %2").arg(step + 1).arg(names.isEmpty() ? tr("nothing") : names.join(u' '));
    }
    return tr("Step %1 is chosen; %2").arg(m_shown.chosen + 1).arg(steps.join(QStringLiteral(", ")));
}

QSize OrderBoard::sizeHint() const { return orderRoom(m_shown, width()).toSize(); }

QSize OrderBoard::minimumSizeHint() const { return sizeHint(); }

void OrderBoard::layOut() { m_scene = layoutOrder(m_shown, size()); }

void OrderBoard::resizeEvent(QResizeEvent*)
{
    layOut();
    updateGeometry();
    emit roomChanged();
}

void OrderBoard::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = themeOf(this);
    paintOrder(painter, m_scene, theme, hasFocus());
    if (m_drags) {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.scale(m_scene.unit, m_scene.unit);
        paintOrderTile(painter, m_dragged, theme);
    }
}

void OrderBoard::focusOutEvent(QFocusEvent*)
{
    commit();
    update();
}

void OrderBoard::keyPressEvent(QKeyEvent* event)
{
    const int last = static_cast<int>(m_shown.order.size()) - 1;
    if (last < 0 || (event->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier)) || !type(event->text())) {
        switch (event->key()) {
        case Qt::Key_Left:
        case Qt::Key_Right:
            commit();
            choose(std::clamp(m_shown.chosen + (event->key() == Qt::Key_Left ? -1 : 1), 0, last));
            return;
        case Qt::Key_Home:
        case Qt::Key_End:
            commit();
            choose(event->key() == Qt::Key_Home ? 0 : last);
            return;
        case Qt::Key_Space: // as orders are written, "0 3 2 1"
            commit();
            choose(std::min(m_shown.chosen + 1, last));
            return;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            commit();
            return;
        case Qt::Key_Backspace:
        case Qt::Key_Delete:
            break;
        default:
            QWidget::keyPressEvent(event);
            return;
        }
        if (!m_shown.pending.isEmpty()) {
            m_shown.pending.clear();
            present(OrderShown(m_shown));
        } else if (last >= 0 && !m_shown.order[nth(m_shown.chosen)].empty()) {
            take(m_shown.chosen,
                 event->key() == Qt::Key_Delete ? -1 : static_cast<int>(m_shown.order[nth(m_shown.chosen)].size()) - 1);
        }
    }
}

/// A digit waits for the next one while a longer number could follow; a letter halves the shard before it.
bool OrderBoard::type(const QString& text)
{
    if (text.size() != 1)
        return false;
    const QChar letter = text.front().toLower();
    if (letter == u'a' || letter == u'b') {
        commit();
        halve(letter.unicode() - u'a');
        return true;
    }
    if (letter < u'0' || letter > u'9')
        return false;
    m_shown.pending += letter;
    const int number = m_shown.pending.toInt();
    if (number == 0 || number * 10 >= m_shown.topology.chips())
        commit();
    else
        present(OrderShown(m_shown));
    return true;
}

void OrderBoard::commit()
{
    if (m_shown.pending.isEmpty())
        return;
    const core::ShardProduct product{m_shown.pending.toInt()};
    m_shown.pending.clear();
    put(m_shown.chosen, product);
}

void OrderBoard::halve(int half)
{
    auto order = m_shown.order;
    auto& products = order[nth(m_shown.chosen)];
    if (products.empty())
        return;
    products.back().half = half;
    emit edited(order);
}

void OrderBoard::put(int step, const core::ShardProduct& product)
{
    auto order = m_shown.order;
    order[nth(step)].push_back(product);
    choose(step);
    emit edited(order);
}

/// Place -1: all shards of the step.
void OrderBoard::take(int step, int at)
{
    auto order = m_shown.order;
    auto& products = order[nth(step)];
    if (at < 0)
        products.clear();
    else
        products.erase(products.begin() + at);
    emit edited(order);
}

void OrderBoard::choose(int step)
{
    if (step != m_shown.chosen) {
        m_shown.chosen = step;
        present(OrderShown(m_shown));
        emit stepChosen(step);
    }
}

void OrderBoard::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    commit();
    m_pressed = event->position();
    const OrderTile* tile = tileAt(m_scene, m_pressed);
    m_holds = tile != nullptr;
    m_drags = false;
    if (tile)
        m_dragged = *tile;
    const int slot = slotAt(m_scene, m_pressed);
    if (slot >= 0)
        choose(slot);
}

void OrderBoard::mouseMoveEvent(QMouseEvent* event)
{
    const QPointF at = event->position();
    if (!(event->buttons() & Qt::LeftButton)) {
        setCursor(tileAt(m_scene, at) ? Qt::OpenHandCursor : Qt::ArrowCursor);
        return;
    }
    if (m_holds && !m_drags && (at - m_pressed).manhattanLength() >= QApplication::startDragDistance()) {
        m_drags = true;
        m_dragged.spent = false;
        setCursor(Qt::ClosedHandCursor);
    }
    if (m_drags) {
        m_dragged.box.moveCenter(at / m_scene.unit);
        update();
    }
}

void OrderBoard::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !m_holds)
        return;
    const bool dragged = std::exchange(m_drags, false);
    m_holds = false;
    unsetCursor();
    update();
    const bool offered = m_dragged.step == OrderTile::offered;
    if (!dragged) {
        if (offered)
            put(m_shown.chosen, m_dragged.product);
        return;
    }
    const int slot = slotAt(m_scene, event->position());
    if (slot == m_dragged.step || (slot < 0 && offered))
        return;
    auto order = m_shown.order;
    if (!offered) {
        auto& products = order[nth(m_dragged.step)];
        products.erase(products.begin() + m_dragged.place);
    }
    if (slot >= 0) {
        order[nth(slot)].push_back(m_dragged.product);
        choose(slot);
    }
    emit edited(order);
}

} // namespace ui
