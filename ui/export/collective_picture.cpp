// SPDX-License-Identifier: GPL-3.0-or-later
// Words around the picture of a collective, and the checks of what is asked of it.
#include "ui/export/collective_picture.h"

#include "core/collectives/networks/blocks.h"
#include "core/quantity/format.h"
#include "ui/charts/chart_style.h"
#include "ui/export/chart_page.h"
#include "ui/playback/recording.h"
#include "ui/tables/step_table.h"
#include "ui/theme/nth.h"
#include "ui/theme/words.h"
#include "ui/timeline/timeline_picture.h"

#include <QBuffer>
#include <QPainter>

#include <algorithm>

namespace ui
{

namespace
{

TorusLook lookOf(const core::Topology& whole, const PlaybackState& playback)
{
    return {.layout = playback.layout.value_or(usualLayout(whole)),
            .camera = playback.camera,
            .detail = playback.detail.value_or(usualDetail(whole)),
            .slice = playback.slice,
            .progress = playback.progress,
            .pinned = playback.pinned};
}

/// The head and the bars of a step.
QByteArray rowsOfStep(const QByteArray& bars, std::optional<int> step)
{
    if (!step)
        return bars;
    constexpr int column = 3;
    QByteArray rows;
    for (const QByteArray& line : bars.split('\n'))
        if (const auto cells = line.split(','); cells.value(column) == QByteArray::number(*step) || rows.isEmpty())
            rows += line + '\n';
    return rows;
}

/// Text and lines grow with the page; on a small one they are smaller than elsewhere, to leave room for the chips.
qreal torusUnit(const QSizeF& page, const QSizeF& area)
{
    constexpr QSizeF min(440, 330);
    constexpr qreal minUnit = 0.7;
    const qreal fits = std::min(area.width() / min.width(), area.height() / min.height());
    return std::clamp(fits, minUnit, ChartSizes::of(page).unit);
}

} // namespace

CollectivePicture::CollectivePicture(const Snapshot& snapshot, const QString& view, const PlaybackState& playback,
                                     core::WholeCollective collective)
    : m_snapshot(snapshot), m_timeline(view == QStringLiteral("timeline")),
      m_atStep(!m_timeline || playback.step.has_value()), m_playback(playback),
      m_recording(std::make_unique<Recording>(std::move(collective))), m_look(lookOf(m_recording->whole(), playback)),
      m_caption(captionOf(m_recording->collective(), snapshot.scenario))
{
}

tl::expected<CollectivePicture, PictureError> CollectivePicture::of(const Snapshot& snapshot, const QString& view,
                                                                    const PlaybackState& playback)
{
    auto collective = core::wholeCollective(snapshot.scenario);
    if (!collective)
        return noPicture(PictureFault::scenario,
                         tr("There is no collective to export: %1.").arg(toText(collective.error())));
    if (playback.custom)
        collective = core::withMatmul(*std::move(collective), *playback.custom, snapshot.scenario);
    CollectivePicture page(snapshot, view, playback, *std::move(collective));
    if (const auto good = page.check(); !good)
        return tl::unexpected(good.error());
    page.m_recording->follow(playback.followed);
    page.m_recording->moveTo(playback.step.value_or(0));
    return page;
}

tl::expected<void, PictureError> CollectivePicture::check() const
{
    const int step = m_playback.step.value_or(0);
    if (step < 0 || step > steps())
        return noPicture(
            PictureFault::request,
            tr("There is no step %1; this collective has the steps 0 to %2, and at step 0 nothing has moved.")
                .arg(step)
                .arg(steps()));
    const core::Topology& whole = m_recording->whole();
    if (whole.wiring == core::Wiring::throughSwitch && m_look.detail != TorusDetail::chips)
        return noPicture(PictureFault::request,
                         tr("GPUs behind a switch have no blocks, faces or slices; draw every chip."));
    const int length = whole.axes[nth(core::slicedAxis(whole))].length;
    if (m_look.detail == TorusDetail::slice && (m_look.slice < 0 || m_look.slice >= length))
        return noPicture(
            PictureFault::request,
            tr("There is no slice %1; the axis that is cut has the slices 0 to %2.").arg(m_look.slice).arg(length - 1));
    return {};
}

void CollectivePicture::stepTo(int step, double progress)
{
    m_recording->moveTo(step);
    m_look.progress = progress;
    m_atStep = true;
}

/// "Step 2 of 4 · 12 µs of 26 µs", or "4 steps · 26 µs".
QString CollectivePicture::clockText() const
{
    const auto& ends = m_recording->collective().stepEnds;
    const int step = m_recording->step();
    const double all = ends.empty() ? 0 : ends.back();
    if (!m_atStep)
        return steps() == 1 ? tr("1 step · %1").arg(timeText(all))
                            : tr("%1 steps · %2").arg(steps()).arg(timeText(all));
    const double before = step == 0 ? 0 : ends[nth(step - 1)];
    const double now = step < steps() ? before + m_look.progress * (ends[nth(step)] - before) : all;
    return tr("Step %1 of %2 · %3 of %4").arg(step).arg(steps()).arg(timeText(now), timeText(all));
}

void CollectivePicture::paint(QPainter& painter, const QSizeF& size, const Theme& theme) const
{
    const QRectF area =
        paintPage(painter, {m_caption.title, clockText(), m_caption.parameters, m_caption.conventions}, size, theme);
    const qreal unit = m_timeline ? 1 : torusUnit(size, area.size());
    painter.save();
    painter.translate(area.topLeft());
    painter.scale(unit, unit);
    paintAlone(painter, area.size() / unit, theme);
    painter.restore();
}

void CollectivePicture::paintAlone(QPainter& painter, const QSizeF& size, const Theme& theme) const
{
    if (!m_timeline)
        return paintTorus(painter, layoutTorus(*m_recording, m_look, size), theme);
    const double position = m_recording->step() + m_look.progress;
    paintTimelinePicture(painter, size, theme, m_recording->collective(), m_snapshot,
                         m_atStep ? std::optional(position) : std::nullopt);
}

tl::expected<QByteArray, PictureError> CollectivePicture::table() const
{
    const auto& collective = m_recording->collective();
    constexpr double maxRows = 2e6; // some 80 MB
    const auto rows = static_cast<double>(collective.analysis.timing.messages);
    const bool all = !m_timeline && !m_playback.step;
    if (all && rows > maxRows)
        return noPicture(PictureFault::request,
                         tr("The collective has %1 transfers, more than a table holds; ask for one step.")
                             .arg(toText(core::grouped(rows))));
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    buffer.write(csvLines(m_caption));
    if (m_timeline)
        buffer.write(rowsOfStep(timelineCsv(collective, m_snapshot), m_playback.step));
    else if (m_playback.step == 0) // nothing leads there
        buffer.write("step,from,to,chunk,bytes,link\n");
    else
        writeSteps(collective, buffer, m_playback.step ? std::optional(*m_playback.step - 1) : std::nullopt);
    return buffer.data();
}

} // namespace ui
