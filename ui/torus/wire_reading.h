// SPDX-License-Identifier: GPL-3.0-or-later
// What a link or a bundle of them has carried, in words, and which of their letters are numbers that can be explained.
#pragma once

#include "ui/torus/torus_scene.h"

#include <functional>
#include <optional>
#include <vector>

namespace ui
{

/// "%1 links, %2 each" with texts put in; `onText` is told which one begins where.
QString filled(const QString& pattern, const std::vector<QString>& texts,
               const std::function<void(std::size_t text, qsizetype from)>& onText);

/// A word or number put into a sentence; without a place it explains nothing.
struct SentencePart {
    QString text;
    std::optional<core::StepPlace> place = {};
};
SceneText sentence(const QString& pattern, const std::vector<SentencePart>&);

struct WireReading {
    QString way;
    QString load;
    std::vector<SceneNumber> numbers = {}; // of the load, of the reel's step
};
WireReading readLink(const Reel&, int chip, int port);
/// Of a wire that stands for both directions, both.
std::vector<WireReading> readWire(const SceneWire&, const TorusScene&, const Reel&);

/// What a click on a wire explains: of its two directions the one with more bytes; before the first step, when there is
/// no load yet, these.
core::StepPlace numberOfWire(const SceneWire&, const TorusScene&, const Reel&);

/// What a number of a reading is called.
QString nameOfNumber(core::StepNumber);

} // namespace ui
