// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps the wheel for the page: a control changes, and a list in a page scrolls, by the wheel while it has the focus.
#pragma once

#include <QObject>

namespace ui
{

/// An event filter for the whole application: lists, sliders, number boxes and tab bars without focus leave the wheel
/// to what they stand in, and none takes the focus by it. A list or a table scrolls without focus where its page
/// cannot.
class WheelGuard : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

protected:
    bool eventFilter(QObject* watched, QEvent*) override;
};

} // namespace ui
