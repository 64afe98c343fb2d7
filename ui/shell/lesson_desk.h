// SPDX-License-Identifier: GPL-3.0-or-later
// Lessons in the window: the tab, the card of the lesson that is being taken, what is covered, and the ring around the
// control that a step means.
#pragma once

#include "core/io/lesson_library.h"
#include "ui/lessons/open_lesson.h"
#include "ui/lessons/progress_file.h"
#include "ui/session/snapshot.h"
#include "ui/shell/notice_bar.h"

#include <QFileSystemWatcher>
#include <QTimer>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

class QLabel;
class QLockFile;
class QStackedWidget;

namespace core
{
struct CoursePack;
} // namespace core

namespace ui
{

class Actions;
class ControlPanel;
class CoursePacks;
class CoveredPage;
class LessonAuthor;
class LessonBeside;
class LessonCard;
class LessonPointer;
class LectureActions;
class LessonsTab;
class Tabs;
enum class PlaylistCommand;

class LessonDesk : public QObject
{
    Q_OBJECT
public:
    /// The parts outlive it. `mayLeave` asks about unsaved work before a lesson takes the place of the document.
    LessonDesk(Session&, Tabs&, ControlPanel&, Actions&, QWidget& window, std::function<bool()> mayLeave);

    OpenLesson& lesson() { return m_lesson; }
    /// Stands above the inputs while a lesson is open.
    QWidget* card() const;
    /// The text of a lesson of one's own.
    QWidget* editor() const;
    /// The part, or in its place what says that it is hidden.
    QWidget* coverable(QWidget* verdict);
    QWidget* coverable(Tabs&);

    Hidden hidden() const { return m_hidden; }
    /// The step is about an operation, a sharded product or a collective alone, and the lesson sets nothing of the
    /// design: its verdict and its issues would be of something else.
    void openPicture();
    /// What may be shown of it beside the inputs.
    Snapshot shownOf(const Snapshot&) const;
    /// At the step where it was left, or at the first.
    bool start(const core::Lesson& lesson) { return begin(lesson, {}); }
    /// The same in lecture mode.
    void present(const core::Lesson&, std::string playlist = {});
    void openTab();
    /// The text of the lesson in sight; false where that is not edited.
    bool saveEdited();
    /// Asks about the text of a lesson that is not saved; false when the user wants to stay.
    bool mayClose();
    /// Esc in the card or in the list: closes the editor, which asks where its text is not saved, else the lesson.
    /// False where the focus is elsewhere.
    bool closeInnermost(const QWidget* focus);
    /// Of a lesson: lists and chooses it, or opens its text where one is kept that was not saved. Of a course pack:
    /// keeps its files, and shows its playlist.
    void openFile(const QString& path);

signals:
    /// A lesson was opened or left.
    void openChanged(bool open);
    /// Other parts are covered now.
    void hiddenChanged();
    void refused(const QString& sentence);
    /// What was done, where something lies, files of lessons that cannot be read, or progress that cannot be kept.
    void noticed(const ui::Notice&);
    /// A scenario of a course.
    void scenarioAsked(const QString& path);

private:
    struct PlaylistEdit {
        core::Course course;
        QString done;                         // what is said once it is written
        std::shared_ptr<QLockFile> lock = {}; // of its record, while it waits for an answer
    };
    void connectActions(Actions&);
    void connectList();
    void connectPlaylists();
    void connectFiles();
    /// By path: whether it can be read, its size, and its time in ms.
    using Files = std::map<QString, std::tuple<bool, qint64, qint64>>;
    Files filesNow() const;
    void watchFiles();
    void keepPlaylist(const core::Course&, const QString& done);
    bool keepEdit(const PlaylistEdit&, const std::optional<core::Course>& known); // false where it cannot be written
    bool writePlaylist(const PlaylistEdit&);
    void removePlaylist(const core::Course&);
    void removePack(const core::Course&);
    void offerPack(const core::CoursePack&, const core::Course&);
    void offerUndo(const core::Course&);
    void keepUnread(const core::LessonLibrary& before);
    void keepUnwritten(const QStringList& told);
    void openNext();
    void showPlaylist(const core::Course&);
    void askUnread(const PlaylistEdit&, const std::string& fault);
    void askChanged(const PlaylistEdit&, const std::optional<core::Course>& asked);
    void forgetUnwritten(const std::string& id);
    bool mayForgetUnwritten(); // asks
    void carryOut(const core::Course&, PlaylistCommand);
    /// Those that can be opened.
    std::vector<core::Lesson> lessonsOf(const core::Course&) const;
    /// One of the lessons, where the class of that playlist goes on; null where it begins.
    const core::Lesson* lessonToGoOn(const std::string& playlist, const std::vector<core::Lesson>& lessons);
    /// "G4, step 3"; empty where it begins.
    QString placeOfClass(const core::Course&);
    void tell(const QString& sentence)
    {
        if (!sentence.isEmpty())
            emit noticed({.id = sentence, .sentence = sentence, .answers = {}, .passes = true});
    }
    void warn(const QString& sentence) { emit noticed({.id = sentence, .sentence = sentence, .answers = {{}}}); }
    void readAgain();
    QString fileOf(const core::Lesson&) const; // empty where it ships
    void follow();
    void goBack();
    bool isListInSight() const;
    void openBuilder();
    void cover();
    void showCovers();
    void readLibrary();
    Progress& progress();
    /// The playlist whose class goes on with the lesson: the one behind that which it has just ended; else none.
    std::string classFor(const core::Lesson&);
    std::string lessonOfClassBehind(const std::string& lesson) const; // id; empty behind the last one
    /// Where it was left; for a class that takes a playlist, by its id, where that class left it. Nothing where it
    /// begins.
    std::optional<int> stepToGoOn(const std::string& lesson, const std::string& playlist);
    /// There, or at the first step.
    bool begin(const core::Lesson&, std::string playlist, bool anew = false);
    void keepProgress();
    void showProgress();
    void finish();

    Session& m_session;
    Tabs& m_tabs;
    ControlPanel& m_design;
    Actions& m_actions;
    std::function<bool()> m_mayLeave;
    OpenLesson m_lesson;
    LectureActions* m_lecture;
    CoursePacks* m_packs;
    LessonAuthor* m_author;
    LessonsTab* m_list;
    LessonCard* m_card;
    CoveredPage* m_page;
    LessonPointer* m_pointer;
    std::vector<QStackedWidget*> m_covers;
    LessonBeside* m_beside = nullptr;
    QLabel* m_coverWords; // in the place of the verdict
    Hidden m_hidden = Hidden::nothing;
    bool m_hidesVerdict = false; // the lesson is not about the design
    bool m_open = false;
    int m_before = 0;                               // the tab that was in sight before the lesson
    int m_lastShown = 0;                            // the tab that was in sight last, but the list
    std::string m_left;                             // the lesson that is open, or was last
    int m_posed = 0;                                // the step that the window was moved to
    int m_published = 0;                            // the step whose scenario the views have
    std::unique_ptr<core::LessonLibrary> m_library; // read when the tab is opened
    core::CheckedLessons m_checked;
    QFileSystemWatcher m_watch;        // of files and their folders, once they were read
    Files m_filesRead;                 // of those
    QTimer m_changed;                  // until a change of them is over
    QStringList m_toldOfFiles;         // ids of notices
    bool m_isLibraryOld = false;       // there are files that it does not have
    std::vector<std::string> m_opened; // files of lessons that lie elsewhere
    ProgressFile m_file;
    std::optional<Progress> m_progress;              // once it was read
    std::string m_playlist;                          // that a class takes; empty where a lesson alone was started
    std::map<std::string, PlaylistEdit> m_unwritten; // by id: edits of playlists that wait for an answer
};

} // namespace ui
