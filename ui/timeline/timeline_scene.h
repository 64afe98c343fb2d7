// SPDX-License-Identifier: GPL-3.0-or-later
// The picture of a timeline as plain data: laid out by one pure function, drawn by one painter for window and export.
#pragma once

#include <QList>
#include <QRectF>
#include <QString>

#include <vector>

class QPainter;

namespace ui
{

struct Theme;
struct TimelineBar;
struct TimelineReading;

/// Which bar of a reading.
struct TimelinePlace {
    std::size_t section = 0;
    std::size_t lane = 0;
    std::size_t bar = 0;
    bool operator==(const TimelinePlace&) const = default;
};

TimelineBar barAt(const TimelineReading&, const TimelinePlace&);

struct TimelineBox {
    QRectF area;
    QList<QRectF> exposed; // strips along the time during which nothing is multiplied
    QRectF hop;            // from the end of the bar to the arrival; empty where it is too short to see
    int shard = 0;
    int half = -1;
    bool product = false;
    QString text; // empty where it has no room
    qreal textSize = 11;
    TimelinePlace place;
};

struct TimelineText {
    QRectF area;
    QString text;
    Qt::Alignment align = Qt::AlignLeft | Qt::AlignVCenter;
    qreal size = 11;
    bool strong = false;
    bool muted = false;
};

struct TimelineTick {
    qreal x = 0;
    QString text;
};

/// From the end of one part to the end of the other.
struct TimelineBracket {
    qreal from = 0;
    qreal to = 0;
    qreal y = 0;
    bool empty() const { return to - from < 0.5; }
};

/// What a click explains; where several lie upon each other, the first one.
struct TimelineLink {
    QRectF area;
    QString metric;
    QRectF value; // the letters of the number
};

struct TimelineScene {
    QSizeF size;
    qreal unit = 1;
    QRectF plot; // rows of all parts
    double end = 0;
    std::vector<TimelineBox> boxes;
    std::vector<QRectF> lanes;  // behind the boxes
    std::vector<QRectF> blocks; // the rows of each part: lines through all rows spare the headings between
    std::vector<TimelineText> texts;
    std::vector<TimelineTick> ticks;
    std::vector<TimelineLink> links;
    TimelineBracket bracket;
    std::vector<QRectF> legend; // samples: hidden, exposed

    qreal xOf(double seconds) const;
    /// Clamped to the time that is shown.
    double secondsAt(qreal x) const;
};

/// Height from which all rows have the room they need.
qreal minTimelineHeight(const TimelineReading&, qreal unit = 1);
TimelineScene layoutTimeline(const TimelineReading&, const QSizeF&, qreal unit = 1);

/// Everything but the moment.
void paintTimeline(QPainter&, const TimelineScene&, const Theme&);
/// A line through all rows at a moment.
void paintMoment(QPainter&, const TimelineScene&, double seconds, const Theme&);

const TimelineBox* boxAt(const TimelineScene&, const QPointF&);
/// What a click explains there; -1 where it is nothing.
int linkAt(const TimelineScene&, const QPointF&);

} // namespace ui
