// SPDX-License-Identifier: GPL-3.0-or-later
// A handler may do next to nothing: it writes one byte into a pipe that the event loop reads.
#include "ui/shell/end_signals.h"

#include <array>
#include <csignal>

#include <fcntl.h>
#include <unistd.h>

namespace ui
{

namespace
{

constexpr std::array caught{SIGTERM, SIGHUP, SIGINT};

std::array<int, 2>& pipeOfSignals()
{
    static std::array<int, 2> ends{-1, -1};
    static const bool made = ::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) == 0;
    static_cast<void>(made);
    return ends;
}

extern "C" void tellSignal(int number)
{
    const auto byte = static_cast<char>(number);
    static_cast<void>(!::write(pipeOfSignals()[1], &byte, 1));
}

} // namespace

EndSignals::EndSignals(std::function<void()> first)
    : m_first(std::move(first)), m_notifier(pipeOfSignals()[0], QSocketNotifier::Read)
{
    QObject::connect(&m_notifier, &QSocketNotifier::activated, &m_notifier, [this] {
        char number = 0;
        if (::read(pipeOfSignals()[0], &number, 1) != 1)
            return;
        m_first();
        std::signal(number, SIG_DFL);
        std::raise(number);
    });
    for (const int number : caught)
        std::signal(number, tellSignal);
}

EndSignals::~EndSignals()
{
    for (const int number : caught)
        std::signal(number, SIG_DFL);
}

} // namespace ui
