// SPDX-License-Identifier: GPL-3.0-or-later
// Values of metrics of the default scenario with some fields edited.
#pragma once

#include "core/evaluate/evaluate.h"
#include "core/io/preset_catalogue.h"
#include "core/scenario/fields.h"
#include "support/asked.h"

#include <QtGlobal>

#include <string>
#include <utility>
#include <vector>

namespace tests
{

inline constexpr double microsecond = 1e-6;

using Edits = std::vector<std::pair<std::string, core::Value>>;

inline core::Scenario scenarioWith(const Edits& edits)
{
    auto s = core::defaultScenario(core::shippedCatalogue());
    for (const auto& [id, value] : edits)
        if (const auto done = core::setField(s, id, value); !done)
            qFatal("%s", done.error().c_str());
    return s;
}

} // namespace tests
