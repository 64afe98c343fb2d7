// SPDX-License-Identifier: GPL-3.0-or-later
// Places the labels of time against batch where the lines are read.
#include "ui/charts/batch_labels.h"

#include "core/evaluate/evaluate.h"
#include "core/quantity/format.h"
#include "core/step/axis_network.h"
#include "ui/session/snapshot.h"
#include "ui/theme/painting.h"
#include "ui/theme/words.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ui
{

namespace
{

/// What binds beside math, by the name of its line.
QString networkOf(const core::Report& report, const Snapshot& snapshot)
{
    using enum core::Verdict;
    const auto what = report.bound.largest;
    if (what == commsX || what == commsY || what == commsZ)
        return toText(core::networkName(snapshot.scenario, snapshot.report.mesh,
                                        static_cast<std::size_t>(what) - static_cast<std::size_t>(commsX)));
    return what == dcn ? QStringLiteral("DCN") : what == latency ? tr("hops") : tr("all communication");
}

} // namespace

BatchCrossing crossingAt(double batch, const Snapshot& snapshot)
{
    if (!positive(batch))
        return {};
    core::Scenario there = snapshot.scenario;
    there.work.batch = batch;
    const bool hbmBinds = there.conv.hbm && core::evaluate(there).bound.verdict == core::Verdict::hbm;
    there.conv.hbm = false;
    const core::Report report = core::evaluate(there);
    const QString other = networkOf(report, snapshot);
    const bool backward = report.bound.backward;
    BatchCrossing equal{tr("math = %1").arg(other), {}};
    if (there.work.mode == core::Mode::training && there.work.pass == core::Pass::step && !report.bound.whole) {
        equal.lines = backward ? tr("backward: math = %1").arg(other) : tr("forward: math = %1").arg(other);
        equal.remark << (backward ? tr("math and %1 take equal time in the backward pass; the lines add the forward "
                                       "pass, and may cross elsewhere")
                                  : tr("math and %1 take equal time in the forward pass; the lines add the backward "
                                       "pass, and may cross elsewhere"))
                            .arg(other);
    }
    if (hbmBinds)
        equal.remark << tr("of math and the network only: HBM takes longer than both here");
    equal.remark << tr("the verdict is balanced while math is between 1/1.1 and 1.1 of what it waits for");
    return equal;
}

QColor regionColour(core::Verdict what, const Theme& theme)
{
    return what == core::Verdict::compute ? theme.compute
           : what == core::Verdict::hbm   ? theme.hbm
           : what == core::Verdict::comms ? theme.comms
                                          : QColor();
}

QString regionText(core::Verdict what)
{
    return what == core::Verdict::compute ? tr("compute-bound")
           : what == core::Verdict::hbm   ? tr("HBM-bound")
           : what == core::Verdict::comms ? tr("communication-bound")
                                          : QString();
}

QString borderText(double batch, double crossing, const QString& crossingText)
{
    const bool critical = std::abs(batch / crossing - 1) < 1e-4;
    return critical ? crossingText : toText(core::grouped(std::ceil(batch)));
}

Label BatchLabels::endLabel(const BatchCurve& curve, const QString& value, const Theme& theme, const ChartSizes& sizes)
{
    return Label(curve.name + u' ', chartFont(sizes.text, QFont::DemiBold), theme.text)
        .add(value, chartFont(sizes.text), theme.text);
}

void BatchLabels::draw()
{
    paintStrip();
    paintNow();
    nameCrossing();
    paintEnds();
    m_marks.insert(m_marks.end(), m_regions.begin(), m_regions.end());
}

void BatchLabels::tint(const QRectF& strip, qreal from, qreal to, QColor colour) const
{
    colour.setAlphaF(m_frame.theme.dark ? 0.26F : 0.18F);
    m_painter.fillRect(QRectF(QPointF(from, strip.top()), QPointF(to, strip.bottom())), colour);
}

/// Where it fits.
void BatchLabels::writeRegion(const QString& text, qreal left, qreal right, qreal y)
{
    for (const qreal size : {m_frame.sizes.text, m_frame.sizes.small}) {
        const Label label(text, chartFont(size), m_frame.theme.text);
        if (label.size().width() <= right - left)
            return label.draw(m_painter, QPointF((left + right) / 2, y));
    }
}

// A strip above the axes: what binds in each region, and the critical batch where there is one.
void BatchLabels::paintStrip()
{
    const ChartSizes& sizes = m_frame.sizes;
    const QRectF& area = m_frame.area;
    const QRectF strip(area.left(), area.top() - sizes.px(22), area.width(), sizes.px(18));
    const QRectF chip = positive(m_words.crossing) ? chipOf(strip) : QRectF();
    paintRegions(strip, chip);
    if (!chip.isEmpty())
        paintCrossing(chip);
}

/// What binds; where it is the same everywhere, that it is.
QString BatchLabels::regionName(core::Verdict what) const
{
    if (m_words.bands.size() > 1 || positive(m_words.crossing))
        return regionText(what);
    if (std::isnan(m_words.crossing) && what == core::Verdict::compute)
        return tr("no communication at any batch");
    const QString name = regionText(what);
    return name.isEmpty() ? name : tr("%1 at every batch").arg(name);
}

void BatchLabels::paintRegions(const QRectF& strip, const QRectF& chip)
{
    const qreal gap = m_frame.sizes.px(4);
    for (std::size_t i = 0; i < m_words.bands.size(); ++i) {
        const auto& band = m_words.bands[i];
        const bool last = i + 1 == m_words.bands.size();
        const qreal from = i == 0 ? strip.left() : std::clamp(m_frame.xOf(band.from), strip.left(), strip.right());
        const qreal to =
            last ? strip.right() : std::clamp(m_frame.xOf(m_words.bands[i + 1].from), strip.left(), strip.right());
        if (const QColor colour = regionColour(band.what, m_frame.theme); colour.isValid())
            tint(strip, from, to, colour);
        markRegion(i, QRectF(QPointF(from, strip.top()), QPointF(to, strip.bottom())));
        qreal left = from, right = to; // beside the chip of the critical batch, on its wider side
        if (!chip.isEmpty() && chip.right() > from && chip.left() < to)
            (chip.left() - from > to - chip.right() ? right : left) =
                chip.left() - from > to - chip.right() ? chip.left() : chip.right();
        writeRegion(regionName(band.what), left + gap, right - gap, strip.center().y());
    }
}

/// Names it where it is too narrow for its words, too.
void BatchLabels::markRegion(std::size_t band, const QRectF& room)
{
    const auto& bands = m_words.bands;
    const QString name = regionName(bands[band].what);
    if (name.isEmpty())
        return;
    const auto border = [&](std::size_t at) {
        return borderText(bands[at].from, m_words.crossing, m_words.crossingText);
    };
    const bool last = band + 1 == bands.size();
    const QString where = band == 0 && last ? QString()
                          : band == 0       ? tr("below a batch of %1").arg(border(1))
                          : last            ? tr("from a batch of %1 on").arg(border(band))
                                            : tr("from a batch of %1 to %2").arg(border(band), border(band + 1));
    const qreal beside = std::max(0.0, m_frame.sizes.px(8) - room.width()) / 2; // can be pointed at
    m_regions.push_back({.area = corners(room.adjusted(-beside, 0, beside, 0)),
                         .heading = name,
                         .lines = where.isEmpty() ? QStringList() : QStringList{where}});
}

/// Of the critical batch.
QRectF BatchLabels::chipOf(const QRectF& strip) const
{
    const ChartSizes& sizes = m_frame.sizes;
    const qreal border = std::clamp(m_frame.xOf(m_words.crossing), strip.left(), strip.right());
    const Label value(m_words.crossingText, chartFont(sizes.text, QFont::DemiBold), m_frame.theme.text);
    const qreal half = value.size().width() / 2 + sizes.px(6);
    const qreal centre = std::clamp(border, strip.left() + half, std::max(strip.left(), strip.right() - half));
    return {centre - half, strip.top() - sizes.px(1), 2 * half, strip.height() + sizes.px(2)};
}

void BatchLabels::paintCrossing(const QRectF& chip)
{
    const ChartSizes& sizes = m_frame.sizes;
    const Theme& theme = m_frame.theme;
    const qreal border = m_frame.xOf(m_words.crossing);
    if (m_frame.area.left() < border && border < m_frame.area.right()) {
        m_painter.setPen(QPen(theme.text, sizes.px(1.2)));
        m_painter.drawLine(QPointF(border, chip.bottom()), QPointF(border, m_frame.area.bottom()));
    }
    m_painter.setPen(QPen(theme.text, sizes.px(1)));
    m_painter.setBrush(theme.panel);
    m_painter.drawRoundedRect(chip, sizes.px(3), sizes.px(3));
    Label(m_words.crossingText, chartFont(sizes.text, QFont::DemiBold), theme.text).draw(m_painter, chip.center());
    m_marks.push_back({corners(chip), tr("Critical batch"),
                       QStringList{m_words.crossingText, tr("math takes longer than communication from here on")} +
                           m_words.equal.remark,
                       QStringLiteral("batch.critical")});
}

/// Beside an upright line, as low as nothing else is written or drawn, `side` (1: right) before the other.
std::optional<QPointF> BatchLabels::beside(qreal x, const QSizeF& size, int side) const
{
    const qreal gap = m_frame.sizes.px(4);
    const QRectF area = m_frame.area.adjusted(0, gap, 0, -gap);
    constexpr int rows = 12;
    for (int place = 0; place < 2 * rows; ++place) {
        const int right = place % 2 == 0 ? side : -side;
        const int row = place / 2;
        const QPointF spot(x + right * (gap + size.width() / 2),
                           area.bottom() - size.height() / 2 - row * (area.height() - size.height()) / (rows - 1));
        const QRectF room(spot - QPointF(size.width(), size.height()) / 2, size);
        if (area.contains(room) && m_placer.isFree(corners(room.adjusted(-1, -1, 1, 1))))
            return spot;
    }
    return {};
}

void BatchLabels::nameCrossing()
{
    const QRectF& area = m_frame.area;
    const qreal border = positive(m_words.crossing) ? m_frame.xOf(m_words.crossing) : area.left();
    if (border <= area.left() || area.right() <= border || m_words.equal.lines.isEmpty())
        return;
    const Label name(m_words.equal.lines, chartFont(m_frame.sizes.small), m_frame.theme.text);
    if (const auto spot = beside(border, name.size(), area.right() - border > border - area.left() ? 1 : -1)) {
        name.draw(m_painter, *spot);
        m_marks.push_back(
            {name.outline(*spot, 0, 1), tr("Critical batch"), m_words.equal.remark, QStringLiteral("batch.critical")});
    }
}

void BatchLabels::paintNow()
{
    const ChartSizes& sizes = m_frame.sizes;
    const QRectF& area = m_frame.area;
    const qreal x = m_frame.xOf(m_words.batch);
    if (x < area.left() || x > area.right())
        return;
    for (const BatchCurve& curve : m_words.curves)
        for (std::size_t i = 6; i < curve.samples.size(); i += 6)
            m_placer.blockLine(m_frame.at(curve.samples[i - 6]), m_frame.at(curve.samples[i]), sizes.px(4));
    if (positive(m_words.crossing)) {
        const qreal border = m_frame.xOf(m_words.crossing);
        m_placer.blockLine(QPointF(border, area.top()), QPointF(border, area.bottom()), sizes.px(2));
    }
    paintMarkers(x);
    m_placer.blockLine(QPointF(x, area.top()), QPointF(x, area.bottom()), sizes.px(2));
    const auto& step = m_words.curves.front();
    const bool bound = std::ranges::any_of(m_words.curves, [&](const BatchCurve& curve) {
        return curve.resource && curve.value == step.value; // it says the same of its line
    });
    std::vector<const BatchCurve*> shown;
    for (const BatchCurve& curve : m_words.curves)
        if (m_frame.area.contains(m_frame.at(m_words.batch, curve.now)) && (curve.resource || !bound))
            shown.push_back(&curve);
    writeColumn(shown);
    writeNow(x);
}

/// Names and values one below the other, each with a leader from its mark, on the side of the present batch with room.
void BatchLabels::writeColumn(const std::vector<const BatchCurve*>& curves)
{
    if (curves.empty())
        return;
    const ChartSizes& sizes = m_frame.sizes;
    const QRectF& area = m_frame.area;
    const qreal x = m_frame.xOf(m_words.batch);
    const qreal lead = sizes.px(16);
    const qreal room = std::max(area.right() - x, x - area.left()) - lead;
    const auto labelled = [&](bool names) {
        std::vector<Label> labels;
        for (const BatchCurve* curve : curves)
            labels.push_back(Label(names ? curve->name + u' ' : QString(), chartFont(sizes.small), m_frame.theme.text)
                                 .add(curve->value, chartFont(sizes.small, QFont::DemiBold), m_frame.theme.text));
        return labels;
    };
    const auto widest = [](const std::vector<Label>& labels) {
        return std::ranges::max(labels, {}, [](const Label& label) { return label.size().width(); }).size().width();
    };
    std::vector<Label> labels = labelled(true);
    if (widest(labels) > room)
        labels = labelled(false);
    const qreal reach = lead + widest(labels);
    const auto suits = [&](qreal side) {
        return area.contains(QPointF(x + side * reach, area.center().y())) &&
               std::ranges::none_of(m_words.baselines, [&](double batch) {
                   const qreal away = (m_frame.xOf(batch) - x) * side;
                   return away > 0 && away < reach + sizes.px(8);
               });
    };
    const qreal side = suits(1) || (!suits(-1) && x + reach <= area.right()) ? 1 : -1;
    std::vector<qreal> marks, heights;
    for (std::size_t i = 0; i < curves.size(); ++i) {
        marks.push_back(m_frame.yOf(curves[i]->now));
        heights.push_back(labels[i].size().height() + sizes.px(1));
    }
    const std::vector<qreal> places = spread(marks, heights, area.top() + sizes.px(2), area.bottom() - sizes.px(2));
    QColor backing = m_frame.theme.panel;
    backing.setAlphaF(0.82F);
    for (std::size_t i = 0; i < curves.size(); ++i) {
        if (std::isnan(places[i]))
            continue;
        const QPointF spot(x + side * (lead + labels[i].size().width() / 2), places[i]);
        const QPointF foot(x + side * (lead - sizes.px(2)), places[i]);
        const QPolygonF outline = labels[i].outline(spot, 0, 1);
        m_placer.block(outline);
        labels[i].drawOn(m_painter, backing, spot);
        m_painter.setPen(QPen(m_frame.theme.muted, sizes.px(0.9)));
        m_painter.drawLine(QPointF(x + side * sizes.px(5), marks[i]), foot);
        m_marks.push_back(
            {outline, curves[i]->name, {tr("%1 at %2").arg(curves[i]->value, m_words.batchText)}, curves[i]->metric});
    }
}

void BatchLabels::paintMarkers(qreal x)
{
    const ChartSizes& sizes = m_frame.sizes;
    m_painter.setPen(QPen(m_frame.theme.accent, sizes.px(1.4)));
    m_painter.drawLine(QPointF(x, m_frame.area.top()), QPointF(x, m_frame.area.bottom()));
    for (const BatchCurve& curve : m_words.curves) {
        const QPointF at = m_frame.at(m_words.batch, curve.now);
        if (!curve.resource || !m_frame.area.contains(at))
            continue;
        const ResourceLook look = lookOf(*curve.resource, m_frame.theme);
        m_painter.setPen(QPen(m_frame.theme.panel, sizes.px(1.2)));
        m_painter.setBrush(look.colour);
        drawMarker(m_painter, look.marker, at, sizes.px(9));
        const QRectF box(at - QPointF(6, 6) * sizes.unit, QSizeF(12, 12) * sizes.unit);
        m_placer.block(corners(box));
        m_marks.push_back({corners(box), curve.name, {curve.value}, curve.metric});
    }
}

void BatchLabels::writeNow(qreal x)
{
    const Label label(tr("now %1").arg(m_words.batchText), chartFont(m_frame.sizes.text, QFont::Medium),
                      m_frame.theme.text);
    if (const auto spot = beside(x, label.size(), 1)) {
        m_placer.block(label.outline(*spot, 0, 1));
        label.draw(m_painter, *spot);
    }
}

// Names and last values right of the axes, moved apart, with leaders; none of a line that ends out of sight.
void BatchLabels::paintEnds()
{
    const ChartSizes& sizes = m_frame.sizes;
    const QRectF& area = m_frame.area;
    std::vector<const BatchCurve*> curves;
    std::vector<qreal> ends, heights;
    std::vector<Label> labels;
    for (const BatchCurve& curve : m_words.curves) {
        const double last = curve.end(m_words.batch).y();
        const qreal end = m_frame.yOf(last);
        if (end < area.top() - 1 || end > area.bottom() + 1)
            continue;
        curves.push_back(&curve);
        ends.push_back(std::clamp(end, area.top(), area.bottom()));
        labels.push_back(endLabel(curve, timeText(last), m_frame.theme, sizes));
        heights.push_back(labels.back().size().height() + sizes.px(3));
    }
    // The step runs over the curve that makes it, and stands above that curve's name.
    auto middles = ends;
    if (!curves.empty() && curves.front() == &m_words.curves.front())
        middles.front() -= heights.front() / 2;
    const auto places = spread(middles, heights, area.top() - sizes.px(6), area.bottom() + sizes.px(6));
    for (std::size_t i = 0; i < labels.size(); ++i)
        if (!std::isnan(places[i]))
            paintEnd(*curves[i], labels[i], ends[i], places[i]);
}

void BatchLabels::paintEnd(const BatchCurve& curve, const Label& label, qreal end, qreal place)
{
    const ChartSizes& sizes = m_frame.sizes;
    const qreal right = m_frame.area.right();
    const QPointF start(right + sizes.px(12), place);
    m_painter.setPen(
        QPen(curve.resource ? lookOf(*curve.resource, m_frame.theme).colour : m_frame.theme.muted, sizes.px(1)));
    m_painter.drawPolyline(QPolygonF({QPointF(right + sizes.px(1), end), QPointF(right + sizes.px(8), place),
                                      QPointF(right + sizes.px(10), place)}));
    label.drawLeft(m_painter, start);
    const qreal height = label.size().height();
    const QPointF last = curve.end(m_words.batch);
    m_marks.push_back({corners(QRectF(start - QPointF(0, height / 2), QSizeF(label.size().width(), height))),
                       curve.name,
                       {tr("%1 at %2").arg(curve.value, m_words.batchText),
                        tr("%1 at %2").arg(timeText(last.y()), toText(core::grouped(std::round(last.x()))))},
                       curve.metric});
}

} // namespace ui
