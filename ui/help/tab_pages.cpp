// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of readers in words.
#include "ui/help/tab_pages.h"

#include "core/io/measured_columns.h"
#include "core/io/trace.h"
#include "core/scenario/fields.h"
#include "core/scenario/scenario.h"
#include "core/sharding/notation.h"
#include "core/timeline/work_class.h"
#include "ui/charts/chart_catalogue.h"
#include "ui/lecture/lecture_keys.h"
#include "ui/session/field_text.h"
#include "ui/theme/words.h"

#include <algorithm>

namespace ui
{

namespace
{

/// What the tab is for.
HelpSection ofTab(const QString& id)
{
    const auto rows = tabRows();
    const auto row = std::ranges::find(rows, id, &TabRow::id);
    return {{}, {{id, row->words, row->tip}}};
}

/// What may be typed, with what it means.
HelpEntry typed(const char* title, const char* what, const QString& words)
{
    return {{}, tr(title), words, QString::fromUtf8(what)};
}

HelpEntry ofField(const char* id, const core::Scenario& scenario) { return inputEntry(**core::fieldRow(id), scenario); }

template <class Columns> QString namesIn(const Columns& columns)
{
    QStringList names;
    for (const core::MeasuredColumn& column : columns)
        names << toText(column.name);
    return names.join(QStringLiteral(", "));
}

HelpSection measuredColumns()
{
    const QString either = namesIn(core::measuredRatesOrWork);
    return {tr("Measured points"),
            {{{}, tr("Name"), namesIn(core::measuredNames)},
             {{}, tr("Rate"), namesIn(core::measuredRates) + u'\n' + tr("Without a time also %1.").arg(either)},
             {{},
              tr("or time"),
              namesIn(core::measuredTimes) + QStringLiteral(", ") + toText(core::nsightTime) + u'\n' +
                  tr("The unit of the last one stands in a row below the head, or behind the name: %1 [us].")
                      .arg(toText(core::nsightTime))},
             {{}, tr("Intensity"), namesIn(core::measuredIntensities)},
             {{}, tr("or work and traffic"), tr("flops and bytes: FLOPs and bytes of the whole operation.")},
             {{},
              tr("or an operation"),
              tr("operation, with its number in the list from 1, or its name. Also a name that an operation has.")}},
            tr("“Read measured points…” in the menu Data reads a CSV file; render --view operation "
               "--measured FILE draws it. A head names the columns, in any order and case. Each row is a point: a rate "
               "or a time, and an intensity or an operation. Lines that begin with # are left out."),
            QStringLiteral("name,tflop_per_s,intensity\ngate and up,310.5,455\ndown,287,390\n")};
}

HelpSection nsightMetrics()
{
    HelpSection section{
        tr("Nsight Compute"),
        {{{},
          tr("Always"),
          toText(core::nsightCycles) + u'\n' + toText(core::nsightBytes) + u'\n' +
              tr("Cycles per second, and the bytes of the intensity.") + u'\n' +
              tr("Or %1 with %2, beside metrics that end in .sum.")
                  .arg(toText(core::nsightTime), toText(core::nsightTraffic))}},
        tr("A raw page (--page raw --csv) or a table by metrics (--csv --metrics). A kernel is a point "
           "for each format it computes in. FLOPs per cycle are the sum of the metrics of a format; the "
           "rate is that times the cycles per second."),
        QStringLiteral("ncu --section SpeedOfLight_RooflineChart --page raw --csv ./train > points.csv\n")};
    for (const core::NsightWork& work : core::nsightWorks) {
        QStringList lines;
        for (const core::NsightCount& count : work.perCycle)
            if (!count.metric.empty())
                lines << toText(count.metric) +
                             (count.flops == 1 ? QString() : QStringLiteral(" × %1").arg(count.flops)) +
                             (count.ready.empty() ? QString() : u'\n' + tr("or %1").arg(toText(count.ready)));
        section.entries.push_back({{}, toText(work.format), lines.join(u'\n')});
    }
    return section;
}

HelpSection profileTable()
{
    return {tr("XLA profile"),
            {},
            tr("The op table of the roofline model, as CSV: an operation, its FLOP rate and its operational intensity. "
               "Rows without FLOPs, such as copies, are counted and left out."),
            QStringLiteral("Operation,Normalized FLOP Rate (GFLOP/s),Operational Intensity (FLOP/Byte)\n"
                           "fusion.12,150000,300\n")};
}

HelpPage shardingPage(const core::Scenario& scenario)
{
    const HelpSection grammar{
        tr("What is typed"),
        {typed(QT_TRANSLATE_NOOP("Help", "An array"), "A[I_X, J]",
               tr("I is split over the mesh axis X, J lies whole on every device. Names begin with a capital.")),
         typed(QT_TRANSLATE_NOOP("Help", "Two axes"), "A[I_XY, J]", tr("I is split over X, each part over Y.")),
         typed(QT_TRANSLATE_NOOP("Help", "A product"), "A[I_X, J] * B[J, K_Y] -> C[I_X, K_Y]",
               tr("J occurs in both inputs and not in the result: it is summed over.")),
         typed(QT_TRANSLATE_NOOP("Help", "Without a result"), "A[I, J_X] * B[J_X, K]",
               tr("The result lies as the product leaves it, here as a partial sum.")),
         typed(QT_TRANSLATE_NOOP("Help", "A partial sum"), "A[I, J_X] * B[J_X, K] -> C[I, K]{U_X}",
               tr("Devices along X hold terms of a sum that is still to be made.")),
         typed(QT_TRANSLATE_NOOP("Help", "A batch dimension"), "Q[B_X, S, H] * K[B_X, T, H] -> P[B_X, S, T]",
               tr("B occurs in both inputs and in the result.")),
         typed(QT_TRANSLATE_NOOP("Help", "Several inputs"), "A[I, J] * B[J, K_X] * C[K_X, L] -> D[I, L]",
               tr("Up to %1, multiplied in the order of the fewest FLOPs.").arg(core::maxOperands)),
         typed(QT_TRANSLATE_NOOP("Help", "AllGather"), "A[I_X, J] -> A[I, J]",
               tr("One array that is laid otherwise: the axis is given up.")),
         typed(QT_TRANSLATE_NOOP("Help", "AllToAll"), "A[I_X, J] -> A[I, J_X]",
               tr("The axis goes to another dimension.")),
         typed(QT_TRANSLATE_NOOP("Help", "ReduceScatter"), "C[I, K]{U_X} -> C[I_X, K]",
               tr("The sum is made, and its axis splits a dimension.")),
         typed(QT_TRANSLATE_NOOP("Help", "AllReduce"), "C[I, K]{U_X} -> C[I, K]",
               tr("The sum is made, on every device."))},
        tr("An axis can be spent once in an array. An array has up to %1 dimensions, an expression up to %2 names. A "
           "wrong expression is underlined where it goes wrong, with expressions that are right.")
            .arg(core::maxDimensions)
            .arg(core::maxNames)};
    const HelpSection inputs{
        tr("Inputs"),
        {ofField("shard.expr", scenario), ofField("shard.mesh", scenario), ofField("shard.dtype", scenario)}};
    return helpPage(QStringLiteral("sharding"), tr("Sharding"), {ofTab(QStringLiteral("sharding")), inputs, grammar});
}

HelpPage stepPage(const core::Scenario& scenario)
{
    const HelpSection load{
        tr("A measured trace"),
        {{{},
          tr("PyTorch"),
          tr("The file of export_chrome_trace. Its steps are those of the profiler: ProfilerStep#3.")},
         {{}, tr("XLA, JAX"), tr("The trace.json.gz of a profile. Its steps are those of the devices.")},
         {{}, tr("Others"), tr("Chrome trace JSON of Perfetto and others. A file without steps is one step.")},
         {{},
          tr("At most"),
          tr("%L1 events and %2 GiB, unpacked.").arg(core::largestTrace).arg(core::longestTrace >> 30)}},
        tr("“Open trace…” below Measured trace reads it, also gzipped. The boxes beside it choose a chip, a step and "
           "a stream. The middle step by duration is shown first, as the first ones compile and warm up.")};
    HelpSection kernels{tr("What kernels do"),
                        {ofField("trace.patterns", scenario)},
                        tr("A kernel is told by a part of its name. Capitals, - and _ do not count. One's own parts "
                           "come first, then these; what none of them matches counts as math, and the page says how "
                           "much that is."),
                        QStringLiteral("flash=math; my_gather=AllGather\n")};
    for (const auto& [part, what] : core::usualPatterns()) {
        const QString title = toText(core::titleOf(what));
        const auto known = std::ranges::find(kernels.entries, title, &HelpEntry::title);
        if (known == kernels.entries.end())
            kernels.entries.push_back({{}, title, QString::fromStdString(part)});
        else
            known->text += QStringLiteral(", ") + QString::fromStdString(part);
    }
    return helpPage(QStringLiteral("step"), tr("Step"), {ofTab(QStringLiteral("step")), load, kernels});
}

HelpPage layerPage(const core::Scenario& scenario)
{
    const HelpSection edits{tr("Arrays"),
                            {ofField("layer.arrays", scenario)},
                            tr("A click on the letters of an array opens a line for it. It is written as in Sharding: "
                               "each dimension with the mesh axes that split it. The presets above the picture set all "
                               "arrays by the roles of the mesh."),
                            QStringLiteral("Hid[B, F_Y]; W_in[D, F_XY]\n")};
    return helpPage(QStringLiteral("layer"), tr("Layer"), {ofTab(QStringLiteral("layer")), edits});
}

HelpPage lessonsPage()
{
    const HelpSection about{{},
                            {{QStringLiteral("lessons"), tr("Lessons"),
                              tr("Lessons of four courses, and one's own: predict, change, answer. Playlists put "
                                 "lessons in the order of a "
                                 "class. F5 shows the open lesson to an audience.")}}};
    const HelpSection answers{
        tr("Answers"),
        {typed(QT_TRANSLATE_NOOP("Help", "A number"), "1.2 ms, 20,444.4 tokens, 17.4e9, 2*3.5e9 B, never",
               tr("With its unit. k and M of counts are binary, T and G decimal. A calculation is a number too.")),
         typed(QT_TRANSLATE_NOOP("Help", "A range"), "1 ms .. 2 ms", tr("Two numbers with two points between.")),
         typed(QT_TRANSLATE_NOOP("Help", "A formula"), "2BDF/(XY)",
               tr("In the symbols of the question. Any formula that gives the same is right.")),
         typed(QT_TRANSLATE_NOOP("Help", "A choice, a wrong line"), "2", tr("Its number, or a click.")),
         typed(QT_TRANSLATE_NOOP("Help", "Items in order"), "3 1 2", tr("Their numbers, the smallest first.")),
         typed(QT_TRANSLATE_NOOP("Help", "A schedule"), "5 4+6 -",
               tr("Shards of chip 0 by step; + joins two of one step, - is a step without one.")),
         typed(QT_TRANSLATE_NOOP("Help", "A scenario"), {}, tr("Move the control that is ringed, then “Check”."))}};
    const HelpSection list{tr("Keys of the list"),
                           {{{}, tr("Alt+Up, Alt+Down"), tr("One place up or down in a playlist of one's own")},
                            {{}, tr("Delete"), tr("Out of the playlist; the lesson stays")},
                            {{}, tr("Ctrl+Z, Ctrl+Shift+Z"), tr("Takes that back, or does it again")},
                            {{}, tr("Enter"), tr("Starts the lesson")}},
                           tr("They mean all lessons that are selected, as dragging does.")};
    HelpSection keys{tr("Keys of a lecture"), {}, tr("They work with any focus, and are those of clickers.")};
    for (const LectureKeyRow& row : lectureKeys())
        keys.entries.push_back({{}, keyText(row), doesText(row)});
    return helpPage(QStringLiteral("lessons"), tr("Lessons"), {about, answers, list, keys});
}

} // namespace

std::vector<HelpPage> tabPages(const core::Catalogue& catalogue)
{
    const core::Scenario scenario = core::defaultScenario(catalogue);
    return {helpPage(QStringLiteral("operation"), tr("Operation"),
                     {ofTab(QStringLiteral("operation")), measuredColumns(), nsightMetrics(), profileTable()}),
            shardingPage(scenario), stepPage(scenario), layerPage(scenario), lessonsPage()};
}

QString pageOfField(const QString& id)
{
    return id.startsWith(QLatin1String("shard."))  ? QStringLiteral("sharding")
           : id == QLatin1String("trace.patterns") ? QStringLiteral("step")
           : id == QLatin1String("layer.arrays")   ? QStringLiteral("layer")
                                                   : QStringLiteral("inputs");
}

QString pageOfView(const QString& id)
{
    for (const char* own : {"operation", "sharding", "step", "layer", "lessons"})
        if (id == QLatin1String(own))
            return id;
    return QStringLiteral("views");
}

} // namespace ui
