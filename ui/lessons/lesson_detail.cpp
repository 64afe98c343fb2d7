// SPDX-License-Identifier: GPL-3.0-or-later
// What begins the lesson stands first, in the same place for each of them; below it two texts, and what changes.
#include "ui/lessons/lesson_detail.h"

#include "ui/controls/scrolled.h"
#include "ui/controls/word_flow.h"
#include "ui/theme/theme.h"

#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace ui
{

namespace
{

/// "3 questions".
QString countText(const core::Lesson& lesson)
{
    const auto asked = std::ranges::count_if(lesson.steps, [](const core::LessonStep& step) {
        return !std::holds_alternative<std::monostate>(step.question);
    });
    return asked == 1 ? LessonDetail::tr("1 question") : LessonDetail::tr("%1 questions").arg(asked);
}

} // namespace

LessonDetail::LessonDetail(QWidget* parent)
    : QWidget(parent), m_title(new QLabel), m_about(new QLabel), m_questions(new QLabel), m_area(scrolled(m_questions))
{
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 4, 0, 0);
    rows->setSpacing(8);
    auto* first = new WordFlow(8, 8);
    auto* buttons = new WordFlow(8, 8);
    rows->addLayout(first);
    m_title->setObjectName(QStringLiteral("lessons.title"));
    m_title->setFont(uiFont(16, QFont::DemiBold));
    m_about->setObjectName(QStringLiteral("lessons.about"));
    m_questions->setObjectName(QStringLiteral("lessons.questions"));
    m_questions->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    for (QLabel* label : {m_title, m_about, m_questions}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
    }
    rows->addWidget(m_title);
    rows->addWidget(m_about);
    const auto add = [&](LessonCommand command, const QString& words, const char* name) {
        auto* button = new QPushButton(words);
        button->setObjectName(QStringLiteral("lessons.") + QLatin1String(name));
        connect(button, &QPushButton::clicked, this, [this, command] { emit asked(command); });
        (command <= LessonCommand::lecture ? first : buttons)->addWidget(button);
        m_buttons[command] = button;
    };
    add(LessonCommand::start, tr("Start"), "start");
    add(LessonCommand::lecture, tr("Start in lecture mode"), "lecture");
    add(LessonCommand::restart, tr("Start over"), "restart");
    add(LessonCommand::add, tr("Add to a playlist…"), "add");
    add(LessonCommand::takeOut, tr("Take out"), "take");
    add(LessonCommand::earlier, tr("Earlier"), "up");
    add(LessonCommand::later, tr("Later"), "down");
    add(LessonCommand::edit, tr("Edit"), "edit");
    add(LessonCommand::folder, tr("Show in folder"), "folder");
    add(LessonCommand::remove, tr("Delete"), "delete");
    button(LessonCommand::takeOut)->setToolTip(tr("Out of the playlist (Delete in the list); the lesson stays"));
    button(LessonCommand::earlier)->setToolTip(tr("One place up in the playlist (Alt+Up in the list)"));
    button(LessonCommand::later)->setToolTip(tr("One place down in the playlist (Alt+Down in the list)"));
    button(LessonCommand::start)->setDefault(true);
    rows->addLayout(buttons);
    rows->addWidget(m_area, 1); // as much of it as there is room for
}

void LessonDetail::setScrolls(bool scrolls)
{
    m_scrolls = scrolls;
    fitQuestions();
}

void LessonDetail::presentQuestions(const QString& questions)
{
    m_questions->setText(questions);
    fitQuestions();
}

void LessonDetail::fitQuestions()
{
    m_area->setMinimumHeight(m_scrolls ? 0 : m_questions->heightForWidth(m_area->width()));
}

void LessonDetail::presentSeveral(const std::vector<const core::Lesson*>& lessons, const Place& place)
{
    double minutes = 0;
    QStringList titles;
    for (const core::Lesson* lesson : lessons) {
        minutes += lesson->minutes;
        titles << QString::fromStdString(core::fullName(*lesson));
    }
    m_title->setText(tr("%1 lessons, about %2 minutes").arg(lessons.size()).arg(minutes));
    m_about->clear();
    presentQuestions(titles.join(u'\n'));
    for (const auto& [command, button] : m_buttons)
        button->setVisible(command == LessonCommand::add);
    presentPlace(place);
}

void LessonDetail::presentPlace(const Place& place)
{
    for (const LessonCommand command : {LessonCommand::takeOut, LessonCommand::earlier, LessonCommand::later})
        button(command)->setVisible(place.isOrdered);
    button(LessonCommand::earlier)->setEnabled(place.rises);
    button(LessonCommand::later)->setEnabled(place.sinks);
}

void LessonDetail::present(const core::Lesson& lesson, const Shown& shown)
{
    const bool isBroken = lesson.steps.empty();
    m_title->setText(QString::fromStdString(core::fullName(lesson)));
    const QString about = tr("%1\n\n%2, about %3 minutes.\n\nSource: %4")
                              .arg(QString::fromStdString(lesson.topic), countText(lesson),
                                   QString::number(lesson.minutes), QString::fromStdString(lesson.source));
    const QString fault = tr("This lesson has an error. Edit opens its text there.\n\n%1").arg(shown.fault);
    m_about->setText(isBroken ? fault : shown.fault.isEmpty() ? about : fault + QStringLiteral("\n\n") + about);
    QStringList questions;
    for (const QString& question : shown.questions) {
        const auto at = questions.size();
        const QString result = at < shown.results.size() ? u'\n' + shown.results[at] : QString();
        questions << QStringLiteral("%1  ").arg(at + 1) + question + result;
    }
    presentQuestions(questions.join(QStringLiteral("\n\n")));
    for (const LessonCommand command : {LessonCommand::start, LessonCommand::lecture, LessonCommand::add})
        button(command)->setVisible(!isBroken);
    presentPlace(shown.place);
    for (const LessonCommand command : {LessonCommand::edit, LessonCommand::folder, LessonCommand::remove})
        button(command)->setVisible(shown.isOwn);
    button(LessonCommand::restart)->setVisible(shown.progress == LessonProgress::begun);
    button(isBroken ? LessonCommand::edit : LessonCommand::start)->setDefault(true);
    button(LessonCommand::start)
        ->setText(shown.progress == LessonProgress::begun  ? tr("Go on")
                  : shown.progress == LessonProgress::none ? tr("Start")
                                                           : tr("Start again"));
}

} // namespace ui
