// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of one step, chip, link or message of the collective of a scenario, with their derivations. They are no
// metrics: those are one table for every scenario.
#pragma once

#include "core/collectives/whole_torus.h"
#include "core/derive/derivation.h"
#include "core/numbers/step_number_id.h"
#include "core/quantity/format.h"
#include "core/scenario/scenario.h"

#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace core
{

/// A number of an id with a place, as it stands.
struct PlacedNumber {
    std::string id;
    std::string title; // "Bytes on chip (1,0) after step 3"
    std::string unit;  // of a count: "%"
    Dim dim;
    double value = 0; // SI
};

/// Together with its lines, where no other place keeps it.
struct DerivedNumber {
    PlacedNumber number;
    Derivation derivation;
};

/// The error says why there is no such number and what to choose. What was replayed is kept for the next one.
tl::expected<PlacedNumber, std::string> placedNumber(const Scenario&, std::string_view id);

/// A number of a collective that no scenario names, with its derivation; the scenario has its rates. Its ids are those
/// of core/numbers/step_number_id.h for orders of one's own, "own.held@3,2".
tl::expected<DerivedNumber, std::string> placedNumberOf(const WholeCollective&, const Scenario&, std::string_view id);

/// As shown to people.
std::string placedText(const PlacedNumber&, ByteUnits = {}, int digits = 3);

/// Empty steps where there is no such number. Also reached by derive() of core/numbers/derive.h.
Derivation derivePlaced(const Scenario&, std::string_view id);

} // namespace core
