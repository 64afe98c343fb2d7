// SPDX-License-Identifier: GPL-3.0-or-later
// What the tests of fields share: the default scenario, and values of fields as texts and numbers.
#pragma once

#include "core/io/preset_catalogue.h"
#include "core/scenario/fields.h"

#include <QString>

#include <string>
#include <utility>
#include <vector>

namespace tests
{

inline core::Scenario standard() { return core::defaultScenario(core::shippedCatalogue()); }

using Edits = std::vector<std::pair<std::string, core::Value>>;

inline core::Scenario with(const Edits& edits, core::Scenario scenario = standard())
{
    for (const auto& [field, value] : edits)
        if (const auto done = core::setField(scenario, field, value); !done)
            qFatal("%s", done.error().c_str());
    return scenario;
}

inline std::string textOf(const core::Scenario& s, std::string_view id)
{
    const auto value = core::fieldValue(s, id);
    const core::Field* field = core::findField(id);
    return value && field ? valueText(*field, *value) : std::string("(no such field)");
}

inline double numberAt(const core::Scenario& s, std::string_view id)
{
    return std::get<double>(*core::fieldValue(s, id));
}

inline QString asQt(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

inline const char* sentenceOrEmpty(const tl::expected<void, std::string>& done)
{
    return done ? "" : done.error().c_str();
}

} // namespace tests
