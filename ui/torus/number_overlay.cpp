// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps as many labels as a card has had numbers.
#include "ui/torus/mark_numbers.h"

#include "ui/shell/value_label.h"
#include "ui/theme/theme.h"
#include "ui/torus/link_mark.h"
#include "ui/torus/reel.h"
#include "ui/torus/wire_reading.h"

#include <QFontMetrics>

namespace ui
{

namespace
{

constexpr int fontSize = 11; // of cards

} // namespace

MarkNumbers::MarkNumbers(QWidget& over) : QObject(&over), m_over(over) {}

ValueLabel& MarkNumbers::label(std::size_t index)
{
    if (index == m_labels.size()) {
        auto* made = new ValueLabel({}, {}, &m_over);
        made->setForm(ValueLabel::Form::overlay);
        made->setFonts(fontSize, fontSize);
        made->setObjectName(QStringLiteral("mark.number"));
        connect(made, &ValueLabel::explained, this, &MarkNumbers::explained);
        m_labels.push_back(made);
    }
    return *m_labels[index];
}

void MarkNumbers::show(const MarkScene& mark, const Reel* reel)
{
    const QFontMetrics metrics(uiFont(fontSize));
    std::size_t next = 0;
    for (const MarkNumber& number : mark.numbers) {
        const QString id = reel ? reel->idOf(number.at.place) : QString();
        if (id.isEmpty() || mark.card.isEmpty()) {
            continue;
        }
        ValueLabel& shown = label(next++);
        shown.setMetric(id, nameOfNumber(number.at.place.number));
        shown.show(mark.lines[number.line].mid(number.at.from, number.at.length));
        const QRectF letters = mark.areaOf(number);
        const int baseline = (shown.sizeHint().height() + metrics.ascent() - metrics.descent()) / 2; // as it paints
        const QRect room(QPoint(qRound(letters.left()) - ValueLabel::lineRim, qRound(letters.bottom()) - baseline),
                         shown.sizeHint());
        if (shown.geometry() != room) {
            shown.setGeometry(room);
        }
        shown.setVisible(true);
    }
    hideFrom(next);
}

/// The keyboard goes on where the card was.
void MarkNumbers::hideFrom(std::size_t index)
{
    for (; index < m_labels.size(); ++index) {
        if (m_labels[index]->hasFocus()) {
            m_over.setFocus();
        }
        m_labels[index]->hide();
    }
}

} // namespace ui
