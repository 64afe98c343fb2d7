// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of transfers, their table and their file.
#include "ui/torus/step_table.h"

#include "core/quantity/format.h"
#include "ui/torus/reel.h"
#include "ui/torus/shard_names.h"

#include <QFileDialog>
#include <QHeaderView>
#include <QMessageBox>
#include <QPushButton>
#include <QSaveFile>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QVBoxLayout>

namespace ui
{

namespace
{

QString quoted(QString text)
{
    if (text.contains(u',') || text.contains(u'"')) {
        text = u'"' + text.replace(u'"', QStringLiteral("\"\"")) + u'"';
    }
    return text;
}

} // namespace

void StepTableModel::show(const core::WholeCollective* collective)
{
    beginResetModel();
    m_rows.clear();
    m_cut = false;
    if (collective) {
        m_whole = collective->whole;
        const auto& schedule = collective->study.schedule;
        core::Step sent;
        for (int i = 0; i < schedule.steps && !m_cut; ++i) {
            core::fillStep(schedule, i, sent);
            m_cut = m_rows.size() + sent.transfers.size() > mostRows;
            for (const auto& t : sent.transfers) {
                if (m_cut) {
                    break;
                }
                const int port = collective->portOfWhole(t.port);
                m_rows.push_back({i, collective->chipOfWhole(t.from, 0), collective->chipOfWhole(t.to, 0), port,
                                  t.bytes, chunkNames(schedule, sent.chunks(t))});
            }
        }
    }
    endResetModel();
}

int StepTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int StepTableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : columns; }

QVariant StepTableModel::shown(const Row& row, int column) const
{
    switch (column) {
    case stepNumber:
        return row.step + 1;
    case from:
        return chipName(m_whole, row.from);
    case to:
        return chipName(m_whole, row.to);
    case chunk:
        return row.chunks;
    case bytes:
        return QString::fromStdString(core::grouped(row.bytes));
    case link:
        return portName(m_whole, row.port);
    default:
        return {};
    }
}

QVariant StepTableModel::sorted(const Row& row, int column) const
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
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    if (role == Qt::DisplayRole) {
        return shown(row, index.column());
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
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    const QString heads[] = {tr("Step"), tr("From"), tr("To"), tr("Chunk"), tr("Bytes"), tr("Link")};
    return section >= 0 && section < columns ? heads[section] : QVariant();
}

QByteArray stepCsv(const StepTableModel& model)
{
    QString text = QStringLiteral("step,from,to,chunk,bytes,link\n");
    for (int row = 0; row < model.rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < StepTableModel::columns; ++column) {
            const auto index = model.index(row, column);
            cells << (column == StepTableModel::bytes ? QString::fromStdString(core::exactText(
                                                            model.data(index, StepTableModel::sortRole).toDouble()))
                                                      : quoted(model.data(index).toString()));
        }
        text += cells.join(u',') + u'\n';
    }
    return text.toUtf8();
}

StepTable::StepTable(QWidget* parent)
    : CollectivePage(parent), m_model(new StepTableModel(this)), m_sorted(new QSortFilterProxyModel(this)),
      m_view(new QTableView(this))
{
    setObjectName(QStringLiteral("steps"));
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortRole(StepTableModel::sortRole);
    m_view->setObjectName(QStringLiteral("steps.table"));
    m_view->setAccessibleName(tr("Steps of the schedule"));
    m_view->setModel(m_sorted);
    m_view->setSortingEnabled(true);
    m_view->sortByColumn(StepTableModel::stepNumber, Qt::AscendingOrder);
    m_view->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_view->setTabKeyNavigation(false);
    m_view->setShowGrid(false);
    m_view->setAlternatingRowColors(true);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->verticalHeader()->hide();
    m_view->verticalHeader()->setDefaultSectionSize(24);
    m_view->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_view->horizontalHeader()->setStretchLastSection(true);
    auto* button = new QPushButton(tr("Save as CSV…"), this);
    button->setObjectName(QStringLiteral("steps.save"));
    auto* list = new QVBoxLayout(this);
    list->setContentsMargins(0, 8, 0, 8);
    list->addWidget(m_view, 1);
    list->addWidget(button, 0, Qt::AlignRight);
    connect(button, &QPushButton::clicked, this, &StepTable::save);
    connect(m_view, &QTableView::activated, this, [this](const QModelIndex& index) {
        emit stepAsked(m_model->stepOfRow(m_sorted->mapToSource(index).row()));
    });
}

void StepTable::load(const Reel* reel, const QString&)
{
    m_model->show(reel ? &reel->collective() : nullptr);
    goTo(reel ? reel->step() : 0);
}

void StepTable::goTo(int step)
{
    for (int row = 0; row < m_model->rowCount(); ++row) {
        if (m_model->stepOfRow(row) == step) {
            const auto index = m_sorted->mapFromSource(m_model->index(row, 0));
            m_view->scrollTo(index, QAbstractItemView::PositionAtTop);
            m_view->selectRow(index.row());
            return;
        }
    }
}

void StepTable::save()
{
    const QString path =
        QFileDialog::getSaveFileName(this, tr("Save the steps"), QStringLiteral("steps.csv"), tr("Tables (*.csv)"));
    if (path.isEmpty()) {
        return;
    }
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(stepCsv(*m_model)) < 0 || !file.commit()) {
        QMessageBox::warning(this, tr("The steps were not saved"),
                             tr("%1 could not be written: %2. Choose another folder.").arg(path, file.errorString()));
    }
}

} // namespace ui
