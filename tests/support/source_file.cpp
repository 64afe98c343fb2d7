// SPDX-License-Identifier: GPL-3.0-or-later
// Puts the folder of the source tree before a name.
#include "support/source_file.h"

namespace tests
{

QString sourceFile(const QString& name) { return QStringLiteral(ROOFLIGHT_SOURCE_DIR "/") + name; }

} // namespace tests
