// SPDX-License-Identifier: GPL-3.0-or-later
// What the explanation of a metric adds to its arithmetic: rules, what was not chosen, and why something never happens.
#pragma once

#include <string>

namespace core
{

class Recording;
class Traced;
struct Report;
struct Workspace;

/// Seconds for which a stage of the pipeline idles, where no axis, HBM or DCN keeps math waiting for longer; else 0.
double dominantBubble(const Report&);

/// With the digits that let terms of a sum be seen to add up.
std::string preciseSeconds(double);

/// The rule behind bound.verdict, and the resources that were not chosen.
std::string verdictRule(const Workspace&, double margin);

/// What a chip must hold against what it has.
std::string whyItFits(const Workspace&, double);
Traced capacityShown(const Workspace&, const Recording&);

/// What the first and the last stage hold.
std::string whyThatStage(const Workspace&, double);

/// Thresholds are real; what can be set is the next whole batch. Also why no batch is enough.
std::string inWholeTokens(const Workspace&, double batch);

/// On GPUs: where the limit of the tensor axis holds.
std::string limitSaid(const Workspace&, double limit);

/// Where the mesh lies on the hardware.
std::string meshSaid(const Workspace&, double chips);

std::string whyNoShards(const Workspace&, double shards);
std::string whyNoOperation(const Workspace&, double batch);

// The number that shows it, where the answer is never.
Traced neverBatch(const Workspace&, const Recording&);
Traced neverShards(const Workspace&, const Recording&);
Traced neverOperation(const Workspace&, const Recording&);

} // namespace core
