// SPDX-License-Identifier: GPL-3.0-or-later
// Words of cells and heads, and the file of them all.
#include "ui/timeline/order_model.h"

#include "core/quantity/format.h"
#include "ui/tables/table_parts.h"
#include "ui/theme/nth.h"

#include <algorithm>
#include <span>
#include <utility>

namespace ui
{

namespace
{

QString shardText(const core::ShardProduct& product)
{
    const QString half = product.half < 0 ? QString() : QString(QChar(u'a' + product.half));
    return QString::number(product.shard) + half;
}

/// The shards of a message as in the order: "2", "1b".
QString messageText(const core::Schedule& schedule, std::span<const core::ChunkRun> runs)
{
    core::ChunkNumber count = 0;
    for (const auto& run : runs) {
        count += run.count;
    }
    const auto name = schedule.chunks.name(runs.front().first);
    return shardText({name.owner, count == schedule.chunks.form().halves ? core::ShardProduct::wholeShard : name.half});
}

} // namespace

void OrderTableModel::show(const core::WholeCollective* collective)
{
    beginResetModel();
    m_plan = collective ? collective->analysis.matmul.value_or(core::CollectiveMatmul()) : core::CollectiveMatmul();
    m_buffers = m_plan.products.empty() ? std::vector<core::StepBuffers>() : core::buffersByStep(m_plan);
    m_lit = -1;
    endResetModel();
}

void OrderTableModel::light(int step)
{
    if (step == m_lit) {
        return;
    }
    for (const int row : {std::exchange(m_lit, step), step}) {
        if (row >= 0 && row < rowCount()) {
            emit dataChanged(index(row, 0), index(row, columnCount() - 1));
        }
    }
}

int OrderTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_plan.products.size());
}

int OrderTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() || m_plan.products.empty() ? 0 : chips() + 3;
}

QString OrderTableModel::sends(int row, int chip) const
{
    const auto& schedule = m_plan.transfers;
    const int step = core::bufferStep(m_plan.form, row) - 1; // from 0
    if (step < 0 || step >= schedule.steps) {
        return {};
    }
    core::Step sent;
    core::addSends(schedule, step, chip, sent);
    QStringList texts;
    for (const auto& transfer : sent.transfers) {
        texts << QStringLiteral("%1 → %2").arg(messageText(schedule, sent.chunks(transfer))).arg(transfer.to);
    }
    return texts.join(QStringLiteral(", "));
}

QString OrderTableModel::stepText(int row) const
{
    const int steps = m_plan.transfers.steps;
    const int step = core::bufferStep(m_plan.form, row);
    return steps == 0     ? QStringLiteral("–")
           : step == 0    ? tr("before 1")
           : step > steps ? tr("after %1").arg(steps)
                          : QString::number(step);
}

core::StepPlace OrderTableModel::buffersOf(int row) const { return {"buffers", core::bufferStep(m_plan.form, row)}; }

QString OrderTableModel::stepTold(const core::CollectiveMatmul& plan, int row)
{
    const int steps = plan.transfers.steps;
    const int step = core::bufferStep(plan.form, row);
    return steps == 0     ? tr("Multiplied alone: there is nothing to send")
           : step == 0    ? tr("Multiplied before the first transfer, within step 1 of the transport")
           : step > steps ? tr("Multiplied after the last transfer, within step %1 of the transport").arg(steps)
                          : tr("Multiplied during the transfer of step %1").arg(step);
}

QString OrderTableModel::shown(int row, int column) const
{
    if (column == 0) {
        return stepText(row);
    }
    if (column == firstChip + chips()) {
        return sends(row, 0);
    }
    if (column == buffersColumn) {
        return QString::fromStdString(core::format(m_buffers[nth(row)].shards(), core::dim::count));
    }
    QStringList texts;
    for (const auto& product : m_plan.products[nth(row)][nth(column - firstChip)]) {
        texts << shardText(product);
    }
    return texts.join(u' ');
}

QString OrderTableModel::longestCell() const
{
    std::size_t most = 1; // products of a chip in a row
    for (const auto& row : m_plan.products)
        for (const auto& products : row)
            most = std::max(most, products.size());
    const auto digits = QString::number(std::max(0, chips() - 1)).size();
    return QStringList(static_cast<qsizetype>(most), QString(digits, u'8') + u'b').join(u' ');
}

QString OrderTableModel::told(int row, int chip) const
{
    const QString multiplies = shown(row, firstChip + chip);
    const QString moved = sends(row, chip);
    return tr("Chip %1 multiplies %2 and sends %3")
        .arg(chip)
        .arg(multiplies.isEmpty() ? tr("nothing") : multiplies, moved.isEmpty() ? tr("nothing") : moved);
}

QVariant OrderTableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const bool chip = index.column() >= firstChip && index.column() < firstChip + chips();
    switch (role) {
    case Qt::DisplayRole:
        return shown(index.row(), index.column());
    case litRole:
        return index.row() == m_lit;
    case Qt::ToolTipRole:
        return chip                  ? told(index.row(), index.column() - firstChip)
               : index.column() == 0 ? stepTold(m_plan, index.row())
                                     : QVariant();
    case Qt::TextAlignmentRole:
        return QVariant(index.column() == firstChip + chips() ? Qt::AlignLeft | Qt::AlignVCenter : Qt::AlignCenter);
    case Qt::AccessibleDescriptionRole:
        return index.row() == m_lit ? tr("under way") : QVariant();
    default:
        return {};
    }
}

QVariant OrderTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole && section == firstChip + chips()) {
        return QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    }
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole || section < 0 || section >= columnCount()) {
        return {};
    }
    return section == 0               ? tr("Step")
           : section == buffersColumn ? tr("Buffers")
           : section == firstChip + chips()
               ? tr("Chip 0\nsends")
               : tr("Chip\n%1").arg(section - firstChip); // in two lines: columns are narrow
}

QByteArray orderCsv(const OrderTableModel& model)
{
    QStringList head;
    for (int column = 0; column < model.columnCount(); ++column) {
        head << csvCell(model.headerData(column, Qt::Horizontal).toString().toLower().replace(u'\n', u' '));
    }
    QString text = head.join(u',') + u'\n';
    for (int row = 0; row < model.rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < model.columnCount(); ++column) {
            cells << csvCell(model.data(model.index(row, column)).toString());
        }
        text += cells.join(u',') + u'\n';
    }
    return text.toUtf8();
}

} // namespace ui
