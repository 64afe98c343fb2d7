// SPDX-License-Identifier: GPL-3.0-or-later
// Head, step, answer and feedback in rows; the way back and on stands below them and does not scroll.
#include "ui/lessons/lesson_card.h"

#include "ui/controls/icon_button.h"
#include "ui/controls/scrolled.h"
#include "ui/lessons/open_lesson.h"
#include "ui/theme/painting.h"

#include <QAccessible>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include <utility>

namespace ui
{

namespace
{

constexpr int margin = 16;

/// The sign and the colour of what was said of an answer.
QColor Theme::*toneOf(const OpenLesson::State& state)
{
    if (!state.checked || state.revealed)
        return &Theme::muted;
    switch (state.checked->outcome) {
    case core::Outcome::right:
    case core::Outcome::rightUnder:
        return &Theme::good;
    case core::Outcome::ungraded:
        return &Theme::muted;
    default:
        return &Theme::error;
    }
}

} // namespace

LessonCard::LessonCard(OpenLesson& lesson, QWidget* parent)
    : QWidget(parent), m_lesson(lesson), m_prompt(makeText("lesson.prompt", 14)), m_said(makeText("lesson.said", 13)),
      m_answer(makeText("lesson.shown", 13)), m_why(makeText("lesson.why", 13)),
      m_source(makeText("lesson.source", 12, true)), m_notes(makeText("lesson.notes", 12)),
      m_form(new AnswerForm(lesson))
{
    setObjectName(QStringLiteral("lesson"));
    setAccessibleName(tr("Lesson"));
    auto* page = new QWidget;
    auto* rows = new QVBoxLayout(page);
    rows->setContentsMargins(margin, 4, margin, 4);
    rows->setSpacing(8);
    for (QWidget* part : {static_cast<QWidget*>(m_prompt), static_cast<QWidget*>(m_form), static_cast<QWidget*>(m_said),
                          static_cast<QWidget*>(m_answer), static_cast<QWidget*>(m_why),
                          static_cast<QWidget*>(m_source), static_cast<QWidget*>(m_notes)})
        rows->addWidget(part);
    rows->addStretch();
    m_notes->hide();
    for (QWidget* part : {m_prompt, m_said, m_answer})
        part->installEventFilter(this);
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->setSpacing(0);
    whole->addWidget(makeHead());
    m_page = scrolled(page);
    whole->addWidget(m_page, 1);
    whole->addWidget(makeFoot());
    connect(&lesson, &OpenLesson::changed, this, &LessonCard::present);
    connect(&lesson, &OpenLesson::answerAsked, this, [this] {
        const auto& checked = m_lesson.state().checked; // a wrong answer was told why
        const QString how = tr("press Next twice quickly.");
        m_said->setText(checked ? QString::fromStdString(checked->text) + u'\n' + tr("Answer again, or %1").arg(how)
                                : tr("Answer first, or %1").arg(how));
        m_said->show();
        bringIntoSight(m_said);
    });
}

QLabel* LessonCard::makeText(const char* name, int size, bool muted)
{
    auto* label = new QLabel;
    label->setObjectName(QLatin1String(name));
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setFocusPolicy(Qt::NoFocus);
    label->setWordWrap(true);
    label->setFont(uiFont(size));
    if (muted)
        label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

QWidget* LessonCard::makeHead()
{
    auto* head = new QWidget;
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(margin, 6, 8, 2);
    row->setSpacing(8);
    m_title = makeText("lesson.title", 13);
    m_title->setFont(uiFont(13, QFont::DemiBold));
    m_place = makeText("lesson.place", 12, true);
    m_place->setWordWrap(false);
    auto* lecture = new IconButton(QStringLiteral("play"), tr("Lecture mode from here (Shift+F5)"), head);
    lecture->setObjectName(QStringLiteral("lesson.lecture"));
    connect(lecture, &IconButton::clicked, this, &LessonCard::lectureAsked);
    m_leave = new IconButton(QStringLiteral("close"), tr("Leave the lesson"), head);
    m_leave->setObjectName(QStringLiteral("lesson.leave"));
    connect(m_leave, &IconButton::clicked, this, &LessonCard::leaveAsked);
    row->addWidget(m_title, 1);
    row->addWidget(m_place);
    row->addWidget(lecture);
    row->addWidget(m_leave);
    return head;
}

QWidget* LessonCard::makeFoot()
{
    auto* foot = new QWidget;
    auto* row = new QHBoxLayout(foot);
    row->setContentsMargins(margin, 6, margin, 8);
    m_back = new QPushButton(tr("Back"), foot);
    m_back->setObjectName(QStringLiteral("lesson.back"));
    connect(m_back, &QPushButton::clicked, this, [this] { m_lesson.back(); });
    m_reveal = new QPushButton(tr("Show answer"), foot);
    m_reveal->setObjectName(QStringLiteral("lesson.reveal"));
    connect(m_reveal, &QPushButton::clicked, this, [this] { m_lesson.reveal(); });
    m_next = new QPushButton(tr("Next"), foot);
    m_next->setObjectName(QStringLiteral("lesson.next"));
    connect(m_next, &QPushButton::clicked, this, [this] { m_lesson.next(); });
    row->addWidget(m_back);
    row->addStretch();
    row->addWidget(m_reveal);
    row->addWidget(m_next);
    return foot;
}

void LessonCard::present()
{
    if (!m_lesson.isOpen())
        return;
    const bool hadFocus = m_form->isAncestorOf(window()->focusWidget());
    const bool isDone = std::exchange(m_waited, m_lesson.waits()) && !m_waited;
    const bool posed = std::exchange(m_posing, m_lesson.posings()) != m_lesson.posings();
    if (posed)
        bringIntoSight(m_prompt);
    const core::Lesson& lesson = m_lesson.lesson();
    m_title->setText(QString::fromStdString(core::fullName(lesson)));
    m_place->setText(tr("%1 of %2").arg(m_lesson.step() + 1).arg(m_lesson.steps()));
    m_prompt->setText(m_lesson.prompt());
    m_form->setVisible(m_lesson.asks());
    m_form->present();
    if (posed)
        orderTabs();
    m_source->setText(tr("Source: %1").arg(QString::fromStdString(lesson.source)));
    m_source->setVisible(m_lesson.step() == 0 || m_lesson.isLast());
    presentFeedback();
    m_back->setEnabled(m_lesson.step() > 0);
    const bool isFree = std::holds_alternative<core::FreeAnswer>(m_lesson.posed().step.question);
    m_reveal->setVisible(m_lesson.waits() && !isFree); // its form has a button that does the same
    m_next->setText(m_lesson.isLast() ? tr("Finish") : tr("Next"));
    m_next->setDefault(!m_lesson.waits());
    if (hadFocus && (isDone || !m_form->isAncestorOf(window()->focusWidget()))) // what had it takes nothing any more
        m_next->setFocus(Qt::OtherFocusReason);
}

/// What the form was built of is behind all else in the window.
void LessonCard::orderTabs()
{
    QWidget* before = m_leave;
    for (QWidget* part : m_form->findChildren<QWidget*>(Qt::FindDirectChildrenOnly))
        if (part->focusPolicy() & Qt::TabFocus)
            setTabOrder(std::exchange(before, part), part);
    setTabOrder(before, m_back);
}

void LessonCard::presentFeedback()
{
    const OpenLesson::State& state = m_lesson.state();
    const QString before = m_said->text();
    const QString said = state.checked ? QString::fromStdString(state.checked->text) : QString();
    m_said->setText(said);
    m_said->setVisible(!said.isEmpty());
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, themeOf(this).*toneOf(state));
    m_said->setPalette(colours);
    const bool found = std::holds_alternative<core::UntilAnswer>(m_lesson.posed().step.question) && !state.revealed;
    const bool done = m_lesson.asks() && state.done && !found;
    const bool isMarked = m_lesson.rightChoice() >= 0; // among the options
    const bool shows = done && !isMarked && !said.contains(m_lesson.shownAnswer());
    if (shows)
        m_answer->setText(tr("Answer: %1").arg(m_lesson.shownAnswer()));
    else
        m_answer->clear();
    m_answer->setVisible(shows && !m_answer->text().isEmpty());
    m_why->setText(done ? m_lesson.reasons() : QString());
    m_why->setVisible(!m_why->text().isEmpty());
    if (said.isEmpty() || said == before)
        return;
    bringIntoSight(shows ? m_answer : m_said);
    if (QAccessible::isActive()) {
        QAccessibleEvent event(m_said, QAccessible::Alert);
        QAccessible::updateAccessibility(&event);
    }
}

/// Once it has its place, and again when it gets another one. With the question, where both have room.
void LessonCard::bringIntoSight(QWidget* part)
{
    m_sought = part;
    QMetaObject::invokeMethod(
        this,
        [this, part] {
            if (part == m_prompt || (part->isVisible() && part->geometry().bottom() < m_page->viewport()->height()))
                m_page->verticalScrollBar()->setValue(0);
            else if (part->isVisible())
                m_page->ensureWidgetVisible(part, 0, 4);
        },
        Qt::QueuedConnection);
}

bool LessonCard::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_sought && (event->type() == QEvent::Move || event->type() == QEvent::Resize))
        bringIntoSight(m_sought);
    return QWidget::eventFilter(watched, event);
}

void LessonCard::setNotes(const QString& notes)
{
    m_notes->setText(notes);
    m_notes->setVisible(!notes.isEmpty());
}

void LessonCard::focusEntry()
{
    if (m_lesson.isOpen() && m_lesson.waits())
        m_form->focusEntry();
    else
        m_next->setFocus(Qt::OtherFocusReason);
}

void LessonCard::paintEvent(QPaintEvent*)
{
    const Theme& theme = themeOf(this);
    QPainter painter(this);
    painter.fillRect(rect(), theme.panel);
    painter.fillRect(QRect(width() - 1, 0, 1, height()), theme.outline);
}

} // namespace ui
