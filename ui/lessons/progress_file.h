// SPDX-License-Identifier: GPL-3.0-or-later
// How far each lesson and playlist was taken, kept in a small file, so that a class goes on where it stopped.
#pragma once

#include "ui/lessons/lesson_model.h"

#include <QString>

#include <map>
#include <optional>
#include <string>

namespace ui
{

struct LessonPlace {
    int step = 0; // in sight last, from 0
    bool solved = false;
    bool answered = false; // a question, in any sitting; else answers were only shown
    bool operator==(const LessonPlace&) const = default;
};

/// Where a class is that takes a playlist, whatever its lecturer looks at alone.
struct ClassPlace {
    std::string lesson; // id
    int step = 0;
    bool ended = false;      // nothing of that lesson is left
    std::string behind = {}; // the lesson that stood behind it, for when it is taken out
    bool operator==(const ClassPlace&) const = default;
};

struct Progress {
    std::map<std::string, LessonPlace> lessons;  // by id
    std::map<std::string, ClassPlace> playlists; // by id
    bool operator==(const Progress&) const = default;
};

class ProgressFile
{
public:
    explicit ProgressFile(QString path) : m_path(std::move(path)) {}

    /// lessons.json in the folder for states.
    static QString pathOfProgram();

    /// What is no place in it is left out. A file that cannot be read is never replaced; `known` stays then. What
    /// the file did not take is added.
    Progress read(const Progress& known = {});
    /// A lesson that was solved or answered once stays so. Into the file as it is by now, with what other windows
    /// wrote; gives all of it, as read() does.
    Progress write(const Progress& changes, const Progress& known = {});
    /// A sentence, once; empty where all is well.
    QString takeProblem() { return std::exchange(m_problem, {}); }

private:
    /// Nothing where it cannot be read.
    std::optional<Progress> inFile();
    void tell(const QString& why);

    QString m_path;
    QString m_problem;
    bool m_writable = true;
    bool m_isTold = false; // that it cannot be read or written, which is tried again
    Progress m_unwritten;  // places that the file does not have yet
};

} // namespace ui
