// SPDX-License-Identifier: GPL-3.0-or-later
// Lessons in the order in which a class takes them.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace core
{

struct Course {
    std::string id; // of its file
    std::string title;
    std::vector<std::string> lessons; // ids
    std::string folder = {};          // of the pack it came in, with its other files; empty for a playlist alone
    std::string file = {};            // its name among the user's playlists; empty where that is the id and ".json"
    bool operator==(const Course&) const = default;

    /// The id behind that of a lesson; empty behind the last one, and behind one that it has not.
    std::string behind(const std::string& lesson) const
    {
        const auto at = std::ranges::find(lessons, lesson);
        return at == lessons.end() || at + 1 == lessons.end() ? std::string() : *(at + 1);
    }
};

} // namespace core
