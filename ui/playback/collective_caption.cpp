// SPDX-License-Identifier: GPL-3.0-or-later
// Words of a collective for people and for files.
#include "ui/playback/collective_caption.h"

#include "core/collectives/analysis.h"
#include "core/quantity/format.h"
#include "core/scenario/catalogue.h"
#include "core/scenario/choices.h"
#include "ui/charts/chart_style.h"
#include "ui/numbers/byte_text.h"
#include "ui/theme/text_line.h"
#include "ui/theme/words.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QStringList>

#include <array>
#include <vector>

namespace ui
{

namespace
{

const QString dot = QStringLiteral(" · ");

QString kindText(core::CollectiveKind kind)
{
    const std::array names{QT_TRANSLATE_NOOP("ui::CollectiveCaption", "All-gather"),
                           QT_TRANSLATE_NOOP("ui::CollectiveCaption", "Reduce-scatter"),
                           QT_TRANSLATE_NOOP("ui::CollectiveCaption", "All-reduce"),
                           QT_TRANSLATE_NOOP("ui::CollectiveCaption", "All-to-all"),
                           QT_TRANSLATE_NOOP("ui::CollectiveCaption", "Permute"),
                           QT_TRANSLATE_NOOP("ui::CollectiveCaption", "Collective matmul"),
                           QT_TRANSLATE_NOOP("ui::CollectiveCaption", "Collective matmul")};
    return tr(names[static_cast<std::size_t>(kind)]);
}

QString titleOf(const core::WholeCollective& collective, const core::Scenario& scenario)
{
    const auto& analysis = collective.analysis;
    const QString algorithm = toText(analysis.title);
    const QString title = kindText(scenario.coll.kind) + dot + algorithm.left(1).toLower() + algorithm.mid(1);
    return analysis.matmul ? title + QStringLiteral(", ") + toText(core::nameOf(analysis.algorithm)) : title;
}

QString parametersOf(const core::WholeCollective& collective, const core::Scenario& scenario)
{
    const auto& coll = scenario.coll;
    const auto& analysis = collective.analysis;
    const auto number = [](double value) { return toText(core::grouped(value)); };
    QStringList parts{toText(core::topologyText(collective.whole))}; // a title of the scenario may name another slice
    if (analysis.matmul)
        parts << QStringLiteral("B ") + number(coll.B) << QStringLiteral("D ") + number(coll.D)
              << QStringLiteral("F ") + number(coll.F);
    else
        parts << bytesText(coll.bytes.si(), scenario.conv.unit);
    const core::ChipPreset* chip = scenario.presets ? scenario.presets->chip(scenario.hw.chip) : nullptr;
    parts << (coll.axes == "all" ? tr("all axes") : tr("axes %1").arg(toText(coll.axes)))
          << toText(chip ? chip->name : scenario.hw.chip);
    return parts.join(dot);
}

QString conventionsOf(const core::WholeCollective& collective, const core::Scenario& scenario)
{
    const auto& coll = scenario.coll;
    const auto& rates = collective.analysis.request.rates;
    const std::array wraps{tr("hardware wraparound"), tr("always rings"), tr("always lines")};
    return QStringList{
        tr("%1 per link and direction").arg(toText(core::format(rates.bandwidth.si(), core::dim::bytePerSecond))),
        tr("%1 per hop").arg(timeText(rates.hop.si())),
        coll.direction == core::LinkDirection::both ? tr("both directions") : tr("one direction"),
        wraps[static_cast<std::size_t>(coll.wrap)], tr("%1 clock").arg(toText(core::nameOf(coll.clock)))}
        .join(dot);
}

struct Part {
    QString text;
    bool isLow = false;
};

/// "AllGather", low "X", " of W", low "in".
std::vector<Part> partsOf(const QString& name)
{
    std::vector<Part> parts{{}};
    for (const QChar letter : name) {
        if (letter == u'_') {
            parts.push_back({{}, true});
        } else if (parts.back().isLow && !letter.isLetterOrNumber()) {
            parts.push_back({QString(letter), false});
        } else {
            parts.back().text += letter;
        }
    }
    return parts;
}

} // namespace

CollectiveCaption captionOf(const core::WholeCollective& collective, const core::Scenario& scenario)
{
    return {titleOf(collective, scenario), parametersOf(collective, scenario), conventionsOf(collective, scenario)};
}

QByteArray csvLines(const CollectiveCaption& caption)
{
    return QStringLiteral("# %1\n# %2\n# %3\n").arg(caption.title, caption.parameters, caption.conventions).toUtf8();
}

void drawCollectiveName(QPainter& painter, const QRect& area, const QString& name, const QFont& font)
{
    QFont low = font;
    low.setPixelSize(font.pixelSize() - 3);
    const double base = area.center().y() + 1 + QFontMetricsF(font).ascent() / 2 - 1;
    double x = area.left();
    for (const Part& part : partsOf(name)) {
        const QFont& used = part.isLow ? low : font;
        const double room = area.right() - x;
        const bool fits = lineWidth(part.text, used) <= room;
        const QString shown = fits ? part.text : QFontMetricsF(used).elidedText(part.text, Qt::ElideRight, room);
        drawLine(painter, QPointF(x, base + (part.isLow ? 3 : 0)), shown, used);
        if (!fits) {
            return;
        }
        x += lineWidth(shown, used);
    }
}

QString richName(const QString& name)
{
    QString text;
    for (const Part& part : partsOf(name)) {
        text += part.isLow ? QStringLiteral("<sub>%1</sub>").arg(part.text.toHtmlEscaped()) : part.text.toHtmlEscaped();
    }
    return text;
}

} // namespace ui
