// SPDX-License-Identifier: GPL-3.0-or-later
// Parsing with nlohmann's reader, plus what it does not say: lines, doubled keys, nearest known keys.
#include "core/io/json.h"

#include "core/io/nearest.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>
#include <vector>

namespace core
{

namespace
{

template <class... Parts>
tl::unexpected<Error> failure(std::string code, fmt::format_string<Parts...> text, Parts&&... parts)
{
    return tl::make_unexpected(Error{std::move(code), fmt::format(text, std::forward<Parts>(parts)...)});
}

/// "line 12, column 5" of the character before `bytesRead`.
std::string lineAndColumn(std::string_view text, std::size_t bytesRead)
{
    const auto before = text.substr(0, std::min(bytesRead == 0 ? 0 : bytesRead - 1, text.size()));
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const auto lastBreak = before.rfind('\n');
    const auto column = lastBreak == std::string_view::npos ? before.size() + 1 : before.size() - lastBreak;
    return fmt::format("line {}, column {}", line, column);
}

/// nlohmann's sentence without its own prefix and position.
std::string reason(std::string_view what)
{
    const auto begin = what.find("column ");
    const auto colon = begin == std::string_view::npos ? begin : what.find(": ", begin);
    return std::string(colon == std::string_view::npos ? what.substr(std::min(what.find("] ") + 2, what.size()))
                                                       : what.substr(colon + 2));
}

/// Sees every key while parsing and remembers the first one that occurs twice in one object.
class KeyWatch
{
public:
    bool operator()(int, Json::parse_event_t event, Json& parsed)
    {
        if (event == Json::parse_event_t::object_start)
            m_open.emplace_back();
        else if (event == Json::parse_event_t::object_end)
            m_open.pop_back();
        else if (event == Json::parse_event_t::key) {
            const auto& key = parsed.get_ref<const std::string&>();
            if (!m_open.back().insert(key).second && m_doubled.empty())
                m_doubled = key;
        }
        return true;
    }

    const std::string& doubled() const { return m_doubled; }

private:
    std::vector<std::set<std::string>> m_open;
    std::string m_doubled;
};

/// Where the last `"key"` stands that is followed by a colon: a doubled key's second place.
std::string lineOfKey(std::string_view text, const std::string& key)
{
    const auto at = text.rfind(Json(key).dump());
    return at == std::string_view::npos ? std::string("this file") : lineAndColumn(text, at + 1);
}

} // namespace

JsonPlace JsonPlace::at(std::string_view key) const
{
    return {file, path.empty() ? std::string(key) : fmt::format("{}.{}", path, key)};
}

std::string shown(const Json& value)
{
    constexpr std::size_t most = 40;
    const std::string text = value.dump(-1, ' ', true, Json::error_handler_t::replace);
    return text.size() <= most ? text : text.substr(0, most) + "...";
}

tl::expected<Json, Error> parseJson(std::string_view text, std::string_view file)
{
    KeyWatch watch;
    Json parsed;
    try {
        parsed = Json::parse(text.begin(), text.end(), [&watch](int depth, Json::parse_event_t event, Json& value) {
            return watch(depth, event, value);
        });
    } catch (const Json::parse_error& error) {
        return failure("FILE_SYNTAX", "{}, {}: this is not valid JSON ({}). Correct the text there.", file,
                       lineAndColumn(text, error.byte), reason(error.what()));
    } catch (const Json::exception& error) {
        return failure("FILE_SYNTAX", "{}: this is not valid JSON ({}). Correct that value.", file,
                       reason(error.what()));
    }
    if (!watch.doubled().empty())
        return failure("FILE_KEY", "{}, {}: key \"{}\" stands twice in one object. Keep one of them.", file,
                       lineOfKey(text, watch.doubled()), watch.doubled());
    if (!parsed.is_object())
        return failure("FILE_FORMAT", "{}: the file must hold one JSON object in braces, found {}.", file,
                       shown(parsed));
    return parsed;
}

tl::expected<void, Error> checkKeys(const Json& object, const JsonPlace& place, std::span<const std::string_view> known)
{
    for (const auto& [key, value] : object.items())
        if (std::find(known.begin(), known.end(), key) == known.end())
            return failure("FILE_KEY", "{}: unknown key {}. The nearest known key is \"{}\".", place.file,
                           shown(Json(place.at(key).path)), nearest(key, known));
    return {};
}

tl::expected<const Json*, Error> memberOf(const Json& object, const JsonPlace& place, std::string_view key)
{
    const auto found = object.find(key);
    if (found == object.end())
        return failure("FILE_KEY", "{}: key \"{}\" is missing. Add it.", place.file, place.at(key).path);
    return &*found;
}

tl::expected<void, Error> checkFormat(const Json& object, const JsonPlace& place, std::string_view format, int newest)
{
    const auto kind = memberOf(object, place, "format");
    if (!kind)
        return tl::make_unexpected(Error{"FILE_FORMAT", kind.error().text});
    if (!(*kind)->is_string() || (*kind)->get_ref<const std::string&>() != format)
        return failure("FILE_FORMAT", "{}: \"format\" must be \"{}\", found {}. This is another kind of file.",
                       place.file, format, shown(**kind));
    const auto version = memberOf(object, place, "version");
    if (!version)
        return tl::make_unexpected(Error{"FILE_VERSION", version.error().text});
    if (!(*version)->is_number_unsigned() || (*version)->get<std::uint64_t>() == 0)
        return failure("FILE_VERSION", "{}: \"version\" must be a whole number from 1, found {}.", place.file,
                       shown(**version));
    if ((*version)->get<std::uint64_t>() > static_cast<std::uint64_t>(newest))
        return failure("FILE_VERSION",
                       "{}: version {} is newer than this program, which reads up to version {}. Update it.",
                       place.file, shown(**version), newest);
    return {};
}

tl::expected<std::string, Error> textOf(const Json& object, const JsonPlace& place, std::string_view key)
{
    const auto value = memberOf(object, place, key);
    if (!value)
        return tl::make_unexpected(value.error());
    if (!(*value)->is_string() || (*value)->get_ref<const std::string&>().empty())
        return failure("FILE_VALUE", "{}: \"{}\" must be a text that is not empty, found {}.", place.file,
                       place.at(key).path, shown(**value));
    return (*value)->get<std::string>();
}

tl::expected<bool, Error> switchOf(const Json& object, const JsonPlace& place, std::string_view key)
{
    const auto value = memberOf(object, place, key);
    if (!value)
        return tl::make_unexpected(value.error());
    if (!(*value)->is_boolean())
        return failure("FILE_VALUE", "{}: \"{}\" must be true or false, found {}.", place.file, place.at(key).path,
                       shown(**value));
    return (*value)->get<bool>();
}

tl::expected<double, Error> numberOf(const Json& object, const JsonPlace& place, std::string_view key)
{
    const auto value = memberOf(object, place, key);
    if (!value)
        return tl::make_unexpected(value.error());
    if (!(*value)->is_number() || !std::isfinite((*value)->get<double>()))
        return failure("FILE_VALUE", "{}: \"{}\" must be a finite number, found {}.", place.file, place.at(key).path,
                       shown(**value));
    return (*value)->get<double>();
}

tl::expected<const Json*, Error> objectOf(const Json& object, const JsonPlace& place, std::string_view key)
{
    const auto value = memberOf(object, place, key);
    if (!value)
        return value;
    if (!(*value)->is_object())
        return failure("FILE_VALUE", "{}: \"{}\" must be an object in braces, found {}.", place.file,
                       place.at(key).path, shown(**value));
    return value;
}

} // namespace core
