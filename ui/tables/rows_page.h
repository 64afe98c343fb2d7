// SPDX-License-Identifier: GPL-3.0-or-later
// A page of rows that can be sorted: the row that is pointed at, or else the chosen one, is marked in the torus.
#pragma once

#include "core/scenario/scenario.h"
#include "ui/playback/collective_page.h"

#include <QAbstractTableModel>
#include <QStringList>

class QIODevice;
class QLabel;
class QPushButton;
class QSortFilterProxyModel;
class QTableView;

namespace ui
{

/// Texts of cells, and values by which they are sorted.
class RowsModel : public QAbstractTableModel
{
public:
    static constexpr int sortRole = Qt::UserRole;

    int rowCount(const QModelIndex& parent = {}) const final { return parent.isValid() ? 0 : rows(); }
    int columnCount(const QModelIndex& parent = {}) const final;
    QVariant data(const QModelIndex&, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation, int role = Qt::DisplayRole) const final;

protected:
    /// `numbers`: columns that are aligned at the right.
    RowsModel(const QStringList& heads, const QList<int>& numbers, QObject* parent)
        : QAbstractTableModel(parent), m_heads(heads), m_numbers(numbers)
    {
    }

    virtual int rows() const = 0;
    virtual QString shown(int row, int column) const = 0;
    virtual QVariant sorted(int row, int column) const = 0;

private:
    QStringList m_heads;
    QList<int> m_numbers;
};

class RowsPage : public CollectivePage
{
    Q_OBJECT
public:
    void present(const Snapshot&) override;

protected:
    /// `name` is that of the page and of its file, `title` that of the dialog that saves it; takes the model; `column`
    /// holds the number that F8 means where a cell has none.
    RowsPage(const QString& name, const QString& title, RowsModel*, int column, QWidget* parent);

    /// Selects a row of the model without signals; -1 selects none.
    void select(int row);
    bool eventFilter(QObject*, QEvent*) override;

    /// A row of the model; -1: given up by Esc.
    virtual void choose(int row) = 0;
    /// The row that is pointed at; -1: none.
    virtual void markRow(int row) = 0;
    /// Enter or double click on a cell without a number.
    virtual void activate(int row [[maybe_unused]]) {}
    /// Id of the number in a cell of the model; empty where there is none.
    virtual QString idOf(const QModelIndex&) const = 0;
    virtual bool write(QIODevice&) const = 0;
    /// Below the rows; empty: nothing.
    void note(const QString&);
    void setRecording(const Recording*);

    const Recording* m_recording = nullptr;
    core::Scenario m_scenario;
    QSortFilterProxyModel* m_sorted;
    QTableView* m_view;
    QPushButton* m_save;

private:
    int sourceRow(const QModelIndex&) const;
    void save();

    QString m_title;
    QLabel* m_note;
    bool m_quiet = false;
};

} // namespace ui
