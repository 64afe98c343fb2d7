// SPDX-License-Identifier: GPL-3.0-or-later
// Presets of the catalogue put into a scenario: which number of a preset feeds which field.
#pragma once

#include <string_view>

namespace core
{

struct Given;
struct Scenario;

inline constexpr std::string_view customModel = "custom";
inline constexpr std::string_view noVariant = "none";

/// Overwrites the model with a preset's numbers; `custom` keeps them. The id is known.
void applyModel(Scenario&, std::string_view id);

/// Overwrites the numbers of the hardware with a chip's and drops the variant; the slice stays. The id is known.
void applyChip(Scenario&, std::string_view id);

/// Overwrites the numbers of the hardware with those of a variant of the chip in use, or of the chip itself.
void applyVariant(Scenario&, std::string_view name);

/// Capacity in bytes. By hand it is the one there is: the documented one belongs to that of the preset.
void setCapacity(Scenario&, double bytes);

/// The preset number behind a field in the scenario's presets and variant; null where there is none.
const Given* givenOf(const Scenario&, std::string_view fieldId);

} // namespace core
