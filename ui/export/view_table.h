// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers behind a view as CSV: a decimal point always, units in the heads, the shortest text that reads back.
#pragma once

#include "ui/session/snapshot.h"

#include <QByteArray>
#include <QString>

namespace ui
{

/// `view` is a chart's id, or "dashboard" for all metrics. UTF-8; the first lines are comments that start with '#'.
QByteArray viewTable(const QString& view, const Snapshot&);

} // namespace ui
