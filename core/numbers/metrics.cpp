// SPDX-License-Identifier: GPL-3.0-or-later
// The table of outputs: one row a metric, its value and its derivation from the same lambda.
#include "core/numbers/metrics.h"

#include "core/derive/traced.h"
#include "core/formulas/memory.h"
#include "core/formulas/network.h"
#include "core/formulas/roofline.h"
#include "core/formulas/serving.h"
#include "core/formulas/step.h"
#include "core/formulas/thresholds.h"
#include "core/formulas/transformer.h"
#include "core/numbers/collective_metrics.h"
#include "core/numbers/metric_rows.h"
#include "core/numbers/metric_sentences.h"
#include "core/numbers/workspace.h"
#include "core/operation/operation_name.h"
#include "core/scenario/catalogue.h"
#include "core/sharding/plan.h"
#include "core/step/report.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace core
{

namespace
{

using Rows = MetricRows;

constexpr std::string_view verdictNames[] = {"compute", "comms:X", "comms:Y", "comms:Z",  "comms",
                                             "hbm",     "latency", "dcn",     "balanced", "unknown"};

constexpr std::string_view stageNames[] = {"only", "first", "last"};

void modelRows(Rows& rows)
{
    namespace f = formulas;
    const Add add(rows);
    add("params.total", titled(f::totalParameters, "Parameters", "parameter"),
        [](const auto& r) { return r.params.total; });
    add("params.active", titled(f::totalParameters, "Active parameters", "parameter"),
        [](const auto& r) { return r.params.active; });
    add("params.layer", titled(f::layerParameters, "Parameters of a layer", "parameter"),
        [](const auto& r) { return r.params.layer; });
    add("params.attention", titled(f::allLayers, "Attention parameters", "parameter"),
        [](const auto& r) { return r.params.attention; });
    add("params.mlp", titled(f::allLayers, "MLP parameters", "parameter"), [](const auto& r) { return r.params.mlp; });
    add("params.embedding", titled(f::embeddingParameters, "Embedding parameters", "parameter"),
        [](const auto& r) { return r.params.embedding; });
    add("kv.per_token", titled(f::cachePerToken, "KV cache per token"),
        [](const auto& r) { return r.params.kvPerToken; });
}

void workRows(Rows& rows)
{
    namespace f = formulas;
    const Add add(rows);
    add("flops.forward", f::forwardFlops, [](const auto& r) { return r.flops.forward; });
    add("flops.backward", f::backwardFlops, [](const auto& r) { return r.flops.backward; });
    add("flops.step", f::stepFlops, [](const auto& r) { return r.flops.step; });
    add("flops.attention", f::attentionOfPass, [](const auto& r) { return r.flops.attention; });
    add("flops.recompute", f::recomputeLayers, [](const auto& r) { return r.flops.recompute; });
    add("flops.chip", f::chipFlops, [](const auto& r) { return r.flops.chip; });
}

/// count.CHIP and its kin, one family after the other.
void countRows(Rows& rows, const Catalogue& catalogue, std::string_view onlyId = {})
{
    namespace f = formulas;
    const auto each = [&](auto row) {
        for (std::size_t i = 0; i < catalogue.chips.size() && i < maxFleet; ++i)
            if (onlyId.empty() || onlyId.ends_with(catalogue.chips[i].id))
                rows.push_back(row(catalogue.chips[i], static_cast<int>(i)));
    };
    each([](const ChipPreset& c, int i) {
        return number(
            "count.state." + c.id, stated(c.name + " chips for the state", "g.2", sources::cs336, "chip"),
            [](const auto& r, int n) { return r.fleet.chip[static_cast<std::size_t>(n)].state; }, i);
    });
    each([](const ChipPreset& c, int i) {
        return number(
            "count." + c.id, stated(c.name + " chips for state and activations", "g.2", sources::cs336, "chip"),
            [](const auto& r, int n) { return r.fleet.chip[static_cast<std::size_t>(n)].all; }, i);
    });
    each([](const ChipPreset& c, int i) {
        return number(
            "count.exact." + c.id,
            titled(f::chipsForAll, c.name + " chips for state and activations, before rounding up"),
            [](const auto& r, int n) { return r.fleet.chip[static_cast<std::size_t>(n)].exactAll; }, i);
    });
    each([](const ChipPreset& c, int i) {
        return number(
            "count.exact.state." + c.id, titled(f::chipsForState, c.name + " chips for the state, before rounding up"),
            [](const auto& r, int n) { return r.fleet.chip[static_cast<std::size_t>(n)].exactState; }, i);
    });
}

void memoryRows(Rows& rows, const Catalogue& catalogue)
{
    namespace f = formulas;
    const Add add(rows);
    add("mem.weights", titled(f::weightBytes, "Weights per chip"), [](const auto& r) { return r.memory.weights; });
    add("mem.master", titled(f::masterBytes, "Master weights per chip"), [](const auto& r) { return r.memory.master; });
    add("mem.gradients", titled(f::gradientBytes, "Gradients per chip"),
        [](const auto& r) { return r.memory.gradients; });
    add("mem.optimizer", titled(f::optimizerBytes, "Optimizer states per chip"),
        [](const auto& r) { return r.memory.optimizer; });
    add("mem.activations", titled(f::activationBytes, "Saved activations per chip"),
        [](const auto& r) { return r.memory.activations; });
    add("mem.transient", titled(f::transientBytes, "Layer being recomputed per chip"),
        [](const auto& r) { return r.memory.transient; });
    add("mem.gathered", titled(f::gatheredBytes, "Gathered layers per chip"),
        [](const auto& r) { return r.memory.gathered; });
    add("mem.gradient_buffer", titled(f::gradientBufferBytes, "Unreduced gradient of one layer per chip"),
        [](const auto& r) { return r.memory.gradientBuffer; });
    add("mem.logits", titled(f::logitBytes, "Logits per chip"), [](const auto& r) { return r.memory.logits; });
    add("mem.kv", titled(f::cacheBytes, "KV cache per chip"), [](const auto& r) { return r.memory.kv; });
    add("mem.total", titled(f::chipBytes, "Memory per chip"), [](const auto& r) { return r.memory.total; });
    add("mem.capacity", stated("Capacity per chip", "a.2", sources::mixed),
        [](const auto& r) { return r.memory.capacity; });
    auto fits = number("mem.fits", titled(f::chipBytes, "Fits"), [](const auto& r, int) { return r.memory.total; });
    fits.dim = dim::count;
    fits.value = [](const Report& r, int) -> MetricValue { return r.memory.fits; };
    fits.sentence = whyItFits;
    fits.never = capacityShown;
    rows.push_back(std::move(fits));
    auto stage = number("mem.stage", titled(f::chipBytes, "Stage with most memory"),
                        [](const auto& r, int) { return r.memory.total; });
    stage.dim = dim::count;
    stage.value = [](const Report& r, int) -> MetricValue {
        return stageNames[static_cast<std::size_t>(r.memory.stage)];
    };
    stage.sentence = whyThatStage;
    rows.push_back(std::move(stage));
    add("mem.state", titled(f::stateBytes, "State of the whole model"), [](const auto& r) { return r.memory.state; });
    add("mem.act_per_token", stated("Saved activations per token, whole model", "f.6", sources::cs336),
        [](const auto& r) { return r.memory.actPerToken; });
    add("mem.act_global", stated("Saved activations of the global batch", "f.6", sources::cs336),
        [](const auto& r) { return r.memory.actGlobal; });
    countRows(rows, catalogue);
    add("count.min_shards", f::minShards, [](const auto& r) { return r.fleet.minShards; });
    rows.back().sentence = whyNoShards;
    rows.back().never = neverShards;
}

void timeRows(Rows& rows)
{
    namespace f = formulas;
    const Add add(rows);
    add("time.math", titled(f::sumOfPasses, "Math time"), [](const auto& r) { return r.time.math; });
    add("time.X", titled(f::sumOfPasses, "Time of axis X"), [](const auto& r) { return r.time.axis[0]; });
    add("time.Y", titled(f::sumOfPasses, "Time of axis Y"), [](const auto& r) { return r.time.axis[1]; });
    add("time.Z", titled(f::sumOfPasses, "Time of axis Z"), [](const auto& r) { return r.time.axis[2]; });
    add("time.dcn", titled(f::dcnTime, "Time over DCN"), [](const auto& r) { return r.time.dcn; });
    add("time.hbm", titled(f::sumOfPasses, "HBM time"), [](const auto& r) { return r.time.hbm; });
    add("time.comms", titled(f::commsOverlapped, "Communication time"), [](const auto& r) { return r.time.comms; });
    add("step.optimizer", titled(f::updateTime, "Optimizer's update, after the step"),
        [](const auto& r) { return r.time.update; });
    add("time.lower", titled(f::lowerTime, "Lower bound of the time"), [](const auto& r) { return r.time.lower; });
    add("time.upper", titled(f::upperTime, "Everything added, at peak rates"),
        [](const auto& r) { return r.time.upper; });
    add("time.step", f::stepTime, [](const auto& r) { return r.time.step; });
    add("time.bubble", f::bubbleShare, [](const auto& r) { return r.time.bubble; });
}

void trafficRows(Rows& rows)
{
    namespace f = formulas;
    const Add add(rows);
    add("bytes.all_reduce", titled(f::gradientArray, "AllReduce payload per rank"),
        [](const auto& r) { return r.bytes.allReduce; });
    add("bytes.all_gather", titled(f::weightArray, "AllGather payload per rank"),
        [](const auto& r) { return r.bytes.allGather; });
    add("bytes.reduce_scatter", titled(f::gradientArray, "ReduceScatter payload per rank"),
        [](const auto& r) { return r.bytes.reduceScatter; });
    add("bytes.all_to_all", stated("AllToAll payload per rank", "g.10", sources::own::copies),
        [](const auto& r) { return r.bytes.allToAll; });
    add("bytes.ring_attention", titled(f::keyValueArray, "Ring attention payload per rank"),
        [](const auto& r) { return r.bytes.ring; });
    add("bytes.p2p.forward", titled(f::boundaryBytes, "Bytes to the next stage, forward"),
        [](const auto& r) { return r.bytes.p2pForward; });
    add("bytes.p2p.backward", titled(f::boundaryBytes, "Bytes to the previous stage, backward"),
        [](const auto& r) { return r.bytes.p2pBackward; });
    add("wire.X", titled(f::wireBytes, "Bytes one chip sends over axis X"),
        [](const auto& r) { return r.bytes.wire[0]; });
    add("wire.Y", titled(f::wireBytes, "Bytes one chip sends over axis Y"),
        [](const auto& r) { return r.bytes.wire[1]; });
    add("wire.Z", titled(f::wireBytes, "Bytes one chip sends over axis Z"),
        [](const auto& r) { return r.bytes.wire[2]; });
    add("wire.dcn", titled(f::dcnBytes, "Bytes one chip sends over DCN"),
        [](const auto& r) { return r.bytes.wireDcn; });
    auto verdict =
        number("bound.verdict", titled(f::boundMargin, "Verdict"), [](const auto& r, int) { return r.bound.margin; });
    verdict.value = [](const Report& r, int) -> MetricValue {
        return verdictNames[static_cast<std::size_t>(r.bound.verdict)];
    };
    verdict.sentence = verdictRule;
    rows.push_back(std::move(verdict));
    add("bound.margin", f::boundMargin, [](const auto& r) { return r.bound.networkMargin; });
}

void thresholdRows(Rows& rows)
{
    namespace f = formulas;
    const Add add(rows);
    const auto first = rows.size();
    add("batch.critical", f::criticalBatch, [](const auto& r) { return r.threshold.batch; });
    add("batch.critical.chip", f::criticalPerChip, [](const auto& r) { return r.threshold.chip; });
    add("batch.critical.rank", f::criticalPerRank, [](const auto& r) { return r.threshold.rank; });
    add("batch.critical.added", titled(f::criticalAdded, "Min compute-bound batch, axes added"),
        [](const auto& r) { return r.threshold.added; });
    add("batch.critical.overlapped", titled(f::criticalOverlapped, "Min compute-bound batch, axes overlapped"),
        [](const auto& r) { return r.threshold.overlapped; });
    for (auto i = first; i < rows.size(); ++i)
        rows[i].sentence = inWholeTokens, rows[i].never = neverBatch;
    add("batch.floor.chip", titled(f::floorOverlapped, "Min tokens per chip at the best mesh"),
        [](const auto& r) { return r.threshold.floorChip; });
    add("batch.per_chip", f::tokensPerChip, [](const auto& r) { return r.tokensChip; });
    add("batch.per_rank", f::tokensPerRank, [](const auto& r) { return r.tokensRank; });
    add("mesh.chips", stated("Chips in all", "a.1", sources::dataParallelism, "chip"),
        [](const auto& r) { return r.chips; });
    rows.back().sentence = meshSaid;
    add("mesh.X.opt", f::bestDataAxis, [](const auto& r) { return r.threshold.dataAxis; });
    add("tensor.limit", f::tensorLimit, [](const auto& r) { return r.threshold.tensorLimit; });
    rows.back().sentence = limitSaid;
}

void trainingRows(Rows& rows)
{
    namespace f = formulas;
    const Add add(rows);
    add("mfu.bound", f::utilisation, [](const auto& r) { return r.training.mfu; });
    add("train.days", titled(f::trainingDays, "Training time"), [](const auto& r) { return r.training.days; });
    add("train.cost", f::trainingCost, [](const auto& r) { return r.training.cost; });
}

void operationRows(Rows& rows)
{
    namespace f = formulas;
    const Add add(rows);
    add("op.flops", titled(f::matmulFlops, "FLOPs of the operation"), [](const auto& r) { return r.op.flops; });
    add("op.bytes", titled(f::matmulBytes, "Bytes of the operation"), [](const auto& r) { return r.op.bytes; });
    add("op.intensity", titled(f::operationIntensity, "Arithmetic intensity of the operation"),
        [](const auto& r) { return r.op.intensity; });
    add("op.machine", f::machineIntensity, [](const auto& r) { return r.op.machine; });
    add("op.math", f::operationMath, [](const auto& r) { return r.op.math; });
    add("op.memory", f::operationMemory, [](const auto& r) { return r.op.memory; });
    add("op.lower", f::operationLower, [](const auto& r) { return r.op.lower; });
    add("op.upper", f::operationUpper, [](const auto& r) { return r.op.upper; });
    add("op.batch.critical", titled(f::matmulCritical, "Compute-bound batch of the operation"),
        [](const auto& r) { return r.op.batchCritical; });
    rows.back().sentence = whyNoOperation;
    rows.back().never = neverOperation;
    add("op.batch.approx", titled(f::matmulCriticalApprox, "Compute-bound batch, B far below D and F"),
        [](const auto& r) { return r.op.batchApprox; });
    rows.back().sentence = whyNoOperation;
    add("op.rate", titled(f::operationRate, "Rate of the operation at the lower bound"),
        [](const auto& r) { return r.op.rate; });
    add("op.bandwidth", stated("Bandwidth that the operation's bytes pass slowest", "c.7", sources::timeGoes),
        [](const auto& r) { return r.op.channelRate; });
    add("op.peak", titled(f::filledRate, "Peak rate of the operation's unit"), [](const auto& r) { return r.op.peak; });
    add("op.flops.useful", titled(f::moeFlops, "FLOPs that the result needs"),
        [](const auto& r) { return r.op.useful; });
    add("op.flops.wasted", f::wastedFlops,
        [](const auto& r) { return formulas::wastedFlops(r.op.flops, r.op.useful); });
    add("op.flops.padded", titled(f::matmulFlops, "FLOPs of the systolic array, sizes rounded up"),
        [](const auto& r) { return r.op.padded; });
    add("op.idle", titled(f::idleShare, "Idle share of the systolic array"), [](const auto& r) { return r.op.idle; });
}

void servingRows(Rows& rows)
{
    namespace f = formulas;
    const Add add(rows);
    add("infer.step", f::decodeStep, [](const auto& r) { return r.serving.step; });
    add("infer.latency", f::tokenLatency, [](const auto& r) { return r.serving.latency; });
    add("infer.throughput", f::decodeThroughput, [](const auto& r) { return r.serving.throughput; });
    add("infer.batch.critical", f::decodeCritical, [](const auto& r) { return r.serving.batchCritical; });
    add("infer.batch.max", f::decodeBatchMax, [](const auto& r) { return r.serving.batchMax; });
    add("infer.prefill", f::prefillTime, [](const auto& r) { return r.serving.prefill; });
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
    shardingMetrics(rows);
    servingRows(rows);
    return rows;
}

} // namespace

std::vector<Metric> metrics(const Catalogue& catalogue) { return allRows(catalogue); }

std::optional<Metric> findMetric(const Catalogue& catalogue, std::string_view id)
{
    static const Rows ofNoChips = allRows({});
    const auto in = [id](const Rows& rows) -> std::optional<Metric> {
        const auto found = std::find_if(rows.begin(), rows.end(), [&](const Metric& m) { return m.id == id; });
        return found == rows.end() ? std::nullopt : std::optional(*found);
    };
    if (auto found = in(ofNoChips); found || !id.starts_with("count."))
        return found;
    Rows counts;
    countRows(counts, catalogue, id);
    return in(counts);
}

MetricValue metricValue(const Workspace& w, const Metric& metric)
{
    return metric.onDemand ? metric.onDemand(w) : metric.value(w.report, metric.index);
}

std::string countedIn(const Scenario& s, std::string_view unit)
{
    return s.work.mode == Mode::decode && unit == "token" ? "sequence" : std::string(unit);
}

std::string countedIn(const Scenario& s, std::string_view id, std::string_view unit)
{
    if (!id.starts_with("op."))
        return countedIn(s, unit);
    return std::string(unit == "token" || unit == "tokens" ? batchUnitOf(s.op.kind) : unit);
}

bool applies(const MetricValue& value)
{
    if (const auto* texts = std::get_if<Texts>(&value))
        return !texts->empty();
    const auto* number = std::get_if<double>(&value);
    return !number || !std::isnan(*number);
}

std::string listText(const Texts& texts)
{
    std::string all;
    for (const auto& text : texts)
        all += (all.empty() ? "" : "; ") + text;
    return all;
}

std::string metricText(const Metric& metric, const MetricValue& value, ByteUnits bytes, int digits)
{
    if (const auto* text = std::get_if<std::string_view>(&value))
        return std::string(*text);
    if (const auto* truth = std::get_if<bool>(&value))
        return *truth ? "true" : "false";
    if (const auto* texts = std::get_if<Texts>(&value))
        return listText(*texts);
    return format(std::get<double>(value), metric.dim, {digits, bytes, metric.unit});
}

std::vector<std::string> valuesOf(const Metric& metric)
{
    if (metric.id == "shard.case")
        return shardingCases();
    std::set<std::string> words; // over all verdicts; a text that none of them changes is of any kind
    for (int verdict = 0; verdict < static_cast<int>(Verdict::unknown); ++verdict) {
        Report report;
        report.bound.verdict = static_cast<Verdict>(verdict);
        const auto value = metric.value(report, metric.index);
        if (const auto* word = std::get_if<std::string_view>(&value))
            words.emplace(*word);
    }
    return words.size() > 1 ? std::vector<std::string>(words.begin(), words.end()) : std::vector<std::string>();
}

std::string whyNever(const std::vector<std::string>& values, std::string_view word)
{
    if (values.empty() || std::ranges::find(values, word) != values.end())
        return {};
    return fmt::format("is never '{}'; it is one of {}", word, fmt::join(values, ", "));
}

} // namespace core
