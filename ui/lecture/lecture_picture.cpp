// SPDX-License-Identifier: GPL-3.0-or-later
// Hands a snapshot to the painters that exports use.
#include "ui/lecture/lecture_picture.h"

#include "core/lesson/check_answer.h"
#include "ui/charts/chart_catalogue.h"
#include "ui/charts/chart_picture.h"
#include "ui/export/collective_picture.h"
#include "ui/lessons/open_lesson.h"
#include "ui/numbers/verdict_text.h"

#include <QPainter>

#include <algorithm>

namespace ui
{

namespace
{

constexpr qreal ringShare = 0.45; // of the width
constexpr qreal gap = 12;

PaintPicture words(const QString& sentence)
{
    return [sentence](QPainter& painter, const QRectF& area, const Theme& theme) {
        painter.setFont(uiFont(14));
        painter.setPen(theme.muted);
        painter.drawText(area, Qt::AlignCenter | Qt::TextWordWrap, sentence);
    };
}

/// Before it starts.
PlaybackState atRest(PlaybackState playback)
{
    playback.step.reset();
    playback.progress = 0;
    return playback;
}

/// Of a matmul both serialized and overlapped stand on one clock beside the ring.
PaintPicture ofCollective(const Snapshot& snapshot, bool tellsOrder, const PlaybackState& shown)
{
    const bool hides = !tellsOrder && core::isMatmul(snapshot.scenario.coll.kind) && !shown.custom;
    const PlaybackState playback = hides ? atRest(shown) : shown;
    auto made = CollectivePicture::of(snapshot, QStringLiteral("torus"), playback);
    if (!made)
        return words(made.error().text);
    auto ring = std::make_shared<CollectivePicture>(std::move(*made));
    const auto paint = [](const CollectivePicture& picture, QPainter& painter, const QRectF& area, const Theme& theme) {
        painter.save();
        painter.translate(area.topLeft());
        picture.paintAlone(painter, area.size(), theme);
        painter.restore();
    };
    auto bars = CollectivePicture::of(snapshot, QStringLiteral("timeline"), playback);
    if (!tellsOrder || !core::isMatmul(snapshot.scenario.coll.kind) || !bars)
        return [ring, paint](QPainter& painter, const QRectF& area, const Theme& theme) {
            paint(*ring, painter, area, theme);
        };
    auto timelines = std::make_shared<CollectivePicture>(std::move(*bars));
    return [ring, timelines, paint](QPainter& painter, const QRectF& area, const Theme& theme) {
        const qreal width = area.width() * ringShare;
        paint(*ring, painter, QRectF(area.topLeft(), QSizeF(width, area.height())), theme);
        paint(*timelines, painter, area.adjusted(width + gap, 0, 0, 0), theme);
    };
}

} // namespace

PaintPicture pictureAtRest(const OpenLesson& lesson, const Snapshot& snapshot)
{
    const QString tab = chartOf(lesson.posed());
    const bool rests = lesson.hidden() == Hidden::results && !lesson.waits() && tab == QLatin1String("collectives");
    return rests ? lecturePicture(tab, snapshot, false) : PaintPicture();
}

/// Legends of a torus and the notation of a layer are drawn a little smaller than charts.
qreal smallestText(const QString& tab)
{
    const bool torus = tab == QLatin1String("collectives") || tab == QLatin1String("torus");
    return torus ? 9 : tab == QLatin1String("layer") ? 8.2 : 10;
}

PaintPicture lecturePicture(const QString& tab, const Snapshot& snapshot, bool tellsOrder,
                            const PlaybackState& playback)
{
    if (tab == QLatin1String("collectives") || tab == QLatin1String("torus"))
        return ofCollective(snapshot, tellsOrder, playback);
    const ChartRow* chart = findChart(tab);
    if (!chart) // four charts at once would be too small to read from afar
        chart = findChart(QStringLiteral("roofline"));
    if (chart->ofStep && cannotEvaluate(snapshot))
        return words(verdictText(snapshot).detail);
    std::shared_ptr<Picture> picture = chart->make();
    picture->read(snapshot);
    if (const QString why = picture->absence(); !why.isEmpty())
        return words(why);
    return [picture](QPainter& painter, const QRectF& area, const Theme& theme) {
        picture->paint(painter, area, theme, picture->ranges());
    };
}

} // namespace ui
