// SPDX-License-Identifier: GPL-3.0-or-later
// Lays rows, bars, labels and the bracket out.
#include "ui/timeline/timeline_scene.h"

#include "ui/charts/chart_label.h"
#include "ui/charts/chart_style.h"
#include "ui/timeline/timeline_reading.h"

#include <QObject>

#include <algorithm>
#include <cmath>

namespace ui
{

namespace
{

constexpr qreal unitWeight = 1.35; // height of a matrix unit's row beside that of a link
constexpr qreal minRow = 15;
constexpr qreal maxRow = 110;
constexpr qreal margin = 10;
constexpr qreal axis = 22;
constexpr qreal heading = 22;
constexpr qreal betweenParts = 6;
constexpr qreal betweenRows = 2;
constexpr qreal betweenChips = 6;
constexpr qreal bracketRoom = 36;
constexpr qreal legendRoom = 18;
constexpr qreal rowLabels = 40;
constexpr qreal minText = 11; // of bars; grows with their rows
constexpr qreal maxText = 15;
constexpr qreal textOfRow = 0.25;

qreal weightOf(const core::GanttLane& lane) { return lane.row.multiplies() ? unitWeight : 1; }

/// Fixed height in pixels, and the height of all rows in units of a link's row.
struct Heights {
    qreal fixed = 2 * margin + axis;
    qreal rows = 0;
};

Heights heightsOf(const TimelineReading& reading)
{
    Heights h;
    for (const auto& section : reading.sections) {
        h.fixed += heading + betweenParts;
        int chip = -1;
        for (const auto& lane : section.gantt.lanes) {
            h.fixed += betweenRows + (chip >= 0 && lane.row.chip != chip ? betweenChips : 0);
            h.rows += weightOf(lane);
            chip = lane.row.chip;
        }
    }
    h.fixed += reading.multiplies() ? bracketRoom + legendRoom : reading.whose.isEmpty() ? 0 : legendRoom;
    return h;
}

double niceStep(double raw)
{
    const double power = std::pow(10.0, std::floor(std::log10(raw)));
    const double share = raw / power;
    return power * (share <= 1 ? 1 : share <= 2 ? 2 : share <= 5 ? 5 : 10);
}

class Layout
{
public:
    Layout(const TimelineReading& reading, const QSizeF& size, qreal unit) : m_reading(reading), m_unit(unit)
    {
        m_scene.size = size;
        m_scene.unit = unit;
        m_scene.end = reading.end;
        for (const int chip : reading.chips)
            m_chipWidth = std::max(m_chipWidth, widthOf(chipTitle(reading, chip), 11, true) + px(2));
        const qreal left = px(margin + rowLabels) + m_chipWidth;
        m_scene.plot = QRectF(left, px(margin + axis), std::max(1.0, size.width() - left - px(margin)), 0);
        const auto h = heightsOf(reading);
        const qreal room = h.rows > 0 ? (size.height() - px(h.fixed)) / h.rows : 0;
        m_row = std::clamp(room, px(minRow), px(maxRow));
    }

    TimelineScene run()
    {
        m_y = m_scene.plot.top();
        for (std::size_t i = 0; i < m_reading.sections.size(); ++i) {
            addHeading(m_reading.sections[i]);
            const qreal top = m_y;
            addRows(i);
            m_scene.blocks.emplace_back(m_scene.plot.left(), top, m_scene.plot.width(), m_y - top);
            m_y += px(betweenParts);
        }
        m_scene.plot.setBottom(m_y - px(betweenParts));
        addTicks();
        if (m_reading.multiplies())
            addBracket();
        addLegend();
        return std::move(m_scene);
    }

private:
    qreal px(qreal atUnitOne) const { return atUnitOne * m_unit; }
    qreal widthOf(const QString& text, qreal size, bool strong = false) const
    {
        return Label(text, chartFont(px(size), strong ? QFont::DemiBold : QFont::Normal), Qt::black).size().width();
    }

    void addText(const QRectF& area, const QString& text, qreal size, Qt::Alignment align, bool strong, bool muted)
    {
        m_scene.texts.push_back({area, text, align | Qt::AlignVCenter, px(size), strong, muted});
    }

    void addHeading(const TimelineSection& section)
    {
        qreal x = px(margin);
        const auto add = [&](const QString& text, qreal size, bool strong, bool muted) {
            const qreal width = widthOf(text, size, strong) + px(2);
            if (text.isEmpty() || x + width > m_scene.size.width() - px(margin))
                return false;
            addText({x, m_y, width, px(heading)}, text, size, Qt::AlignLeft, strong, muted);
            x += width + px(10);
            return true;
        };
        add(section.title, 12, false, false);
        const QRectF value(x, m_y, widthOf(section.time.value, 13, true), px(heading));
        add(section.time.value, 13, true, false);
        // Symbols and values if both fit, else the values if they fit.
        const QString both = section.time.symbols + QStringLiteral(" = ") + section.time.values;
        if (!section.time.values.isEmpty() && !add(both, 11, false, true))
            add(QStringLiteral("= ") + section.time.values, 11, false, true);
        if (!section.time.metric.isEmpty())
            m_scene.links.push_back({{px(margin), m_y, x - px(margin + 10), px(heading)}, section.time.metric, value});
        m_y += px(heading);
    }

    void addRows(std::size_t index)
    {
        const auto& section = m_reading.sections[index];
        int chip = -1;
        for (std::size_t lane = 0; lane < section.gantt.lanes.size(); ++lane) {
            const auto& row = section.gantt.lanes[lane].row;
            if (chip >= 0 && row.chip != chip)
                m_y += px(betweenChips);
            const qreal height = m_row * weightOf(section.gantt.lanes[lane]);
            const QRectF area(m_scene.plot.left(), m_y, m_scene.plot.width(), height);
            if (row.chip != chip) {
                addText({px(margin), m_y, m_chipWidth, height}, chipTitle(m_reading, row.chip), 11, Qt::AlignLeft, true,
                        false);
            }
            chip = row.chip;
            addText({area.left() - px(rowLabels), m_y, px(rowLabels - 6), height}, rowName(m_reading, row), 11,
                    Qt::AlignRight, false, true);
            m_scene.lanes.push_back(area);
            for (std::size_t bar = 0; bar < section.gantt.lanes[lane].bars.size(); ++bar)
                addBar({index, lane, bar}, area);
            m_y += height + px(betweenRows);
        }
    }

    void addBar(const TimelinePlace& place, const QRectF& row)
    {
        const TimelineBar whole = barAt(m_reading, place);
        const auto& [reading, section, lane, bar] = whole;
        const auto across = [&](double from, double to) {
            return QRectF(m_scene.xOf(from), row.top(), m_scene.xOf(to) - m_scene.xOf(from), row.height());
        };
        TimelineBox box;
        box.area = across(bar.start, bar.end);
        box.area.setWidth(std::max(box.area.width(), px(0.75)));
        box.place = place;
        box.product = lane.row.multiplies();
        box.shard = shardOf(whole);
        box.half = halfOf(whole);
        if (const QRectF hop = across(bar.end, bar.arrival); hop.width() >= px(1.5))
            box.hop = hop;
        for (const auto& span : core::exposedParts(section.gantt, lane.row, bar))
            box.exposed << across(span.from, span.to);
        const QString name = barName(whole);
        box.textSize = std::clamp(textOfRow * row.height() / m_unit, minText, maxText);
        if (widthOf(name, box.textSize, true) + px(8) <= box.area.width())
            box.text = name;
        m_scene.boxes.push_back(std::move(box));
    }

    void addTicks()
    {
        if (!(m_scene.end > 0))
            return;
        const double max = std::max(2.0, m_scene.plot.width() / px(92));
        const double step = niceStep(m_scene.end / max);
        for (int i = 0; i * step <= m_scene.end * (1 + 1e-9); ++i)
            m_scene.ticks.push_back({m_scene.xOf(i * step), secondsTick(i * step)});
    }

    void addBracket()
    {
        const double first = m_reading.sections[0].gantt.end;
        const double second = m_reading.sections[1].gantt.end;
        auto& bracket = m_scene.bracket;
        bracket.from = m_scene.xOf(std::min(first, second));
        bracket.to = m_scene.xOf(std::max(first, second));
        bracket.y = m_scene.plot.bottom() + px(8);
        addAmount(second <= first ? QObject::tr("saves %1 (%2)") : QObject::tr("takes %1 (%2) longer"));
    }

    void addAmount(const QString& pattern)
    {
        const auto& bracket = m_scene.bracket;
        const QString amount = pattern.arg(m_reading.saved.value, m_reading.share.value);
        const qreal width = widthOf(amount, 13, true) + px(2);
        const qreal right = std::max(bracket.to, px(margin) + width);
        const QRectF place(right - width, bracket.y + px(5), width, px(19));
        addText(place, amount, 13, Qt::AlignRight, true, false);
        const auto lettersOf = [&](const QString& number, qsizetype from) {
            const qreal left = place.right() - widthOf(amount.mid(from), 13, true);
            return QRectF(left, place.top(), widthOf(number, 13, true), place.height());
        };
        QRectF all = place.united({bracket.from, bracket.y - px(6), bracket.to - bracket.from, px(12)});
        const QString formula = m_reading.saved.symbols + QStringLiteral(" = ") + m_reading.saved.values;
        const qreal formulaWidth = widthOf(formula, 11) + px(2);
        if (place.left() - px(12) - formulaWidth > px(margin)) {
            const QRectF left(place.left() - px(12) - formulaWidth, place.top(), formulaWidth, place.height());
            addText(left, formula, 11, Qt::AlignRight, false, true);
            all = all.united(left);
        }
        const QString& saved = m_reading.saved.value;
        const QString& share = m_reading.share.value;
        const QRectF ofShare = lettersOf(share, amount.lastIndexOf(share));
        m_scene.links.push_back({ofShare.adjusted(-px(4), 0, px(4), 0), m_reading.share.metric, ofShare});
        m_scene.links.push_back({all, m_reading.saved.metric, lettersOf(saved, amount.indexOf(saved))});
    }

    void addLegend()
    {
        const qreal y = m_scene.plot.bottom() + (m_reading.multiplies() ? px(bracketRoom) : 0);
        qreal x = m_scene.plot.left();
        auto samples = m_reading.multiplies() ? QStringList{QObject::tr("hidden: overlaps with a product"),
                                                            QObject::tr("exposed: no product to overlap with")}
                                              : QStringList();
        qreal all = 0;
        for (const QString& text : samples)
            all += px(28 + 20) + widthOf(text, 11) + px(2);
        if (x + all - px(20) > m_scene.size.width())
            x = px(margin); // where the plot is narrow, below its names too
        if (m_reading.multiplies() && x + all - px(20) > m_scene.size.width())
            samples = {QObject::tr("hidden"), QObject::tr("exposed")};
        for (const QString& text : samples) {
            m_scene.legend.emplace_back(x, y + px(3), px(22), px(12));
            const qreal width = widthOf(text, 11) + px(2);
            addText({x + px(28), y, width, px(18)}, text, 11, Qt::AlignLeft, false, true);
            x += px(28 + 20) + width;
        }
        const qreal width = widthOf(m_reading.whose, 11) + px(2);
        if (!m_reading.whose.isEmpty() && x + width <= m_scene.size.width())
            addText({x, y, width, px(18)}, m_reading.whose, 11, Qt::AlignLeft, false, true);
    }

    const TimelineReading& m_reading;
    TimelineScene m_scene;
    qreal m_unit;
    qreal m_row = minRow;
    qreal m_chipWidth = 0;
    qreal m_y = 0;
};

} // namespace

TimelineBar barAt(const TimelineReading& reading, const TimelinePlace& place)
{
    const auto& section = reading.sections[place.section];
    const auto& lane = section.gantt.lanes[place.lane];
    return {reading, section, lane, lane.bars[place.bar]};
}

qreal TimelineScene::xOf(double seconds) const { return plot.left() + (end > 0 ? seconds / end : 0) * plot.width(); }

double TimelineScene::secondsAt(qreal x) const { return end * std::clamp((x - plot.left()) / plot.width(), 0.0, 1.0); }

qreal minTimelineHeight(const TimelineReading& reading, qreal unit)
{
    const auto h = heightsOf(reading);
    return std::ceil(unit * (h.fixed + h.rows * minRow));
}

TimelineScene layoutTimeline(const TimelineReading& reading, const QSizeF& size, qreal unit)
{
    return Layout(reading, size, unit).run();
}

const TimelineBox* boxAt(const TimelineScene& scene, const QPointF& at)
{
    const auto found = std::ranges::find_if(scene.boxes, [&](const TimelineBox& box) { return box.area.contains(at); });
    return found == scene.boxes.end() ? nullptr : &*found;
}

int linkAt(const TimelineScene& scene, const QPointF& at)
{
    const auto found = std::ranges::find_if(
        scene.links, [&](const TimelineLink& link) { return !link.metric.isEmpty() && link.area.contains(at); });
    return found == scene.links.end() ? -1 : static_cast<int>(found - scene.links.begin());
}

} // namespace ui
