// SPDX-License-Identifier: GPL-3.0-or-later
// One transformer layer: its boxes in the order of the forward pass with arrays, collectives of both passes, numbers
// and times; below them the sums of the layer and of the step.
#include "core/numbers/layer_numbers.h"
#include "core/numbers/numbers.h"
#include "core/operation/roofline.h"
#include "ui/charts/box_picture.h"
#include "ui/charts/chart_label.h"
#include "ui/charts/label_placement.h"
#include "ui/charts/layer_paint.h"
#include "ui/session/snapshot.h"
#include "ui/theme/painting.h"
#include "ui/theme/words.h"

#include <QPainter>

#include <algorithm>
#include <array>

namespace ui
{

namespace
{

using Layer = LayerReading::Layer;

/// Metrics of the whole step under each column.
struct StepTexts {
    QString parameters, flops, bytes, time;
};

class LayerPicture : public BoxPicture
{
public:
    void read(const Snapshot& snapshot) override
    {
        m_reading = LayerReading::of(snapshot);
        if (!m_reading.layer)
            return;
        const auto& report = snapshot.report;
        m_saves = snapshot.scenario.work.mode == core::Mode::training;
        m_backward = m_reading.layer->backward;
        m_step = {shortCount(report.params.total.si()), shortCount(report.flops.forward.si()),
                  byteText(m_saves ? report.memory.activations.si() : report.memory.kv.si(), *m_reading.layer),
                  timeOrEmpty(report.time.math.si())};
    }

    QString description() const override { return absence().isEmpty() ? layerSentence(*m_reading.layer) : absence(); }
    QString absence() const override
    {
        return m_reading.layer || !m_reading.absence.isEmpty() ? m_reading.absence : tr("No layer to show.");
    }

    void complete(Mark& mark) const override
    {
        if (m_reading.layer)
            completeMark(mark, *m_reading.layer);
    }

    bool pointAt(const QString& place) override { return std::exchange(m_lit, place) != place; }

    /// It draws nothing but texts and boxes, from what was read.
    bool prepare(const QSizeF&, qreal, const Theme&, const AxisRanges&) override { return m_reading.layer != nullptr; }

    Painted paintBoxes(QPainter& painter, const QSizeF& size, const Theme& theme, const AxisRanges&, Output) override
    {
        Painted painted;
        const auto layout = layerLayout(*m_reading.layer, size);
        const LayerCanvas canvas{painter, m_cells, layout, theme, painted.marks, *m_reading.layer, m_lit};
        m_cells.begin(painter, theme.panel);
        paintHeads(canvas);
        paintStream(canvas);
        for (std::size_t i = 0; i < m_reading.layer->rows.size(); ++i)
            paintRow(canvas, m_reading.layer->rows[i], layout.rows[i]);
        for (std::size_t i = 0; i < m_reading.layer->ends.size(); ++i)
            paintRow(canvas, m_reading.layer->ends[i], layout.ends[i]);
        paintSums(canvas);
        return painted;
    }

private:
    void paintHeads(const LayerCanvas& c) const
    {
        const auto& at = c.layout.columns;
        const QFont font = chartFont(c.layout.sizes.small, QFont::DemiBold);
        const auto head = [&](const QRectF& column, const QStringList& texts, bool right, qreal lower = 0) {
            for (const QString& text : texts) { // the first that fits
                const Label label(text, font, c.theme.muted);
                if (label.size().width() > column.width() + c.px(6))
                    continue;
                right ? label.drawRight(c.painter, {column.right(), c.layout.head + lower})
                      : label.drawLeft(c.painter, {column.left(), c.layout.head + lower});
                return;
            }
        };
        const auto left = [&](const QRectF& column, const QStringList& texts, qreal lower = 0) {
            head(column, texts, false, lower);
        };
        const auto right = [&](const QRectF& column, const QString& text, const QString& of) {
            head(column, {text}, true, -c.px(6));
            head(column, {of}, true, c.px(6));
        };
        left(at.box, {tr("Box and its arrays"), tr("Box")});
        left(at.forward, {tr("Forward ↓"), tr("Fwd ↓")});
        if (m_backward)
            left(at.backward, {tr("Backward ↑"), tr("Bwd ↑")});
        right(at.parameters, tr("params"), tr("all chips"));
        right(at.flops, tr("FLOPs fwd"), tr("all chips"));
        right(at.bytes, m_saves ? tr("saved") : tr("KV"), tr("a chip"));
        left(at.time, {tr("math, network, a chip"), tr("times, a chip"), tr("times")}, -c.px(6));
        left(at.time, {passesName(m_backward), tr("of a chip")}, c.px(6));
    }

    /// The residual stream, which every block reads and adds to.
    void paintStream(const LayerCanvas& c) const
    {
        const auto& rows = c.layout.rows;
        const qreal x = c.layout.columns.lane.left() + c.px(6);
        const qreal box = c.layout.columns.box.left();
        c.painter.setPen(QPen(c.theme.muted, c.px(1.5)));
        const auto& ends = c.layout.ends;
        c.painter.drawLine(QPointF(x, ends.empty() ? rows.front().top() - c.px(4) : ends.front().center().y()),
                           QPointF(x, ends.empty() ? rows.back().bottom() + c.px(4) : ends.back().center().y()));
        for (const auto& end : ends)
            c.painter.drawLine(QPointF(x, end.center().y()), QPointF(box, end.center().y()));
        for (const auto& block : layerBlocks(*m_reading.layer)) {
            const qreal in = rows[block.first].center().y(), out = rows[block.last].center().y();
            const qreal arrow = c.px(3);
            c.painter.drawLine(QPointF(x, in), QPointF(box, in));
            c.painter.setBrush(c.theme.muted);
            c.painter.drawPolygon(QPolygonF{{box, in}, {box - 2 * arrow, in - arrow}, {box - 2 * arrow, in + arrow}});
            if (block.last == block.first)
                continue;
            c.painter.drawLine(QPointF(x, out), QPointF(box, out));
            c.painter.setBrush(c.theme.panel);
            const qreal radius = c.px(4.5);
            c.painter.drawEllipse(QPointF(x, out), radius, radius);
            c.painter.drawLine(QPointF(x - radius, out), QPointF(x + radius, out));
            c.painter.drawLine(QPointF(x, out - radius), QPointF(x, out + radius));
        }
    }

    void paintRow(const LayerCanvas& c, const LayerRow& row, const QRectF& line) const
    {
        const auto& at = c.layout.columns;
        paintBox(c, row, c.layout.cell(line, at.box));
        paintChips(c, row.forward, c.layout.cell(line, at.forward));
        paintChips(c, row.backward, c.layout.cell(line, at.backward));
        const auto& n = *row.numbers;
        const auto id = core::idOf(row.part);
        paintNumber(c, c.layout.cell(line, at.parameters), shortCount(n.parameters.si()),
                    core::layerNumberId("params", id));
        paintNumber(c, c.layout.cell(line, at.flops), shortCount(n.forward.si()), core::layerNumberId("flops", id));
        const bool logits = n.logits.si() > 0;
        const double bytes = logits ? n.logits.si() : m_saves ? n.saved.si() : n.cache.si();
        paintNumber(c, c.layout.cell(line, at.bytes), byteText(bytes, *m_reading.layer),
                    core::layerNumberId(logits    ? "logits"
                                        : m_saves ? "saved"
                                                  : "kv",
                                        id));
        paintTimes(c, row, c.layout.cell(line, at.time));
    }

    void paintBox(const LayerCanvas& c, const LayerRow& row, const QRectF& box) const
    {
        const auto& sizes = c.layout.sizes;
        const Mark whole = boxMark(row);
        const bool computes = row.numbers->forward.si() > 0;
        const bool lit = m_lit == whole.place;
        const QColor fill = computes ? mixed(c.theme.panel, c.theme.compute, 0.12) : c.theme.field;
        LayerCell cell{.box = box,
                       .fill = fill,
                       .border = lit        ? c.theme.accent
                                 : computes ? c.theme.compute
                                            : c.theme.edge,
                       .rim = lit ? 2. : 1.,
                       .radius = c.px(4),
                       .dotted = QPen(c.theme.edge, sizes.px(1), Qt::DotLine)};
        const Label title =
            fittingLabel({toText(core::titleOf(row.part))}, sizes.text, c.theme, box.width() - c.px(12));
        const auto arrays = c.layout.lines ? notationLabels(c, row, box.width() - c.px(14)) : std::vector<Label>();
        const qreal left = box.left() + c.px(8), line = c.px(13);
        const qreal below = line * static_cast<qreal>(arrays.size());
        const qreal middle = box.center().y() - below / 2;
        cell.addLeft(title, {left, middle});
        Mark mark = whole;
        mark.area = corners(box);
        if (!arrays.empty()) {
            QRectF all(left - 2, middle + line / 2, 0, below);
            for (std::size_t i = 0; i < arrays.size(); ++i) {
                cell.addLeft(arrays[i], {left, middle + line * (static_cast<qreal>(i) + 1)});
                all.setWidth(std::max(all.width(), arrays[i].size().width() + 4));
            }
            Mark product = arraysMark(row);
            product.area = corners(all);
            if (product.place.startsWith(QLatin1String("product")))
                cell.dots.emplace_back(product.area[3] + QPointF(2, 0), product.area[2] - QPointF(2, 0));
            c.marks.push_back(std::move(product));
        }
        c.cells.draw(c.painter, std::move(cell), box);
        c.marks.push_back(std::move(mark));
    }

    void paintNumber(const LayerCanvas& c, const QRectF& cell, const QString& text, const std::string& id) const
    {
        if (text.isEmpty() || cell.width() <= 0)
            return;
        const Label label(text, chartFont(c.layout.sizes.text), c.theme.text);
        const QRectF box(cell.right() - label.size().width(), cell.center().y() - label.size().height() / 2,
                         label.size().width(), label.size().height());
        LayerCell shown{.dots = {{box.bottomLeft(), box.bottomRight()}},
                        .dotted = QPen(c.theme.edge, c.px(1), Qt::DotLine)};
        shown.addRight(label, {cell.right(), cell.center().y()});
        c.cells.draw(c.painter, std::move(shown), cell.adjusted(-1, 0, 1, 0));
        c.marks.push_back({corners(box.adjusted(-2, -2, 2, 2)), text, {scopeOf(id, m_backward)}, toText(id)});
    }

    /// Math and collectives, of edited boxes as found.
    static std::pair<double, double> timesOf(const LayerRow& row)
    {
        return row.edited ? std::pair(row.edited->numbers.math, row.edited->numbers.comms)
                          : std::pair(row.numbers->math.si(), row.numbers->comms.si());
    }

    /// Longest time of math or collectives of any box.
    double longest() const
    {
        double most = 0;
        for (const auto* rows : {&m_reading.layer->rows, &m_reading.layer->ends})
            for (const auto& row : *rows)
                most = std::max({most, timesOf(row).first, timesOf(row).second});
        return most;
    }

    /// Two bars: math, and the collectives by axis behind one another.
    void paintTimes(const LayerCanvas& c, const LayerRow& row, const QRectF& cell) const
    {
        const double most = longest();
        if (!(most > 0) || cell.width() <= 0)
            return;
        const QFont font = chartFont(c.layout.sizes.small);
        const QSizeF longestText = Label(QStringLiteral("00.0 ms"), font, c.theme.text).size();
        const qreal text = longestText.width() + c.px(4), thin = c.px(4);
        const bool said = cell.width() > text + c.px(20) && cell.height() >= c.px(24);
        const bool apart = !said && cell.width() >= text && // above math and below collectives
                           cell.height() >= 2 * (longestText.height() + thin) + c.px(3);
        const qreal reach = cell.width() - (said ? text : 0);
        const qreal height = apart ? thin : std::min(c.px(9), cell.height() * 0.36);
        const qreal math = cell.center().y() - height - c.px(1.5), comms = cell.center().y() + c.px(1.5);
        const auto bar = [&](qreal from, double seconds, qreal y, const QColor& colour) {
            const qreal width = seconds / most * reach;
            c.painter.fillRect(QRectF(cell.left() + from, y, width, height), colour);
            return from + width;
        };
        const auto finish = [&](qreal to, double seconds, qreal y, const char* number, const QString& heading,
                                const QString& ofDesign) {
            if (!(seconds > 0))
                return;
            const qreal beyond = (height + longestText.height()) / 2 * (y < cell.center().y() ? -1 : 1);
            if (said || apart)
                Label(timeOrEmpty(seconds), font, c.theme.text)
                    .drawLeft(c.painter,
                              {cell.left() + (said ? to + c.px(4) : 0), y + height / 2 + (said ? 0 : beyond)});
            const auto id = core::layerNumberId(number, core::idOf(row.part));
            c.marks.push_back(
                {corners(QRectF(cell.left(), y - 1, std::max(to, c.px(6)) + (said ? text : 0), height + 2)),
                 heading,
                 {timeOrEmpty(seconds),
                  row.edited ? tr("what if: as edited; the design's is %1").arg(ofDesign) : scopeOf(id, m_backward)},
                 row.edited ? QString() : toText(id)});
        };
        const auto [mathTime, commsTime] = timesOf(row);
        finish(bar(0, mathTime, math, c.theme.compute), mathTime, math, "time", tr("Math on a chip"),
               timeOrEmpty(row.numbers->math.si()));
        qreal end = 0;
        for (const auto* chips : {&row.forward, &row.backward})
            for (const auto& chip : *chips)
                end = bar(end, chip.seconds, comms, axisColour(chip.axis, c.theme));
        finish(end, commsTime, comms, "comms", tr("Collectives"), timeOrEmpty(row.numbers->comms.si()));
    }

    void paintSums(const LayerCanvas& c) const
    {
        const auto& layer = *m_reading.layer;
        const auto& at = c.layout.columns;
        const auto& n = layer.numbers.total;
        c.painter.setPen(QPen(c.theme.outline, c.px(1)));
        c.painter.drawLine(c.layout.total.topLeft(), c.layout.total.topRight());
        const auto line = [&](const QRectF& row, const QStringList& titles, const StepTexts& texts,
                              const std::array<std::string, 4>& ids) {
            const bool numbers = at.flops.width() > 0;
            const qreal room = (numbers ? at.forward.left() : row.right()) - at.box.left();
            const QString alone = tr("%1: %2FLOPs forward").arg(titles.back(), texts.flops);
            fittingLabel(numbers ? titles : QStringList{alone}, c.layout.sizes.text, c.theme, room)
                .drawLeft(c.painter, {at.box.left(), row.center().y()});
            paintNumber(c, c.layout.cell(row, at.parameters), texts.parameters, ids[0]);
            paintNumber(c, c.layout.cell(row, at.flops), texts.flops, ids[1]);
            paintNumber(c, c.layout.cell(row, at.bytes), texts.bytes, ids[2]);
            const QRectF time = c.layout.cell(row, at.time);
            QRectF left = time;
            if (time.width() > 0) // else there is no such column
                left.setWidth(Label(texts.time, chartFont(c.layout.sizes.text), c.theme.text).size().width());
            paintNumber(c, left, texts.time, ids[3]);
            return left.right();
        };
        const QStringList oneLayer =
            layer.edited ? QStringList{tr("One layer, as the roles shard it"), tr("One layer, by roles")}
                         : QStringList{tr("One layer")};
        const qreal right =
            line(c.layout.total, oneLayer,
                 {shortCount(n.parameters.si()), shortCount(n.forward.si()),
                  byteText(m_saves ? n.saved.si() : n.cache.si(), layer), timeOrEmpty(n.math.si())},
                 {core::layerNumberId("params", "total"), core::layerNumberId("flops", "total"),
                  core::layerNumberId(m_saves ? "saved" : "kv", "total"), core::layerNumberId("time", "total")});
        const QString comms = timeOrEmpty(n.comms.si());
        const Label label(comms, chartFont(c.layout.sizes.text), c.theme.text);
        QRectF cell = c.layout.cell(c.layout.total, at.time);
        cell.setRight(right + c.px(10) + label.size().width());
        if (cell.right() <= at.time.right())
            paintNumber(c, cell, comms, core::layerNumberId("comms", "total"));
        paintChipLegend(c);
        if (layer.edited)
            paintEdited(c);
        paintChips(c, layer.outsideForward, c.layout.cell(c.layout.step, at.forward));
        paintChips(c, layer.outsideBackward, c.layout.cell(c.layout.step, at.backward));
        const double layers = layer.numbers.layers.si(), here = layer.numbers.layersHere.si();
        const QString step = here < layers
                                 ? tr("× %1 layers (on a chip %2) and the rest, math only").arg(layers).arg(here)
                             : layers == 1 ? tr("× 1 layer and what lies outside, math only")
                                           : tr("× %1 layers and what lies outside, math only").arg(layers);
        line(c.layout.step, {step, tr("All layers, math only")}, m_step,
             {"params.total", "flops.forward", m_saves ? "mem.activations" : "mem.kv", "time.math"});
        if (!c.layout.logits.isEmpty() && at.bytes.width() > 0)
            paintLogits(c);
    }

    /// They are kept beside what the layers keep, and no part of its sum.
    void paintLogits(const LayerCanvas& c) const
    {
        const auto& at = c.layout.columns;
        const qreal middle = c.layout.logits.center().y();
        const QString words = m_saves ? tr("and the logits of the loss, on a chip") : tr("and the logits, on a chip");
        Label(words, chartFont(c.layout.sizes.text), c.theme.text).drawLeft(c.painter, {at.box.left(), middle});
        paintNumber(c, c.layout.cell(c.layout.logits, at.bytes),
                    byteText(m_reading.layer->numbers.outside.logits.si(), *m_reading.layer), "mem.logits");
    }

    /// Opens the sum that stands in it.
    void paintEdited(const LayerCanvas& c) const
    {
        const auto& edited = m_reading.layer->edited;
        if (!edited)
            return;
        const QRectF line = c.layout.edited;
        const qreal left = c.layout.columns.box.left();
        const Label label =
            fittingLabel({editedSentence(*m_reading.layer)}, c.layout.sizes.text, c.theme, line.right() - left);
        label.drawLeft(c.painter, {left, line.center().y()});
        const QRectF area(left, line.top() + 1, label.size().width(), line.height() - 2);
        c.marks.push_back({corners(area),
                           tr("Collectives of a layer, as edited"),
                           {timeOrEmpty(edited->numbers.comms)},
                           QStringLiteral("layer.edited.comms")});
    }

    LayerReading m_reading;
    LayerCells m_cells;
    StepTexts m_step;
    bool m_saves = true;    // activations, for a backward pass
    bool m_backward = true; // which is part of what is timed
    QString m_lit;          // place that is pointed at
};

} // namespace

std::unique_ptr<Picture> layerPicture() { return std::make_unique<LayerPicture>(); }

} // namespace ui
