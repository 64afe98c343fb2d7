// SPDX-License-Identifier: GPL-3.0-or-later
// Each array is read as an expression of its own: the notation then says what is wrong with it and where.
#include "core/layer/edited_arrays.h"

#include "core/layer/layer_arrays.h"
#include "core/scenario/text_forms.h"

#include <algorithm>
#include <iterator>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace core
{

namespace
{

bool ofExperts(LayerPart part)
{
    return part == LayerPart::router || part == LayerPart::dispatch || part == LayerPart::experts ||
           part == LayerPart::shared || part == LayerPart::combine;
}

std::string names(const std::vector<ShardedArray>& arrays)
{
    std::vector<std::string> all;
    std::ranges::transform(arrays, std::back_inserter(all), &ShardedArray::name);
    return fmt::format("{}", fmt::join(all, ", "));
}

/// Tokens on their way to the experts or back.
bool isDispatched(const LayerArrays& layer, const std::string& name)
{
    return std::ranges::any_of(layer.boxes, [&](const BoxArrays& box) {
        return ofExperts(box.part) && (std::ranges::count(box.in, name, &ShardedArray::name) > 0 ||
                                       std::ranges::count(box.out, name, &ShardedArray::name) > 0);
    });
}

/// Each once.
std::vector<ShardedArray> editable(const LayerArrays& layer)
{
    std::vector<ShardedArray> all;
    for (const auto& box : layer.boxes)
        for (const auto* arrays : {&box.in, &box.weights, &box.out})
            for (const auto& array : *arrays)
                if (!isDispatched(layer, array.name) && !std::ranges::count(all, array.name, &ShardedArray::name))
                    all.push_back(array);
    return all;
}

/// Of a text that names no array that can be edited.
std::string whyNone(const LayerArrays& layer, const std::vector<ShardedArray>& known, const std::string& name)
{
    if (isDispatched(layer, name))
        return fmt::format("{} holds tokens on their way to the experts or back: the expert axis decides its sharding. "
                           "Edit the weights, or change the roles of the mesh axes.",
                           name);
    return fmt::format("Expected an array of the layer that can be edited: {}.", names(known));
}

/// The array that begins the text, without _ in its name as the notation has it.
struct NamedText {
    std::size_t begin = 0, end = 0; // of the name
    std::string name, plain;

    explicit NamedText(std::string_view text) : begin(std::min(text.find_first_not_of(' '), text.size())), end(begin)
    {
        while (end < text.size() && (isNameLetter(text[end]) || text[end] == '_'))
            ++end;
        name = text.substr(begin, end - begin);
        plain = name;
        std::erase(plain, '_');
    }

    /// Of an error in the text with the plain name in place of all before its end.
    NotationError moved(NotationError error) const
    {
        error.column = std::max(static_cast<int>(begin) + 1,
                                error.column + static_cast<int>(end) - static_cast<int>(plain.size()));
        const auto rename = [this](std::string& text) {
            for (std::size_t at = 0; (at = text.find(plain, at)) != std::string::npos;) {
                const auto behind = at + plain.size();
                const bool word =
                    (at == 0 || !isNameLetter(text[at - 1])) && (behind == text.size() || !isNameLetter(text[behind]));
                if (word)
                    text.replace(at, plain.size(), name);
                at += word ? name.size() : plain.size();
            }
        };
        rename(error.sentence);
        std::ranges::for_each(error.repairs, rename);
        return error;
    }
};

/// Where the dimensions are not those of the array.
std::optional<NotationError> otherDims(const ShardedArray& read, const ShardedArray& known, std::string_view text,
                                       std::size_t from)
{
    std::vector<std::string> dims;
    std::ranges::transform(known.dims, std::back_inserter(dims), &NamedDim::name);
    std::size_t at = text.find('[', from) + 1;
    for (std::size_t d = 0; d < std::max(read.dims.size(), known.dims.size()); ++d) {
        const auto next = std::min(text.find_first_not_of(' ', at), text.size());
        if (d >= read.dims.size() || d >= known.dims.size() || read.dims[d].name != known.dims[d].name)
            return NotationError{
                "SYNTAX",
                static_cast<int>(next) + 1,
                fmt::format("{} has the dimensions {}, in this order.", known.name, fmt::join(dims, ", ")),
                {known.text()}};
        at = std::min(text.find_first_of(",]", next), text.size() - 1) + 1;
    }
    return std::nullopt;
}

/// Whether the column lies behind the brackets of the first array.
bool isBehindArray(std::string_view text, int column)
{
    const auto at = text.substr(0, std::min(static_cast<std::size_t>(column - 1), text.size())).find(']');
    if (at == std::string_view::npos)
        return false;
    const auto next = text.find_first_not_of(' ', at + 1);
    return next == std::string_view::npos || text[next] != '{'; // which begins the array's partial sums
}

/// `behind`: what is said of more than one array.
tl::expected<ShardedArray, NotationError> readArray(const LayerArrays& layer, std::string_view text,
                                                    std::string_view behind)
{
    const auto known = editable(layer);
    const NamedText named(text);
    const auto column = static_cast<int>(named.begin) + 1;
    const auto found = std::ranges::find(known, named.name, &ShardedArray::name);
    if (found == known.end())
        return tl::unexpected(NotationError{"SYNTAX", column, whyNone(layer, known, named.name), {}});
    const std::string plain = named.plain + std::string(text.substr(named.end));
    const auto read = readExpression(plain);
    if (!read) {
        auto error = named.moved(read.error());
        if (isBehindArray(text, error.column))
            error.sentence = behind;
        return tl::unexpected(std::move(error));
    }
    if (read->operands.size() > 1 || read->result)
        return tl::unexpected(NotationError{"SYNTAX", column, "Write one array, not a product.", {found->text()}});
    auto array = read->operands.front();
    array.name = named.name;
    if (auto error = otherDims(array, *found, text, named.end))
        return tl::unexpected(*std::move(error));
    if (!array.partial.empty()) {
        auto summed = array;
        summed.partial.clear();
        return tl::unexpected(NotationError{"UNREDUCED",
                                            static_cast<int>(text.find('{')) + 1,
                                            "Partial sums are added before the next box reads the array.",
                                            {summed.text()}});
    }
    if (const auto error = checkExpression(plain, layer.mesh, layer.sizes))
        return tl::unexpected(named.moved(*error));
    return array;
}

} // namespace

std::vector<ShardedArray> editableArrays(const Scenario& s) { return editable(layerArrays(s)); }

tl::expected<ShardedArray, NotationError> readLayerArray(const Scenario& s, std::string_view text)
{
    return readArray(arraysOfRoles(s), text, "Nothing may follow the array.");
}

namespace
{

/// Each piece of layer.arrays, as it can be read.
std::vector<tl::expected<ShardedArray, NotationError>> readAll(const Scenario& s)
{
    std::vector<tl::expected<ShardedArray, NotationError>> all;
    const std::string_view text = s.layer.arrays;
    if (text.find_first_not_of(' ') == std::string_view::npos)
        return all;
    const auto layer = arraysOfRoles(s);
    const auto pieces = parts(text, ';');
    for (const auto& piece : pieces) {
        const auto before = static_cast<int>(piece.data() - text.data());
        if (piece.find_first_not_of(' ') == std::string_view::npos) {
            if (&piece != &pieces.back() || all.empty())
                all.emplace_back(tl::unexpect,
                                 NotationError{"SYNTAX", before + 1, "Expected an array before this ;.", {}});
            continue;
        }
        all.push_back(readArray(layer, piece, "Expected ; before the next array, as in W_in[D, F_X]; W_out[F_X, D]."));
        if (!all.back())
            all.back().error().column += before;
    }
    return all;
}

} // namespace

std::vector<ShardedArray> laidArrays(const Scenario& s)
{
    std::vector<ShardedArray> all;
    for (const auto& array : readAll(s)) {
        if (!array)
            continue;
        std::erase_if(all, [&](const ShardedArray& one) { return one.name == array->name; }); // the last one holds
        all.push_back(*array);
    }
    return all;
}

std::vector<NotationError> wrongArrays(const Scenario& s)
{
    std::vector<NotationError> wrong;
    for (const auto& array : readAll(s))
        if (!array)
            wrong.push_back(array.error());
    return wrong;
}

std::vector<ShardedArray> editedTwice(const Scenario& s)
{
    std::map<std::string, int> edits;
    for (const auto& array : readAll(s))
        if (array)
            ++edits[array->name];
    auto twice = laidArrays(s);
    std::erase_if(twice, [&](const ShardedArray& array) { return edits[array.name] < 2; });
    return twice;
}

std::string arraysText(const std::vector<ShardedArray>& arrays)
{
    std::vector<std::string> texts;
    std::ranges::transform(arrays, std::back_inserter(texts), &ShardedArray::text);
    return fmt::format("{}", fmt::join(texts, "; "));
}

std::string withArray(const Scenario& s, const ShardedArray& array)
{
    auto all = laidArrays(s);
    std::erase_if(all, [&](const ShardedArray& one) { return one.name == array.name; });
    const auto roles = editable(arraysOfRoles(s));
    if (std::ranges::find(roles, array) == roles.end())
        all.push_back(array);
    return arraysText(all);
}

tl::expected<std::string, std::string> arraysOfProduct(const Scenario& s, const BoxArrays& box)
{
    const auto product = readExpression(s.shard.expression);
    if (!product || product->operands.size() != 2 || !product->result)
        return tl::unexpected(std::string("it is no product of two arrays with its result."));
    Scenario edited = s;
    const auto opened = box.products().front();
    for (std::size_t i = 0; i < 3; ++i) {
        auto array = product->array(i);
        array.name = opened.array(i).name;
        if (array == opened.array(i)) // else tokens of experts could not come back
            continue;
        const auto read = readLayerArray(s, array.text());
        if (!read)
            return tl::unexpected(array.text() + ": " + read.error().sentence);
        edited.layer.arrays = withArray(edited, *read);
    }
    return edited.layer.arrays;
}

} // namespace core
