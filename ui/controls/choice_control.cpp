// SPDX-License-Identifier: GPL-3.0-or-later
// Builds one of the two forms and keeps its choices up to date.
#include "ui/controls/choice_control.h"

#include "ui/controls/combo.h"
#include "ui/controls/segmented.h"
#include "ui/session/field_text.h"

#include <QHBoxLayout>
#include <QLabel>

#include <algorithm>

namespace ui
{

namespace
{

constexpr std::size_t sideBySide = 3;
constexpr int narrowestCombo = 96;
constexpr int widestCombo = 176;

} // namespace

ChoiceControl::ChoiceControl(const core::Field& field, Session& session, QWidget* parent)
    : FieldControl(field, session, parent)
{
    const bool few = !field.choices.empty() && field.choices.size() <= sideBySide;
    few ? buildSegments() : buildCombo();
    finish();
}

void ChoiceControl::buildSegments()
{
    m_segments = new Segmented(this);
    m_choices = choicesOf(field(), session().scenario());
    QStringList texts;
    for (const std::string& choice : m_choices)
        texts << choiceText(field(), choice, session().scenario());
    m_segments->setChoices(texts, text(field().title), text(field().id));
    m_segments->setToolTip(text(field().help));
    setEntry(m_segments);
    connect(m_segments, &Segmented::chosen, this, &ChoiceControl::choose);
    rows()->addWidget(titleLabel(controlWidth));
    rows()->addWidget(m_segments);
}

void ChoiceControl::buildCombo()
{
    m_combo = new Combo(this);
    namePart(m_combo, field(), ".list", text(field().title));
    fillCombo(session().scenario());
    m_combo->setFixedWidth(std::clamp(m_combo->sizeHint().width(), narrowestCombo, widestCombo));
    setEntry(m_combo);
    connect(m_combo, &QComboBox::activated, this, &ChoiceControl::choose);
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(titleLabel(controlWidth - m_combo->width() - 8), 1);
    row->addWidget(m_combo);
    rows()->addLayout(row);
}

void ChoiceControl::fillCombo(const core::Scenario& scenario)
{
    auto choices = choicesOf(field(), scenario);
    if (choices != m_choices) {
        m_choices = std::move(choices);
        m_combo->clear();
        for (const std::string& choice : m_choices)
            m_combo->addItem(choiceText(field(), choice, scenario));
    }
}

void ChoiceControl::choose(int index)
{
    if (index >= 0 && index < static_cast<int>(m_choices.size()))
        edit(m_choices[static_cast<std::size_t>(index)]);
}

void ChoiceControl::present(const Snapshot& snapshot)
{
    const auto value = std::get<std::string>(field().get(snapshot.scenario));
    if (m_combo)
        fillCombo(snapshot.scenario);
    const auto found = std::ranges::find(m_choices, value);
    const int index = found == m_choices.end() ? -1 : static_cast<int>(found - m_choices.begin());
    if (m_combo && m_combo->currentIndex() != index)
        m_combo->setCurrentIndex(index);
    else if (m_segments)
        m_segments->choose(index);
    presentIssues(snapshot);
}

void ChoiceControl::outline(ControlState state)
{
    if (m_combo)
        m_combo->outline(state);
}

} // namespace ui
