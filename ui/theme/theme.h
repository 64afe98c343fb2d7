// SPDX-License-Identifier: GPL-3.0-or-later
// Colours and fonts; the only place that names any.
#pragma once

#include <QColor>
#include <QFont>
#include <QPalette>
#include <QString>

#include <array>

namespace ui
{

/// A palette over the Fusion style. Verdict hues are Okabe-Ito's; each is paired with an icon, a pattern and words.
struct Theme {
    bool dark = false;
    // surfaces
    QColor window;  // behind everything
    QColor panel;   // cards, docks, chart background
    QColor field;   // input fields, slider groove
    QColor outline; // borders of cards
    QColor edge;    // borders of controls, at least 3:1 on `panel` and `field`
    QColor grid;    // chart grid, hairlines
    // text
    QColor text;
    QColor muted;  // secondary text, at least 4.5:1
    QColor accent; // focus ring, selection, links
    QColor onAccent;
    // meaning
    QColor compute, hbm, comms, overflow, good, warning, error;
    QColor axisX, axisY, axisZ, dcn; // network axes in plots
    // memory components, in the order weights, master, gradients, optimizer, activations, gathered, logits, kv
    std::array<QColor, 8> components;

    static const Theme& light();
    static const Theme& night();
    static const Theme& of(bool dark) { return dark ? night() : light(); }
    /// For a lecture: a room without light, one with light, and a projector that shows few colours.
    static const Theme& darkRoom();
    static const Theme& litRoom();
    static const Theme& weakProjector();

    QPalette palette() const;
};

/// The embedded family at a pixel size; `weight` as in QFont. Numbers are tabular.
QFont uiFont(qreal pixelSize, QFont::Weight weight = QFont::Normal);
/// While one lives, letters of uiFont() on this thread have no other forms beside others: the form of "=" between
/// capitals, or of "x" between digits, is a glyph that stands for no letter, and a PDF would have no text for it.
class PlainLetters
{
public:
    PlainLetters();
    ~PlainLetters();
    Q_DISABLE_COPY_MOVE(PlainLetters)
};
/// Registers the embedded fonts once; false when they are missing.
bool loadFonts();

} // namespace ui
