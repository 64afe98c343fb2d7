// SPDX-License-Identifier: GPL-3.0-or-later
// Lessons of one's own: one begins with the present scenario, and the window follows its file.
#pragma once

#include <QFileSystemWatcher>
#include <QObject>
#include <QString>

#include <functional>
#include <string>

namespace ui
{

class OpenLesson;
class Session;
class Tabs;

class LessonAuthor : public QObject
{
    Q_OBJECT
public:
    /// The parts outlive it. `mayLeave` asks about unsaved work before a lesson takes the place of the document.
    LessonAuthor(Session&, OpenLesson&, Tabs&, std::function<bool()> mayLeave);

    /// Asks for a title, writes the file, and opens the lesson.
    void makeLesson();

signals:
    /// A file of a lesson came, went or changed.
    void filesChanged();
    /// What is wrong with the file that is followed; empty: nothing.
    void refused(const QString& sentence);
    /// Where a new lesson lies.
    void told(const QString& sentence);

private:
    void followFile(const QString& path);
    void followEdited();

    Session& m_session;
    OpenLesson& m_lesson;
    Tabs& m_tabs;
    std::function<bool()> m_mayLeave;
    QFileSystemWatcher m_watch; // the file, and its folder
    QString m_file;
    std::string m_id; // of its lesson
};

} // namespace ui
