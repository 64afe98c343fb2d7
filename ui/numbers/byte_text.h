// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes of collectives in words: in the units of the scenario, and as a share of what a link can carry.
#pragma once

#include "core/quantity/format.h"

#include <QString>

namespace ui
{

QString bytesText(double bytes, core::ByteUnits);

/// Of what a link could have carried, in per cent.
QString loadText(double bytes, double capacity);

} // namespace ui
