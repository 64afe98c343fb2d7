// SPDX-License-Identifier: GPL-3.0-or-later
// The links of a torus while the camera moves: straight onto pixels, without antialiasing.
#pragma once

#include "ui/torus/torus_scene.h"

class QImage;

namespace ui
{

/// Draws all links. The picture has 32 bits a pixel and its device pixel ratio set.
void paintCoarseWires(QImage&, const TorusScene&, const Theme&);

} // namespace ui
