// SPDX-License-Identifier: GPL-3.0-or-later
// Links marked by a table or the pointer: outlined in the torus at every level of detail, with their load.
#pragma once

#include "ui/numbers/number_overlay.h"

#include <QPainterPath>
#include <QStringList>

#include <optional>

class QPainter;

namespace ui
{

class Recording;
struct Theme;
struct TorusScene;

/// A link by the chip it leaves and its port, as in Recording::linkBytes().
struct LinkPlace {
    int chip = 0;
    int port = 0;

    bool operator==(const LinkPlace&) const = default;
};

/// Links marked at once: one, or the path of a message through the switch.
struct LinkMark {
    std::vector<LinkPlace> links = {};
    QString heading = {}; // what is marked, where it is more than a link

    bool operator==(const LinkMark&) const = default;
};

/// Outlines and a card beside them.
struct MarkScene {
    QPainterPath lanes;
    std::vector<QPolygonF> arrows; // which way, where a line stands for both
    QString heading;
    QStringList lines;
    QRectF card;                        // empty where there is nothing to mark
    std::vector<ShownNumber> numbers;   // of the card
    std::optional<ShownNumber> clicked; // of them the one that a click on the line explains: underlined

    QRectF bounds() const;
};

/// A link that is not drawn by itself marks the bundle or the block it lies in; one of neither is told in words.
/// `cards`: where cards of chips lie, which would cover its own.
MarkScene layoutMark(const LinkMark&, const TorusScene&, const Recording&, const QRectF& cards = {});
/// The wire that is pointed at, and all it stands for.
MarkScene layoutPointed(int wire, const QPointF& at, const TorusScene&, const Recording&, const QRectF& cards = {});
void paintMark(QPainter&, const MarkScene&, const Theme&);

} // namespace ui
