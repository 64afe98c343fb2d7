// SPDX-License-Identifier: GPL-3.0-or-later
// Memory per chip: all components stacked against the capacity, and one bar for each component.
#include "core/quantity/format.h"
#include "ui/charts/bar_picture.h"
#include "ui/charts/baseline_marks.h"
#include "ui/charts/chart_label.h"
#include "ui/charts/label_placement.h"
#include "ui/session/snapshot.h"
#include "ui/theme/text_line.h"
#include "ui/theme/words.h"

#include <QPainter>

#include <algorithm>
#include <functional>

namespace ui
{

namespace
{

// Above the whole "3.6×".
QString shareText(double share)
{
    return share > 1 ? QString::number(share, 'f', share < 10 ? 2 : 0) + u'×' : percentText(share);
}

/// All components stacked against the capacity, and one bar for each component.
class MemoryPicture : public BarPicture
{
public:
    void read(const Snapshot& snapshot) override
    {
        const auto& memory = snapshot.report.memory;
        m_units = snapshot.scenario.conv.unit;
        const auto shown = [&](double bytes, const char* metric) {
            const QString text = metricLabel(snapshot, metric);
            return text.isEmpty() ? toText(core::format(bytes, core::dim::byte, {.bytes = m_units})) : text;
        };
        m_components.clear();
        m_baselines.clear();
        for (const Baseline& baseline : snapshot.baselines)
            m_baselines.push_back({baselineName(baseline), baseline.report.memory.total.si(), baseline.look});
        using Memory = decltype(core::Report::memory);
        const auto add = [&](const QString& name, const char* metric, decltype(Memory::weights) Memory::*part,
                             std::size_t colour, Hatch hatch) {
            const double bytes = (memory.*part).si();
            std::vector<double> compared;
            for (const Baseline& baseline : snapshot.baselines)
                compared.push_back((baseline.report.memory.*part).si());
            if (positive(bytes) || std::ranges::any_of(compared, positive))
                m_components.push_back(
                    {name, QString::fromLatin1(metric), bytes, shown(bytes, metric), colour, hatch, compared});
        };
        add(tr("weights"), "mem.weights", &Memory::weights, 0, Hatch::none);
        add(tr("master weights"), "mem.master", &Memory::master, 1, Hatch::horizontal);
        add(tr("gradients"), "mem.gradients", &Memory::gradients, 2, Hatch::diagonal);
        add(tr("optimizer"), "mem.optimizer", &Memory::optimizer, 3, Hatch::vertical);
        add(tr("activations"), "mem.activations", &Memory::activations, 4, Hatch::counterDiagonal);
        add(tr("recomputed layer"), "mem.transient", &Memory::transient, 4, Hatch::cross);
        add(tr("gathered layers"), "mem.gathered", &Memory::gathered, 5, Hatch::dots);
        add(tr("unreduced gradients"), "mem.gradient_buffer", &Memory::gradientBuffer, 2, Hatch::cross);
        add(tr("logits"), "mem.logits", &Memory::logits, 6, Hatch::none);
        add(tr("KV cache"), "mem.kv", &Memory::kv, 7, Hatch::horizontal);
        m_total = memory.total.si();
        m_capacity = memory.capacity.si();
        m_totalText = shown(m_total, "mem.total");
        m_capacityText = shown(m_capacity, "mem.capacity");
        m_fits = memory.fits;
    }

    QString description() const override
    {
        if (!absence().isEmpty())
            return absence();
        QStringList parts;
        for (const Component& component : m_components)
            parts.append(component.name + u' ' + component.shown);
        const QString verdict = m_fits ? tr("fits") : tr("does not fit");
        return tr("Memory per chip: %1, %2. %3.").arg(headline(), verdict, parts.join(QStringLiteral(", ")));
    }

    QString absence() const override
    {
        if (positive(m_total) && positive(m_capacity) && !m_components.empty())
            return {};
        return tr("No memory to show: the scenario cannot be evaluated.");
    }

    AxisRanges ranges() const override
    {
        double largest = 0;
        double compared = 0;
        for (const Component& component : m_components) {
            largest = std::max(largest, component.bytes);
            for (const double bytes : component.baselines)
                compared = std::max(compared, bytes);
        }
        double total = 0;
        for (const Compared& baseline : m_baselines)
            total = std::max(total, baseline.total);
        return {.xMax = axisWithBaseline(std::max(m_capacity, m_total), total),
                .yMax = roundScale(axisWithBaseline(largest, compared))};
    }

private:
    struct Compared {
        QString name;
        double total = 0; // bytes
        std::size_t look = 0;
    };
    struct Component {
        QString name;
        QString metric;
        double bytes = 0;
        QString shown;
        std::size_t colour = 0; // index into Theme::components
        Hatch hatch = Hatch::none;
        std::vector<double> baselines = {}; // its bytes in each
    };

    std::vector<BarBlock> blocks(const PictureLayout& frame) const override
    {
        const ChartSizes& sizes = frame.sizes;
        const qreal edge = sizes.px(12);
        const qreal top = gaugeTop(sizes);
        BarBlock gauge;
        gauge.area = QRectF(edge, top, frame.size.width() - 2 * edge, sizes.px(24));
        gauge.max = frame.ranges.xMax;
        BarBlock rows;
        qreal names = 0;
        qreal values = 0;
        const std::vector<Component> shown = rowsOf(frame);
        for (const Component& component : shown) {
            names = std::max(names, lineWidth(component.name, chartFont(sizes.text)));
            values = std::max(values, lineWidth(component.shown, chartFont(sizes.text, QFont::DemiBold)));
        }
        const qreal left = edge + names + sizes.px(8);
        const qreal right = frame.size.width() - edge - values - sizes.px(8);
        const qreal first = rowsTop(sizes);
        const qreal room = frame.size.height() - first - sizes.px(8);
        const qreal count = static_cast<qreal>(shown.size());
        // Rows of readable height: a few bars do not grow into slabs.
        rows.area = QRectF(QPointF(left, first),
                           QPointF(std::max(right, left + 1), first + std::min(room, count * sizes.px(34))));
        rows.max = frame.ranges.yMax;
        rows.thickness = 0.66;
        for (const Component& component : m_components)
            gauge.sets.push_back({frame.theme.components[component.colour], component.hatch, {component.bytes}});
        for (std::size_t i = 0; i < shown.size(); ++i) {
            BarSet set{shown[i].metric.isEmpty() ? frame.theme.muted : frame.theme.components[shown[i].colour],
                       shown[i].hatch,
                       {}};
            set.values.assign(shown.size(), 0);
            set.values[i] = shown[i].bytes;
            rows.max = std::max(rows.max, shown[i].bytes); // of all others together, too
            rows.sets.push_back(std::move(set));
        }
        return {gauge, rows};
    }

    /// With room for the marks of baselines.
    qreal gaugeTop(const ChartSizes& sizes) const { return sizes.px(m_baselines.empty() ? 38 : 50); }
    qreal rowsTop(const ChartSizes& sizes) const { return gaugeTop(sizes) + sizes.px(24 + 26); }

    /// A row for each component, or for the largest that have a readable row and one for the others.
    std::vector<Component> rowsOf(const PictureLayout& frame) const
    {
        constexpr qreal minRow = 14;
        const qreal room = frame.size.height() - rowsTop(frame.sizes) - frame.sizes.px(8);
        const auto lines = static_cast<std::size_t>(std::max<qreal>(2, room / frame.sizes.px(minRow)));
        if (lines >= m_components.size())
            return m_components;
        std::vector<double> sizes;
        for (const Component& component : m_components)
            sizes.push_back(component.bytes);
        std::ranges::sort(sizes, std::greater());
        std::vector<Component> rows;
        double rest = 0;
        std::vector<double> compared(m_baselines.size());
        for (const Component& component : m_components)
            if (component.bytes > sizes[lines - 1] && rows.size() + 1 < lines) {
                rows.push_back(component);
            } else {
                rest += component.bytes;
                std::ranges::transform(compared, component.baselines, compared.begin(), std::plus());
            }
        rows.push_back({tr("%1 others").arg(m_components.size() - rows.size()),
                        {},
                        rest,
                        toText(core::format(rest, core::dim::byte, {.bytes = m_units})),
                        0,
                        Hatch::none,
                        std::move(compared)});
        return rows;
    }

    std::vector<Mark> paintOver(QPainter& painter, const PictureLayout& frame,
                                const std::vector<BarBlock>& blocks) const override
    {
        std::vector<Mark> marks;
        paintHeadline(painter, frame, marks);
        paintCapacity(painter, frame, blocks[0], marks);
        paintRows(painter, frame, blocks[1], marks);
        paintBaselines(painter, frame, blocks, marks);
        return marks;
    }

    QString headline() const { return tr("%1 of %2").arg(m_totalText, m_capacityText); }

    void paintHeadline(QPainter& painter, const PictureLayout& frame, std::vector<Mark>& marks) const
    {
        const ChartSizes& sizes = frame.sizes;
        const qreal edge = sizes.px(12);
        const qreal middle = sizes.px(20);
        Label total(m_totalText, chartFont(sizes.px(17), QFont::DemiBold), frame.theme.text);
        total.add(tr(" of %1").arg(m_capacityText), chartFont(sizes.px(13)), frame.theme.muted);
        total.drawLeft(painter, QPointF(edge, middle));
        marks.push_back({corners(QRectF(QPointF(edge, middle - total.size().height() / 2), total.size())),
                         tr("Memory per chip"),
                         {headline()},
                         QStringLiteral("mem.total")});
        Label verdict(m_fits ? tr("fits") : tr("does not fit"), chartFont(sizes.px(13), QFont::DemiBold),
                      frame.theme.text);
        verdict.add(u' ' + tr("(%1)").arg(shareText(m_total / m_capacity)), chartFont(sizes.px(13)), frame.theme.muted);
        const qreal free = frame.size.width() - 2 * edge - total.size().width() - verdict.size().width();
        const qreal badge = sizes.px(10);
        if (free < badge + sizes.px(14))
            return;
        verdict.drawRight(painter, QPointF(frame.size.width() - edge, middle));
        const QPointF centre(frame.size.width() - edge - verdict.size().width() - badge, middle);
        painter.setPen(QPen(m_fits ? frame.theme.good : frame.theme.text, sizes.px(1.6)));
        painter.setBrush(m_fits ? Qt::NoBrush : QBrush(frame.theme.overflow));
        if (m_fits)
            painter.drawPolyline(QPolygonF({centre + QPointF(-4, 0) * sizes.unit, centre + QPointF(-1, 3) * sizes.unit,
                                            centre + QPointF(4, -4) * sizes.unit}));
        else
            drawMarker(painter, Marker::triangle, centre, badge);
    }

    void paintCapacity(QPainter& painter, const PictureLayout& frame, const BarBlock& gauge,
                       std::vector<Mark>& marks) const
    {
        const ChartSizes& sizes = frame.sizes;
        const qreal x = gauge.xOf(m_capacity);
        const QRectF lane(gauge.area);
        // Stroked smoothly it would be blended pixel by pixel.
        const qreal rim = sizes.px(1);
        const QRectF outer(lane.left() - rim / 2, lane.top() - rim / 2, x - lane.left() + rim, lane.height() + rim);
        const QRectF inner = outer.adjusted(rim, rim, -rim, -rim);
        for (const QRectF& side : {QRectF(outer.topLeft(), QPointF(outer.right(), inner.top())),
                                   QRectF(QPointF(outer.left(), inner.bottom()), outer.bottomRight()),
                                   QRectF(QPointF(outer.left(), inner.top()), inner.bottomLeft()),
                                   QRectF(inner.topRight(), QPointF(outer.right(), inner.bottom()))})
            painter.fillRect(side, frame.theme.muted);
        for (std::size_t i = 0; i < m_components.size(); ++i)
            marks.push_back(
                {corners(gauge.bar(i, 0)),
                 m_components[i].name,
                 {m_components[i].shown, tr("%1 of the capacity").arg(shareText(m_components[i].bytes / m_capacity))},
                 m_components[i].metric});
        if (m_total > m_capacity) {
            const QRectF over(QPointF(x, lane.top()), QPointF(gauge.xOf(m_total), lane.bottom()));
            QColor veil = frame.theme.panel;
            veil.setAlphaF(0.35F);
            painter.fillRect(over, veil);
            drawHatch(painter, over, Hatch::cross, frame.theme.text, sizes.px(5), sizes.px(1));
            painter.setPen(QPen(frame.theme.overflow, sizes.px(2.4)));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(over);
        }
        const qreal reach = sizes.px(5);
        painter.setPen(QPen(frame.theme.text, sizes.px(2)));
        painter.drawLine(QPointF(x, lane.top() - reach), QPointF(x, lane.bottom() + reach));
        Label label(tr("capacity "), chartFont(sizes.small), frame.theme.muted);
        label.add(m_capacityText, chartFont(sizes.small, QFont::DemiBold), frame.theme.text);
        const qreal half = label.size().width() / 2;
        const qreal centre = std::clamp(x, lane.left() + half, lane.right() - half);
        const QPointF at(centre, lane.bottom() + reach + label.size().height() / 2);
        label.draw(painter, at);
        marks.push_back({label.outline(at), tr("Capacity"), {m_capacityText}, QStringLiteral("mem.capacity")});
        if (m_total > m_capacity) {
            const double excess = m_total - m_capacity;
            Label beyond(tr("%1 over").arg(toText(core::format(excess, core::dim::byte, {.bytes = m_units}))),
                         chartFont(sizes.small, QFont::DemiBold), frame.theme.text);
            const QPointF right(lane.right(), at.y());
            const QPointF left(lane.left(), at.y());
            if (lane.right() - beyond.size().width() > centre + half + sizes.px(8))
                beyond.drawRight(painter, right);
            else if (lane.left() + beyond.size().width() < centre - half - sizes.px(8))
                beyond.drawLeft(painter, left);
        }
    }

    void paintRows(QPainter& painter, const PictureLayout& frame, const BarBlock& rows, std::vector<Mark>& marks) const
    {
        const ChartSizes& sizes = frame.sizes;
        const std::vector<Component> shown = rowsOf(frame);
        for (std::size_t i = 0; i < shown.size(); ++i) {
            const Component& component = shown[i];
            const QRectF lane = rows.row(i);
            const QRectF bar = rows.bar(i, i);
            const Label name(component.name, chartFont(sizes.text), frame.theme.text);
            const Label value(component.shown, chartFont(sizes.text, QFont::DemiBold), frame.theme.text);
            name.drawRight(painter, QPointF(lane.left() - sizes.px(8), lane.center().y()));
            qreal right = bar.right();
            for (const double compared : component.baselines)
                right = std::max(right, positive(compared) ? std::min(rows.xOf(compared), rows.area.right()) : 0);
            value.drawLeft(painter, QPointF(right + sizes.px(6), lane.center().y()));
            marks.push_back({corners(QRectF(QPointF(sizes.px(12), lane.top()),
                                            QPointF(frame.size.width() - sizes.px(12), lane.bottom()))),
                             component.name,
                             {component.shown, tr("%1 of the total").arg(shareText(component.bytes / m_total))},
                             component.metric.isEmpty() ? QStringLiteral("mem.total") : component.metric});
        }
        painter.setPen(QPen(frame.theme.muted, sizes.px(1)));
        painter.drawLine(rows.area.topLeft(), rows.area.bottomLeft());
    }

    /// Outlines of their bars; a mark at the end of the gauge says whose they are.
    void paintBaselines(QPainter& painter, const PictureLayout& frame, const std::vector<BarBlock>& blocks,
                        std::vector<Mark>& marks) const
    {
        const BarBlock& gauge = blocks[0];
        const std::vector<Component> shown = rowsOf(frame);
        for (std::size_t place = 0; place < m_baselines.size(); ++place) {
            for (std::size_t i = 0; i < shown.size(); ++i)
                if (const double bytes = shown[i].baselines[place]; positive(bytes)) {
                    const QRectF lane = blocks[1].bar(i, i);
                    drawBaselineBar(painter, frame, m_baselines[place].look,
                                    QRectF(lane.topLeft(), QPointF(blocks[1].xOf(bytes), lane.bottom())),
                                    blocks[1].area.right());
                }
            const double total = m_baselines[place].total;
            if (!positive(total))
                continue;
            const qreal right = gauge.area.right();
            drawBaselineBar(painter, frame, m_baselines[place].look,
                            QRectF(gauge.area.topLeft(), QPointF(gauge.xOf(total), gauge.area.bottom())), right);
            // Inside the picture, with its letter.
            const QPointF end(std::min(gauge.xOf(total), right - frame.sizes.px(8)), gauge.area.top());
            Mark mark = drawBaselineMark(painter, frame, m_baselines[place].name, m_baselines[place].look, end);
            mark.lines = {toText(core::format(total, core::dim::byte, {.bytes = m_units}))};
            marks.insert(marks.begin(), std::move(mark));
        }
    }

    std::vector<Component> m_components; // only what takes memory, here or in a baseline
    std::vector<Compared> m_baselines;
    double m_total = 0;
    double m_capacity = 0;
    QString m_totalText, m_capacityText;
    core::ByteUnits m_units = core::ByteUnits::decimal;
    bool m_fits = true;
};

} // namespace

std::unique_ptr<Picture> memoryPicture() { return std::make_unique<MemoryPicture>(); }

} // namespace ui
