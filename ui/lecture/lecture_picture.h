// SPDX-License-Identifier: GPL-3.0-or-later
// The picture of a tab for an audience: any chart, or a collective at a step.
#pragma once

#include "ui/export/playback_state.h"
#include "ui/lecture/lecture_page.h"
#include "ui/session/snapshot.h"

namespace core
{
struct PosedStep;
}

namespace ui
{

class OpenLesson;

/// `tab` is the id of a tab or a chart. Where there is nothing to draw the picture says why. `tellsOrder`: of a matmul
/// the timelines stand beside the ring, too.
PaintPicture lecturePicture(const QString& tab, const Snapshot&, bool tellsOrder, const PlaybackState& = {});

/// Chips and links before anything is sent, while a later question hides results: neither times nor an order. Null at
/// other steps, whose picture may hold what is asked later.
PaintPicture pictureAtRest(const OpenLesson&, const Snapshot&);

/// Pixels of the smallest text in it.
qreal smallestText(const QString& tab);

} // namespace ui
