// SPDX-License-Identifier: GPL-3.0-or-later
// A second reel runs one step ahead of the one that is shown.
#include "ui/torus/step_ahead.h"

#include <utility>

namespace ui
{

void StepAhead::begin(const Reel& reel)
{
    m_reel.emplace(reel.twin());
    m_sheet = {}; // not a copy of the one shown: to part their pixels would cost the next frame more
    m_step = -1;
}

void StepAhead::stop()
{
    m_reel.reset();
    m_sheet = {};
    m_step = -1;
}

void StepAhead::spoil(TorusSheet::Stale what)
{
    m_sheet.spoil(what);
    m_step = -1;
}

bool StepAhead::work(int step, const Reel& shown, const TorusLook& look, const TorusSheet::Paper& paper)
{
    if (m_step != step) {
        m_step = step;
        m_reel->moveTo(step);
        if (m_reel->followed() != shown.followed()) {
            m_reel->follow(shown.followed());
        }
        m_reel->messages(); // what takes longest of a step on many chips
        m_sheet.spoil(TorusSheet::Stale::dress);
        return true;
    }
    m_sheet.prepareSome(*m_reel, look, paper);
    return !m_sheet.isReady();
}

bool StepAhead::trade(int step, TorusSheet& shown)
{
    if (!m_reel || m_step != step || !m_sheet.isReady()) {
        return false;
    }
    std::swap(m_sheet, shown);
    m_step = -1;
    return true;
}

} // namespace ui
