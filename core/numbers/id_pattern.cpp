// SPDX-License-Identifier: GPL-3.0-or-later
// Walks through a pattern and an id side by side.
#include "core/numbers/id_pattern.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

namespace core
{

namespace
{

constexpr auto npos = std::string_view::npos;

struct Place {
    std::string_view name;
    std::string_view after; // up to the next place
};

std::vector<Place> split(std::string_view pattern)
{
    std::vector<Place> places;
    for (auto open = pattern.find('{'); open != npos;) {
        const auto close = pattern.find('}', open);
        const auto next = pattern.find('{', close);
        places.push_back({pattern.substr(open + 1, close - open - 1), pattern.substr(close + 1, next - close - 1)});
        open = next;
    }
    return places;
}

} // namespace

std::string_view headOf(std::string_view pattern) { return pattern.substr(0, pattern.find('{')); }

std::vector<std::string_view> placesOf(std::string_view pattern)
{
    std::vector<std::string_view> names;
    for (const auto& place : split(pattern))
        names.push_back(place.name);
    return names;
}

tl::expected<std::vector<std::string_view>, std::string> placesIn(std::string_view pattern, std::string_view id)
{
    std::vector<std::string_view> texts;
    const auto head = headOf(pattern);
    auto rest = id.substr(std::min(head.size(), id.size()));
    bool whole = true;
    for (const auto& place : split(pattern)) {
        const auto end = place.after.empty() ? rest.size() : rest.find(place.after);
        texts.push_back(rest.substr(0, end));
        whole = whole && end != npos && (place.name == "name" || texts.back().find(',') == npos);
        rest = end == npos ? std::string_view() : rest.substr(end + place.after.size());
    }
    if (!whole) {
        const auto shown = shownPattern(pattern);
        return tl::unexpected(fmt::format("'{}' needs {} after the {}", id, shown.substr(head.size()), head.back()));
    }
    return texts;
}

std::string shownPattern(std::string_view pattern)
{
    std::string shown(headOf(pattern));
    for (const auto& place : split(pattern)) {
        std::transform(place.name.begin(), place.name.end(), std::back_inserter(shown),
                       [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
        shown += place.after;
    }
    return shown;
}

} // namespace core
