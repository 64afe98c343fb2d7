// SPDX-License-Identifier: GPL-3.0-or-later
// Tens of thousands of messages as dots, put straight onto the pixels of a picture and taken off again.
#pragma once

#include "ui/torus/torus_scene.h"

#include <QImage>

#include <vector>

namespace ui
{

class DotLayer
{
public:
    /// From here on a painter is too slow.
    static bool suits(const TorusScene&);

    /// Where the messages of a dressed scene travel.
    void lay(const TorusScene&, const Theme&, qreal ratio);
    /// The same messages on the same links, which lie elsewhere now.
    void turn(const TorusScene&);
    void clear();
    bool isEmpty() const { return m_routes.empty(); }

    void put(QImage&, const TorusScene&, double progress);
    /// Gives the pixels of that picture back their colours.
    void take();

private:
    struct Track {
        float x, y, dx, dy; // device pixels
        QRgb colour;
    };
    struct Route {
        int wire;
        bool backward;
        QRgb colour;
    };

    struct Spot {
        quint32 pixel; // the first
        QRgb colour;
    };

    void find(float x, float y, QRgb);
    template <class Side> void paint(Side);

    std::vector<Route> m_routes;
    std::vector<Track> m_tracks; // of routes on straight links
    std::vector<Route> m_bent;   // the others
    std::vector<Spot> m_spots;   // where the dots are now, as far as they are in the picture
    std::vector<QRgb> m_under;   // what they cover, row by row
    QRgb* m_bits = nullptr;      // of the picture that the dots are on
    qsizetype m_stride = 0;      // pixels
    QSize m_room;
    float m_ratio = 1;
    int m_side = 2;
};

} // namespace ui
