// SPDX-License-Identifier: GPL-3.0-or-later
// Every transfer of a collective as CSV: the rows of the step table without its limit.
#pragma once

#include "core/collectives/whole_torus.h"
#include "ui/export/picture_error.h"

#include <QByteArray>

#include <optional>

namespace ui
{

/// Of one copy where the collective runs on part of the torus. Steps count from 1: the transfers of step 2 lead to the
/// picture of step 2.
tl::expected<QByteArray, PictureError> transferTable(const core::WholeCollective&, std::optional<int> step);

} // namespace ui
