// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers behind a view as CSV, UTF-8; the first lines are comments that start with '#'.
#pragma once

#include "ui/charts/chart_table.h"

#include <QByteArray>

namespace ui
{

QByteArray viewTable(const TableRows&, const Snapshot&);

} // namespace ui
