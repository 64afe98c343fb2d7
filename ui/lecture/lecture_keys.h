// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of lecture mode: one table, from which the filter, the list that "?" shows and the clicker's test are made.
#pragma once

#include <QString>

#include <optional>
#include <span>

class QKeyEvent;

namespace ui
{

enum class LectureCommand {
    next,
    back,
    start,
    pause,
    black,
    white,
    freeze,
    reveal,
    vote,
    unvote,
    more,
    less,
    nextControl,
    largerText,
    smallerText,
    usualText,
    palette,
    slower,
    faster,
    play,
    spotlight,
    pictureOnly,
    baselines,
    lessons,
    keys
};

struct LectureKeyRow {
    LectureCommand command;
    const char* keys; // as people read them
    const char* does;
};

std::span<const LectureKeyRow> lectureKeys();
QString keyText(const LectureKeyRow&);
QString doesText(const LectureKeyRow&);

struct LectureKey {
    LectureCommand command;
    int number = 0;     // of a vote, from 1
    bool types = false; // in a field of text it would write or move there
};

/// What a key means in a lecture; nothing for others.
std::optional<LectureKey> lectureKey(const QKeyEvent&);

} // namespace ui
