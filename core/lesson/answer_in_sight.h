// SPDX-License-Identifier: GPL-3.0-or-later
// Which pictures tell the answers of which questions.
#pragma once

#include "core/lesson/expression.h"
#include "core/lesson/lesson.h"

#include <functional>
#include <string>
#include <vector>

namespace core
{

struct PosedStep;

/// Whether both have one picture, perhaps in other units of bytes.
bool isSamePicture(const Scenario&, const Scenario&);

/// Whether results stay hidden while that is asked.
bool hidesResults(const Question&);

/// Whether the class works with the picture, which is then in sight with all its numbers.
bool isHandsOn(const Question&);

/// Whether the question of a step, counted from 0, was answered.
using IsAnswered = std::function<bool(std::size_t step)>;

/// Whether questions that wait, of that step or of later ones with its picture, cover the picture of a step, counted
/// from 0: up to the next reveal, and to the step in which the class works with it. Later questions for lines with an
/// error cover nothing, as they do not ask for results.
bool isCovered(const std::vector<PosedStep>&, std::size_t step, const IsAnswered&);

/// What a question asks for, evaluated once; the step must outlive it.
class AskedResults
{
public:
    explicit AskedResults(const PosedStep& asked);

    /// Whether a picture of that scenario tells it, where it is in sight: what follows from results of the same
    /// picture, or a number that is the same in it, but for whole ones below 100. Results with fields changed are in no
    /// picture; what cannot be evaluated is in none either.
    bool areIn(const Scenario& shown) const;

private:
    struct AskedNumber {
        std::string inPicture; // expression that gives it where it is shown
        TermOrWhy value;
    };
    const PosedStep& m_asked;
    bool m_readsPicture = false;
    std::vector<AskedNumber> m_numbers;
};

/// A step whose condition is met by what is typed, with its scenario as it is then; others as they are.
PosedStep onceMet(const PosedStep&, std::string_view typed);

} // namespace core
