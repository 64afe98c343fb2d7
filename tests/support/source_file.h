// SPDX-License-Identifier: GPL-3.0-or-later
// Files of the source tree, for tests that read them.
#pragma once

#include <QString>

namespace tests
{

/// The file of this name in the source tree: sourceFile(u"core/MODEL.md"_s).
QString sourceFile(const QString& name);

} // namespace tests
