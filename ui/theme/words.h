// SPDX-License-Identifier: GPL-3.0-or-later
// Words on their way to the window: translated, and from UTF-8.
#pragma once

#include <QString>

#include <string_view>

namespace ui
{

/// The translation of a text that stands outside of a QObject. lupdate files it under the namespace, as does this.
QString tr(const char* text);

QString toText(std::string_view utf8);

} // namespace ui
