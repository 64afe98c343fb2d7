// SPDX-License-Identifier: GPL-3.0-or-later
// Snapshots for charts to show, and the pictures that they paint of them.
#pragma once

#include "core/io/preset_catalogue.h"
#include "core/scenario/fields.h"
#include "ui/charts/chart.h"
#include "ui/charts/chart_catalogue.h"
#include "ui/session/snapshot.h"
#include "ui/theme/theme.h"

#include <QImage>
#include <QPainter>
#include <QSet>

#include <string>
#include <utility>
#include <vector>

namespace tests
{

/// The start scenario with some fields set, as evaluation `number`.
inline ui::Snapshot snapshotWith(const std::vector<std::pair<std::string, std::string>>& edits,
                                 std::uint64_t number = 1)
{
    core::Scenario scenario = core::defaultScenario(core::shippedCatalogue());
    for (const auto& [field, value] : edits) {
        const auto done = core::setFieldFromText(scenario, field, value);
        if (!done)
            qFatal("%s", done.error().c_str());
    }
    return ui::snapshotOf(scenario, number);
}

inline ui::Snapshot startSnapshot() { return snapshotWith({}); }

inline QImage rendered(ui::Chart& chart, const QSize& size, const ui::Theme& theme, qreal ratio)
{
    QImage image(size * ratio, QImage::Format_RGB32);
    image.fill(Qt::magenta);
    QPainter painter(&image);
    painter.scale(ratio, ratio);
    chart.paintPicture(painter, QRectF(QPointF(), QSizeF(size)), theme);
    return image;
}

/// Where a chart of that size has the mark with that heading; null where there is none.
inline QPointF placeOfMark(const QString& view, const ui::Snapshot& snapshot, const QSize& chart,
                           const QString& heading)
{
    constexpr QPoint ring(2, 2); // around the picture
    const auto picture = ui::findChart(view)->make();
    picture->read(snapshot);
    QImage image(chart - QSize(2 * ring.x(), 2 * ring.y()), QImage::Format_RGB32);
    QPainter painter(&image);
    auto marks = picture->paint(painter, image.rect(), ui::Theme::light(), picture->ranges(), ui::Output::screen).marks;
    const auto far = picture->farMarks();
    marks.insert(marks.end(), far.begin(), far.end());
    for (ui::Mark& mark : marks) {
        picture->complete(mark);
        if (mark.heading == heading)
            return mark.area.boundingRect().center() + ring;
    }
    return {};
}

inline int coloursIn(const QImage& image)
{
    QSet<QRgb> colours;
    for (int y = 0; y < image.height(); y += 3)
        for (int x = 0; x < image.width(); x += 3)
            colours.insert(image.pixel(x, y));
    return static_cast<int>(colours.size());
}

} // namespace tests
