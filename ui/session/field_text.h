// SPDX-License-Identifier: GPL-3.0-or-later
// Fields, their values and their choices in words for people.
#pragma once

#include "core/scenario/fields.h"

#include <QString>

namespace ui
{

/// The title among fields of its own kind: "Clock" for "Collective: clock".
QString shortTitle(const core::Field&);

/// Texts that a field of texts offers; none where nothing comes to mind.
QStringList examplesOf(const core::Field&);

/// "FSDP (ZeRO-3)" for "fsdp" of a role, "TPU v5p" for a chip; the name itself where it needs no other.
QString choiceText(const core::Field&, std::string_view choice, const core::Scenario&);

/// Choices a control offers, in order; presets come from the scenario's catalogue.
std::vector<std::string> choicesOf(const core::Field&, const core::Scenario&);

/// Of the units that a field is shown with, the one that takes most room.
QString widestUnit(const core::Field&);
/// What a count counts in this scenario: "tokens", or "sequences" for the batch of decode and of attention. A further
/// operation counts in the scenario whose first it is.
QString unitOf(const core::Field&, const core::Scenario&);

/// The title under an id: "Size of I" of shard.size.I, "batch, operation 2" of op.B@2.
QString titleText(std::string_view id, const core::Field&);

/// A value without its count's unit, exact enough to be typed back: "65,536", "459 TFLOP/s", "0.5".
QString numberText(const core::Field&, double value);

/// A value as shown: "65,536", "FSDP (ZeRO-3)", "on".
QString valueText(const core::Field&, const core::Value&, const core::Scenario&);

/// A sentence of core as the window says it: fields by their labels and choices by their words instead of ids, which
/// are for the command line.
QString inWords(std::string_view sentence, const core::Scenario&);

/// "Batch 65,536 → 16,384"; "Operation 2: batch 64 → 128" of op.B@2. Empty for other open ids.
QString changeText(std::string_view fieldId, const core::Scenario& before, const core::Scenario& after);

/// "X = 256 fsdp, Y = 8 tensor", or "one chip".
QString meshText(const core::Mesh&);

} // namespace ui
