// SPDX-License-Identifier: GPL-3.0-or-later
// The roofline of single operations: their units and channels as roofs, their points, and paths of a size that grows.
#include "core/quantity/format.h"
#include "ui/charts/baseline_marks.h"
#include "ui/charts/label_placement.h"
#include "ui/charts/operation_marks.h"
#include "ui/charts/operation_measured.h"
#include "ui/charts/plot_picture.h"
#include "ui/session/snapshot.h"
#include "ui/theme/words.h"

#include <QPainter>

#include <algorithm>
#include <utility>

namespace ui
{

namespace
{

class OperationPicture : public PlotPicture
{
public:
    void read(const Snapshot& snapshot) override
    {
        auto scene = operationScene(snapshot);
        const bool another = std::exchange(m_document, snapshot.document) != snapshot.document;
        const bool keeps = snapshot.scenario.presets && scene.rows.empty() && !scene.missing.isEmpty() &&
                           !m_scene.rows.empty() && !another;
        m_before = keeps ? tr("As it was before. Now: %1").arg(absenceOf(scene)) : QString();
        if (!keeps)
            m_scene = std::move(scene);
        m_scene.chosen = m_chosen;
    }

    void choose(const QString& place) override { m_scene.chosen = m_chosen = operationNumber(place); }

    QString description() const override
    {
        if (m_scene.rows.empty() || !m_before.isEmpty())
            return m_before.isEmpty() ? absence() : m_before;
        QStringList said;
        for (const OperationRow& row : m_scene.rows)
            said.append(tr("%1 reaches %2 at %3, bound by %4")
                            .arg(row.title, rateText(row.numbers.rate.si()), intensityText(row.numbers.intensity.si()),
                                 row.bound));
        for (const OperationPath& path : m_scene.paths)
            if (const QString words = limitWords(path, m_scene.rows[path.row]); !words.isEmpty())
                said.append(m_scene.rows[path.row].title + u' ' + words);
        for (const OperationMeasured& point : m_scene.measured)
            if (said.size() < 60)
                said.append(tr("measured %1, %2 at %3")
                                .arg(shareWords(point), rateText(point.rate), intensityText(point.intensity)));
        said += m_scene.missing;
        return tr("Roofline of operations: %1.").arg(said.join(QStringLiteral("; ")));
    }

    QString absence() const override { return m_scene.rows.empty() ? absenceOf(m_scene) : QString(); }

    AxisRanges ranges() const override { return rangesOf(m_scene); }

    std::vector<Mark> farMarks() const override
    {
        return m_before.isEmpty() ? tickMarks(layout(), m_scene) : std::vector<Mark>();
    }

private:
    bool leaves(const AxisRanges& view) const override
    {
        const bool measured = std::ranges::any_of(m_scene.measured, [&](const OperationMeasured& point) {
            return point.intensity < view.xMin || point.intensity > view.xMax || point.rate < view.yMin ||
                   point.rate > view.yMax;
        });
        return measured || m_scene.peak > view.yMax || std::ranges::any_of(m_scene.rows, [&](const OperationRow& row) {
                   const double x = row.numbers.intensity.si(), y = row.numbers.rate.si();
                   return x < view.xMin || x > view.xMax || y < view.yMin || y > view.yMax;
               });
    }

    PlotAxes axes(const ChartSizes& sizes) const override
    {
        return {.xTitle = tr("Arithmetic intensity (FLOP per byte of the operation)"),
                .shortXTitle = tr("Intensity (FLOP/byte)"),
                .yTitle = tr("FLOP/s of one chip"),
                .shortYTitle = tr("FLOP/s"),
                .top = sizes.px(10)};
    }

    std::vector<PlotSeries> series(const AxisRanges& view, const Theme& theme, const ChartSizes& sizes) const override
    {
        std::vector<PlotSeries> lines;
        for (const OperationPath& path : m_scene.paths)
            addPath(lines, path, view, theme, sizes);
        for (const OperationRoof& roof : m_scene.roofs) {
            double from = view.xMin / 10, to = view.xMax * 10;
            if (roof.math) {
                from = view.xMax;
                for (const OperationRoof& slope : m_scene.roofs)
                    from = slope.math ? from : std::min(from, roof.rate / slope.rate);
            } else {
                to = m_scene.ridgeOf(roof);
                from = std::min(from, to / 10);
            }
            const auto height = [&](double x) { return roof.math ? roof.rate : roof.rate * x; };
            lines.push_back({.points = {{from, height(from)}, {to, height(to)}},
                             .colour = colourOf(roof, theme),
                             .dashes = roof.binds ? QList<qreal>() : QList<qreal>{5, 3},
                             .width = sizes.line * (roof.binds ? 1.7 : 1)});
        }
        for (const OperationCompared& baseline : m_scene.compared)
            lines.push_back(comparedRoofs(baseline.look, baseline.peak, baseline.ridge, view, theme, sizes));
        return lines;
    }

    void addPath(std::vector<PlotSeries>& lines, const OperationPath& path, const AxisRanges& view, const Theme& theme,
                 const ChartSizes& sizes) const
    {
        const QColor colour = ui::colourOf(m_scene.rows[path.row], theme);
        PlotSeries line{.points = {}, .colour = colour, .dashes = {}, .width = sizes.line * 2.6};
        line.colour.setAlphaF(0.45F);
        for (const auto& point : path.points)
            line.points.emplace_back(point.intensity, point.rate);
        lines.push_back(std::move(line));
        if (path.limit && positive(path.limit->value()))
            lines.push_back({.points = {{path.limit->value(), view.yMin}, {path.limit->value(), view.yMax}},
                             .colour = colour,
                             .dashes = {4, 4},
                             .width = sizes.line * 0.8});
    }

    std::vector<Mark> paintOver(QPainter& painter, const PictureLayout& layout) const override
    {
        auto marks = paintOperations(painter, layout, m_scene);
        for (const OperationCompared& baseline : m_scene.compared) {
            const double right =
                std::max(baseline.ridge, layout.ranges.xMax / 2.5); // names of operations are left of it
            marks.push_back(
                drawBaselineMark(painter, layout, baseline.name, baseline.look, layout.at(right, baseline.peak)));
            marks.back().lines = {baseline.math, baseline.memory, tr("ridge at %1").arg(intensityText(baseline.ridge))};
        }
        if (m_before.isEmpty())
            return marks;
        drawBefore(painter, m_before, layout.area, layout.theme);
        return {};
    }

    OperationScene m_scene;
    QString m_before; // why the picture is that of an earlier state; empty: it is not
    std::uint64_t m_document = 0;
    std::size_t m_chosen = 0;
};

} // namespace

std::unique_ptr<Picture> operationPicture() { return std::make_unique<OperationPicture>(); }

} // namespace ui
