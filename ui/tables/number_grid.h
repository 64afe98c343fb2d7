// SPDX-License-Identifier: GPL-3.0-or-later
// Who holds what, chip by chunk: shards as names, partial sums as numbers; the slide of a ring of four built in.
#pragma once

#include "core/collectives/schedules/holdings.h"
#include "ui/numbers/explained_cells.h"
#include "ui/theme/theme.h"

#include <QMargins>
#include <QString>
#include <QWidget>

#include <functional>
#include <optional>
#include <vector>

namespace ui
{

struct GridCell {
    QString text;    // empty where the chip holds nothing
    float share = 0; // of the terms that are in
    /// What explains it: of a sum its terms, the most of several; of shards how many of their chunks there are.
    std::string_view number = "chunks";
    int part = 0; // chunk or shard
};

struct NumberTable {
    QString title;
    std::vector<QString> rows;
    std::vector<int> chips; // of rows: those of the participating subtorus
    std::vector<QString> columns;
    std::vector<int> marks;      // of columns: what colour and pattern go by
    std::vector<GridCell> cells; // row by row

    bool isEmpty() const { return rows.empty(); }
    const GridCell& at(std::size_t row, std::size_t column) const { return cells[row * columns.size() + column]; }
};

/// Many chunks are shown by shards, by chips they are for, or by pieces; nothing where there are too many chips. The
/// numbers of core/collectives/slide.h stand where the schedule is the slide's.
std::optional<NumberTable> numberTable(const core::Holdings&);

/// Arrow keys and the pointer choose a cell; Enter or a click on it explains its number.
class NumberGrid : public QWidget, public ExplainsByKey
{
    Q_OBJECT
public:
    static constexpr int maxChips = 128;
    /// Id of the number of a cell; empty where it has no derivation.
    using IdOf = std::function<QString(int chip, const GridCell&)>;

    explicit NumberGrid(QWidget* parent = nullptr);
    void setIds(IdOf idOf) { m_idOf = std::move(idOf); }

    /// Null shows `reason`.
    void present(const core::Holdings*, const QString& reason = {});
    QSize sizeHint() const override;
    /// Of the cell that keys have chosen.
    QString chosenNumber() const override;
    /// What the heads cover of the part visible, wherever that is scrolled to.
    static QMargins heads();
    /// Where a cell lies.
    QRectF boxOf(std::size_t row, std::size_t column) const;

signals:
    /// Keys have chosen the cell that lies there.
    void chosen(const QRect&);

protected:
    bool event(QEvent*) override;
    void paintEvent(QPaintEvent*) override;
    void mouseMoveEvent(QMouseEvent*) override;
    void mouseReleaseEvent(QMouseEvent*) override;
    void leaveEvent(QEvent*) override;
    void focusInEvent(QFocusEvent*) override;
    void focusOutEvent(QFocusEvent*) override;
    void keyPressEvent(QKeyEvent*) override;

private:
    struct Place {
        std::size_t row = 0;
        std::size_t column = 0;
        bool operator==(const Place&) const = default;
    };
    std::optional<Place> placeAt(const QPointF&) const;
    QString idAt(const std::optional<Place>&) const;
    void light(std::optional<Place>& one, std::optional<Place> now);
    void choose(int right, int down);
    void tellChosen();
    void nameItself();
    QString toldOf(const Place&) const;
    qreal leastCell() const; // its width
    qreal scale() const;     // of the cells, by the room that there is
    qreal rowHeight() const;
    qreal cellWidth() const;
    void paintHeads(QPainter&, const Theme&) const;
    void paintCell(QPainter&, const Place&, const Theme&) const;

    NumberTable m_table;
    qreal m_textWidth = 0; // of the widest cell
    QString m_reason;
    IdOf m_idOf;
    std::optional<Place> m_pointed;
    std::optional<Place> m_chosen; // by keys
};

} // namespace ui
