// SPDX-License-Identifier: GPL-3.0-or-later
// The cards of Explore in two columns, or in three where the window is wide.
#pragma once

#include <QWidget>

#include <vector>

class QGridLayout;

namespace ui
{

class SliceCard;

class ExplorePage : public QWidget
{
    Q_OBJECT
public:
    explicit ExplorePage(QWidget* parent = nullptr);

    /// `charts` fill two columns; `slice` is the third column, or the last row with its facts beside the picture.
    void setCards(std::vector<QWidget*> charts, SliceCard* slice);

protected:
    void resizeEvent(QResizeEvent*) override;

private:
    void arrange(bool wide);

    QGridLayout* m_grid;
    std::vector<QWidget*> m_charts;
    SliceCard* m_slice = nullptr;
    bool m_wide = false;
};

} // namespace ui
