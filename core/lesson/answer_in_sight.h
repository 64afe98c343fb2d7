// SPDX-License-Identifier: GPL-3.0-or-later
// Which pictures tell the answers of which questions.
#pragma once

#include "core/lesson/lesson.h"

#include <functional>
#include <string_view>
#include <vector>

namespace core
{

struct LessonRun;
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

/// A step whose condition is met by what is typed, with its scenario as it is then; others as they are.
PosedStep onceMet(const PosedStep&, std::string_view typed);

/// Adds a fault for each step whose picture or text tells what a later question asks for: what follows from results of
/// the same picture, a number that is the same in it, but for whole ones below 100, or words and choices where all that
/// they follow from is the same, with the numbers around it. Results with fields changed are in no picture; what cannot
/// be evaluated is in none either.
void checkLeaks(const std::vector<PosedStep>&, LessonRun&);

} // namespace core
