// SPDX-License-Identifier: GPL-3.0-or-later
// One step of a measured trace beside the step on a clock: rows of both, and what each class of work takes.
#include "core/io/trace.h"
#include "ui/charts/box_picture.h"
#include "ui/charts/chart_label.h"
#include "ui/charts/chart_style.h"
#include "ui/charts/label_placement.h"
#include "ui/charts/step_bars.h"
#include "ui/charts/step_words.h"
#include "ui/charts/trace_account.h"
#include "ui/session/snapshot.h"
#include "ui/theme/painting.h"
#include "ui/theme/words.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <ranges>
#include <set>

namespace ui
{

namespace
{

constexpr double minTraceSpan = 1e-6; // of what is in the picture

QColor colourOf(core::WorkClass what, const Theme& theme)
{
    using enum core::WorkClass;
    switch (what) { // those of passes on the other pictures mean nothing else here; reductions are the same
    case math:
        return theme.compute;
    case gather:
        return theme.components[1];
    case scatter:
        return theme.components[5];
    case reduce:
        return theme.comms;
    case exchange:
        return theme.axisZ;
    case send:
        return theme.dcn;
    case other:
        return theme.muted;
    case copy:
        break;
    }
    return theme.hbm;
}

/// A bar that can be pointed at.
struct TraceBox {
    QRectF area;
    const core::TraceEvent* event = nullptr; // measured; or
    core::StepPiece piece = {};              // computed
    core::WorkClass what = core::WorkClass::math;
};

struct TraceRow {
    QString name;
    const core::TraceStream* stream = nullptr; // measured; or
    core::ClockRow row = core::ClockRow::math; // computed
    QRectF box;
};

class TracePicture : public BoxPicture
{
public:
    void read(const Snapshot& snapshot) override
    {
        m_account = TraceAccount::of(snapshot);
        m_boxes.clear();
    }

    QString description() const override
    {
        if (!absence().isEmpty())
            return absence();
        QString said = tr("Measured: %1, %2. Computed: %3.")
                           .arg(m_account.where(), timeText(m_account.measured(), 4), timeText(computed(), 4));
        for (const auto& share : m_account.shares)
            said += u' ' + share.sentence();
        return m_account.unmatched.isEmpty() ? said : said + u' ' + m_account.unmatched + u'.';
    }

    QString absence() const override { return m_account.absence; }
    AxisRanges ranges() const override { return stepRanges(0, 1); }
    AxisRanges limited(const AxisRanges& asked) const override { return limitedStepRanges(asked, minTraceSpan, 1); }

    Painted paintBoxes(QPainter& painter, const QSizeF& size, const Theme& theme, const AxisRanges& ranges,
                       Output) override
    {
        Painted painted;
        m_boxes.clear();
        m_computedMerged = m_measuredMerged = false;
        layOut(size, ranges);
        paintClock(painter, theme);
        painter.save();
        painter.setClipRect(m_plot);
        painter.setRenderHint(QPainter::Antialiasing, false);
        for (const TraceRow& row : m_rows)
            row.stream ? paintMeasured(painter, row, theme) : paintComputed(painter, row, theme);
        painter.restore();
        paintHeadings(painter, theme);
        paintTexts(painter, theme);
        paintShares(painter, size, theme);
        painted.axes = m_plot;
        return painted;
    }

    std::vector<Mark> farMarks() const override
    {
        std::vector<Mark> marks(m_boxes.size());
        for (std::size_t i = 0; i < m_boxes.size(); ++i) {
            marks[i].area = corners(m_boxes[i].area);
            marks[i].detail = static_cast<int>(i);
        }
        return marks;
    }

    void complete(Mark& mark) const override
    {
        if (mark.detail < 0 || mark.detail >= static_cast<int>(m_boxes.size()))
            return;
        const TraceBox& box = m_boxes[static_cast<std::size_t>(mark.detail)];
        if (!box.event) {
            mark.heading = barName(m_account.reading, box.piece);
            mark.lines = barLines(m_account.reading, box.piece);
            mark.number = barNumber(box.piece);
            return;
        }
        mark.heading = toText(m_account.trace->names[box.event->name]);
        mark.lines = {
            tr("measured, %1").arg(toText(core::titleOf(box.what))),
            tr("%1 from %2 on")
                .arg(timeText(box.event->end - box.event->start), timeText(box.event->start - m_account.step.start))};
    }

private:
    double computed() const { return m_account.reading.step->end; }
    double length() const { return std::max(computed(), m_account.measured()); }
    qreal xOf(double seconds) const { return m_plot.left() + m_plot.width() * (seconds - m_from) / (m_to - m_from); }
    double pixel() const { return (m_to - m_from) / m_plot.width(); }

    /// Rows from above, the computed ones first; below them the sums.
    void layOut(const QSizeF& size, const AxisRanges& ranges)
    {
        m_sizes = ChartSizes::of(size);
        const auto px = [this](qreal value) { return m_sizes.px(value); };
        m_rows.clear();
        for (const auto row : usedRows(*m_account.reading.step))
            if (row != core::ClockRow::hbm)
                m_rows.push_back({rowName(m_account.reading, row), nullptr, row, {}});
        const auto ours = m_rows.size();
        for (const auto* stream : m_account.streams)
            m_rows.push_back({toText(stream->name), stream, {}, {}});
        m_plot = QRectF(QPointF(px(150), px(30)), QPointF(size.width() - px(14), size.height() - px(96)));
        m_from = std::log(ranges.xMin) * length();
        m_to = std::log(ranges.xMax) * length();
        const qreal head = px(18);
        const qreal height = std::min(px(64), (m_plot.height() - 2 * head) /
                                                  static_cast<qreal>(std::max<std::size_t>(m_rows.size(), 1)));
        qreal top = m_plot.top() + head;
        for (std::size_t i = 0; i < m_rows.size(); ++i) {
            if (i == ours) {
                top += head;
                m_measuredTop = top;
            }
            m_rows[i].box = QRectF(m_plot.left(), top, m_plot.width(), height).adjusted(0, px(1), 0, -px(1));
            top += height;
        }
        m_plot.setBottom(std::min(m_plot.bottom(), top));
    }

    void paintClock(QPainter& painter, const Theme& theme) const
    {
        const auto px = [this](qreal value) { return m_sizes.px(value); };
        for (const TraceRow& row : m_rows) {
            painter.fillRect(row.box, mixed(theme.panel, theme.text, 0.035));
            const QFont font = chartFont(m_sizes.small);
            const QString name = QFontMetricsF(font).elidedText(row.name, Qt::ElideRight, px(132));
            if (row.box.height() > px(9))
                Label(name, font, theme.muted).drawRight(painter, {m_plot.left() - px(8), row.box.center().y()});
        }
        StepLayout clock;
        clock.sizes = m_sizes;
        clock.plot = m_plot;
        clock.from = m_from;
        clock.to = m_to;
        paintStepAxis(painter, clock, theme);
    }

    void paintHeadings(QPainter& painter, const Theme& theme) const
    {
        const auto px = [this](qreal value) { return m_sizes.px(value); };
        const auto heading = [&](const QString& text, double seconds, qreal top, const QString& remark) {
            Label label(text, chartFont(m_sizes.small, QFont::DemiBold), theme.text);
            label.add(QStringLiteral("  ") + timeText(seconds, 4), chartFont(m_sizes.small), theme.muted);
            if (const qreal room = m_plot.width() - label.size().width() - px(24); !remark.isEmpty() && room > px(60))
                label.add(QStringLiteral("   ") +
                              QFontMetricsF(chartFont(m_sizes.small)).elidedText(remark, Qt::ElideRight, room),
                          chartFont(m_sizes.small), theme.text);
            label.drawOn(painter, theme.panel, {m_plot.left() + px(4) + label.size().width() / 2, top - m_sizes.px(9)});
        };
        for (const auto& [seconds, top, bottom] :
             {std::tuple(computed(), m_plot.top(), m_measuredTop - px(18)),
              std::tuple(m_account.measured(), m_measuredTop - px(18), m_plot.bottom())})
            if (seconds >= m_from && seconds <= m_to) {
                painter.setPen(QPen(theme.accent, px(1.4)));
                painter.drawLine(QPointF(xOf(seconds), top), QPointF(xOf(seconds), bottom));
            }
        const QString heights = heightWords();
        heading(tr("computed"), computed(), m_rows.front().box.top(), m_computedMerged ? heights : QString());
        QStringList remarks{m_account.unmatched, m_measuredMerged && !m_computedMerged ? heights : QString()};
        remarks.removeAll(QString());
        heading(tr("measured: %1").arg(m_account.where()), m_account.measured(), m_measuredTop,
                remarks.join(QStringLiteral(" · ")));
    }

    void paintBar(QPainter& painter, const TraceRow& row, double start, double end, TraceBox box, const Theme& theme)
    {
        const qreal left = std::max(xOf(start), m_plot.left() - 8), right = std::min(xOf(end), m_plot.right() + 8);
        box.area = QRectF(left, row.box.top(), std::max(right - left, 1.0), row.box.height());
        const QColor colour = colourOf(box.what, theme);
        painter.fillRect(box.area, mixed(theme.panel, colour, 0.62));
        if (box.area.width() > 7) {
            painter.setPen(QPen(colour, 1));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(box.area.adjusted(0, 0, -1, -1));
        }
        m_boxes.push_back(box);
    }

    void paintComputed(QPainter& painter, const TraceRow& row, const Theme& theme)
    {
        const auto& step = *m_account.reading.step;
        for (const auto& piece : core::stepPieces(step, step.lastStage(), m_from, m_to, minPixels * pixel())) {
            if (piece.row != row.row)
                continue;
            const auto what = m_account.classOf(piece);
            if (piece.bars == 1) {
                paintBar(painter, row, piece.start, piece.end, {{}, nullptr, piece, what}, theme);
                continue;
            }
            const qreal height = row.box.height() * heightOf(piece, pixel());
            const qreal width = std::max(xOf(piece.end) - xOf(piece.start), 1.0);
            const QRectF area(xOf(piece.start), row.box.bottom() - height, width, height);
            painter.fillRect(area, mixed(theme.panel, colourOf(what, theme), 0.62));
            m_boxes.push_back({area, nullptr, piece, what});
            m_computedMerged = true;
        }
    }

    /// Of an event, seconds of the step.
    std::pair<double, double> within(const core::TraceEvent& event) const
    {
        return {std::max(event.start - m_account.step.start, 0.0),
                std::min(event.end, m_account.step.end) - m_account.step.start};
    }

    /// Long events that later ones leave in sight somewhere: of thousands inside one another no more than fit.
    std::set<const core::TraceEvent*> barsInSight(const TraceRow& row) const
    {
        const double moment = minPixels * pixel();
        const auto cells = static_cast<std::size_t>((m_to - m_from) / moment) + 2;
        const auto cellOf = [&](double seconds) { // the first whose middle lies behind
            return static_cast<std::size_t>(
                std::clamp(std::ceil((seconds - m_from) / moment - 0.5), 0.0, static_cast<double>(cells)));
        };
        std::vector<std::size_t> next(cells + 1); // cell that is free, from here on
        std::iota(next.begin(), next.end(), std::size_t{0});
        const auto freeFrom = [&](std::size_t cell) {
            while (next[cell] != cell)
                cell = next[cell] = next[next[cell]];
            return cell;
        };
        std::set<const core::TraceEvent*> shown;
        for (const auto& event : row.stream->events | std::views::reverse) {
            const auto [from, to] = within(event);
            if (to - from < moment || to <= m_from || from >= m_to)
                continue;
            const auto first = cellOf(from), end = std::max(first + 1, cellOf(to));
            for (auto cell = freeFrom(first); cell < end; cell = freeFrom(cell)) {
                shown.insert(&event);
                next[cell] = cell + 1;
            }
        }
        return shown;
    }

    /// Long events one by one, short ones as high as the share of the moment that they take.
    void paintMeasured(QPainter& painter, const TraceRow& row, const Theme& theme)
    {
        const double moment = minPixels * pixel();
        std::array<double, core::workClasses> busy{};
        double bin = -1;
        const auto flush = [&] {
            QRectF area(xOf(bin * moment), row.box.bottom(), minPixels, 0);
            for (std::size_t what = 0; what < core::workClasses; ++what) {
                const qreal height = row.box.height() * std::min(1.0, busy[what] / moment);
                area.setTop(std::max(area.bottom() - height, row.box.top()));
                painter.fillRect(area, mixed(theme.panel, colourOf(static_cast<core::WorkClass>(what), theme), 0.62));
                area.setBottom(area.top());
            }
            busy = {};
        };
        const auto add = [&](double from, double to, core::WorkClass what) {
            if (const double here = std::floor(from / moment); here != bin) {
                flush();
                bin = here;
            }
            busy[static_cast<std::size_t>(what)] += to - from;
            m_measuredMerged = true;
        };
        const auto bars = barsInSight(row);
        for (const auto& event : row.stream->events) {
            const auto [from, to] = within(event);
            if (from >= m_to || event.start >= m_account.step.end)
                break;
            if (to <= m_from || to <= from)
                continue;
            const auto what = m_account.classes[event.name];
            if (to - from >= moment) {
                if (bars.contains(&event))
                    paintBar(painter, row, from, to, {{}, &event, {}, what}, theme);
                continue;
            }
            const double border = (std::floor(from / moment) + 1) * moment;
            add(from, std::min(border, to), what);
            if (to > border)
                add(border, to, what);
        }
        flush();
    }

    void paintTexts(QPainter& painter, const Theme& theme) const
    {
        const QFont font = chartFont(m_sizes.small);
        const QFontMetricsF metrics(font);
        for (const TraceBox& box : m_boxes) {
            const QRectF seen = box.area.intersected(m_plot);
            if (seen.width() < m_sizes.px(40) || seen.height() < m_sizes.px(12))
                continue;
            const QStringList texts = box.event ? QStringList{toText(m_account.trace->names[box.event->name])}
                                                : barTexts(m_account.reading, box.piece);
            for (const QString& text : texts)
                if (box.event || metrics.horizontalAdvance(text) + m_sizes.px(8) < seen.width()) {
                    Label(metrics.elidedText(text, Qt::ElideRight, seen.width() - m_sizes.px(6)), font, theme.text)
                        .draw(painter, seen.center());
                    break;
                }
        }
    }

    /// Below: each class of work, computed and measured.
    void paintShares(QPainter& painter, const QSizeF& size, const Theme& theme) const
    {
        const auto px = [this](qreal value) { return m_sizes.px(value); };
        const qreal room = size.width() - px(28);
        const auto most = static_cast<std::size_t>(std::max(1.0, std::floor(room / px(150))));
        const auto shown = std::min(most, m_account.shares.size());
        const qreal width = std::min(px(200), room / static_cast<qreal>(std::max<std::size_t>(shown, 1)));
        for (std::size_t i = 0; i < shown; ++i) {
            const auto& share = m_account.shares[i];
            const QRectF cell(px(14) + width * static_cast<qreal>(i), size.height() - px(80), width - px(10), px(70));
            painter.fillRect(cell, mixed(theme.panel, theme.text, 0.035));
            painter.fillRect(QRectF(cell.left(), cell.top(), px(4), cell.height()), colourOf(share.what, theme));
            const qreal left = cell.left() + px(12);
            Label(toText(core::titleOf(share.what)), chartFont(m_sizes.small, QFont::DemiBold), theme.text)
                .drawLeft(painter, {left, cell.top() + px(12)});
            const auto line = [&](const QString& text, int at) {
                Label(text, chartFont(m_sizes.small), theme.muted)
                    .drawLeft(painter, {left, cell.top() + px(12 + 16 * at)});
            };
            const auto timeOf = [](double seconds) { return seconds > 0 ? timeText(seconds) : QStringLiteral("—"); };
            line(tr("computed %1").arg(timeOf(share.computed)), 1);
            line(tr("measured %1").arg(timeOf(share.measured)), 2);
            line(share.verdict(), 3);
        }
    }

    TraceAccount m_account;
    ChartSizes m_sizes;
    std::vector<TraceRow> m_rows;
    std::vector<TraceBox> m_boxes; // of the last painting
    QRectF m_plot;
    qreal m_measuredTop = 0;
    bool m_computedMerged = false, m_measuredMerged = false; // of the last painting: some bars are drawn together
    double m_from = 0, m_to = 1;                             // seconds in sight
};

} // namespace

std::unique_ptr<Picture> tracePicture() { return std::make_unique<TracePicture>(); }

} // namespace ui
