// SPDX-License-Identifier: GPL-3.0-or-later
// Sizes are asked for by letter; of a text that is no mesh, the first axis that is wrong is looked for.
#include "core/sharding/named_mesh.h"

#include "core/quantity/format.h"
#include "core/quantity/parse_number.h"
#include "core/scenario/text_forms.h"
#include "core/sharding/notation.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace core
{

int NamedMesh::size(char axis) const
{
    const auto found = std::ranges::find(axes, axis, &Axis::name);
    return found == axes.end() ? 1 : found->size;
}

std::int64_t NamedMesh::size(std::string_view names) const
{
    std::int64_t product = 1;
    for (const char axis : names)
        product *= size(axis);
    return product;
}

bool NamedMesh::has(char axis) const { return std::ranges::find(axes, axis, &Axis::name) != axes.end(); }

char NamedMesh::otherCase(char axis) const
{
    const auto other = static_cast<char>(static_cast<unsigned char>(axis) ^ 0x20U); // of ASCII letters
    return has(other) ? other : axis;
}

std::int64_t NamedMesh::devices() const
{
    std::int64_t product = 1;
    for (const auto& axis : axes)
        product *= axis.size;
    return product;
}

std::string NamedMesh::text() const
{
    std::string all;
    for (const auto& [name, size] : axes)
        all += fmt::format("{}{}={}", all.empty() ? "" : ", ", name, size);
    return all;
}

std::optional<NamedMesh> readNamedMesh(std::string_view text)
{
    if (!isNamedMesh(text))
        return std::nullopt;
    NamedMesh mesh;
    for (const auto part : parts(text, ',')) {
        const auto axis = trimmed(part);
        const auto size = trimmed(axis.substr(axis.find('=') + 1));
        mesh.axes.push_back({axis[0], wholeNumber(size, 1, longestMeshAxis).value_or(1)});
    }
    return mesh;
}

namespace
{

/// Letters and numbers of the text as axes, in order: "XY=4" gives both four, a letter that is taken becomes another.
class Meant
{
public:
    explicit Meant(std::string_view text)
    {
        for (std::size_t at = 0; at < text.size(); ++at)
            if (isDigit(text[at])) {
                const auto end = std::min(text.find_first_not_of("0123456789", at), text.size());
                const auto number = text.substr(at, end - at);
                const int least = number.find_first_not_of('0') == std::string_view::npos ? 1 : longestMeshAxis;
                add(wholeNumber(number, 1, longestMeshAxis).value_or(least));
                const auto beyond = end < text.size() && text[end] == '.' ? // part of a device is none
                                        std::min(text.find_first_not_of("0123456789", end + 1), text.size())
                                                                          : end;
                at = beyond + (beyond < text.size() && text[beyond] == 'x') - 1; // "4x4"
            } else if (text[at] == '=' || text[at] == ',') {
                m_isSize = text[at] == '=';
            } else if (isLetter(text[at]) && !m_isSize) { // "Y=q": no axis q
                m_letters += text[at];
            }
        if (!m_letters.empty())
            add(m_mesh.axes.empty() ? 4 : m_mesh.axes.back().size);
    }

    const NamedMesh& mesh() const { return m_mesh; }

private:
    void add(int size)
    {
        m_isSize = false;
        for (const char letter : m_letters.empty() ? std::string(1, freeLetter()) : std::exchange(m_letters, {}))
            m_mesh.axes.push_back({m_mesh.has(letter) ? freeLetter() : letter, size});
    }

    char freeLetter() const
    {
        constexpr std::string_view letters = "XYZW";
        const auto free = std::ranges::find_if_not(letters, [this](char letter) { return m_mesh.has(letter); });
        return free == letters.end() ? 'V' : *free;
    }

    NamedMesh m_mesh;
    std::string m_letters; // whose number is still to come
    bool m_isSize = false; // behind a =, where a number stands
};

constexpr std::string_view blanks = " \t";

struct Wrong {
    std::size_t at; // in the text of the axis
    std::string sentence;
};

std::optional<Wrong> wrongSize(char letter, std::string_view axis, std::size_t from)
{
    const auto begin = std::min(axis.find_first_not_of(blanks, from), axis.size());
    const auto end = std::min(axis.find_first_not_of("0123456789", begin), axis.size());
    const auto behind = axis.find_first_not_of(blanks, end);
    if (end == begin)
        return Wrong{begin,
                     fmt::format("Expected how many devices {} has, a whole number, as in {}=4.", letter, letter)};
    if (behind != std::string_view::npos)
        return Wrong{behind, "Expected a comma and the next axis, as in X=4, Y=4."};
    if (!wholeNumber(axis.substr(begin, end - begin), 1, longestMeshAxis))
        return Wrong{begin, fmt::format("Expected 1 to {} devices for {}, found {}.", grouped(longestMeshAxis), letter,
                                        axis.substr(begin, end - begin))};
    return std::nullopt;
}

std::optional<Wrong> wrongAxis(std::string_view axis, std::string_view named)
{
    const auto name = std::min(axis.find_first_not_of(blanks), axis.size());
    if (name == axis.size() || !isLetter(axis[name]))
        return Wrong{name, "Expected a mesh axis: a letter and how many devices it has, as in X=4."};
    if (named.find(axis[name]) != std::string_view::npos)
        return Wrong{name, fmt::format("{} is there already: each axis has a letter of its own.", axis[name])};
    const auto sign = std::min(axis.find_first_not_of(blanks, name + 1), axis.size());
    if (sign < axis.size() && isLetter(axis[sign]))
        return Wrong{sign, "The name of a mesh axis is one letter, as in X=4, Y=4."};
    if (sign == axis.size() || axis[sign] != '=')
        return Wrong{sign, fmt::format("Expected = and how many devices {} has, as in {}=4.", axis[name], axis[name])};
    return wrongSize(axis[name], axis, sign + 1);
}

} // namespace

std::optional<NotationError> namedMeshError(std::string_view text)
{
    std::string named;
    for (const auto axis : parts(text, ',')) {
        if (auto wrong = wrongAxis(axis, named)) {
            const auto begin = static_cast<std::size_t>(axis.data() - text.data());
            const auto meant = Meant(text).mesh().text();
            NotationError error{"MESH", static_cast<int>(begin + wrong->at) + 1, std::move(wrong->sentence), {}};
            if (isNamedMesh(meant))
                error.repairs.push_back(meant);
            return error;
        }
        named += trimmed(axis)[0];
    }
    return std::nullopt;
}

} // namespace core
