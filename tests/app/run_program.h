// SPDX-License-Identifier: GPL-3.0-or-later
// Starts the built program as a user would and collects what it says.
#pragma once

#include "support/source_file.h"

#include <QByteArray>
#include <QProcess>
#include <QString>
#include <QStringList>
#include <QTest>

namespace tests
{

struct Run {
    int exit = -1; // -1: it crashed, hung or did not start
    QByteArray out;
    QByteArray messages;
};

inline Run run(const QStringList& arguments, const QByteArray& input = {}, const QString& folder = {})
{
    QProcess process;
    if (!folder.isEmpty())
        process.setWorkingDirectory(folder);
    process.start(QStringLiteral(ROOFLIGHT_PROGRAM), arguments);
    if (!process.waitForStarted())
        return {};
    process.write(input);
    process.closeWriteChannel();
    const int patience = 60'000; // ms; sanitizers and a busy machine are slow
    if (!process.waitForFinished(patience) || process.exitStatus() != QProcess::NormalExit)
        return {-1, process.readAllStandardOutput(), process.readAllStandardError()};
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

/// "--set a=b" as one text, as it stands in tables of commands.
inline QStringList words(const QString& text) { return text.split(u' ', Qt::SkipEmptyParts); }

} // namespace tests
