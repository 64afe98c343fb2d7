// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of words and numbers in a picture, which go on in the next line where there is no room.
#pragma once

#include <QPointF>
#include <QString>

#include <vector>

class QPainter;

namespace ui
{

struct ChartSizes;
struct Mark;
struct Theme;

/// Words of a line, some with a number.
struct Phrase {
    QString text;
    QString number = {}; // its id
    bool strong = false;
    bool chosen = false; // stands out
};

/// How phrases stand, in units.
struct PhraseLook {
    qreal leading = 17; // from line to line; 0: one line, as far as there is room
    qreal gap = 5;
    qreal font = 11;
};

/// How many lines they take on that width.
int phraseLines(const std::vector<Phrase>&, qreal width, const PhraseLook&, const ChartSizes&);
/// One behind the other as far as `right`; numbers answer. Gives where the last ends.
qreal paintPhrases(QPainter&, const std::vector<Phrase>&, QPointF at, qreal right, const PhraseLook&, const ChartSizes&,
                   const Theme&, std::vector<Mark>&);

} // namespace ui
