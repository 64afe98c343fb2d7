// SPDX-License-Identifier: GPL-3.0-or-later
// One row of the table of inputs.
#pragma once

#include "core/quantity/dim.h"

#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace core
{

struct Scenario;

/// A field's value: number in SI units, text (choices by name, expressions), or switch.
using Value = std::variant<double, std::string, bool>;

enum class FieldKind { whole, real, choice, text, toggle };
enum class Scale { log2, linear };

/// One input. `range` bounds what a control offers and what is accepted; typing beyond it is an error with a sentence.
struct Field {
    std::string_view id = {};     // "work.batch"
    std::string_view symbol = {}; // "B", for formulas; empty where the field occurs in none
    std::string_view title = {};  // "Batch"
    std::string_view unit = {};   // of a count: "tokens"; empty where `dim` says it
    std::string_view group = {};  // "Workload", "Model", "Hardware", "Mesh", "Parallelism", "Precision", "Conventions",
                                  // "Operation", "Collective", "Sharding", "Layer"
    std::string_view help = {};   // one sentence
    FieldKind kind = FieldKind::whole;
    Dim dim = dim::count;
    Scale scale = Scale::log2;
    double min = 0;
    double max = 0;
    std::span<const std::string_view> choices = {}; // kind choice: names in contract order; empty where a catalogue has
                                                    // them, see choicesOf
    bool (*accepts)(std::string_view) = nullptr;    // kind text: whether the text can be read
    std::string_view form = {};                     // kind text: what it must be, for error texts
    Value (*get)(const Scenario&) = nullptr;
    void (*set)(Scenario&, const Value&) = nullptr; // value already checked; presets overwrite their groups
};

} // namespace core
