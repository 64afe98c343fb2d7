// SPDX-License-Identifier: GPL-3.0-or-later
// The page that a lesson plays on, with the editor of the lesson beside it. Where there is no room for both, one of
// them, and a choice above it.
#pragma once

#include <QWidget>

class QSplitter;

namespace ui
{

class Segmented;

class LessonBeside : public QWidget
{
    Q_OBJECT
public:
    LessonBeside(QWidget& page, QWidget& editor);

    /// Where there is room for one of them.
    void bringForward(const QWidget& pageOrEditor);

protected:
    bool eventFilter(QObject*, QEvent*) override;
    void resizeEvent(QResizeEvent*) override;

private:
    void arrange();

    QWidget& m_page;
    QWidget& m_editor;
    QSplitter* m_both;
    QWidget* m_side; // of the editor, which itself is hidden where nothing is edited
    Segmented* m_choice;
    bool m_isBeside = false;
    bool m_editorFirst = true;
};

} // namespace ui
