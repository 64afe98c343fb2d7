// SPDX-License-Identifier: GPL-3.0-or-later
// How the rows are painted, and what a click or a key in them means.
#include "ui/collectives/design_list.h"

#include "ui/charts/chart_style.h"
#include "ui/playback/collective_caption.h"
#include "ui/session/why_event.h"
#include "ui/theme/nth.h"
#include "ui/theme/painting.h"

#include <QAccessible>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QStyledItemDelegate>

#include <algorithm>
#include <utility>

namespace ui
{

namespace
{

constexpr int headHeight = 26;
constexpr int rowHeight = 46;
constexpr int margin = 10;

QFont totalFont() { return uiFont(13, QFont::DemiBold); }
QFont amountsFont() { return uiFont(12); }

QRect areaOf(const QRect& row) { return row.adjusted(2, 1, -2, -1); }
QRect insideOf(const QRect& row) { return areaOf(row).adjusted(margin - 2, 4, -margin + 2, 0); }

QRect firstLine(const QRect& row)
{
    const QRect inside = insideOf(row);
    return {inside.left(), inside.top(), inside.width(), 18};
}

QRect secondLine(const QRect& row)
{
    const QRect first = firstLine(row);
    return {first.left(), first.bottom() + 1, first.width(), 16};
}

class DesignDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const override
    {
        return {0, modelOf(index).row(index.row()).one ? rowHeight : headHeight};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const auto& row = modelOf(index).row(index.row());
        const Theme& theme = themeOf(option.widget);
        painter->save();
        if (row.one) {
            paintRow(*painter, option, row, modelOf(index).isOpened(index.row()), theme);
            const auto* list = qobject_cast<const DesignList*>(option.widget);
            const int lit = list ? list->litNumber(index.row()) : -1;
            if (lit >= 0)
                underline(*painter, numberBoxes(row, option.rect)[nth(lit)], lit == 0, theme);
        } else {
            painter->setFont(uiFont(12, QFont::DemiBold));
            painter->setPen(theme.muted);
            painter->drawText(option.rect.adjusted(margin, 0, -margin, -3), Qt::AlignLeft | Qt::AlignBottom, row.name);
        }
        painter->restore();
    }

private:
    static const DesignModel& modelOf(const QModelIndex& index)
    {
        return static_cast<const DesignModel&>(*index.model());
    }

    static void underline(QPainter& painter, const QRect& number, bool total, const Theme& theme)
    {
        const QFontMetrics metrics(total ? totalFont() : amountsFont());
        const int base = number.top() + (number.height() + metrics.ascent() - metrics.descent()) / 2;
        painter.fillRect(QRect(number.left(), base + 2, number.width(), 1), total ? theme.text : theme.muted);
    }

    static void paintRow(QPainter& painter, const QStyleOptionViewItem& option, const DesignModel::Row& row,
                         bool opened, const Theme& theme)
    {
        const QRect area = areaOf(option.rect);
        const bool hovered = option.state & QStyle::State_MouseOver;
        if (opened || hovered) {
            drawBox(painter, area, 6, mixed(theme.panel, opened ? theme.accent : theme.text, opened ? 0.12 : 0.06), {},
                    0);
        }
        if (opened)
            drawBox(painter, QRect(area.left(), area.top() + 6, 3, area.height() - 12), 1.5, theme.accent, {}, 0);
        const QRect inside = insideOf(option.rect);
        const QRect first = firstLine(option.rect);
        const QFont bold = totalFont();
        painter.setFont(bold);
        painter.setPen(theme.text);
        painter.drawText(first, Qt::AlignRight | Qt::AlignVCenter, row.total);
        const int taken = QFontMetrics(bold).horizontalAdvance(row.total) + 10;
        drawCollectiveName(painter, first.adjusted(0, 0, -taken, 0), row.name,
                           uiFont(13, opened ? QFont::DemiBold : QFont::Normal));
        painter.setFont(amountsFont());
        painter.setPen(theme.muted);
        const QRect second = secondLine(option.rect);
        painter.drawText(second, Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(row.amounts, Qt::ElideRight, second.width()));
        const QRectF bar(inside.left(), area.bottom() - 3, inside.width(), 3);
        drawBox(painter, bar, 1.5, mixed(theme.panel, theme.text, 0.08), {}, 0);
        drawBox(painter, QRectF(bar.left(), bar.top(), std::max(3., bar.width() * row.share), 3), 1.5,
                axisColour(row.axis, theme), {}, 0);
        if (option.state & QStyle::State_HasFocus)
            drawFocusRing(painter, area, 6, theme);
    }
};

} // namespace

std::vector<QRect> numberBoxes(const DesignModel::Row& row, const QRect& area)
{
    std::vector<QRect> boxes;
    const QFontMetrics total(totalFont());
    const QFontMetrics amounts(amountsFont());
    for (const RowNumber& number : row.numbers) {
        const QRect line = number.at < 0 ? firstLine(area) : secondLine(area);
        const int width = (number.at < 0 ? total : amounts).horizontalAdvance(number.text);
        const int left = number.at < 0 ? line.right() + 1 - width
                                       : line.left() + amounts.horizontalAdvance(row.amounts.left(number.at));
        boxes.push_back(QRect(left, line.top(), width, line.height()).intersected(line));
    }
    return boxes;
}

DesignList::DesignList(QWidget* parent) : QListView(parent), m_model(new DesignModel(this))
{
    setObjectName(QStringLiteral("design.list"));
    setAccessibleName(tr("Collectives of this design"));
    setModel(m_model);
    setItemDelegate(new DesignDelegate(this));
    setMouseTracking(true);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setFrameShape(QFrame::NoFrame);
    setStatusTip(tr("Enter or a click opens it · F8 or a click on a number explains that · ← → choose a number"));
    connect(this, &QAbstractItemView::clicked, this, [this](const QModelIndex& index) {
        if (m_pressed.number < 0)
            ask(index);
    });
    connect(this, &QAbstractItemView::activated, this, &DesignList::ask); // Enter
}

/// Keeps the current row visible when the text below takes room.
void DesignList::resizeEvent(QResizeEvent* event)
{
    QListView::resizeEvent(event);
    if (currentIndex().isValid())
        scrollTo(currentIndex());
}

DesignList::Place DesignList::placeAt(const QPoint& at) const
{
    const QModelIndex index = indexAt(at);
    if (!index.isValid())
        return {};
    const auto boxes = numberBoxes(m_model->row(index.row()), visualRect(index));
    for (std::size_t i = 0; i < boxes.size(); ++i)
        if (boxes[i].adjusted(-2, 0, 2, 0).contains(at))
            return {index.row(), static_cast<int>(i)};
    return {index.row(), -1};
}

void DesignList::point(Place place)
{
    if (place == m_pointed)
        return;
    m_pointed = place;
    place.number >= 0 ? viewport()->setCursor(Qt::PointingHandCursor) : viewport()->unsetCursor();
    viewport()->update();
}

int DesignList::litNumber(int row) const
{
    if (m_pointed.row == row && m_pointed.number >= 0)
        return std::min(m_pointed.number, static_cast<int>(m_model->row(row).numbers.size()) - 1);
    return hasFocus() && currentIndex().row() == row ? m_model->chosenIn(row) : -1;
}

QString DesignList::chosenNumber() const
{
    if (!currentIndex().isValid())
        return {};
    const int row = currentIndex().row();
    const auto& numbers = m_model->row(row).numbers;
    return numbers.empty() ? QString() : numbers[nth(m_model->chosenIn(row))].id;
}

void DesignList::mousePressEvent(QMouseEvent* event)
{
    m_pressed = event->button() == Qt::LeftButton ? placeAt(event->pos()) : Place();
    QListView::mousePressEvent(event);
}

void DesignList::mouseMoveEvent(QMouseEvent* event)
{
    point(placeAt(event->pos()));
    QListView::mouseMoveEvent(event);
}

void DesignList::mouseReleaseEvent(QMouseEvent* event)
{
    QListView::mouseReleaseEvent(event);
    const Place place = std::exchange(m_pressed, {});
    if (event->button() == Qt::LeftButton && place.number >= 0 && place == placeAt(event->pos())) {
        choose(place.number);
        const auto& numbers = m_model->row(place.row).numbers;
        askWhy(*this, numbers[nth(place.number)].id);
    }
}

/// A double click on a number does not open the row.
void DesignList::mouseDoubleClickEvent(QMouseEvent* event)
{
    m_pressed = placeAt(event->pos());
    if (m_pressed.number < 0)
        QListView::mouseDoubleClickEvent(event);
}

bool DesignList::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::Leave)
        point({});
    return QListView::viewportEvent(event);
}

void DesignList::keyPressEvent(QKeyEvent* event)
{
    const int step = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    if (step == 0 || event->modifiers() != Qt::NoModifier || chosenNumber().isEmpty())
        return QListView::keyPressEvent(event);
    const int row = currentIndex().row();
    choose(std::clamp(m_model->chosenIn(row) + step, 0, static_cast<int>(m_model->row(row).numbers.size()) - 1));
}

void DesignList::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    m_model->setCurrent(current.row());
    QListView::currentChanged(current, previous);
}

/// Chooses a number of the current row and announces it to screen readers.
void DesignList::choose(int number)
{
    m_model->choose(number);
    viewport()->update();
    const int row = currentIndex().row();
    if (row >= 0) {
        QAccessibleEvent event(this, QAccessible::DescriptionChanged);
        event.setChild(row);
        QAccessible::updateAccessibility(&event);
    }
}

/// The menu key opens the menu of the current row.
void DesignList::contextMenuEvent(QContextMenuEvent* event)
{
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
    const QModelIndex index = byKey ? currentIndex() : indexAt(event->pos());
    if (!index.isValid() || m_model->row(index.row()).numbers.empty())
        return;
    std::vector<NumberToExplain> numbers;
    for (const RowNumber& number : m_model->row(index.row()).numbers)
        numbers.push_back({tr("Explain %1, %2").arg(number.text, number.words), number.id});
    auto* menu = makeExplainMenu(*this, numbers);
    auto* open = new QAction(tr("Open"), menu);
    open->setEnabled(!m_model->isOpened(index.row()));
    connect(open, &QAction::triggered, this, [this, at = QPersistentModelIndex(index)] { ask(at); });
    menu->insertAction(menu->insertSeparator(menu->actions().front()), open);
    menu->popup(byKey ? viewport()->mapToGlobal(visualRect(index).bottomLeft()) : event->globalPos());
}

void DesignList::ask(const QModelIndex& index)
{
    const auto one = index.isValid() ? m_model->row(index.row()).one : std::nullopt; // a menu may outlive its row
    if (one)
        emit openAsked(*one);
}

} // namespace ui
