// SPDX-License-Identifier: GPL-3.0-or-later
// Scenarios of every kind of collective, and what their numbers with a place and their derivations say, for tests.
#pragma once

#include "core/collectives/analysis.h"
#include "core/collectives/schedules/holdings.h"
#include "core/io/preset_catalogue.h"
#include "core/numbers/step_cells.h"
#include "core/numbers/step_place.h"
#include "core/numbers/step_row.h"
#include "core/scenario/fields.h"
#include "support/asked.h"
#include "support/evaluate_line.h"

#include <QTest>

namespace tests
{

using TextEdits = std::vector<std::pair<std::string, std::string>>;

inline core::Scenario scenarioFrom(const TextEdits& edits)
{
    auto s = core::defaultScenario(core::shippedCatalogue());
    for (const auto& [id, text] : TextEdits{{"hw.link.rate", "45e9"}, {"hw.hop", "1e-6"}})
        if (const auto done = core::setFieldFromText(s, id, text); !done)
            qFatal("%s", done.error().c_str());
    for (const auto& [id, text] : edits)
        if (const auto done = core::setFieldFromText(s, id, text); !done)
            qFatal("%s", done.error().c_str());
    return s;
}

inline core::WholeCollective collectiveOf(const core::Scenario& s)
{
    auto collective = core::wholeCollective(s);
    if (!collective)
        qFatal("%s", collective.error().c_str());
    return *std::move(collective);
}

inline double value(const core::Scenario& s, const std::string& id)
{
    const auto number = tests::number(s, id);
    if (!number)
        qFatal("%s", number.error().c_str());
    return number->si();
}

/// A sentence where the derivation does not give the number, digit for digit, or one of its lines its result.
inline std::string complaint(const core::Scenario& s, const std::string& id)
{
    const auto number = tests::number(s, id);
    if (!number)
        return number.error();
    const auto derivation = tests::derivation(s, id);
    if (derivation.steps.empty())
        return id + " has no derivation";
    const auto& first = derivation.steps.front();
    if (first.value != number->si() || !(first.dim == number->dim) || first.unit != number->unit)
        return id + " is not what its derivation gives";
    const auto wrong = tests::disagreement(derivation);
    return wrong.empty() ? wrong : id + ": " + wrong;
}

/// Every kind of collective and network, alike and not.
inline void addCollectives()
{
    const auto row = [](const char* name, const TextEdits& edits) { QTest::newRow(name) << edits; };
    QTest::addColumn<TextEdits>("edits");
    row("all-gather on a ring", {{"coll.torus", "8"}, {"coll.wrap", "ring"}});
    row("all-gather on a ring, shards not alike", {{"coll.torus", "6"}, {"coll.wrap", "ring"}, {"coll.bytes", "4094"}});
    row("all-gather on a line", {{"coll.torus", "5"}, {"coll.wrap", "line"}});
    row("all-gather on a torus", {{"coll.torus", "4x8"}, {"coll.wrap", "ring"}});
    row("all-gather on a mesh, not alike", {{"coll.torus", "3x4"}, {"coll.wrap", "line"}, {"coll.bytes", "5000"}});
    row("all-gather on 3-D", {{"coll.torus", "4x4x4"}, {"coll.wrap", "ring"}});
    row("all-gather on one axis of two", {{"coll.torus", "4x8"}, {"coll.wrap", "ring"}, {"coll.axes", "Y"}});
    row("reduce-scatter one way",
        {{"coll.torus", "4"}, {"coll.wrap", "ring"}, {"coll.kind", "reduce-scatter"}, {"coll.direction", "one"}});
    row("all-reduce on a torus", {{"coll.torus", "4x4"}, {"coll.wrap", "ring"}, {"coll.kind", "all-reduce"}});
    row("all-reduce on a line, to the middle",
        {{"coll.torus", "6"}, {"coll.wrap", "line"}, {"coll.kind", "all-reduce"}});
    row("all-reduce of few bytes",
        {{"coll.torus", "8"}, {"coll.wrap", "ring"}, {"coll.kind", "all-reduce"}, {"coll.bytes", "1600"}});
    row("all-to-all on a torus", {{"coll.torus", "4x4"}, {"coll.wrap", "ring"}, {"coll.kind", "all-to-all"}});
    row("all-to-all on a line", {{"coll.torus", "6"}, {"coll.wrap", "line"}, {"coll.kind", "all-to-all"}});
    row("permute on a torus", {{"coll.torus", "4x4"}, {"coll.wrap", "ring"}, {"coll.kind", "permute"}});
    row("shift of a ring", {{"coll.torus", "8"},
                            {"coll.kind", "permute"},
                            {"coll.from", "all"},
                            {"coll.to", "+3"},
                            {"coll.wrap", "ring"}});
    row("all-gather through a switch", {{"coll.torus", "switch8"}});
    row("all-reduce through a switch of 72", {{"coll.torus", "switch72"}, {"coll.kind", "all-reduce"}});
    row("matmul beside a gather, both ways",
        {{"coll.torus", "8"}, {"coll.wrap", "ring"}, {"coll.kind", "matmul-gather"}});
    row("matmul beside a scatter on a line",
        {{"coll.torus", "5"}, {"coll.wrap", "line"}, {"coll.kind", "matmul-scatter"}});
}

/// Ids of all kinds at a step.
inline std::vector<std::string> idsAt(const core::WholeCollective& c, int step)
{
    std::vector<std::string> ids;
    const auto add = [&](core::StepPlace place) { ids.push_back(core::stepNumberId(place, c.whole, c.ownOrder)); };
    add({"step_end", step});
    add({"link_capacity", step});
    add({"busiest", step});
    add({"sent", step});
    if (const auto& plan = c.analysis.matmul)
        add({"buffers", core::bufferStep(plan->form, std::min(step, static_cast<int>(plan->products.size()) - 1))});
    const bool switched = c.whole.wiring == core::Wiring::throughSwitch;
    const auto& schedule = c.analysis.schedule;
    const int lastShard = core::shardsOf(schedule) - 1;
    const int lastChunk = static_cast<int>(schedule.chunks.count()) - 1;
    for (const int chip : {0, c.whole.chips() / 2, c.whole.chips() - 1}) {
        add({"held", step, chip});
        for (const int shard : {0, lastShard / 2, lastShard})
            add({"chunks", step, chip, 0, 0, shard});
        for (const int chunk : {0, lastChunk / 2, lastChunk})
            if (core::sums(schedule.goal))
                add({"terms", step, chip, 0, 0, chunk});
        for (int port = 0; port < (switched ? 2 : c.whole.ports()); ++port)
            if (switched || c.whole.neighbour(chip, port) >= 0) {
                add({"link_bytes", step, chip, port});
                if (step > 0)
                    add({"link_load", step, chip, port});
            }
    }
    return ids;
}

inline std::vector<int> someSteps(int steps) { return {0, std::min(1, steps), steps / 2, steps}; }

/// Every third chip at some steps, with a replay of who holds what then.
template <class Look> void eachReplayed(const core::WholeCollective& c, Look look)
{
    core::Holdings replay(c.analysis.schedule);
    for (const int step : someSteps(c.analysis.schedule.steps)) {
        replay.moveTo(step);
        for (int chip = 0; chip < c.whole.chips(); chip += 3)
            look(replay, step, chip);
    }
}

} // namespace tests

Q_DECLARE_METATYPE(tests::TextEdits)
