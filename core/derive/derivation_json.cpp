// SPDX-License-Identifier: GPL-3.0-or-later
// A derivation for programs.
#include "core/derive/render.h"

#include <cmath>
#include <utility>
#include <vector>

namespace core
{

namespace
{

std::string quoted(std::string_view text)
{
    constexpr std::string_view hex = "0123456789abcdef";
    std::string out = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\')
            out += {'\\', c};
        else if (c == '\n')
            out += "\\n";
        else if (byte < 0x20)
            out += std::string("\\u00") + hex[byte / 16] + hex[byte % 16];
        else
            out += c;
    }
    return out + "\"";
}

/// JSON has neither infinity nor NaN: what never happens is said in a word, what does not apply is null.
std::string number(double value)
{
    if (std::isnan(value))
        return "null";
    if (std::isinf(value))
        return value > 0 ? "\"never\"" : "\"-never\"";
    return exactText(value);
}

std::string stepObject(const Derivation& derivation, int index, ByteUnits bytes)
{
    const DerivationStep& step = derivation.steps[static_cast<std::size_t>(index)];
    std::vector<std::pair<std::string_view, std::string>> members{
        {"symbol", quoted(step.symbol)},
        {"title", quoted(step.title)},
        {"formula", quoted(expressionText(derivation, index, TextStyle::plain))},
        {"substituted", quoted(substitutedText(derivation, index, TextStyle::plain, bytes))},
        {"result", quoted(resultText(step, bytes))},
        {"value", step.word.empty()                             ? number(step.value)
                  : step.word == "true" || step.word == "false" ? step.word
                                                                : quoted(step.word)},
        {"unit", quoted(unitText(step.dim))},
        {"equation", quoted(step.equation)},
        {"source", quoted(step.source)},
        {"url", quoted(step.sourceUrl)},
        {"field", quoted(step.fieldId)},
    };
    if (!step.sentence.empty())
        members.emplace_back("sentence", quoted(step.sentence));
    std::string out = "    {\n";
    for (std::size_t i = 0; i < members.size(); ++i) {
        out += "      " + quoted(members[i].first) + ": " + members[i].second;
        out += i + 1 < members.size() ? ",\n" : "\n";
    }
    return out + "    }";
}

} // namespace

std::string derivationJson(const Derivation& derivation, ByteUnits bytes)
{
    std::string out = "{\n  \"id\": " + quoted(derivation.id) + ",\n  \"steps\": [";
    for (std::size_t i = 0; i < derivation.steps.size(); ++i)
        out += (i > 0 ? ",\n" : "\n") + stepObject(derivation, static_cast<int>(i), bytes);
    return out + (derivation.steps.empty() ? "]\n}\n" : "\n  ]\n}\n");
}

} // namespace core
