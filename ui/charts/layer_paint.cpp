// SPDX-License-Identifier: GPL-3.0-or-later
// Letters of mesh axes stand out in the colours that the network has in every chart.
#include "ui/charts/layer_paint.h"

#include "ui/charts/label_placement.h"
#include "ui/theme/painting.h"
#include "ui/theme/words.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace ui
{

namespace
{

/// What the letters of the chips mean.
QString kindName(const QString& shortKind)
{
    if (shortKind == QLatin1String("AG"))
        return tr("AG all-gather");
    if (shortKind == QLatin1String("RS"))
        return tr("RS reduce-scatter");
    if (shortKind == QLatin1String("AR"))
        return tr("AR all-reduce");
    return shortKind == QLatin1String("A2A") ? tr("A2A all-to-all") : QString();
}

/// Mesh axes in their colours.
void addArray(const LayerCanvas& c, Label& label, const core::ShardedArray& array, qreal size)
{
    const QFont font = chartFont(size), strong = chartFont(size, QFont::Bold);
    const auto axes = [&](const std::string& letters) {
        for (const char letter : letters)
            label.add(QString(QLatin1Char(letter)), strong,
                      mixed(c.theme.text, axisColour(static_cast<std::size_t>(letter - 'X'), c.theme), 0.75));
    };
    label.add(toText(array.name) + u'[', font, c.theme.text);
    for (std::size_t d = 0; d < array.dims.size(); ++d) {
        label.add((d > 0 ? QStringLiteral(", ") : QString()) + toText(array.dims[d].name) +
                      (array.dims[d].axes.empty() ? QString() : QStringLiteral("_")),
                  font, c.theme.text);
        axes(array.dims[d].axes);
    }
    label.add(QStringLiteral("]"), font, c.theme.text);
    if (array.partial.empty())
        return;
    label.add(QStringLiteral("{U_"), font, c.theme.text);
    axes(array.partial);
    label.add(QStringLiteral("}"), font, c.theme.text);
}

constexpr qreal leastChip = 10; // high enough for letters

void paintChip(const LayerCanvas& c, const LayerChip& chip, const QRectF& box)
{
    Mark mark = chipMark(chip, c.layer);
    mark.area = corners(box);
    const QColor colour = axisColour(chip.axis, c.theme);
    const bool lit = c.lit == mark.place;
    LayerCell cell{.box = box,
                   .fill = mixed(c.theme.panel, colour, lit ? 0.34 : 0.18),
                   .border = colour,
                   .rim = lit ? 2. : 1.,
                   .radius = c.px(4)};
    const qreal size = std::min(c.layout.sizes.small, box.height() * 0.84);
    const QString axes = axesOf(chip, c.layer);
    const QString time = u' ' + timeOrEmpty(chip.seconds);
    for (const auto& [text, font] : {std::pair(time, size), std::pair(time, 0.88 * size), std::pair(QString(), size)}) {
        Label label(shortKind(chip, c.layer), chartFont(font, QFont::DemiBold), c.theme.text);
        label.add(u' ' + axes, chartFont(font, QFont::Bold), mixed(c.theme.text, colour, 0.75));
        label.add(text, chartFont(font), c.theme.text);
        const qreal inset = text.isEmpty() ? 0 : c.px(4);
        const bool readable = font >= 0.88 * c.layout.sizes.small;
        if (!readable || label.size().width() > box.width() - inset)
            continue;
        cell.labels.emplace_back(label, box.center());
        break;
    }
    c.cells.draw(c.painter, std::move(cell), box);
    c.marks.push_back(std::move(mark));
}

} // namespace

void LayerCell::addLeft(const Label& label, const QPointF& leftMiddle)
{
    labels.emplace_back(label, leftMiddle + QPointF(label.size().width() / 2, 0));
}

void LayerCell::addRight(const Label& label, const QPointF& rightMiddle)
{
    labels.emplace_back(label, rightMiddle - QPointF(label.size().width() / 2, 0));
}

QRectF LayerCell::bounds() const
{
    QRectF all = box;
    for (const QLineF& line : dots)
        all = all.united(QRectF(line.p1(), line.p2()).normalized().adjusted(-1, -1, 1, 1));
    for (const auto& [label, centre] : labels)
        all = all.united(label.outline(centre, 0, 1).boundingRect());
    return all;
}

void LayerCell::paint(QPainter& painter) const
{
    if (!box.isEmpty()) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(border);
        painter.drawRoundedRect(box, radius, radius);
        painter.setBrush(fill);
        painter.drawRoundedRect(box.adjusted(rim, rim, -rim, -rim), radius - rim, radius - rim);
    }
    if (!dots.empty()) {
        painter.setPen(dotted);
        painter.drawLines(dots.data(), static_cast<int>(dots.size()));
    }
    for (const auto& [label, centre] : labels)
        label.draw(painter, centre);
}

void LayerCells::begin(QPainter& painter, const QColor& ground)
{
    const QTransform& view = painter.deviceTransform();
    const qreal ratio = painter.device()->devicePixelRatioF();
    const bool copies = painter.device()->devType() == QInternal::Image && view.type() <= QTransform::TxScale &&
                        view.m11() == ratio && view.m22() == ratio;
    m_on = copies ? static_cast<const QImage*>(painter.device()) : nullptr;
    if (!m_on || view != m_view || ground != m_ground)
        m_kept.clear();
    m_kept.resize(std::exchange(m_drawn, 0));
    m_view = view;
    m_ground = ground;
}

void LayerCells::draw(QPainter& painter, LayerCell cell, const QRectF& room)
{
    const QRectF bounds = cell.bounds();
    if (!m_on || !room.contains(bounds))
        return cell.paint(painter);
    if (m_drawn == m_kept.size())
        m_kept.emplace_back();
    Kept& kept = m_kept[m_drawn++];
    const QRect pixels = m_view.mapRect(bounds).toAlignedRect().intersected(m_on->rect());
    const bool same = kept.cell == cell;
    if (same && !kept.image.isNull())
        return painter.drawImage(m_view.inverted().map(QPointF(pixels.topLeft())), kept.image);
    cell.paint(painter);
    kept = {std::move(cell)};
    if (same)
        kept.image = m_on->copy(pixels);
}

Label fittingLabel(const QStringList& texts, qreal size, const Theme& theme, qreal width)
{
    for (const qreal factor : {1.0, 0.85})
        for (const QString& text : texts) {
            Label label(text, chartFont(factor * size, QFont::DemiBold), theme.text);
            if (label.size().width() <= width)
                return label;
        }
    const QFont font = chartFont(0.85 * size, QFont::DemiBold);
    return {QFontMetricsF(font).elidedText(texts.back(), Qt::ElideRight, width), font, theme.text};
}

std::vector<Label> notationLabels(const LayerCanvas& c, const LayerRow& row, qreal width)
{
    std::vector<Label> labels;
    for (const auto& line : notationLines(*row.arrays, c.layout.sizes, width)) {
        Label label;
        for (const auto& [array, before, after] : line) {
            label.add(before, chartFont(c.layout.sizes.small), c.theme.muted);
            addArray(c, label, *array, c.layout.sizes.small);
            label.add(after, chartFont(c.layout.sizes.small), c.theme.muted);
        }
        labels.push_back(std::move(label));
    }
    return labels;
}

void paintChips(const LayerCanvas& c, const std::vector<LayerChip>& chips, const QRectF& cell)
{
    const qreal gap = c.px(3);
    const auto fitting = static_cast<std::size_t>(std::max(1.0, (cell.height() + gap) / (c.px(leastChip) + gap)));
    const std::size_t across =
        std::max(static_cast<std::size_t>(c.layout.chipsAcross), (chips.size() + fitting - 1) / fitting);
    const std::size_t lines = (chips.size() + across - 1) / across;
    const qreal height = std::min(c.px(16), (cell.height() - gap * static_cast<qreal>(lines - 1)) /
                                                static_cast<qreal>(std::max<std::size_t>(lines, 1)));
    const qreal width = (cell.width() - gap * static_cast<qreal>(across - 1)) / static_cast<qreal>(across);
    const qreal top = cell.center().y() - (static_cast<qreal>(lines) * (height + gap) - gap) / 2;
    for (std::size_t i = 0; i < chips.size(); ++i) {
        const std::size_t down = i / across;
        const auto column = static_cast<qreal>(i % across), line = static_cast<qreal>(down);
        paintChip(c, chips[i], {cell.left() + column * (width + gap), top + line * (height + gap), width, height});
    }
}

void paintChipLegend(const LayerCanvas& c)
{
    QStringList kinds;
    for (const auto& row : c.layer.rows)
        for (const auto* chips : {&row.forward, &row.backward})
            for (const auto& chip : *chips)
                if (const QString name = kindName(shortKind(chip, c.layer)); !name.isEmpty())
                    kinds.append(name);
    kinds.removeDuplicates();
    const QRectF room(c.layout.columns.forward.left(), 0,
                      c.layout.columns.backward.right() - c.layout.columns.forward.left(), 0);
    const Label label(kinds.join(QStringLiteral(" · ")), chartFont(c.layout.sizes.small), c.theme.muted);
    if (label.size().width() <= room.width())
        label.drawLeft(c.painter, {room.left(), c.layout.total.center().y()});
}

} // namespace ui
