// SPDX-License-Identifier: GPL-3.0-or-later
// Opening and saving from the window: dialogs, the question about unsaved work, errors in words.
#pragma once

#include "ui/session/session.h"

class QMenu;
class QWidget;

namespace ui
{

class NoticeBar;

/// Opened or saved last, the latest first; of those that are still there.
QStringList recentFiles();

class WindowFiles : public QObject
{
    Q_OBJECT
public:
    WindowFiles(Session&, NoticeBar&, QWidget& window);

    void open();
    void openFile(const QString& path);
    /// Opens it after the question about unsaved work; lessons and courses take no document away.
    void drop(const QString& path);
    /// The first of them, and tells of the others.
    void dropFiles(const QList<QUrl>&);
    /// Its scenario, without its name: saving asks for another one. After the question about unsaved work.
    void openCopy(const QString& path);
    /// A shipped scenario, after the question about unsaved work.
    void openExample(const core::ScenarioPreset&);
    /// The shipped scenarios, each with its title and verdict; fills itself when it opens.
    QMenu* makeExamples();
    /// False when it was not saved.
    bool save();
    bool saveAs();
    /// Asks about unsaved work; false when the user wants to stay.
    bool mayLeave();
    /// Tells once when another program has changed the file.
    void lookOutside();
    /// Says in the line of hints why a file was not opened; what was open stays.
    void refuse(const QString& sentence);

signals:
    /// What is to be opened is a lesson or a course pack.
    void lessonsAsked(const QString& path);

private:
    void offer(QMenu&, const core::ScenarioPreset&);
    bool saveTo(const QString& path);
    /// Enters what is being typed; the sentence where it is refused, empty where it is not.
    QString enterTyped();
    /// In a box over the window: work is in danger.
    void complain(const QString& sentence);
    /// What the user wants where another program has changed the file; false when nothing is to be written.
    bool mayReplace();
    /// The file of the document was removed or renamed.
    bool isGone() const;
    void reload();
    /// On another thread.
    tl::expected<DocumentFile, core::Error> readBeside(const QString& path);

    Session& m_session;
    NoticeBar& m_notices;
    QByteArray m_told; // the mark of the content that was told of
    QWidget& m_window;
};

} // namespace ui
