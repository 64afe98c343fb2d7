// SPDX-License-Identifier: GPL-3.0-or-later
// Chunks of a PNG (ISO/IEC 15948:2004, 5.3 and 11.3.4.5), one element of an SVG, and blocks of a GIF (GIF89a, 15 to
// 27).
#include "core/io/picture_state.h"

#include "core/io/file_kind.h"
#include "core/io/scenario_json.h"
#include "core/quantity/format.h"

#include <array>
#include <cstdint>
#include <cstdlib>
#include <expat.h>
#include <fmt/format.h>
#include <memory>
#include <utility>

#include <malloc.h>

namespace core
{

namespace
{

using namespace std::string_view_literals;

constexpr auto signature = "\x89PNG\r\n\x1a\n"sv;
constexpr auto keyword = "rooflight-scenario"sv;
constexpr std::size_t headerEnd = 8 + 25;  // the signature and IHDR, which comes first
constexpr std::size_t chunkFrame = 12;     // length, type and CRC
constexpr auto plainHead = "\0\0\0\0\0"sv; // end of the keyword, not compressed, no language, no translated keyword
constexpr auto gifSignature = "GIF8"sv;
constexpr char gifEnd = ';';
constexpr char commentLabel = '\xfe';
constexpr auto opening = "<metadata id=\"rooflight-scenario\">"sv;
constexpr auto closing = "</metadata>"sv;
constexpr std::array entities{std::pair{'&', "&amp;"sv}, std::pair{'<', "&lt;"sv}, std::pair{'>', "&gt;"sv}};
constexpr std::array notInXml{std::pair{"\xef\xbf\xbe"sv, "\\ufffe"sv}, std::pair{"\xef\xbf\xbf"sv, "\\uffff"sv}};

constexpr std::array<std::uint32_t, 256> crcOfByte = [] {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t byte = 0; byte < table.size(); ++byte) {
        table[byte] = byte;
        for (int bit = 0; bit < 8; ++bit)
            table[byte] = (table[byte] >> 1U) ^ ((table[byte] & 1U) != 0 ? 0xedb88320U : 0U);
    }
    return table;
}();

std::uint32_t crc(std::string_view bytes)
{
    std::uint32_t rest = 0xffffffffU;
    for (const char byte : bytes)
        rest = (rest >> 8U) ^ crcOfByte[(rest ^ static_cast<unsigned char>(byte)) & 0xffU];
    return ~rest;
}

std::string bigEndian(std::uint32_t number)
{
    return {static_cast<char>(number >> 24U), static_cast<char>(number >> 16U), static_cast<char>(number >> 8U),
            static_cast<char>(number)};
}

/// The four bytes at `at`, which lie inside.
std::uint32_t bigEndianAt(std::string_view bytes, std::size_t at)
{
    std::uint32_t number = 0;
    for (const char byte : bytes.substr(at, 4))
        number = (number << 8U) | static_cast<unsigned char>(byte);
    return number;
}

tl::unexpected<Error> damaged(std::string_view name, std::string_view how)
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
        const std::uint32_t length = bigEndianAt(png, at);
        if (length > png.size() - at - chunkFrame)
            return damaged(name, "a chunk is longer than the file");
        const auto body = png.substr(at + 4, length + std::size_t{4}); // type and data, which the CRC covers
        if (crc(body) != bigEndianAt(png, at + 8 + length))
            return damaged(name, "a checksum is wrong");
        const auto data = body.substr(4);
        const auto head = data.substr(0, keyword.size() + plainHead.size());
        if (body.starts_with("iTXt") && head.starts_with(keyword) && head.substr(keyword.size()) == plainHead)
            return std::string(data.substr(head.size()));
        if (body.starts_with("IEND"))
            return stateless(name);
        at += chunkFrame + length;
    }
}

/// Behind the table of colours that the flags at `at` tell of, `rest` bytes after them.
std::size_t behindColours(std::string_view gif, std::size_t at, std::size_t rest)
{
    const auto flags = static_cast<unsigned char>(gif[at]);
    return at + rest + ((flags & 0x80U) != 0 ? std::size_t{6} << (flags & 7U) : 0);
}

/// What the sub-blocks from `at` on hold together; `at` is then behind them, or behind the end.
std::string subBlocks(std::string_view gif, std::size_t& at)
{
    std::string data;
    while (at < gif.size() && gif[at] != 0) {
        const std::size_t size = static_cast<unsigned char>(gif[at]);
        data += gif.substr(at + 1, size);
        at += 1 + size;
    }
    ++at;
    return data;
}

tl::expected<std::string, Error> gifText(std::string_view gif, std::string_view name)
{
    constexpr std::size_t screenFlags = 10;
    constexpr std::size_t imageFlags = 9;
    std::size_t at = gif.size() > screenFlags ? behindColours(gif, screenFlags, 3) : gif.size();
    while (at < gif.size()) {
        const char block = gif[at];
        if (block == gifEnd)
            return stateless(name);
        if (block == ',' && at + imageFlags < gif.size())
            at = behindColours(gif, at + imageFlags, 2); // the size of codes, then their sub-blocks
        else if (block == '!')
            at += 2;
        else
            return damaged(name, "a block is of no known kind");
        const bool comment = block == '!' && at <= gif.size() && gif[at - 1] == commentLabel;
        const std::string data = subBlocks(gif, at);
        if (comment && at <= gif.size() && data.starts_with(keyword) && data.substr(keyword.size(), 1) == "\n")
            return data.substr(keyword.size() + 1);
    }
    return damaged(name, "it ends too early");
}

/// What the parser met so far of an SVG.
struct SvgReading {
    bool inState = false;
    bool hasState = false;
    std::string state = {};
};

void beginElement(void* data, const XML_Char* name, const XML_Char** attributes)
{
    auto& reading = *static_cast<SvgReading*>(data);
    bool marked = false;
    for (; attributes[0]; attributes += 2)
        marked = marked || (attributes[0] == "id"sv && attributes[1] == keyword);
    reading.inState = marked && name == "metadata"sv && !reading.hasState;
    reading.hasState = reading.hasState || reading.inState;
}

void takeText(void* data, const XML_Char* text, int size)
{
    auto& reading = *static_cast<SvgReading*>(data);
    if (reading.inState && reading.state.size() <= largestScenario) // what is longer is refused as it is
        reading.state.append(text, static_cast<std::size_t>(size));
}

void endElement(void* data, const XML_Char*) { static_cast<SvgReading*>(data)->inState = false; }

/// What the parser of this thread may take for open elements and names: thousands of times what a picture has. Counted
/// for the thread, since Expat's functions of memory are told nothing of the parser that asks.
constexpr std::size_t parserRoom = std::size_t{16} << 20U;
thread_local std::size_t parserTakes = 0;
thread_local bool parserIsFull = false;

void* resized(void* old, std::size_t size)
{
    const std::size_t before = old ? malloc_usable_size(old) : 0;
    parserIsFull = parserTakes - before + size > parserRoom;
    void* found = parserIsFull ? nullptr : std::realloc(old, size);
    if (found)
        parserTakes += malloc_usable_size(found) - before;
    return found;
}

void* taken(std::size_t size) { return resized(nullptr, size); }

void freed(void* block)
{
    parserTakes -= block ? malloc_usable_size(block) : 0;
    std::free(block);
}

tl::expected<std::string, Error> svgText(std::string_view svg, std::string_view name)
{
    const XML_Memory_Handling_Suite memory{taken, resized, freed};
    const std::unique_ptr<XML_ParserStruct, void (*)(XML_Parser)> parser(XML_ParserCreate_MM(nullptr, &memory, nullptr),
                                                                         XML_ParserFree);
    const auto noMemory =
        Error{"FILE_READ", fmt::format("The picture {} cannot be read: the memory does not suffice.", name)};
    if (!parser)
        return tl::unexpected(noMemory);
    SvgReading reading;
    XML_SetUserData(parser.get(), &reading);
    XML_SetElementHandler(parser.get(), beginElement, endElement);
    XML_SetCharacterDataHandler(parser.get(), takeText);
    const bool isRead = XML_Parse(parser.get(), svg.data(), static_cast<int>(svg.size()), XML_TRUE) == XML_STATUS_OK;
    if (!isRead && XML_GetErrorCode(parser.get()) == XML_ERROR_NO_MEMORY)
        return parserIsFull ? damaged(name, "its elements lie too deep in each other, or have too many names")
                            : tl::unexpected(noMemory);
    if (!isRead)
        return damaged(name,
                       fmt::format("line {}, column {}: it is not XML ({})", XML_GetCurrentLineNumber(parser.get()),
                                   XML_GetCurrentColumnNumber(parser.get()) + 1,
                                   XML_ErrorString(XML_GetErrorCode(parser.get()))));
    return reading.hasState ? tl::expected<std::string, Error>(std::move(reading.state)) : stateless(name);
}

bool isSvg(std::string_view bytes)
{
    const auto first = bytes.find_first_not_of(" \t\r\n\xef\xbb\xbf");
    constexpr std::size_t prolog = 1024; // the XML declaration and comments before the root element
    return first != std::string_view::npos && bytes[first] == '<' &&
           bytes.substr(0, prolog).find("<svg") != std::string_view::npos;
}

} // namespace

bool isPicture(std::string_view bytes)
{
    return bytes.starts_with(signature) || bytes.starts_with(gifSignature) || isSvg(bytes);
}

std::size_t largestFile(std::string_view bytes) { return isPicture(bytes) ? largestPicture : largestScenario; }

std::string tooLargeText(std::string_view name, std::string_view bytes)
{
    if (const auto kind = foreignKind(bytes); !kind.empty())
        return fmt::format("{} {}", name, kind);
    const auto limit = static_cast<double>(largestFile(bytes));
    return fmt::format("{} is larger than {}; {}.", name, format(limit, dim::byte, {.bytes = ByteUnits::binary}),
                       isPicture(bytes) ? "pictures with a scenario are smaller"
                                        : "a scenario, a lesson or a file of settings has a few kB: shorten its texts");
}

std::string pngWithScenario(std::string_view png, const Scenario& scenario)
{
    const std::string data = std::string(keyword).append(plainHead) + writeScenario(scenario);
    const std::string body = "iTXt" + data;
    return std::string(png.substr(0, headerEnd)) + bigEndian(static_cast<std::uint32_t>(data.size())) + body +
           bigEndian(crc(body)) + std::string(png.substr(headerEnd));
}

std::string gifWithScenario(std::string_view gif, const Scenario& scenario)
{
    constexpr std::size_t maxInBlock = 255;
    const std::string data = std::string(keyword) + '\n' + writeScenario(scenario);
    std::string whole(gif.substr(0, gif.size() - 1)); // all but the end
    whole.append({'!', commentLabel});
    for (std::size_t at = 0; at < data.size(); at += maxInBlock) {
        const std::string block = data.substr(at, maxInBlock);
        whole += static_cast<char>(block.size());
        whole += block;
    }
    whole.append({'\0', gifEnd});
    return whole;
}

std::string svgMetadata(const Scenario& scenario)
{
    std::string text(opening);
    const std::string json = writeScenario(scenario);
    for (std::size_t at = 0; at < json.size(); ++at) {
        std::string_view shown(&json[at], 1);
        for (const auto& [plain, entity] : entities)
            shown = plain == json[at] ? entity : shown;
        for (const auto& [plain, escaped] : notInXml) // inside texts alone
            if (json.compare(at, plain.size(), plain) == 0) {
                shown = escaped;
                at += plain.size() - 1;
            }
        text += shown;
    }
    return text.append(closing);
}

tl::expected<Scenario, Error> readDocument(std::string_view bytes, std::string_view name, const Catalogue& catalogue)
{
    if (!isPicture(bytes))
        return readScenario(bytes, name, catalogue).map_error([&](const Error& error) {
            const bool isJson = error.code == "FILE_FORMAT";
            if (!isJson && error.code != "FILE_SYNTAX")
                return error;
            const auto own = isJson ? ownKind(bytes) : std::string_view();
            const auto kind = own.empty() ? foreignKind(bytes) : own;
            return kind.empty() ? error : Error{"FILE_FORMAT", fmt::format("{} {}", name, kind)};
        });
    const auto text = bytes.starts_with(signature)      ? pngText(bytes, name)
                      : bytes.starts_with(gifSignature) ? gifText(bytes, name)
                                                        : svgText(bytes, name);
    return text ? readScenario(*text, name, catalogue) : tl::unexpected(text.error());
}

} // namespace core
