// SPDX-License-Identifier: GPL-3.0-or-later
// A scenario as it lies in a file: read on any thread, and known again by its content.
#pragma once

#include "core/io/error.h"
#include "core/io/read_file.h"
#include "core/scenario/scenario.h"

#include <QByteArray>
#include <QString>

#include <tl/expected.hpp>

namespace ui
{

struct DocumentFile {
    QString path;
    core::Scenario scenario;
    QByteArray mark;        // of its content
    bool isPicture = false; // which saving must not replace
};

/// Any thread. The errors of core::readFile and core::readDocument, which name the file.
tl::expected<DocumentFile, core::Error> readDocumentFile(const QString& path, const core::Catalogue&,
                                                         const core::ReadProgress& = {});

/// By its content, whatever its name; false where it cannot be read.
bool isPictureFile(const QString& path);

/// Two contents have the same mark only if they are the same.
QByteArray markOf(std::string_view content);
/// Of the file's content as it is now; empty where it cannot be read.
QByteArray markOfFile(const QString& path);

} // namespace ui
