// SPDX-License-Identifier: GPL-3.0-or-later
// Help for tabs where something is typed or read from a file: what may stand there, with examples that work.
#pragma once

#include "ui/help/help_pages.h"

namespace ui
{

/// Operation, Sharding, Step, Layer, Lessons; by the ids of their tabs. Columns, metrics, kernels, forms of answers and
/// keys come from the tables of those that read them.
std::vector<HelpPage> tabPages(const core::Catalogue&);

/// The page with the field's form and examples; "inputs" where no tab has it.
QString pageOfField(const QString& id);
/// Of a tab or another view; "views" where it has none of its own.
QString pageOfView(const QString& id);

} // namespace ui
