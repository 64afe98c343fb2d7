// SPDX-License-Identifier: GPL-3.0-or-later
// Expressions of lessons as people read them, with titles in place of ids.
#pragma once

#include "core/lesson/lesson.h"
#include "core/scenario/scenario.h"

#include <string>
#include <string_view>
#include <vector>

namespace core
{

/// Of a field or number: "Bytes on one device of W", "Size of a dimension (D)".
std::string titleOf(const Scenario&, std::string_view id);

/// A sentence about fields and numbers with their titles in place of ids: "“Batch” must be ..." of "work.batch must be
/// ..."; without the id that stands before it, as in "work.batch: batch cannot be 0".
std::string inTitles(const Scenario&, std::string_view sentence);

/// Its names without their braces, functions and words in quotes left out.
std::vector<std::string_view> namesIn(std::string_view expression);

/// The expressions in the placeholders of a text, without digits and units: "time.step" of "It takes {time.step|3|s}".
std::vector<std::string_view> placeholdersIn(std::string_view text);

/// The name that is the whole of an expression, without its braces and without rounding: "tensor.limit" of
/// "floor(tensor.limit)". Empty where there is more.
std::string_view singleName(std::string_view expression);

enum class WordsOf { names, values };
/// "“Memory capacity” − 2 · “Bytes on one device of W”"; of values "95 GB − 2 · 268.4 MB". Empty where it compares, or
/// looks for a least value.
std::string expressionWords(const Scenario&, const Lesson&, std::string_view expression, WordsOf of = WordsOf::names);

} // namespace core
