// SPDX-License-Identifier: GPL-3.0-or-later
// Where the playback of a collective is and how it is looked at.
#pragma once

#include "ui/torus/projection.h"

#include <memory>
#include <optional>
#include <vector>

namespace core
{
struct OwnMatmul;
}

namespace ui
{

enum class TorusDetail;

/// What is not set is as the window starts with it.
struct PlaybackState {
    std::optional<int> step = {}; // steps that are done; not set: 0, and a table has every step
    double progress = 0;          // of the step under way
    std::optional<TorusLayout> layout = {};
    std::optional<TorusDetail> detail = {};
    Camera camera = {};
    int slice = 0;
    std::vector<int> pinned = {};
    std::optional<int> followed = {};
    std::shared_ptr<const core::OwnMatmul> custom = {}; // the schedule that is played instead of the scenario's
    bool trueTimes = false;                             // steps are played as long as they take
};

} // namespace ui
