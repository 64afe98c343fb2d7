// SPDX-License-Identifier: GPL-3.0-or-later
// Who holds what, chip by chunk: shards as names, partial sums as numbers; the slide of a ring of four built in.
#pragma once

#include "core/collectives/holdings.h"
#include "ui/theme/theme.h"

#include <QString>
#include <QWidget>

#include <array>
#include <optional>
#include <vector>

namespace ui
{

struct GridCell {
    QString text;    // empty where the chip holds nothing
    float share = 0; // of the terms that are in
};

struct NumberTable {
    QString title;
    std::vector<QString> rows; // chips
    std::vector<QString> columns;
    std::vector<int> marks;      // of columns: what colour and pattern go by
    std::vector<GridCell> cells; // row by row

    const GridCell& at(std::size_t row, std::size_t column) const { return cells[row * columns.size() + column]; }
};

/// The numbers that chips A to D of the slide hold: [1 7 2 0] [2 5 0 1] [6 2 7 5] [3 1 9 8]; sums 12 15 18 14.
inline constexpr std::array<std::array<int, 4>, 4> slideNumbers{
    {{1, 7, 2, 0}, {2, 5, 0, 1}, {6, 2, 7, 5}, {3, 1, 9, 8}}};

/// A reduction of four chunks round a one-way ring of four, as on the slide.
bool isSlide(const core::Schedule&);

/// Many chunks are shown by shards, by chips they are for, or by pieces; nothing where there are too many chips. The
/// slide's data moves up, against the ring's numbering: its chips B, C and D are chips 3, 2 and 1.
std::optional<NumberTable> numberTable(const core::Holdings&);

class NumberGrid : public QWidget
{
    Q_OBJECT
public:
    explicit NumberGrid(QWidget* parent = nullptr);

    /// Null shows `reason`.
    void show(const core::Holdings*, const QString& reason = {});
    QSize sizeHint() const override;

protected:
    bool event(QEvent*) override;
    void paintEvent(QPaintEvent*) override;

private:
    qreal cellWidth() const;
    void paintHeads(QPainter&, const Theme&) const;
    QRectF boxOf(std::size_t row, std::size_t column) const;
    void paintCell(QPainter&, const QRectF&, const GridCell&, int mark, const Theme&) const;

    std::optional<NumberTable> m_table;
    qreal m_textWidth = 0; // of the widest cell
    QString m_reason;
};

} // namespace ui
