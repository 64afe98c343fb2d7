// SPDX-License-Identifier: GPL-3.0-or-later
// How a long computation ends early when nobody waits for it any more.
#pragma once

#include <stop_token>
#include <utility>

namespace core
{

/// Thrown by stopIfAsked(). No error of the scenario.
struct Stopped {
};

/// While it lives, stopIfAsked() on this thread listens to the token.
class StopScope
{
public:
    explicit StopScope(const std::stop_token& token) : m_before(std::exchange(sToken, &token)) {}
    ~StopScope() { sToken = m_before; }
    StopScope(const StopScope&) = delete;
    StopScope& operator=(const StopScope&) = delete;

    static bool isAsked() { return sToken && sToken->stop_requested(); }

private:
    static inline thread_local const std::stop_token* sToken = nullptr;
    const std::stop_token* m_before;
};

/// Called by every loop that may take longer than some milliseconds.
inline void stopIfAsked()
{
    if (StopScope::isAsked())
        throw Stopped();
}

} // namespace core
