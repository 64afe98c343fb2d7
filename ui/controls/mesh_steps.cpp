// SPDX-License-Identifier: GPL-3.0-or-later
// One rule for both steps: an odd axis cannot be halved, a full one not doubled, the donor not by itself.
#include "ui/controls/mesh_steps.h"

#include "core/quantity/format.h"
#include "ui/theme/words.h"

#include <cmath>

namespace ui
{

namespace
{

constexpr double largestAxis = 16384;

QString refusal(double size, int axis, bool halve)
{
    const QChar letter = QLatin1Char(axisLetters[static_cast<std::size_t>(axis)]);
    const QString shown = QString::fromStdString(core::grouped(size));
    if (halve && std::fmod(size, 2) != 0) {
        return size == 1 ? tr("%1 is 1 and cannot be halved.").arg(letter)
                         : tr("%1 = %2 is odd and cannot be halved.").arg(letter).arg(shown);
    }
    if (!halve && size * 2 > largestAxis)
        return tr("%1 = %2 cannot be doubled: an axis has at most 16,384 chips.").arg(letter).arg(shown);
    return {};
}

MeshStep stepped(const MeshSizes& sizes, int axis, int donor, bool halve)
{
    MeshStep step{sizes, refusal(sizes[static_cast<std::size_t>(axis)], axis, halve)};
    if (donor == axis) {
        step.why = tr("%1 gives and takes for the other axes while the number of chips is locked.")
                       .arg(QLatin1Char(axisLetters[static_cast<std::size_t>(axis)]));
    } else if (donor >= 0 && step.why.isEmpty()) {
        step.why = refusal(sizes[static_cast<std::size_t>(donor)], donor, !halve);
        step.sizes[static_cast<std::size_t>(donor)] *= halve ? 2 : 0.5;
    }
    step.sizes[static_cast<std::size_t>(axis)] *= halve ? 0.5 : 2;
    return step;
}

} // namespace

MeshStep halved(const MeshSizes& sizes, int axis, int donor) { return stepped(sizes, axis, donor, true); }

MeshStep doubled(const MeshSizes& sizes, int axis, int donor) { return stepped(sizes, axis, donor, false); }

} // namespace ui
