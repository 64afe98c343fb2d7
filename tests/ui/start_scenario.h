// SPDX-License-Identifier: GPL-3.0-or-later
// Shipped scenarios as values, for tests of the window.
#pragma once

#include "core/design/following.h"
#include "core/io/preset_catalogue.h"
#include "core/io/scenario_json.h"

namespace tests
{

inline core::Scenario shippedScenario(std::string_view id)
{
    const core::Catalogue& catalogue = core::shippedCatalogue();
    return core::readScenario(catalogue.scenario(id)->json, id, catalogue).value();
}

/// As a window opens it: with a collective of its design.
inline core::Scenario openedScenario(std::string_view id) { return core::openedOnDesign(shippedScenario(id)); }

inline core::Scenario startScenario() { return shippedScenario("start"); }

} // namespace tests
