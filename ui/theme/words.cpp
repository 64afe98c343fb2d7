// SPDX-License-Identifier: GPL-3.0-or-later
// One context for all translations: lupdate files what stands outside of a class under the namespace.
#include "ui/theme/words.h"

#include <QCoreApplication>

namespace ui
{

QString tr(const char* text) { return QCoreApplication::translate("ui", text); }

QString toText(std::string_view utf8) { return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size())); }

} // namespace ui
