// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with the lessons and scenarios of a course that can be read.
#pragma once

#include <string>
#include <vector>

namespace core
{

struct CoursePack;
struct Issue;

/// What keeps its lessons from being solved by their own answers: sentences with file (the user's own, of a playlist)
/// and line. Nothing reads a course less for it.
std::vector<std::string> faultsOf(const CoursePack&);

/// Of all scenarios of a course, whose texts begin with their files.
std::vector<Issue> issuesOf(const CoursePack&);

} // namespace core
