// SPDX-License-Identifier: GPL-3.0-or-later
// Fits a hint into its line, part by part.
#include "ui/shell/hint_line.h"

namespace ui
{

HintLine::HintLine(QWidget* parent) : QLabel(parent)
{
    setObjectName(QStringLiteral("hint"));
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
}

void HintLine::setWords(const QString& words)
{
    m_words = words;
    m_passing.clear(); // the pointer rests; it speaks again where it moves on
    fit();
}

void HintLine::setPassing(const QString& words)
{
    m_passing = words;
    fit();
}

void HintLine::fit()
{
    constexpr int padding = 24; // of the style sheet
    const QString dot = QStringLiteral(" · ");
    QStringList parts = (m_passing.isEmpty() ? m_words : m_passing).split(dot);
    const int room = width() - padding;
    while (parts.size() > 1 && fontMetrics().horizontalAdvance(parts.join(dot)) > room)
        parts.removeLast();
    setText(fontMetrics().elidedText(parts.join(dot), Qt::ElideRight, room));
}

} // namespace ui
