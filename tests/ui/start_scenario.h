// SPDX-License-Identifier: GPL-3.0-or-later
// Shipped scenarios as values, for tests of the window.
#pragma once

#include "core/io/preset_catalogue.h"
#include "core/io/scenario_json.h"

namespace tests
{

inline core::Scenario shippedScenario(std::string_view id)
{
    const core::Catalogue& catalogue = core::shippedCatalogue();
    return core::readScenario(catalogue.scenario(id)->json, id, catalogue).value();
}

inline core::Scenario startScenario() { return shippedScenario("start"); }

} // namespace tests
