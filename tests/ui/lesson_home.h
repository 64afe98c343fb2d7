// SPDX-License-Identifier: GPL-3.0-or-later
// Lessons and progress of a test lie in a folder of its own.
#pragma once

#include <QTemporaryDir>
#include <QtGlobal>

namespace tests
{

/// Folders of its own for data, state and what lasts until the user logs out.
struct Home {
    QTemporaryDir folder;
    QByteArray data = qgetenv("XDG_DATA_HOME"), state = qgetenv("XDG_STATE_HOME"), home = qgetenv("HOME");
    QByteArray runtime = qgetenv("XDG_RUNTIME_DIR");

    Home()
    {
        qputenv("XDG_DATA_HOME", folder.filePath(QStringLiteral("data")).toUtf8());
        qputenv("XDG_STATE_HOME", folder.filePath(QStringLiteral("state")).toUtf8());
        qputenv("XDG_RUNTIME_DIR", folder.filePath(QStringLiteral("runtime")).toUtf8());
        qputenv("HOME", folder.path().toUtf8()); // the trash of the user is on its disk
    }
    ~Home()
    {
        qputenv("XDG_DATA_HOME", data);
        qputenv("XDG_STATE_HOME", state);
        qputenv("XDG_RUNTIME_DIR", runtime);
        qputenv("HOME", home);
    }
};

} // namespace tests
