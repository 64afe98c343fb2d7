// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers and operations in each text style, with no bracket more than the order of evaluation needs.
#include "core/derive/typeset.h"

#include "core/derive/render.h"
#include "core/quantity/shown.h"

namespace core
{

namespace
{

std::string inBrackets(const std::string& text, TextStyle style)
{
    return style == TextStyle::latex ? "\\left(" + text + "\\right)" : "(" + text + ")";
}

std::string atLeast(const Piece& piece, Tightness needed, TextStyle style)
{
    return piece.tightness < needed ? inBrackets(piece.text, style) : piece.text;
}

/// "1.23e24" as 1.23·10^24 where the style can raise it.
std::string digitsText(const std::string& number, TextStyle style)
{
    std::string out;
    for (const char c : number) {
        if (c == ',' && style == TextStyle::latex)
            out += "{,}";
        else if (c == 'e' && style == TextStyle::latex)
            out += " \\times 10^{";
        else if (c == 'e' && style == TextStyle::html)
            out += "×10<sup>";
        else
            out += c;
    }
    if (number.find('e') == std::string::npos)
        return out;
    return out + (style == TextStyle::latex ? "}" : style == TextStyle::html ? "</sup>" : "");
}

std::string latexUnit(const std::string& unit)
{
    if (unit == "µs")
        return "\\mu\\text{s}";
    std::string out;
    for (std::size_t i = 0; i < unit.size(); ++i) { // the dot of a product and the caret of a power are no letters
        const bool dot = unit.compare(i, std::string_view("·").size(), "·") == 0;
        if (dot) {
            out += "}\\cdot\\text{";
            i += std::string_view("·").size() - 1;
        } else if (unit[i] == '^' && i + 1 < unit.size()) {
            out += std::string("}^") + unit[++i] + "\\text{";
        } else {
            out += proseText(std::string_view(unit).substr(i, 1), TextStyle::latex);
        }
    }
    return "\\text{" + out + "}";
}

std::string unitPart(const Shown& number, TextStyle style)
{
    if (number.unit.empty())
        return {};
    const bool close = number.unit.front() == '/';
    if (style == TextStyle::latex)
        return (close ? "" : "\\,") + latexUnit(number.unit);
    return (close ? "" : style == TextStyle::html ? "&nbsp;" : " ") + proseText(number.unit, style);
}

std::string wordOrDigits(const std::string& number, TextStyle style)
{
    const bool digits = !number.empty() && number.front() >= '0' && number.front() <= '9';
    if (digits)
        return digitsText(number, style);
    if (style != TextStyle::latex)
        return number;
    return number == "∞" ? "\\infty" : number == "–" ? "\\text{–}" : "\\text{" + number + "}";
}

std::string joined(const std::vector<Piece>& pieces)
{
    std::string out;
    for (const Piece& piece : pieces)
        out += (out.empty() ? "" : ", ") + piece.text;
    return out;
}

Piece sumPiece(const std::string& sign, const Piece& left, const Piece& right, TextStyle style)
{
    return {atLeast(left, Tightness::sum, style) + " " + sign + " " + atLeast(right, Tightness::product, style),
            Tightness::sum};
}

Piece productPiece(const Piece& left, const Piece& right, TextStyle style)
{
    const std::string dot = style == TextStyle::latex ? " \\cdot " : "·";
    return {atLeast(left, Tightness::product, style) + dot + atLeast(right, Tightness::compoundUnit, style),
            Tightness::product};
}

Piece quotientPiece(const Piece& left, const Piece& right, TextStyle style)
{
    if (style == TextStyle::latex)
        return {"\\frac{" + left.text + "}{" + right.text + "}", Tightness::power};
    return {atLeast(left, Tightness::product, style) + " / " + atLeast(right, Tightness::power, style),
            Tightness::product};
}

Piece powerPiece(const Piece& base, const Piece& exponent, TextStyle style)
{
    const std::string below = atLeast(base, Tightness::atom, style);
    if (style == TextStyle::latex)
        return {"{" + below + "}^{" + exponent.text + "}", Tightness::power};
    if (style == TextStyle::html)
        return {below + "<sup>" + exponent.text + "</sup>", Tightness::power};
    return {below + "^" + atLeast(exponent, Tightness::atom, style), Tightness::power};
}

Piece functionPiece(Op op, const std::vector<Piece>& operands, TextStyle style)
{
    const bool latex = style == TextStyle::latex;
    const std::string inner = joined(operands);
    switch (op) {
    case Op::larger:
        return {(latex ? "\\max\\left(" : "max(") + inner + (latex ? "\\right)" : ")")};
    case Op::smaller:
        return {(latex ? "\\min\\left(" : "min(") + inner + (latex ? "\\right)" : ")")};
    case Op::root:
        return {latex ? "\\sqrt{" + inner + "}" : "√(" + inner + ")"};
    case Op::roundUp:
        return {latex ? "\\left\\lceil " + inner + " \\right\\rceil" : "⌈" + inner + "⌉"};
    case Op::roundDown:
        return {latex ? "\\left\\lfloor " + inner + " \\right\\rfloor" : "⌊" + inner + "⌋"};
    default:
        return {inner};
    }
}

} // namespace

Piece numberPiece(const Shown& number, TextStyle style)
{
    Piece piece;
    const std::string sign = style == TextStyle::latex && !number.sign.empty() ? "-" : number.sign;
    const std::string before = number.before.empty() ? "" : proseText(number.before, style);
    piece.text = sign + before + wordOrDigits(number.number, style) + unitPart(number, style);
    const bool raised = number.number.find('e') != std::string::npos && number.number.front() <= '9';
    if (!number.sign.empty())
        piece.tightness = Tightness::sign;
    else if (number.compound() || (raised && (style == TextStyle::latex || style == TextStyle::html)))
        piece.tightness = Tightness::compoundUnit;
    else if (raised || !number.unit.empty() || !number.before.empty())
        piece.tightness = Tightness::power;
    return piece;
}

Piece operationPiece(Op op, const std::vector<Piece>& operands, TextStyle style)
{
    switch (op) {
    case Op::add:
        return sumPiece("+", operands[0], operands[1], style);
    case Op::subtract:
        return sumPiece(style == TextStyle::latex ? "-" : "−", operands[0], operands[1], style);
    case Op::multiply:
        return productPiece(operands[0], operands[1], style);
    case Op::divide:
        return quotientPiece(operands[0], operands[1], style);
    case Op::power:
        return powerPiece(operands[0], operands[1], style);
    default:
        return functionPiece(op, operands, style);
    }
}

} // namespace core
