// SPDX-License-Identifier: GPL-3.0-or-later
// A ring around the control that a step of a lesson means.
#pragma once

#include <QWidget>

namespace ui
{

/// Lies over its part and takes neither mouse nor focus.
class PointingRing : public QWidget
{
    Q_OBJECT
public:
    PointingRing();

    /// The part then owns it.
    void surround(QWidget* part);
    QWidget* surrounded() const { return parentWidget(); }

protected:
    bool eventFilter(QObject*, QEvent*) override;
    void paintEvent(QPaintEvent*) override;
};

} // namespace ui
