// SPDX-License-Identifier: GPL-3.0-or-later
// Formats them.
#include "ui/numbers/byte_text.h"

#include "core/collectives/clocks/link_bytes.h"

namespace ui
{

QString bytesText(double bytes, core::ByteUnits units)
{
    return QString::fromStdString(core::format(bytes, core::dim::byte, {.bytes = units}));
}

QString loadText(double bytes, double capacity)
{
    using Bytes = core::BytesOf<double>;
    const auto load = core::loadOfLink(Bytes(bytes), Bytes(capacity));
    return QString::fromStdString(core::format(load.si(), core::dim::count, {.countUnit = core::shareUnit}));
}

} // namespace ui
