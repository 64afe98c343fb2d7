// SPDX-License-Identifier: GPL-3.0-or-later
// Intensity against the size that each operation's path follows: curves with their exact limits, and where they cross
// the ridge.
#include "core/quantity/format.h"
#include "ui/charts/chart_label.h"
#include "ui/charts/label_placement.h"
#include "ui/charts/operation_layout.h"
#include "ui/charts/plot_picture.h"
#include "ui/session/snapshot.h"
#include "ui/theme/words.h"

#include <QPainter>

#include <algorithm>

namespace ui
{

namespace
{

/// Writes where there is room.
class Writer
{
public:
    Writer(QPainter& painter, const PictureLayout& frame)
        : m_painter(painter), m_frame(frame), m_placer(frame.area.adjusted(2, 2, -2, -2))
    {
    }

    void block(const QRectF& box) { m_placer.block(box); }
    void block(const QPointF& from, const QPointF& to) { m_placer.blockLine(from, to, m_frame.sizes.line + 1); }

    void mark(const OperationRow& row, const QPointF& at, qreal size)
    {
        m_painter.setPen(QPen(m_frame.theme.panel, m_frame.sizes.px(1.2)));
        m_painter.setBrush(colourOf(row, m_frame.theme));
        drawMarker(m_painter, markerOf(row), at, size);
    }

    /// With the marks of its operations before it, at most so many lines away; gives where it stands, empty where there
    /// is no room.
    QPolygonF write(const QString& words, const std::vector<const OperationRow*>& rows, const QColor& colour,
                    const QPointF& by, int rings)
    {
        const Label label(QStringLiteral("\u2003 ").repeated(static_cast<qsizetype>(rows.size())) + words,
                          chartFont(m_frame.sizes.small, QFont::Medium), colour);
        const QSizeF size = label.size();
        QColor patch = m_frame.theme.panel;
        patch.setAlphaF(0.82F);
        for (int ring = 0; ring < rings; ++ring)
            for (const auto& [across, down] : {std::pair{1, 1}, {-1, -1}, {1, -1}, {-1, 1}}) {
                const QPointF spot =
                    by + QPointF(across * (size.width() / 2 + m_frame.sizes.px(6)),
                                 down * (size.height() / 2 + m_frame.sizes.px(3) + ring * size.height()));
                auto outline = label.outline(spot, 0, m_frame.sizes.px(1.5));
                if (!m_placer.isFree(outline))
                    continue;
                m_placer.block(outline);
                label.drawOn(m_painter, patch, spot);
                qreal x = outline.boundingRect().left() + m_frame.sizes.px(7);
                for (const OperationRow* row : rows) {
                    mark(*row, {x, spot.y()}, m_frame.sizes.px(7.5));
                    x += m_frame.sizes.px(13);
                }
                return outline;
            }
        return {};
    }

private:
    QPainter& m_painter;
    const PictureLayout& m_frame;
    LabelPlacer m_placer;
};

class IntensityPicture : public PlotPicture
{
public:
    void read(const Snapshot& snapshot) override
    {
        m_scene = operationScene(snapshot);
        m_scene.chosen = m_chosen;
    }

    void choose(const QString& place) override { m_scene.chosen = m_chosen = operationNumber(place); }

    QString description() const override
    {
        if (m_scene.paths.empty())
            return absence();
        QStringList said;
        for (const OperationPath& path : m_scene.paths) {
            const OperationRow& row = m_scene.rows[path.row];
            QString words = tr("%1: %2 at %3 = %4, ridge %5")
                                .arg(row.title, intensityText(row.numbers.intensity.si()), path.size,
                                     countText(path.now), intensityText(row.numbers.machine.si()));
            if (const QString limit = limitWords(path, row); !limit.isEmpty())
                words += QStringLiteral(", ") + limit;
            said.append(words);
        }
        return tr("Intensity against a size: %1.").arg(said.join(QStringLiteral("; ")));
    }

    QString absence() const override
    {
        if (m_scene.rows.empty())
            return absenceOf(m_scene);
        return m_scene.paths.empty() ? tr("No visible operation follows one of its sizes. Choose a size under Path.")
                                     : QString();
    }

    AxisRanges ranges() const override
    {
        if (m_scene.paths.empty())
            return {};
        double right = 4096, end = 0, low = std::numeric_limits<double>::infinity(), high = 0;
        for (const OperationPath& path : m_scene.paths) {
            const auto& n = m_scene.rows[path.row].numbers;
            right = std::max({right, path.now * 8, crossing(path).value_or(0) * 8});
            end = std::max(end, path.points.back().size);
            low = std::min(low, path.points.front().intensity);
            high = std::max({high, n.machine.si(), path.points.back().intensity});
            if (path.limit && positive(path.limit->value()))
                high = std::max(high, path.limit->value());
        }
        return {1, std::min(end, tickAbove(right)), tickBelow(low / 2), tickAbove(high * 4)};
    }

private:
    bool leaves(const AxisRanges& view) const override
    {
        return std::ranges::any_of(m_scene.paths, [&](const OperationPath& path) {
            const double y = m_scene.rows[path.row].numbers.intensity.si();
            return path.now < view.xMin || path.now > view.xMax || y < view.yMin || y > view.yMax;
        });
    }

    /// The critical batch of an operation whose batch grows.
    std::optional<double> crossing(const OperationPath& path) const
    {
        const double batch = m_scene.rows[path.row].numbers.batchCritical.si();
        return path.size == QLatin1String("B") && batch > 1 && std::isfinite(batch) ? std::optional(batch)
                                                                                    : std::nullopt;
    }

    PlotAxes axes(const ChartSizes& sizes) const override
    {
        QStringList names;
        for (const OperationPath& path : m_scene.paths)
            if (!names.contains(path.size))
                names.append(path.size);
        const QString title = names.join(QStringLiteral(", "));
        return {.xTitle = title,
                .shortXTitle = title,
                .yTitle = tr("Intensity (FLOP per byte)"),
                .shortYTitle = tr("Intensity"),
                .top = sizes.px(10)};
    }

    std::vector<PlotSeries> series(const AxisRanges& view, const Theme& theme, const ChartSizes& sizes) const override
    {
        std::vector<PlotSeries> lines;
        for (const OperationPath& path : m_scene.paths) {
            const OperationRow& row = m_scene.rows[path.row];
            const QColor colour = colourOf(row, theme);
            PlotSeries curve{.points = {}, .colour = colour, .dashes = {}, .width = sizes.line * 1.3};
            for (const auto& point : path.points)
                curve.points.emplace_back(point.size, point.intensity);
            lines.push_back(std::move(curve));
            if (path.limit && positive(path.limit->value()))
                lines.push_back({.points = {{view.xMin, path.limit->value()}, {view.xMax, path.limit->value()}},
                                 .colour = colour,
                                 .dashes = {4, 4},
                                 .width = sizes.line * 0.8});
            lines.push_back({.points = {{view.xMin, row.numbers.machine.si()}, {view.xMax, row.numbers.machine.si()}},
                             .colour = theme.muted,
                             .dashes = {},
                             .width = sizes.line});
        }
        return lines;
    }

    std::vector<Mark> paintOver(QPainter&, const PictureLayout&) const override;
    void paintPoint(QPainter&, const PictureLayout&, const OperationPath&, Writer&, std::vector<Mark>&) const;
    void paintCrossing(QPainter&, const PictureLayout&, const OperationPath&, Writer&, std::vector<Mark>&) const;
    void nameRidges(const PictureLayout&, Writer&, std::vector<Mark>&) const;
    void nameLimits(const PictureLayout&, Writer&, std::vector<Mark>&) const;

    OperationScene m_scene;
    std::size_t m_chosen = 0;
};

/// "→ 4,096 FLOP/B".
QString shortLimitWords(const OperationPath& path)
{
    return QStringLiteral("→ ") + toText(core::format(path.limit ? path.limit->value() : 0, core::dim::flopPerByte));
}

QRectF around(const QPointF& at, qreal half) { return {at - QPointF(half, half), QSizeF(2 * half, 2 * half)}; }

bool inSight(const PictureLayout& frame, const QPointF& at) { return frame.area.adjusted(-1, -1, 1, 1).contains(at); }

std::vector<Mark> IntensityPicture::paintOver(QPainter& painter, const PictureLayout& frame) const
{
    std::vector<Mark> marks;
    Writer writer(painter, frame);
    for (const OperationPath& path : m_scene.paths)
        for (std::size_t i = 0; i + 1 < path.points.size(); ++i) {
            const QPointF from = frame.at(path.points[i].size, path.points[i].intensity);
            const QPointF to = frame.at(path.points[i + 1].size, path.points[i + 1].intensity);
            if (inSight(frame, from) && inSight(frame, to))
                writer.block(from, to);
        }
    for (const OperationPath& path : m_scene.paths)
        paintPoint(painter, frame, path, writer, marks);
    nameRidges(frame, writer, marks);
    for (const OperationPath& path : m_scene.paths) {
        const OperationRow& row = m_scene.rows[path.row];
        if (const QPointF at = frame.at(path.now, row.numbers.intensity.si()); inSight(frame, at))
            writer.write(row.title, {&row}, frame.theme.text, at, 6);
        paintCrossing(painter, frame, path, writer, marks);
    }
    nameLimits(frame, writer, marks);
    return marks;
}

void IntensityPicture::paintPoint(QPainter& painter, const PictureLayout& frame, const OperationPath& path,
                                  Writer& writer, std::vector<Mark>& marks) const
{
    const OperationRow& row = m_scene.rows[path.row];
    const QPointF at = frame.at(path.now, row.numbers.intensity.si());
    if (!inSight(frame, at))
        return;
    if (row.number == m_scene.chosen) {
        painter.setPen(QPen(frame.theme.text, frame.sizes.px(1.4)));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(at, frame.sizes.px(10), frame.sizes.px(10));
    }
    writer.mark(row, at, frame.sizes.px(11));
    writer.block(around(at, frame.sizes.px(7)));
    marks.push_back(
        {corners(around(at, frame.sizes.px(9))),
         row.title,
         {QStringLiteral("%1 = %2").arg(path.size, countText(path.now)), intensityText(row.numbers.intensity.si())},
         row.idOf("op.intensity"),
         placeOf(row)});
}

void IntensityPicture::paintCrossing(QPainter& painter, const PictureLayout& frame, const OperationPath& path,
                                     Writer& writer, std::vector<Mark>& marks) const
{
    const OperationRow& row = m_scene.rows[path.row];
    const auto batch = crossing(path);
    const QPointF crossed = batch ? frame.at(*batch, row.numbers.machine.si()) : QPointF(-9, -9);
    if (!batch || !inSight(frame, crossed))
        return;
    painter.setPen(QPen(colourOf(row, frame.theme), frame.sizes.px(1.6)));
    painter.setBrush(frame.theme.panel);
    painter.drawEllipse(crossed, frame.sizes.px(4), frame.sizes.px(4));
    const double approx = row.numbers.batchApprox.si();
    const QString words = std::isnan(approx) ? tr("critical batch %1").arg(countText(*batch))
                                             : tr("critical batch %1 (≈ %2)").arg(countText(*batch), countText(approx));
    if (writer.write(words, {&row}, frame.theme.text, crossed, 3).isEmpty())
        writer.write(countText(*batch), {&row}, frame.theme.text, crossed, 6);
    marks.push_back({corners(around(crossed, frame.sizes.px(7))), row.title, {words}, row.idOf("op.batch.critical")});
}

/// Each ridge once, from the left on.
void IntensityPicture::nameRidges(const PictureLayout& frame, Writer& writer, std::vector<Mark>& marks) const
{
    std::vector<double> ridges;
    for (const OperationPath& path : m_scene.paths) {
        const OperationRow& row = m_scene.rows[path.row];
        const double ridge = row.numbers.machine.si();
        const qreal y = frame.yOf(ridge);
        if (std::ranges::find(ridges, ridge) != ridges.end() || !inSight(frame, {frame.area.left(), y}))
            continue;
        ridges.push_back(ridge);
        const QString words = tr("ridge of %1: %2").arg(path.ridge, intensityText(ridge));
        for (const qreal share : {0., 0.2, 0.4, 0.6, 0.8}) {
            const QPointF at(frame.area.left() + share * frame.area.width(), y);
            const auto where = writer.write(words, {}, frame.theme.muted, at, 1);
            if (where.isEmpty())
                continue;
            marks.push_back({where, words, {tr("above it math binds")}, row.idOf("op.machine")});
            break;
        }
    }
}

/// At the right or along its line, each limit once for all operations that tend to it; in few words where all have no
/// room.
void IntensityPicture::nameLimits(const PictureLayout& frame, Writer& writer, std::vector<Mark>& marks) const
{
    std::vector<QString> named;
    for (const OperationPath& path : m_scene.paths) {
        const QString words = limitWords(path, m_scene.rows[path.row]);
        if (!path.limit || words.isEmpty() || std::ranges::find(named, words) != named.end())
            continue;
        named.push_back(words);
        const QPointF right(frame.area.right(), frame.yOf(path.limit->value()));
        std::vector<const OperationRow*> rows;
        for (const OperationPath& other : m_scene.paths)
            if (limitWords(other, m_scene.rows[other.row]) == words)
                rows.push_back(&m_scene.rows[other.row]);
        if (!inSight(frame, right))
            continue;
        QPolygonF where;
        for (const auto& [said, rings] : {std::pair(words, 1), {shortLimitWords(path), 1}, {shortLimitWords(path), 4}})
            for (const qreal share : {1., 0.8, 0.6, 0.4, 0.2, 0.})
                if (where.isEmpty())
                    where = writer.write(said, rows, frame.theme.text,
                                         {frame.area.left() + share * frame.area.width(), right.y()}, rings);
        if (!where.isEmpty())
            marks.push_back({where, rows.front()->title, {words}});
    }
}

} // namespace

std::unique_ptr<Picture> intensityPicture() { return std::make_unique<IntensityPicture>(); }

TableRows intensityTable(const Snapshot& snapshot)
{
    TableRows rows{
        {"number", "operation", "size", "value", "intensity_flop_per_byte", "rate_flop_per_s", "limit_flop_per_byte"}};
    const OperationScene scene = operationScene(snapshot);
    for (const OperationPath& path : scene.paths)
        for (const auto& point : path.points)
            rows.push_back({std::to_string(scene.rows[path.row].number), scene.rows[path.row].title.toStdString(),
                            path.size.toStdString(), tableCell(point.size), tableCell(point.intensity),
                            tableCell(point.rate), path.limit ? tableCell(path.limit->value()) : std::string()});
    return rows;
}

} // namespace ui
