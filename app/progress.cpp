// SPDX-License-Identifier: GPL-3.0-or-later
// A line now and then.
#include "app/progress.h"

#include "core/quantity/format.h"

#include <ostream>

namespace app
{

void Progress::tell(std::size_t done, std::size_t all)
{
    constexpr std::chrono::seconds between(3);
    const auto now = Clock::now();
    if (now - m_told < between)
        return;
    m_told = now;
    m_console.messages << "rooflight: " << core::grouped(static_cast<double>(done)) << " of "
                       << core::grouped(static_cast<double>(all)) << ' ' << m_what << std::endl;
}

} // namespace app
