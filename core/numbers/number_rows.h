// SPDX-License-Identifier: GPL-3.0-or-later
// The rows that are no metrics, each kind beside what it describes, and what they are made with.
#pragma once

#include "core/derive/traced.h"
#include "core/inputs/inputs.h"
#include "core/numbers/numbers.h"

namespace core
{

std::vector<NumberRow> rooflineNumberRows();
std::vector<NumberRow> stepNumberRows();
std::vector<NumberRow> designNumberRows();
std::vector<NumberRow> customNumberRows();
std::vector<NumberRow> shardingNumberRows();
std::vector<NumberRow> timelineNumberRows();
std::vector<NumberRow> operationNumberRows();
std::vector<NumberRow> layerNumberRows();
std::vector<NumberRow> networkNumberRows();
std::vector<NumberRow> chipNumberRows();

/// A number of the workspace, without its derivation.
Explained numberOf(const Workspace&, std::string_view id, std::string title, std::string_view unit, Dim, double);

/// Puts the derivation that ends in `root` to a number; where nothing is computed, the sentence that says so.
void finish(Explained& number, const Scenario&, const Traced& root);

/// Puts the derivation to a number where it is asked for. `trace`: const Recording& -> Traced.
template <class Trace> void derive(Explained& number, const Scenario& s, Depth depth, Trace trace)
{
    if (depth == Depth::value)
        return;
    Tape tape;
    const Recording recording(tape, s);
    finish(number, s, trace(recording));
}

/// Puts the sentence to a number that was counted.
void say(Explained& number, std::string_view symbol, std::string sentence);

} // namespace core
