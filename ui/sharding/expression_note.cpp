// SPDX-License-Identifier: GPL-3.0-or-later
// A sentence, and buttons in as many lines as they need.
#include "ui/sharding/expression_note.h"

#include "ui/controls/reason.h"
#include "ui/controls/word_flow.h"
#include "ui/theme/painting.h"

#include <QAccessible>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace ui
{

ExpressionNote::ExpressionNote(QWidget* parent) : QWidget(parent), m_sentence(new QLabel), m_repairs(new QWidget)
{
    setObjectName(QStringLiteral("shard.note"));
    m_sentence->setObjectName(QStringLiteral("shard.note.sentence"));
    m_sentence->setWordWrap(true);
    m_sentence->setTextFormat(Qt::PlainText);
    m_sentence->setFont(uiFont(13));
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_repairs->setLayout(new WordFlow(8, 6));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    column->addWidget(new Reason(m_sentence, 0));
    column->addWidget(m_repairs);
    column->addStretch(1);
}

void ExpressionNote::present(const QString& sentence, const QStringList& repairs, bool wrong)
{
    const bool news = wrong && (sentence != m_sentence->text() || !m_wrong);
    m_sentence->setText(sentence);
    m_sentence->setAccessibleName(sentence);
    QPalette palette = m_sentence->palette();
    palette.setColor(QPalette::WindowText, wrong ? themeOf(this).error : themeOf(this).text);
    m_sentence->setPalette(palette);
    m_wrong = wrong;
    if (news && QAccessible::isActive()) {
        QAccessibleEvent event(m_sentence, QAccessible::Alert);
        QAccessible::updateAccessibility(&event);
    }
    if (repairs != m_offered)
        offer(repairs);
    m_repairs->setVisible(!repairs.isEmpty());
}

/// Out of sight, where a button that appears does not lay out all around it at once.
void ExpressionNote::offer(const QStringList& repairs)
{
    m_offered = repairs;
    m_repairs->hide();
    for (auto* button : m_repairs->findChildren<QPushButton*>())
        delete button;
    for (const QString& repair : repairs) {
        auto* button = new QPushButton(repair, m_repairs);
        button->setObjectName(QStringLiteral("shard.repair.%1").arg(m_repairs->layout()->count()));
        button->setAccessibleName(tr("Repair: %1").arg(repair));
        m_repairs->layout()->addWidget(button);
        button->show();
        connect(
            button, &QPushButton::clicked, this, [this, repair] { emit chosen(repair); }, Qt::QueuedConnection);
    }
}

} // namespace ui
