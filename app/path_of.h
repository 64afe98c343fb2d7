// SPDX-License-Identifier: GPL-3.0-or-later
// Names of files between the command line and Qt.
#pragma once

#include "app/program.h"

#include <QFile>
#include <QString>

namespace app
{

/// A path as Qt spells it. Fails where Qt would write a file of another name.
inline QString pathOf(const std::string& text)
{
    QString path = QString::fromLocal8Bit(text.data(), static_cast<qsizetype>(text.size()));
    if (QFile::encodeName(path).toStdString() != text)
        throw Failure(Exit::file, "The name '" + text +
                                      "' is not UTF-8, and would become another one; rename the file "
                                      "or give another name.");
    return path;
}

} // namespace app
