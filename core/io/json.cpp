// SPDX-License-Identifier: GPL-3.0-or-later
// Parsing with nlohmann's reader, plus what it does not say: lines, doubled keys, nearest known keys.
#include "core/io/json.h"

#include "core/io/json_mistake.h"
#include "core/io/plain_text.h"
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
    const auto ofLine = before.substr(lastBreak == std::string_view::npos ? 0 : lastBreak + 1);
    const auto goesOn = [](char byte) { return (static_cast<unsigned char>(byte) & 0xc0U) == 0x80; }; // of a letter
    return {line, ofLine.size() - static_cast<std::size_t>(std::ranges::count_if(ofLine, goesOn)) + 1};
}

/// Walks over the text and keeps how far the parser has read.
class JsonReader
{
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    JsonReader(const char* at, const char** furthest) : m_at(at), m_furthest(furthest) {}
    reference operator*() const { return *m_at; }
    JsonReader& operator++()
    {
        *m_furthest = ++m_at;
        return *this;
    }
    bool operator==(const JsonReader& other) const { return m_at == other.m_at; }

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
            m_open.push_back({pathOfObject(bytesRead), {}});
        else if (event == Json::parse_event_t::array_start)
            m_open.push_back({m_path, {}, true});
        else if (event == Json::parse_event_t::object_end || event == Json::parse_event_t::array_end) {
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
    /// Objects of a list have its path and their number from 1.
    std::string pathOfObject(std::size_t bytesRead)
    {
        if (m_open.empty() || !m_open.back().isList)
            return m_path;
        auto path = fmt::format("{}.{}", m_open.back().path, ++m_open.back().objects);
        path.resize(std::min(path.size(), longestPath));
        m_places.emplace(path, bytesRead);
        return path;
    }

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
        bool isList = false;
        int objects = 0; // of a list, so far
    };
    std::vector<Open> m_open;
    std::string m_path;
    std::map<std::string, std::size_t> m_places;
    std::optional<Doubled> m_doubled;
    bool m_tooDeep = false;
};

/// Throws nlohmann's exceptions; `read` is then how far it came.
Json parseWatched(std::string_view text, KeyWatch& watch, const char*& read)
{
    read = text.data();
    return Json::parse(JsonReader(text.data(), &read), JsonReader(text.data() + text.size(), &read),
                       [&](int depth, Json::parse_event_t event, Json& parsed) {
                           return watch.see(depth, event, parsed, static_cast<std::size_t>(read - text.data()));
                       });
}

void mustBe(const JsonPlace& place, std::string_view what, const Json& found)
{
    place.refuse("FILE_VALUE", fmt::format("\"{}\" must be {}, found {}.", place.path, what, shown(found)));
}

/// "f.json, line 12".
std::string whereIs(const JsonPlace& place)
{
    const int line = lineOfKey(place.text, place.path);
    return line > 0 ? fmt::format("{}, line {}", place.file, line) : std::string(place.file);
}

} // namespace

int lineOfKey(std::string_view text, std::string_view path)
{
    KeyWatch watch;
    const char* read = nullptr;
    try {
        parseWatched(text, watch, read);
    } catch (const Json::exception&) {
        return 0; // text that was never parsed has no lines to name
    }
    while (!path.empty()) {
        if (const auto at = watch.placeOf(std::string(path)))
            return static_cast<int>(lineAndColumn(text, *at).first);
        const auto dot = path.rfind('.');
        path = path.substr(0, dot == std::string_view::npos ? 0 : dot);
    }
    return 0;
}

JsonPlace JsonPlace::at(std::string_view key) const
{
    return {file, text, error, path.empty() ? std::string(key) : fmt::format("{}.{}", path, key), part};
}

void JsonPlace::refuse(std::string_view code, std::string_view what) const
{
    if (!*error)
        *error = Error{std::string(code), fmt::format("{}: {}{}", whereIs(*this), part, what), path};
}

std::string shown(const Json& value)
{
    constexpr std::size_t max = 40;
    const std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
    const auto front = std::string_view(text).substr(0, max);
    return plainJson(front.substr(0, front.size() - unfinishedLetter(front))) + (text.size() <= max ? "" : "...");
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
    const char* read = nullptr;
    Json parsed;
    try {
        parsed = parseWatched(text, watch, read);
    } catch (const Json::exception& error) {
        const auto* parse = dynamic_cast<const Json::parse_error*>(&error); // the other one is that of large numbers
        const auto bytesRead = parse ? parse->byte : static_cast<std::size_t>(read - text.data());
        const auto [at, sentence] = jsonMistake(text, bytesRead, error.what());
        const auto [line, column] = lineAndColumn(text, at + 1);
        return failure("FILE_SYNTAX", "{}, line {}, column {}: {}", file, line, column, sentence);
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

tl::expected<void, Error> readJson(std::string_view text, std::string_view file,
                                   const std::function<void(const Json&, const JsonPlace&)>& read)
{
    const auto object = parseJson(text, file);
    if (!object)
        return tl::make_unexpected(object.error());
    std::optional<Error> error;
    read(*object, {file, text, &error});
    return error ? tl::make_unexpected(*std::move(error)) : tl::expected<void, Error>();
}

void checkKeys(const Json& object, const JsonPlace& place, std::span<const std::string_view> known)
{
    for (const auto& [key, value] : object.items())
        if (std::find(known.begin(), known.end(), key) == known.end())
            return place.at(key).refuse("FILE_KEY", fmt::format("unknown key {}. The nearest known key is \"{}\".",
                                                                shown(Json(place.at(key).path)), nearest(key, known)));
}

const Json& memberOf(const Json& object, const JsonPlace& place, std::string_view key, std::string_view code)
{
    static const Json none;
    const auto found = object.find(key);
    if (found == object.end())
        place.refuse(code, fmt::format("key \"{}\" is missing. Add it.", place.at(key).path));
    return found == object.end() ? none : *found;
}

bool hasFormat(std::string_view text, std::string_view format)
{
    if (text.find(format) == std::string_view::npos)
        return false;
    const auto object = parseJson(text, {});
    const auto found = object ? object->find("format") : Json::const_iterator();
    return object && found != object->end() && *found == format;
}

void checkFormat(const Json& object, const JsonPlace& place, std::string_view format, int newest)
{
    const Json& kind = memberOf(object, place, "format", "FILE_FORMAT");
    if (!kind.is_string() || kind.get_ref<const std::string&>() != format)
        return place.at("format").refuse(
            "FILE_FORMAT",
            fmt::format("\"format\" must be \"{}\", found {}. This is another kind of file.", format, shown(kind)));
    const Json& version = memberOf(object, place, "version", "FILE_VERSION");
    if (!version.is_number_unsigned() || version.get<std::uint64_t>() == 0)
        return place.at("version").refuse(
            "FILE_VERSION", fmt::format("\"version\" must be a whole number from 1, found {}.", shown(version)));
    if (version.get<std::uint64_t>() > static_cast<std::uint64_t>(newest))
        place.at("version").refuse(
            "FILE_VERSION",
            fmt::format("version {} is newer than this program, which reads up to version {}. Update it.",
                        shown(version), newest));
}

std::string textOf(const Json& object, const JsonPlace& place, std::string_view key)
{
    const Json& value = memberOf(object, place, key);
    auto text = value.is_string() ? value.get<std::string>() : std::string();
    if (text.find_first_not_of(" \t\n\v\f\r") == std::string::npos)
        mustBe(place.at(key), "a text that is not empty", value);
    else if (text.find('\0') != std::string::npos) // which ends a text for the system
        mustBe(place.at(key), "a text without \\u0000", value);
    return text;
}

std::string nameOf(const Json& object, const JsonPlace& place, std::string_view key)
{
    auto name = textOf(object, place, key);
    if (oneLine(name) != name)
        mustBe(place.at(key), "one line of at most 2,000 bytes without control characters and marks of direction",
               object.at(key));
    return name;
}

bool switchOf(const Json& object, const JsonPlace& place, std::string_view key)
{
    const Json& value = memberOf(object, place, key);
    if (value.is_boolean())
        return value.get<bool>();
    mustBe(place.at(key), "true or false", value);
    return false;
}

double numberOf(const Json& object, const JsonPlace& place, std::string_view key)
{
    const Json& value = memberOf(object, place, key);
    if (value.is_number() && std::isfinite(value.get<double>()))
        return value.get<double>();
    mustBe(place.at(key), "a finite number", value);
    return 0;
}

const Json& objectOf(const Json& object, const JsonPlace& place, std::string_view key)
{
    static const Json none = Json::object();
    const Json& value = memberOf(object, place, key);
    if (value.is_object())
        return value;
    mustBe(place.at(key), "an object in braces", value);
    return none;
}

} // namespace core
