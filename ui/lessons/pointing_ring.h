// SPDX-License-Identifier: GPL-3.0-or-later
// A ring around what a step of a lesson means: a control, a number, a place in a picture, a cell.
#pragma once

#include <QWidget>

#include <functional>

namespace ui
{

/// Lies over its part and takes neither mouse nor focus.
class PointingRing : public QWidget
{
    Q_OBJECT
public:
    PointingRing();

    /// Where in the part the thing lies, as it was painted last; null: all of the part.
    using Place = std::function<QRect()>;
    /// The part then owns it.
    void surround(QWidget* part, Place = {});

protected:
    bool eventFilter(QObject*, QEvent*) override;
    void paintEvent(QPaintEvent*) override;

private:
    void follow();

    Place m_place;
};

} // namespace ui
