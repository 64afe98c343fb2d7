// SPDX-License-Identifier: GPL-3.0-or-later
// Tells on standard error how far long work is; short work says nothing.
#pragma once

#include "app/program.h"

#include <chrono>
#include <cstddef>
#include <string>

namespace app
{

class Progress
{
public:
    /// "rooflight: 120 of 2,000 WHAT", every three seconds.
    Progress(Console console, std::string what) : m_console(console), m_what(std::move(what)) {}

    void tell(std::size_t done, std::size_t all);

private:
    using Clock = std::chrono::steady_clock;

    Console m_console;
    std::string m_what;
    Clock::time_point m_told = Clock::now();
};

} // namespace app
