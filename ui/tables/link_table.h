// SPDX-License-Identifier: GPL-3.0-or-later
// Links by load: what each has carried so far, and the share of what it could have. A row is marked in the picture.
#pragma once

#include "core/numbers/step_place.h"
#include "ui/playback/collective_page.h"
#include "ui/torus/link_mark.h"

#include <QAbstractTableModel>

#include <optional>
#include <vector>

class QIODevice;
class QLabel;
class QLayout;
class QPushButton;
class QSortFilterProxyModel;
class QTableView;

namespace ui
{

class RowPointer;
class ValueLabel;

class LinkTableModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { from, link, bytes, share, columns };
    /// Of more links, those with most bytes are listed.
    static constexpr std::size_t mostRows = 1000;
    static constexpr int sortRole = Qt::UserRole;

    using QAbstractTableModel::QAbstractTableModel;

    /// The links as the reel stands; null empties the table.
    void show(const Reel*);
    std::size_t leftOut() const { return m_leftOut; }
    double busiest() const { return m_busiest; }
    /// Bytes over all links; what goes through a switch goes into it and out of it, and is counted once.
    double total() const { return m_total; }
    LinkPlace linkOfRow(int row) const;
    /// -1 where it is not listed.
    int rowOf(const LinkPlace&) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex&, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation, int role = Qt::DisplayRole) const override;

private:
    struct Row {
        LinkPlace place;
        double bytes;
    };
    QVariant shown(const Row&, int column) const;
    QVariant sorted(const Row&, int column) const;
    void count(const Reel&);

    core::Topology m_whole;
    core::ByteUnits m_units{};
    std::vector<Row> m_rows;
    double m_capacity = 0;
    double m_busiest = 0;
    double m_total = 0;
    std::size_t m_leftOut = 0;
};

/// Every link as the reel stands, with a head; plain numbers, a decimal point always. False where writing failed.
bool writeLinks(const Reel&, QIODevice&);

class LinkTable : public CollectivePage
{
    Q_OBJECT
public:
    explicit LinkTable(QWidget* parent = nullptr);

    void present(const Snapshot&) override;
    void load(const Reel*, const QString& reason) override;
    void goTo(int step) override;
    const LinkTableModel& model() const { return *m_model; }

private:
    void save();
    void presentSums();
    void choose(int row);
    void markRow(int row);
    QString idOf(const QModelIndex& cell) const;

    const Reel* m_reel = nullptr;
    Snapshot m_snapshot;
    LinkTableModel* m_model;
    QSortFilterProxyModel* m_sorted;
    /// Of links together: at the end of the collective, and as the reel stands.
    struct Sum {
        ValueLabel* atLast;
        ValueLabel* soFar;
        std::string_view number; // so far
        QString metric;          // at last, of what a scenario names
    };
    Sum makeSum(const QString& metricId, const QString& title, std::string_view, const QString& titleSoFar);
    QLayout* placeSums();
    Sum m_busiest;
    Sum m_all;
    QTableView* m_view;
    RowPointer* m_pointer;
    std::optional<LinkPlace> m_chosen;
    core::Topology m_chosenOn;
    QLabel* m_note;
    QPushButton* m_save;
};

} // namespace ui
