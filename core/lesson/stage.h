// SPDX-License-Identifier: GPL-3.0-or-later
// The scenario that a step of a lesson begins with, and the values of expressions in it.
#pragma once

#include "core/lesson/expression.h"
#include "core/lesson/lesson.h"
#include "core/scenario/scenario.h"

#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace core
{

struct NumberValue;

/// Presets first, then the others in their order. The error is the sentence of setField().
tl::expected<void, std::string> applySettings(Scenario&, const Settings&);

/// The error is a sentence about what of them has no effect in a scenario that has them.
tl::expected<void, std::string> checkRead(const Scenario&, const Settings&);

/// "work.batch=64k; conv.comms=added" or with titles, "Batch 65,536", as typed; `pointed` is the field of a part
/// without "=". The error is a sentence.
tl::expected<Settings, std::string> parseSettings(const Scenario&, std::string_view text,
                                                  std::string_view pointed = {});

/// The defaults with pins, start, and what the steps up to `step` set. The error is a sentence.
tl::expected<Scenario, std::string> scenarioAt(const Lesson&, std::size_t step, const Catalogue&);

/// The value of an expression. Its names are given numbers of the lesson, fields ("op.B"), numbers of the chip's preset
/// ("chip.cores"), ids of the registry ("op.bytes"), and in braces also ids with fields changed
/// ("{coll.time with coll.wrap=ring; coll.torus=8}") and the smallest value of a field that meets a condition
/// ("{least op.B until op.intensity>=240 with op.D=4096}"). Infinite where there is never one.
TermOrWhy valueIn(const Lesson&, const Scenario&, std::string_view expression);

/// What a name in braces means: "coll.time with coll.wrap=ring".
struct NamedElsewhere {
    std::string id;
    Scenario scenario; // with its fields changed
    Settings changed;
};
/// The error is a sentence; also of a size that nothing reads, and of arrays of the layer that cannot be read.
tl::expected<NamedElsewhere, std::string> elsewhere(const Scenario&, std::string_view name);

/// What binds, in words: "communication over X" of "comms:X". Other words stay.
std::string wordText(std::string_view word);

/// A number or a word as shown to people.
std::string termText(const Term&, const Scenario&, int digits = 3, std::string_view unit = {});

/// A text with its placeholders "{expression}", "{expression|digits}" or "{expression|digits|unit}" filled in; braces
/// inside an expression are those of valueIn(). The error is a clause with the placeholder.
tl::expected<std::string, std::string> filledText(const Lesson&, const Scenario&, std::string_view text);
/// What is chosen from, arranged, or searched for an error, in the order of the file, with placeholders.
std::vector<std::string> choiceTexts(const Question&);

/// Whitespace-separated words; a placeholder counts as one.
std::size_t wordsIn(std::string_view text);

/// Of a lesson that has used up its EvaluationCount, as part of a sentence.
std::string tooMuchEvaluated(const Lesson&);

/// The number in the registry, or why it has none here.
tl::expected<NumberValue, std::string> numberIn(const Scenario&, std::string_view id);

} // namespace core
