// SPDX-License-Identifier: GPL-3.0-or-later
// One notice at a time.
#include "ui/shell/notice_bar.h"

#include "core/io/plain_text.h"
#include "ui/controls/icon_button.h"
#include "ui/theme/text_line.h"
#include "ui/theme/theme.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

#include <algorithm>
#include <utility>

namespace ui
{

NoticeBar::NoticeBar(QWidget* parent) : QWidget(parent), m_sentence(new QLabel(this)), m_line(new QHBoxLayout(this))
{
    setObjectName(QStringLiteral("notice"));
    m_sentence->setObjectName(QStringLiteral("notice.sentence"));
    m_sentence->setTextFormat(Qt::PlainText); // with names of files
    m_sentence->setFont(uiFont(12));
    m_sentence->setWordWrap(true);
    m_sentence->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_line->setContentsMargins(8, 0, 0, 0);
    m_line->setSpacing(8);
    m_line->addWidget(m_sentence, 1);
    m_pass.setSingleShot(true);
    connect(&m_pass, &QTimer::timeout, this, [this] {
        if (std::erase_if(m_notices, &Notice::passes) > 0) // else what is in sight stays as it is
            showFirst();
    });
    hide();
}

bool NoticeBar::event(QEvent* event)
{
    const bool done = QWidget::event(event);
    if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest)
        QMetaObject::invokeMethod(this, &NoticeBar::fit, Qt::QueuedConnection); // not within the layout of the window
    return done;
}

/// As high as all of the sentence, up to a quarter of the window: a status bar does not ask for it.
void NoticeBar::fit()
{
    setMinimumHeight(isAsking() ? std::clamp(m_line->heightForWidth(width()), 0, window()->height() / 4) : 0);
}

/// What passes is in sight at once, unless work is in danger.
std::vector<Notice>::iterator NoticeBar::placeOf(const Notice& notice)
{
    if (notice.isUrgent)
        return m_notices.begin();
    if (notice.passes)
        return std::ranges::find(m_notices, false, &Notice::isUrgent);
    return notice.isHint ? m_notices.end() : std::ranges::find(m_notices, true, &Notice::isHint);
}

void NoticeBar::ask(Notice notice)
{
    if (notice.sentence.isEmpty())
        return withdraw(notice.id);
    notice.sentence = QString::fromStdString(core::oneLine(notice.sentence.toStdString())); // with names of files
    std::erase_if(m_notices, [&](const Notice& now) { return now.passes && now.id != notice.id; });
    constexpr int shortest = 6000, forLetter = 80; // ms
    if (notice.passes)
        m_pass.start(std::max(shortest, forLetter * static_cast<int>(notice.sentence.size())));
    const auto same = std::ranges::find(m_notices, notice.id, &Notice::id);
    if (same != m_notices.end())
        *same = std::move(notice);
    else
        m_notices.insert(placeOf(notice), std::move(notice));
    showFirst();
}

void NoticeBar::withdraw(const QString& id)
{
    std::erase_if(m_notices, [&](const Notice& notice) { return notice.id == id; });
    showFirst();
}

void NoticeBar::showFirst()
{
    for (QWidget* button : std::exchange(m_buttons, {})) {
        button->hide();        // a dialog may be up until it is deleted
        button->deleteLater(); // it may be the one that was pressed
    }
    const Notice first = m_notices.empty() ? Notice() : m_notices.front();
    const bool news = m_sentence->text() != first.sentence;
    m_sentence->setText(first.sentence);
    m_sentence->setToolTip(plainTip(first.sentence));
    setAccessibleName(first.sentence);
    for (const Notice::Answer& answer : first.answers) {
        auto* button = answer.text.isEmpty()
                           ? static_cast<QAbstractButton*>(new IconButton(QStringLiteral("close"), tr("Close"), this))
                           : new QPushButton(answer.text, this);
        button->setObjectName(QStringLiteral("notice.%1").arg(m_buttons.size()));
        button->setFont(uiFont(12));
        button->setFocusPolicy(Qt::TabFocus); // a click leaves the keyboard where one works
        connect(button, &QAbstractButton::clicked, this, [this, id = first.id, act = answer.act] {
            withdraw(id);
            if (act)
                act();
        });
        m_line->addWidget(button);
        m_buttons.push_back(button);
    }
    setVisible(isAsking());
    fit();
    emit askingChanged(isAsking());
    if (news && isAsking() && QAccessible::isActive()) {
        QAccessibleEvent event(this, QAccessible::Alert);
        QAccessible::updateAccessibility(&event);
    }
}

} // namespace ui
