// SPDX-License-Identifier: GPL-3.0-or-later
// The table of outputs: one row a metric, its value and its derivation from the same lambda.
#include "core/numbers/metrics.h"

#include "core/derive/traced.h"
#include "core/formulas/sources.h"
#include "core/numbers/collective_metrics.h"
#include "core/step/verdict.h"

#include <cmath>
#include <map>
#include <mutex>

namespace core
{

namespace
{

using Rows = std::vector<Metric>;

/// A number: `Get` is a captureless generic lambda (report, index) -> Quantity.
template <class Get> Metric number(std::string id, std::string_view title, std::string_view unit,
                                   std::string_view equation, const Source& source, Get, int index = 0)
{
    using Q = decltype(Get{}(std::declval<const ReportOf<double>&>(), 0));
    Metric m;
    m.id = std::move(id);
    m.title = title;
    m.unit = unit;
    m.equation = equation;
    m.source = source.title;
    m.dim = Q::dim;
    m.index = index;
    m.value = [](const Report& r, int i) -> MetricValue {
        return Get{}(static_cast<const ReportOf<double>&>(r), i).si();
    };
    m.traced = [](const ReportOf<Traced>& r, int i) { return Get{}(r, i).si(); };
    return m;
}

void modelRows(Rows& rows)
{
    namespace s = sources;
    rows.push_back(number("params.total", "Parameters", "parameter", "f.1", s::transformers,
                          [](const auto& r, int) { return r.params.total; }));
    rows.push_back(number("params.active", "Active parameters", "parameter", "f.1", s::transformers,
                          [](const auto& r, int) { return r.params.active; }));
    rows.push_back(number("params.layer", "Parameters of a layer", "parameter", "f.1", s::transformers,
                          [](const auto& r, int) { return r.params.layer; }));
    rows.push_back(number("params.attention", "Attention parameters", "parameter", "f.1", s::transformers,
                          [](const auto& r, int) { return r.params.attention; }));
    rows.push_back(number("params.mlp", "MLP parameters", "parameter", "f.1", s::transformers,
                          [](const auto& r, int) { return r.params.mlp; }));
    rows.push_back(number("params.embedding", "Embedding parameters", "parameter", "f.1", s::transformers,
                          [](const auto& r, int) { return r.params.embedding; }));
    rows.push_back(number("kv.per_token", "KV cache per token", "", "f.5", s::transformers,
                          [](const auto& r, int) { return r.params.kvPerToken; }));
}

void workRows(Rows& rows)
{
    namespace s = sources;
    rows.push_back(number("flops.forward", "Forward FLOPs", "", "f.2", s::transformers,
                          [](const auto& r, int) { return r.flops.forward; }));
    rows.push_back(number("flops.backward", "Backward FLOPs", "", "f.2", s::transformers,
                          [](const auto& r, int) { return r.flops.backward; }));
    rows.push_back(number("flops.step", "FLOPs of a training step", "", "f.3", s::transformers,
                          [](const auto& r, int) { return r.flops.step; }));
    rows.push_back(number("flops.attention", "Attention FLOPs of the pass", "", "f.2", s::transformers,
                          [](const auto& r, int) { return r.flops.attention; }));
    rows.push_back(number("flops.recompute", "Recomputed FLOPs", "", "f.7", s::transformers,
                          [](const auto& r, int) { return r.flops.recompute; }));
    rows.push_back(number("flops.chip", "FLOPs of one chip", "", "g.4", s::training,
                          [](const auto& r, int) { return r.flops.chip; }));
}

/// count.CHIP and its kin, one family after the other.
void countRows(Rows& rows, const Catalogue& catalogue)
{
    namespace s = sources;
    const auto each = [&](auto row) {
        for (std::size_t i = 0; i < catalogue.chips.size() && i < maxFleet; ++i)
            rows.push_back(row(catalogue.chips[i], static_cast<int>(i)));
    };
    each([](const ChipPreset& c, int i) {
        return number(
            "count.state." + c.id, c.name + " chips for the state", "chip", "g.2", s::cs336,
            [](const auto& r, int n) { return r.fleet.chip[static_cast<std::size_t>(n)].state; }, i);
    });
    each([](const ChipPreset& c, int i) {
        return number(
            "count." + c.id, c.name + " chips for state and activations", "chip", "g.2", s::cs336,
            [](const auto& r, int n) { return r.fleet.chip[static_cast<std::size_t>(n)].all; }, i);
    });
    each([](const ChipPreset& c, int i) {
        return number(
            "count.exact." + c.id, c.name + " chips for state and activations, before rounding up", "chip", "g.2",
            s::cs336, [](const auto& r, int n) { return r.fleet.chip[static_cast<std::size_t>(n)].exactAll; }, i);
    });
    each([](const ChipPreset& c, int i) {
        return number(
            "count.exact.state." + c.id, c.name + " chips for the state, before rounding up", "chip", "g.2", s::cs336,
            [](const auto& r, int n) { return r.fleet.chip[static_cast<std::size_t>(n)].exactState; }, i);
    });
}

void memoryRows(Rows& rows, const Catalogue& catalogue)
{
    namespace s = sources;
    rows.push_back(number("mem.weights", "Weights per chip", "", "g.2", s::zero,
                          [](const auto& r, int) { return r.memory.weights; }));
    rows.push_back(number("mem.master", "Master weights per chip", "", "g.2", s::zero,
                          [](const auto& r, int) { return r.memory.master; }));
    rows.push_back(number("mem.gradients", "Gradients per chip", "", "g.2", s::zero,
                          [](const auto& r, int) { return r.memory.gradients; }));
    rows.push_back(number("mem.optimizer", "Optimizer states per chip", "", "g.2", s::zero,
                          [](const auto& r, int) { return r.memory.optimizer; }));
    rows.push_back(number("mem.activations", "Saved activations per chip", "", "g.2", s::transformers,
                          [](const auto& r, int) { return r.memory.activations; }));
    rows.push_back(number("mem.gathered", "Gathered layers per chip", "", "g.2", s::training,
                          [](const auto& r, int) { return r.memory.gathered; }));
    rows.push_back(number("mem.gradient_buffer", "Unreduced gradient of one layer per chip", "", "g.2", s::training,
                          [](const auto& r, int) { return r.memory.gradientBuffer; }));
    rows.push_back(number("mem.logits", "Logits per chip", "", "g.2", s::training,
                          [](const auto& r, int) { return r.memory.logits; }));
    rows.push_back(
        number("mem.kv", "KV cache per chip", "", "h.2", s::inference, [](const auto& r, int) { return r.memory.kv; }));
    rows.push_back(number("mem.total", "Memory per chip", "", "g.2", s::training,
                          [](const auto& r, int) { return r.memory.total; }));
    rows.push_back(number("mem.capacity", "Capacity per chip", "", "a.2", s::training,
                          [](const auto& r, int) { return r.memory.capacity; }));
    auto fits = number("mem.fits", "Fits", "", "g.2", s::training, [](const auto& r, int) { return r.memory.total; });
    fits.dim = dim::count;
    fits.value = [](const Report& r, int) -> MetricValue { return r.memory.fits; };
    rows.push_back(std::move(fits));
    rows.push_back(number("mem.state", "State of the whole model", "", "g.2", s::cs336,
                          [](const auto& r, int) { return r.memory.state; }));
    rows.push_back(number("mem.act_per_token", "Saved activations per token, whole model", "", "f.6", s::cs336,
                          [](const auto& r, int) { return r.memory.actPerToken; }));
    rows.push_back(number("mem.act_global", "Saved activations of the global batch", "", "f.6", s::cs336,
                          [](const auto& r, int) { return r.memory.actGlobal; }));
    countRows(rows, catalogue);
    rows.push_back(number("count.min_shards", "Least FSDP shards that fit", "chip", "g.2", s::cs336,
                          [](const auto& r, int) { return r.fleet.minShards; }));
}

void timeRows(Rows& rows)
{
    namespace s = sources;
    rows.push_back(
        number("time.math", "Math time", "", "g.4", s::training, [](const auto& r, int) { return r.time.math; }));
    rows.push_back(
        number("time.X", "Time of axis X", "", "g.4", s::training, [](const auto& r, int) { return r.time.axis[0]; }));
    rows.push_back(
        number("time.Y", "Time of axis Y", "", "g.4", s::training, [](const auto& r, int) { return r.time.axis[1]; }));
    rows.push_back(
        number("time.Z", "Time of axis Z", "", "g.4", s::training, [](const auto& r, int) { return r.time.axis[2]; }));
    rows.push_back(
        number("time.dcn", "Time over DCN", "", "g.8", s::training, [](const auto& r, int) { return r.time.dcn; }));
    rows.push_back(
        number("time.hbm", "HBM time", "", "g.4", s::training, [](const auto& r, int) { return r.time.hbm; }));
    rows.push_back(number("time.comms", "Communication time", "", "a.2", s::training,
                          [](const auto& r, int) { return r.time.comms; }));
    rows.push_back(number("time.lower", "Lower bound of the time", "", "c.2", s::rooflines,
                          [](const auto& r, int) { return r.time.lower; }));
    rows.push_back(number("time.upper", "Upper bound of the time", "", "c.2", s::rooflines,
                          [](const auto& r, int) { return r.time.upper; }));
    rows.push_back(number("time.step", "Time of the step", "", "g.4", s::training,
                          [](const auto& r, int) { return r.time.step; }));
    rows.push_back(number("time.bubble", "Idle share of the pipeline", "", "g.9", s::megatron,
                          [](const auto& r, int) { return r.time.bubble; }));
}

void trafficRows(Rows& rows)
{
    namespace s = sources;
    rows.push_back(number("bytes.all_reduce", "AllReduce payload per rank", "", "g.3", s::training,
                          [](const auto& r, int) { return r.bytes.allReduce; }));
    rows.push_back(number("bytes.all_gather", "AllGather payload per rank", "", "g.3", s::training,
                          [](const auto& r, int) { return r.bytes.allGather; }));
    rows.push_back(number("bytes.reduce_scatter", "ReduceScatter payload per rank", "", "g.3", s::training,
                          [](const auto& r, int) { return r.bytes.reduceScatter; }));
    rows.push_back(number("bytes.all_to_all", "AllToAll payload per rank", "", "g.10", s::training,
                          [](const auto& r, int) { return r.bytes.allToAll; }));
    rows.push_back(number("bytes.p2p.forward", "Bytes to the next neighbour, forward", "", "g.9", s::megatron,
                          [](const auto& r, int) { return r.bytes.p2pForward; }));
    rows.push_back(number("bytes.p2p.backward", "Bytes to the next neighbour, backward", "", "g.9", s::megatron,
                          [](const auto& r, int) { return r.bytes.p2pBackward; }));
    rows.push_back(number("wire.X", "Bytes one chip sends over axis X", "", "e.2", s::sharding,
                          [](const auto& r, int) { return r.bytes.wire[0]; }));
    rows.push_back(number("wire.Y", "Bytes one chip sends over axis Y", "", "e.2", s::sharding,
                          [](const auto& r, int) { return r.bytes.wire[1]; }));
    rows.push_back(number("wire.Z", "Bytes one chip sends over axis Z", "", "e.2", s::sharding,
                          [](const auto& r, int) { return r.bytes.wire[2]; }));
    rows.push_back(number("wire.dcn", "Bytes one chip sends over DCN", "", "g.8", s::training,
                          [](const auto& r, int) { return r.bytes.wireDcn; }));
    auto verdict =
        number("bound.verdict", "Verdict", "", "g.6", s::training, [](const auto& r, int) { return r.bound.margin; });
    verdict.value = [](const Report& r, int) -> MetricValue { return verdictName(r.bound.verdict); };
    rows.push_back(std::move(verdict));
    rows.push_back(number("bound.margin", "Margin: math over what it waits for", "", "g.6", s::training,
                          [](const auto& r, int) { return r.bound.margin; }));
}

void thresholdRows(Rows& rows)
{
    namespace s = sources;
    rows.push_back(number("batch.critical", "Least compute-bound batch", "token", "g.6", s::training,
                          [](const auto& r, int) { return r.threshold.batch; }));
    rows.push_back(number("batch.critical.chip", "Least compute-bound batch per chip", "token", "g.6", s::training,
                          [](const auto& r, int) { return r.threshold.chip; }));
    rows.push_back(number("batch.critical.rank", "Least compute-bound batch per data rank", "token", "g.6", s::training,
                          [](const auto& r, int) { return r.threshold.rank; }));
    rows.push_back(number("batch.critical.added", "Least compute-bound batch, axes added", "token", "g.6", s::training,
                          [](const auto& r, int) { return r.threshold.added; }));
    rows.push_back(number("batch.critical.overlapped", "Least compute-bound batch, axes overlapped", "token", "g.6",
                          s::training, [](const auto& r, int) { return r.threshold.overlapped; }));
    rows.push_back(number("batch.floor.chip", "Least tokens per chip at the best mesh", "token", "g.7", s::training,
                          [](const auto& r, int) { return r.threshold.floorChip; }));
    rows.push_back(number("batch.per_chip", "Tokens per chip", "token", "a.2", s::training,
                          [](const auto& r, int) { return r.tokensChip; }));
    rows.push_back(number("batch.per_rank", "Tokens per data rank", "token", "a.2", s::training,
                          [](const auto& r, int) { return r.tokensRank; }));
    rows.push_back(
        number("mesh.chips", "Chips in all", "chip", "a.1", s::training, [](const auto& r, int) { return r.chips; }));
    rows.push_back(number("mesh.X.opt", "Best size of the data axis", "", "g.7", s::training,
                          [](const auto& r, int) { return r.threshold.dataAxis; }));
    rows.push_back(number("tensor.limit", "Largest compute-bound tensor axis", "", "g.6", s::training,
                          [](const auto& r, int) { return r.threshold.tensorLimit; }));
}

void trainingRows(Rows& rows)
{
    namespace s = sources;
    rows.push_back(number("mfu.bound", "Model FLOPs utilisation at this bound", "", "g.12", s::palm,
                          [](const auto& r, int) { return r.training.mfu; }));
    rows.push_back(number("train.days", "Training time", "day", "g.12", s::training,
                          [](const auto& r, int) { return r.training.days; }));
    rows.push_back(number("train.cost", "Cost of training", "", "b.5", s::inference,
                          [](const auto& r, int) { return r.training.cost; }));
}

void operationRows(Rows& rows)
{
    namespace s = sources;
    rows.push_back(number("op.flops", "FLOPs of the operation", "", "c.1", s::rooflines,
                          [](const auto& r, int) { return r.op.flops; }));
    rows.push_back(number("op.bytes", "Bytes of the operation", "", "c.1", s::rooflines,
                          [](const auto& r, int) { return r.op.bytes; }));
    rows.push_back(number("op.intensity", "Arithmetic intensity of the operation", "", "c.1", s::rooflines,
                          [](const auto& r, int) { return r.op.intensity; }));
    rows.push_back(number("op.machine", "Machine intensity", "", "a.1", s::rooflines,
                          [](const auto& r, int) { return r.op.machine; }));
    rows.push_back(number("op.math", "Math time of the operation", "", "c.2", s::rooflines,
                          [](const auto& r, int) { return r.op.math; }));
    rows.push_back(number("op.memory", "Memory time of the operation", "", "c.2", s::rooflines,
                          [](const auto& r, int) { return r.op.memory; }));
    rows.push_back(number("op.lower", "Lower bound of the operation", "", "c.2", s::rooflines,
                          [](const auto& r, int) { return r.op.lower; }));
    rows.push_back(number("op.upper", "Upper bound of the operation", "", "c.2", s::rooflines,
                          [](const auto& r, int) { return r.op.upper; }));
    rows.push_back(number("op.batch.critical", "Compute-bound batch of the operation", "token", "c.3", s::rooflines,
                          [](const auto& r, int) { return r.op.batchCritical; }));
    rows.push_back(number("op.batch.approx", "Compute-bound batch, B far below D and F", "token", "c.3", s::rooflines,
                          [](const auto& r, int) { return r.op.batchApprox; }));
    rows.push_back(number("op.rate", "Rate of the operation at the lower bound", "", "c.2", s::rooflines,
                          [](const auto& r, int) { return r.op.rate; }));
}

void servingRows(Rows& rows)
{
    namespace s = sources;
    rows.push_back(number("infer.step", "Decode step", "", "h.2", s::inference,
                          [](const auto& r, int) { return r.serving.step; }));
    rows.push_back(number("infer.latency", "Latency per token", "", "h.2", s::inference,
                          [](const auto& r, int) { return r.serving.latency; }));
    rows.push_back(number("infer.throughput", "Tokens per second", "", "h.2", s::inference,
                          [](const auto& r, int) { return r.serving.throughput; }));
    rows.push_back(number("infer.batch.critical", "Batch where math equals loading the weights", "sequence", "h.3",
                          s::inference, [](const auto& r, int) { return r.serving.batchCritical; }));
    rows.push_back(number("infer.batch.max", "Most sequences that fit", "sequence", "h.3", s::inference,
                          [](const auto& r, int) { return r.serving.batchMax; }));
    rows.push_back(number("infer.prefill", "Prefill of one sequence", "", "h.1", s::inference,
                          [](const auto& r, int) { return r.serving.prefill; }));
}

Rows allRows(const Catalogue& catalogue)
{
    Rows rows;
    modelRows(rows);
    workRows(rows);
    memoryRows(rows, catalogue);
    timeRows(rows);
    trafficRows(rows);
    thresholdRows(rows);
    trainingRows(rows);
    operationRows(rows);
    collectiveMetrics(rows);
    servingRows(rows);
    return rows;
}

} // namespace

std::span<const Metric> metrics(const Catalogue& catalogue)
{
    static std::mutex guard;
    static std::map<const Catalogue*, Rows> built;
    const std::lock_guard lock(guard);
    auto& rows = built[&catalogue];
    if (rows.empty())
        rows = allRows(catalogue);
    return rows;
}

const Metric* findMetric(const Catalogue& catalogue, std::string_view id)
{
    for (const auto& metric : metrics(catalogue))
        if (metric.id == id)
            return &metric;
    return nullptr;
}

MetricValue metricValue(const Scenario& scenario, const Report& report, const Metric& metric)
{
    return metric.onDemand ? metric.onDemand(scenario) : metric.value(report, metric.index);
}

bool applies(const MetricValue& value)
{
    const auto* number = std::get_if<double>(&value);
    return !number || !std::isnan(*number);
}

std::string metricText(const Metric& metric, const MetricValue& value, ByteUnits bytes, int digits)
{
    if (const auto* text = std::get_if<std::string_view>(&value))
        return std::string(*text);
    if (const auto* truth = std::get_if<bool>(&value))
        return *truth ? "true" : "false";
    return format(std::get<double>(value), metric.dim, {digits, bytes, metric.unit});
}

} // namespace core
