// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of the numbers of a collective's steps. A new one is a row here, and no more.
#include "core/collectives/schedules/names.h"
#include "core/numbers/step_values.h"

#include <algorithm>

#include <fmt/format.h>

namespace core
{

namespace
{

StepRange fromStart(const StepRow& row, const CollectiveAnalysis& analysis)
{
    return {0, scheduleOf(analysis, row).steps};
}

/// Messages are sent in a step, and a load needs time that has passed.
StepRange fromFirst(const StepRow& row, const CollectiveAnalysis& analysis)
{
    return {1, scheduleOf(analysis, row).steps};
}

StepRange ofBuffers(const StepRow&, const CollectiveAnalysis& analysis)
{
    if (!analysis.matmul)
        return {};
    const auto& plan = *analysis.matmul;
    return {bufferStep(plan.form, 0), bufferStep(plan.form, static_cast<int>(plan.products.size()) - 1)};
}

StepRange ofProducts(const StepRow& row, const CollectiveAnalysis& analysis)
{
    if (row.naive)
        return {1, analysis.request.topology.chips()};
    return {1, analysis.matmul ? static_cast<int>(analysis.matmul->products.size()) : 0};
}

using Look = decltype(StepRow::look);
using Steps = decltype(StepRow::steps);

/// A number that the model argues for: `Get` is a captureless generic lambda, StepValues -> Quantity.
template <class Get> StepRow derived(std::string_view name, std::string_view places, std::string_view title, Look look,
                                     Get, Steps steps = fromStart)
{
    using Q = decltype(Get{}(std::declval<const StepValues<Plain>&>()));
    return {.name = name,
            .places = places,
            .title = title,
            .dim = Q::dim,
            .steps = steps,
            .look = look,
            .value = [](const StepValues<Plain>& v) { return Get{}(v).si(); },
            .traced = [](const StepValues<Recording>& v) { return Get{}(v).si(); }};
}

template <class Get>
StepRow load(std::string_view name, std::string_view places, std::string_view title, Look look, Get)
{
    auto row = derived(name, places, title, look, Get{}, fromFirst);
    row.unit = "share";
    return row;
}

/// One bar of the timeline, which stays where the steps go on.
template <class Get> StepRow bar(std::string_view name, std::string_view places, std::string_view title, Look look, Get)
{
    auto row = derived(name, places, title, look, Get{}, fromFirst);
    row.ahead = std::nullopt;
    return row;
}

StepRow ofMatmul(StepRow row)
{
    row.multiplies = true;
    if (row.isOfProduct())
        row.steps = ofProducts;
    return row;
}

StepRow oneAfterTheOther(StepRow row)
{
    row.naive = true;
    return ofMatmul(row);
}

/// A number that is counted.
StepRow counted(std::string_view name, std::string_view places, std::string_view title, std::string_view symbol,
                Look look, double (*count)(const StepFacts&), std::string (*sentence)(const StepFacts&))
{
    return {.name = name,
            .places = places,
            .title = title,
            .dim = dim::count,
            .steps = fromStart,
            .look = look,
            .symbol = symbol,
            .count = count,
            .sentence = sentence};
}

StepRow sendingRow()
{
    auto row = derived(
        "message", "{step},{from},{to}", "Bytes from {chip} to {to} in step {step}", lookForMessage,
        [](const auto& v) { return v.message(); }, fromFirst);
    row.ahead = 1;
    return row;
}

StepRow buffersRow()
{
    auto row = counted(
        "buffers", "{step}", "Buffers{beside}, in shards, on {fullest}", "n_buf,s", lookForBuffers,
        [](const StepFacts& f) { return f.buffers.shards(); },
        [](const StepFacts& f) {
            const auto& b = f.buffers;
            return fmt::format(
                "Chunks besides input and result: {} kept since an earlier step, {} made for other chips "
                "and {} arriving; {} to a shard. The page Order shows them row by row.",
                b.kept, b.made, b.arriving, b.halves);
        });
    row.steps = ofBuffers;
    row.ahead = 1;
    return ofMatmul(row);
}

std::string nameOfChip(const StepFacts& facts) { return chipName(facts.collective.whole, facts.place.chip); }

double chunksNow(const StepFacts& f) { return f.shard.atFirst + f.shard.came - f.shard.gone; }

std::string chunksSaid(const StepFacts& f)
{
    return fmt::format("{} lay on {} before step 1, {} have come since and {} have gone on. The page Numbers shows "
                       "every chip's, step by step.",
                       f.shard.atFirst, nameOfChip(f), f.shard.came, f.shard.gone);
}

std::string termsSaid(const StepFacts& f)
{
    return fmt::format("{} of {} itself and {} of other chips have been added up there by step {}. The page Holdings "
                       "shows every chip's, step by step.",
                       f.terms.own, nameOfChip(f), f.terms.others, f.place.step);
}

double slideSum(const StepFacts& f)
{
    double sum = 0;
    for (const auto& term : f.slide)
        sum += term.value_or(0);
    return sum;
}

std::string slideSaid(const StepFacts& f)
{
    std::string terms;
    std::string chips;
    for (std::size_t chip = 0; chip < f.slide.size(); ++chip)
        if (const auto& term = f.slide[chip]) {
            terms += fmt::format("{}{}", terms.empty() ? "" : " + ", *term);
            chips += fmt::format("{}{}", chips.empty() ? "" : ", ", "ABCD"[chip]);
        }
    return fmt::format("{}: the slide's numbers of {} {}, which are added up there by step {}.", terms,
                       chips.size() == 1 ? "chip" : "chips", chips, f.place.step);
}

std::vector<StepRow> timeRows()
{
    return {
        derived("step_end", "{step}", "End of step {step}", lookNowhere, [](const auto& v) { return v.end(); }),
        bar("arrival", "{step},{from},{to}", "Arrival of the message from {chip} to {to} in step {step}", lookForBar,
            [](const auto& v) { return v.arrival(); }),
        ofMatmul(bar("exposed", "{step},{from},{to}", "Exposed time of the message from {chip} to {to} in step {step}",
                     lookForExposed, [](const auto& v) { return v.exposed(); })),
        ofMatmul(bar("product_end", "{step},{chip},{product}", "End of product {product} on {chip}{beside}", lookForBar,
                     [](const auto& v) { return v.productEnd(); })),
        oneAfterTheOther(bar("naive_arrival", "{step},{from},{to}",
                             "Arrival of the message from {chip} to {to} in step {step}, serialized", lookForBar,
                             [](const auto& v) { return v.arrival(); })),
        oneAfterTheOther(bar("naive_exposed", "{step},{from},{to}",
                             "Exposed time of the message from {chip} to {to} in step {step}, serialized",
                             lookForExposed, [](const auto& v) { return v.exposed(); })),
        oneAfterTheOther(bar("naive_product_end", "{step},{chip},{product}",
                             "End of product {product} on {chip} in step {step}, serialized", lookForBar,
                             [](const auto& v) { return v.productEnd(); })),
    };
}

std::vector<StepRow> chipRows()
{
    return {
        derived("held", "{step},{chip}", "Bytes on {chip} after step {step}", lookForHeld,
                [](const auto& v) { return v.held(); }),
        counted("chunks", "{step},{chip},{shard}", "{shard} on {chip} after step {step}", "c_shard", lookForShard,
                chunksNow, chunksSaid),
        counted(
            "terms", "{step},{chip},{chunk}", "Terms in {chunk} on {chip} after step {step}", "n_terms", lookForTerms,
            [](const StepFacts& f) -> double { return f.terms.own + f.terms.others; }, termsSaid),
        counted("slide_sum", "{step},{chip},{chunk}", "Sum {chunk} on {chip} after step {step}", "sum", lookForSlide,
                slideSum, slideSaid),
        buffersRow(),
    };
}

std::vector<StepRow> linkRows()
{
    return {
        derived("link_bytes", "{step},{chip},{link}", "Bytes from {link} up to step {step}", lookForLink,
                [](const auto& v) { return v.carried(); }),
        load("link_load", "{step},{chip},{link}", "Load from {link} up to step {step}", lookForLink,
             [](const auto& v) { return v.load(v.carried()); }),
        derived("link_capacity", "{step}", "Bytes a link could have carried up to step {step}", lookNowhere,
                [](const auto& v) { return v.capacity(); }),
        sendingRow(),
        derived("busiest", "{step}", "Busiest link up to step {step}, {busiest}", lookForBusiest,
                [](const auto& v) { return v.carried(); }),
        derived("sent", "{step}", "Bytes over all links up to step {step}", lookForSent,
                [](const auto& v) { return v.sent(); }),
    };
}

std::vector<StepRow> blockRows()
{
    constexpr std::string_view places = "{step},{block},{link}";
    return {
        derived("block_bytes", places, "Bytes from {link} up to step {step}", lookForBlockLinks,
                [](const auto& v) { return v.blockBytes(); }),
        derived("block_mean", places, "Mean over links from {link} up to step {step}", lookForBlockLinks,
                [](const auto& v) { return v.blockMean(); }),
        derived("block_most", places, "Busiest link from {link} up to step {step}, {busiest}", lookForBlockLinks,
                [](const auto& v) { return v.carried(); }),
        load("block_load", places, "Load of the busiest link from {link} up to step {step}, {busiest}",
             lookForBlockLinks, [](const auto& v) { return v.load(v.carried()); }),
        load("block_mean_load", places, "Mean load of links from {link} up to step {step}", lookForBlockLinks,
             [](const auto& v) { return v.load(v.blockMean()); }),
        derived("block_links", places, "Links from {link}", lookForBlockLinks,
                [](const auto& v) { return v.blockLinks(); }),
        derived("block_chips", "{step},{block}", "Chips of block {block}", lookForBlock,
                [](const auto& v) { return v.blockChips(); }),
    };
}

std::vector<StepRow> allRows()
{
    std::vector<StepRow> rows;
    for (const auto& family : {timeRows(), chipRows(), linkRows(), blockRows()})
        rows.insert(rows.end(), family.begin(), family.end());
    return rows;
}

} // namespace

std::span<const StepRow> stepRows()
{
    static const auto rows = allRows();
    return rows;
}

const StepRow* findStepRow(std::string_view name)
{
    const auto rows = stepRows();
    const auto row = std::find_if(rows.begin(), rows.end(), [&](const StepRow& r) { return r.name == name; });
    return row == rows.end() ? nullptr : &*row;
}

} // namespace core
