// SPDX-License-Identifier: GPL-3.0-or-later
// A whole derivation as a document: one block for each step.
#include "core/derive/render.h"

#include "core/derive/typeset.h"
#include "core/quantity/shown.h"

namespace core
{

namespace
{

/// What a block says, already in the style.
struct Block {
    int index = 0;
    std::string symbol;
    std::string title;
    std::string equation;
    std::string formula; // these two are empty where there is nothing to say beyond the result
    std::string numbers;
    std::string result;
    std::string sentence;
    std::string source;
    std::string url; // as it is, for the style to put where it belongs
};

Block blockOf(const Derivation& derivation, int index, TextStyle style, ByteUnits bytes)
{
    const DerivationStep& step = derivation.steps[static_cast<std::size_t>(index)];
    FormatOptions options{.digits = resultDigits, .bytes = bytes, .countUnit = step.unit};
    Block block;
    block.index = index;
    block.symbol = symbolText(symbolOf(step), style);
    block.title = proseText(step.title, style);
    block.equation = proseText(step.equation, style);
    block.formula = expressionText(derivation, index, style);
    block.numbers = substitutedText(derivation, index, style, bytes);
    block.result =
        step.word.empty() ? numberPiece(shown(step.value, step.dim, options), style).text : proseText(step.word, style);
    if (!step.word.empty() && style == TextStyle::latex)
        block.result = "\\text{" + block.result + "}";
    block.sentence = proseText(step.sentence, style);
    block.source = proseText(step.source, style);
    block.url = step.sourceUrl;
    if (block.numbers == block.result)
        block.numbers.clear();
    return block;
}

std::string plainBlock(const Block& b)
{
    std::string out = b.symbol + (b.title.empty() ? "" : "  " + b.title);
    out += b.equation.empty() ? "\n" : "  (" + b.equation + ")\n";
    for (const auto& line : {b.formula, b.numbers, b.result})
        out += line.empty() ? "" : "    = " + line + "\n";
    out += b.sentence.empty() ? "" : "    " + b.sentence + "\n";
    if (!b.source.empty())
        out += "    Source: " + b.source + (b.url.empty() ? "" : ", " + b.url) + "\n";
    return out;
}

std::string markdownBlock(const Block& b)
{
    std::string out = "**" + (b.title.empty() ? b.symbol : b.title) + "**";
    out += b.equation.empty() ? "\n\n" : " (" + b.equation + ")\n\n";
    out += b.symbol;
    for (const auto& line : {b.formula, b.numbers, b.result})
        out += line.empty() ? "" : (out.ends_with(b.symbol) ? " = " : "\\\n= ") + line;
    out += "\n";
    out += b.sentence.empty() ? "" : "\n" + b.sentence + "\n";
    if (!b.source.empty())
        out += "\nSource: " + (b.url.empty() ? b.source : "[" + b.source + "](<" + b.url + ">)") + "\n";
    return out;
}

std::string latexBlock(const Block& b)
{
    std::string out = "\\paragraph{" + (b.title.empty() ? "$" + b.symbol + "$" : b.title) + "}";
    out += b.equation.empty() ? "\n" : " (" + b.equation + ")\n";
    out += "\\begin{align*}\n  " + b.symbol;
    bool first = true;
    for (const auto& line : {b.formula, b.numbers, b.result}) {
        if (line.empty())
            continue;
        out += (first ? " &= " : " \\\\\n    &= ") + line;
        first = false;
    }
    out += "\n\\end{align*}\n";
    out += b.sentence.empty() ? "" : b.sentence + "\n";
    if (!b.source.empty())
        out += "Source: " + b.source + (b.url.empty() ? "" : ", \\url{" + b.url + "}") + "\n";
    return out;
}

std::string htmlBlock(const Block& b)
{
    const auto paragraph = [](const std::string& kind, const std::string& text) {
        return text.empty() ? std::string() : "<p class=\"" + kind + "\">" + text + "</p>\n";
    };
    const auto equal = [](const std::string& text) { return text.empty() ? std::string() : "= " + text; };
    const std::string number = std::to_string(b.index);
    const std::string equation = b.equation.empty() ? "" : " <span class=\"equation\">(" + b.equation + ")</span>";
    const std::string own = "<span class=\"symbol\">" + b.symbol + "</span>";
    const std::string url = proseText(b.url, TextStyle::html);
    // Qt's rich text finds anchors by name, browsers by id.
    std::string out = "<div class=\"step\" id=\"step-" + number + "\"><a name=\"step-" + number + "\"></a>\n";
    out += paragraph("title", b.title + equation);
    out += paragraph("formula", b.formula.empty() ? "" : own + " = " + b.formula);
    out += paragraph("numbers", equal(b.numbers));
    out += paragraph("result", (b.formula.empty() ? own + " " : "") + equal(b.result));
    out += paragraph("sentence", b.sentence);
    if (!b.source.empty())
        out +=
            paragraph("source", "Source: " + (url.empty() ? b.source : "<a href=\"" + url + "\">" + b.source + "</a>"));
    return out + "</div>\n";
}

} // namespace

std::string derivationText(const Derivation& derivation, TextStyle style, ByteUnits bytes)
{
    std::string out;
    for (std::size_t i = 0; i < derivation.steps.size(); ++i) {
        const Block block = blockOf(derivation, static_cast<int>(i), style, bytes);
        switch (style) {
        case TextStyle::plain:
            out += (i > 0 ? "\n" : "") + plainBlock(block);
            break;
        case TextStyle::markdown:
            out += (i > 0 ? "\n" : "") + markdownBlock(block);
            break;
        case TextStyle::latex:
            out += (i > 0 ? "\n" : "") + latexBlock(block);
            break;
        case TextStyle::html:
            out += htmlBlock(block);
            break;
        }
    }
    return style == TextStyle::html ? "<div class=\"derivation\">\n" + out + "</div>\n" : out;
}

} // namespace core
