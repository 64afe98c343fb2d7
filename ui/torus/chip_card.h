// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of one chip at one step: place, rank, shards, pending sums, what it sends and receives.
#pragma once

#include "ui/torus/reel.h"

#include <QStringList>

namespace ui
{

/// Plain lines, the chip's name first.
QStringList chipLines(const Reel&, int wholeChip);

} // namespace ui
