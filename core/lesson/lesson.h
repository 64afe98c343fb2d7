// SPDX-License-Identifier: GPL-3.0-or-later
// A lesson as a value: a start scenario, and steps that tell, ask and show. Expected values are expressions over the
// scenario (see expression.h), which the engine evaluates.
#pragma once

#include "core/quantity/dim.h"
#include "core/scenario/field.h"

#include <array>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace core
{

/// One field and the value it takes.
struct Setting {
    std::string field;
    Value value;
    bool operator==(const Setting&) const = default;
};
using Settings = std::vector<Setting>;

/// A number that the problem states and no field holds: a clock rate, a measured time.
struct GivenNumber {
    std::string name;
    double value = 0; // SI
    Dim dim = dim::count;
};

/// A symbol of a formula, and the expression it stands for in the scenario.
struct Symbol {
    std::string name;
    std::string is;
};

/// A number with unit, or a word: "op.bytes", "{coll.time with coll.wrap=ring}".
struct ValueAnswer {
    std::string value;
    std::string unit; // of a count: what it counts, or the unit that its plain numbers amount to
    std::string
        tolerance; // "exact", "ceiling" (1 either way), "digit" (1 of the third digit), "2%"; empty: by dimension
};
/// Two numbers, the bounds of a range.
struct BandAnswer {
    std::string from, to;
    std::string tolerance;
};
/// A formula in symbols; `measures` is the number that it must give with the symbols of the scenario.
struct FormulaAnswer {
    std::string formula;
    std::vector<Symbol> symbols;
    std::string measures;
};
/// One of several texts: the one whose condition holds. `says` explains it once it was chosen.
struct Option {
    std::string text;
    std::string when;
    std::string says;
};
struct ChoiceAnswer {
    std::vector<Option> options;
};
/// The scenario is changed until a condition of `solve` holds. `solution` is a way there where the field pointed at is
/// no number.
struct UntilAnswer {
    std::string condition;
    Settings solution;
};
/// Items from the smallest value to the largest.
struct Item {
    std::string text;
    std::string by;
};
struct RankingAnswer {
    std::vector<Item> items;
};
/// An order of products of the collective matmul in the scenario; any valid one is right.
struct ScheduleAnswer {
};
/// A line of a calculation. It is wrong where what it claims is not what is; lines without a claim are right.
struct Line {
    std::string text;
    std::string claim, is;
    std::string says;
};
struct ErrorAnswer {
    std::vector<Line> lines;
};
/// Not graded.
struct FreeAnswer {
    std::string model;
};
using Question = std::variant<std::monostate, ValueAnswer, BandAnswer, FormulaAnswer, ChoiceAnswer, UntilAnswer,
                              RankingAnswer, ScheduleAnswer, ErrorAnswer, FreeAnswer>;
/// The key in files that holds what each of them expects.
inline constexpr std::array<std::string_view, std::variant_size_v<Question>> questionKeys{
    "", "value", "from", "formula", "options", "until", "items", "schedule", "lines", "model"};

/// An answer beside the expected one: a value of its own, or the expected value with fields changed.
struct OtherAnswer {
    std::string is;
    Settings with;
    std::string says; // of an accepted one the name of its convention; of a wrong one the explanation
};

enum class StepKind { tell, predict, until, answer, order, findError, freeText, reveal };

/// Names of the kinds, in files and on the command line.
inline constexpr std::array<std::string_view, 8> stepKindNames{"tell",  "predict",    "until",     "answer",
                                                               "order", "find-error", "free-text", "reveal"};

/// Tabs of the window that a step can play on.
inline constexpr std::array<std::string_view, 10> lessonTabs{
    "explore", "operation", "sharding", "layer", "step", "collectives", "roofline", "batch", "memory", "counts"};

inline constexpr std::size_t longestPrompt = 60; // words
inline constexpr std::size_t maxChoices = 8; // options, items or lines, each with a digit; 9 says that no line is wrong

struct LessonStep {
    StepKind kind = StepKind::tell;
    std::string tab;
    std::string points; // id of a field or number
    std::string prompt; // with placeholders, see filledText()
    Settings set;       // beyond the start and earlier steps
    Question question;
    std::vector<OtherAnswer> accepted;
    std::vector<OtherAnswer> wrong;
    std::vector<std::string> hints;
    std::string says; // with the answer: why the picture shows another number
};

struct Lesson {
    std::string id;     // "B3"
    std::string title;  // of the lesson
    std::string course; // "B"
    std::string topic;  // of the course
    std::string source;
    double minutes = 0;
    Settings pins;  // conventions, chip and variant under which its answers hold
    Settings start; // the other fields of the start scenario
    std::vector<GivenNumber> given;
    std::vector<LessonStep> steps;
};

/// Ids that are made up begin so.
inline constexpr std::string_view madeUpId = "own_";

/// What a lesson is called for short: its id, "B3"; its title where the id is made up.
inline const std::string& shortName(const Lesson& lesson)
{
    return lesson.id.starts_with(madeUpId) ? lesson.title : lesson.id;
}

/// "B3 · How many H100"; the title alone where the id is made up, and of a file that cannot be read.
inline std::string fullName(const Lesson& lesson)
{
    const bool isTitle = lesson.steps.empty() || lesson.id.starts_with(madeUpId);
    return isTitle ? lesson.title : lesson.id + " · " + lesson.title;
}

} // namespace core
