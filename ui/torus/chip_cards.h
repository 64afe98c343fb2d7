// SPDX-License-Identifier: GPL-3.0-or-later
// The cards of the pinned chips and of the one that is pointed at, in a column beside the torus.
#pragma once

#include "ui/torus/card_place.h"
#include "ui/torus/chip_card.h"

#include <vector>

class QLabel;

namespace ui
{

class ChipCards : public QWidget
{
    Q_OBJECT
public:
    explicit ChipCards(QWidget* parent);

    /// `pointed` (or -1) first, then pinned chips, the latest before others; as many as there is room for.
    void present(const Recording*, const std::vector<int>& pinned, int pointed);
    /// Puts the column into the corner of its parent where it covers least.
    void place(const std::vector<ToBeSeen>&);
    bool holdsPointer() const { return isVisible() && m_hasPointer; }

signals:
    void shardClicked(int shard);
    /// Other shards are to be shown.
    void rangeChanged();
    void left();

protected:
    void paintEvent(QPaintEvent*) override;
    void enterEvent(QEnterEvent*) override;
    void leaveEvent(QEvent*) override;

private:
    void stack(std::size_t wanted);

    std::vector<ChipCard*> m_cards;
    QLabel* m_more; // how many pinned chips have no card
    bool m_hasPointer = false;
    int m_opened = -1;  // lowest shard of the cell that is shown one by one, on all cards
    int m_openedOf = 0; // shards in all
};

} // namespace ui
