// SPDX-License-Identifier: GPL-3.0-or-later
// The cards of Explore in two columns, or in three where the window is wide.
#pragma once

#include <QWidget>

#include <vector>

class QGridLayout;

namespace ui
{

class ExplorePage : public QWidget
{
    Q_OBJECT
public:
    explicit ExplorePage(QWidget* parent = nullptr);

    /// `charts` fill two columns; `tall` is the third column, or the last row.
    void setCards(std::vector<QWidget*> charts, QWidget* tall);

protected:
    void resizeEvent(QResizeEvent*) override;

private:
    void arrange(bool wide);

    QGridLayout* m_grid;
    std::vector<QWidget*> m_charts;
    QWidget* m_tall = nullptr;
    bool m_wide = false;
};

} // namespace ui
