// SPDX-License-Identifier: GPL-3.0-or-later
// Which pictures tell the answers of which questions.
#pragma once

#include "core/lesson/lesson.h"

namespace core
{

struct PosedStep;

/// Whether both have one picture, perhaps in other units of bytes.
bool isSamePicture(const Scenario&, const Scenario&);

/// Whether results stay hidden while that is asked.
bool hidesResults(const Question&);

/// Whether the class sees the picture of a step while later ones wait: no question of the same picture covers it up to
/// the next reveal.
bool isPictureSeen(const std::vector<PosedStep>&, std::size_t step);

/// Whether the class works with the picture, which is then in sight with all its numbers.
bool isHandsOn(const Question&);

/// Whether the picture of a step, where it is in sight with its numbers, tells what another asks: what follows from
/// results of the same scenario, or a number that is that result of the picture, but for whole ones below 100. Results
/// with fields changed are in no picture.
/// Lines with an error are judged by it, so that it does not tell which they are.
bool tellsAnswer(const PosedStep& shown, const PosedStep& asked);

/// A step whose condition is met by what is typed, with its scenario as it is then; others as they are.
PosedStep onceMet(const PosedStep&, std::string_view typed);

} // namespace core
