// SPDX-License-Identifier: GPL-3.0-or-later
// Attention against sequence length: FLOPs of a token in a layer beside those of its projections and of all matrices.
#include "core/layer/layer.h"
#include "core/quantity/format.h"
#include "core/scenario/scenario.h"
#include "ui/charts/chart_label.h"
#include "ui/charts/chart_table.h"
#include "ui/charts/label_placement.h"
#include "ui/charts/plot_picture.h"
#include "ui/session/snapshot.h"
#include "ui/theme/words.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <optional>

namespace ui
{

namespace
{

QString flops(double value) { return toText(core::format(value, core::dim::flop)); }

std::optional<core::TokenFlops> tokenOf(const Snapshot& snapshot)
{
    return snapshot.scenario.presets ? core::tokenFlops(snapshot.scenario) : std::nullopt;
}

class AttentionPicture : public PlotPicture
{
public:
    void read(const Snapshot& snapshot) override { m_token = tokenOf(snapshot); }

    QString description() const override
    {
        if (!m_token)
            return absence();
        return tr("Attention has %1 of a layer's forward FLOPs at a sequence length of %2; it has as many as its "
                  "projections at %3 tokens.")
            .arg(percentText(m_token->share), countText(m_token->length), countText(m_token->equal));
    }

    QString absence() const override
    {
        return m_token ? QString() : tr("The present model has no attention. Choose one under Model.");
    }

    AxisRanges ranges() const override
    {
        if (!m_token)
            return {};
        const double left = std::min(256.0, m_token->length / 4);
        const double right = std::max({131072.0, m_token->length * 4, m_token->equal * 4});
        return {tickBelow(left), tickAbove(right),
                tickBelow(std::min(m_token->attentionAt(left), m_token->projections) / 2),
                tickAbove(std::max(m_token->attentionAt(right), m_token->matrices) * 2)};
    }

private:
    bool leaves(const AxisRanges& view) const override
    {
        return m_token && (m_token->length < view.xMin || m_token->length > view.xMax);
    }

    PlotAxes axes(const ChartSizes& sizes) const override
    {
        return {.xTitle = tr("Sequence length (tokens)"),
                .shortXTitle = tr("Sequence length"),
                .yTitle = tr("Forward FLOPs of a token in a layer"),
                .shortYTitle = tr("FLOPs of a token"),
                .top = sizes.px(10)};
    }

    std::vector<PlotSeries> series(const AxisRanges& view, const Theme& theme, const ChartSizes& sizes) const override
    {
        PlotSeries attention{.points = {}, .colour = theme.axisY, .dashes = {}, .width = sizes.line * 1.4};
        constexpr int parts = 64; // straight but for the mask, below a hundred tokens
        for (int i = 0; i <= parts; ++i) {
            const double T = view.xMin * std::pow(view.xMax / view.xMin, static_cast<double>(i) / parts);
            attention.points.emplace_back(T, m_token->attentionAt(T));
        }
        const auto level = [&](double y, const QColor& colour, const QList<qreal>& dashes) {
            return PlotSeries{
                .points = {{view.xMin, y}, {view.xMax, y}}, .colour = colour, .dashes = dashes, .width = sizes.line};
        };
        return {level(m_token->matrices, theme.compute, {}), level(m_token->projections, theme.compute, {5, 4}),
                attention};
    }

    std::vector<Mark> paintOver(QPainter& painter, const PictureLayout& frame) const override
    {
        std::vector<Mark> marks;
        const auto& t = frame.theme;
        const qreal px = frame.sizes.px(1);
        const auto say = [&](const QString& words, const QPointF& at, bool right, const QColor& colour) {
            Label label(words, chartFont(frame.sizes.small, QFont::Medium), colour);
            const qreal half = label.size().width() / 2;
            QPointF spot(right ? at.x() - half : at.x() + half, at.y());
            spot.setX(std::clamp(spot.x(), frame.area.left() + half + 4 * px, frame.area.right() - half - 4 * px));
            label.drawOn(painter, t.panel, spot);
            return label.outline(spot, 0, 2 * px);
        };
        const qreal up = frame.sizes.small * 0.9;
        say(tr("all matrices of the layer, 2P: %1").arg(flops(m_token->matrices)),
            frame.at(frame.ranges.xMin, m_token->matrices) + QPointF(8 * px, -up), false, t.compute);
        say(tr("Q, K, V and output projections: %1").arg(flops(m_token->projections)),
            frame.at(frame.ranges.xMin, m_token->projections) + QPointF(8 * px, -up), false, t.compute);
        const double named = frame.ranges.xMin * 2;
        say(tr("attention"), frame.at(named, m_token->attentionAt(named)) + QPointF(8 * px, 1.5 * up), false, t.axisY);
        const auto point = [&](double x, double y, const QString& words, const QString& id, qreal below) {
            const QPointF at = frame.at(x, y);
            if (!frame.area.adjusted(-1, -1, 1, 1).contains(at))
                return;
            painter.setPen(QPen(t.axisY, 1.6 * px));
            painter.setBrush(t.panel);
            painter.drawEllipse(at, 4.5 * px, 4.5 * px);
            const QPolygonF words_area =
                say(words, at + QPointF((below < 0 ? -9 : 9) * px, up * below), below < 0, t.text);
            marks.push_back({corners(QRectF(at - QPointF(8, 8) * px, QSizeF(16, 16) * px)), words, {}, id});
            marks.push_back({words_area, words, {}, id});
        };
        if (m_token->equal > 0)
            point(m_token->equal, m_token->attentionAt(m_token->equal),
                  tr("as its projections at %1").arg(countText(m_token->equal)),
                  QStringLiteral("layer.attention.equal"), -1.4);
        point(m_token->length, m_token->attention,
              tr("now %1: %2 of the layer").arg(countText(m_token->length), percentText(m_token->share)),
              QStringLiteral("layer.attention.share"), 1.6);
        return marks;
    }

    std::optional<core::TokenFlops> m_token;
};

} // namespace

std::unique_ptr<Picture> attentionPicture() { return std::make_unique<AttentionPicture>(); }

TableRows attentionTable(const Snapshot& snapshot)
{
    TableRows rows{{"sequence_length", "attention_flops", "projections_flops", "matrices_flops", "attention_share"}};
    const auto token = tokenOf(snapshot);
    for (double T = 128; token && T <= 1048576; T *= 2)
        rows.push_back({tableCell(T), tableCell(token->attentionAt(T)), tableCell(token->projections),
                        tableCell(token->matrices), tableCell(token->shareAt(T))});
    return rows;
}

} // namespace ui
