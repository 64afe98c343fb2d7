// SPDX-License-Identifier: GPL-3.0-or-later
// What is written straight to pixels, since a painter is too slow: links while the camera moves, and tens of
// thousands of messages as dots.
#pragma once

#include <QColor>

#include <vector>

class QImage;

namespace ui
{

struct Theme;
struct TorusScene;

/// Draws all links without antialiasing. The picture has 32 bits a pixel and its device pixel ratio set.
void paintCoarseWires(QImage&, const TorusScene&, const Theme&);

/// Messages as small squares whose paths are computed once.
class DotLayer
{
public:
    /// True where a painter takes longer than a frame.
    static bool suits(const TorusScene&);

    /// Where the messages of a scene travel.
    void lay(const TorusScene&, const Theme&, qreal ratio);
    void clear();
    bool isEmpty() const { return m_tracks.empty() && m_bends.empty(); }
    void paint(QImage&, const TorusScene&, double progress) const;

private:
    struct Track {
        float x, y, dx, dy; // device pixels
        QRgb colour;
    };
    struct Bend { // on a link that is not straight
        int wire;
        bool backward;
        QRgb colour;
    };

    std::vector<Track> m_tracks;
    std::vector<Bend> m_bends;
    qreal m_ratio = 1;
    int m_side = 2;
};

} // namespace ui
