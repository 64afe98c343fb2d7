// SPDX-License-Identifier: GPL-3.0-or-later
// Thousands of small chips: squares, far ones first, one colour at a time.
#pragma once

#include "ui/torus/torus_scene.h"

class QImage;

namespace ui
{

void paintSmallNodes(QPainter&, const TorusScene&, const Theme&);
/// The same pixels, several times as fast; of 32 bits each, in a picture whose device pixel ratio is set.
void paintSmallNodes(QImage&, const TorusScene&, const Theme&);

} // namespace ui
