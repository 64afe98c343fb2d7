// SPDX-License-Identifier: GPL-3.0-or-later
// Symbols, titles and sources of recorded inputs: fields by their row, other facts by the table below.
#include "core/inputs/inputs.h"

#include "core/formulas/sources.h"
#include "core/scenario/fields.h"

#include <algorithm>

namespace core
{

namespace
{

/// A number of a collective or of its schedule that is no field.
struct KeyedFact {
    std::string_view key, symbol, title;
    const Source* source; // null: the user's choice of the field `field`
    std::string_view field = {};
};

constexpr KeyedFact keyedFacts[] = {
    {"coll.chips", "n_coll", "Chips that take part", nullptr, "coll.torus"},
    {"coll.length.0", "n_1", "Chips along the first axis", nullptr, "coll.torus"},
    {"coll.length.1", "n_2", "Chips along the second axis", nullptr, "coll.torus"},
    {"coll.length.2", "n_3", "Chips along the third axis", nullptr, "coll.torus"},
    {"coll.hops.0", "h_1", "Most hops along the first axis", &sources::sharding},
    {"coll.hops.1", "h_2", "Most hops along the second axis", &sources::sharding},
    {"coll.hops.2", "h_3", "Most hops along the third axis", &sources::sharding},
    {"coll.parts", "p", "Parts that go along the axes in turn", &sources::sharding},
    {"coll.paths", "n_path", "Paths that share no link", &sources::schedule},
    {"coll.way.least", "h_min", "Hops of the shortest of them", &sources::schedule},
    {"coll.way.most", "h_max", "Hops of the longest of them", &sources::schedule},
    {"coll.way", "h_way", "Hops of a path", &sources::sharding},
    {"coll.places", "k", "Places further round the ring", nullptr, "coll.to"},
    {"coll.pieces.all", "m_all", "Pieces of all paths that share no link", &sources::schedule},
    {"coll.pieces", "m", "Pieces that follow each other", &sources::schedule},
    {"coll.far", "h", "Hops to the farthest chip", &sources::sharding},
    {"coll.degree", "d", "Links into a chip", &sources::sharding},
    {"coll.load", "b_load", "Bytes that have to cross the links that limit", &sources::sharding},
    {"coll.links.used", "l", "One-way links of a chip that send at once", &sources::sharding},
    {"coll.copies", "n_copy", "Independent copies on the other axes", nullptr, "coll.axes"},
    {"coll.sequence", "h_seq", "Hops that follow one another", &sources::schedule},
    {"coll.links", "L_link", "Links that share them", &sources::sharding},
    {"coll.steps", "q", "Steps of the schedule", &sources::schedule},
    {"coll.critical", "b_crit", "Largest message of each step, added up", &sources::schedule},
    {"coll.busiest", "b_link", "Bytes over the busiest link", &sources::schedule},
    {"coll.moved", "b_moved", "Bytes over all links", &sources::schedule},
    {"coll.path.bytes", "b_seq", "Bytes of each of these messages, the mean where they differ", &sources::schedule},
    {"coll.path.sends", "m_seq", "Messages that follow one another", &sources::schedule},
    {"coll.path.shares", "x_seq", "Shards that are multiplied one after the other", &sources::schedule},
    {"coll.wire", "t_wire", "Bytes of the schedule, were hops to take nothing", &sources::schedule},
    {"coll.steps.done", "q_done", "Steps that have ended", &sources::schedule},
    {"coll.cut", "b_cut", "Bytes that are cut into chunks", &sources::schedule},
    {"coll.chunks", "m_cut", "Chunks they are cut into", &sources::schedule},
    {"coll.chunks.held", "c_held", "Chunks on the chip", &sources::schedule},
    {"coll.chunks.message", "c_msg", "Chunks in the message", &sources::schedule},
    {"coll.chunks.link", "c_link", "Chunks that have gone over the link", &sources::schedule},
    {"coll.chunks.sent", "c_all", "Chunks that have gone over links, counted once for each", &sources::schedule},
    {"coll.torus.X", "N_X", "Chips of the torus along X", nullptr, "coll.torus"},
    {"coll.torus.Y", "N_Y", "Chips of the torus along Y", nullptr, "coll.torus"},
    {"coll.torus.Z", "N_Z", "Chips of the torus along Z", nullptr, "coll.torus"},
    {"coll.block.X", "c_X", "Chips of the block along X", nullptr, "coll.torus"},
    {"coll.block.Y", "c_Y", "Chips of the block along Y", nullptr, "coll.torus"},
    {"coll.block.Z", "c_Z", "Chips of the block along Z", nullptr, "coll.torus"},
    {"coll.block.chunks", "c_block", "Chunks that have gone over these links", &sources::schedule},
    {"coll.messages", "m_msg", "Messages that have gone over the link", &sources::schedule},
    {"coll.elements", "E", "Elements of these chunks", &sources::schedule},
    {"coll.buffers", "n_buf", "Shards in memory beside input and result, most at once", &sources::schedule},
    {"coll.buffers.naive", "n_buf,n", "The same when multiplying and sending take turns", &sources::schedule},
    {"coll.bar.link", "t_free", "When its link was free, after the message before", &sources::schedule},
    {"coll.bar.data", "t_data", "When its data was there", &sources::schedule},
    {"coll.bar.barrier", "t_prev", "When the step before had ended everywhere", &sources::schedule},
    {"coll.bar.product", "t_prod", "When the product before had ended", &sources::schedule},
    {"coll.bar.collective", "t_gath", "When the whole collective had ended", &sources::schedule},
    {"coll.bar.products", "t_mult", "When all products had ended", &sources::schedule},
    {"coll.bar.port", "b_port", "Bytes of all messages of the step through its port", &sources::schedule},
    {"coll.bar.hidden", "t_hid", "Of that while its chip multiplies", &sources::schedule},
    {"coll.even", "s_even", "Share of the steps with two products in which no chip waits", &sources::schedule},
    {"coll.element", "s_cm", "Bytes per element that travels", nullptr, "prec.comm"},
};

std::string chipCitation(const Scenario& s, std::string_view key)
{
    const auto* chip = s.presets ? s.presets->chip(s.hw.chip) : nullptr;
    const auto* given = chip ? chip->find(key) : nullptr;
    return given ? given->source : std::string("preset of the chip");
}

/// "fleet.tpu-v5p.hbm.bytes": another chip's capacity.
Label fleetLabel(const Scenario& s, std::string_view key, Dim dim)
{
    Label label;
    label.symbol = "M_chip";
    label.title = "HBM capacity of the chip that is counted";
    label.dim = dim;
    constexpr std::string_view prefix = "fleet.";
    if (!s.presets)
        return label;
    for (std::size_t i = 0; i < s.presets->fleet.size() && i < s.presets->chips.size(); ++i) {
        const auto& chip = s.presets->chips[i];
        if (key.substr(prefix.size(), chip.id.size()) != chip.id || key[prefix.size() + chip.id.size()] != '.')
            continue;
        label.context = chip.name;
        const auto* given = chip.find(key.substr(prefix.size() + chip.id.size() + 1));
        label.citation = given ? given->source : std::string{};
    }
    return label;
}

Label labelOf(const Scenario& s, const InputFacts& row, Dim dim)
{
    Label label;
    label.symbol = row.symbol;
    label.title = row.title;
    label.source = row.source;
    label.dim = dim;
    label.unit = row.unit;
    if (row.field)
        label.fieldId = row.field->id;
    if (!row.chipNumber.empty())
        label.citation = chipCitation(s, row.chipNumber);
    else if (row.field)
        label.citation = sourceOf(s, *row.field);
    return label;
}

InputFacts factsOf(std::string_view key)
{
    const auto* fact =
        std::find_if(std::begin(keyedFacts), std::end(keyedFacts), [&](const auto& f) { return f.key == key; });
    if (fact != std::end(keyedFacts))
        return {fact->symbol, fact->title, fact->source, findField(fact->field)};
    const auto* field = findField(key);
    return field ? inputFacts(*field) : InputFacts{key, key};
}

} // namespace

template <class MakeLabel> Traced Recording::keep(std::string_view key, double value, const MakeLabel& label) const
{
    if (value != value) // NaN has no order, and no explanation worth sharing
        return Traced::input(*m_tape, value, label());
    const auto found = m_seen.find({key, value});
    if (found != m_seen.end())
        return found->second;
    const auto traced = Traced::input(*m_tape, value, label());
    m_seen.emplace(std::pair{key, value}, traced);
    return traced;
}

Traced Recording::record(const InputFacts& facts, double value, Dim dim) const
{
    return keep(facts.title, value, [&] { return labelOf(*m_scenario, facts, dim); });
}

Traced Recording::recordAt(std::string_view where, std::string_view key, double value, Dim dim) const
{
    auto label = labelOf(*m_scenario, factsOf(key), dim);
    label.context = where;
    return Traced::input(*m_tape, value, std::move(label));
}

Traced Recording::record(std::string_view key, double value, Dim dim) const
{
    if (key.starts_with("fleet."))
        return keep(key, value, [&] { return fleetLabel(*m_scenario, key, dim); });
    return record(factsOf(key), value, dim);
}

} // namespace core
