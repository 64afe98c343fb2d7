// SPDX-License-Identifier: GPL-3.0-or-later
// Whether an answer to a step of a lesson is right, and what to say of it.
#pragma once

#include "core/lesson/lesson.h"
#include "core/scenario/scenario.h"

#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace core
{

struct CollectiveMatmul;

/// rightUnder: right under a convention that the text names. knownWrong: the text explains the mistake. wrong: the text
/// gives a hint from the second miss on. unreadable: the text says what is accepted. ungraded: nothing was asked, or
/// the text is a model answer.
enum class Outcome { right, rightUnder, knownWrong, wrong, unreadable, ungraded };

/// "right", "right-under", "known-wrong", "wrong", "unreadable", "ungraded".
std::string_view nameOf(Outcome);

struct CheckedAnswer {
    Outcome outcome = Outcome::wrong;
    std::string text;
    int hint = 0; // 0 none, 1 the view, 2 the first line of the derivation

    bool isAccepted() const
    {
        return outcome != Outcome::knownWrong && outcome != Outcome::wrong && outcome != Outcome::unreadable;
    }
};

/// A step and the scenario in which it is asked.
struct PosedStep {
    const Lesson& lesson;
    const LessonStep& step;
    Scenario scenario;
};
/// The error is a sentence: there is no such step, or its scenario cannot be set up.
tl::expected<PosedStep, std::string> posedStep(const Lesson&, std::size_t step, const Catalogue&);

/// `misses` counts the wrong answers before this one. What is typed: a number with unit or "never"; "a .. b"; a
/// formula; the number of an option or line; "FIELD=VALUE; ..." or a value of the field pointed at; numbers of items in
/// order; shards of chip 0 by step, "0 3+1 2". The error is a clause that says what is wrong in the lesson.
tl::expected<CheckedAnswer, std::string> checkAnswer(const PosedStep&, std::string_view typed, int misses = 0);

/// What to type for the order of products of chip 0.
std::string typedOrder(const CollectiveMatmul&);

/// The same of a step of the kind until, for the scenario in sight.
tl::expected<CheckedAnswer, std::string> checkState(const PosedStep&, const Scenario& present, int misses = 0);

/// What checkAnswer() accepts, as the engine computes it; empty where nothing is asked. The error is a clause that says
/// what is wrong in the lesson.
tl::expected<std::string, std::string> ownAnswer(const PosedStep&);
/// The same as people read it: "20,444.4 tokens".
tl::expected<std::string, std::string> shownAnswer(const PosedStep&);

/// What to type for each of the other answers that a lesson lists.
struct ListedAnswer {
    std::string typed;
    bool accepted = false;
};
tl::expected<std::vector<ListedAnswer>, std::string> listedAnswers(const PosedStep&);

/// What an answer looks like: "a number in B", "the number of an option"; empty where nothing is asked.
std::string answerForm(const PosedStep&);

} // namespace core
