// SPDX-License-Identifier: GPL-3.0-or-later
// Cells of operations; the exact critical batch and the approximate one beside each other.
#include "ui/operation/operation_table.h"

#include "ui/charts/chart_style.h"
#include "ui/numbers/explained_cells.h"
#include "ui/tables/table_parts.h"
#include "ui/theme/nth.h"
#include "ui/theme/text_line.h"
#include "ui/theme/words.h"

#include <QHeaderView>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace ui
{

namespace
{

constexpr int widestName = 260;      // px
constexpr std::size_t wholeRows = 3; // at least, where there are as many

struct Head {
    const char* title;
    const char* tip;
    const char* metric; // empty: no number
};

constexpr std::array<Head, OperationTableModel::columns> heads{
    Head{QT_TRANSLATE_NOOP("ui::OperationTable", "Operation"), "", ""},
    Head{QT_TRANSLATE_NOOP("ui::OperationTable", "Bound by"), "", ""},
    Head{QT_TRANSLATE_NOOP("ui::OperationTable", "Time ≥"),
         QT_TRANSLATE_NOOP("ui::OperationTable", "Lower bound: math and memory overlap, max of both"), "op.lower"},
    Head{QT_TRANSLATE_NOOP("ui::OperationTable", "Intensity"),
         QT_TRANSLATE_NOOP("ui::OperationTable", "FLOPs over bytes"), "op.intensity"},
    Head{QT_TRANSLATE_NOOP("ui::OperationTable", "Ridge"),
         QT_TRANSLATE_NOOP("ui::OperationTable", "Intensity from which on math binds: peak over bandwidth"),
         "op.machine"},
    Head{QT_TRANSLATE_NOOP("ui::OperationTable", "Time ≤"),
         QT_TRANSLATE_NOOP("ui::OperationTable", "Upper bound: nothing overlaps, sum of both"), "op.upper"},
    Head{QT_TRANSLATE_NOOP("ui::OperationTable", "FLOPs"), "", "op.flops"},
    Head{QT_TRANSLATE_NOOP("ui::OperationTable", "Bytes"),
         QT_TRANSLATE_NOOP("ui::OperationTable", "Of all operands and the result"), "op.bytes"},
    Head{QT_TRANSLATE_NOOP("ui::OperationTable", "Critical batch"),
         QT_TRANSLATE_NOOP("ui::OperationTable", "From this batch on math binds, exactly"), "op.batch.critical"},
    Head{QT_TRANSLATE_NOOP("ui::OperationTable", "≈ for B ≪ D, F"),
         QT_TRANSLATE_NOOP("ui::OperationTable", "The same where only the weights' bytes count"), "op.batch.approx"},
    Head{QT_TRANSLATE_NOOP("ui::OperationTable", "Lost to padding"),
         QT_TRANSLATE_NOOP("ui::OperationTable", "Share of the systolic array that idles where sizes are rounded up"),
         "op.idle"},
};

} // namespace

/// Only cells that read otherwise now are painted again: of several at once, views paint all of themselves.
void OperationTableModel::show(std::vector<OperationRow> rows, core::ByteUnits units)
{
    const bool same = rows.size() == m_rows.size();
    if (!same)
        beginResetModel();
    m_rows = std::move(rows);
    m_units = units;
    m_cells.resize(m_rows.size());
    for (int row = 0; row < static_cast<int>(m_rows.size()); ++row) {
        QStringList cells;
        for (int column = 0; column < columns; ++column)
            cells.append(shown(m_rows[nth(row)], column));
        const QStringList before = std::exchange(m_cells[nth(row)], cells);
        for (int column = 0; column < columns && same; ++column)
            if (cells[column] != before[column])
                emit dataChanged(index(row, column), index(row, column));
    }
    if (!same)
        endResetModel();
}

void OperationTableModel::fitNames() { emit headerDataChanged(Qt::Vertical, 0, rowCount() - 1); }

int OperationTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int OperationTableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : columns; }

QString OperationTableModel::idOf(const QModelIndex& at) const
{
    if (!at.isValid() || !*heads[nth(at.column())].metric)
        return {};
    const OperationRow& row = m_rows[nth(at.row())];
    const bool missing = (at.column() == approx && std::isnan(row.numbers.batchApprox.si())) ||
                         (at.column() == idle && std::isnan(row.numbers.idle.si()));
    return missing ? QString() : row.idOf(heads[nth(at.column())].metric);
}

QString OperationTableModel::shown(const OperationRow& row, int column) const
{
    const auto& n = row.numbers;
    const auto count = [](double v) { return toText(core::format(v, core::dim::count)); };
    switch (column) {
    case name:
        return row.title;
    case flops:
        return toText(core::format(n.flops.si(), core::dim::flop));
    case bytes:
        return toText(core::format(n.bytes.si(), core::dim::byte, {.bytes = m_units}));
    case intensity:
        return intensityText(n.intensity.si());
    case machine:
        return intensityText(n.machine.si());
    case bound:
        return row.bound;
    case lower:
        return timeText(n.lower.si());
    case upper:
        return timeText(n.upper.si());
    case critical:
        return count(n.batchCritical.si());
    case approx:
        return std::isnan(n.batchApprox.si()) ? QString() : count(n.batchApprox.si());
    default:
        return std::isnan(n.idle.si()) ? QString() : percentText(n.idle.si());
    }
}

QVariant OperationTableModel::data(const QModelIndex& at, int role) const
{
    if (!at.isValid())
        return {};
    const OperationRow& row = m_rows[nth(at.row())];
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return m_cells[nth(at.row())][at.column()];
    case Qt::ToolTipRole:
        return plainTip(at.column() == critical || row.bound.isEmpty() ? row.why : m_cells[nth(at.row())][at.column()]);
    case Qt::TextAlignmentRole: {
        const bool left = at.column() == name || at.column() == bound;
        return QVariant::fromValue(Qt::Alignment(Qt::AlignVCenter | (left ? Qt::AlignLeft : Qt::AlignRight)));
    }
    default:
        return {};
    }
}

QVariant OperationTableModel::headerData(int section, Qt::Orientation way, int role) const
{
    if (way == Qt::Vertical) { // names stay in sight while numbers scroll
        const bool isRow = section >= 0 && section < rowCount();
        if (isRow && (role == Qt::DisplayRole || role == Qt::ToolTipRole))
            return role == Qt::DisplayRole ? m_rows[nth(section)].title : plainTip(m_rows[nth(section)].title);
        return role == Qt::TextAlignmentRole ? QVariant::fromValue(Qt::Alignment(Qt::AlignVCenter | Qt::AlignLeft))
                                             : QVariant();
    }
    if (section < 0 || section >= columns)
        return {};
    if (role == Qt::DisplayRole)
        return OperationTable::tr(heads[nth(section)].title);
    if (role == Qt::ToolTipRole)
        return OperationTable::tr(heads[nth(section)].tip);
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(
            Qt::Alignment(Qt::AlignVCenter | (section == name || section == bound ? Qt::AlignLeft : Qt::AlignRight)));
    return {};
}

OperationTable::OperationTable(QWidget* parent) : QTableView(parent), m_model(new OperationTableModel)
{
    setObjectName(QStringLiteral("op.table"));
    m_model->setParent(this);
    setModel(m_model);
    styleTable(*this, tr("Numbers of the operations"));
    setSortingEnabled(false);
    setStatusTip(tr("Enter, double click or F8 on a number: why it has this value"));
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setWordWrap(false);
    setColumnHidden(OperationTableModel::name, true);
    verticalHeader()->show();
    verticalHeader()->setFont(uiFont(12));
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setTextElideMode(Qt::ElideRight);
    verticalHeader()->setHighlightSections(false);
    verticalHeader()->setMaximumWidth(widestName);
    horizontalHeader()->setStretchLastSection(false);
    horizontalHeader()->setSectionResizeMode(QHeaderView::Interactive);
    new ExplainedCells(*this, OperationTableModel::intensity,
                       [this](const QModelIndex& index) { return m_model->idOf(index); });
}

void OperationTable::present(std::vector<OperationRow> rows, core::ByteUnits units, bool still)
{
    setColumnHidden(OperationTableModel::idle, std::ranges::all_of(rows, [](const OperationRow& row) {
                        return std::isnan(row.numbers.idle.si());
                    }));
    m_quiet = true;
    const auto whole = std::min<std::size_t>(rows.size(), wholeRows);
    m_model->show(std::move(rows), units);
    m_quiet = false;
    setMinimumHeight(horizontalHeader()->sizeHint().height() + 2 * frameWidth() +
                     static_cast<int>(whole) * verticalHeader()->defaultSectionSize());
    fitNames(still);
    if (!still)
        resizeColumnsToContents();
}

/// Another width lays out the whole table: while a slider is dragged only where a name has no room.
void OperationTable::fitNames(bool still)
{
    QStringList names;
    qreal widest = 0;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        names.append(m_model->headerData(row, Qt::Vertical, Qt::DisplayRole).toString());
        widest = std::max(widest, ui::lineWidth(names.last(), verticalHeader()->font()));
    }
    const QStringList before = std::exchange(m_names, names);
    if (still ? widest > m_widest : widest != m_widest) {
        m_widest = widest;
        return m_model->fitNames();
    }
    const QHeaderView& header = *verticalHeader();
    for (int row = 0; row < names.size(); ++row)
        if (before.value(row) != names[row])
            header.viewport()->update(0, header.sectionViewportPosition(row), header.width(), header.sectionSize(row));
}

void OperationTable::choose(std::size_t number)
{
    const int row = static_cast<int>(number) - 1;
    if (row == currentIndex().row() || row >= m_model->rowCount())
        return;
    m_quiet = true;
    setCurrentIndex(m_model->index(row, std::max<int>(OperationTableModel::bound, currentIndex().column())));
    m_quiet = false;
    scrollTo(currentIndex());
}

void OperationTable::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    QTableView::currentChanged(current, previous);
    if (!m_quiet && current.isValid())
        emit chosen(static_cast<std::size_t>(current.row()) + 1);
}

} // namespace ui
