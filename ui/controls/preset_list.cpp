// SPDX-License-Identifier: GPL-3.0-or-later
// Search, keys and painting of the preset list.
#include "ui/controls/preset_list.h"

#include "ui/theme/painting.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QScreen>
#include <QSortFilterProxyModel>
#include <QStandardItemModel>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

namespace ui
{

namespace
{

constexpr int idRole = Qt::UserRole;
constexpr int factsRole = Qt::UserRole + 1;
constexpr int searchRole = Qt::UserRole + 2;
constexpr int rowHeight = 44;

class RowPainter : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override { return {240, rowHeight}; }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const Theme& theme = themeOf(option.widget);
        const bool current = option.state.testFlag(QStyle::State_Selected);
        if (current || option.state.testFlag(QStyle::State_MouseOver))
            drawBox(*painter, option.rect, 6, mixed(theme.panel, theme.accent, current ? 0.18 : 0.08), {}, 0);
        const QRect inner = option.rect.adjusted(10, 4, -10, -4);
        painter->setPen(theme.text);
        painter->setFont(uiFont(13, QFont::Medium));
        painter->drawText(inner, Qt::AlignLeft | Qt::AlignTop, index.data().toString());
        painter->setPen(theme.muted);
        painter->setFont(uiFont(12));
        const QString facts = index.data(factsRole).toString();
        painter->drawText(inner, Qt::AlignLeft | Qt::AlignBottom,
                          painter->fontMetrics().elidedText(facts, Qt::ElideRight, inner.width()));
    }
};

} // namespace

PresetList::PresetList(const std::vector<PresetRow>& rows, const QString& what, QWidget* parent)
    : QFrame(parent, Qt::Popup | Qt::FramelessWindowHint), m_search(new QLineEdit(this)), m_view(new QListView(this)),
      m_rows(new QStandardItemModel(this)), m_found(new QSortFilterProxyModel(this))
{
    for (const PresetRow& row : rows) {
        auto* item = new QStandardItem(row.name);
        item->setData(row.id, idRole);
        item->setData(row.facts, factsRole);
        item->setData(QString(row.name + u' ' + row.id + u' ' + row.facts), searchRole);
        item->setEditable(false);
        item->setData(QString(row.name + QStringLiteral(", ") + row.facts), Qt::AccessibleTextRole);
        m_rows->appendRow(item);
    }
    m_found->setSourceModel(m_rows);
    m_found->setFilterRole(searchRole);
    m_found->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_view->setModel(m_found);
    m_view->setItemDelegate(new RowPainter(m_view));
    m_view->setMouseTracking(true);
    m_view->setAccessibleName(what);
    m_view->setObjectName(QStringLiteral("presets"));
    m_search->setPlaceholderText(tr("Search"));
    m_search->setAccessibleName(tr("Search %1").arg(what));
    m_search->installEventFilter(this);
    m_view->setFocusProxy(m_search);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(8);
    layout->addWidget(m_search);
    layout->addWidget(m_view);
    connect(m_view, &QListView::clicked, this, &PresetList::pick);
    connect(m_search, &QLineEdit::textEdited, this, [this](const QString& typed) {
        m_found->setFilterFixedString(typed);
        m_view->setCurrentIndex(m_found->index(0, 0));
    });
}

void PresetList::openAt(const QWidget& anchor, const QString& id)
{
    m_search->clear();
    m_found->setFilterFixedString({});
    const int shown = std::min(m_rows->rowCount(), 8);
    setFixedSize(std::max(anchor.width(), 288), 28 + 24 + shown * rowHeight + 8);
    const QRect screen = anchor.screen()->availableGeometry();
    QPoint corner = anchor.mapToGlobal(QPoint(0, anchor.height() + 4));
    if (corner.y() + height() > screen.bottom())
        corner.setY(std::max(screen.top(), anchor.mapToGlobal(QPoint()).y() - height() - 4));
    QFrame::move(corner);
    for (int row = 0; row < m_found->rowCount(); ++row)
        if (m_found->index(row, 0).data(idRole).toString() == id)
            m_view->setCurrentIndex(m_found->index(row, 0));
    show();
    m_view->scrollTo(m_view->currentIndex());
    m_search->setFocus(Qt::PopupFocusReason);
}

bool PresetList::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_search && event->type() == QEvent::KeyPress) {
        switch (static_cast<QKeyEvent*>(event)->key()) {
        case Qt::Key_Down:
            move(1);
            return true;
        case Qt::Key_Up:
            move(-1);
            return true;
        case Qt::Key_PageDown:
            move(6);
            return true;
        case Qt::Key_PageUp:
            move(-6);
            return true;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            pick(m_view->currentIndex());
            return true;
        default:
            break;
        }
    }
    return QFrame::eventFilter(watched, event);
}

void PresetList::paintEvent(QPaintEvent*)
{
    const Theme& theme = themeOf(this);
    QPainter painter(this);
    painter.fillRect(rect(), theme.panel);
    painter.setPen(theme.edge);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

void PresetList::pick(const QModelIndex& index)
{
    if (index.isValid()) {
        hide();
        emit picked(index.data(idRole).toString());
    }
}

void PresetList::move(int rows)
{
    const int last = m_found->rowCount() - 1;
    m_view->setCurrentIndex(m_found->index(std::clamp(m_view->currentIndex().row() + rows, 0, std::max(last, 0)), 0));
}

} // namespace ui
