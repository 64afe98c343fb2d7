// SPDX-License-Identifier: GPL-3.0-or-later
// Course packs in the window: opened once, they stay among the playlists with their scenarios, pictures and notes.
#pragma once

#include <QObject>

#include <string>

class QMenu;
class QWidget;

namespace core
{
struct Course;
struct CoursePack;
struct LessonLibrary;
} // namespace core

namespace ui
{

class CoursePacks : public QObject
{
    Q_OBJECT
public:
    explicit CoursePacks(QWidget& window);

    /// Keeps its files in the data folder; asks first where others of the same id are there. One that was made of the
    /// user's own playlist, and holds the same, opens that.
    void open(const QString& path, const core::LessonLibrary&);
    /// Asks for a name, and makes one file of it.
    void save(const core::Course&, const core::LessonLibrary&);
    /// Scenarios, pictures and notes of the course, as the menu of a button; false where it has none.
    bool fill(QMenu&, const core::Course&);

signals:
    /// Its files lie in the data folder.
    void opened(const std::string& courseId);
    void refused(const QString& sentence);
    void told(const QString& sentence);
    /// One of its scenarios is wanted in the window.
    void scenarioAsked(const QString& path);

private:
    bool mayStandBeside(const core::Course& own, const QString& file);
    static void giveOtherId(core::CoursePack&, const core::LessonLibrary&);
    bool mayReplace(const core::CoursePack&);

    QWidget& m_window;
};

} // namespace ui
