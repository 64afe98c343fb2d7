// SPDX-License-Identifier: GPL-3.0-or-later
// The collectives of a design as a list: one row each under its pass, with a bar for its share of the time.
#pragma once

#include "core/design/collectives.h"
#include "ui/numbers/explained_cells.h"
#include "ui/theme/nth.h"

#include <QAbstractListModel>
#include <QListView>

#include <optional>
#include <vector>

namespace ui
{

/// A number in a row that explains itself.
struct RowNumber {
    QString id; // of core/numbers/design_numbers.h
    QString text;
    QString words;     // what it is: "time of one call"
    qsizetype at = -1; // where it begins in the amounts; -1: it is the total
    bool operator==(const RowNumber&) const = default;
};

/// "2 × 32 layers × 8 microbatches", "once".
QString callsText(const core::CollectiveCalls&);
/// As the explanation of the number asks for it.
QString idOf(std::string_view number, const core::DesignCollective&);

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
        std::vector<RowNumber> numbers; // the total first
        bool operator==(const Row&) const = default;
    };

    void show(std::vector<core::DesignCollective>, core::ByteUnits);
    /// Marks the collective that is open.
    void setOpened(std::optional<std::size_t> one);
    /// The row under focus; −1: none.
    void setCurrent(int row);
    /// The number that keys mean in it, and in the next that gets the focus.
    void choose(int number);
    /// Rows of one call have fewer numbers than others.
    int chosenIn(int row) const;
    const Row& row(int at) const { return m_rows[nth(at)]; }
    bool isOpened(int at) const { return row(at).one && row(at).one == m_opened; }
    const std::vector<core::DesignCollective>& collectives() const { return m_collectives; }

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex&, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex&) const override;

private:
    void tellChosen();

    std::vector<core::DesignCollective> m_collectives;
    std::vector<Row> m_rows;
    std::optional<std::size_t> m_opened;
    int m_current = -1;
    int m_chosen = 0;
};

/// Where the numbers of a row lie that are visible, `area` being all of the row.
std::vector<QRect> numberBoxes(const DesignModel::Row&, const QRect& area);

/// A click on a row opens it, one on a number explains that. Left and right choose the number that F8 explains.
class DesignList : public QListView, public ExplainsByKey
{
    Q_OBJECT
public:
    explicit DesignList(QWidget* parent = nullptr);

    DesignModel& rows() { return *m_model; }
    QString chosenNumber() const override;
    /// Which number of a row is underlined; -1: none.
    int litNumber(int row) const;

signals:
    /// Clicked, or Enter.
    void openAsked(std::size_t collective);

protected:
    void resizeEvent(QResizeEvent*) override;
    void mousePressEvent(QMouseEvent*) override;
    void mouseMoveEvent(QMouseEvent*) override;
    void mouseReleaseEvent(QMouseEvent*) override;
    void mouseDoubleClickEvent(QMouseEvent*) override;
    bool viewportEvent(QEvent*) override;
    void keyPressEvent(QKeyEvent*) override;
    void contextMenuEvent(QContextMenuEvent*) override;
    void currentChanged(const QModelIndex&, const QModelIndex&) override;

private:
    struct Place {
        int row = -1;
        int number = -1;
        bool operator==(const Place&) const = default;
    };
    Place placeAt(const QPoint&) const;
    void point(Place);
    void ask(const QModelIndex&);
    void choose(int number);

    DesignModel* m_model;
    Place m_pointed;
    Place m_pressed;
};

} // namespace ui
