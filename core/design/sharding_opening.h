// SPDX-License-Identifier: GPL-3.0-or-later
// A collective of a sharded product put into the fields coll.*, so that its schedule can be looked at.
#pragma once

#include "core/design/opening.h"

namespace core
{

struct ReshardStep;
struct ShardingReport;

/// Edits of coll.* alone that make it this step on the mesh of the product: its kind, axes and bytes. An error says
/// what these fields cannot name, or that the step moves nothing.
tl::expected<FieldEdits, std::string> openingEdits(const Scenario&, const ShardingReport&, const ReshardStep&);

/// What the product's plans charge for a step that is not free.
SecondsOf<double> chargeOf(const Scenario&, const ShardingReport&, const ReshardStep&);

/// A step of the plans and of the gradients' plans that the fields coll.* have open.
std::optional<ReshardStep> openedStep(const Scenario&, const ShardingReport&);

} // namespace core
