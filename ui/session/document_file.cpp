// SPDX-License-Identifier: GPL-3.0-or-later
// Marks are SHA-256 of the bytes: times of files lie after copies and on other machines.
#include "ui/session/document_file.h"

#include "core/io/picture_state.h"
#include "core/io/scenario_json.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>

#include <utility>

namespace ui
{

tl::expected<DocumentFile, core::Error> readDocumentFile(const QString& path, const core::Catalogue& catalogue,
                                                         const core::ReadProgress& progress)
{
    const auto content = core::readFile(QFile::encodeName(path).toStdString(), progress);
    if (!content)
        return tl::make_unexpected(content.error());
    auto scenario = core::readDocument(*content, QFileInfo(path).fileName().toStdString(), catalogue);
    if (!scenario)
        return tl::make_unexpected(std::move(scenario).error());
    return DocumentFile{path, *std::move(scenario), markOf(*content), core::isPicture(*content)};
}

bool isPictureFile(const QString& path)
{
    const auto content = core::readFile(QFile::encodeName(path).toStdString());
    return content && core::isPicture(*content);
}

QByteArray markOf(std::string_view content)
{
    return QCryptographicHash::hash(QByteArrayView(content.data(), std::ssize(content)), QCryptographicHash::Sha256);
}

QByteArray markOfFile(const QString& path)
{
    if (QFileInfo(path).size() > qint64{core::largestScenario}) // nothing that was saved here
        return QByteArrayLiteral("large");
    const auto content = core::readFile(QFile::encodeName(path).toStdString());
    return content ? markOf(*content) : QByteArray();
}

} // namespace ui
