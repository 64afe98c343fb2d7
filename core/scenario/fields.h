// SPDX-License-Identifier: GPL-3.0-or-later
// The one table of inputs: sliders, files, undo, sweeps, command line and Explain are generated from it.
#pragma once

#include "core/scenario/field.h"
#include "core/scenario/scenario.h"

#include <optional>
#include <tl/expected.hpp>
#include <vector>

namespace core
{

/// All fields in file order. model.preset and hw.chip stand before what they set.
std::span<const Field> fields();

const Field* findField(std::string_view id);
/// Whether the field sets a whole group of others: model.preset, hw.chip, hw.variant.
bool namesPreset(std::string_view id);

/// What an id of a field follows: its row, that of op.KEY for op.KEY@N, or that of all sizes for shard.size.DIM. The
/// error is one sentence with the nearest id, or with the numbers or names that the open ids may have.
tl::expected<const Field*, std::string> fieldRow(std::string_view id);

/// Names a choice field may take in this scenario: presets of its catalogue, variants of its chip, or the fixed
/// choices.
std::vector<std::string> choicesOf(const Scenario&, const Field&);

/// The value under an id, `shard.size.DIM` included; nothing where the id is unknown.
std::optional<Value> fieldValue(const Scenario&, std::string_view id);

/// Sets one field after checking kind, range and choices. `shard.size.DIM` is accepted for any DIM. The error is one
/// sentence that names the field, the value and the remedy; the scenario is then unchanged.
tl::expected<void, std::string> setField(Scenario&, std::string_view id, const Value&);

/// Reads a value as typed on the command line or in a field ("64k", "fsdp", "true") and sets it.
tl::expected<void, std::string> setFieldFromText(Scenario&, std::string_view id, std::string_view text);

/// A field's value as text: what setFieldFromText would read back.
std::string valueText(const Field&, const Value&);

/// Where the value of a number field comes from: the preset's citation, "default", or "your input".
std::string sourceOf(const Scenario&, const Field&);

/// True where the field differs from the defaults and the named presets (what a file needs to say).
bool differsFromPreset(const Scenario&, const Field&);

/// The default scenario with the presets of `scenario` applied: what its fields are compared with.
Scenario presetBaseline(const Scenario& scenario);

/// Detents of a number field between its bounds, ascending: powers of two, plus the field's own (multiples of 1,024 of
/// a model width, 3, 5, 6, 7, 10, 12, 20, 28 of a mesh axis, every 8 of a layer count).
std::vector<double> detents(const Field&);

} // namespace core
