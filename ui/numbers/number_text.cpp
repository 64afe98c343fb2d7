// SPDX-License-Identifier: GPL-3.0-or-later
// Words as high as numbers, so that both stand on one line.
#include "ui/numbers/number_text.h"

#include "ui/controls/word_flow.h"
#include "ui/numbers/value_label.h"
#include "ui/theme/theme.h"

#include <QLabel>

namespace ui
{

NumberText::NumberText(int size, QWidget* parent) : QWidget(parent), m_size(size) { setLayout(new WordFlow(0, 0)); }

QLabel* NumberText::addWord(const QString& text)
{
    auto* word = new QLabel(text, this);
    word->setFont(uiFont(m_size));
    word->setFixedHeight(m_size + 6);
    layout()->addWidget(word);
    return word;
}

ValueLabel* NumberText::addNumber(const QString& metricId, const QString& title)
{
    auto* number = new ValueLabel(metricId, title, this);
    number->setForm(ValueLabel::Form::line, m_size, m_size);
    layout()->addWidget(number);
    return number;
}

} // namespace ui
