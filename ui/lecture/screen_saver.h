// SPDX-License-Identifier: GPL-3.0-or-later
// Holds the screen saver off through org.freedesktop.ScreenSaver; silently not where there is none.
#pragma once

#include <QObject>

namespace ui
{

class ScreenSaver : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;
    ~ScreenSaver() override { setHeldOff(false); }

    /// Returns at once; the answer of the service comes later.
    void setHeldOff(bool);

private:
    bool m_held = false;
    quint32 m_cookie = 0; // of the service; 0: none came
};

} // namespace ui
