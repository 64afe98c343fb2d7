// SPDX-License-Identifier: GPL-3.0-or-later
// Decided by the width alone, and by whether the editor is open.
#include "ui/lessons/lesson_beside.h"

#include "ui/controls/segmented.h"

#include <QEvent>
#include <QSplitter>
#include <QVBoxLayout>

namespace ui
{

namespace
{

constexpr int editorBesideWidth = 600; // of both, each with one column of contents

} // namespace

LessonBeside::LessonBeside(QWidget& page, QWidget& editor)
    : m_page(page), m_editor(editor), m_both(new QSplitter(this)), m_side(new QWidget(m_both)), m_choice(new Segmented)
{
    m_both->setObjectName(QStringLiteral("lesson.beside"));
    m_both->setChildrenCollapsible(false);
    m_both->setHandleWidth(9);
    m_both->addWidget(&page);
    m_both->addWidget(m_side);
    auto* inside = new QVBoxLayout(m_side);
    inside->setContentsMargins(0, 0, 0, 0);
    inside->addWidget(&editor);
    m_choice->setChoices({tr("Page"), tr("Editor")}, tr("In sight"), QStringLiteral("lesson.sight"));
    connect(m_choice, &Segmented::chosen, this, [this](int chosen) { bringForward(chosen == 1 ? m_editor : m_page); });
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(m_choice, 0, Qt::AlignHCenter);
    rows->addWidget(m_both, 1);
    editor.installEventFilter(this);
    arrange();
}

void LessonBeside::bringForward(const QWidget& one)
{
    m_editorFirst = &one == &m_editor;
    arrange();
}

bool LessonBeside::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::ShowToParent || event->type() == QEvent::HideToParent) {
        m_editorFirst = true;
        arrange();
    }
    return QWidget::eventFilter(watched, event);
}

void LessonBeside::resizeEvent(QResizeEvent* event)
{
    arrange();
    QWidget::resizeEvent(event);
}

void LessonBeside::arrange()
{
    const bool open = !m_editor.isHidden();
    const bool one = open && width() < editorBesideWidth;
    m_choice->setVisible(one);
    m_choice->choose(m_editorFirst ? 1 : 0);
    m_side->setVisible(open && (!one || m_editorFirst));
    m_page.setVisible(!one || !m_editorFirst);
    const bool beside = open && !one;
    if (std::exchange(m_isBeside, beside) != beside && beside)
        m_both->setSizes({width() * 9 / 20, width() * 11 / 20});
}

} // namespace ui
