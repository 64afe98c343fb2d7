// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of names and values.
#include "ui/torus/collective_numbers.h"

#include "core/quantity/format.h"

namespace ui
{

namespace
{

QString timeText(core::Quantity<core::dim::second> time)
{
    return QString::fromStdString(core::format(time.si(), core::dim::second));
}

QString bytesText(core::Quantity<core::dim::byte> bytes)
{
    return QString::fromStdString(core::format(bytes.si(), core::dim::byte));
}

QString countText(double value) { return QString::fromStdString(core::format(value, core::dim::count)); }

QString row(const QString& name, const QString& value)
{
    return QStringLiteral("<tr><td style='padding-right:14px'>%1</td><td align='right'><b>%2</b></td></tr>")
        .arg(name.toHtmlEscaped(), value.toHtmlEscaped());
}

QString paragraph(const QString& text) { return QStringLiteral("<p>%1</p>").arg(text.toHtmlEscaped()); }

} // namespace

CollectiveNumbers::CollectiveNumbers(QWidget* parent) : QLabel(parent)
{
    setObjectName(QStringLiteral("collectives.numbers"));
    setTextFormat(Qt::RichText);
    setWordWrap(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse);
}

void CollectiveNumbers::present(const core::WholeCollective& collective)
{
    const auto& study = collective.study;
    QString text = QStringLiteral("<table>") + row(tr("Time"), timeText(study.time));
    if (study.matmulTiming) {
        text += row(tr("One after the other"), timeText(study.matmulTiming->naive)) +
                row(tr("Pipelined"), timeText(study.matmulTiming->pipelined));
    } else {
        text += row(tr("Lower bound"), timeText(study.lowerBound)) +
                row(tr("Gap"), study.lowerBound.si() > 0 ? countText(study.gap.si()) + u'×' : QStringLiteral("–"));
    }
    text += row(tr("Steps"), countText(study.steps)) + row(tr("Hops, one after the other"), countText(study.hops)) +
            row(tr("Busiest link"), bytesText(study.bytesPerLink)) + row(tr("All links"), bytesText(study.totalBytes)) +
            QStringLiteral("</table>");
    text += paragraph(
        QStringLiteral("%1 (%2)").arg(QString::fromStdString(study.title), QString::fromStdString(study.why)));
    if (!study.bound.reason.empty()) {
        text += paragraph(tr("Bound: %1").arg(QString::fromStdString(study.bound.reason)));
    }
    for (const std::string& note : study.notes) {
        text += paragraph(QString::fromStdString(note));
    }
    setText(text);
}

void CollectiveNumbers::presentProblem(const QString& reason) { setText(reason.toHtmlEscaped()); }

} // namespace ui
