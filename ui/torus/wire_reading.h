// SPDX-License-Identifier: GPL-3.0-or-later
// The load of a link or a bundle of links as a sentence whose numbers can be explained.
#pragma once

#include "ui/numbers/number_overlay.h"

class QFont;

namespace core
{
struct StepPlace;
}

namespace ui
{

class Recording;
struct SceneWire;
struct TorusScene;

/// A word or number put into a sentence; without an id it explains nothing.
struct SentencePart {
    QString text;
    QString id = {};
    QString title = {}; // for screen readers
};
SentencePart numberPart(const Recording&, const QString& text, const core::StepPlace&);

/// Words with the numbers in them that can be explained.
struct Sentence {
    struct Number {
        qsizetype from = 0; // letter
        SentencePart part;
    };
    QString text = {};
    std::vector<Number> numbers = {};

    /// A line of it.
    Sentence mid(qsizetype from, qsizetype length) const;
    /// Where the numbers stand when it is written from `start` on its baseline.
    std::vector<ShownNumber> shownAt(const QPointF& start, const QFont&) const;
};
/// "%1 links, %2 each" with parts put in.
Sentence sentence(const QString& pattern, const std::vector<SentencePart>&);

struct WireReading {
    QString path; // "(0,0) to (1,0)"
    Sentence load;
};
WireReading readLink(const Recording&, int chip, int port);
/// Of a wire that stands for both directions, both.
std::vector<WireReading> readWire(const SceneWire&, const TorusScene&, const Recording&);

/// What a click on a wire explains: of its two directions the one with more bytes; before the first step, when there is
/// no load yet, these.
core::StepPlace numberOfWire(const SceneWire&, const TorusScene&, const Recording&);

} // namespace ui
