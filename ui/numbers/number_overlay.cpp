// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps as many labels as there have been numbers at once.
#include "ui/numbers/number_overlay.h"

#include "ui/numbers/value_label.h"
#include "ui/theme/theme.h"

#include <QFontMetrics>

namespace ui
{

NumberOverlay::NumberOverlay(QWidget& over, const QString& name, int fontSize)
    : QObject(&over), m_over(over), m_name(name), m_fontSize(fontSize)
{
}

ValueLabel& NumberOverlay::label(std::size_t index)
{
    if (index == m_labels.size()) {
        auto* made = new ValueLabel({}, {}, &m_over);
        made->setForm(ValueLabel::Form::overlay, m_fontSize, m_fontSize);
        made->setObjectName(m_name);
        m_labels.push_back(made);
    }
    return *m_labels[index];
}

void NumberOverlay::show(const std::vector<ShownNumber>& numbers)
{
    const QFontMetrics metrics(uiFont(m_fontSize));
    std::size_t next = 0;
    for (const ShownNumber& number : numbers) {
        ValueLabel& shown = label(next++);
        shown.setMetric(number.id, number.title);
        shown.present(number.text);
        const QRectF& letters = number.letters;
        const int baseline = (shown.sizeHint().height() + metrics.ascent() - metrics.descent()) / 2; // as it paints
        const QRect room(QPoint(qRound(letters.left()) - ValueLabel::lineRim, qRound(letters.bottom()) - baseline),
                         shown.sizeHint());
        if (shown.geometry() != room)
            shown.setGeometry(room);
        shown.setVisible(true);
    }
    hideFrom(next);
}

/// A hidden label passes its focus to the picture.
void NumberOverlay::hideFrom(std::size_t index)
{
    for (; index < m_labels.size(); ++index) {
        if (m_labels[index]->hasFocus())
            m_over.setFocus();
        m_labels[index]->hide();
    }
}

} // namespace ui
