// SPDX-License-Identifier: GPL-3.0-or-later
// What leaves the window as a picture: the dialogs for files, and the clipboard.
#pragma once

#include <QObject>

namespace ui
{

class Session;
class Tabs;
struct Theme;

class WindowExports : public QObject
{
    Q_OBJECT
public:
    WindowExports(Session&, Tabs&, QWidget& window);

    void setTheme(const Theme& theme) { m_theme = &theme; }
    void exportPicture();
    void exportAnimation();
    /// The picture under the focus, as picture and text.
    void copyPicture();

signals:
    /// Where it went.
    void done(const QString& sentence);

private:
    void sayExported(const QString& path);

    Session& m_session;
    Tabs& m_tabs;
    QWidget& m_window;
    const Theme* m_theme;
};

} // namespace ui
