// SPDX-License-Identifier: GPL-3.0-or-later
// A derivation as text: plain, Markdown, LaTeX, HTML for the Explain panel, or JSON.
#pragma once

#include "core/derive/derivation.h"
#include "core/quantity/format.h"

#include <string>

namespace core
{

/// Significant digits of every result in a derivation.
inline constexpr int resultDigits = 4;

enum class TextStyle { plain, markdown, latex, html };

/// The formula of one step in symbols, e.g. "2·(n − 1) / n·V / W"; empty for inputs.
std::string expressionText(const Derivation&, int step, TextStyle);

/// The same line with numbers put in. Operands carry as many digits as it takes for the line, evaluated as written,
/// to give the shown result. Counts are whole numbers with separators; others carry a unit with prefix.
std::string substitutedText(const Derivation&, int step, TextStyle, ByteUnits);

/// The result of one step as shown: "2.147 GB".
std::string resultText(const DerivationStep&, ByteUnits);

/// The whole derivation; in HTML every operand links to "#step-N" and inputs to "field:ID".
std::string derivationText(const Derivation&, TextStyle, ByteUnits);

/// {"id":..,"steps":[{"symbol":..,"title":..,"formula":..,"substituted":..,"result":..,"value":..,"unit":..,
/// "equation":..,"source":..,"url":..,"field":..}]}, two-space indent, final newline; a step that was counted has a
/// "sentence" besides. The lines are in plain style; a value that is infinite is "never", one that does not apply is
/// null.
std::string derivationJson(const Derivation&, ByteUnits);

} // namespace core
