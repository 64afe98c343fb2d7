// SPDX-License-Identifier: GPL-3.0-or-later
// Layout and words of exported pages.
#include "ui/export/chart_page.h"

#include "core/io/plain_text.h"
#include "core/scenario/catalogue.h"
#include "core/scenario/choices.h"
#include "ui/charts/baseline_marks.h"
#include "ui/charts/chart_catalogue.h"
#include "ui/charts/chart_label.h"
#include "ui/charts/chart_picture.h"
#include "ui/charts/chart_style.h"
#include "ui/numbers/verdict_text.h"
#include "ui/theme/words.h"

#include <QPainter>

#include <algorithm>
#include <array>

namespace ui
{

namespace
{

const QString dot = QStringLiteral(" · ");

QString whole(double value) { return toText(core::grouped(value)); }

/// The parts of a line that fit, whole parts only, the first in any case.
QString shortened(const QString& text, const QFont& font, qreal width)
{
    QStringList parts = text.split(dot);
    while (parts.size() > 1 && QFontMetricsF(font).horizontalAdvance(parts.join(dot)) > width)
        parts.removeLast();
    return parts.join(dot);
}

/// The same; the first is elided where even it is too long.
Label fitted(const QString& text, const QFont& font, const QColor& colour, qreal width)
{
    return {QFontMetricsF(font).elidedText(shortened(text, font, width), Qt::ElideRight, width), font, colour};
}

struct DashboardLayout {
    ChartSizes sizes;
    qreal edge, gap;
    QRectF title, verdict, conventions, body, foot;
};

DashboardLayout dashboardLayout(const QSizeF& size)
{
    DashboardLayout page;
    page.sizes = ChartSizes::of(size / 1.35); // four charts share the page, so its own text may be smaller
    const auto px = [&](qreal value) { return page.sizes.px(value); };
    page.edge = px(16);
    page.gap = px(10);
    const qreal width = size.width() - 2 * page.edge;
    page.title = QRectF(page.edge, px(12), width, px(26));
    page.verdict = QRectF(page.edge, page.title.bottom(), width, px(22));
    page.conventions = QRectF(page.edge, page.verdict.bottom(), width, px(18));
    page.foot = QRectF(page.edge, size.height() - px(26), width, px(18));
    page.body = QRectF(QPointF(page.edge, page.conventions.bottom() + px(8)),
                       QPointF(page.edge + width, page.foot.top() - px(8)));
    return page;
}

void paintChart(QPainter& painter, const ChartRow& row, const Snapshot& snapshot, const QRectF& area,
                const Theme& theme, const std::optional<AxisRanges>& part = {})
{
    const auto picture = row.make();
    picture->read(snapshot);
    picture->paint(painter, area, theme, part ? picture->limited(*part) : picture->ranges());
}

} // namespace

QString pageTitle(const Snapshot& snapshot)
{
    const core::Scenario& s = snapshot.scenario;
    if (!s.title.empty())
        return toText(core::plainText(s.title));
    const core::ModelPreset* model = s.presets ? s.presets->model(s.model.preset) : nullptr;
    const core::ChipPreset* chip = s.presets ? s.presets->chip(s.hw.chip) : nullptr;
    return tr("%1 on %2").arg(toText(model ? model->name : s.model.preset), toText(chip ? chip->name : s.hw.chip));
}

QString conventionsText(const Snapshot& snapshot)
{
    const core::Conventions& conv = snapshot.scenario.conv;
    const std::array overlap{tr("comms overlapped"), tr("comms added"), tr("tensor comms exposed"),
                             tr("nothing overlaps")};
    const std::array capacity{tr("nominal capacity"), tr("capacity in GiB"), tr("physical capacity")};
    QStringList parts{toText(core::nameOf(conv.unit)),
                      overlap[static_cast<std::size_t>(conv.comms)],
                      conv.rates == core::Rates::exact ? tr("exact rates") : tr("Scaling Book rates"),
                      capacity[static_cast<std::size_t>(conv.capacity)],
                      conv.latency ? tr("with latency") : tr("bandwidth only"),
                      conv.wrap == core::Wrap::hardware ? tr("hardware wraparound") : tr("always rings"),
                      conv.hbm ? tr("HBM counted") : tr("HBM left out")};
    for (const Baseline& baseline : snapshot.baselines)
        parts.append(baselineName(baseline));
    return parts.join(dot);
}

QString parametersText(const Snapshot& snapshot, const ChartRow* chart)
{
    if (chart && chart->parameters)
        return chart->parameters(snapshot);
    const core::Scenario& s = snapshot.scenario;
    const core::ChipPreset* chip = s.presets ? s.presets->chip(s.hw.chip) : nullptr;
    const bool decode = s.work.mode == core::Mode::decode;
    const bool one = s.work.batch == 1;
    QStringList parts{(decode ? (one ? tr("batch %1 sequence") : tr("batch %1 sequences"))
                              : (one ? tr("batch %1 token") : tr("batch %1 tokens")))
                          .arg(whole(s.work.batch)),
                      QStringLiteral("D ") + whole(s.model.D), QStringLiteral("F ") + whole(s.model.F),
                      (s.model.L == 1 ? tr("%1 layer") : tr("%1 layers")).arg(whole(s.model.L)),
                      toText(chip ? chip->name : s.hw.chip)};
    for (std::size_t a = 0; a < s.mesh.axis.size(); ++a)
        if (s.mesh.axis[a].size > 1)
            parts.append(QStringLiteral("XYZ").at(static_cast<qsizetype>(a)) + u' ' + whole(s.mesh.axis[a].size) +
                         u' ' + toText(core::nameOf(s.mesh.axis[a].role)));
    parts.append(toText(core::nameOf(s.prec.compute)));
    return parts.join(dot);
}

/// On pages below this size all of the dashboard gets smaller, since its charts would not fit otherwise.
double shrinkOf(const QSizeF& page)
{
    constexpr QSizeF min(1000, 700);
    return std::max({1.0, min.width() / page.width(), min.height() / page.height()});
}

std::vector<QRectF> dashboardCells(const QSizeF& size, std::size_t charts)
{
    const DashboardLayout page = dashboardLayout(size);
    constexpr std::size_t columns = 2;
    const std::size_t lines = (charts + columns - 1) / columns;
    const QSizeF cell((page.body.width() - page.gap * (columns - 1)) / columns,
                      (page.body.height() - page.gap * static_cast<qreal>(lines - 1)) / static_cast<qreal>(lines));
    std::vector<QRectF> cells;
    for (std::size_t i = 0; i < charts; ++i) {
        const std::size_t row = i / columns;
        cells.emplace_back(page.body.topLeft() + QPointF(static_cast<qreal>(i % columns) * (cell.width() + page.gap),
                                                         static_cast<qreal>(row) * (cell.height() + page.gap)),
                           cell);
    }
    return cells;
}

void paintDashboard(QPainter& painter, const Snapshot& snapshot, const QSizeF& paper, const Theme& theme)
{
    painter.save();
    const QSizeF size = paper * shrinkOf(paper);
    painter.scale(1 / shrinkOf(paper), 1 / shrinkOf(paper));
    const DashboardLayout page = dashboardLayout(size);
    const ChartSizes& sizes = page.sizes;
    const auto left = [](const QRectF& line) { return QPointF(line.left(), line.center().y()); };
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(QRectF(QPointF(), size), theme.window);
    fitted(pageTitle(snapshot), chartFont(sizes.px(18), QFont::DemiBold), theme.text, page.title.width())
        .drawLeft(painter, left(page.title));
    const VerdictText verdict = verdictText(snapshot);
    painter.fillRect(
        QRectF(page.verdict.left(), page.verdict.top() + sizes.px(3), sizes.px(4), page.verdict.height() - sizes.px(6)),
        theme.*verdict.colour);
    const bool fits = snapshot.report.memory.fits; // otherwise the verdict says it
    fitted(fits ? verdict.sentence() + dot + fitText(snapshot) : verdict.sentence(),
           chartFont(sizes.px(13), QFont::Medium), theme.text, page.verdict.width() - sizes.px(12))
        .drawLeft(painter, left(page.verdict) + QPointF(sizes.px(12), 0));
    const QFont small = chartFont(sizes.px(11));
    fitted(conventionsText(snapshot), small, theme.muted, page.conventions.width())
        .drawLeft(painter, left(page.conventions));
    fitted(parametersText(snapshot), small, theme.muted, page.foot.width()).drawLeft(painter, left(page.foot));
    const auto rows = stepCharts();
    const auto cells = dashboardCells(size, rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const QRectF& cell = cells[i];
        const qreal head = sizes.px(24);
        painter.setPen(QPen(theme.outline, sizes.px(1)));
        painter.setBrush(theme.panel);
        painter.drawRoundedRect(cell, sizes.px(4), sizes.px(4));
        Label(rows[i].title, chartFont(sizes.px(12), QFont::DemiBold), theme.text)
            .drawLeft(painter, cell.topLeft() + QPointF(sizes.px(12), head / 2 + sizes.px(2)));
        // The charts' text grows with the page, not with the quarter of it that they have.
        const QRectF area = cell.adjusted(sizes.px(2), head, -sizes.px(2), -sizes.px(4));
        painter.save();
        painter.translate(area.topLeft());
        painter.scale(sizes.unit, sizes.unit);
        paintChart(painter, rows[i], snapshot, QRectF(QPointF(), area.size() / sizes.unit), theme);
        painter.restore();
    }
    painter.restore();
}

QRectF paintPage(QPainter& painter, const PageWords& text, const QSizeF& size, const Theme& theme)
{
    const ChartSizes sizes = ChartSizes::of(size);
    const qreal edge = sizes.px(12);
    const qreal width = size.width() - 2 * edge;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(QRectF(QPointF(), size), theme.panel);
    const qreal titleMiddle = sizes.px(20);
    const QFont rightFont = chartFont(sizes.px(12));
    const QFont titleFont = chartFont(sizes.px(15), QFont::DemiBold);
    const qreal gap = sizes.px(16);
    const qreal minRight = QFontMetricsF(rightFont).horizontalAdvance(text.right.section(dot, 0, 0));
    const QString words = shortened(text.title, titleFont, width - gap - std::min(minRight, width / 2));
    const Label title(words, titleFont, theme.text);
    title.drawLeft(painter, QPointF(edge, titleMiddle));
    fitted(text.right, rightFont, theme.muted, width - title.size().width() - gap)
        .drawRight(painter, QPointF(size.width() - edge, titleMiddle));
    const QFont small = chartFont(sizes.px(9.5));
    const qreal line = sizes.px(14);
    const qreal foot = size.height() - 2 * line - sizes.px(6);
    fitted(text.parameters, small, theme.muted, width).drawLeft(painter, QPointF(edge, foot + line / 2));
    fitted(text.conventions, small, theme.muted, width).drawLeft(painter, QPointF(edge, foot + 1.5 * line));
    return {QPointF(sizes.px(4), sizes.px(36)), QPointF(size.width() - sizes.px(4), foot - sizes.px(6))};
}

void paintChartPage(QPainter& painter, const ChartRow& row, const Snapshot& snapshot, const QSizeF& size,
                    const Theme& theme, const std::optional<AxisRanges>& part)
{
    const PageWords text{row.title, pageTitle(snapshot), parametersText(snapshot, &row), conventionsText(snapshot)};
    paintChart(painter, row, snapshot, paintPage(painter, text, size, theme), theme, part);
}

} // namespace ui
