// SPDX-License-Identifier: GPL-3.0-or-later
// Tries one edit after the other; whatever the reader then accepts is a repair.
#include "core/sharding/syntax_repairs.h"

#include "core/sharding/notation.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace core
{

namespace
{

/// Signs of books and of other programs, and what stands for them here.
constexpr std::array<std::pair<std::string_view, std::string_view>, 9> signs{
    {{"·", "*"}, {"×", "*"}, {"⋅", "*"}, {"→", "->"}, {"=>", "->"}, {"=", "->"}, {"(", "["}, {")", "]"}, {"_{", "_"}}};

std::string replaced(std::string text, std::string_view sign, std::string_view by)
{
    for (auto at = text.find(sign); at != std::string::npos; at = text.find(sign, at + by.size())) {
        text.replace(at, sign.size(), by);
        if (sign == "_{") // as LaTeX writes more than one letter
            if (const auto end = text.find('}', at); end != std::string::npos)
                text.erase(end, 1);
    }
    return text;
}

std::string inOurSigns(std::string_view text)
{
    std::string written(text);
    for (const auto& [sign, ours] : signs)
        written = replaced(std::move(written), sign, ours);
    return written;
}

/// The first capital that the text lacks, then those that it has.
std::string capitals(std::string_view text)
{
    std::string had;
    std::string lacks;
    for (char c = 'A'; c <= 'Z'; ++c)
        (text.find(c) != std::string_view::npos ? had : lacks) += c;
    return lacks.substr(0, 1) + had;
}

/// The text with one sign or name more, less or another at that place, likely ones first.
std::vector<std::string> editsAt(std::string_view text, std::size_t at)
{
    std::vector<std::string> edits;
    const std::string before(text.substr(0, at));
    const auto add = [&](std::string_view instead, std::size_t of) {
        edits.push_back(before + std::string(instead) + std::string(text.substr(std::min(at + of, text.size()))));
    };
    for (const std::string_view sign : {"]", ",", "[", "*", "->", "}", "U_"})
        add(sign, 0);
    for (const std::string_view sign : {"*", "->", ",", "[", "]"})
        add(sign, 1);
    std::size_t name = 0;
    while (at + name < text.size() && isNameLetter(text[at + name]))
        ++name;
    if (name > 0)
        for (const char capital : capitals(text))
            add(std::string(1, capital), name);
    add("", 1);
    return edits;
}

/// A sign that ends an array: *, -> or {; npos where none follows.
std::size_t endOfArray(std::string_view text, std::size_t from)
{
    const auto at = text.find_first_of("*-{", from);
    return at != std::string_view::npos && text[at] == '-' && !text.substr(at).starts_with("->")
               ? endOfArray(text, at + 1)
               : at;
}

/// Each array with the brackets that it lacks: [ behind its name, ] where it ends. Text between } and the next sign
/// stays.
std::string withBrackets(std::string_view text)
{
    std::string whole;
    while (!text.empty()) {
        const auto end = std::min(endOfArray(text, 0), text.size());
        auto array = text.substr(0, end);
        const auto name = std::min(array.find_first_not_of(' '), array.size());
        const auto behind = std::min(array.find_first_of(" ]", name), array.size());
        const auto last = array.find_last_not_of(' ') + 1;
        const bool opens = array.find('[') != std::string_view::npos;
        const bool closes = last > 0 && array[last - 1] == ']';
        if (opens && !closes)
            whole.append(array.substr(0, last)).append("]").append(array.substr(last));
        else if (!opens && closes && behind < last)
            whole.append(array.substr(0, behind)).append("[").append(array.substr(behind));
        else
            whole += array;
        text.remove_prefix(end);
        const auto next = text.starts_with('{') ? text.find('}') : text.find_first_not_of("*->");
        whole += text.substr(0, next);
        text.remove_prefix(std::min(next, text.size()));
    }
    return whole;
}

/// Dimensions of one operand alone that the result leaves out: a product seldom means that.
std::size_t lostDims(const ShardingExpression& e)
{
    const auto isLost = [&](const std::string& dim) {
        const auto has = [&](const ShardedArray& array) { return array.find(dim) != nullptr; };
        return e.result && !e.result->find(dim) && std::ranges::count_if(e.operands, has) == 1;
    };
    const auto dims = e.dims();
    return static_cast<std::size_t>(std::ranges::count_if(dims, isLost));
}

} // namespace

std::vector<std::string> syntaxRepairs(std::string_view text)
{
    std::vector<std::string> found;
    std::vector<std::size_t> lost; // of each of these
    const auto keep = [&](const std::string& tried) {
        const auto read = readExpression(tried);
        if (!read || std::ranges::find(found, read->text()) != found.end())
            return;
        const auto at = std::ranges::upper_bound(lost, lostDims(*read)) - lost.begin();
        lost.insert(lost.begin() + at, lostDims(*read));
        found.insert(found.begin() + at, read->text());
        found.resize(std::min(found.size(), maxRepairs));
        lost.resize(found.size());
    };
    const std::string ours = inOurSigns(text);
    const auto read = readExpression(ours);
    if (read) {
        keep(ours);
        return found;
    }
    const auto at = std::min(static_cast<std::size_t>(read.error().column - 1), ours.size());
    std::string capital = ours.substr(0, at);
    if (at < ours.size())
        capital += static_cast<char>(std::toupper(static_cast<unsigned char>(ours[at])));
    keep(capital + ours.substr(capital.size()));
    if (found.empty())
        for (const auto& edit : editsAt(ours, at))
            keep(edit);
    if (found.empty())
        keep(withBrackets(ours));
    if (found.empty())
        keep(ours.substr(0, at));
    return found;
}

} // namespace core
