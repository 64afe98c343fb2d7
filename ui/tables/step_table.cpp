// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of transfers, their table and their file.
#include "ui/tables/step_table.h"

#include "core/quantity/format.h"
#include "ui/numbers/byte_text.h"
#include "ui/playback/recording.h"
#include "ui/playback/shards.h"
#include "ui/tables/table_parts.h"
#include "ui/theme/nth.h"

#include <QIODevice>
#include <QSortFilterProxyModel>
#include <QTableView>

#include <algorithm>

namespace ui
{

namespace
{

template <class Take> void eachMessage(const core::WholeCollective& collective, int step, Take take)
{
    const auto& schedule = collective.analysis.schedule;
    core::Step sent;
    core::fillStep(schedule, step, sent);
    for (const auto& t : sent.transfers) {
        const bool more = take(StepRow{step, collective.chipOfWhole(t.from, 0), collective.chipOfWhole(t.to, 0),
                                       collective.portOfWhole(t.port), t.bytes, chunkNames(schedule, sent.chunks(t))});
        if (!more) {
            return;
        }
    }
}

QString cellText(const core::Topology& whole, const StepRow& row, int column)
{
    switch (column) {
    case StepTableModel::stepNumber:
        return QString::number(row.step + 1);
    case StepTableModel::from:
        return chipName(whole, row.from);
    case StepTableModel::to:
        return chipName(whole, row.to);
    case StepTableModel::chunk:
        return row.chunks;
    case StepTableModel::bytes:
        return QString::fromStdString(core::grouped(row.bytes));
    case StepTableModel::link:
        return portName(whole, row.from, row.port);
    default:
        return {};
    }
}

} // namespace

StepTableModel::StepTableModel()
    : RowsModel({StepTable::tr("Step"), StepTable::tr("From"), StepTable::tr("To"), StepTable::tr("Chunk"),
                 StepTable::tr("Bytes"), StepTable::tr("Link")},
                {stepNumber, bytes}, nullptr)
{
}

void StepTableModel::list(const core::WholeCollective& collective, int step)
{
    eachMessage(collective, step, [this](StepRow row) {
        m_cut = m_rows.size() >= maxRows;
        if (!m_cut) {
            m_rows.push_back(std::move(row));
        }
        return !m_cut;
    });
}

void StepTableModel::show(const core::WholeCollective* collective, int step)
{
    beginResetModel();
    m_rows.clear();
    m_cut = false;
    if (collective) {
        m_whole = collective->whole;
        m_units = collective->units;
        const int steps = collective->analysis.schedule.steps;
        for (int i = 0; i < steps && !m_cut; ++i) {
            list(*collective, i);
        }
        if (m_cut) {
            m_rows.clear();
            list(*collective, std::min(step, steps - 1));
            m_cut = true;
        }
    }
    endResetModel();
}

int StepTableModel::rowOf(int step, const RecordedMessage* message) const
{
    const auto found = std::ranges::find_if(m_rows, [&](const StepRow& row) {
        return row.step == step &&
               (!message || (row.from == message->from && row.to == message->to && row.port == message->port));
    });
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

LinkMark StepTableModel::markOfRow(int at) const
{
    const StepRow& row = m_rows[nth(at)];
    const QString words =
        tr("Step %1: %2 from %3 to %4, %5")
            .arg(row.step + 1)
            .arg(row.chunks, chipName(m_whole, row.from), chipName(m_whole, row.to), bytesText(row.bytes, m_units));
    if (m_whole.wiring == core::Wiring::throughSwitch) {
        return {{{row.from, 0}, {row.to, 1}}, words};
    }
    return {{{row.from, row.port}}, words};
}

core::StepPlace StepTableModel::messageOfRow(int at) const
{
    const StepRow& row = m_rows[nth(at)];
    return {"message", row.step + 1, row.from, 0, row.to};
}

QString StepTableModel::shown(int row, int column) const { return cellText(m_whole, m_rows[nth(row)], column); }

QVariant StepTableModel::sorted(int at, int column) const
{
    const StepRow& row = m_rows[nth(at)];
    switch (column) {
    case stepNumber:
        return row.step;
    case from:
        return row.from;
    case to:
        return row.to;
    case bytes:
        return row.bytes;
    case link:
        return row.port;
    default:
        return row.chunks;
    }
}

QVariant StepTableModel::data(const QModelIndex& index, int role) const
{
    return RowsModel::data(index, role == Qt::ToolTipRole && index.column() == chunk ? Qt::DisplayRole : role);
}

bool writeSteps(const core::WholeCollective& collective, QIODevice& to, std::optional<int> only)
{
    bool written = to.write("step,from,to,chunk,bytes,link\n") > 0;
    const int end = only ? *only + 1 : collective.analysis.schedule.steps;
    for (int step = only.value_or(0); step < end; ++step) {
        QString text;
        eachMessage(collective, step, [&](const StepRow& row) {
            for (int column = 0; column < StepTableModel::columns; ++column) {
                text += column == StepTableModel::bytes ? QString::fromStdString(core::exactText(row.bytes))
                                                        : csvCell(cellText(collective.whole, row, column));
                text += column + 1 < StepTableModel::columns ? u',' : u'\n';
            }
            return true;
        });
        written = written && to.write(text.toUtf8()) >= 0;
    }
    return written;
}

StepTable::StepTable(QWidget* parent)
    : RowsPage(QStringLiteral("steps"), tr("Save the steps"), new StepTableModel, StepTableModel::bytes, parent),
      m_model(static_cast<StepTableModel*>(m_sorted->sourceModel()))
{
    styleTable(*m_view, tr("Steps of the schedule"));
    m_view->setStatusTip(tr("Enter or double click goes to the step; on bytes, or with F8, why they are so many"));
    m_view->sortByColumn(StepTableModel::stepNumber, Qt::AscendingOrder);
    keepRoomFor(*m_view, StepTableModel::chunk);
}

void StepTable::load(const Recording* recording, const QString&)
{
    setRecording(recording);
    m_chosen = -1;
    m_model->show(recording ? &recording->collective() : nullptr, recording ? recording->step() : 0);
    note(!m_model->isCut()
             ? QString()
             : tr("There are too many messages for one list: these are some of the step under way. The file has "
                  "all of them."));
    goTo(recording ? recording->step() : 0);
}

void StepTable::choose(int row)
{
    m_chosen = row;
    markRow(row);
}

void StepTable::markRow(int row)
{
    row = row >= 0 ? row : m_chosen;
    emit marked(row >= 0 ? m_model->markOfRow(row) : LinkMark());
}

/// The user's choice stays until its step ends.
void StepTable::goTo(int step)
{
    if (m_chosen >= 0 && m_model->stepOfRow(m_chosen) == step) {
        return;
    }
    const RecordedMessage* followed = nullptr;
    if (m_recording && m_model->isCut() && m_model->rowOf(step) < 0) {
        m_model->show(&m_recording->collective(), step);
    }
    if (m_recording) {
        const auto& messages = m_recording->messages();
        const auto found = std::ranges::find_if(messages, &RecordedMessage::followed);
        followed = found == messages.end() ? nullptr : &*found; // in the copy that is listed: chips are in order
    }
    const int row = m_model->rowOf(step, followed);
    if (row >= 0) {
        m_view->scrollTo(m_sorted->mapFromSource(m_model->index(row, 0)), QAbstractItemView::PositionAtTop);
    }
    select(row);
    choose(-1);
}

void StepTable::activate(int row) { emit stepAsked(m_model->stepOfRow(row)); }

QString StepTable::idOf(const QModelIndex& at) const
{
    const bool is = m_recording && at.column() == StepTableModel::bytes;
    return is ? m_recording->idOf(m_model->messageOfRow(at.row())) : QString();
}

bool StepTable::write(QIODevice& file) const { return writeSteps(m_recording->collective(), file); }

} // namespace ui
