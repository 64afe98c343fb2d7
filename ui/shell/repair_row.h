// SPDX-License-Identifier: GPL-3.0-or-later
// Repairs of an issue as buttons in one row; those that find no room stand in a menu behind them.
#pragma once

#include "core/check/check.h"

#include <QWidget>

#include <vector>

class QMenu;
class QPushButton;

namespace ui
{

class RepairRow : public QWidget
{
    Q_OBJECT
public:
    explicit RepairRow(QWidget* parent = nullptr);

    void setRepairs(const std::vector<core::Repair>&);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void chosen(const core::Repair&);

protected:
    void resizeEvent(QResizeEvent*) override { arrange(); }
    void changeEvent(QEvent*) override;

private:
    void addButton();
    void arrange();

    std::vector<core::Repair> m_repairs;
    std::vector<QPushButton*> m_buttons;
    QPushButton* m_more;
    QMenu* m_menu;
};

} // namespace ui
