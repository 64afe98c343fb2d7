// SPDX-License-Identifier: GPL-3.0-or-later
// Makes, edits and answers for lessons of one's own in the window.
#pragma once

#include "lesson_home.h"
#include "window_stage.h"

#include "core/io/write_file.h"
#include "ui/lessons/lesson_editor.h"
#include "ui/lessons/lessons_tab.h"
#include "ui/shell/lesson_desk.h"

#include <QDir>
#include <QFile>
#include <QInputDialog>
#include <QMenu>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QTextCursor>
#include <QTimer>

#include <memory>

namespace tests
{

using Stage = WindowStage;

/// The file of the only lesson of one's own.
inline QFileInfo onlyFile(const Home& home)
{
    const auto files = QDir(home.folder.filePath(QStringLiteral("data/rooflight/lessons"))).entryInfoList(QDir::Files);
    return files.size() == 1 ? files.front() : QFileInfo();
}
inline std::string onlyId(const Home& home) { return onlyFile(home).baseName().toStdString(); }

/// A lesson with this title that begins with the start scenario; its text, or the list of its steps, has the focus.
inline void makeLesson(Stage& stage, const QString& title, ui::LessonEditor::Page page = ui::LessonEditor::Page::text)
{
    QTimer::singleShot(100, qApp, [title] {
        auto* dialog = qobject_cast<QInputDialog*>(QApplication::activeModalWidget());
        QVERIFY(dialog);
        dialog->setTextValue(title);
        dialog->accept();
    });
    stage.trigger("lesson-new");
    QApplication::setActiveWindow(&stage.window);
    stage.part<ui::LessonEditor>("lesson.editor")->showPage(page);
}

inline QString contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

inline void write(const QString& path, const QString& text)
{
    if (!core::writeFile(path.toStdString(), text.toStdString()))
        qFatal("a file of the test cannot be written");
}

/// By keys, behind the first place where these words stand.
inline QPlainTextEdit& typeBehind(Stage& stage, const QString& words, const QString& keys)
{
    auto& text = *stage.part<QPlainTextEdit>("lesson.edited");
    text.moveCursor(QTextCursor::Start);
    if (!text.find(words))
        qFatal("the words do not stand there");
    text.setTextCursor([&] {
        QTextCursor behind = text.textCursor();
        behind.clearSelection();
        return behind;
    }());
    QTest::keyClicks(&text, keys);
    return text;
}

/// At a playlist, or at all lessons.
inline ui::LessonsTab& openTab(Stage& stage, const std::string& playlist = {})
{
    stage.trigger("lessons");
    auto& tab = *stage.part<ui::LessonsTab>("lessons");
    tab.choosePlaylist(playlist);
    return tab;
}

/// What the menu of the playlist in sight offers; chooses the entry of those words, where there is one.
inline QStringList playlistMenu(Stage& stage, const QString& chosen = {})
{
    QTest::mouseClick(stage.part("lessons.playlist.button"), Qt::LeftButton);
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    QStringList words;
    QAction* found = nullptr;
    for (QAction* action : menu ? menu->actions() : QList<QAction*>()) {
        words << action->text();
        found = action->text() == chosen ? action : found;
    }
    if (menu) {
        menu->setAttribute(Qt::WA_DeleteOnClose, false); // its entries outlive it
        menu->close();
        menu->deleteLater();
    }
    QApplication::processEvents();
    QApplication::setActiveWindow(&stage.window); // the menu took that from it
    if (found)
        found->trigger();
    stage.settle();
    return words;
}

/// Presses the button with that role in the box of that name, once it is up; says whether it was.
inline std::shared_ptr<bool> answerBox(const QString& name, QMessageBox::ButtonRole role)
{
    auto asked = std::make_shared<bool>(false);
    QTimer::singleShot(200, qApp, [name, role, asked] {
        auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
        *asked = box && box->objectName() == name;
        if (box)
            for (QAbstractButton* button : box->buttons())
                if (box->buttonRole(button) == role)
                    return button->click();
    });
    return asked;
}

inline ui::OpenLesson& lessonOf(const Stage& stage) { return stage.window.findChild<ui::LessonDesk*>()->lesson(); }

} // namespace tests
