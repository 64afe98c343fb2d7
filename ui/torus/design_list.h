// SPDX-License-Identifier: GPL-3.0-or-later
// The collectives of a design as a list: one row each under its pass, with a bar for its share of the time.
#pragma once

#include "core/evaluate/design_collectives.h"
#include "ui/session/snapshot.h"

#include <QAbstractListModel>
#include <QListView>

#include <optional>
#include <vector>

namespace ui
{

/// "2 × 32 layers × 8 microbatches", "once".
QString callsText(const core::CollectiveCalls&);

class DesignModel : public QAbstractListModel
{
    Q_OBJECT
public:
    using QAbstractListModel::QAbstractListModel;

    /// What a row shows.
    struct Row {
        QString name; // of a head: the pass
        QString amounts;
        QString total;
        double share = 0; // of the time of all
        std::size_t axis = 0;
        std::optional<std::size_t> one; // its collective; none: a head
        bool operator==(const Row&) const = default;
    };

    void show(std::vector<core::DesignCollective>, core::ByteUnits);
    /// Marks the collective that is open.
    void setOpened(std::optional<std::size_t> one);
    const Row& row(int at) const { return m_rows[static_cast<std::size_t>(at)]; }
    bool isOpened(int at) const { return row(at).one && row(at).one == m_opened; }
    const std::vector<core::DesignCollective>& collectives() const { return m_collectives; }

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex&, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex&) const override;

private:
    std::vector<core::DesignCollective> m_collectives;
    std::vector<Row> m_rows;
    std::optional<std::size_t> m_opened;
};

class DesignList : public QListView
{
    Q_OBJECT
public:
    explicit DesignList(QWidget* parent = nullptr);

    DesignModel& rows() { return *m_model; }

signals:
    /// Clicked, or Enter.
    void openAsked(std::size_t collective);

protected:
    void resizeEvent(QResizeEvent*) override;

private:
    void ask(const QModelIndex&);

    DesignModel* m_model;
};

} // namespace ui
