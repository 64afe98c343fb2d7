// SPDX-License-Identifier: GPL-3.0-or-later
// Shipped lessons by id.
#pragma once

#include "core/io/lesson_catalogue.h"

#include <QtGlobal>

#include <algorithm>
#include <string_view>

namespace tests
{

inline const core::Lesson& lessonNamed(std::string_view id)
{
    const auto found = std::ranges::find(core::shippedLessons(), id, &core::Lesson::id);
    Q_ASSERT_X(found != core::shippedLessons().end(), "lessonNamed", "no such lesson");
    return *found;
}

} // namespace tests
