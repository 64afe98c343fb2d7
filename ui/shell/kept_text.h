// SPDX-License-Identifier: GPL-3.0-or-later
// Text of a lesson or a playlist that is not in its file, kept for the case that the program ends.
#pragma once

#include <QDateTime>
#include <QLockFile>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace ui
{

/// Of one file. It lies in the state directory; where that takes nothing, in the runtime directory, which lasts until
/// you log out.
class KeptText
{
public:
    /// `path`: of the file of the lesson or playlist.
    explicit KeptText(const QString& path);

    /// Those that no window edits, the newest first, where they differ from their files.
    static std::vector<KeptText> kept();

    const QString& path() const { return m_path; }
    /// The newest that there is.
    std::optional<QString> text() const;
    QDateTime time() const;
    /// There is one, and the file has another text.
    bool differs() const;
    /// What is to be said of it; empty where it lies in its place.
    QString keep(const QString& text) const;
    void remove() const;
    /// Held where no other window edits the file; LockFailedError where one does.
    std::unique_ptr<QLockFile> lock() const;
    /// Unless a window edits it.
    void discard() const;

private:
    static std::unique_ptr<QLockFile> lockBeside(const QString& draft);
    QString newest() const; // its file; empty where there is none

    QString m_path;
    QString m_usual, m_other; // files; the other one is empty where there is no such directory
};

/// Nothing where the file cannot be read.
std::optional<QString> textOf(const QString& path);

} // namespace ui
