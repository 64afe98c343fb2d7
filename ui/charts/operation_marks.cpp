// SPDX-License-Identifier: GPL-3.0-or-later
// Labels by priority: points and their hatches, roofs, names, ticks of paths, limits.
#include "ui/charts/operation_marks.h"

#include "core/quantity/format.h"
#include "ui/charts/operation_measured.h"
#include "ui/theme/words.h"

#include <QPainter>
#include <QtMath>

#include <algorithm>
#include <numeric>

namespace ui
{

namespace
{

bool isTick(const core::OperationPoint& point)
{
    int power = 0;
    return std::frexp(point.size, &power) == 0.5; // a power of two
}

/// Draws what stands above the lines, and keeps what answers to the mouse.
class OperationPainter
{
public:
    OperationPainter(QPainter& painter, const PictureLayout& frame, const OperationScene& scene)
        : m_painter(painter), m_frame(frame), m_scene(scene), m_placer(frame.area.adjusted(2, 2, -2, -2))
    {
    }

    std::vector<Mark> draw()
    {
        blockRoofs();
        drawTwins();
        drawHatches();
        for (const OperationPath& path : m_scene.paths)
            drawTicks(path);
        drawPoints();
        drawMeasured(m_painter, m_frame, m_scene, m_placer, m_marks);
        nameFarthest(m_painter, m_frame, m_scene, m_placer);
        nameRoofs(true); // which no other picture names; points have leads
        namePoints();
        nameMeasured(m_painter, m_frame, m_scene, m_placer);
        nameRoofs(false);
        nameTwins();
        nameHatches();
        for (const OperationPath& path : m_scene.paths)
            nameLimit(path);
        if (const OperationPath* path = namedPath())
            nameTicks(*path);
        return std::move(m_marks);
    }

private:
    qreal px(qreal at) const { return m_frame.sizes.px(at); }

    QPointF place(const OperationRow& row) const
    {
        return m_frame.at(row.numbers.intensity.si(), row.numbers.rate.si());
    }

    /// Ticks of several paths on one roof would be a riddle: those of the chosen operation are named, or of the first.
    const OperationPath* namedPath() const
    {
        const auto of = std::ranges::find_if(
            m_scene.paths, [&](const OperationPath& path) { return m_scene.rows[path.row].number == m_scene.chosen; });
        return of != m_scene.paths.end() ? &*of : m_scene.paths.empty() ? nullptr : &m_scene.paths.front();
    }

    QColor colour(std::size_t row) const { return ui::colourOf(m_scene.rows[row], m_frame.theme); }

    struct Span {
        QPointF from, to;
    };
    std::optional<Span> spanOf(const OperationRoof& roof) const
    {
        const AxisRanges& view = m_frame.ranges;
        double from = view.xMin, to = view.xMax;
        if (roof.math) {
            for (const OperationRoof& other : m_scene.roofs)
                if (!other.math)
                    to = std::min(to, roof.rate / other.rate);
            from = std::max(from, to);
            to = view.xMax;
        } else {
            from = std::max(from, view.yMin / roof.rate);
            to = std::min({to, m_scene.ridgeOf(roof), view.yMax / roof.rate});
        }
        const auto height = [&](double x) { return roof.math ? roof.rate : roof.rate * x; };
        if (!(to > from) || height(to) < view.yMin || height(to) > view.yMax * (1 + 1e-9))
            return std::nullopt;
        return Span{m_frame.at(from, height(from)), m_frame.at(to, height(to))};
    }

    void blockRoofs()
    {
        for (const OperationRoof& roof : m_scene.roofs)
            if (const auto span = spanOf(roof))
                m_placer.blockLine(span->from, span->to, m_frame.sizes.line + 1);
    }

    bool write(const Label& label, const std::vector<QPointF>& spots, qreal degrees = 0)
    {
        const auto outline = writeAt(m_painter, m_frame, m_placer, label, spots, degrees);
        m_last = outline.value_or(m_last);
        return outline.has_value();
    }

    static QString indented(const QString& words) { return QStringLiteral("\u2003 ") + words; }

    /// A name behind the mark of its operation.
    bool write(const Label& label, std::size_t row, const std::vector<QPointF>& spots)
    {
        if (!write(label, spots))
            return false;
        const QRectF box = m_last.boundingRect();
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(colour(row));
        drawMarker(m_painter, markerOf(m_scene.rows[row]), {box.left() + px(7), box.center().y()}, px(7.5));
        return true;
    }

    void nameRoofs(bool binding)
    {
        for (const OperationRoof& roof : m_scene.roofs) {
            const auto span = spanOf(roof);
            if (!span || roof.binds != binding)
                continue;
            Label label(roof.name, chartFont(m_frame.sizes.text, roof.binds ? QFont::DemiBold : QFont::Medium),
                        m_frame.theme.text);
            const core::Dim unit = roof.math ? core::dim::flopPerSecond : core::dim::bytePerSecond;
            label.add(u' ' + toText(core::format(roof.rate, unit)), chartFont(m_frame.sizes.text), m_frame.theme.muted);
            const QSizeF size = label.size();
            const QPointF along = span->to - span->from;
            const qreal degrees = roof.math ? 0 : qRadiansToDegrees(std::atan2(along.y(), along.x()));
            const QPointF up =
                QPointF(along.y(), -along.x()) / std::hypot(along.x(), along.y()) * (size.height() * 0.5 + px(4));
            std::vector<QPointF> spots;
            if (roof.math)
                for (const qreal side : {1., -1., 1.9}) // the last above the marks of points
                    for (const qreal share : {1., 0., 0.75, 0.5, 0.25})
                        spots.push_back(span->to - share * (along - QPointF(size.width() + px(26), 0)) + up * side -
                                        QPointF(size.width() / 2 + px(6), 0));
            else
                for (const qreal share : {0.62, 0.5, 0.38, 0.26, 0.74})
                    for (const qreal side : {1., -1.})
                        spots.push_back(span->from + along * share + up * side);
            const Label name(roof.name, chartFont(m_frame.sizes.text, QFont::DemiBold), m_frame.theme.text);
            if (write(label, spots, degrees) || write(name, spots, degrees)) // the rate stands in the card
                m_marks.push_back({m_last, roof.name, {toText(core::format(roof.rate, unit))}, roof.number});
        }
    }

    /// The other executions of an MoE: hollow, joined by thin lines.
    void drawTwins()
    {
        for (const OperationTwin& twin : m_scene.twins) {
            const QPointF from = place(m_scene.rows[twin.row]);
            const QPointF to = m_frame.at(twin.intensity, twin.rate);
            m_painter.setPen(QPen(colour(twin.row), px(0.9)));
            m_painter.drawLine(from, to);
            m_painter.setBrush(m_frame.theme.panel);
            m_painter.setPen(QPen(colour(twin.row), px(1.4)));
            drawMarker(m_painter, markerOf(m_scene.rows[twin.row]), to, px(7));
            const QRectF box(to - QPointF(px(5), px(5)), QSizeF(px(10), px(10)));
            m_placer.block(box);
            m_marks.push_back({corners(box.adjusted(-3, -3, 3, 3)),
                               twin.name,
                               {intensityText(twin.intensity), rateText(twin.rate)},
                               {}});
        }
    }

    void nameTwins()
    {
        for (const OperationTwin& twin : m_scene.twins) {
            const Label label(twin.name, chartFont(m_frame.sizes.small), m_frame.theme.muted);
            const QPointF at = m_frame.at(twin.intensity, twin.rate);
            write(label, around(at, label.size()));
        }
    }

    QRectF barOf(const OperationRow& row, const core::LostRate& part) const
    {
        const double x = row.numbers.intensity.si();
        const QPointF top = m_frame.at(x, part.whole), bottom = m_frame.at(x, part.reached);
        return {top.x() - px(5), top.y(), px(10), std::max(px(3), bottom.y() - top.y())};
    }

    static QString wordsOf(const core::LostRate& part)
    {
        return part.idle ? tr("%1 of the array idle").arg(percentText(part.share))
                         : tr("%1 of the FLOPs dropped").arg(percentText(part.share));
    }

    /// What the array idles, or what of the FLOPs is dropped, on the way up from what is of use.
    void drawHatches()
    {
        for (std::size_t i = 0; i < m_scene.rows.size(); ++i) {
            const OperationRow& row = m_scene.rows[i];
            const auto part = core::lostRate(row.numbers);
            if (!part)
                continue;
            const QRectF bar = barOf(row, *part);
            drawHatch(m_painter, bar, Hatch::diagonal, colour(i), px(3.4), px(1));
            m_painter.setBrush(Qt::NoBrush);
            m_painter.setPen(QPen(colour(i), px(1)));
            m_painter.drawRect(bar);
            m_placer.block(bar);
            m_marks.push_back({corners(bar.adjusted(-2, -2, 2, 2)),
                               wordsOf(*part),
                               {row.title},
                               row.idOf(part->idle ? "op.idle" : "op.flops.wasted")});
        }
    }

    void nameHatches()
    {
        for (const OperationRow& row : m_scene.rows) {
            const auto part = core::lostRate(row.numbers);
            if (!part)
                continue;
            const Label label(wordsOf(*part), chartFont(m_frame.sizes.small), m_frame.theme.muted);
            const QRectF bar = barOf(row, *part);
            std::vector<QPointF> spots;
            for (const qreal down : {0., 1., -1., 2., -2.})
                for (const qreal side : {1., -1.})
                    spots.push_back(bar.center() + QPointF(side * (px(11) + label.size().width() / 2),
                                                           down * (label.size().height() + px(2))));
            write(label, spots);
        }
    }

    void drawTicks(const OperationPath& path)
    {
        m_painter.setPen(QPen(m_frame.theme.panel, px(0.8)));
        m_painter.setBrush(colour(path.row));
        for (const auto& point : path.points)
            if (const QPointF at = m_frame.at(point.intensity, point.rate); isTick(point) && m_frame.area.contains(at))
                m_painter.drawEllipse(at, px(2.4), px(2.4));
    }

    /// Every fourth power of two, where ticks do not crowd.
    void nameTicks(const OperationPath& path)
    {
        QPointF before(-1e6, -1e6);
        for (const auto& point : path.points) {
            const QPointF at = m_frame.at(point.intensity, point.rate);
            const double power = std::log2(point.size);
            if (!isTick(point) || std::fmod(power, 2) != 0 || !m_frame.area.contains(at) ||
                std::hypot(at.x() - before.x(), at.y() - before.y()) < px(34))
                continue;
            const Label label(QStringLiteral("%1 = %2").arg(path.size, toText(core::grouped(point.size))),
                              chartFont(m_frame.sizes.small), m_frame.theme.muted);
            const QSizeF size = label.size();
            if (write(label,
                      {at + QPointF(size.width() / 2 + px(7), px(8)), at + QPointF(0, size.height() / 2 + px(6))}))
                before = at;
        }
    }

    void nameLimit(const OperationPath& path)
    {
        const QString words = path.limit ? limitWords(path, m_scene.rows[path.row]) : QString();
        const double limit = words.isEmpty() ? 0 : path.limit->value();
        if (limit < m_frame.ranges.xMin || limit > m_frame.ranges.xMax)
            return;
        const Label label(indented(words), chartFont(m_frame.sizes.small, QFont::Medium), m_frame.theme.text);
        const qreal x = m_frame.xOf(limit);
        const qreal half = label.size().width() / 2 + px(5);
        std::vector<QPointF> spots;
        for (const qreal up : {12., 30., 48., 90., 130.})
            for (const qreal side : {-half, half})
                spots.emplace_back(x + side, m_frame.area.bottom() - px(up));
        if (write(label, path.row, spots))
            m_marks.push_back(
                {m_last,
                 words,
                 {tr("one more of %1 adds %2 and %3")
                      .arg(path.size, toText(core::format(path.limit->flops, core::dim::flop)),
                           toText(core::format(path.limit->bytes, core::dim::byte)))},
                 m_scene.rows[path.row].number == 1 ? QStringLiteral("op.limit@") + path.size : QString()});
    }

    void drawPoints()
    {
        for (std::size_t i = m_scene.rows.size(); i-- > 0;) {
            const OperationRow& row = m_scene.rows[i];
            const QPointF at = place(row);
            if (!m_frame.area.contains(at))
                continue;
            if (row.number == m_scene.chosen) {
                m_painter.setPen(QPen(m_frame.theme.text, px(1.4)));
                m_painter.setBrush(Qt::NoBrush);
                m_painter.drawEllipse(at, px(10), px(10));
            }
            m_painter.setPen(QPen(m_frame.theme.panel, px(1.2)));
            m_painter.setBrush(colour(i));
            drawMarker(m_painter, markerOf(row), at, px(11));
            const QRectF box(at - QPointF(px(7), px(7)), QSizeF(px(14), px(14)));
            m_placer.block(box);
            const auto& n = row.numbers;
            m_marks.insert(m_marks.begin(),
                           {corners(box.adjusted(-3, -3, 3, 3)),
                            row.title,
                            {intensityText(n.intensity.si()), rateText(n.rate.si()),
                             tr("%1 of its unit, bound by %2").arg(percentText(n.rate.si() / n.peak.si()), row.bound)},
                            row.idOf("op.rate"),
                            placeOf(row)});
        }
    }

    std::vector<QPointF> around(const QPointF& at, const QSizeF& size) const
    {
        return spotsAround(at, size, m_frame.sizes);
    }

    /// The chosen one first. Beside the point, or farther away at the end of a line.
    void namePoints()
    {
        constexpr int rings = 9;
        std::vector<std::size_t> order(m_scene.rows.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::ranges::stable_partition(order, [&](std::size_t i) { return m_scene.rows[i].number == m_scene.chosen; });
        for (const std::size_t i : order) {
            const QPointF at = place(m_scene.rows[i]);
            const Label label(indented(m_scene.rows[i].title), chartFont(m_frame.sizes.text, QFont::DemiBold),
                              m_frame.theme.text);
            if (!m_frame.area.contains(at) || write(label, i, around(at, label.size())))
                continue;
            std::vector<QPointF> spots;
            for (int ring = 1; ring <= rings; ++ring)
                for (const QPointF& spot : around(at, label.size() + QSizeF(px(20), px(22)) * ring))
                    spots.push_back(spot);
            if (write(label, i, spots))
                drawLead(m_painter, at, m_last.boundingRect(), colour(i), m_frame.sizes);
        }
    }

    QPainter& m_painter;
    const PictureLayout& m_frame;
    const OperationScene& m_scene;
    LabelPlacer m_placer;
    QPolygonF m_last; // outline of what was written last
    std::vector<Mark> m_marks;
};

} // namespace

std::vector<Mark> paintOperations(QPainter& painter, const PictureLayout& layout, const OperationScene& scene)
{
    return OperationPainter(painter, layout, scene).draw();
}

std::vector<Mark> tickMarks(const PictureLayout& frame, const OperationScene& scene)
{
    std::vector<Mark> marks;
    const qreal half = frame.sizes.px(4);
    for (const OperationPath& path : scene.paths)
        for (const auto& point : path.points)
            if (const QPointF at = frame.at(point.intensity, point.rate); isTick(point) && frame.area.contains(at))
                marks.push_back({corners({at - QPointF(half, half), QSizeF(2 * half, 2 * half)}),
                                 QStringLiteral("%1 = %2").arg(path.size, toText(core::grouped(point.size))),
                                 {scene.rows[path.row].title, intensityText(point.intensity), rateText(point.rate)},
                                 {}});
    return marks;
}

} // namespace ui
