// SPDX-License-Identifier: GPL-3.0-or-later
// The playlist in sight, and what can be done with it. Those of the user's own are changed here.
#pragma once

#include "core/io/lesson_library.h"

#include <QWidget>

#include <functional>
#include <string>
#include <vector>

class QMenu;
class QPushButton;

namespace ui
{

class Combo;

/// Things that others do with a playlist.
enum class PlaylistCommand { start, lecture, anew, handout, pack };

class PlaylistBox : public QWidget
{
    Q_OBJECT
public:
    explicit PlaylistBox(QWidget* parent = nullptr);

    /// Opens the menu; stands beside the box, or below it where there is no room.
    QPushButton* button() const { return m_button; }
    /// Its fixed courses cannot be changed.
    void setLibrary(const core::LessonLibrary&);
    /// Null where all lessons are in sight.
    const core::Course* playlist() const;
    /// Whether it is in sight and the user's own.
    bool isOwn() const;
    void choose(const std::string& courseId);
    /// Says where the class of a playlist goes on, "G4, step 3"; empty where it begins. Asked when the menu opens.
    void setPlaces(std::function<QString(const core::Course&)> places) { m_places = std::move(places); }
    /// Of the playlist in sight.
    void setLessons(std::vector<std::string> lessons, const QString& done = {});
    /// A menu of playlists that the lessons may go to, below the button.
    void offer(const std::vector<core::Lesson>&, const QPushButton& below);
    /// Lessons that a new playlist begins with.
    void setSelected(std::vector<core::Lesson> lessons) { m_selected = std::move(lessons); }

signals:
    /// Another one is in sight, or it has other lessons.
    void chosen();
    /// One of the user's own was made, renamed, or has other lessons. `done`: what is to be said once it is written.
    void changed(const core::Course&, const QString& done = {});
    void removed(const core::Course&);
    void asked(const core::Course&, PlaylistCommand);
    /// What else belongs to a course that came as a pack, as a menu at that place of the screen.
    void filesAsked(const core::Course&, const QPoint& at);

private:
    void fill();
    void openMenu();
    void fillMenu(QMenu&, const core::Course&);
    void add(const std::string& id, const std::vector<core::Lesson>&, bool isNew = false);
    void make(const std::vector<core::Lesson>& lessons, bool opens);
    void rename();
    QString askTitle(const QString& asked, const core::Course* renamed = nullptr);
    core::Course* sought(const std::string& id); // null where there is none
    bool isOwn(const core::Course&) const;

    std::function<QString(const core::Course&)> m_places;
    std::vector<core::Course> m_playlists;
    std::vector<core::Lesson> m_selected;
    std::size_t m_fixed = 0; // of the first ones
    Combo* m_choice;
    QPushButton* m_button;
};

} // namespace ui
