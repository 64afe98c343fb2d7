// SPDX-License-Identifier: GPL-3.0-or-later
// How symbols, numbers and operations look in each text style.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace core
{

enum class Op;
enum class TextStyle;
struct DerivationStep;
struct Shown;

/// How tightly a piece of a line holds together; decides about brackets.
enum class Tightness { sign, sum, product, compoundUnit, power, atom };

struct Piece {
    std::string text;
    Tightness tightness = Tightness::atom;
};

/// Text that is no formula, with the characters escaped that mean something in the style.
std::string proseText(std::string_view, TextStyle);

/// "T_coll[X]" as the style writes it: Greek letters, subscripts. A symbol with other signs in it is set as prose.
std::string symbolText(std::string_view symbol, TextStyle);

/// The symbol of a step, or what stands for it where it has none.
std::string symbolOf(const DerivationStep&);

Piece numberPiece(const Shown&, TextStyle);

/// `operands` are one or two pieces; larger and smaller take any number.
Piece operationPiece(Op, const std::vector<Piece>& operands, TextStyle);

} // namespace core
