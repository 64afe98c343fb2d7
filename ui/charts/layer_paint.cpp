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
    fillBox(c, box, mixed(c.theme.panel, colour, lit ? 0.34 : 0.18), colour, lit ? 2 : 1);
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
        label.draw(c.painter, box.center());
        break;
    }
    c.marks.push_back(std::move(mark));
}

} // namespace

void fillBox(const LayerCanvas& c, const QRectF& box, const QColor& fill, const QColor& border, qreal width)
{
    c.painter.setPen(Qt::NoPen);
    c.painter.setBrush(border);
    c.painter.drawRoundedRect(box, c.px(4), c.px(4));
    c.painter.setBrush(fill);
    c.painter.drawRoundedRect(box.adjusted(width, width, -width, -width), c.px(4) - width, c.px(4) - width);
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
