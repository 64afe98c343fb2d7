// SPDX-License-Identifier: GPL-3.0-or-later
// What an audience sees: one page with a sentence, a picture, options with votes, the live control and a caption.
// Painted for any size; the screen, the second screen and the handout draw the same one.
#pragma once

#include "ui/lessons/covered_page.h"
#include "ui/theme/theme.h"

#include <QRectF>
#include <QString>

#include <optional>
#include <utility>
#include <vector>

class QPainter;

namespace ui
{

/// Sizes of texts beside the smallest; 1 to 3.
inline constexpr qreal usualLectureText = 1.75;

struct LectureOption {
    QString text;
    int votes = 0;
    QString hands = {};  // beside the bar of votes; empty: their number
    double share = -1;   // that the bar fills; negative: beside the longest
    bool right = false;  // shown after the reveal
    bool chosen = false; // most hands, or the answer that was typed
};

struct LiveControl {
    QString title, value;
    double position = 0; // on its track, from 0 to 1
    std::vector<double> detents;
};

struct LecturePage {
    QString sentence; // the prompt, or the verdict
    QString place;    // "3 / 7"
    QString cover;    // stands over a hatch in place of the picture; empty: the picture is seen
    PaintPicture picture = {};
    std::vector<std::pair<QString, QString>> given = {}; // titles and values: on the hatch, or in place of the picture
    qreal smallest = 10;                                 // pixels of the smallest text in the picture
    QString numbering = {};                              // of the options: empty "1", "2"; else before each
    std::vector<LectureOption> options = {};
    bool revealed = false; // which option is right is shown
    QString answer = {};   // after the reveal
    QString said = {};     // of an answer
    std::optional<LiveControl> live = {};
    QString caption = {};
    QString hint = {};  // how the question is answered
    QString note = {};  // "Press Next again to see the answer"
    bool alone = false; // nothing but the picture
};

/// `text` as above. No text is smaller than 24 pixels at 1080 lines, nor cut.
void paintLecturePage(QPainter&, const QSizeF&, const LecturePage&, const Theme&, qreal text = usualLectureText);

/// Height of the smallest text, in pixels of a page so high.
qreal smallestLectureText(qreal pageHeight);

/// Below all that stands on a page, in heights of the smallest text.
inline constexpr qreal lectureFoot = 1.8;

} // namespace ui
