// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of core's comparison as HTML.
#include "ui/derivation/comparison_text.h"

#include "ui/charts/baseline_marks.h"
#include "ui/session/field_text.h"
#include "ui/session/snapshot.h"
#include "ui/theme/marker.h"
#include "ui/theme/words.h"

#include "core/explore/comparison.h"
#include "core/lesson/stage.h"
#include "core/numbers/collective_cache.h"
#include "core/numbers/numbers.h"

#include <QStringList>

#include <algorithm>

namespace ui
{

namespace
{

/// A title above, below it the change.
QString row(const QString& link, const QString& title, const QString& before, const QString& after,
            const QString& ratio)
{
    QString text = QStringLiteral("<p><a href=\"%1\">%2</a><br>%3 → <b>%4</b>")
                       .arg(link, title.toHtmlEscaped(), before.toHtmlEscaped(), after.toHtmlEscaped());
    if (!ratio.isEmpty())
        text += QStringLiteral(" <span class=\"equation\">(%1)</span>").arg(ratio);
    return text + QStringLiteral("</p>");
}

QString fieldRow(const core::ChangedField& changed, const core::Scenario& before, const core::Scenario& after)
{
    const auto field = core::fieldRow(changed.id);
    if (!field)
        return {};
    const QString id = toText(changed.id);
    const auto shown = [&](const std::optional<core::Value>& value, const core::Scenario& of) {
        return value ? valueText(**field, *value, of) : QStringLiteral("–");
    };
    return row(QStringLiteral("field:") + id, titleText(changed.id, **field), shown(changed.before, before),
               shown(changed.after, after), {});
}

QString resultRow(const core::ChangedResult& changed, core::ByteUnits units)
{
    const auto shown = [&](const core::MetricValue& value) {
        const auto* word = std::get_if<std::string_view>(&value);
        return word                   ? toText(core::wordText(*word))
               : core::applies(value) ? toText(core::metricText(changed.metric, value, units))
                                      : QStringLiteral("–");
    };
    return row(QStringLiteral("number:") + toText(changed.metric.id), toText(changed.metric.title),
               shown(changed.before), shown(changed.after), toText(changed.ratio()));
}

QString section(const Snapshot& snapshot, std::size_t place)
{
    const core::Scenario& baseline = snapshot.baselines[place].scenario;
    core::Comparison all =
        core::compare(baseline, snapshot.baselines[place].report, snapshot.scenario, snapshot.report);
    QString html =
        QStringLiteral("<p class=\"title\">%1</p><p>").arg(baselineName(snapshot.baselines[place]).toHtmlEscaped());
    QStringList links;
    for (const auto& [act, words] : {std::pair{"swap", tr("Swap")},
                                     {"take", tr("Go back to it")},
                                     {"rename", tr("Rename")},
                                     {"remove", tr("Remove")}})
        links.append(QStringLiteral("<a href=\"baseline:%1/%2\">%3</a>").arg(QLatin1String(act)).arg(place).arg(words));
    html += links.join(QStringLiteral(" · ")) + QStringLiteral("</p>");
    if (all.fields.empty())
        return html + QStringLiteral("<p>%1</p>").arg(tr("No input differs. Change one, and see here what follows."));
    html += QStringLiteral("<p class=\"title\">%1</p>")
                .arg(tr("Inputs, from %1 to now").arg(baselineLook(snapshot.baselines[place].look).letter));
    for (const auto& field : all.fields)
        html += fieldRow(field, baseline, snapshot.scenario);
    const auto rank = [](const core::ChangedResult& result) { // what one changes a design for goes first
        const auto& id = result.metric.id;
        return id == "time.step" || id == "infer.step" ? 0 : id == "mem.total" ? 1 : id.starts_with("time.") ? 2 : 3;
    };
    std::ranges::stable_sort(all.results, {}, rank);
    QString results;
    for (const auto& result : all.results) {
        const bool ofOthers = result.metric.id.starts_with("count.") && // chips: too many
                              !toText(result.metric.id).endsWith(u'.' + toText(snapshot.scenario.hw.chip));
        if (!ofOthers)
            results += resultRow(result, snapshot.scenario.conv.unit);
    }
    html +=
        QStringLiteral("<p class=\"title\">%1</p>").arg(results.isEmpty() ? tr("No result differs") : tr("Results"));
    html += results;
    return html;
}

} // namespace

QString comparisonHtml(const Snapshot& snapshot)
{
    QString html;
    for (std::size_t place = 0; place < snapshot.baselines.size(); ++place)
        html += section(snapshot, place);
    return html.isEmpty() ? QStringLiteral("<p>%1</p>")
                                .arg(tr("No baseline. Edit > Pin baseline (Ctrl+B) keeps the "
                                        "scenario as it is now, to compare with."))
                          : html;
}

QString inBaselines(const Snapshot& snapshot, const QString& numberId)
{
    const auto metric = core::findMetric(*snapshot.scenario.presets, numberId.toStdString());
    if (!metric || metric->onDemand)
        return {};
    QStringList shown;
    core::CollectiveCache cache;
    for (const Baseline& baseline : snapshot.baselines)
        if (const auto value = core::value({baseline.scenario, baseline.report, cache}, metric->id))
            shown.append(baselineLook(baseline.look).sign + u' ' + toText(core::wordText(value->text())));
    return shown.join(QStringLiteral("   "));
}

} // namespace ui
