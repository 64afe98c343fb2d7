// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the sharded product can be planned on its mesh, and the edited arrays of the layer laid on that of the
// design.
#include "core/check/check.h"
#include "core/check/check_rules.h"
#include "core/check/sharding_repairs.h"
#include "core/layer/edited_arrays.h"
#include "core/quantity/parse_number.h"
#include "core/scenario/shard_size.h"
#include "core/scenario/text_forms.h"
#include "core/sharding/notation.h"
#include "core/sharding/report.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace core
{

namespace
{

constexpr std::string_view shardingField = "shard.expr", editedField = "layer.arrays";

/// A warning: no time of the step depends on it.
void findWrongProduct(const Scenario& s, const Report&, std::vector<Issue>& found)
{
    if (const auto error = shardingError(s.shard))
        addIssue(found, error->code, std::string(shardingField),
                 fmt::format("Sharded product, column {}: {} Its numbers do not apply then.", error->column,
                             error->sentence))
            .lost = "shard.";
}

std::vector<Repair> proposeExpression(const Scenario& s, const Report&, const Issue&)
{
    return shardingRepairs(s.shard);
}

/// Of dimensions that the product lacks: nothing reads them.
void findSizes(const Scenario& s, const Report&, std::vector<Issue>& found)
{
    for (const auto& [dimension, size] : s.shard.sizes) {
        const auto field = fmt::format("{}{}", shardSizePrefix, dimension);
        if (const auto sentence = unreadSize(s.shard, field); !sentence.empty())
            addIssue(found, "DIMENSION", field, sentence, Severity::note);
    }
}

std::vector<Repair> proposeNoSize(const Scenario&, const Report&, const Issue& issue)
{
    return {{"Forget it", {{issue.field, defaultShardSize}}}};
}

/// The edit round that column, which counts from 1.
std::string pieceAt(const std::string& arrays, int column)
{
    const auto at = std::min(static_cast<std::size_t>(column - 1), arrays.size());
    const auto before = at == 0 ? std::string::npos : arrays.rfind(';', at - 1);
    const auto begin = before == std::string::npos ? 0 : before + 1;
    return std::string(trimmed(std::string_view(arrays).substr(begin, arrays.find(';', at) - begin), " "));
}

/// "W_in is edited twice: W_in[D, F_X], the last one, holds."; empty where none is.
std::string twiceText(const Scenario& s)
{
    std::vector<std::string> said;
    for (const auto& array : editedTwice(s))
        said.push_back(fmt::format("{} is edited twice: {}, the last one, holds.", array.name, array.text()));
    return fmt::format("{}", fmt::join(said, " "));
}

/// A warning likewise: of a mesh that was edited since, say.
void findEdited(const Scenario& s, const Report&, std::vector<Issue>& found)
{
    const auto wrong = wrongArrays(s);
    const auto twice = twiceText(s);
    if (wrong.empty() && !twice.empty())
        addIssue(found, "TWICE", std::string(editedField), "Edited arrays of the layer: " + twice).lost = "layer.";
    if (wrong.empty())
        return;
    std::vector<std::string> further;
    for (std::size_t i = 1; i < wrong.size(); ++i)
        if (auto piece = pieceAt(s.layer.arrays, wrong[i].column); !piece.empty())
            further.push_back(std::move(piece));
    const auto first = pieceAt(s.layer.arrays, wrong.front().column);
    const std::string others =
        further.empty() ? std::string() : fmt::format("{} cannot be laid either. ", fmt::join(further, " and "));
    const std::string_view rest = laidArrays(s).empty() ? "The layer lies as the roles of the mesh say"
                                  : further.empty()     ? "It is left out; the other edits hold"
                                                        : "These are left out; the other edits hold";
    addIssue(found, wrong.front().code, std::string(editedField),
             fmt::format("Edited arrays of the layer, column {}{}{}: {} {}{}.{}{}", wrong.front().column,
                         first.empty() ? "" : ", ", first, wrong.front().sentence, others, rest,
                         twice.empty() ? "" : " ", twice))
        .lost = "layer.";
}

/// Arrays between commas, or with nothing between some semicolons, as they are meant; empty where that is not right.
std::string withSemicolons(Scenario s)
{
    std::string text;
    for (const auto piece : parts(s.layer.arrays, ']')) {
        const auto array = trimmed(piece, " ,;");
        if (!array.empty())
            text += fmt::format("{}{}]", text.empty() ? "" : "; ", array);
    }
    s.layer.arrays = text;
    return wrongArrays(s).empty() ? text : std::string();
}

std::vector<Repair> proposeRoles(const Scenario& s, const Report&, const Issue&)
{
    std::vector<Repair> repairs;
    if (const auto meant = withSemicolons(s); !meant.empty())
        repairs.push_back({"Write " + meant, {{std::string(editedField), meant}}});
    const std::string laid = arraysText(laidArrays(s));
    if (!laid.empty())
        repairs.push_back({"Keep " + laid, {{std::string(editedField), laid}}});
    repairs.push_back({"Lay the layer by the roles", {{std::string(editedField), std::string()}}});
    return repairs;
}

} // namespace

std::span<const Rule> shardingRules()
{
    static constexpr std::array rules{Rule{findWrongProduct, proposeExpression}, Rule{findSizes, proposeNoSize},
                                      Rule{findEdited, proposeRoles}};
    return rules;
}

} // namespace core
