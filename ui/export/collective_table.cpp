// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of transfers, step by step.
#include "ui/export/collective_table.h"

#include "core/quantity/format.h"
#include "ui/torus/shard_names.h"

#include <QCoreApplication>

namespace ui
{

namespace
{

QString tr(const char* text) { return QCoreApplication::translate("ui::CollectiveTable", text); }

QString quoted(const QString& text) { return text.contains(u',') ? u'"' + text + u'"' : text; }

QString rowOf(const core::WholeCollective& collective, const core::Step& step, const core::Transfer& t, int number)
{
    const auto chip = [&](int part) { return quoted(chipName(collective.whole, collective.chipOfWhole(part, 0))); };
    return QStringList{QString::number(number),
                       chip(t.from),
                       chip(t.to),
                       chunkNames(collective.study.schedule, step.chunks(t)),
                       QString::fromStdString(core::exactText(t.bytes)),
                       portName(collective.whole, collective.portOfWhole(t.port))}
               .join(u',') +
           u'\n';
}

} // namespace

tl::expected<QByteArray, PictureError> transferTable(const core::WholeCollective& collective, std::optional<int> step)
{
    const auto& study = collective.study;
    constexpr double mostRows = 2e6; // some 80 MB
    const double rows = static_cast<double>(study.timing.messages);
    if (!step && rows > mostRows)
        return noPicture(PictureFault::request,
                         tr("The collective has %1 transfers, more than a table holds; ask for one step.")
                             .arg(QString::fromStdString(core::grouped(rows))));
    QByteArray text("step,from,to,chunk,bytes,link\n");
    core::Step transfers;
    for (int i = step ? *step - 1 : 0; i < (step ? *step : study.schedule.steps); ++i) {
        if (i < 0)
            continue;
        core::fillStep(study.schedule, i, transfers);
        for (const auto& t : transfers.transfers)
            text += rowOf(collective, transfers, t, i + 1).toUtf8();
    }
    return text;
}

} // namespace ui
