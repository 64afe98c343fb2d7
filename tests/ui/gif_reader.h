// SPDX-License-Identifier: GPL-3.0-or-later
// Reads animated GIFs by the specification (GIF89a), independent of the library that wrote them.
#pragma once

#include <QByteArray>
#include <QImage>

#include <vector>

namespace tests
{

struct GifPicture {
    QImage image;
    QRect area; // on the screen of the file
    int hundredths = 0;
};

struct GifFile {
    bool good = false; // to the very end
    QSize screen;
    int loops = -1; // 0: for ever; -1: no word of it
    std::vector<GifPicture> pictures;
};

GifFile readGif(const QByteArray&);

/// Largest difference of a channel of any pixel.
int difference(const QImage&, const QImage&);

} // namespace tests
