// SPDX-License-Identifier: GPL-3.0-or-later
// The segments are radio buttons, so that arrows and screen readers know them.
#include "ui/controls/segmented.h"

#include "ui/theme/painting.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QRadioButton>

#include <algorithm>

namespace ui
{

namespace
{

class Segment : public QRadioButton
{
public:
    using QRadioButton::QRadioButton;

    QSize sizeHint() const override { return {fontMetrics().horizontalAdvance(text()) + 20, 24}; }
    QSize minimumSizeHint() const override { return {std::min(64, fontMetrics().horizontalAdvance(text()) + 8), 24}; }

protected:
    void resizeEvent(QResizeEvent*) override
    {
        setToolTip(width() - 4 < fontMetrics().horizontalAdvance(text()) ? text() : QString()); // it is elided
    }
    bool hitButton(const QPoint& point) const override { return rect().contains(point); }

    void paintEvent(QPaintEvent*) override
    {
        const Theme& theme = themeOf(this);
        QPainter painter(this);
        if (isChecked()) {
            const QColor fill = mixed(theme.field, theme.accent, theme.dark ? 0.28 : 0.12);
            const int rim = hasFocus() ? 3 : 0; // a gap to the ring
            drawBox(painter, rect().adjusted(rim, rim, -rim, -rim), 5 - rim, fill, theme.accent);
        } else if (underMouse()) {
            drawBox(painter, rect(), 5, mixed(theme.field, theme.text, 0.06), {}, 0);
        }
        if (hasFocus())
            drawFocusRing(painter, rect(), 5, theme);
        QFont shown = font();
        shown.setWeight(isChecked() ? QFont::Medium : QFont::Normal);
        painter.setFont(shown);
        painter.setPen(isChecked() || underMouse() ? theme.text : theme.muted);
        painter.drawText(rect(), Qt::AlignCenter, QFontMetrics(shown).elidedText(text(), Qt::ElideRight, width() - 4));
    }
};

} // namespace

Segmented::Segmented(QWidget* parent) : QWidget(parent)
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(2, 2, 2, 2);
    layout->setSpacing(2);
    setFixedHeight(28);
}

void Segmented::setChoices(const QStringList& texts, const QString& name, const QString& id)
{
    for (int i = 0; i < texts.size(); ++i) {
        auto* segment = new Segment(texts[i], this);
        segment->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed); // elided where there is no room
        segment->setAccessibleName(QStringLiteral("%1: %2").arg(name, texts[i]));
        segment->setObjectName(QStringLiteral("%1.%2").arg(id).arg(i));
        layout()->addWidget(segment);
        connect(segment, &QAbstractButton::clicked, this, [this, i] { emit chosen(i); });
        m_segments.push_back(segment);
    }
    if (!m_segments.empty())
        setFocusProxy(m_segments.front());
}

void Segmented::choose(int index)
{
    if (index >= 0 && index < static_cast<int>(m_segments.size())) {
        m_segments[static_cast<std::size_t>(index)]->setChecked(true);
        setFocusProxy(m_segments[static_cast<std::size_t>(index)]);
    }
}

void Segmented::paintEvent(QPaintEvent*)
{
    const Theme& theme = themeOf(this);
    QPainter painter(this);
    drawBox(painter, rect(), 6, theme.field, theme.edge);
}

} // namespace ui
