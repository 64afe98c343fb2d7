// SPDX-License-Identifier: GPL-3.0-or-later
// Hands the reel over, so that the threads share none.
#include "ui/torus/early_sheet.h"

#include <memory>
#include <utility>

namespace ui
{

void EarlySheet::begin(Reel reel, const TorusLook& look, const TorusSheet::Paper& paper)
{
    m_work.begin(
        [this, own = std::make_shared<Reel>(std::move(reel)), look, paper] { m_sheet.prepare(*own, look, paper); });
}

} // namespace ui
