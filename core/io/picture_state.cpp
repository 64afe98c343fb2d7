// SPDX-License-Identifier: GPL-3.0-or-later
// Chunks of a PNG (ISO/IEC 15948:2004, 5.3 and 11.3.4.5) and one element of an SVG.
#include "core/io/picture_state.h"

#include "core/io/scenario_json.h"

#include <array>
#include <cstdint>
#include <fmt/format.h>
#include <utility>

namespace core
{

namespace
{

using namespace std::string_view_literals;

constexpr auto signature = "\x89PNG\r\n\x1a\n"sv;
constexpr auto keyword = "rooflight-scenario"sv;
constexpr std::size_t headerEnd = 8 + 25;  // the signature and IHDR, which comes first
constexpr std::size_t chunkFrame = 12;     // length, type and CRC
constexpr auto plainText = "\0\0\0\0\0"sv; // end of the keyword, not compressed, no language, no translated keyword
constexpr auto opening = "<metadata id=\"rooflight-scenario\">"sv;
constexpr auto closing = "</metadata>"sv;
constexpr std::array entities{std::pair{'&', "&amp;"sv}, std::pair{'<', "&lt;"sv}, std::pair{'>', "&gt;"sv}};

std::uint32_t crc(std::string_view bytes)
{
    std::uint32_t rest = 0xffffffffU;
    for (const char byte : bytes) {
        rest ^= static_cast<unsigned char>(byte);
        for (int bit = 0; bit < 8; ++bit)
            rest = (rest >> 1U) ^ ((rest & 1U) != 0 ? 0xedb88320U : 0U);
    }
    return ~rest;
}

std::string bigEndian(std::uint32_t number)
{
    return {static_cast<char>(number >> 24U), static_cast<char>(number >> 16U), static_cast<char>(number >> 8U),
            static_cast<char>(number)};
}

/// The four bytes at `at`, which lie inside.
std::uint32_t wordAt(std::string_view bytes, std::size_t at)
{
    std::uint32_t number = 0;
    for (const char byte : bytes.substr(at, 4))
        number = (number << 8U) | static_cast<unsigned char>(byte);
    return number;
}

tl::unexpected<Error> damaged(std::string_view name, const char* how)
{
    return tl::unexpected(
        Error{"FILE_SYNTAX", fmt::format("The picture {} is damaged: {}; export it again.", name, how)});
}

tl::unexpected<Error> stateless(std::string_view name)
{
    return tl::unexpected(Error{"FILE_STATE", fmt::format("The picture {} contains no scenario; open the scenario file "
                                                          "it was made from, or export it with its scenario.",
                                                          name)});
}

tl::expected<std::string, Error> pngText(std::string_view png, std::string_view name)
{
    for (std::size_t at = signature.size();;) {
        if (png.size() - at < chunkFrame)
            return damaged(name, "it ends too early");
        const std::uint32_t length = wordAt(png, at);
        if (length > png.size() - at - chunkFrame)
            return damaged(name, "a chunk is longer than the file");
        const auto body = png.substr(at + 4, length + std::size_t{4}); // type and data, which the CRC covers
        if (crc(body) != wordAt(png, at + 8 + length))
            return damaged(name, "a checksum is wrong");
        const auto data = body.substr(4);
        const auto head = data.substr(0, keyword.size() + plainText.size());
        if (body.starts_with("iTXt") && head.starts_with(keyword) && head.substr(keyword.size()) == plainText)
            return std::string(data.substr(head.size()));
        if (body.starts_with("IEND"))
            return stateless(name);
        at += chunkFrame + length;
    }
}

tl::expected<std::string, Error> svgText(std::string_view svg, std::string_view name)
{
    const auto begin = svg.find(opening);
    if (begin == std::string_view::npos)
        return svg.find("</svg>") == std::string_view::npos ? damaged(name, "it ends too early") : stateless(name);
    const auto end = svg.find(closing, begin);
    if (end == std::string_view::npos)
        return damaged(name, "it ends too early");
    std::string text;
    for (auto rest = svg.substr(begin + opening.size(), end - begin - opening.size()); !rest.empty();) {
        std::pair<char, std::string_view> next{rest[0], rest.substr(0, 1)};
        for (const auto& entity : entities)
            next = rest.starts_with(entity.second) ? entity : next;
        text += next.first;
        rest.remove_prefix(next.second.size());
    }
    return text;
}

bool isSvg(std::string_view bytes)
{
    const auto first = bytes.find_first_not_of(" \t\r\n\xef\xbb\xbf");
    constexpr std::size_t prolog = 1024; // the XML declaration and comments before the root element
    return first != std::string_view::npos && bytes[first] == '<' &&
           bytes.substr(0, prolog).find("<svg") != std::string_view::npos;
}

} // namespace

bool isPicture(std::string_view bytes) { return bytes.starts_with(signature) || isSvg(bytes); }

std::string pngWithScenario(std::string_view png, const Scenario& scenario)
{
    const std::string data = std::string(keyword).append(plainText) + writeScenario(scenario);
    const std::string body = "iTXt" + data;
    return std::string(png.substr(0, headerEnd)) + bigEndian(static_cast<std::uint32_t>(data.size())) + body +
           bigEndian(crc(body)) + std::string(png.substr(headerEnd));
}

std::string svgMetadata(const Scenario& scenario)
{
    std::string text(opening);
    for (const char letter : writeScenario(scenario)) {
        std::string_view shown(&letter, 1);
        for (const auto& [plain, entity] : entities)
            shown = plain == letter ? entity : shown;
        text += shown;
    }
    return text.append(closing);
}

tl::expected<Scenario, Error> readDocument(std::string_view bytes, std::string_view name, const Catalogue& catalogue)
{
    if (!isPicture(bytes))
        return readScenario(bytes, name, catalogue);
    const auto text = bytes.starts_with(signature) ? pngText(bytes, name) : svgText(bytes, name);
    return text ? readScenario(*text, name, catalogue) : tl::unexpected(text.error());
}

} // namespace core
