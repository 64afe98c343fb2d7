// SPDX-License-Identifier: GPL-3.0-or-later
// One set of functions for each kind of question: check, own answer, listed answers.
#pragma once

#include "core/lesson/check_answer.h"
#include "core/lesson/stage.h"

#include <optional>

namespace core
{

using CheckedOrWhy = tl::expected<CheckedAnswer, std::string>;
using TextOrWhy = tl::expected<std::string, std::string>;
using ListedOrWhy = tl::expected<std::vector<ListedAnswer>, std::string>;

CheckedOrWhy check(const PosedStep&, const ValueAnswer&, std::string_view typed);
TextOrWhy own(const PosedStep&, const ValueAnswer&);
ListedOrWhy listed(const PosedStep&, const ValueAnswer&);
TextOrWhy shown(const PosedStep&, const ValueAnswer&);
std::string form(const PosedStep&, const ValueAnswer&);

CheckedOrWhy check(const PosedStep&, const BandAnswer&, std::string_view typed);
TextOrWhy own(const PosedStep&, const BandAnswer&);
ListedOrWhy listed(const PosedStep&, const BandAnswer&);
TextOrWhy shown(const PosedStep&, const BandAnswer&);
std::string form(const PosedStep&, const BandAnswer&);

CheckedOrWhy check(const PosedStep&, const FormulaAnswer&, std::string_view typed);
TextOrWhy own(const PosedStep&, const FormulaAnswer&);
ListedOrWhy listed(const PosedStep&, const FormulaAnswer&);
TextOrWhy shown(const PosedStep&, const FormulaAnswer&);
std::string form(const PosedStep&, const FormulaAnswer&);

CheckedOrWhy check(const PosedStep&, const ChoiceAnswer&, std::string_view typed);
TextOrWhy own(const PosedStep&, const ChoiceAnswer&);
ListedOrWhy listed(const PosedStep&, const ChoiceAnswer&);
TextOrWhy shown(const PosedStep&, const ChoiceAnswer&);
std::string form(const PosedStep&, const ChoiceAnswer&);

CheckedOrWhy check(const PosedStep&, const UntilAnswer&, std::string_view typed);
CheckedOrWhy checkPresent(const PosedStep&, const UntilAnswer&, const Scenario& present);
TextOrWhy own(const PosedStep&, const UntilAnswer&);
ListedOrWhy listed(const PosedStep&, const UntilAnswer&);
TextOrWhy shown(const PosedStep&, const UntilAnswer&);
std::string form(const PosedStep&, const UntilAnswer&);

CheckedOrWhy check(const PosedStep&, const RankingAnswer&, std::string_view typed);
TextOrWhy own(const PosedStep&, const RankingAnswer&);
ListedOrWhy listed(const PosedStep&, const RankingAnswer&);
TextOrWhy shown(const PosedStep&, const RankingAnswer&);
std::string form(const PosedStep&, const RankingAnswer&);

CheckedOrWhy check(const PosedStep&, const ScheduleAnswer&, std::string_view typed);
TextOrWhy own(const PosedStep&, const ScheduleAnswer&);
ListedOrWhy listed(const PosedStep&, const ScheduleAnswer&);
TextOrWhy shown(const PosedStep&, const ScheduleAnswer&);
std::string form(const PosedStep&, const ScheduleAnswer&);

CheckedOrWhy check(const PosedStep&, const ErrorAnswer&, std::string_view typed);
TextOrWhy own(const PosedStep&, const ErrorAnswer&);
ListedOrWhy listed(const PosedStep&, const ErrorAnswer&);
TextOrWhy shown(const PosedStep&, const ErrorAnswer&);
std::string form(const PosedStep&, const ErrorAnswer&);

CheckedOrWhy check(const PosedStep&, const FreeAnswer&, std::string_view typed);
TextOrWhy own(const PosedStep&, const FreeAnswer&);
ListedOrWhy listed(const PosedStep&, const FreeAnswer&);
TextOrWhy shown(const PosedStep&, const FreeAnswer&);
std::string form(const PosedStep&, const FreeAnswer&);

/// Of tell and reveal.
CheckedOrWhy check(const PosedStep&, std::monostate, std::string_view typed);
TextOrWhy own(const PosedStep&, std::monostate);
ListedOrWhy listed(const PosedStep&, std::monostate);
TextOrWhy shown(const PosedStep&, std::monostate);
std::string form(const PosedStep&, std::monostate);

/// A text of the lesson, filled in, as the answer's.
CheckedOrWhy said(const PosedStep&, Outcome, std::string_view text);
/// The accepted answers of a step and its known mistakes, as they are written.
std::vector<ListedAnswer> asWritten(const LessonStep&);
/// The number 1 to `most` that a text is, nothing for other texts.
std::optional<std::size_t> placeTyped(std::string_view text, std::size_t most);

} // namespace core
