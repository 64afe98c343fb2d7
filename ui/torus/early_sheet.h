// SPDX-License-Identifier: GPL-3.0-or-later
// A sheet that another thread may make ready while the window paints something else.
#pragma once

#include "ui/playback/reel.h"
#include "ui/theme/early_work.h"
#include "ui/torus/torus_sheet.h"

namespace ui
{

/// It is ready for whoever looks at it.
class EarlySheet
{
public:
    /// With a reel of its own, which stands at the step that is to be shown.
    void begin(Reel, const TorusLook&, const TorusSheet::Paper&);

    TorusSheet& operator*() { return m_work.finish(), m_sheet; }
    TorusSheet* operator->() { return m_work.finish(), &m_sheet; }
    const TorusSheet* operator->() const { return m_work.finish(), &m_sheet; }

private:
    TorusSheet m_sheet;
    EarlyWork m_work; // goes first
};

} // namespace ui
