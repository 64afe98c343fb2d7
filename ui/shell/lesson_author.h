// SPDX-License-Identifier: GPL-3.0-or-later
// Lessons of one's own: made from the present scenario, edited beside their preview, deleted. Where another program
// changes the file, the preview follows it too.
#pragma once

#include <QFileSystemWatcher>
#include <QLockFile>
#include <QObject>
#include <QString>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace core
{
struct Lesson;
}

namespace ui
{

class LessonEditor;
class OpenLesson;
class Session;
class Tabs;
struct Notice;

class LessonAuthor : public QObject
{
    Q_OBJECT
public:
    /// The parts outlive it. `mayLeave` asks about unsaved work before a lesson takes the place of the document.
    LessonAuthor(Session&, OpenLesson&, Tabs&, std::function<bool()> mayLeave);

    /// Hidden until a lesson is edited.
    LessonEditor* editor() const { return m_editor; }
    /// The lesson in sight is the one that is edited.
    bool edits() const;
    /// Asks for a title, writes the file, and opens lesson and text.
    void makeLesson();
    /// Text and preview of a lesson's file.
    void edit(const QString& path);
    /// Into the trash where there is one; can be undone.
    void remove(const QString& path, const std::string& id);
    /// In the file manager of the desktop.
    void showFolder(const QString& path);
    /// False where the lesson in sight is not edited; what cannot be saved is said.
    bool saveShown()
    {
        const bool shown = edits();
        if (shown)
            save();
        return shown;
    }
    /// Asks about text that is not saved; false when the user wants to stay.
    bool mayClose();
    /// Closes the text of a lesson before that of another file is taken; asks as above. Empty: it ships.
    bool giveWay(const QString& path);

signals:
    /// The text and its preview are in the window.
    void opened();
    /// A file of a lesson came, went or changed.
    void filesChanged();
    /// Why a file is not written or read; empty: nothing is refused any more.
    void refused(const QString& sentence);
    /// Where something lies now.
    void told(const QString& sentence);
    /// What was deleted, with the way back.
    void noticed(const ui::Notice&);

private:
    void connectEditor();
    void open(const QString& path);
    bool lock(const QString& path);
    void follow(const QString& path);
    void followFile();
    void preview(bool takes);
    void say(const std::string& problem, const std::string& path = {});
    bool save();
    void keepDraft();
    void tellUnkept(const QString& problem);
    void reload(bool theirs);
    bool isPreviewed() const;

    Session& m_session;
    OpenLesson& m_lesson;
    Tabs& m_tabs;
    std::function<bool()> m_mayLeave;
    LessonEditor* m_editor;
    QFileSystemWatcher m_watch; // the file, and its folder
    QTimer m_keep;
    std::unique_ptr<QLockFile> m_lock; // of the kept text
    QString m_unkept;                  // what was said of it
    QString m_file;
    QString m_known;                     // what the file holds, as far as is known here
    std::string m_id;                    // of the lesson that was previewed last
    std::optional<std::size_t> m_wanted; // step of the next preview
};

} // namespace ui
