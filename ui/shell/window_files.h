// SPDX-License-Identifier: GPL-3.0-or-later
// Opening and saving from the window: dialogs, the question about unsaved work, errors in words.
#pragma once

#include "ui/session/session.h"

class QMenu;
class QWidget;

namespace ui
{

class WindowFiles : public QObject
{
    Q_OBJECT
public:
    WindowFiles(Session&, QWidget& window);

    void open();
    void openFile(const QString& path);
    /// Opens it after the question about unsaved work.
    void drop(const QString& path);
    /// The shipped scenarios, each with its title and verdict; fills itself when it opens.
    QMenu* makeExamples();
    /// False when it was not saved.
    bool save();
    bool saveAs();
    /// Asks about unsaved work; false when the user wants to stay.
    bool mayLeave();

private:
    void offer(QMenu&, const core::ScenarioPreset&);
    bool saveTo(const QString& path);
    void complain(const QString& sentence);

    Session& m_session;
    QWidget& m_window;
};

} // namespace ui
