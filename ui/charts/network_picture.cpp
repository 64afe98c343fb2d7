// SPDX-License-Identifier: GPL-3.0-or-later
// The network of the chips: what contains what as nested boxes, the chips to pick two of, and how long bytes take
// between places, near to far.
#include "core/numbers/chip_numbers.h"
#include "core/numbers/network_numbers.h"
#include "core/quantity/format.h"
#include "core/scenario/scenario.h"
#include "ui/charts/box_picture.h"
#include "ui/charts/chart_label.h"
#include "ui/charts/chart_picture.h"
#include "ui/charts/chart_style.h"
#include "ui/charts/chart_table.h"
#include "ui/charts/label_placement.h"
#include "ui/charts/network_chips.h"
#include "ui/charts/step_frame.h"
#include "ui/charts/step_words.h"
#include "ui/session/field_text.h"
#include "ui/session/snapshot.h"
#include "ui/theme/painting.h"
#include "ui/theme/words.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <memory>

namespace ui
{

namespace
{

QString bytesText(const core::Scenario& s)
{
    return toText(core::format(s.net.bytes.si(), core::dim::byte, {.bytes = s.conv.unit}));
}

/// Left edges of the columns of a row, and where its bar ends.
struct Columns {
    qreal path = 0, over = 0, rate = 0, hops = 0, bar = 0, end = 0;
};

class NetworkPicture : public BoxPicture
{
public:
    void read(const Snapshot& snapshot) override
    {
        m_read = snapshot.scenario.presets != nullptr;
        if (!m_read)
            return;
        m_paths = core::networkPaths(snapshot.scenario);
        m_levels = core::networkLevels(snapshot.scenario);
        m_bytes = bytesText(snapshot.scenario);
        m_chips = NetworkChips(snapshot.scenario);
    }

    QString description() const override
    {
        if (!m_read)
            return absence();
        QStringList said;
        for (const auto& path : m_paths)
            said.append(tr("%1 to %2 over %3 %4")
                            .arg(toText(path.from), toText(path.to), toText(path.over), timeText(path.time)));
        return tr("%1 from place to place: %2.").arg(m_bytes, said.join(QStringLiteral("; ")));
    }

    QString absence() const override { return m_read ? QString() : tr("No chip to show."); }

    Painted paintBoxes(QPainter& painter, const QSizeF& size, const Theme& theme, const AxisRanges&,
                       Output output) override
    {
        Painted painted;
        const auto sizes = ChartSizes::of(size);
        const QRectF inside =
            QRectF(QPointF(), size).adjusted(sizes.px(12), sizes.px(10), -sizes.px(12), -sizes.px(10));
        if (inside.width() > 62 * sizes.text) {
            const qreal left = inside.width() * 0.36;
            const qreal levels = inside.height() * 0.56;
            paintLevels(painter, {inside.topLeft(), QSizeF(left, levels)}, sizes, theme);
            m_chips.paint(painter, {inside.left(), inside.top() + levels, left, inside.height() - levels}, sizes, theme,
                          output, painted.marks);
            paintPaths(painter, inside.adjusted(left + sizes.px(20), 0, 0, 0), sizes, theme, painted.marks);
        } else {
            paintPaths(painter, inside, sizes, theme, painted.marks);
        }
        return painted;
    }

private:
    /// From the outermost to the chip.
    void paintLevels(QPainter& painter, QRectF box, const ChartSizes& sizes, const Theme& theme) const
    {
        const auto levels = static_cast<qreal>(m_levels.size());
        const qreal head = std::min(sizes.px(44), (box.height() - sizes.px(9) * (levels - 1)) / levels);
        for (std::size_t i = m_levels.size(); i-- > 0;) {
            const auto& level = m_levels[i];
            const bool chip = i == 0;
            drawBox(painter, box, sizes.px(6), chip ? mixed(theme.panel, theme.compute, 0.14) : inside(theme, i),
                    chip ? theme.compute : theme.edge);
            const qreal y = box.top() + head / 2;
            const Label name(toText(level.name), chartFont(sizes.text, QFont::DemiBold), theme.text);
            const Label facts(toText(level.facts), chartFont(sizes.small), theme.muted);
            const bool oneLine = sizes.px(26) + name.size().width() + facts.size().width() < box.width();
            const qreal line = sizes.text * 0.68;
            name.drawLeft(painter, {box.left() + sizes.px(10), oneLine ? y : y - line});
            if (oneLine)
                facts.drawRight(painter, {box.right() - sizes.px(10), y});
            else
                facts.drawLeft(painter, {box.left() + sizes.px(10), y + line});
            box.adjust(sizes.px(9), head, -sizes.px(9), -sizes.px(9));
        }
    }

    static QColor inside(const Theme& theme, std::size_t level)
    {
        return mixed(theme.panel, theme.text, 0.02 * static_cast<qreal>(level % 2 + 1));
    }

    void paintPaths(QPainter& painter, const QRectF& area, const ChartSizes& sizes, const Theme& theme,
                    std::vector<Mark>& marks) const
    {
        const Columns at = columnsOf(area, sizes);
        QPointF head(at.path, area.top() + sizes.px(10));
        paintHead(painter, head, at, sizes, theme);
        double longest = 0, shortest = 1e300;
        for (const auto& path : m_paths) {
            longest = std::max(longest, path.time);
            shortest = std::min(shortest, path.time);
        }
        const qreal row = std::min(sizes.px(58), (area.height() - sizes.px(30)) / static_cast<qreal>(m_paths.size()));
        for (std::size_t i = 0; i < m_paths.size(); ++i) {
            const qreal y = area.top() + sizes.px(28) + row * (static_cast<qreal>(i) + 0.5);
            painter.setPen(QPen(theme.grid, 1));
            painter.drawLine(QPointF(at.path, y - row / 2), QPointF(at.end, y - row / 2));
            // A log scale: paths differ by a thousand.
            const double share =
                longest > shortest ? std::log(m_paths[i].time / shortest) / std::log(longest / shortest) : 1;
            paintPath(painter, m_paths[i], y, share, at, sizes, theme, marks);
        }
    }

    Columns columnsOf(const QRectF& area, const ChartSizes& sizes) const
    {
        const auto widest = [&](auto text, qreal least, int weight) {
            qreal width = least;
            for (const auto& path : m_paths)
                width =
                    std::max(width, Label(text(path), chartFont(sizes.text, QFont::Weight(weight)), {}).size().width());
            return width + sizes.px(14);
        };
        Columns at;
        at.path = area.left();
        at.over = at.path;
        at.rate = at.path + std::max(widest([](const auto& path) { return nameOf(path); }, 0, QFont::DemiBold),
                                     widest([](const auto& path) { return overOf(path); }, 0, QFont::Normal));
        at.hops = at.rate + widest([](const auto& path) { return rateOf(path); }, sizes.px(56), QFont::Normal);
        at.bar = at.hops + sizes.px(40);
        at.end = area.right();
        return at;
    }

    void paintHead(QPainter& painter, const QPointF& at, const Columns& columns, const ChartSizes& sizes,
                   const Theme& theme) const
    {
        const auto say = [&](qreal x, const QString& text) {
            Label(text, chartFont(sizes.small, QFont::DemiBold), theme.muted).drawLeft(painter, {x, at.y()});
        };
        say(columns.path, tr("From, to, over"));
        say(columns.rate, tr("bandwidth"));
        say(columns.hops, tr("hops"));
        say(columns.bar, tr("time for %1, log scale").arg(m_bytes));
    }

    static QString nameOf(const core::NetworkPath& path)
    {
        return tr("%1 → %2").arg(toText(path.from), toText(path.to));
    }
    static QString overOf(const core::NetworkPath& path)
    {
        return path.paths > 1 ? tr("%1, %2 paths").arg(toText(path.over)).arg(path.paths) : toText(path.over);
    }
    static QString rateOf(const core::NetworkPath& path)
    {
        return toText(core::format(path.rate, core::dim::bytePerSecond));
    }

    void paintPath(QPainter& painter, const core::NetworkPath& path, qreal y, double share, const Columns& columns,
                   const ChartSizes& sizes, const Theme& theme, std::vector<Mark>& marks) const
    {
        const qreal line = sizes.text * 0.72;
        Label(nameOf(path), chartFont(sizes.text, QFont::DemiBold), theme.text)
            .drawLeft(painter, {columns.path, y - line});
        Label(overOf(path), chartFont(sizes.small), theme.muted).drawLeft(painter, {columns.path, y + line});
        QPointF at(columns.rate, y);
        paintNumber(painter, sizes, at, rateOf(path), QStringLiteral("net.rate.") + toText(path.id), theme, marks);
        if (path.hops > 0)
            Label(QString::number(path.hops), chartFont(sizes.text), theme.text).drawLeft(painter, {columns.hops, y});
        const QString time = timeText(path.time);
        const qreal room = std::max(columns.end - columns.bar - sizes.px(64), sizes.px(20));
        const QRectF bar(columns.bar, y - sizes.px(6), sizes.px(4) + room * share, sizes.px(12));
        painter.fillRect(bar, path.id == "hbm" ? theme.hbm : path.hops > 0 ? theme.comms : theme.dcn);
        at = {bar.right() + sizes.px(6), y};
        paintNumber(painter, sizes, at, time, QStringLiteral("net.time.") + toText(path.id), theme, marks);
    }

    bool m_read = false;
    std::vector<core::NetworkPath> m_paths;
    std::vector<core::NetworkLevel> m_levels;
    QString m_bytes;
    NetworkChips m_chips;
};

} // namespace

std::unique_ptr<Picture> networkPicture() { return std::make_unique<NetworkPicture>(); }

TableRows networkTable(const Snapshot& snapshot)
{
    TableRows rows{{"way", "from", "to", "over", "bandwidth_bytes_per_s", "hops", "paths", "bytes", "time_s"}};
    for (const auto& path : core::networkPaths(snapshot.scenario))
        rows.push_back({std::string(path.id), path.from, path.to, path.over, tableCell(path.rate), tableCell(path.hops),
                        tableCell(path.paths), tableCell(snapshot.scenario.net.bytes.si()), tableCell(path.time)});
    return rows;
}

} // namespace ui
