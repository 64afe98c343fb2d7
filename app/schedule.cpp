// SPDX-License-Identifier: GPL-3.0-or-later
// schedule: the steps of the collective, every message of them, and its times.
#include "app/output.h"
#include "app/scenario_source.h"
#include "core/collectives/analysis.h"
#include "core/collectives/gantt.h"
#include "core/collectives/matmul/own_order.h"
#include "core/collectives/report.h"
#include "core/collectives/schedules/names.h"
#include "core/quantity/format.h"
#include "core/scenario/choices.h"

#include <array>
#include <charconv>
#include <cmath>
#include <ostream>

#include <fmt/format.h>

namespace app
{

namespace
{

constexpr double maxTransfers = 2e6; // in one answer

/// Steps from `first` to `last`, both included, counted from 0 as `t` of the JSON.
struct Steps {
    int first = 0;
    int last = -1;
};

/// "1..3" or "5", counted from 1 as in all tables; all steps when nothing was asked for.
Steps stepsOf(const std::string& text, int all)
{
    if (text.empty())
        return {0, all - 1};
    const auto dots = std::min(text.find(".."), text.size());
    const char* const dotsAt = text.data() + dots;
    const char* const end = text.data() + text.size();
    const char* const second = dotsAt == end ? text.data() : dotsAt + 2;
    int first = 0;
    int last = 0;
    const bool read = std::from_chars(text.data(), dotsAt, first).ptr == dotsAt && dots > 0 &&
                      std::from_chars(second, end, last).ptr == end && second != end;
    if (!read || first < 1 || last < first || last > all)
        throw Failure(Exit::usage, fmt::format("--steps {} is not a step or A..B of the steps 1 to {}, e.g. 1..3; "
                                               "the t of --json is one less.",
                                               text, all));
    return {first - 1, last - 1};
}

/// What a chunk is, in letters that programs read easily: its owner (or destination), source for blocks, segment and
/// half where there are several.
std::string chunkText(const core::ChunkSpace& chunks, core::ChunkNumber number)
{
    const auto name = chunks.name(number);
    const auto& form = chunks.form();
    if (form.cut == core::Cut::pieces)
        return form.parts > 1 && form.halves > 1 ? fmt::format("{}/{}", name.part, name.half)
                                                 : fmt::format("{}", form.halves > 1 ? name.half : name.part);
    std::string text =
        form.cut == core::Cut::blocks ? fmt::format("{}>{}", name.source, name.owner) : std::to_string(name.owner);
    if (form.parts > 1)
        text += fmt::format("p{}", name.part);
    if (form.halves > 1)
        text += name.half == 0 ? "a" : "b";
    return text;
}

std::vector<std::string> chunksOf(const core::ChunkSpace& chunks, const core::Step& step, const core::Transfer& t)
{
    std::vector<std::string> names;
    for (const auto& run : step.chunks(t))
        for (auto number = run.first; number < run.first + run.count; ++number)
            names.push_back(chunkText(chunks, number));
    return names;
}

std::string productText(const core::ShardProduct& product)
{
    return product.half == core::ShardProduct::wholeShard ? std::to_string(product.shard)
                                                          : fmt::format("{}{}", product.shard, "ab"[product.half]);
}

/// Products of every chip during transfer step t; null where there is no matmul.
Json productsJson(const core::ProductRow& row)
{
    Json chips = Json::array();
    for (const auto& products : row) {
        Json list = Json::array();
        for (const auto& product : products)
            list.push_back(productText(product));
        chips.push_back(std::move(list));
    }
    return chips;
}

/// `end`: of the step, in seconds. `axis` of a link is that of the whole network.
Json stepJson(const core::WholeCollective& collective, int t, double end, core::Step& scratch)
{
    const auto& analysis = collective.analysis;
    const bool isSwitch = collective.whole.wiring == core::Wiring::throughSwitch;
    Json transfers = Json::array();
    scratch.clear();
    if (t < analysis.schedule.steps)
        core::fillStep(analysis.schedule, t, scratch);
    for (const auto& transfer : scratch.transfers) {
        const auto axis = static_cast<std::size_t>(core::axisOf(transfer.port));
        const int direction = core::isForward(transfer.port) ? 1 : -1;
        transfers.push_back({{"src", transfer.from},
                             {"dst", transfer.to},
                             {"axis", isSwitch ? "switch" : std::string(1, "XYZ"[collective.axes[axis]])},
                             {"dir", isSwitch ? transfer.port : direction},
                             {"chunks", chunksOf(analysis.schedule.chunks, scratch, transfer)},
                             {"bytes", jsonNumber(transfer.bytes)},
                             {"op", std::string(core::nameOf(transfer.op))}});
    }
    Json step{{"t", t}, {"end", jsonNumber(end)}, {"transfers", std::move(transfers)}};
    if (analysis.matmul)
        step["compute"] = productsJson(analysis.matmul->products[static_cast<std::size_t>(t)]);
    return step;
}

/// Rows of transfers and, for a matmul, of products: the scatter form sends in step t what it made in product row t.
int rowsOf(const core::CollectiveAnalysis& analysis) { return analysis.schedule.steps + (analysis.matmul ? 1 : 0); }

/// The whole network and, where not all of its axes take part in their order, which do.
std::string networkText(const core::Scenario& s, const core::WholeCollective& collective)
{
    const auto text = core::topologyText(collective.whole);
    const bool some = collective.axes != std::array{0, 1, 2} ||
                      collective.analysis.request.topology.chips() != collective.whole.chips();
    return some ? fmt::format("{}, along {}", text, s.coll.axes) : text;
}

Json factsJson(const core::Scenario& s, const core::CollectiveReport& report, const core::WholeCollective& collective)
{
    const auto& analysis = *report.analysis;
    const auto& n = report.numbers;
    Json json{{"kind", std::string(core::nameOf(s.coll.kind))},
              {"algorithm", std::string(core::nameOf(analysis.algorithm))},
              {"why", analysis.why},
              {"topology", networkText(s, collective)},
              {"chips", analysis.request.topology.chips()},
              {"clock", std::string(core::nameOf(s.coll.clock))},
              {"time", jsonNumber(n.time.si())},
              {"lower_bound", jsonNumber(n.lowerBound.si())},
              {"gap", jsonNumber(n.gap.si())},
              {"bytes_per_link", jsonNumber(n.bytesPerLink.si())},
              {"total_bytes", jsonNumber(n.totalBytes.si())}};
    if (analysis.matmul) {
        json["naive"] = jsonNumber(n.naive.si());
        json["pipelined"] = jsonNumber(n.pipelined.si());
        json["hidden"] = n.hidden;
        json["buffers"] = analysis.matmul->buffers;
    }
    json["notes"] = analysis.notes;
    return json;
}

/// Written step by step, so that a long schedule is never in memory as a whole.
void printJson(const core::Scenario& s, const core::CollectiveReport& report, const core::WholeCollective& collective,
               const Steps& steps, std::ostream& out)
{
    out << "{\n  \"steps\": [";
    core::Step scratch;
    const auto ends = core::rowEnds(*report.analysis, s.coll.clock);
    for (int t = steps.first; t <= steps.last; ++t)
        out << (t == steps.first ? "\n    " : ",\n    ")
            << stepJson(collective, t, ends[static_cast<std::size_t>(t)], scratch).dump();
    out << (steps.last < steps.first ? "]" : "\n  ]");
    const Json facts = factsJson(s, report, collective);
    for (const auto& [key, value] : facts.items())
        out << ",\n  \"" << key << "\": " << value.dump(-1, ' ', false, Json::error_handler_t::replace);
    out << "\n}\n";
}

std::string timeText(double seconds) { return core::format(seconds, core::dim::second, {.digits = 4}); }

std::string stepsText(const core::CollectiveAnalysis& analysis)
{
    const auto steps = core::format(analysis.schedule.steps, core::dim::count, {.countUnit = "step"});
    return analysis.matmul ? fmt::format("{} of messages and {} of products", steps, rowsOf(analysis)) : steps;
}

std::string headline(const core::Scenario& s, const core::CollectiveReport& report,
                     const core::WholeCollective& collective)
{
    const auto& analysis = *report.analysis;
    std::string text = fmt::format("{} on {}: {} ({}).\n", core::nameOf(s.coll.kind), networkText(s, collective),
                                   core::nameOf(analysis.algorithm), analysis.why);
    if (!std::isnan(report.numbers.time.si()))
        text += fmt::format("{} by the {} clock in {}, counted from 1; no schedule takes less than {}.\n",
                            timeText(report.numbers.time.si()), core::nameOf(s.coll.clock), stepsText(analysis),
                            timeText(report.numbers.lowerBound.si()));
    if (analysis.matmul)
        text += fmt::format("Matmul and collective, serialized {}, overlapped {}.\n",
                            timeText(report.numbers.naive.si()), timeText(report.numbers.pipelined.si()));
    for (const auto& note : analysis.notes)
        text += note + "\n";
    return text;
}

using Cells = std::vector<std::string>;

/// What a step sends and multiplies, in the names of the window and of the tables it saves.
void addStep(const core::WholeCollective& collective, int t, core::ByteUnits units, std::vector<Cells>& rows)
{
    const auto& analysis = collective.analysis;
    const auto chip = [&](int part) { return core::chipName(collective.whole, collective.chipOfWhole(part, 0)); };
    const std::string number = std::to_string(t + 1);
    constexpr core::ChunkNumber maxNamed = 8;
    core::Step step;
    if (t < analysis.schedule.steps)
        core::fillStep(analysis.schedule, t, step);
    for (const auto& transfer : step.transfers)
        rows.push_back({number, chip(transfer.from), chip(transfer.to),
                        core::portName(collective.whole, collective.portOfWhole(transfer.port)),
                        std::string(core::nameOf(transfer.op)),
                        core::format(transfer.bytes, core::dim::byte, {.digits = 4, .bytes = units}),
                        core::chunkNames(analysis.schedule, step.chunks(transfer), maxNamed)});
    if (!analysis.matmul)
        return;
    const auto& products = analysis.matmul->products[static_cast<std::size_t>(t)];
    for (std::size_t i = 0; i < products.size(); ++i) {
        std::string names;
        for (const auto& product : products[i])
            names += (names.empty() ? "" : " ") + core::productName(analysis.matmul->form, product);
        rows.push_back({number, chip(static_cast<int>(i)), "", "", "multiply", "", names});
    }
}

void printTable(const core::Scenario& s, const core::CollectiveReport& report, const core::WholeCollective& collective,
                const Steps& steps, std::ostream& out)
{
    out << headline(s, report, collective);
    std::vector<Cells> rows{{"step", "from", "to", "link", "op", "bytes", "chunks"}};
    constexpr std::size_t rowsAtOnce = 4096; // aligned in portions, so that a long schedule needs little memory
    const auto flush = [&] {
        out << alignedTable(rows);
        rows.clear();
    };
    for (int t = steps.first; t <= steps.last; ++t) {
        addStep(collective, t, s.conv.unit, rows);
        if (rows.size() > rowsAtOnce)
            flush();
    }
    flush();
}

} // namespace

Exit schedule(const ScheduleRequest& request, Console console)
{
    const auto scenario = requestedScenario(request.scenario, console.in);
    const auto report = core::evaluateCollective(scenario);
    if (!report.analysis)
        throw Failure(Exit::invalid, report.problem + ".");
    const auto collective = core::wholeCollective(scenario, *report.analysis);
    if (!collective)
        throw Failure(Exit::invalid, collective.error() + ".");
    const int all = rowsOf(*report.analysis);
    const auto steps = stepsOf(request.steps, all);
    const double perStep =
        report.analysis->schedule.steps > 0
            ? 1.0 * static_cast<double>(report.analysis->timing.messages) / report.analysis->schedule.steps
            : 0;
    const double printed = perStep * (steps.last - steps.first + 1);
    if (printed > maxTransfers)
        throw Failure(Exit::usage,
                      fmt::format("The schedule has about {:.0f} transfers in {} steps, more than {:.0f} at once; "
                                  "choose some with --steps A..B, e.g. --steps 1..{}.",
                                  printed, all, maxTransfers,
                                  std::max(1, static_cast<int>(maxTransfers / std::max(1.0, perStep)))));
    if (request.json)
        printJson(scenario, report, *collective, steps, console.out);
    else
        printTable(scenario, report, *collective, steps, console.out);
    return Exit::good;
}

} // namespace app
