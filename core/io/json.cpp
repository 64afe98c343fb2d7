// SPDX-License-Identifier: GPL-3.0-or-later
// Parsing with nlohmann's reader, plus what it does not say: lines, doubled keys, nearest known keys.
#include "core/io/json.h"

#include "core/scenario/nearest.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <fmt/format.h>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
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

/// Line and column, from 1, of the last of the first `bytesRead` characters.
std::pair<std::ptrdiff_t, std::size_t> lineAndColumn(std::string_view text, std::size_t bytesRead)
{
    const auto before = text.substr(0, std::min(bytesRead == 0 ? 0 : bytesRead - 1, text.size()));
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const auto lastBreak = before.rfind('\n');
    const auto column = lastBreak == std::string_view::npos ? before.size() + 1 : before.size() - lastBreak;
    return {line, column};
}

/// nlohmann's sentence without its own prefix and position; short, and printable ASCII whatever the file holds.
std::string reason(std::string_view what)
{
    constexpr std::size_t max = 120;
    const auto begin = what.find("column ");
    const auto colon = begin == std::string_view::npos ? begin : what.find(": ", begin);
    std::string text(colon == std::string_view::npos ? what.substr(std::min(what.find("] ") + 2, what.size()))
                                                     : what.substr(colon + 2));
    if (text.size() > max)
        text = text.substr(0, max) + "...";
    std::replace_if(
        text.begin(), text.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
    return text;
}

/// Walks over the text and keeps how far the parser has read.
class Reader
{
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    Reader(const char* at, const char** furthest) : m_at(at), m_furthest(furthest) {}
    reference operator*() const { return *m_at; }
    Reader& operator++()
    {
        *m_furthest = ++m_at;
        return *this;
    }
    bool operator==(const Reader& other) const { return m_at == other.m_at; }

private:
    const char* m_at;
    const char** m_furthest;
};

constexpr int deepest = 32;              // our files need 4 levels
constexpr std::size_t longestPath = 200; // of keys; what lies deeper has the line of what holds it

/// Sees every key while parsing: remembers where each stands, and the first that occurs twice in one object.
class KeyWatch
{
public:
    /// False where the value is too deep to be kept; from there on nothing more is seen.
    bool see(int depth, Json::parse_event_t event, const Json& parsed, std::size_t bytesRead)
    {
        m_tooDeep = m_tooDeep || depth > deepest;
        if (m_tooDeep)
            return false;
        if (event == Json::parse_event_t::object_start)
            m_open.push_back({m_path, {}});
        else if (event == Json::parse_event_t::object_end) {
            m_path = m_open.back().path;
            m_open.pop_back();
        } else if (event == Json::parse_event_t::key)
            seeKey(parsed.get_ref<const std::string&>(), bytesRead);
        return true;
    }

    bool tooDeep() const { return m_tooDeep; }

    std::optional<std::size_t> placeOf(const std::string& path) const
    {
        const auto found = m_places.find(path);
        return found == m_places.end() ? std::nullopt : std::optional(found->second);
    }

    struct Doubled {
        std::string key;
        std::size_t place = 0;
    };
    const std::optional<Doubled>& doubled() const { return m_doubled; }

private:
    void seeKey(const std::string& key, std::size_t bytesRead)
    {
        if (!m_open.back().keys.insert(key).second && !m_doubled)
            m_doubled = {key, bytesRead};
        m_path = m_open.back().path.empty() ? key : m_open.back().path + "." + key;
        m_path.resize(std::min(m_path.size(), longestPath));
        m_places.emplace(m_path, bytesRead);
    }

    struct Open {
        std::string path;
        std::set<std::string> keys;
    };
    std::vector<Open> m_open;
    std::string m_path;
    std::map<std::string, std::size_t> m_places;
    std::optional<Doubled> m_doubled;
    bool m_tooDeep = false;
};

/// Throws nlohmann's exceptions.
Json parseWatched(std::string_view text, KeyWatch& watch)
{
    const char* read = text.data();
    return Json::parse(Reader(text.data(), &read), Reader(text.data() + text.size(), &read),
                       [&](int depth, Json::parse_event_t event, Json& parsed) {
                           return watch.see(depth, event, parsed, static_cast<std::size_t>(read - text.data()));
                       });
}

} // namespace

JsonPlace JsonPlace::at(std::string_view key) const
{
    return {file, text, path.empty() ? std::string(key) : fmt::format("{}.{}", path, key)};
}

std::string JsonPlace::where() const
{
    KeyWatch watch;
    try {
        parseWatched(text, watch);
    } catch (const Json::exception&) {
        return std::string(file); // text that was never parsed has no lines to name
    }
    std::string inner = path;
    while (!inner.empty()) {
        if (const auto place = watch.placeOf(inner))
            return fmt::format("{}, line {}", file, lineAndColumn(text, *place).first);
        const auto dot = inner.rfind('.');
        inner.resize(dot == std::string::npos ? 0 : dot);
    }
    return std::string(file);
}

std::string shown(const Json& value)
{
    constexpr std::size_t max = 40;
    const std::string text = value.dump(-1, ' ', true, Json::error_handler_t::replace);
    return text.size() <= max ? text : text.substr(0, max) + "...";
}

tl::expected<Json, Error> parseJson(std::string_view text, std::string_view file)
{
    if (text.starts_with("\xEF\xBB\xBF")) // which the parser would skip
        return failure("FILE_SYNTAX",
                       "{}, line 1: the text begins with a byte order mark. Save it as UTF-8 without one.", file);
    if (const auto nul = text.find('\0'); nul != text.npos) { // where the parser would take the text for ended
        const auto [line, column] = lineAndColumn(text, nul + 1);
        return failure("FILE_SYNTAX", "{}, line {}, column {}: this is not text, but a NUL byte. Remove it.", file,
                       line, column);
    }
    KeyWatch watch;
    Json parsed;
    try {
        parsed = parseWatched(text, watch);
    } catch (const Json::parse_error& error) {
        const auto [line, column] = lineAndColumn(text, error.byte);
        return failure("FILE_SYNTAX", "{}, line {}, column {}: this is not valid JSON ({}). Correct the text there.",
                       file, line, column, reason(error.what()));
    } catch (const Json::exception& error) {
        return failure("FILE_SYNTAX", "{}: this is not valid JSON ({}). Correct that value.", file,
                       reason(error.what()));
    }
    if (watch.tooDeep())
        return failure("FILE_SYNTAX", "{}: objects and lists are nested more than {} deep. Remove the inner ones.",
                       file, deepest);
    if (const auto& doubled = watch.doubled())
        return failure("FILE_KEY", "{}, line {}: key {} stands twice in one object. Keep one of them.", file,
                       lineAndColumn(text, doubled->place).first, shown(Json(doubled->key)));
    if (!parsed.is_object())
        return failure("FILE_FORMAT", "{}: the file must hold one JSON object in braces, found {}.", file,
                       shown(parsed));
    return parsed;
}

tl::expected<void, Error> checkKeys(const Json& object, const JsonPlace& place, std::span<const std::string_view> known)
{
    for (const auto& [key, value] : object.items())
        if (std::find(known.begin(), known.end(), key) == known.end())
            return failure("FILE_KEY", "{}: unknown key {}. The nearest known key is \"{}\".", place.at(key).where(),
                           shown(Json(place.at(key).path)), nearest(key, known));
    return {};
}

tl::expected<const Json*, Error> memberOf(const Json& object, const JsonPlace& place, std::string_view key)
{
    const auto found = object.find(key);
    if (found == object.end())
        return failure("FILE_KEY", "{}: key \"{}\" is missing. Add it.", place.where(), place.at(key).path);
    return &*found;
}

tl::expected<void, Error> checkFormat(const Json& object, const JsonPlace& place, std::string_view format, int newest)
{
    const auto kind = memberOf(object, place, "format");
    if (!kind)
        return tl::make_unexpected(Error{"FILE_FORMAT", kind.error().text});
    if (!(*kind)->is_string() || (*kind)->get_ref<const std::string&>() != format)
        return failure("FILE_FORMAT", "{}: \"format\" must be \"{}\", found {}. This is another kind of file.",
                       place.at("format").where(), format, shown(**kind));
    const auto version = memberOf(object, place, "version");
    if (!version)
        return tl::make_unexpected(Error{"FILE_VERSION", version.error().text});
    if (!(*version)->is_number_unsigned() || (*version)->get<std::uint64_t>() == 0)
        return failure("FILE_VERSION", "{}: \"version\" must be a whole number from 1, found {}.",
                       place.at("version").where(), shown(**version));
    if ((*version)->get<std::uint64_t>() > static_cast<std::uint64_t>(newest))
        return failure("FILE_VERSION",
                       "{}: version {} is newer than this program, which reads up to version {}. Update it.",
                       place.at("version").where(), shown(**version), newest);
    return {};
}

tl::expected<std::string, Error> textOf(const Json& object, const JsonPlace& place, std::string_view key)
{
    const auto value = memberOf(object, place, key);
    if (!value)
        return tl::make_unexpected(value.error());
    if (!(*value)->is_string() || (*value)->get_ref<const std::string&>().empty())
        return failure("FILE_VALUE", "{}: \"{}\" must be a text that is not empty, found {}.", place.at(key).where(),
                       place.at(key).path, shown(**value));
    return (*value)->get<std::string>();
}

tl::expected<bool, Error> switchOf(const Json& object, const JsonPlace& place, std::string_view key)
{
    const auto value = memberOf(object, place, key);
    if (!value)
        return tl::make_unexpected(value.error());
    if (!(*value)->is_boolean())
        return failure("FILE_VALUE", "{}: \"{}\" must be true or false, found {}.", place.at(key).where(),
                       place.at(key).path, shown(**value));
    return (*value)->get<bool>();
}

tl::expected<double, Error> numberOf(const Json& object, const JsonPlace& place, std::string_view key)
{
    const auto value = memberOf(object, place, key);
    if (!value)
        return tl::make_unexpected(value.error());
    if (!(*value)->is_number() || !std::isfinite((*value)->get<double>()))
        return failure("FILE_VALUE", "{}: \"{}\" must be a finite number, found {}.", place.at(key).where(),
                       place.at(key).path, shown(**value));
    return (*value)->get<double>();
}

tl::expected<const Json*, Error> objectOf(const Json& object, const JsonPlace& place, std::string_view key)
{
    const auto value = memberOf(object, place, key);
    if (!value)
        return value;
    if (!(*value)->is_object())
        return failure("FILE_VALUE", "{}: \"{}\" must be an object in braces, found {}.", place.at(key).where(),
                       place.at(key).path, shown(**value));
    return value;
}

} // namespace core
