// SPDX-License-Identifier: GPL-3.0-or-later
// Chips of each preset that hold the model: its state alone, and with the activations of the batch.
#include "core/scenario/catalogue.h"
#include "ui/charts/bar_picture.h"
#include "ui/charts/baseline_marks.h"
#include "ui/charts/chart_label.h"
#include "ui/charts/label_placement.h"
#include "ui/session/snapshot.h"
#include "ui/theme/text_line.h"
#include "ui/theme/words.h"

#include <QPainter>

#include <algorithm>

namespace ui
{

namespace
{

constexpr qreal edge = 12; // px at unit one
constexpr qreal minRow = 14;
constexpr std::size_t stateColour = 0;

/// What the batch adds, as the memory chart draws it.
struct Added {
    std::size_t colour;
    Hatch hatch;
};
Added addedIn(core::Mode mode)
{
    return mode == core::Mode::decode ? Added{7, Hatch::horizontal} : Added{4, Hatch::counterDiagonal};
}

class CountsPicture : public BarPicture
{
public:
    void read(const Snapshot& snapshot) override
    {
        m_rows.clear();
        m_mode = snapshot.scenario.work.mode;
        const core::Catalogue* catalogue = snapshot.scenario.presets;
        if (!catalogue)
            return;
        const auto count = std::min<std::size_t>(catalogue->chips.size(), core::maxFleet);
        for (std::size_t i = 0; i < count; ++i) {
            const core::ChipPreset& chip = catalogue->chips[i];
            const auto& chips = snapshot.report.fleet.chip[i];
            if (!positive(chips.state.si()))
                continue;
            m_rows.push_back({toText(chip.id), toText(chip.name), chips.state.si(), chips.all.si(),
                              countText(chips.state.si()), countText(chips.all.si()),
                              chip.id == snapshot.scenario.hw.chip});
            for (const Baseline& baseline : snapshot.baselines)
                m_rows.back().baselines.push_back(baseline.report.fleet.chip[i].all.si());
        }
        m_looks.clear();
        for (const Baseline& baseline : snapshot.baselines)
            m_looks.push_back(baseline.look);
        const auto rank = [](const Row& row) {
            if (row.id == QStringLiteral("h100-sxm"))
                return 0;
            if (row.id == QStringLiteral("tpu-v5p"))
                return 1;
            return row.present ? 2 : 3;
        };
        std::ranges::stable_sort(m_rows, {}, rank);
    }

    QString description() const override
    {
        if (m_rows.empty())
            return absence();
        QStringList parts;
        for (const Row& row : m_rows)
            parts.append(
                (m_mode == core::Mode::decode ? tr("%1 %2, with the KV cache %3") : tr("%1 %2, with activations %3"))
                    .arg(row.name, row.stateText, row.allText));
        return tr("Chips that hold the model's state: %1.").arg(parts.join(QStringLiteral("; ")));
    }

    QString absence() const override
    {
        return m_rows.empty() ? tr("No counts: the model's state is unknown.") : QString();
    }

    AxisRanges ranges() const override
    {
        double max = 0;
        double compared = 0;
        for (const Row& row : m_rows) {
            for (const double value : {row.state, row.all})
                if (positive(value))
                    max = std::max(max, value);
            for (const double value : row.baselines)
                if (positive(value))
                    compared = std::max(compared, value);
        }
        max = axisWithBaseline(max, compared);
        constexpr double fewest = 4; // a single chip fills no scale of its own
        return {.xMax = std::max(fewest, roundScale(max)), .yMax = 1};
    }

private:
    std::vector<BarBlock> blocks(const PictureLayout& frame) const override
    {
        const ChartSizes& sizes = frame.sizes;
        const std::size_t rows = shownRows(frame);
        qreal names = 0;
        qreal ends = 0;
        for (std::size_t i = 0; i < rows; ++i) {
            names = std::max(names, lineWidth(m_rows[i].name, chartFont(sizes.text, QFont::DemiBold)));
            ends = std::max(ends, endLabel(m_rows[i], frame).size().width());
        }
        BarBlock block;
        const qreal left = sizes.px(edge) + names + sizes.px(8);
        const qreal right = frame.size.width() - sizes.px(edge) - ends - sizes.px(8);
        const qreal all = room(frame) - (rows < m_rows.size() ? sizes.px(minRow) : 0);
        block.area = QRectF(left, sizes.px(38), std::max<qreal>(1, right - left),
                            std::min(all, static_cast<qreal>(rows) * sizes.px(40)));
        block.max = frame.ranges.xMax;
        block.thickness = 0.62;
        const Added added = addedIn(m_mode);
        block.sets = {{frame.theme.components[stateColour], Hatch::none, {}},
                      {frame.theme.components[added.colour], added.hatch, {}}};
        for (std::size_t i = 0; i < rows; ++i) {
            const Row& row = m_rows[i];
            block.sets[0].values.push_back(row.state);
            block.sets[1].values.push_back(positive(row.all) ? std::max(0.0, row.all - row.state) : 0);
        }
        return {block};
    }

    std::vector<Mark> paintOver(QPainter& painter, const PictureLayout& frame,
                                const std::vector<BarBlock>& blocks) const override
    {
        std::vector<Mark> marks;
        const ChartSizes& sizes = frame.sizes;
        const BarBlock& block = blocks.front();
        paintKey(painter, frame);
        for (std::size_t i = 0; i < block.rows(); ++i) {
            const Row& row = m_rows[i];
            const QRectF lane = block.row(i);
            const qreal middle = lane.center().y();
            const Label name(row.name, chartFont(sizes.text, row.present ? QFont::DemiBold : QFont::Normal),
                             frame.theme.text);
            name.drawRight(painter, QPointF(lane.left() - sizes.px(8), middle));
            qreal right = block.bar(1, i).right();
            for (std::size_t place = 0; place < row.baselines.size(); ++place)
                if (positive(row.baselines[place])) {
                    const QRectF bar = block.bar(0, i);
                    const qreal to = block.xOf(row.baselines[place]);
                    drawBaselineBar(painter, frame, m_looks[place], QRectF(bar.topLeft(), QPointF(to, bar.bottom())),
                                    block.area.right());
                    right = std::max(right, std::min(to, block.area.right()));
                }
            const Label end = endLabel(row, frame);
            end.drawLeft(painter, QPointF(right + sizes.px(6), middle));
            const QStringList lines{tr("%1 for the state").arg(row.stateText),
                                    tr("%1 with the activations").arg(row.allText)};
            const QString state = QStringLiteral("count.state.") + row.id;
            marks.push_back({corners(block.bar(0, i)), row.name, lines, state});
            if (row.stateText != row.allText) {
                const qreal from = right + sizes.px(6);
                const qreal all = lineWidth(row.allText, chartFont(sizes.strong, QFont::DemiBold));
                marks.push_back({corners(QRectF(QPointF(from + all, lane.top()),
                                                QPointF(from + end.size().width(), lane.bottom()))),
                                 row.name, lines, state});
            }
            marks.push_back({corners(QRectF(QPointF(sizes.px(edge), lane.top()),
                                            QPointF(frame.size.width() - sizes.px(edge), lane.bottom()))),
                             row.name, lines, QStringLiteral("count.") + row.id});
        }
        painter.setPen(QPen(frame.theme.muted, sizes.px(1)));
        painter.drawLine(block.area.topLeft(), block.area.bottomLeft());
        if (const auto more = m_rows.size() - block.rows(); more > 0)
            Label(tr("%1 more chips on a larger picture").arg(more), chartFont(sizes.small), frame.theme.muted)
                .drawLeft(painter, QPointF(sizes.px(edge), block.area.bottom() + sizes.px(minRow) / 2));
        return marks;
    }

    /// Chips of one preset.
    struct Row {
        QString id, name;
        double state = 0;
        double all = 0;
        QString stateText, allText;
        bool present = false;               // the scenario's own chip
        std::vector<double> baselines = {}; // chips with activations in each
    };

    static qreal room(const PictureLayout& frame) { return frame.size.height() - frame.sizes.px(46); }

    /// As many as have a readable line, without the one that says how many there are besides.
    std::size_t shownRows(const PictureLayout& frame) const
    {
        const auto lines = static_cast<std::size_t>(std::max<qreal>(1, room(frame) / frame.sizes.px(minRow)));
        return lines >= m_rows.size() ? m_rows.size() : std::max<std::size_t>(1, lines - 1);
    }

    Label endLabel(const Row& row, const PictureLayout& frame) const
    {
        const ChartSizes& sizes = frame.sizes;
        Label label(row.allText, chartFont(sizes.strong, QFont::DemiBold), frame.theme.text);
        if (row.stateText != row.allText)
            label.add(
                (m_mode == core::Mode::training ? tr("  %1 for state") : tr("  %1 for weights")).arg(row.stateText),
                chartFont(sizes.text), frame.theme.muted);
        return label;
    }

    // The two segments of a bar recur in every row, so they are named once, above.
    void paintKey(QPainter& painter, const PictureLayout& frame) const
    {
        const ChartSizes& sizes = frame.sizes;
        const qreal middle = sizes.px(20);
        qreal x = sizes.px(edge);
        const auto font = chartFont(sizes.text);
        const qreal swatches = 2 * sizes.px(22) + sizes.px(18);
        const qreal room = frame.size.width() - 2 * sizes.px(edge) - swatches;
        const bool training = m_mode == core::Mode::training;
        QString state = training ? tr("state: weights, gradients, optimizer") : tr("weights");
        QString more = m_mode == core::Mode::decode ? tr("KV cache of the batch") : tr("activations of the batch");
        if (lineWidth(state + more, font) > room) {
            state = training ? tr("state") : state;
            more = m_mode == core::Mode::decode ? tr("KV cache") : tr("activations");
        }
        const auto name = [&](const QString& text, std::size_t colour, Hatch hatch) {
            const QRectF swatch(x, middle - sizes.px(5), sizes.px(16), sizes.px(10));
            painter.fillRect(swatch, frame.theme.components[colour]);
            hatchBar(painter, swatch, hatch, frame);
            const Label label(text, font, frame.theme.text);
            label.drawLeft(painter, QPointF(swatch.right() + sizes.px(6), middle));
            x = swatch.right() + sizes.px(6) + label.size().width() + sizes.px(18);
        };
        name(state, stateColour, Hatch::none);
        name(more, addedIn(m_mode).colour, addedIn(m_mode).hatch);
        for (const std::size_t look : m_looks) {
            if (m_rows.empty() || x + sizes.px(36) >= frame.size.width())
                break;
            const QRectF swatch(x, middle - sizes.px(5), sizes.px(16), sizes.px(10));
            drawBaselineBar(painter, frame, look, swatch, swatch.right());
            Label(baselineLook(look).letter, font, frame.theme.text)
                .drawLeft(painter, QPointF(swatch.right() + sizes.px(6), middle));
            x = swatch.right() + sizes.px(24);
        }
    }

    core::Mode m_mode = core::Mode::training;
    std::vector<std::size_t> m_looks; // of the baselines
    std::vector<Row> m_rows;          // H100 and v5p first, then the scenario's chip, then the others
};

} // namespace

std::unique_ptr<Picture> countsPicture() { return std::make_unique<CountsPicture>(); }

} // namespace ui
