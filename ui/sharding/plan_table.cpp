// SPDX-License-Identifier: GPL-3.0-or-later
// Cells of plans; the chosen plans in bold.
#include "ui/sharding/plan_table.h"

#include "ui/charts/chart_style.h"
#include "ui/numbers/explained_cells.h"
#include "ui/session/snapshot.h"
#include "ui/tables/table_parts.h"
#include "ui/theme/nth.h"
#include "ui/theme/text_line.h"
#include "ui/theme/theme.h"
#include "ui/theme/words.h"

#include <QHeaderView>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ui
{

void PlanModel::show(std::vector<PlanRow> rows, core::ByteUnits units)
{
    beginResetModel();
    m_rows = std::move(rows);
    m_units = units;
    endResetModel();
}

void PlanModel::setBrief(bool brief)
{
    if (std::exchange(m_brief, brief) != brief && !m_rows.empty())
        emit dataChanged(index(0, why), index(rowCount() - 1, why));
}

const PlanRow* PlanModel::row(int at) const { return at >= 0 && at < rowCount() ? &m_rows[nth(at)] : nullptr; }

int PlanModel::plans() const { return static_cast<int>(std::ranges::count(m_rows, false, &PlanRow::gradient)); }

int PlanModel::chosen() const
{
    return static_cast<int>(std::ranges::find(m_rows, true, &PlanRow::chosen) - m_rows.begin());
}

int PlanModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int PlanModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : columns; }

QString PlanModel::idOf(const QModelIndex& index) const
{
    const PlanRow* of = row(index.row());
    switch (of ? index.column() : columns) {
    case time:
        return of->timeId;
    case comms:
        return of->commsId;
    case bytes:
        return of->bytesId;
    case math:
        return of->mathId;
    default:
        return {};
    }
}

QString PlanModel::shown(const PlanRow& of, int column) const
{
    switch (column) {
    case pass:
        return of.pass;
    case steps:
        return of.steps;
    case time:
        return timeText(of.time);
    case comms:
        return timeText(of.comms);
    case bytes:
        return toText(core::format(of.bytes, core::dim::byte, {.bytes = m_units}));
    case math:
        return timeText(of.math);
    default:
        return m_brief ? of.brief : of.why;
    }
}

QVariant PlanModel::data(const QModelIndex& index, int role) const
{
    const PlanRow* of = row(index.row());
    const bool number = index.column() >= time && index.column() <= math;
    if (!of)
        return {};
    switch (role) {
    case Qt::DisplayRole:
        return shown(*of, index.column());
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole:
        return index.column() == why ? of->why : shown(*of, index.column());
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(Qt::Alignment(Qt::AlignVCenter | (number ? Qt::AlignRight : Qt::AlignLeft)));
    case Qt::FontRole:
        return uiFont(12, of->chosen ? QFont::DemiBold : QFont::Normal);
    default:
        return {};
    }
}

QVariant PlanModel::headerData(int section, Qt::Orientation way, int role) const
{
    if (way != Qt::Horizontal)
        return {};
    const QStringList heads{PlanTable::tr("Pass"), PlanTable::tr("Plan"),        PlanTable::tr("Why"),
                            PlanTable::tr("Time"), PlanTable::tr("Collectives"), PlanTable::tr("Moves"),
                            PlanTable::tr("Math")};
    if (role == Qt::DisplayRole)
        return heads.value(section);
    if (role == Qt::ToolTipRole && section == steps)
        return PlanTable::tr("One step on each operand and one on the result, where these will do. A second step on an "
                             "operand, such as a free slice over an axis that no array names before a gather, is not "
                             "tried: it is seldom faster. A sum over two axes is scattered into two dimensions by two "
                             "reduce-scatters, not by one over both.");
    if (role == Qt::ToolTipRole && section == bytes)
        return PlanTable::tr("Bytes of the arrays that are gathered, reduced or exchanged, on one device");
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(
            Qt::Alignment(Qt::AlignVCenter | (section >= time && section <= math ? Qt::AlignRight : Qt::AlignLeft)));
    return {};
}

PlanTable::PlanTable(QWidget* parent) : QTableView(parent), m_model(new PlanModel)
{
    setObjectName(QStringLiteral("shard.plans"));
    m_model->setParent(this);
    setModel(m_model);
    styleTable(*this, tr("Plans of the sharded product, the cheapest first"));
    setSortingEnabled(false);
    setStatusTip(tr("Enter, double click or F8 on a number: why it has this value"));
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setWordWrap(false);
    new ExplainedCells(*this, PlanModel::time, [this](const QModelIndex& index) { return m_model->idOf(index); });
}

void PlanTable::present(const Snapshot& snapshot)
{
    const QModelIndex current = currentIndex();
    const int gradient = current.isValid() ? current.row() - m_model->plans() : -1;
    const int column = current.isValid() ? current.column() : PlanModel::steps;
    m_presenting = true;
    m_model->show(planRows(snapshot), snapshot.scenario.conv.unit);
    shareWidth();
    const int row = gradient < 0 ? m_model->chosen() : std::min(m_model->plans() + gradient, m_model->rowCount() - 1);
    setCurrentIndex(m_model->index(row, column));
    m_presenting = false;
}

void PlanTable::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    QTableView::currentChanged(current, previous);
    if (!m_presenting)
        emit chosen(current.isValid() ? current.row() : -1);
}

void PlanTable::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    shareWidth();
}

/// Numbers as wide as they are; plans and reasons share what is left.
void PlanTable::shareWidth()
{
    QHeaderView* head = horizontalHeader();
    head->setSectionResizeMode(QHeaderView::Interactive);
    head->setStretchLastSection(true);
    const QFont font = uiFont(12, QFont::DemiBold);
    const auto widthOf = [&](const QString& text) { return static_cast<int>(std::ceil(ui::lineWidth(text, font))); };
    int left = viewport()->width();
    for (const int column : {PlanModel::pass, PlanModel::time, PlanModel::comms, PlanModel::bytes, PlanModel::math}) {
        int width = widthOf(m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
        for (int row = 0; row < m_model->rowCount(); ++row)
            width = std::max(width, widthOf(m_model->index(row, column).data().toString()));
        head->resizeSection(column, width + 18);
        left -= width + 18;
    }
    int steps = 120;
    for (int row = 0; row < m_model->rowCount(); ++row)
        steps = std::max(steps, widthOf(m_model->index(row, PlanModel::steps).data().toString()) + 18);
    const int plan = std::clamp(left - 180, 160, steps);
    head->resizeSection(PlanModel::steps, plan);
    const int why = std::max(120, left - plan);
    int reasons = 0;
    for (int row = 0; row < m_model->rowCount(); ++row)
        reasons = std::max(reasons, widthOf(m_model->row(row)->why) + 18);
    m_model->setBrief(reasons > why);
    head->resizeSection(PlanModel::why, why);
}

const core::ShardingPlan* planOfRow(const core::ShardingReport& report, int row)
{
    auto at = static_cast<std::size_t>(std::max(0, row));
    if (report.error || row < 0)
        return nullptr;
    if (at < report.plans.size())
        return &report.plans[at];
    at -= report.plans.size();
    for (const auto& plans : report.back)
        if (!plans.empty() && at-- == 0)
            return &plans.front();
    return nullptr;
}

} // namespace ui
