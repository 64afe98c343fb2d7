// SPDX-License-Identifier: GPL-3.0-or-later
// The cards of Explore in one, two or three columns, by the width.
#pragma once

#include <QWidget>

#include <vector>

class QGridLayout;

namespace ui
{

class SliceCard;

inline constexpr int explorePageGap = 12; // px between cards

class ExplorePage : public QWidget
{
public:
    ExplorePage();

    /// `charts` fill one or two columns; `slice` is the third column, or the last row.
    void setCards(std::vector<QWidget*> charts, SliceCard* slice);

protected:
    void resizeEvent(QResizeEvent*) override;

private:
    void arrange(int columns);

    QGridLayout* m_grid;
    std::vector<QWidget*> m_charts;
    SliceCard* m_slice = nullptr;
    int m_columns = 2;
};

} // namespace ui
