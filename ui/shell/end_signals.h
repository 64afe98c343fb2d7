// SPDX-License-Identifier: GPL-3.0-or-later
// SIGTERM, SIGHUP and SIGINT: something is done first, in the event loop, and then the program ends by that signal.
#pragma once

#include <QSocketNotifier>

#include <functional>

namespace ui
{

class EndSignals
{
public:
    explicit EndSignals(std::function<void()> first);
    ~EndSignals();
    Q_DISABLE_COPY_MOVE(EndSignals)

private:
    std::function<void()> m_first;
    QSocketNotifier m_notifier;
};

} // namespace ui
