// SPDX-License-Identifier: GPL-3.0-or-later
// Texts of the rows, and how they are painted.
#include "ui/torus/design_list.h"

#include "core/quantity/format.h"
#include "ui/theme/painting.h"
#include "ui/torus/byte_text.h"
#include "ui/torus/collective_name.h"

#include <QPainter>
#include <QStyledItemDelegate>

namespace ui
{

namespace
{

constexpr int headHeight = 26;
constexpr int rowHeight = 46;
constexpr int margin = 10;

QString timeText(double seconds) { return QString::fromStdString(core::format(seconds, core::dim::second)); }

QString momentText(core::Moment when)
{
    switch (when) {
    case core::Moment::forward:
        return DesignModel::tr("Forward pass");
    case core::Moment::backward:
        return DesignModel::tr("Backward pass");
    case core::Moment::optimizer:
        break;
    }
    return DesignModel::tr("After the update of the weights");
}

QColor axisColour(const Theme& theme, std::size_t axis)
{
    const QColor colours[] = {theme.axisX, theme.axisY, theme.axisZ, theme.dcn};
    return colours[axis];
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

    static void paintRow(QPainter& painter, const QStyleOptionViewItem& option, const DesignModel::Row& row,
                         bool opened, const Theme& theme)
    {
        const QRect area = option.rect.adjusted(2, 1, -2, -1);
        const bool hovered = option.state & QStyle::State_MouseOver;
        if (opened || hovered) {
            drawBox(painter, area, 6, mixed(theme.panel, opened ? theme.accent : theme.text, opened ? 0.12 : 0.06), {},
                    0);
        }
        if (opened) {
            drawBox(painter, QRect(area.left(), area.top() + 6, 3, area.height() - 12), 1.5, theme.accent, {}, 0);
        }
        const QRect inside = area.adjusted(margin - 2, 4, -margin + 2, 0);
        const QRect first(inside.left(), inside.top(), inside.width(), 18);
        const QFont bold = uiFont(13, QFont::DemiBold);
        painter.setFont(bold);
        painter.setPen(theme.text);
        painter.drawText(first, Qt::AlignRight | Qt::AlignVCenter, row.total);
        const int taken = QFontMetrics(bold).horizontalAdvance(row.total) + 10;
        drawCollectiveName(painter, first.adjusted(0, 0, -taken, 0), row.name,
                           uiFont(13, opened ? QFont::DemiBold : QFont::Normal));
        painter.setFont(uiFont(12));
        painter.setPen(theme.muted);
        const QRect second(inside.left(), first.bottom() + 1, inside.width(), 16);
        painter.drawText(second, Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(row.amounts, Qt::ElideRight, second.width()));
        const QRectF bar(inside.left(), area.bottom() - 3, inside.width(), 3);
        drawBox(painter, bar, 1.5, mixed(theme.panel, theme.text, 0.08), {}, 0);
        drawBox(painter, QRectF(bar.left(), bar.top(), std::max(3., bar.width() * row.share), 3), 1.5,
                axisColour(theme, row.axis), {}, 0);
        if (option.state & QStyle::State_HasFocus) {
            drawFocusRing(painter, area, 6, theme);
        }
    }
};

} // namespace

QString callsText(const core::CollectiveCalls& calls)
{
    const auto number = [](double n) { return QString::fromStdString(core::format(n, core::dim::count)); };
    QStringList parts;
    if (calls.each > 1) {
        parts << number(calls.each);
    }
    if (calls.layers != 1) {
        parts << DesignModel::tr("%1 layers").arg(number(calls.layers));
    }
    if (calls.microbatches > 1) {
        parts << DesignModel::tr("%1 microbatches").arg(number(calls.microbatches));
    }
    return parts.isEmpty() ? DesignModel::tr("once") : parts.join(QStringLiteral(" × "));
}

void DesignModel::show(std::vector<core::DesignCollective> collectives, core::ByteUnits unit)
{
    double sum = 0;
    for (const auto& one : collectives) {
        sum += one.total().si();
    }
    std::vector<Row> rows;
    for (std::size_t i = 0; i < collectives.size(); ++i) {
        const auto& one = collectives[i];
        if (i == 0 || collectives[i - 1].when != one.when) {
            rows.push_back({momentText(one.when), {}, {}, 0, 0, std::nullopt});
        }
        const QString calls = callsText(one.calls);
        const QString bytes = bytesText(one.bytes.si(), unit);
        const bool many = one.calls.all() != 1;
        rows.push_back({QString::fromStdString(one.name),
                        many ? tr("%1 × %2, %3 each").arg(bytes, calls, timeText(one.seconds.si()))
                             : tr("%1, %2").arg(bytes, calls),
                        timeText(one.total().si()), sum > 0 ? one.total().si() / sum : 0, one.axis, i});
    }
    m_collectives = std::move(collectives);
    if (rows == m_rows) {
        return;
    }
    if (rows.size() == m_rows.size()) { // a drag keeps focus and scroll position
        m_rows = std::move(rows);
        emit dataChanged(index(0), index(rowCount() - 1));
        return;
    }
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

void DesignModel::setOpened(std::optional<std::size_t> one)
{
    if (one != m_opened) {
        m_opened = one;
        emit dataChanged(index(0), index(rowCount() - 1));
    }
}

int DesignModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QVariant DesignModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const Row& row = this->row(index.row());
    if (role == Qt::DisplayRole) {
        return row.name;
    }
    if (role == Qt::AccessibleTextRole) {
        const QString text = row.one ? QStringLiteral("%1: %2, %3").arg(row.name, row.total, row.amounts) : row.name;
        return isOpened(index.row()) ? tr("%1, open").arg(text) : text;
    }
    if (role == Qt::ToolTipRole && row.one) {
        const auto& one = m_collectives[*row.one];
        return tr("%1: %2 bytes, %3 of the communication of the step")
            .arg(row.name, QString::fromStdString(core::grouped(one.bytes.si())),
                 QStringLiteral("%1 %").arg(100 * row.share, 0, 'f', 1));
    }
    return {};
}

Qt::ItemFlags DesignModel::flags(const QModelIndex& index) const
{
    const bool chosen = index.isValid() && row(index.row()).one;
    return chosen ? Qt::ItemIsEnabled | Qt::ItemIsSelectable : Qt::NoItemFlags;
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
    connect(this, &QAbstractItemView::clicked, this, &DesignList::ask);
    connect(this, &QAbstractItemView::activated, this, &DesignList::ask); // Enter
}

/// What is said about the chosen row takes room below the list; the row stays in sight.
void DesignList::resizeEvent(QResizeEvent* event)
{
    QListView::resizeEvent(event);
    if (currentIndex().isValid()) {
        scrollTo(currentIndex());
    }
}

void DesignList::ask(const QModelIndex& index)
{
    if (const auto one = m_model->row(index.row()).one) {
        emit openAsked(*one);
    }
}

} // namespace ui
