// SPDX-License-Identifier: GPL-3.0-or-later
// Collectives of a scenario with some fields set, for tests of the torus.
#pragma once

#include "core/io/preset_catalogue.h"
#include "core/scenario/fields.h"
#include "ui/playback/recording.h"

#include <QString>
#include <QtGlobal>

#include <string>
#include <utility>
#include <vector>

namespace tests
{

using Edits = std::vector<std::pair<std::string, std::string>>;

inline core::Scenario scenarioWith(const Edits& edits)
{
    auto scenario = core::defaultScenario(core::shippedCatalogue());
    for (const auto& [field, value] : edits) {
        if (const auto done = core::setFieldFromText(scenario, field, value); !done) {
            qFatal("%s", done.error().c_str());
        }
    }
    return scenario;
}

/// A gather round such a torus.
inline Edits torusOf(const QString& torus, const QString& wrap = QStringLiteral("ring"))
{
    return {{"coll.torus", torus.toStdString()}, {"coll.wrap", wrap.toStdString()}};
}

inline ui::Recording recordingOf(const Edits& edits)
{
    auto whole = core::wholeCollective(scenarioWith(edits));
    if (!whole) {
        qFatal("%s", whole.error().c_str());
    }
    return ui::Recording(*std::move(whole));
}

/// Gathers both ways: two steps.
inline const Edits ringOfFour{{"coll.torus", "4"}, {"coll.wrap", "ring"}};

/// The slide: a reduce-scatter round a one-way ring of four.
inline const Edits slide{{"coll.torus", "4"},
                         {"coll.wrap", "ring"},
                         {"coll.direction", "one"},
                         {"coll.algorithm", "ring"},
                         {"coll.kind", "reduce-scatter"}};

} // namespace tests
