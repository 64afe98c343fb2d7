// SPDX-License-Identifier: GPL-3.0-or-later
// Files that a test writes, and a data folder of its own, so that no test sees or removes files of a user.
#pragma once

#include <QAnyStringView>
#include <QByteArray>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QString>
#include <QTemporaryDir>

namespace tests
{

/// The path of a file with that text; folders that are missing are made.
inline QString written(const QString& path, const QByteArray& text)
{
    QFile file(path);
    if (!QDir().mkpath(QFileInfo(path).path()) || !file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
        qFatal("the file of the test cannot be written: %s", qPrintable(path));
    return path;
}

/// Where this program, and those that it starts, look for lessons and playlists for as long as it lives.
class DataFolder
{
public:
    DataFolder() { qputenv("XDG_DATA_HOME", m_folder.path().toUtf8()); }
    ~DataFolder()
    {
        if (m_wasSet)
            qputenv("XDG_DATA_HOME", m_before);
        else
            qunsetenv("XDG_DATA_HOME");
    }
    DataFolder(const DataFolder&) = delete;
    DataFolder& operator=(const DataFolder&) = delete;

    QString path() const { return m_folder.filePath(QStringLiteral("rooflight")); }
    /// Of a file in it: "lessons/a.json".
    QString at(QAnyStringView name) const { return path() + QLatin1Char('/') + name.toString(); }
    QString write(QAnyStringView name, const QByteArray& text) const { return written(at(name), text); }

private:
    QTemporaryDir m_folder;
    bool m_wasSet = qEnvironmentVariableIsSet("XDG_DATA_HOME");
    QByteArray m_before = qgetenv("XDG_DATA_HOME");
};

} // namespace tests
