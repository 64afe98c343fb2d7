// SPDX-License-Identifier: GPL-3.0-or-later
// Items in order of their values, and orders of products of a collective matmul.
#include "core/lesson/answer_kinds.h"

#include "core/collectives/analysis.h"
#include "core/collectives/matmul/own_order.h"
#include "core/lesson/answer_terms.h"
#include "core/quantity/format.h"
#include "core/quantity/parse_number.h"
#include "core/scenario/text_forms.h"

#include <algorithm>
#include <cctype>
#include <functional>
#include <numeric>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace core
{

namespace
{

constexpr double tied = 1e-9; // relative

using Places = std::vector<std::size_t>;

std::vector<std::string_view> parts(std::string_view text, std::string_view separators)
{
    std::vector<std::string_view> all;
    for (auto from = text.find_first_not_of(separators); from != std::string_view::npos;) {
        const auto end = std::min(text.find_first_of(separators, from), text.size());
        all.push_back(text.substr(from, end - from));
        from = text.find_first_not_of(separators, end);
    }
    return all;
}

/// Arrows, and dashes right between two places, as blanks: "3-2-1", "3 → 2 → 1". "-" alone stays.
std::string withoutDashes(std::string_view text)
{
    std::string plain;
    const auto isPlace = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == ')'; };
    while (!text.empty()) {
        std::size_t taken = 1;
        for (const std::string_view sign : {"->", "=>", "→", "–"})
            if (text.starts_with(sign))
                taken = sign.size();
        const bool between =
            text.size() > 1 && !plain.empty() && isPlace(plain.back()) && (isPlace(text[1]) || text[1] == '(');
        plain += taken > 1 || (text.front() == '-' && between) ? ' ' : text.front();
        text.remove_prefix(taken);
    }
    return plain;
}

tl::expected<std::vector<double>, std::string> valuesOf(const PosedStep& at, const RankingAnswer& asked)
{
    std::vector<double> values;
    std::optional<std::pair<std::string, Term>> first; // that has a unit
    for (const auto& item : asked.items) {
        const auto value = valueIn(at.lesson, at.scenario, item.by);
        if (!value)
            return tl::unexpected(fmt::format("{} cannot be evaluated: {}", inQuotes(item.by), value.error()));
        if (value->word)
            return tl::unexpected(fmt::format("{} is a word, which has no order", inQuotes(item.by)));
        if (!first && !value->bare)
            first = std::pair(item.by, *value);
        if (first)
            if (auto same = checkComparable(first->first, first->second, item.by, *value); !same)
                return tl::unexpected(std::move(same.error()));
        values.push_back(value->number);
    }
    return values;
}

/// Each place once; nothing for other texts.
std::optional<Places> placesTyped(std::string_view typed, std::size_t count)
{
    Places places;
    std::string plain = withoutDashes(typed);
    if (plain.size() == count && count < 10) // "312"
        for (std::size_t at = count - 1; at > 0; --at)
            plain.insert(at, " ");
    for (const auto part : parts(plain, " ,;<"))
        if (const auto place = placeTyped(part, count))
            places.push_back(*place);
        else
            return std::nullopt;
    Places sorted = places;
    std::ranges::sort(sorted);
    const bool each = places.size() == count && std::ranges::adjacent_find(sorted) == sorted.end();
    return each ? std::optional(places) : std::nullopt;
}

bool rises(const Places& places, const std::vector<double>& values)
{
    for (std::size_t i = 1; i < places.size(); ++i)
        if (values[places[i]] < values[places[i - 1]] * (1 - tied))
            return false;
    return true;
}

std::string placesText(const Places& places)
{
    std::string text;
    for (const auto place : places)
        text += fmt::format("{}{}", text.empty() ? "" : " ", place + 1);
    return text;
}

constexpr int maxOrderChips = 16; // of an order: a lecture has no room for more, and one of 64 takes seconds to finish

tl::expected<MatmulRequest, std::string> requestOf(const PosedStep& at)
{
    auto request = matmulRequest(at.scenario);
    if (request && request->topology.chips() > maxOrderChips)
        return tl::unexpected(fmt::format("an order is asked of at most {} chips, and there are {}. Set coll.torus to "
                                          "fewer",
                                          maxOrderChips, request->topology.chips()));
    return request;
}

TextOrWhy sortedPlaces(const PosedStep& at, const RankingAnswer& asked)
{
    return valuesOf(at, asked).map([](const std::vector<double>& values) {
        Places places(values.size());
        std::iota(places.begin(), places.end(), std::size_t{0});
        std::ranges::stable_sort(places, {}, [&](std::size_t place) { return values[place]; });
        return placesText(places);
    });
}

/// "2", "2a", "2b": a shard or one of its halves.
std::optional<ShardProduct> productTyped(std::string_view text, int chips)
{
    ShardProduct product;
    if (text.ends_with('a') || text.ends_with('b')) {
        product.half = text.back() == 'a' ? 0 : 1;
        text.remove_suffix(1);
    }
    if (text == "0") {
        product.shard = 0;
        return product;
    }
    const auto place = placeTyped(text, static_cast<std::size_t>(chips) - 1);
    if (!place)
        return std::nullopt;
    product.shard = static_cast<int>(*place) + 1;
    return product;
}

/// Steps between blanks, products of one step between "+", "-" for an empty step.
std::optional<ChipOrder> orderTyped(std::string_view typed, int chips)
{
    ChipOrder order;
    const std::string plain = withoutDashes(typed);
    for (const auto step : parts(plain, " ,;|")) {
        auto& products = order.emplace_back();
        if (step == "-")
            continue;
        for (const auto part : parts(step, "+"))
            if (const auto product = productTyped(part, chips))
                products.push_back(*product);
            else
                return std::nullopt;
    }
    return order.empty() ? std::nullopt : std::optional(order);
}

std::string orderText(const ChipOrder& order)
{
    std::string text;
    for (const auto& step : order) {
        std::string products;
        for (const auto& product : step)
            products += fmt::format("{}{}{}", products.empty() ? "" : "+", product.shard,
                                    product.half == ShardProduct::wholeShard ? ""
                                    : product.half == 0                      ? "a"
                                                                             : "b");
        text += (text.empty() ? "" : " ") + (products.empty() ? std::string("-") : products);
    }
    return text;
}

/// Products of a step in no particular order, without empty steps at the end.
ChipOrder sorted(ChipOrder order)
{
    for (auto& step : order)
        std::ranges::sort(step, {}, [](const ShardProduct& one) { return std::pair(one.shard, one.half); });
    while (!order.empty() && order.back().empty())
        order.pop_back();
    return order;
}

/// What the lesson says of an order that it lists; empty where it lists none such.
TextOrWhy saidOf(const PosedStep& at, const std::vector<OtherAnswer>& list, const ChipOrder& order, int chips)
{
    for (const auto& other : list)
        if (const auto listed = orderTyped(other.is, chips); listed && sorted(*listed) == sorted(order))
            return filledText(at.lesson, at.scenario, other.says);
    return std::string();
}

/// Of a valid one.
CheckedAnswer praised(const MatmulRequest& request, const OwnMatmul& plan, const std::string& says)
{
    const auto time = [&](const ClockTimes& times) { return format(times.by(request.clock).si(), dim::second); };
    return CheckedAnswer{Outcome::right, fmt::format("{}{}This order works: {}; serialized it would be {}.", says,
                                                     says.empty() ? "" : " ", time(plan.timing.overlapped),
                                                     time(plan.timing.serialized))};
}

} // namespace

std::string typedOrder(const CollectiveMatmul& plan)
{
    ChipOrder order;
    for (const ProductRow& row : plan.products)
        order.push_back(row.front());
    return orderText(order);
}

CheckedOrWhy check(const PosedStep& at, const RankingAnswer& asked, std::string_view typed)
{
    const auto values = valuesOf(at, asked);
    if (!values)
        return tl::unexpected(values.error());
    const auto places = placesTyped(typed, values->size());
    if (!places)
        return CheckedAnswer{Outcome::unreadable,
                             fmt::format("Write the numbers of all {} items, the smallest first, such as {}.",
                                         values->size(), placesText([&] {
                                             Places any(values->size());
                                             std::iota(any.begin(), any.end(), std::size_t{0});
                                             return any;
                                         }()))};
    if (rises(*places, *values))
        return CheckedAnswer{Outcome::right, "Right."};
    for (const auto& other : at.step.wrong)
        if (placesTyped(other.is, values->size()) == places)
            return said(at, Outcome::knownWrong, other.says);
    return CheckedAnswer{};
}

TextOrWhy own(const PosedStep& at, const RankingAnswer& asked)
{
    const auto values = valuesOf(at, asked);
    if (values && std::ranges::adjacent_find(*values, std::not_equal_to()) == values->end())
        return tl::unexpected(std::string("all items are equal, so any order would be right; let them differ"));
    return sortedPlaces(at, asked);
}

ListedOrWhy listed(const PosedStep& at, const RankingAnswer&)
{
    std::vector<ListedAnswer> all;
    for (const auto& other : at.step.wrong)
        all.push_back({other.is, false});
    return all;
}

TextOrWhy shown(const PosedStep& at, const RankingAnswer& asked)
{
    return sortedPlaces(at, asked).map([&](const std::string& places) {
        std::string text;
        for (const auto place : placesTyped(places, asked.items.size()).value_or(Places()))
            text += (text.empty() ? "" : " < ") + asked.items[place].text;
        return text;
    });
}

std::string form(const PosedStep&, const RankingAnswer&) { return "the numbers of the items, the smallest first"; }

CheckedOrWhy check(const PosedStep& at, const ScheduleAnswer&, std::string_view typed)
{
    const auto request = requestOf(at);
    if (!request)
        return tl::unexpected(request.error());
    const int chips = request->topology.chips();
    const auto order = orderTyped(typed, chips);
    if (!order)
        return CheckedAnswer{Outcome::unreadable,
                             fmt::format("Write the shards that chip 0 multiplies, 0 to {}, step by step, such as 0 1 "
                                         "2; 1+3 for two in one step, 2a and 2b for halves, - for none.",
                                         chips - 1)};
    const auto mistake = saidOf(at, at.step.wrong, *order, chips);
    const auto praise = saidOf(at, at.step.accepted, *order, chips);
    if (!mistake || !praise)
        return tl::unexpected(mistake ? praise.error() : mistake.error());
    const auto refused = [&](const std::string& why) {
        return mistake->empty() ? CheckedAnswer{Outcome::wrong, why + "."}
                                : CheckedAnswer{Outcome::knownWrong, *mistake};
    };
    const auto table = rotated(*order, chips);
    if (const auto fault = firstFault(request->form, request->topology, table))
        return refused(faultText(request->form, *fault));
    const auto plan = planOwnOrder(*request, table);
    return plan ? praised(*request, *plan, *praise) : refused(plan.error());
}

TextOrWhy own(const PosedStep& at, const ScheduleAnswer&)
{
    return requestOf(at).and_then([](const MatmulRequest& request) { return finishOrder(request, {}); }).map(orderText);
}

ListedOrWhy listed(const PosedStep& at, const ScheduleAnswer&) { return asWritten(at.step); }

/// "0 → 3a + 1b → 2 → 1a + 3b": steps one after the other.
TextOrWhy shown(const PosedStep& at, const ScheduleAnswer& asked)
{
    return own(at, asked).map([](const std::string& typed) {
        std::string text;
        for (const char sign : typed)
            text += sign == ' ' ? std::string(" → ") : sign == '+' ? std::string(" + ") : std::string(1, sign);
        return text;
    });
}

std::string form(const PosedStep&, const ScheduleAnswer&) { return "shards by step, such as 2 0+1 -"; }

} // namespace core
