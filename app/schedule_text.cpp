// SPDX-License-Identifier: GPL-3.0-or-later
// Names, cells and members of what is sent; a line at a time.
#include "app/schedule_text.h"

#include "app/output.h"
#include "core/collectives/gantt.h"
#include "core/collectives/matmul/own_order.h"
#include "core/collectives/schedules/names.h"
#include "core/quantity/format.h"
#include "core/scenario/choices.h"

#include <array>
#include <cmath>
#include <iterator>
#include <ostream>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ostream.h>

namespace app
{

namespace
{

using Text = std::back_insert_iterator<std::string>;

/// What a chunk is, in letters that programs read easily: its owner (or destination), source for blocks, segment and
/// half where there are several.
void addChunk(const core::ChunkSpace& chunks, core::ChunkNumber number, Text to)
{
    const auto name = chunks.name(number);
    const auto& form = chunks.form();
    if (form.cut == core::Cut::pieces) {
        if (form.parts > 1 && form.halves > 1)
            fmt::format_to(to, "{}/{}", name.part, name.half);
        else
            fmt::format_to(to, "{}", form.halves > 1 ? name.half : name.part);
        return;
    }
    if (form.cut == core::Cut::blocks)
        fmt::format_to(to, "{}>", name.source);
    fmt::format_to(to, "{}", name.owner);
    if (form.parts > 1)
        fmt::format_to(to, "p{}", name.part);
    if (form.halves > 1)
        to = name.half == 0 ? 'a' : 'b';
}

void addChunks(const core::ChunkSpace& chunks, std::span<const core::ChunkRun> runs, std::string& to)
{
    bool first = true;
    for (const auto& run : runs)
        for (auto number = run.first; number < run.first + run.count; ++number)
            if (chunks.bytes({number, 1}) > 0) { // few bytes leave some pieces empty
                to += std::exchange(first, false) ? "\"" : ",\"";
                addChunk(chunks, number, std::back_inserter(to));
                to += '"';
            }
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

/// `axis` of a link is that of the whole network.
std::string transferText(const core::WholeCollective& collective, const core::Step& step,
                         const core::Transfer& transfer)
{
    const bool isSwitch = collective.whole.wiring == core::Wiring::throughSwitch;
    const auto axis = static_cast<std::size_t>(core::axisOf(transfer.port));
    const int direction = core::isForward(transfer.port) ? 1 : -1;
    auto text = fmt::format(R"({{"src":{},"dst":{},"axis":"{}","dir":{},"chunks":[)", transfer.from, transfer.to,
                            isSwitch ? core::portName(collective.whole, transfer.from, transfer.port)
                                     : std::string(1, "XYZ"[collective.axes[axis]]),
                            isSwitch ? transfer.port : direction);
    addChunks(collective.analysis.schedule.chunks, step.chunks(transfer), text);
    fmt::format_to(std::back_inserter(text), R"(],"bytes":{},"op":"{}"}})", jsonNumber(transfer.bytes).dump(),
                   core::nameOf(transfer.op));
    return text;
}

/// `end`: of the step, in seconds.
void printStep(const core::WholeCollective& collective, int t, double end, std::ostream& out)
{
    const auto& analysis = collective.analysis;
    fmt::print(out, R"({{"t":{},"end":{},"transfers":[)", t, jsonNumber(end).dump());
    bool first = true;
    if (t < analysis.schedule.steps)
        core::eachTransfer(analysis.schedule, t, [&](const core::Step& step, const core::Transfer& transfer) {
            out << (std::exchange(first, false) ? "" : ",") << transferText(collective, step, transfer);
        });
    out << ']';
    if (analysis.matmul)
        out << ",\"compute\":" << productsJson(analysis.matmul->products[static_cast<std::size_t>(t)]).dump();
    out << '}';
}

/// The whole network and, where not all of its axes take part in their order, which do.
std::string networkText(const core::Scenario& s, const core::WholeCollective& collective)
{
    const auto text = core::topologyText(collective.whole);
    const bool some = collective.axes != std::array{0, 1, 2} ||
                      collective.analysis.request.topology.chips() != collective.whole.chips();
    return some ? fmt::format("{}, along {}", text, s.coll.axes) : text;
}

/// Of GPUs in several domains; null elsewhere.
Json domainsJson(const core::WholeCollective& collective)
{
    const auto& whole = collective.whole;
    const auto& domains = collective.analysis.request.domains;
    if (whole.domains() < 2)
        return nullptr;
    Json json{{"count", whole.domains()}, {"gpus", whole.domain}};
    if (domains.size > 0) { // something leaves one
        json["inside"] = jsonNumber(domains.inside.si());
        json["nic"] = jsonNumber(domains.nic.si());
    }
    return json;
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
              {"domains", domainsJson(collective)},
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

/// Aligns rows in portions, so that a long table needs little memory.
class RowWriter
{
public:
    explicit RowWriter(std::ostream& out) : m_out(out) {}

    void add(Cells row)
    {
        constexpr std::size_t atOnce = 4096;
        m_rows.push_back(std::move(row));
        if (m_rows.size() > atOnce)
            flush();
    }
    void flush()
    {
        m_out << alignedTable(m_rows);
        m_rows.clear();
    }

private:
    std::ostream& m_out;
    std::vector<Cells> m_rows;
};

/// What a step sends and multiplies, in the names of the window and of the tables it saves.
void addStep(const core::WholeCollective& collective, int t, core::ByteUnits units, RowWriter& rows)
{
    const auto& analysis = collective.analysis;
    const auto chip = [&](int part) { return core::chipName(collective.whole, collective.chipOfWhole(part, 0)); };
    const std::string number = std::to_string(t + 1);
    constexpr core::ChunkNumber maxNamed = 8;
    if (t < analysis.schedule.steps)
        core::eachTransfer(analysis.schedule, t, [&](const core::Step& step, const core::Transfer& transfer) {
            rows.add({number, chip(transfer.from), chip(transfer.to),
                      core::portName(collective.whole, transfer.from, collective.portOfWhole(transfer.port)),
                      std::string(core::nameOf(transfer.op)),
                      core::format(transfer.bytes, core::dim::byte, {.digits = 4, .bytes = units}),
                      core::chunkNames(analysis.schedule, step.chunks(transfer), maxNamed)});
        });
    if (!analysis.matmul)
        return;
    const auto& products = analysis.matmul->products[static_cast<std::size_t>(t)];
    for (std::size_t i = 0; i < products.size(); ++i) {
        std::string names;
        for (const auto& product : products[i])
            names += (names.empty() ? "" : " ") + core::productName(analysis.matmul->form, product);
        rows.add({number, chip(static_cast<int>(i)), "", "", "multiply", "", names});
    }
}

} // namespace

int rowsOf(const core::CollectiveAnalysis& analysis) { return analysis.schedule.steps + (analysis.matmul ? 1 : 0); }

void printJson(const Printed& printed, const Steps& steps, std::ostream& out)
{
    const auto& [scenario, report, collective] = printed;
    out << "{\n  \"steps\": [";
    const auto ends = core::rowEnds(*report.analysis, scenario.coll.clock);
    for (int t = steps.first; t <= steps.last; ++t) {
        out << (t == steps.first ? "\n    " : ",\n    ");
        printStep(collective, t, ends[static_cast<std::size_t>(t)], out);
    }
    out << (steps.last < steps.first ? "]" : "\n  ]");
    const Json facts = factsJson(scenario, report, collective);
    for (const auto& [key, value] : facts.items())
        out << ",\n  \"" << key << "\": " << value.dump(-1, ' ', false, Json::error_handler_t::replace);
    out << "\n}\n";
}

void printTable(const Printed& printed, const Steps& steps, std::ostream& out)
{
    const auto& [scenario, report, collective] = printed;
    out << headline(scenario, report, collective);
    RowWriter rows(out);
    rows.add({"step", "from", "to", "link", "op", "bytes", "chunks"});
    for (int t = steps.first; t <= steps.last; ++t)
        addStep(collective, t, scenario.conv.unit, rows);
    rows.flush();
}

double bytesOf(const core::Schedule& schedule, const core::StepSize& size, bool json)
{
    constexpr double line = 110; // of a transfer without its chunks
    constexpr double apart = 3;  // quotes and a comma
    const auto& chunks = schedule.chunks;
    std::string name;
    if (chunks.count() > 0)
        addChunk(chunks, chunks.count() - 1, std::back_inserter(name));
    return size.transfers * line + (json ? size.chunks * (static_cast<double>(name.size()) + apart) : 0);
}

} // namespace app
