// SPDX-License-Identifier: GPL-3.0-or-later
// Symbols such as T_coll[X] and alpha_hbm, and prose, in each text style.
#include "core/derive/typeset.h"

#include "core/derive/render.h"

#include <algorithm>
#include <array>

namespace core
{

namespace
{

struct Greek {
    std::string_view name;
    std::string_view letter;
};

constexpr std::array greeks{
    Greek{"alpha", "α"}, Greek{"beta", "β"},  Greek{"gamma", "γ"}, Greek{"delta", "δ"},  Greek{"epsilon", "ε"},
    Greek{"eta", "η"},   Greek{"theta", "θ"}, Greek{"kappa", "κ"}, Greek{"lambda", "λ"}, Greek{"mu", "μ"},
    Greek{"nu", "ν"},    Greek{"pi", "π"},    Greek{"rho", "ρ"},   Greek{"sigma", "σ"},  Greek{"tau", "τ"},
    Greek{"phi", "φ"},   Greek{"chi", "χ"},   Greek{"psi", "ψ"},   Greek{"omega", "ω"},  Greek{"Delta", "Δ"},
    Greek{"Omega", "Ω"}, Greek{"Sigma", "Σ"},
};

const Greek* findGreek(std::string_view name)
{
    const auto* found = std::ranges::find(greeks, name, &Greek::name);
    return found == greeks.end() ? nullptr : found;
}

struct Parts {
    std::string_view base;
    std::string_view below;
    std::string_view context;
};

Parts taken(std::string_view symbol)
{
    Parts parts;
    if (const auto bracket = symbol.find('['); bracket != std::string_view::npos && symbol.ends_with(']')) {
        parts.context = symbol.substr(bracket + 1, symbol.size() - bracket - 2);
        symbol = symbol.substr(0, bracket);
    }
    const auto line = symbol.find('_');
    parts.base = symbol.substr(0, line);
    if (line != std::string_view::npos)
        parts.below = symbol.substr(line + 1);
    return parts;
}

bool isSymbol(std::string_view base)
{
    return !base.empty() && std::ranges::all_of(base, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '\'';
    });
}

std::string escaped(std::string_view text, std::string_view special)
{
    std::string out;
    for (const char c : text) {
        if (special.find(c) != std::string_view::npos)
            out += '\\';
        out += c;
    }
    return out;
}

std::string escapedHtml(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        switch (c) {
        case '&':
            out += "&amp;";
            break;
        case '<':
            out += "&lt;";
            break;
        case '>':
            out += "&gt;";
            break;
        case '"':
            out += "&quot;";
            break;
        default:
            out += c;
        }
    }
    return out;
}

std::string escapedLatex(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        switch (c) {
        case '\\':
            out += "\\textbackslash{}";
            break;
        case '~':
            out += "\\textasciitilde{}";
            break;
        case '^':
            out += "\\textasciicircum{}";
            break;
        default:
            if (std::string_view("&%$#_{}").find(c) != std::string_view::npos)
                out += '\\';
            out += c;
        }
    }
    return out;
}

std::string greekOr(std::string_view name)
{
    const Greek* greek = findGreek(name);
    return std::string(greek ? greek->letter : name);
}

std::string latexName(std::string_view name, bool base)
{
    if (findGreek(name))
        return "\\" + std::string(name);
    if (base && name.size() == 1)
        return std::string(name);
    return (base ? "\\mathrm{" : "\\text{") + escapedLatex(name) + "}";
}

std::string latexSymbol(const Parts& parts)
{
    std::string out = latexName(parts.base, true);
    if (!parts.below.empty())
        out += "_{" + latexName(parts.below, false) + "}";
    if (!parts.context.empty())
        out += "[\\text{" + escapedLatex(parts.context) + "}]";
    return out;
}

std::string htmlSymbol(const Parts& parts)
{
    const bool letter = parts.base.size() == 1 || findGreek(parts.base);
    const std::string base = escapedHtml(greekOr(parts.base));
    std::string out = letter ? "<i>" + base + "</i>" : base;
    if (!parts.below.empty())
        out += "<sub>" + escapedHtml(greekOr(parts.below)) + "</sub>";
    if (!parts.context.empty())
        out += "[" + escapedHtml(parts.context) + "]";
    return out;
}

} // namespace

std::string proseText(std::string_view text, TextStyle style)
{
    switch (style) {
    case TextStyle::markdown:
        return escaped(text, "\\`*_[]<>|~$#");
    case TextStyle::latex:
        return escapedLatex(text);
    case TextStyle::html:
        return escapedHtml(text);
    case TextStyle::plain:
        break;
    }
    return std::string(text);
}

std::string symbolText(std::string_view symbol, TextStyle style)
{
    const Parts parts = taken(symbol);
    if (!isSymbol(parts.base)) {
        const std::string prose = proseText(symbol, style);
        return style == TextStyle::latex ? "\\text{" + prose + "}" : prose;
    }
    if (style == TextStyle::latex)
        return latexSymbol(parts);
    if (style == TextStyle::html)
        return htmlSymbol(parts);
    std::string text = greekOr(parts.base);
    if (!parts.below.empty())
        text += "_" + greekOr(parts.below);
    if (!parts.context.empty())
        text += "[" + std::string(parts.context) + "]";
    return proseText(text, style);
}

std::string symbolOf(const DerivationStep& step)
{
    const auto& symbol = step.symbol;
    if (!symbol.empty() && symbol.front() != '[')
        return symbol;
    return (step.fieldId.empty() ? "“" + step.title + "”" : step.fieldId) + symbol;
}

} // namespace core
