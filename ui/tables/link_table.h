// SPDX-License-Identifier: GPL-3.0-or-later
// Links by load: what each has carried so far, and the share of what it could have. A row is marked in the picture.
#pragma once

#include "core/collectives/networks/topology.h"
#include "core/quantity/format.h"
#include "ui/tables/rows_page.h"
#include "ui/torus/link_mark.h"

#include <optional>
#include <vector>

class QLayout;

namespace ui
{

class ValueLabel;

class LinkTableModel : public RowsModel
{
public:
    enum Column { from, link, bytes, share, columns };
    /// Of more links, those with most bytes are listed.
    static constexpr std::size_t maxRows = 1000;

    LinkTableModel();

    /// The links at the step of the recording; null empties the table.
    void show(const Recording*);
    std::size_t leftOut() const { return m_leftOut; }
    double busiest() const { return m_busiest; }
    /// Bytes over all links; what goes through a switch goes into it and out of it, and is counted once.
    double total() const { return m_total; }
    LinkPlace linkOfRow(int row) const;
    /// -1 where it is not listed.
    int rowOf(const LinkPlace&) const;

private:
    struct Row {
        LinkPlace place;
        double bytes;
    };
    int rows() const override { return static_cast<int>(m_rows.size()); }
    QString shown(int row, int column) const override;
    QVariant sorted(int row, int column) const override;
    void count(const Recording&);

    core::Topology m_whole;
    core::ByteUnits m_units{};
    std::vector<Row> m_rows;
    double m_capacity = 0;
    double m_busiest = 0;
    double m_total = 0;
    std::size_t m_leftOut = 0;
};

/// Every link at the step of the recording, with a head; plain numbers, a decimal point always. False where writing
/// failed.
bool writeLinks(const Recording&, QIODevice&);

class LinkTable : public RowsPage
{
    Q_OBJECT
public:
    explicit LinkTable(QWidget* parent = nullptr);

    void present(const Snapshot&) override;
    void load(const Recording*, const QString& reason) override;
    void goTo(int step) override;
    const LinkTableModel& model() const { return *m_model; }

private:
    void presentSums();
    void choose(int row) override;
    void markRow(int row) override;
    QString idOf(const QModelIndex&) const override;
    bool write(QIODevice&) const override;

    LinkTableModel* m_model;
    /// Of links together: at the end of the collective, and at the step of the recording.
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
    std::optional<LinkPlace> m_chosen;
    core::Topology m_chosenOn;
};

} // namespace ui
