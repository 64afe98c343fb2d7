// SPDX-License-Identifier: GPL-3.0-or-later
// One table.
#include "core/scenario/choice_words.h"

#include "core/scenario/catalogue.h"

#include <algorithm>
#include <array>

namespace core
{

namespace
{

struct Wording {
    std::string_view field; // whole id, or its end where it starts with a dot
    std::string_view choice;
    std::string_view words;
};

constexpr std::array wordings{
    Wording{"work.mode", "training", "Training"},
    Wording{"work.mode", "prefill", "Prefill"},
    Wording{"work.mode", "decode", "Decode"},
    Wording{"work.pass", "forward", "Forward"},
    Wording{"work.pass", "step", "Forward + backward"},
    Wording{"work.remat", "none", "Keep everything"},
    Wording{"work.remat", "matmuls", "Keep matmul outputs"},
    Wording{"work.remat", "block", "Keep block inputs"},
    Wording{"work.remat", "boundary", "Keep k checkpoints per layer"},
    Wording{"work.remat", "ffn", "Keep FFN inputs (CS336)"},
    Wording{".role", "data", "Data"},
    Wording{".role", "zero1", "Data, ZeRO-1"},
    Wording{".role", "zero2", "Data, ZeRO-2"},
    Wording{".role", "fsdp", "FSDP, ZeRO-3"},
    Wording{".role", "tensor", "Tensor"},
    Wording{".role", "pipeline", "Pipeline"},
    Wording{".role", "expert", "Expert"},
    Wording{".role", "context", "Context"},
    Wording{".role", "replicate", "Replicate"},
    Wording{"pipe.schedule", "gpipe", "GPipe"},
    Wording{"pipe.schedule", "1f1b", "1F1B"},
    Wording{"pipe.schedule", "interleaved", "Interleaved"},
    Wording{"pipe.schedule", "zb-h1", "ZB-H1 (zero bubble)"},
    Wording{"prec.master", "none", "no copy"},
    Wording{"opt.kind", "adam", "Adam"},
    Wording{"opt.kind", "momentum", "Momentum"},
    Wording{"opt.kind", "sgd", "SGD"},
    Wording{"conv.comms", "overlapped", "Everything overlaps"},
    Wording{"conv.comms", "added", "Axes added, math overlaps"},
    Wording{"conv.comms", "tensor-exposed", "Tensor exposed"},
    Wording{"conv.comms", "none", "Nothing overlaps"},
    Wording{"conv.rates", "exact", "Exact (n − 1)/n"},
    Wording{"conv.rates", "book", "Book, large n"},
    Wording{"conv.capacity", "nominal", "Nominal GB"},
    Wording{"conv.capacity", "nominal-gib", "Nominal GiB"},
    Wording{"conv.capacity", "physical", "Physical"},
    Wording{"conv.latency", "off", "Bandwidth only"},
    Wording{"conv.latency", "on", "With hop latency"},
    Wording{"conv.wrap", "hardware", "As hardware closes"},
    Wording{"conv.wrap", "ring", "Always rings"},
    Wording{"conv.hbm", "on", "Step waits for HBM"},
    Wording{"conv.hbm", "off", "Math and network only"},
    Wording{"hw.variant", "none", "As preset"},
    Wording{"hw.variant", "vendor", "Data sheet"},
    Wording{"hw.variant", "book-2025-02", "Scaling Book, February 2025"},
    Wording{"hw.variant", "book-table", "Scaling Book, table"},
    Wording{"hw.variant", "book-text", "Scaling Book, text"},
    Wording{"hw.variant", "book-rooflines", "Scaling Book, Rooflines"},
    Wording{"hw.variant", "book-dcn", "Scaling Book, DCN example"},
    Wording{"hw.variant", "jax-pallas", "JAX Pallas"},
    Wording{"hw.variant", "hpl", "HighPerfLLMs 2024"},
    Wording{"hw.variant", "cs336", "CS336, assignment 2"},
    Wording{"hw.variant", "comp4901y", "COMP4901Y, homework 2"},
    Wording{"hw.variant", "dgx", "DGX data sheet"},
    Wording{"hw.variant", "achieved", "Achieved egress"},
    Wording{"hw.variant", "cloud-vm", "Cloud VM"},
    Wording{"model.preset", "custom", "Custom"},
    Wording{"coll.kind", "all-gather", "All-gather"},
    Wording{"coll.kind", "reduce-scatter", "Reduce-scatter"},
    Wording{"coll.kind", "all-reduce", "All-reduce"},
    Wording{"coll.kind", "all-to-all", "All-to-all"},
    Wording{"coll.kind", "permute", "Permute"},
    Wording{"coll.kind", "matmul-gather", "Gather + matmul"},
    Wording{"coll.kind", "matmul-scatter", "Matmul + scatter"},
    Wording{"coll.wrap", "hardware", "As hardware"},
    Wording{"coll.wrap", "ring", "Rings"},
    Wording{"coll.wrap", "line", "Lines"},
    Wording{"coll.direction", "both", "Both ways"},
    Wording{"coll.direction", "one", "One way"},
    Wording{"coll.algorithm", "auto", "Automatic"},
    Wording{"coll.algorithm", "ring", "Ring or line"},
    Wording{"coll.algorithm", "rotated", "Rotated axes"},
    Wording{"coll.algorithm", "axis-by-axis", "Axis after axis"},
    Wording{"coll.algorithm", "middle", "Reduce to the center"},
    Wording{"coll.algorithm", "slots", "Time slots"},
    Wording{"coll.algorithm", "halves", "Bidirectional half-shards"},
    Wording{"coll.algorithm", "whole", "Bidirectional whole shards"},
    Wording{"coll.algorithm", "uni", "Unidirectional whole shards"},
    Wording{"op.kind", "matmul", "Matmul"},
    Wording{"op.kind", "batched", "Batched matmul"},
    Wording{"op.kind", "dot", "Dot products"},
    Wording{"op.kind", "elementwise", "Elementwise"},
    Wording{"op.kind", "reduction", "Reduction"},
    Wording{"op.kind", "attention", "Attention"},
    Wording{"op.kind", "moe", "Mixture of experts"},
    Wording{"op.moe", "token-by-token", "Token by token"},
    Wording{"op.moe", "expert-by-expert", "Expert by expert"},
    Wording{"op.moe", "grouped", "Grouped"},
    Wording{"op.level", "hbm", "HBM"},
    Wording{"op.level", "vmem", "VMEM or L2"},
    Wording{"op.level", "pcie", "PCIe"},
    Wording{"op.level", "host", "Weights on the host"},
    Wording{"op.level", "ici", "ICI or NVLink"},
    Wording{"op.level", "dcn", "DCN"},
    Wording{"op.compute", "auto", "Automatic"},
    Wording{"coll.clock", "async", "Asynchronous"},
    Wording{"coll.clock", "lockstep", "Lockstep"},
    Wording{"coll.clock", "book", "Hop or bytes"},
};

template <class Preset> const std::string* nameOf(const Preset* preset) { return preset ? &preset->name : nullptr; }

/// "one-shot" as "One shot": of an algorithm that has no words of its own above.
std::string asWords(std::string_view id)
{
    std::string words(id);
    std::ranges::replace(words, '-', ' ');
    if (!words.empty() && words[0] >= 'a' && words[0] <= 'z')
        words[0] = static_cast<char>(words[0] - 32);
    return words;
}

} // namespace

std::string choiceWords(const Field& field, std::string_view choice, const Scenario& scenario)
{
    const std::string* name = field.id == "hw.chip"        ? nameOf(scenario.presets->chip(choice))
                              : field.id == "model.preset" ? nameOf(scenario.presets->model(choice))
                                                           : nullptr;
    if (name)
        return *name;
    const auto row = std::ranges::find_if(wordings, [&](const Wording& wording) {
        const bool applies =
            wording.field.front() == '.' ? field.id.ends_with(wording.field) : field.id == wording.field;
        return applies && wording.choice == choice;
    });
    if (row != wordings.end())
        return std::string(row->words);
    return field.id == "coll.algorithm" ? asWords(choice) : std::string(choice);
}

} // namespace core
