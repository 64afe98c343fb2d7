// SPDX-License-Identifier: GPL-3.0-or-later
// Words on the picture of a torus: the busiest links, names of chips, the end of the scale.
#pragma once

#include "ui/torus/torus_scene.h"

namespace ui
{

/// The three busiest links say what they carried.
void labelBusiest(TorusScene&, const Reel&);
/// Names of chips that nearer ones lie upon.
void dropHiddenNames(TorusScene&);
/// What a link could have carried by now.
QString mostOfScale(const Reel&);

} // namespace ui
