// SPDX-License-Identifier: GPL-3.0-or-later
// layer.*: parameters, FLOPs, times and bytes of each box of a layer, of all of them, and of what lies outside.
#include "core/numbers/layer_numbers.h"
#include "core/formulas/transformer.h"
#include "core/layer/edited_layer.h"
#include "core/layer/layer.h"
#include "core/numbers/number_rows.h"
#include "core/numbers/workspace.h"
#include "core/quantity/format.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace core
{

namespace
{

constexpr std::string_view total = "total", outside = "outside";

/// The numbers of a box that an id names; nothing where there is no such box.
template <class R> const LayerNumbersOf<R>* numbersOf(const LayerOf<R>& layer, std::string_view place)
{
    if (place == total)
        return &layer.total;
    if (place == outside)
        return &layer.outside;
    for (const auto* boxes : {&layer.boxes, &layer.ends})
        for (const auto& box : *boxes)
            if (idOf(box.part) == place)
                return &box.numbers;
    return nullptr;
}

std::string titleOfPlace(std::string_view place, const LayerOf<double>& layer)
{
    if (place == total)
        return "one layer";
    if (place == outside)
        return "outside the layers";
    for (const auto* boxes : {&layer.boxes, &layer.ends})
        for (const auto& box : *boxes)
            if (idOf(box.part) == place)
                return std::string(titleOf(box.part));
    return {};
}

std::string noBox(std::string_view place, const LayerOf<double>& layer)
{
    std::vector<std::string_view> ids;
    for (const auto* boxes : {&layer.boxes, &layer.ends})
        for (const auto& box : *boxes)
            ids.push_back(idOf(box.part));
    return fmt::format("The present layer has no box '{}'; it has {}", place, fmt::join(ids, ", "));
}

/// Whether a number needs the mesh to lie on chips.
enum class Needs { arrays, chips };

constexpr std::string_view noChips = "The mesh does not fit the slice, so that its collectives have no links: see what "
                                     "the scenario's messages say of it";

/// Rows of one number: of each box, of all boxes, and of what lies outside. `Get` is a captureless generic lambda:
/// LayerNumbersOf -> Quantity.
template <class Get>
void addRows(std::vector<NumberRow>& rows, std::string_view name, std::string words, Needs needs, Get)
{
    static constexpr Dim dimension = decltype(Get{}(std::declval<const LayerNumbersOf<double>&>()))::dim;
    const auto find = [words, needs](const Workspace& w, std::string_view id, std::string_view place,
                                     Depth depth) -> ExplainedOrWhy {
        const auto layer = layerOf(w.scenario);
        const auto* plain = numbersOf(layer, place);
        if (!plain)
            return tl::unexpected(noBox(place, layer));
        if (needs == Needs::chips && !w.report.mesh.fits)
            return tl::unexpected(std::string(noChips));
        auto number = numberOf(w, id, fmt::format("{}, {}", words, titleOfPlace(place, layer)), {}, dimension,
                               Get{}(*plain).si());
        derive(number, w.scenario, depth,
               [&](const Recording& inputs) { return Get{}(*numbersOf(layerOf(w.scenario, inputs), place)).si(); });
        return number;
    };
    for (const auto place : {total, outside})
        rows.push_back({layerNumberId(name, place),
                        fmt::format("{}, {}", words, place == total ? "one layer" : "outside the layers"),
                        {},
                        dimension,
                        [find, place](const Workspace& w, std::string_view id, Depth depth) {
                            return find(w, id, place, depth);
                        }});
    rows.push_back({layerNumberId(name, "{box}"),
                    words + ", {box}",
                    {},
                    dimension,
                    [find](const Workspace& w, std::string_view id, Depth depth) {
                        return find(w, id, id.substr(id.rfind('.') + 1), depth);
                    }});
}

/// Nothing where the model has no attention.
template <class R> const LayerBoxOf<R>* attentionOf(const LayerOf<R>& layer)
{
    const auto box = std::ranges::find(layer.boxes, LayerPart::attention, &LayerBoxOf<R>::part);
    return box == layer.boxes.end() ? nullptr : &*box;
}

constexpr std::string_view noAttention = "The present model has no attention (model.attention)";

NumberRow attentionShareRow()
{
    const std::string title = "Attention's share of the layer's forward FLOPs";
    return {"layer.attention.share",
            title,
            {},
            dim::count,
            [title](const Workspace& w, std::string_view id, Depth depth) -> ExplainedOrWhy {
                const auto share = [](const auto& layer) {
                    return formulas::attentionPart(attentionOf(layer)->numbers.forward, layer.total.forward).si();
                };
                const auto layer = layerOf(w.scenario);
                if (!attentionOf(layer))
                    return tl::unexpected(std::string(noAttention));
                auto number = numberOf(w, id, title, {}, dim::count, share(layer));
                derive(number, w.scenario, depth,
                       [&](const Recording& inputs) { return share(layerOf(w.scenario, inputs)); });
                return number;
            }};
}

NumberRow equalLengthRow()
{
    const std::string title = "Sequence length at which attention takes the FLOPs of its projections";
    return {"layer.attention.equal", title, "tokens", dim::count,
            [title](const Workspace& w, std::string_view id, Depth depth) -> ExplainedOrWhy {
                if (!w.scenario.model.attention)
                    return tl::unexpected(std::string(noAttention));
                auto number = numberOf(w, id, title, "tokens", dim::count, equalLengthOf(w.scenario, Plain()).si());
                derive(number, w.scenario, depth,
                       [&](const Recording& inputs) { return equalLengthOf(w.scenario, inputs).si(); });
                return number;
            }};
}

std::string secondsText(double value) { return format(value, dim::second); }

/// What the planner found for each edited box; `comms`: its collectives, else its math.
std::string editedSaid(const Scenario& s, const EditedLayer& edited, bool comms)
{
    std::string text = "A what-if of layer.arrays, which no other number counts.";
    const auto twice = [&](const MeshAxis& axis) {
        return axis.size > 1 && axis.role != Role::replicate &&
               std::ranges::count_if(
                   s.mesh.axis, [&](const MeshAxis& other) { return other.size > 1 && other.role == axis.role; }) > 1;
    };
    if (comms && std::ranges::any_of(s.mesh.axis, twice))
        text += " It gathers over axes of one role at once, the design over one after the other.";
    double here = 0;
    for (const auto& box : edited.boxes) {
        const double time = comms ? box.numbers.comms : box.numbers.math;
        here += time;
        text += fmt::format(" {}: {}", titleOf(box.part), secondsText(time));
        std::string_view before = ", of ";
        for (const auto& one : box.found)
            if (comms) {
                text += fmt::format("{}{} {}", before, one.step.text(), secondsText(one.total()));
                before = " and ";
            }
        text += '.';
    }
    return text + fmt::format(" The other boxes as designed: {}.",
                              secondsText(std::max(0.0, (comms ? edited.numbers.comms : edited.numbers.math) - here)));
}

NumberRow editedRow(bool comms)
{
    const std::string title =
        comms ? "Time of the collectives, one layer with edited arrays" : "Math time, one layer with edited arrays";
    return {comms ? "layer.edited.comms" : "layer.edited.time",
            title,
            {},
            dim::second,
            [title, comms](const Workspace& w, std::string_view id, Depth depth) -> ExplainedOrWhy {
                const auto edited = editedLayer(w.scenario, layerOf(w.scenario));
                if (!edited)
                    return tl::unexpected(std::string("No array of the layer is edited (layer.arrays)"));
                if (comms && !w.report.mesh.fits)
                    return tl::unexpected(std::string(noChips));
                if (std::string absence = edited->absence(); comms && !absence.empty())
                    return tl::unexpected(absence.substr(0, absence.find_last_not_of('.') + 1));
                auto number =
                    numberOf(w, id, title, {}, dim::second, comms ? edited->numbers.comms : edited->numbers.math);
                if (depth == Depth::explained)
                    say(number, id, editedSaid(w.scenario, *edited, comms));
                return number;
            }};
}

} // namespace

std::string layerNumberId(std::string_view number, std::string_view place)
{
    const bool box = place != total && place != outside;
    return box ? fmt::format("layer.{}.{}", number, place) : fmt::format("layer.{}.{}", place, number);
}

std::vector<NumberRow> layerNumberRows()
{
    std::vector<NumberRow> rows;
    const auto add = [&rows](std::string_view name, std::string words, auto get, Needs needs = Needs::arrays) {
        addRows(rows, name, std::move(words), needs, get);
    };
    add("params", "Parameters", [](const auto& n) { return n.parameters; });
    add("flops", "Forward FLOPs", [](const auto& n) { return n.forward; });
    add("backward", "Backward FLOPs", [](const auto& n) { return n.backward; });
    add("recompute", "Recomputed FLOPs", [](const auto& n) { return n.recompute; });
    add("chip", "FLOPs of a chip", [](const auto& n) { return n.chip; });
    add("time", "Math time", [](const auto& n) { return n.math; });
    add(
        "comms", "Time of the collectives", [](const auto& n) { return n.comms; }, Needs::chips);
    add(
        "payload", "Bytes of the collectives", [](const auto& n) { return n.payload; }, Needs::chips);
    add("bytes", "Weights on a chip", [](const auto& n) { return n.weights; });
    add("saved", "Saved activations on a chip", [](const auto& n) { return n.saved; });
    add("transient", "Recomputed activations on a chip", [](const auto& n) { return n.transient; });
    add("kv", "KV cache on a chip", [](const auto& n) { return n.cache; });
    add("logits", "Logits on a chip", [](const auto& n) { return n.logits; });
    rows.push_back(attentionShareRow());
    rows.push_back(equalLengthRow());
    rows.push_back(editedRow(false));
    rows.push_back(editedRow(true));
    return rows;
}

} // namespace core
