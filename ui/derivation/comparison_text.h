// SPDX-License-Identifier: GPL-3.0-or-later
// The document beside its baselines as rich text: the inputs that differ, then the results.
#pragma once

#include <QString>

namespace ui
{

struct Snapshot;

/// Links: "field:ID" of an input, "number:ID" of a result, "baseline:swap/N", "baseline:take/N", "baseline:rename/N"
/// and "baseline:remove/N" of the baseline at place N.
QString comparisonHtml(const Snapshot&);

/// What a number is in each baseline where it applies: "◇ B 4.97 GB"; empty where there is none.
QString inBaselines(const Snapshot&, const QString& numberId);

} // namespace ui
