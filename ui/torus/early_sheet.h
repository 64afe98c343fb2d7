// SPDX-License-Identifier: GPL-3.0-or-later
// A sheet that another thread may make ready while the window paints something else.
#pragma once

#include "ui/torus/reel.h"
#include "ui/torus/torus_sheet.h"

#include <memory>

namespace ui
{

/// Whoever looks at the sheet waits for that thread, or does the work where it has not begun.
class EarlySheet
{
public:
    ~EarlySheet() { finish(); }

    /// With a reel of its own, which stands at the step that is to be shown.
    void begin(Reel, const TorusLook&, const TorusSheet::Paper&);

    TorusSheet& operator*() { return finish(), m_sheet; }
    TorusSheet* operator->() { return finish(), &m_sheet; }
    const TorusSheet* operator->() const { return finish(), &m_sheet; }

private:
    struct Work;
    void finish() const;

    TorusSheet m_sheet;
    mutable std::shared_ptr<Work> m_work;
};

} // namespace ui
