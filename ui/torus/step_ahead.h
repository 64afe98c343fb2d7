// SPDX-License-Identifier: GPL-3.0-or-later
// The next step of a torus that plays, made ready in the pauses between two frames.
#pragma once

#include "ui/playback/reel.h"
#include "ui/torus/torus_sheet.h"

#include <optional>

namespace ui
{

class StepAhead
{
public:
    /// For the reel that is shown; forgets what was made ready.
    void begin(const Reel&);
    void stop();
    bool isUnderWay() const { return m_reel.has_value(); }
    void spoil(TorusSheet::Stale);

    /// A part of the work on this step; false when there is nothing left to do.
    bool work(int step, const Reel& shown, const TorusLook&, const TorusSheet::Paper&);
    /// Trades the sheet for the one of this step; false if that one is not ready.
    bool trade(int step, TorusSheet& shown);

private:
    std::optional<Reel> m_reel;
    TorusSheet m_sheet;
    int m_step = -1; // that the sheet is of, or is to be of
};

} // namespace ui
