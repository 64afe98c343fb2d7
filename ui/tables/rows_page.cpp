// SPDX-License-Identifier: GPL-3.0-or-later
// Sorting, pointer, selection and file of the rows.
#include "ui/tables/rows_page.h"

#include "ui/numbers/explained_cells.h"
#include "ui/playback/collective_caption.h"
#include "ui/playback/recording.h"
#include "ui/session/snapshot.h"
#include "ui/tables/table_parts.h"

#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QVBoxLayout>

namespace ui
{

int RowsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_heads.size());
}

QVariant RowsModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    if (role == Qt::TextAlignmentRole && m_numbers.contains(index.column())) {
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    }
    return role == Qt::DisplayRole ? shown(index.row(), index.column())
           : role == sortRole      ? sorted(index.row(), index.column())
                                   : QVariant();
}

QVariant RowsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole) {
        return QVariant(Qt::AlignLeft | Qt::AlignVCenter); // the arrow of sorting stands at the right
    }
    return orientation == Qt::Horizontal && role == Qt::DisplayRole ? QVariant(m_heads.value(section)) : QVariant();
}

RowsPage::RowsPage(const QString& name, const QString& title, RowsModel* model, int column, QWidget* parent)
    : CollectivePage(parent), m_sorted(new QSortFilterProxyModel(this)), m_view(new QTableView(this)),
      m_save(new QPushButton(tr("Save as CSV…"), this)), m_title(title), m_note(new QLabel(this))
{
    setObjectName(name);
    model->setParent(this);
    m_sorted->setSourceModel(model);
    m_sorted->setSortRole(RowsModel::sortRole);
    m_view->setObjectName(name + QStringLiteral(".table"));
    m_view->setModel(m_sorted);
    m_view->setMouseTracking(true);
    m_view->viewport()->installEventFilter(this);
    m_view->installEventFilter(this);
    m_note->setWordWrap(true);
    m_note->setContentsMargins(8, 0, 8, 0);
    m_save->setObjectName(name + QStringLiteral(".save"));
    auto* list = new QVBoxLayout(this);
    list->setContentsMargins(0, 8, 8, 8);
    list->addWidget(m_view, 1);
    list->addWidget(m_note);
    list->addWidget(m_save, 0, Qt::AlignRight);
    connect(m_view, &QTableView::entered, this, [this](const QModelIndex& at) { markRow(sourceRow(at)); });
    connect(m_view, &QTableView::clicked, this, [this](const QModelIndex& at) { choose(sourceRow(at)); });
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& at) {
        if (!m_quiet && at.isValid()) {
            choose(sourceRow(at));
        }
    });
    connect(m_save, &QPushButton::clicked, this, &RowsPage::save);
    auto* cells =
        new ExplainedCells(*m_view, column, [this](const QModelIndex& at) { return idOf(m_sorted->mapToSource(at)); });
    connect(cells, &ExplainedCells::activated, this, [this](const QModelIndex& at) { activate(sourceRow(at)); });
}

void RowsPage::present(const Snapshot& snapshot) { m_scenario = snapshot.scenario; }

int RowsPage::sourceRow(const QModelIndex& at) const { return m_sorted->mapToSource(at).row(); }

void RowsPage::setRecording(const Recording* recording)
{
    m_recording = recording;
    m_save->setEnabled(recording != nullptr);
}

void RowsPage::select(int row)
{
    m_quiet = true;
    if (row < 0) {
        m_view->selectionModel()->clear();
    } else {
        m_view->selectRow(m_sorted->mapFromSource(m_sorted->sourceModel()->index(row, 0)).row());
    }
    m_quiet = false;
}

bool RowsPage::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Leave && watched == m_view->viewport()) {
        markRow(-1);
    }
    const bool escape = event->type() == QEvent::KeyPress && watched == m_view &&
                        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape;
    if (escape && m_view->selectionModel()->hasSelection()) {
        select(-1);
        choose(-1);
        return true;
    }
    return false;
}

void RowsPage::note(const QString& text)
{
    m_note->setText(text);
    m_note->setVisible(!text.isEmpty());
}

void RowsPage::save()
{
    if (m_recording) {
        saveTable(this, m_title, objectName() + QStringLiteral(".csv"),
                  captionOf(m_recording->collective(), m_scenario), [this](QIODevice& file) { return write(file); });
    }
}

} // namespace ui
