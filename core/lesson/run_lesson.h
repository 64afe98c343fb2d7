// SPDX-License-Identifier: GPL-3.0-or-later
// A lesson solved by the answers it computes, and failed by the mistakes it lists.
#pragma once

#include "core/lesson/check_answer.h"

#include <cstddef>
#include <string>
#include <vector>

namespace core
{

/// An answer that was fed in.
struct TriedAnswer {
    std::string typed;
    Outcome outcome = Outcome::wrong;
    std::string text;
};

struct StepRun {
    StepKind kind = StepKind::tell;
    TriedAnswer own;                 // its text is empty where nothing is asked
    std::vector<TriedAnswer> listed; // accepted ones and known mistakes
};

struct LessonFault {
    std::string path; // in the file: "steps.2.value", or of the step, "steps.2"
    std::string text; // a sentence
};

struct LessonRun {
    std::vector<StepRun> steps;
    std::vector<LessonFault> faults; // empty where the lesson is sound
    std::size_t evaluations = 0;     // what its expressions evaluated, see EvaluationCount

    bool isSolved() const { return faults.empty(); }
};

/// Faults: a step whose scenario, text or expected value cannot be made; an own answer that is refused; an accepted
/// answer that is refused; a known mistake that is accepted or not recognised; a number or field that is not there.
LessonRun runLesson(const Lesson&, const Catalogue&);

} // namespace core
