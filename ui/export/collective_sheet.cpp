// SPDX-License-Identifier: GPL-3.0-or-later
// Words around the picture of a collective, and the checks of what is asked of it.
#include "ui/export/collective_sheet.h"

#include "core/quantity/format.h"
#include "ui/charts/chart_style.h"
#include "ui/export/sheet.h"
#include "ui/tables/step_table.h"
#include "ui/timeline/timeline_picture.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QPainter>

#include <algorithm>

namespace ui
{

namespace
{

QString tr(const char* text) { return QCoreApplication::translate("ui::CollectiveSheet", text); }

std::size_t place(int i) { return static_cast<std::size_t>(i); }

QString seconds(double value) { return toText(core::format(value, core::dim::second)); }

TorusLook lookOf(const core::Topology& whole, const CollectiveStand& stand)
{
    return {.layout = stand.layout.value_or(usualLayout(whole)),
            .camera = stand.camera,
            .detail = stand.detail.value_or(usualDetail(whole)),
            .slice = stand.slice,
            .progress = stand.progress,
            .pinned = stand.pinned};
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
    constexpr QSizeF least(440, 330);
    constexpr qreal smallest = 0.7;
    const qreal fits = std::min(area.width() / least.width(), area.height() / least.height());
    return std::clamp(fits, smallest, ChartSizes::of(page).unit);
}

} // namespace

CollectiveSheet::CollectiveSheet(const Snapshot& snapshot, const QString& view, const CollectiveStand& stand,
                                 core::WholeCollective collective)
    : m_snapshot(snapshot), m_timeline(view == QStringLiteral("timeline")),
      m_stands(!m_timeline || stand.step.has_value()), m_stand(stand),
      m_reel(std::make_unique<Reel>(std::move(collective))), m_look(lookOf(m_reel->whole(), stand)),
      m_caption(captionOf(m_reel->collective(), snapshot.scenario))
{
}

tl::expected<CollectiveSheet, PictureError> CollectiveSheet::of(const Snapshot& snapshot, const QString& view,
                                                                const CollectiveStand& stand)
{
    auto collective = core::wholeCollective(snapshot.scenario);
    if (!collective)
        return noPicture(PictureFault::scenario,
                         tr("There is no collective to export: %1.").arg(toText(collective.error())));
    CollectiveSheet page(snapshot, view, stand, *std::move(collective));
    if (const auto good = page.check(); !good)
        return tl::unexpected(good.error());
    page.m_reel->follow(stand.followed);
    page.m_reel->moveTo(stand.step.value_or(0));
    return page;
}

tl::expected<void, PictureError> CollectiveSheet::check() const
{
    const int step = m_stand.step.value_or(0);
    if (step < 0 || step > steps())
        return noPicture(
            PictureFault::request,
            tr("There is no step %1; this collective has the steps 0 to %2, and at step 0 nothing has moved.")
                .arg(step)
                .arg(steps()));
    const core::Topology& whole = m_reel->whole();
    if (whole.wiring == core::Wiring::throughSwitch && m_look.detail != TorusDetail::chips)
        return noPicture(PictureFault::request,
                         tr("GPUs behind a switch have no blocks, faces or slices; draw every chip."));
    const int length = whole.axes[place(slicedAxis(whole))].length;
    if (m_look.detail == TorusDetail::slice && (m_look.slice < 0 || m_look.slice >= length))
        return noPicture(
            PictureFault::request,
            tr("There is no slice %1; the axis that is cut has the slices 0 to %2.").arg(m_look.slice).arg(length - 1));
    return {};
}

void CollectiveSheet::stepTo(int step, double progress)
{
    m_reel->moveTo(step);
    m_look.progress = progress;
    m_stands = true;
}

/// "Step 2 of 4 · 12 µs of 26 µs", or "4 steps · 26 µs".
QString CollectiveSheet::clockText() const
{
    const auto& ends = m_reel->collective().stepEnds;
    const int step = m_reel->step();
    const double all = ends.empty() ? 0 : ends.back();
    if (!m_stands)
        return steps() == 1 ? tr("1 step · %1").arg(seconds(all)) : tr("%1 steps · %2").arg(steps()).arg(seconds(all));
    const double before = step == 0 ? 0 : ends[place(step - 1)];
    const double now = step < steps() ? before + m_look.progress * (ends[place(step)] - before) : all;
    return tr("Step %1 of %2 · %3 of %4").arg(step).arg(steps()).arg(seconds(now), seconds(all));
}

void CollectiveSheet::paint(QPainter& painter, const QSizeF& size, const Theme& theme) const
{
    const QRectF area =
        paintSheet(painter, {m_caption.title, clockText(), m_caption.parameters, m_caption.conventions}, size, theme);
    painter.save();
    painter.translate(area.topLeft());
    if (m_timeline) {
        const double position = m_reel->step() + m_look.progress;
        paintTimelinePicture(painter, area.size(), theme, m_reel->collective(), m_snapshot,
                             m_stands ? std::optional(position) : std::nullopt);
    } else {
        const qreal unit = torusUnit(size, area.size());
        painter.scale(unit, unit);
        paintTorus(painter, layoutTorus(*m_reel, m_look, area.size() / unit), theme);
    }
    painter.restore();
}

tl::expected<QByteArray, PictureError> CollectiveSheet::table() const
{
    const auto& collective = m_reel->collective();
    constexpr double mostRows = 2e6; // some 80 MB
    const auto rows = static_cast<double>(collective.study.timing.messages);
    const bool all = !m_timeline && !m_stand.step;
    if (all && rows > mostRows)
        return noPicture(PictureFault::request,
                         tr("The collective has %1 transfers, more than a table holds; ask for one step.")
                             .arg(toText(core::grouped(rows))));
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    buffer.write(csvLines(m_caption));
    if (m_timeline)
        buffer.write(rowsOfStep(timelineCsv(collective, m_snapshot), m_stand.step));
    else if (m_stand.step == 0) // nothing leads there
        buffer.write("step,from,to,chunk,bytes,link\n");
    else
        writeSteps(collective, buffer, m_stand.step ? std::optional(*m_stand.step - 1) : std::nullopt);
    return buffer.data();
}

} // namespace ui
