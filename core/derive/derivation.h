// SPDX-License-Identifier: GPL-3.0-or-later
// The explanation of one number as a value: steps with formula, numbers put in, result and source.
#pragma once

#include "core/derive/op.h"
#include "core/quantity/dim.h"

#include <string>
#include <vector>

namespace core
{

class Traced;

/// Node of a formula's expression. Children are indices into Expression::nodes.
struct ExpressionNode {
    Op op = Op::constant;
    int left = -1;
    int right = -1;
    int step = -1;    // op input or named: index of the step in Derivation::steps
    double value = 0; // what the node amounts to, SI
    Dim dim = {};     // of a constant: the one that makes the formula's units agree
    friend bool operator==(const ExpressionNode&, const ExpressionNode&) = default;
};

/// Expression tree; the root is the last node, children stand before their parents. Empty for inputs.
struct Expression {
    std::vector<ExpressionNode> nodes;
    friend bool operator==(const Expression&, const Expression&) = default;
};

/// One named number: a formula's result, or an input (no expression).
struct DerivationStep {
    std::string symbol;   // "T_X", with context "T_coll[X]"
    std::string title;    // "Weights over axis X"
    std::string equation; // "g.4"; empty for inputs
    std::string source;   // citation of the formula, or of the preset number, or "default", "your input"
    std::string sourceUrl;
    std::string fieldId;  // inputs only
    std::string sentence; // of what was counted or looked up: what, and where to see it
    std::string word;     // what is said where the answer is no number: "true", "hbm"
    std::string unit;     // what a count counts ("token"); empty where the dimension says it
    Dim dim;
    double value = 0; // SI
    Expression expression;
    friend bool operator==(const DerivationStep&, const DerivationStep&) = default;
};

/// Steps in reading order: the asked number first, then what it rests on, each once.
struct Derivation {
    std::string id; // metric
    std::vector<DerivationStep> steps;
    friend bool operator==(const Derivation&, const Derivation&) = default;
};

/// Reads the part of a tape that `root` rests on. A root without memory (a constant) gives one step without expression.
Derivation derivationTree(std::string id, const Traced& root, Dim dim);

} // namespace core
