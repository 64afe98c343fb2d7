// SPDX-License-Identifier: GPL-3.0-or-later
// Words on the picture of a torus: the busiest links, names of chips, the end of the scale.
#pragma once

#include <QString>

namespace ui
{

class Recording;
struct TorusScene;

/// The three busiest links say what they carried.
void labelBusiest(TorusScene&, const Recording&);
/// Names of chips that nearer ones lie upon.
void dropHiddenNames(TorusScene&);
/// What a link could have carried by now.
QString maxOfScale(const Recording&);

} // namespace ui
