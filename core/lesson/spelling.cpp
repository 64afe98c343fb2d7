// SPDX-License-Identifier: GPL-3.0-or-later
// Goes through a text word by word; what stands between the words stays.
#include "core/lesson/spelling.h"

#include "core/quantity/parse_number.h"
#include "core/quantity/shown.h"
#include "core/scenario/text_forms.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include <fmt/format.h>

namespace core
{

namespace
{

constexpr std::array<std::string_view, 24> blanks{" ",      "\t",     "\n",     "\v",     "\f",     "\r",
                                                  "\u00a0", "\u1680", "\u2000", "\u2001", "\u2002", "\u2003",
                                                  "\u2004", "\u2005", "\u2006", "\u2007", "\u2008", "\u2009",
                                                  "\u200a", "\u2028", "\u2029", "\u202f", "\u205f", "\u3000"};
constexpr std::array<std::string_view, 6> unseen{"\u00ad", "\u200b", "\u200c", "\u200d", "\u2060", "\ufeff"};

/// Bytes of the one of them that stands there; 0 where none does.
std::size_t bytesOf(std::span<const std::string_view> characters, std::string_view text, std::size_t at)
{
    const auto found = std::ranges::find_if(characters, [&](auto one) { return text.substr(at).starts_with(one); });
    return found == characters.end() ? 0 : found->size();
}

struct Spelling {
    std::string_view word, means;
};

template <std::size_t N> std::string_view meaning(const std::array<Spelling, N>& table, std::string_view word)
{
    const auto found = std::ranges::find(table, word, &Spelling::word);
    return found == table.end() ? std::string_view() : found->means;
}

constexpr std::array sizes{Spelling{"thousand", "e3"},    Spelling{"million", "e6"}, Spelling{"mn", "e6"},
                           Spelling{"billion", "e9"},     Spelling{"bn", "e9"},      Spelling{"trillion", "e12"},
                           Spelling{"quadrillion", "e15"}};

constexpr std::array units{
    Spelling{"percent", "%"},       Spelling{"pct", "%"},         Spelling{"second", "s"},
    Spelling{"seconds", "s"},       Spelling{"secs", "s"},        Spelling{"millisecond", "ms"},
    Spelling{"milliseconds", "ms"}, Spelling{"msec", "ms"},       Spelling{"microsecond", "us"},
    Spelling{"microseconds", "us"}, Spelling{"usec", "us"},       Spelling{"nanosecond", "ns"},
    Spelling{"nanoseconds", "ns"},  Spelling{"minute", "min"},    Spelling{"minutes", "min"},
    Spelling{"mins", "min"},        Spelling{"hr", "h"},          Spelling{"hrs", "h"},
    Spelling{"kibibytes", "KiB"},   Spelling{"mebibytes", "MiB"}, Spelling{"gibibytes", "GiB"},
    Spelling{"tebibytes", "TiB"},   Spelling{"operation", "OP"},  Spelling{"operations", "OP"},
};

/// At the beginning: "four all-reduces".
constexpr std::array numbers{Spelling{"zero", "0"},  Spelling{"one", "1"},   Spelling{"two", "2"},
                             Spelling{"three", "3"}, Spelling{"four", "4"},  Spelling{"five", "5"},
                             Spelling{"six", "6"},   Spelling{"seven", "7"}, Spelling{"eight", "8"},
                             Spelling{"nine", "9"},  Spelling{"ten", "10"},  Spelling{"twelve", "12"}};

/// Behind "per".
constexpr std::array spelledParts{Spelling{"cent", "%"}, Spelling{"second", "/s"}, Spelling{"sec", "/s"},
                                  Spelling{"s", "/s"},   Spelling{"byte", "/B"},   Spelling{"b", "/B"},
                                  Spelling{"hour", "/h"}};

/// In the singular; most also stand for their plural.
constexpr std::array<std::string_view, 116> nouns{
    "accelerator", "all",     "allgather", "allreduce",  "alltoall",   "approx",        "array",      "as",
    "axis",        "batch",   "block",     "bound",      "bubble",     "bucket",        "capacity",   "card",
    "chip",        "chunk",   "class",     "collective", "column",     "copy",          "core",       "cost",
    "cycle",       "dcn",     "device",    "dimension",  "domain",     "element",       "entry",      "exchange",
    "expert",      "factor",  "fast",      "faster",     "gather",     "gpu",           "group",      "hbm",
    "head",        "hop",     "host",      "ici",        "input",      "instance",      "item",       "kernel",
    "lane",        "layer",   "least",     "link",       "machine",    "math",          "matmul",     "matrices",
    "matrix",      "memory",  "mesh",      "message",    "microbatch", "model",         "network",    "neuron",
    "new",         "node",    "nvlink",    "of",         "output",     "param",         "parameter",  "partition",
    "pass",        "path",    "peak",      "permute",    "piece",      "pod",           "position",   "product",
    "quick",       "quicker", "rack",      "rank",       "reduce",     "reducescatter", "replica",    "request",
    "ring",        "round",   "row",       "run",        "sample",     "scatter",       "seq",        "sequence",
    "server",      "shard",   "slice",     "slot",       "stage",      "step",          "tensorcore", "text",
    "the",         "them",    "time",      "to",         "tok",        "token",         "total",      "tpu",
    "vmem",        "whole",   "world",     "x"};

/// That have a number in them.
constexpr std::array<std::string_view, 15> chipNames{"a100", "b200",  "gb200", "gh200",  "h100",
                                                     "h200", "nvl72", "tpuv4", "tpuv5p", "v3",
                                                     "v4",   "v5e",   "v5p",   "v6e",    "v7"};

constexpr std::array prefixes{
    Spelling{"", ""},      Spelling{"k", "k"},    Spelling{"m", "M"},    Spelling{"g", "G"},    Spelling{"t", "T"},
    Spelling{"p", "P"},    Spelling{"e", "E"},    Spelling{"kilo", "k"}, Spelling{"mega", "M"}, Spelling{"giga", "G"},
    Spelling{"tera", "T"}, Spelling{"peta", "P"}, Spelling{"exa", "E"}};

/// The prefix before an ending; nothing where the word is another.
std::optional<std::string> before(std::string_view ending, std::string_view low)
{
    if (!low.ends_with(ending))
        return std::nullopt;
    const auto front = low.substr(0, low.size() - ending.size());
    const auto found = std::ranges::find(prefixes, front, &Spelling::word);
    return found == prefixes.end() ? std::nullopt : std::optional(std::string(found->means));
}

class Speller
{
public:
    Speller(std::string_view text, Dim wanted) : m_text(text), m_wanted(wanted) {}

    std::string read()
    {
        while (m_at < m_text.size()) {
            if (takeTenTo() || takeGroup() || takeTimes())
                continue;
            if (isLetter(m_text[m_at]))
                takeWord();
            else
                m_whole += m_text[m_at++];
        }
        return std::move(m_whole);
    }

private:
    std::size_t blanksFrom(std::size_t at) const { return std::min(m_text.find_first_not_of(' ', at), m_text.size()); }

    std::string_view wordAt(std::size_t at) const
    {
        auto end = at;
        while (end < m_text.size() && isLetter(m_text[end]))
            ++end;
        return m_text.substr(at, end - at);
    }

    /// Where the digits written last begin, without an exponent or calculation before them; nothing elsewhere.
    bool followsNumber() const
    {
        const auto last = m_whole.find_last_not_of(' ');
        if (last == std::string::npos || !(isDigit(m_whole[last]) || m_whole[last] == '.'))
            return false;
        const auto from = m_whole.find_last_not_of("0123456789.,", last);
        return from == std::string::npos || std::string_view("^eE+-").find(m_whole[from]) == std::string_view::npos;
    }

    void appendExponent(std::string_view exponent)
    {
        m_whole.erase(m_whole.find_last_not_of(' ') + 1);
        m_whole += exponent;
    }

    /// "5.04 × 10^16" as 5.04e16, so that a unit may follow.
    bool takeTenTo()
    {
        for (const std::string_view times : {"*", "×", "·", "x", "X"}) {
            if (!m_text.substr(m_at).starts_with(times) || !followsNumber())
                continue;
            auto at = blanksFrom(m_at + times.size());
            const auto power = m_text.substr(at).starts_with("10^")    ? std::size_t{3}
                               : m_text.substr(at).starts_with("10**") ? std::size_t{4}
                                                                       : 0;
            if (power == 0)
                continue;
            at += power;
            const std::string_view minus = m_text.substr(at).starts_with("−") ? "−" : "-";
            const bool negative = m_text.substr(at).starts_with(minus);
            at += negative ? minus.size() : 0;
            const auto end = std::min(m_text.find_first_not_of("0123456789", at), m_text.size());
            if (end == at)
                continue;
            appendExponent((negative ? "e-" : "e") + std::string(m_text.substr(at, end - at)));
            m_at = end;
            return true;
        }
        return false;
    }

    /// The sign of "8x2", and of "4(1 - 1/4)" where it stands for none.
    bool takeTimes()
    {
        const bool digit =
            !m_whole.empty() && isDigit(m_whole[std::min(m_whole.find_last_not_of(' '), m_whole.size() - 1)]);
        const auto behind = blanksFrom(m_at + 1);
        if (digit && m_text[m_at] == 'x' && behind < m_text.size() && isDigit(m_text[behind])) {
            m_whole += '*';
            ++m_at;
            return true;
        }
        const auto inner = m_text.substr(m_at, m_text.find(')', m_at) - m_at);
        if (!digit || !isDigit(m_whole.back()) || !inner.starts_with('(') || std::ranges::any_of(inner, isLetter))
            return false;
        m_whole += "*(";
        ++m_at;
        return true;
    }

    /// "20 445" and "20'445" as 20445: three digits behind a blank or an apostrophe, behind at most three or such a
    /// group.
    bool takeGroup()
    {
        constexpr std::size_t digits = 3;
        for (const std::string_view separator : {" ", "'", "’", "\u00A0", "\u202F"}) {
            const auto from = m_at + separator.size();
            if (!m_text.substr(m_at).starts_with(separator) || m_whole.empty() || !isDigit(m_whole.back()))
                continue;
            const auto end = std::min(m_text.find_first_not_of("0123456789", from), m_text.size());
            const auto run = m_whole.size() - (m_whole.find_last_not_of("0123456789") + 1);
            const bool isWhole = run == m_whole.size() || m_whole[m_whole.size() - run - 1] == ' ';
            if (end != from + digits || !isWhole || (run > digits && m_group != m_whole.size()))
                continue;
            m_whole += m_text.substr(from, digits);
            m_at = end;
            m_group = m_whole.size();
            return true;
        }
        return false;
    }

    void takeWord()
    {
        const auto word = wordAt(m_at);
        const auto low = lowerCase(word);
        const auto behind = m_at + word.size();
        if (const auto size = meaning(sizes, low); !size.empty() && followsNumber()) {
            appendExponent(size);
        } else if (const auto number = meaning(numbers, low); m_whole.empty() && !number.empty()) {
            m_whole += number;
        } else if (low == "per" && takePart(behind)) {
            return;
        } else if (const auto unit = meaning(units, low); !unit.empty()) {
            m_whole += unit;
        } else {
            m_whole += ofStem(word, low, behind);
        }
        m_at = behind;
    }

    bool takePart(std::size_t behind)
    {
        const auto from = blanksFrom(behind);
        const auto word = wordAt(from);
        const auto part = meaning(spelledParts, lowerCase(word));
        if (part.empty())
            return false;
        m_whole += part;
        m_at = from + word.size();
        return true;
    }

    /// "TFLOPS", "gigabytes", "GBps"; the word itself where it is none of these.
    std::string ofStem(std::string_view word, std::string_view low, std::size_t behind) const
    {
        for (const std::string_view end : {"bytes", "byte"})
            if (const auto prefix = before(end, low); prefix && !prefix->empty())
                return *prefix + "B";
        if (const auto prefix = before("bps", low); prefix && word.ends_with("ps"))
            return *prefix + (word[word.size() - 3] == 'B' ? "B/s" : "bit/s");
        if (m_wanted.flop == 0 || word.ends_with("FLOPs"))
            return std::string(word);
        for (const std::string_view end : {"flops", "flop", "ops", "op"})
            if (const auto prefix = before(end, low))
                return *prefix + "FLOP" + (isRate(word, behind) ? "/s" : "");
        return std::string(word);
    }

    /// FLOPS and flops, where no second is named behind it.
    bool isRate(std::string_view word, std::size_t behind) const
    {
        const auto rest = m_text.substr(blanksFrom(behind));
        return m_wanted == dim::flopPerSecond && (word.ends_with("PS") || word.ends_with("ps")) &&
               !rest.starts_with('/') && !rest.starts_with("per ");
    }

    std::string_view m_text;
    Dim m_wanted;
    std::string m_whole;
    std::size_t m_at = 0;
    std::size_t m_group = 0; // end of the last group of three digits
};

std::vector<std::string_view> wordsOf(std::string_view text)
{
    constexpr std::string_view between = " \t-,.";
    std::vector<std::string_view> words;
    for (auto at = text.find_first_not_of(between); at != text.npos; at = text.find_first_not_of(between, at)) {
        words.push_back(text.substr(at, text.find_first_of(between, at) - at));
        at += words.back().size();
    }
    return words;
}

/// Without a calculation or "about" before it and a full stop behind it.
std::string_view stripped(std::string_view text)
{
    for (const std::string_view equals : {"=", "≈", "<", ">", "≤", "≥"}) // "8 x 2 = 16", "E ≥ 11,000"
        if (const auto at = text.rfind(equals); at != std::string_view::npos)
            text.remove_prefix(at + equals.size());
    for (const std::string_view about :
         {"about ", "approx. ", "approx ", "roughly ", "ca. ", "~", "at most ", "at least ", "up to ", "below ",
          "under ", "above ", "over ", "less than ", "more than ", "fewer than "})
        if (const auto from = text.find_first_not_of(' ');
            from != std::string_view::npos && text.substr(from).starts_with(about))
            text.remove_prefix(from + about.size());
    if (text.ends_with('.') && text.size() > 1 && isLetter(text[text.size() - 2]))
        text.remove_suffix(1);
    return text;
}

/// "10⁻⁶" as "10^-6".
std::string withPlainPowers(std::string_view text)
{
    std::vector<std::string_view> raised(raisedDigits.begin(), raisedDigits.end());
    raised.insert(raised.end(), {"⁻", "⁺"});
    std::string plain;
    bool within = false;
    while (!text.empty()) {
        const auto found = std::ranges::find_if(raised, [&](std::string_view one) { return text.starts_with(one); });
        if (found != raised.end() && !within && (plain.empty() || !isDigit(plain.back())))
            return plain + std::string(text); // of no number
        if (found != raised.end())
            plain += std::string(within ? "" : "^") + "0123456789-+"[found - raised.begin()];
        else
            plain += text.front();
        within = found != raised.end();
        text.remove_prefix(within ? found->size() : 1);
    }
    return plain;
}

} // namespace

std::string spelled(std::string_view text, Dim wanted)
{
    return Speller(withPlainPowers(stripped(text)), wanted).read();
}

bool areNouns(std::string_view words, std::string_view countUnit)
{
    const std::string low = lowerCase(words), own = lowerCase(countUnit);
    if (low == "×" || (!low.empty() && low == counted("2", own))) // "sequences of a batch", as its words are
        return true;
    const auto ofUnit = wordsOf(own);
    const auto isListed = [&](std::string_view word) {
        const auto isOne = [&](std::string_view noun) {
            return word == noun || word == counted("2", noun) || word == fmt::format("{}s", noun); // "H100s"
        };
        return std::ranges::any_of(nouns, isOne) || std::ranges::any_of(chipNames, isOne) ||
               std::ranges::any_of(ofUnit, isOne);
    };
    const auto all = wordsOf(low);
    return !all.empty() && std::ranges::all_of(all, isListed);
}

std::string withSingleBlanks(std::string_view text)
{
    std::string plain;
    for (std::size_t at = 0; at < text.size();) {
        if (const auto none = bytesOf(unseen, text, at)) {
            at += none;
        } else if (const auto blank = bytesOf(blanks, text, at)) {
            at += blank;
            plain += plain.ends_with(' ') ? "" : " ";
        } else {
            plain += text[at++];
        }
    }
    return std::string(trimmed(plain));
}

} // namespace core
