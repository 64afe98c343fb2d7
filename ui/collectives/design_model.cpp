// SPDX-License-Identifier: GPL-3.0-or-later
// Texts of the rows of the collectives of a design, and where their numbers stand in them.
#include "core/numbers/design_numbers.h"
#include "core/quantity/format.h"
#include "ui/charts/chart_style.h"
#include "ui/collectives/design_list.h"
#include "ui/numbers/byte_text.h"
#include "ui/theme/nth.h"

#include <algorithm>
#include <utility>

namespace ui
{

namespace
{

/// A single call has bytes and time only.
void addNumbers(DesignModel::Row& row, const core::DesignCollective& one, core::ByteUnits unit)
{
    qsizetype from = 0;
    const auto add = [&](std::string_view kind, const QString& text) {
        const bool isTotal = kind == "total";
        const qsizetype at = isTotal ? -1 : row.amounts.indexOf(text, from);
        from = isTotal ? 0 : at + text.size();
        const auto words = core::wordsOf(kind);
        row.numbers.push_back({idOf(kind, one), text, QString::fromUtf8(words.data(), qsizetype(words.size())), at});
    };
    const bool many = one.calls.all() != 1;
    const QString bytes = bytesText(one.bytes.si(), unit);
    const QString calls = callsText(one.calls);
    const QString each = timeText(one.seconds.si());
    row.amounts = many ? DesignModel::tr("%1 × %2, %3 each").arg(bytes, calls, each)
                       : DesignModel::tr("%1, %2").arg(bytes, calls);
    add("total", row.total);
    add("bytes", bytes);
    if (many) {
        add("calls", calls);
        add("call", each);
    }
}

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

} // namespace

QString idOf(std::string_view number, const core::DesignCollective& one)
{
    return QString::fromStdString(core::designNumberId(number, one));
}

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
            rows.push_back({momentText(one.when), {}, {}, 0, 0, std::nullopt, {}});
        }
        rows.push_back({QString::fromStdString(one.name),
                        {},
                        timeText(one.total().si()),
                        sum > 0 ? one.total().si() / sum : 0,
                        one.axis,
                        i,
                        {}});
        addNumbers(rows.back(), one, unit);
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
    m_current = -1;
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

int DesignModel::chosenIn(int row) const
{
    return std::min(m_chosen, static_cast<int>(this->row(row).numbers.size()) - 1);
}

void DesignModel::choose(int number)
{
    m_chosen = number;
    tellChosen();
}

void DesignModel::setCurrent(int row)
{
    m_current = row;
    tellChosen();
}

void DesignModel::tellChosen()
{
    if (m_current >= 0) {
        emit dataChanged(index(m_current), index(m_current), {Qt::AccessibleDescriptionRole});
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
    if (role == Qt::AccessibleDescriptionRole && row.one && index.row() == m_current) {
        const RowNumber& chosen = row.numbers[nth(chosenIn(index.row()))];
        return tr("F8 explains %1, %2").arg(chosen.text, chosen.words);
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

} // namespace ui
