// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of transfers, their table and their file.
#include "ui/tables/step_table.h"

#include "core/quantity/format.h"
#include "ui/numbers/byte_text.h"
#include "ui/numbers/explained_cells.h"
#include "ui/playback/reel.h"
#include "ui/playback/shard_names.h"
#include "ui/tables/row_pointer.h"
#include "ui/tables/table_file.h"
#include "ui/tables/table_look.h"

#include <QHeaderView>
#include <QIODevice>
#include <QLabel>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace ui
{

namespace
{

/// The messages of a step in the listed copy.
template <class Take> void eachMessage(const core::WholeCollective& collective, int step, Take take)
{
    const auto& schedule = collective.study.schedule;
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

QString shown(const core::Topology& whole, const StepRow& row, int column)
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
        return portName(whole, row.port);
    default:
        return {};
    }
}

} // namespace

void StepTableModel::list(const core::WholeCollective& collective, int step)
{
    eachMessage(collective, step, [this](StepRow row) {
        m_cut = m_rows.size() >= mostRows;
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
        const int steps = collective->study.schedule.steps;
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

int StepTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int StepTableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : columns; }

int StepTableModel::rowOf(int step, const ReelMessage* message) const
{
    const auto found = std::ranges::find_if(m_rows, [&](const StepRow& row) {
        return row.step == step &&
               (!message || (row.from == message->from && row.to == message->to && row.port == message->port));
    });
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

LinkMark StepTableModel::markOfRow(int at) const
{
    const StepRow& row = m_rows[static_cast<std::size_t>(at)];
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
    const StepRow& row = m_rows[static_cast<std::size_t>(at)];
    return {"message", row.step + 1, row.from, 0, row.to};
}

QVariant StepTableModel::sorted(const StepRow& row, int column) const
{
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
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const StepRow& row = m_rows[static_cast<std::size_t>(index.row())];
    if (role == Qt::DisplayRole) {
        return shown(m_whole, row, index.column());
    }
    if (role == Qt::ToolTipRole && index.column() == chunk) {
        return row.chunks;
    }
    if (role == sortRole) {
        return sorted(row, index.column());
    }
    if (role == Qt::TextAlignmentRole && (index.column() == stepNumber || index.column() == bytes)) {
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    }
    return {};
}

QVariant StepTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole) {
        return QVariant(Qt::AlignLeft | Qt::AlignVCenter); // the arrow of sorting stands at the right
    }
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    const QString heads[] = {tr("Step"), tr("From"), tr("To"), tr("Chunk"), tr("Bytes"), tr("Link")};
    return section >= 0 && section < columns ? heads[section] : QVariant();
}

bool writeSteps(const core::WholeCollective& collective, QIODevice& to, std::optional<int> only)
{
    bool written = to.write("step,from,to,chunk,bytes,link\n") > 0;
    const int end = only ? *only + 1 : collective.study.schedule.steps;
    for (int step = only.value_or(0); step < end; ++step) {
        QString text;
        eachMessage(collective, step, [&](const StepRow& row) {
            for (int column = 0; column < StepTableModel::columns; ++column) {
                text += column == StepTableModel::bytes ? QString::fromStdString(core::exactText(row.bytes))
                                                        : csvCell(shown(collective.whole, row, column));
                text += column + 1 < StepTableModel::columns ? u',' : u'\n';
            }
            return true;
        });
        written = written && to.write(text.toUtf8()) >= 0;
    }
    return written;
}

StepTable::StepTable(QWidget* parent)
    : CollectivePage(parent), m_model(new StepTableModel(this)), m_sorted(new QSortFilterProxyModel(this)),
      m_view(new QTableView(this)), m_note(new QLabel(this)), m_save(new QPushButton(tr("Save as CSV…"), this))
{
    setObjectName(QStringLiteral("steps"));
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortRole(StepTableModel::sortRole);
    m_view->setObjectName(QStringLiteral("steps.table"));
    m_view->setModel(m_sorted);
    dressTable(*m_view, tr("Steps of the schedule"));
    m_view->setStatusTip(tr("Enter or double click goes to the step; on bytes, or with F8, why they are so many"));
    m_view->sortByColumn(StepTableModel::stepNumber, Qt::AscendingOrder);
    keepRoomFor(*m_view, StepTableModel::chunk);
    m_note->setWordWrap(true);
    m_note->setContentsMargins(8, 0, 8, 0);
    m_save->setObjectName(QStringLiteral("steps.save"));
    auto* list = new QVBoxLayout(this);
    list->setContentsMargins(0, 8, 8, 8);
    list->addWidget(m_view, 1);
    list->addWidget(m_note);
    list->addWidget(m_save, 0, Qt::AlignRight);
    m_pointer = new RowPointer(*m_view, *m_sorted);
    connect(m_pointer, &RowPointer::chosen, this, &StepTable::choose);
    connect(m_pointer, &RowPointer::hovered, this, &StepTable::markRow);
    connect(m_save, &QPushButton::clicked, this, &StepTable::save);
    auto* cells = new ExplainedCells(*m_view, StepTableModel::bytes, [this](const QModelIndex& cell) {
        const QModelIndex at = m_sorted->mapToSource(cell);
        const bool is = m_reel && at.column() == StepTableModel::bytes;
        return is ? m_reel->idOf(m_model->messageOfRow(at.row())) : QString();
    });
    connect(cells, &ExplainedCells::activated, this, [this](const QModelIndex& index) {
        emit stepAsked(m_model->stepOfRow(m_sorted->mapToSource(index).row()));
    });
}

void StepTable::present(const Snapshot& snapshot) { m_scenario = snapshot.scenario; }

void StepTable::load(const Reel* reel, const QString&)
{
    m_reel = reel;
    m_chosen = -1;
    m_model->show(reel ? &reel->collective() : nullptr, reel ? reel->step() : 0);
    m_note->setText(tr("There are too many messages for one list: these are some of the step under way. The file has "
                       "all of them."));
    m_note->setVisible(m_model->isCut());
    m_save->setEnabled(reel != nullptr);
    goTo(reel ? reel->step() : 0);
}

void StepTable::choose(int row)
{
    m_chosen = row;
    markRow(row);
}

/// The one that is pointed at, else the chosen one.
void StepTable::markRow(int row)
{
    row = row >= 0 ? row : m_chosen;
    emit marked(row >= 0 ? m_model->markOfRow(row) : LinkMark());
}

/// What the user chose stays while its step is under way.
void StepTable::goTo(int step)
{
    if (m_chosen >= 0 && m_model->stepOfRow(m_chosen) == step) {
        return;
    }
    const ReelMessage* followed = nullptr;
    if (m_reel && m_model->isCut() && m_model->rowOf(step) < 0) {
        m_model->show(&m_reel->collective(), step);
    }
    if (m_reel) {
        const auto& messages = m_reel->messages();
        const auto found = std::ranges::find_if(messages, &ReelMessage::followed);
        followed = found == messages.end() ? nullptr : &*found; // in the copy that is listed: chips are in order
    }
    const int row = m_model->rowOf(step, followed);
    if (row >= 0) {
        m_view->scrollTo(m_sorted->mapFromSource(m_model->index(row, 0)), QAbstractItemView::PositionAtTop);
    }
    m_pointer->select(row);
    choose(-1);
}

void StepTable::save()
{
    if (m_reel) {
        const auto& collective = m_reel->collective();
        saveTable(this, tr("Save the steps"), QStringLiteral("steps.csv"), captionOf(collective, m_scenario),
                  [&collective](QIODevice& file) { return writeSteps(collective, file); });
    }
}

} // namespace ui
