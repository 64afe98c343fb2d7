// SPDX-License-Identifier: GPL-3.0-or-later
// A picture that is moved from step to step: what an animation draws.
#pragma once

#include "ui/export/page.h"

#include <memory>
#include <span>

class QPainter;

namespace ui
{

struct Snapshot;
struct Theme;

class MovingPicture
{
public:
    virtual ~MovingPicture() = default;

    /// The times at which its steps end.
    virtual std::span<const double> stepEnds() const = 0;
    /// So many steps are done, and this share of the next.
    virtual void stepTo(int step, double progress) = 0;
    virtual QString title() const = 0;
    virtual void paint(QPainter&, const QSizeF&, const Theme&) const = 0;
};

/// The playing step: its clock runs through equal parts of its time. Refuses a scenario that has no step.
tl::expected<std::unique_ptr<MovingPicture>, PictureError> stepPlayback(const Snapshot&);

} // namespace ui
