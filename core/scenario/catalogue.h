// SPDX-License-Identifier: GPL-3.0-or-later
// The shipped presets as values: chips, models and scenarios, each number with its unit and source.
#pragma once

#include "core/quantity/quantity.h"
#include "core/scenario/choices.h"

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace core
{

/// A number printed somewhere: value in SI units, unit as written in the preset file, and where it comes from.
struct Given {
    double value = 0;
    std::string unit;   // "B", "B/s", "FLOP/s", "s", "1", "1/s", "USD/h"
    std::string source; // citation text; empty is refused by the loader unless `assumed`
    bool assumed = false;

    friend bool operator==(const Given&, const Given&) = default;
};

/// One chip. `numbers` holds every cell under the keys below; a key that is absent is a capability the chip lacks.
/// Keys: "flops.<dtype>" FLOP/s dense; "vector.rate" FLOP/s of the vector unit; "hbm.bytes" nominal B;
/// "hbm.bytes.physical" B; "hbm.rate" B/s; "vmem.bytes" B; "vmem.rate" B/s (L2 on GPUs); "link.rate" B/s one-way (TPU:
/// one ICI link; GPU: egress into the NVLink domain); "pcie.rate" B/s; "dcn.rate" B/s per chip (GPU: its NIC); "hop" s;
/// "hop.node" s across nodes (GPU); "cores", "mxu.rows", "host.chips", "domain.chips" (GPUs per NVLink domain),
/// "torus.chips" (largest slice): 1; "price" USD/h. Also, where documented: "cmem.bytes" (v4), "smem.bytes",
/// "tmem.bytes" B over all SMs; "host.bytes" B per chip; "nvlink.rate" B/s of one link one-way; "node.rate" B/s egress
/// of a domain into the network; "axes", "torus.x" "torus.y" "torus.z" (they also fill the members below), "links" per
/// chip, "job.chips" (largest single job), "host.x" "host.y" "host.z" (block of one host), "mxu.count", "sms",
/// "nvlink.count", "domain.switches": 1; "mxu.clock" 1/s.
struct ChipPreset {
    std::string id;   // "tpu-v5p"
    std::string name; // "TPU v5p"
    ChipKind kind = ChipKind::tpu;
    WrapRule wrap = WrapRule::none;
    int axes = 0;                      // hardware (ICI) axes; 0 on GPUs
    std::array<int, 3> torus{0, 0, 0}; // largest slice, unused axes 0; all 0 when the shape is free (v7) or on GPUs
    std::vector<std::array<int, 3>> slices; // that are offered, longest side first; empty where nobody lists them
    std::string slicesSource;
    std::map<std::string, Given, std::less<>> numbers;
    /// Named variants: the numbers that differ, e.g. "book-2025-02" for tpu-v5e.
    std::map<std::string, std::map<std::string, Given, std::less<>>, std::less<>> variants;
    std::string note; // what to know before using the preset; empty when there is nothing

    const Given* find(std::string_view key) const
    {
        const auto it = numbers.find(key);
        return it == numbers.end() ? nullptr : &it->second;
    }
    friend bool operator==(const ChipPreset&, const ChipPreset&) = default;
};

/// One model shape (MODEL.md, a). `numbers` keys: D F L N K H V nmat E k Es norms, all unit "1".
struct ModelPreset {
    std::string id;
    std::string name;
    bool attention = true; // attention parameters and FLOPs are counted
    bool tied = false;     // input and output embeddings share one matrix
    std::map<std::string, Given, std::less<>> numbers;
    std::string note; // what is simplified; empty when nothing is

    friend bool operator==(const ModelPreset&, const ModelPreset&) = default;
};

/// A shipped scenario: the text of its file, so that it is read like any other file.
struct ScenarioPreset {
    std::string id;
    std::string title;
    std::string teaches; // what it teaches, in one line
    std::string json;
};

/// HBM of one chip as the counts of chips need it.
struct FleetCapacity {
    Bytes bytes; // 0 where none is documented
    std::string chip, source;
};

struct FleetChip {
    FleetCapacity nominal, physical;
};

/// Everything that ships. Outlives all scenarios that point at it.
struct Catalogue {
    std::vector<ChipPreset> chips;
    std::vector<ModelPreset> models;
    std::vector<ScenarioPreset> scenarios;
    std::vector<FleetChip> fleet; // as `chips`; made by index()

    /// Prepares `fleet`; whoever fills `chips` calls it.
    void index()
    {
        const auto capacity = [](const ChipPreset& c, std::string_view key) {
            const auto* given = c.find(key);
            return given ? FleetCapacity{Bytes(given->value), c.name, given->source} : FleetCapacity{{}, c.name, {}};
        };
        fleet.clear();
        for (const auto& c : chips)
            fleet.push_back({capacity(c, "hbm.bytes"), capacity(c, "hbm.bytes.physical")});
    }

    const ChipPreset* chip(std::string_view id) const { return findById(chips, id); }
    const ModelPreset* model(std::string_view id) const { return findById(models, id); }
    const ScenarioPreset* scenario(std::string_view id) const { return findById(scenarios, id); }

private:
    template <class Row> static const Row* findById(const std::vector<Row>& rows, std::string_view id)
    {
        for (const auto& row : rows)
            if (row.id == id)
                return &row;
        return nullptr;
    }
};

} // namespace core
