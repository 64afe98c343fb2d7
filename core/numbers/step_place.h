// SPDX-License-Identifier: GPL-3.0-or-later
// Where a number of a collective belongs: one step, chip, link or message. Its ids read "coll.held@3,2".
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace core
{

enum class MatmulForm;
struct CollectiveAnalysis;
struct Schedule;
struct StepRow;
struct Topology;
struct WholeCollective;

/// Chips are ranks of the whole torus; blocks are those of core/collectives/networks/blocks.h.
struct StepPlace {
    std::string_view number; // the name of its row in core/numbers/step_rows.cpp: "held"
    int step = 0;            // steps that have ended; of a message the step it is sent in, from 1; of buffers see
                             // bufferStep() and of products their step from 1
    int chip = 0;            // or block; of a message its sender
    int port = 0;            // of a link; of a switch 0 leads into it and 1 out of it
    int to = 0;              // receiver of a message
    int part = 0;            // shard or chunk of what the chip holds; which product of the step, from 1

    bool operator==(const StepPlace&) const = default;
};

/// The step that a row of products is multiplied beside, from 1: of a gather the last row is one step behind all
/// messages, of a scatter the first is one ahead of them.
int bufferStep(MatmulForm, int row);
/// The steps that a row's numbers count.
const Schedule& scheduleOf(const CollectiveAnalysis&, const StepRow&);

/// `custom`: of a custom schedule that is played, "own.held@3,2".
std::string stepNumberId(const StepPlace&, const Topology& whole, bool custom = false);
/// How far the step in such an id is ahead of the steps that have ended; nothing in other ids, and where the number
/// does not go on with the steps: one bar stays.
std::optional<int> stepsAhead(std::string_view id);
/// The same number at another step; other ids stay as they are.
std::string atStep(std::string_view id, int step);
/// The step in an id with a place; -1 in others.
int stepIn(std::string_view id);

/// The row of an id; null where there is none.
const StepRow* stepRowOf(std::string_view id);
/// `id` is of the row. The error names what is allowed instead.
tl::expected<StepPlace, std::string> readStepPlace(const StepRow&, std::string_view id, const WholeCollective&);

} // namespace core
