// SPDX-License-Identifier: GPL-3.0-or-later
// The mark that a torus outlines.
#pragma once

#include "ui/torus/torus_view.h"

namespace tests
{

/// What is pointed at, else what stays.
inline ui::MarkScene markShown(const ui::TorusView& torus)
{
    auto pointed = torus.markPointed();
    return pointed.card.isEmpty() ? torus.markStaying() : pointed;
}

} // namespace tests
