// SPDX-License-Identifier: GPL-3.0-or-later
// A ring around what a step of a lesson means: a control, a number, a place in a picture, a cell.
#pragma once

#include <QPointer>
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
    /// It goes with the part.
    void surround(QWidget* part, Place = {});
    QWidget* part() const { return m_part; }

protected:
    bool eventFilter(QObject*, QEvent*) override;
    void paintEvent(QPaintEvent*) override;

private:
    QRect placeIn(const QWidget& around) const;
    QWidget* surroundings() const;
    void watch(bool on);
    void follow();

    QPointer<QWidget> m_part;
    Place m_place;
};

} // namespace ui
