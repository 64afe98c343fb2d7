// SPDX-License-Identifier: GPL-3.0-or-later
// Which key is which command.
#include "ui/lecture/lecture_keys.h"

#include "ui/theme/words.h"

#include <QKeyEvent>

#include <utility>

namespace ui
{

namespace
{

using enum LectureCommand;

constexpr LectureKeyRow rows[] = {
    {next, QT_TRANSLATE_NOOP("ui", "Page Down, →, Space, N"),
     QT_TRANSLATE_NOOP("ui", "Next step; reveals where hands were counted, or at the second press in a second")},
    {back, QT_TRANSLATE_NOOP("ui", "Page Up, ←, P"), QT_TRANSLATE_NOOP("ui", "Hides the answer again, then back")},
    {start, "F5, Shift+F5", QT_TRANSLATE_NOOP("ui", "Start, or go on after a pause")},
    {pause, "Esc", QT_TRANSLATE_NOOP("ui", "Pause; once more: leave")},
    {black, "B, .", QT_TRANSLATE_NOOP("ui", "Black screen; any key comes back")},
    {white, "W", QT_TRANSLATE_NOOP("ui", "White screen")},
    {freeze, "F", QT_TRANSLATE_NOOP("ui", "Hold the picture of the audience")},
    {reveal, "R", QT_TRANSLATE_NOOP("ui", "Show the answer now")},
    {vote, "0 – 9",
     QT_TRANSLATE_NOOP(
         "ui", "Count a hand for an option (Shift: take one back); type the class's guess of a number or an order")},
    {more, "↑", QT_TRANSLATE_NOOP("ui", "The live control one mark up")},
    {less, "↓", QT_TRANSLATE_NOOP("ui", "The live control one mark down")},
    {nextControl, "Tab", QT_TRANSLATE_NOOP("ui", "The next control is live")},
    {largerText, "+, −, 0", QT_TRANSLATE_NOOP("ui", "Larger, smaller, usual text")},
    {palette, "D", QT_TRANSLATE_NOOP("ui", "Dark room, lit room, weak projector")},
    {slower, "[, ]", QT_TRANSLATE_NOOP("ui", "Play a collective slower or faster")},
    {play, "Enter", QT_TRANSLATE_NOOP("ui", "Play the collective, or pause it")},
    {spotlight, "L", QT_TRANSLATE_NOOP("ui", "Spotlight at the pointer")},
    {pictureOnly, "H", QT_TRANSLATE_NOOP("ui", "Nothing but the picture")},
    {baselines, "G", QT_TRANSLATE_NOOP("ui", "Show or hide the baselines")},
    {lessons, "M", QT_TRANSLATE_NOOP("ui", "Leave, and list the lessons")},
    {keys, "?", QT_TRANSLATE_NOOP("ui", "This list")},
};

struct Meaning {
    int key;
    LectureCommand command;
    bool types;
};

constexpr Meaning meanings[] = {
    {Qt::Key_PageDown, next, false},   {Qt::Key_PageUp, back, false},       {Qt::Key_F5, start, false},
    {Qt::Key_Escape, pause, false},    {Qt::Key_Right, next, true},         {Qt::Key_Space, next, true},
    {Qt::Key_N, next, true},           {Qt::Key_Left, back, true},          {Qt::Key_P, back, true},
    {Qt::Key_B, black, true},          {Qt::Key_Period, black, true},       {Qt::Key_W, white, true},
    {Qt::Key_F, freeze, true},         {Qt::Key_R, reveal, true},           {Qt::Key_Up, more, true},
    {Qt::Key_Down, less, true},        {Qt::Key_Tab, nextControl, true},    {Qt::Key_Plus, largerText, true},
    {Qt::Key_Equal, largerText, true}, {Qt::Key_Minus, smallerText, true},  {Qt::Key_0, usualText, true},
    {Qt::Key_D, palette, true},        {Qt::Key_BracketLeft, slower, true}, {Qt::Key_BracketRight, faster, true},
    {Qt::Key_Return, play, true},      {Qt::Key_Enter, play, true},         {Qt::Key_L, spotlight, true},
    {Qt::Key_H, pictureOnly, true},    {Qt::Key_G, baselines, true},        {Qt::Key_M, lessons, true},
    {Qt::Key_Question, keys, true},
};

/// The digit of a key, also where Shift makes another sign of it: the key's own code tells.
int digitOf(const QKeyEvent& event)
{
    if (event.key() >= Qt::Key_1 && event.key() <= Qt::Key_9)
        return event.key() - Qt::Key_0;
    constexpr quint32 firstDigit = 10; // code of "1" on X11 and Wayland
    const quint32 code = event.nativeScanCode();
    const bool shifted = event.modifiers() & Qt::ShiftModifier;
    return shifted && code >= firstDigit && code < firstDigit + 9 ? static_cast<int>(code - firstDigit) + 1 : 0;
}

} // namespace

std::span<const LectureKeyRow> lectureKeys() { return rows; }

QString keyText(const LectureKeyRow& row) { return tr(row.keys); }

QString doesText(const LectureKeyRow& row) { return tr(row.does); }

std::optional<LectureKey> lectureKey(const QKeyEvent& event)
{
    if (event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier))
        return std::nullopt;
    if (const int digit = digitOf(event); digit > 0)
        return LectureKey{event.modifiers() & Qt::ShiftModifier ? unvote : vote, digit, true};
    for (const Meaning& meaning : meanings)
        if (meaning.key == event.key())
            return LectureKey{meaning.command, 0, meaning.types};
    return std::nullopt;
}

} // namespace ui
