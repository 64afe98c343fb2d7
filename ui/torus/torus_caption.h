// SPDX-License-Identifier: GPL-3.0-or-later
// The caption of a torus: its network and how much of it is drawn, with numbers that can be explained.
#pragma once

#include "ui/numbers/number_overlay.h"

#include <QRectF>
#include <QString>
#include <QStringList>

#include <vector>

class QPainter;

namespace ui
{

class Recording;
struct TorusScene;

struct TorusCaption {
    QStringList lines; // as there is room for them
    std::vector<ShownNumber> numbers;

    QString text() const { return lines.join(u' '); }
};

/// As wide as the picture.
TorusCaption torusCaption(const Recording&, const TorusScene&);

inline constexpr int captionSize = 12; // of its letters

QRectF captionBox(const TorusCaption&);
/// In the painter's pen.
void paintCaption(QPainter&, const TorusCaption&);

} // namespace ui
