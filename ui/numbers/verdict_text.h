// SPDX-License-Identifier: GPL-3.0-or-later
// The verdict of a snapshot in words, with its icon and colour.
#pragma once

#include "ui/theme/theme.h"

#include <QString>

namespace ui
{

struct Snapshot;

/// Several views say it: the verdict bar, the title of the window, charts and exports.
struct VerdictText {
    QString state;  // "Compute-bound"
    QString detail; // "math 1.2 ms vs X axis 746 µs (1.6× margin)"
    QString margin; // "1.6×"; empty where there is none
    QString icon;
    QColor Theme::*colour = &Theme::muted;

    QString sentence() const { return detail.isEmpty() ? state : state + QStringLiteral(": ") + detail; }
    /// For the title of the window: "Compute-bound 1.6×".
    QString brief() const { return margin.isEmpty() ? state : state + u' ' + margin; }
};

/// Leads with the memory where the step does not fit: what binds is then said of a step that fitted.
VerdictText verdictText(const Snapshot&);
/// What binds, whether it fits or not.
VerdictText boundText(const Snapshot&);

/// "Fits: 7 GB of 96 GB per chip", or "Does not fit: 110 GB of 96 GB per chip".
QString fitText(const Snapshot&);

/// True where an issue of level error says that times cannot be evaluated.
bool cannotEvaluate(const Snapshot&);

} // namespace ui
