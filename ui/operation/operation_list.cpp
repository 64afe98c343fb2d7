// SPDX-License-Identifier: GPL-3.0-or-later
// Ticks and names go to the session as fields of their operation.
#include "ui/operation/operation_list.h"

#include "core/scenario/further_operation.h"
#include "ui/session/field_text.h"
#include "ui/session/session.h"
#include "ui/theme/nth.h"
#include "ui/theme/painting.h"
#include "ui/theme/text_line.h"
#include "ui/theme/words.h"

#include <QKeyEvent>
#include <QPainter>
#include <QPixmap>

#include <algorithm>
#include <utility>

namespace ui
{

namespace
{

QPixmap markOf(const OperationRow& row, const Theme& theme)
{
    constexpr int side = 16;
    constexpr int ratio = 2;
    QPixmap picture(side * ratio, side * ratio);
    picture.setDevicePixelRatio(ratio);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colourOf(row, theme));
    drawMarker(painter, markerOf(row), {side / 2.0, side / 2.0}, 10);
    return picture;
}

} // namespace

OperationListModel::OperationListModel(Session& session, QObject* parent)
    : QAbstractListModel(parent), m_session(session)
{
}

void OperationListModel::show(std::vector<OperationRow> rows, const Theme& theme)
{
    const bool same = rows.size() == m_rows.size();
    const bool dressed = std::exchange(m_theme, &theme) != &theme;
    if (!same)
        beginResetModel();
    const auto before = std::exchange(m_rows, std::move(rows));
    if (!same)
        return endResetModel();
    for (int row = 0; row < rowCount(); ++row)
        if (dressed || before[nth(row)].title != m_rows[nth(row)].title ||
            before[nth(row)].operation.visible != m_rows[nth(row)].operation.visible)
            emit dataChanged(index(row), index(row));
}

int OperationListModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QVariant OperationListModel::data(const QModelIndex& at, int role) const
{
    if (!at.isValid())
        return {};
    const OperationRow& row = m_rows[nth(at.row())];
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return row.title;
    case Qt::ToolTipRole:
        return plainTip(row.title);
    case Qt::EditRole:
        return toText(row.operation.name);
    case Qt::CheckStateRole:
        return row.operation.visible ? Qt::Checked : Qt::Unchecked;
    case Qt::DecorationRole:
        return markOf(row, *m_theme);
    case Qt::ForegroundRole:
        return row.operation.visible ? m_theme->text : m_theme->muted;
    default:
        return {};
    }
}

bool OperationListModel::setData(const QModelIndex& at, const QVariant& value, int role)
{
    const OperationRow& row = m_rows[nth(at.row())];
    if (role == Qt::CheckStateRole)
        return m_session
            .edit(core::operationFieldId("op.visible", row.number), value.toInt() == static_cast<int>(Qt::Checked))
            .has_value();
    const auto done =
        m_session.editFromText(core::operationFieldId("op.name", row.number), value.toString().toStdString());
    if (!done)
        emit refused(inWords(done.error(), m_session.scenario()));
    return done.has_value();
}

Qt::ItemFlags OperationListModel::flags(const QModelIndex& at) const
{
    return QAbstractListModel::flags(at) | Qt::ItemIsUserCheckable | Qt::ItemIsEditable;
}

OperationList::OperationList(Session& session, QWidget* parent)
    : QListView(parent), m_model(new OperationListModel(session, this))
{
    setObjectName(QStringLiteral("op.list"));
    setAccessibleName(tr("Operations"));
    setStatusTip(tr("Space shows or hides the operation, F2 renames it, Delete removes it"));
    setModel(m_model);
    setFont(uiFont(13));
    setUniformItemSizes(true);
    setTextElideMode(Qt::ElideRight);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
    setSpacing(1);
}

void OperationList::present(std::vector<OperationRow> rows)
{
    const std::size_t before = std::max<std::size_t>(1, chosen());
    m_quiet = true;
    m_model->show(std::move(rows), themeOf(this));
    choose(std::min(before, static_cast<std::size_t>(m_model->rowCount())));
    m_quiet = false;
}

std::size_t OperationList::chosen() const
{
    return currentIndex().isValid() ? static_cast<std::size_t>(currentIndex().row()) + 1 : 0;
}

void OperationList::choose(std::size_t number)
{
    if (number != chosen())
        setCurrentIndex(m_model->index(static_cast<int>(number) - 1));
}

void OperationList::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    QListView::currentChanged(current, previous);
    if (!m_quiet && current.isValid())
        emit chosenChanged();
}

void OperationList::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Delete)
        return emit removeAsked();
    QListView::keyPressEvent(event);
}

} // namespace ui
