// SPDX-License-Identifier: GPL-3.0-or-later
// A field that commits on Enter or when it is left.
#include "ui/controls/text_control.h"

#include "ui/controls/icon_button.h"
#include "ui/session/field_text.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>

namespace ui
{

TextControl::TextControl(const core::Field& field, Session& session, QWidget* parent)
    : FieldControl(field, session, parent), m_input(new NumberField(this))
{
    namePart(m_input, field, ".field", text(field.title));
    m_input->setAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_input->setFixedWidth(168);
    m_input->setToolTip(text(field.help));
    setEntry(m_input);
    connect(m_input, &NumberField::committed, this, [this](const QString& typed) { editFromText(typed); });
    connect(m_input, &NumberField::reverted, this, &TextControl::forgetRefusal);
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(titleLabel(controlWidth - m_input->width() - 8), 1);
    row->addWidget(m_input);
    if (const QStringList examples = examplesOf(field); !examples.isEmpty())
        offerExamples(examples, *row);
    rows()->addLayout(row);
    finish();
}

void TextControl::offerExamples(const QStringList& examples, QHBoxLayout& row)
{
    m_input->setFixedWidth(m_input->width() - 28);
    auto* button = new IconButton(QStringLiteral("chevron-down"), tr("%1: examples").arg(text(field().title)), this);
    button->setObjectName(text(field().id) + QStringLiteral(".examples"));
    row.setSpacing(0);
    row.addWidget(button);
    auto* menu = new QMenu(this);
    menu->setObjectName(text(field().id) + QStringLiteral(".menu"));
    for (const QString& example : examples)
        connect(menu->addAction(example), &QAction::triggered, this, [this, example] { editFromText(example); });
    const auto offer = [this, menu] { menu->popup(m_input->mapToGlobal(QPoint(0, m_input->height() + 2))); };
    connect(button, &IconButton::clicked, menu, offer);
    connect(m_input, &NumberField::stepped, menu, offer);
}

void TextControl::present(const Snapshot& snapshot)
{
    m_input->present(text(std::get<std::string>(field().get(snapshot.scenario))));
    presentIssues(snapshot);
}

void TextControl::outline(ControlState state) { setControlState(m_input, state); }

} // namespace ui
