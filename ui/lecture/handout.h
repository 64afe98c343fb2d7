// SPDX-License-Identifier: GPL-3.0-or-later
// Lessons on paper: one page for each question, with lines to write on; the answers of each lesson on pages at the end.
#pragma once

#include "core/lesson/check_answer.h"
#include "core/lesson/lesson.h"
#include "ui/export/page.h"
#include "ui/lecture/lecture_page.h"

#include <span>

namespace core
{
struct Catalogue;
}

namespace ui
{

/// One for each question, with what is told before above it. Nothing is answered on paper: neither a picture nor what
/// is given tells what any question of the lesson asks for, and what reveals it stands with the answers.
std::vector<LecturePage> handoutPages(const std::vector<core::PosedStep>&);

/// A PDF of landscape A4 pages, the same bytes each time. The error names the step that cannot be set up.
tl::expected<QByteArray, PictureError> handoutOf(std::span<const core::Lesson>, const core::Catalogue&);

} // namespace ui
