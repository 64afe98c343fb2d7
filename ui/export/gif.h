// SPDX-License-Identifier: GPL-3.0-or-later
// Frames as one GIF that plays for ever, all with the same colours.
#pragma once

#include "ui/export/palette.h"

#include <QByteArray>
#include <QSize>

#include <vector>

namespace ui
{

/// Frames are added one by one and kept compressed, since their common colours are known only at the end.
class Gif
{
public:
    /// Sides of at most 65,535 pixels.
    explicit Gif(const QSize& size) : m_size(size) {}

    /// A picture of that size in Format_RGB32, and how long it stays, in hundredths of a second.
    void add(const QImage&, int hundredths);

    /// The file, the same bytes for the same frames. Empty where the memory does not suffice.
    QByteArray bytes() const;

private:
    struct Frame {
        QByteArray pixels; // compressed
        int hundredths = 0;
    };

    QSize m_size;
    ColourCount m_colours;
    std::vector<Frame> m_frames;
};

} // namespace ui
