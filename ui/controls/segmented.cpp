// SPDX-License-Identifier: GPL-3.0-or-later
// The segments are radio buttons, so that arrows and screen readers know them.
#include "ui/controls/segmented.h"

#include "ui/theme/painting.h"

#include <QGridLayout>
#include <QPainter>
#include <QRadioButton>

#include <algorithm>

namespace ui
{

namespace
{

constexpr int segmentGap = 2; // between segments and round them
constexpr int segmentHeight = 24;

class Segment : public QRadioButton
{
public:
    using QRadioButton::QRadioButton;

    QSize sizeHint() const override { return {fontMetrics().horizontalAdvance(text()) + 20, segmentHeight}; }
    QSize minimumSizeHint() const override
    {
        return {std::min(64, fontMetrics().horizontalAdvance(text()) + 8), segmentHeight};
    }

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

Segmented::Segmented(QWidget* parent) : QWidget(parent), m_grid(new QGridLayout(this))
{
    m_grid->setContentsMargins(segmentGap, segmentGap, segmentGap, segmentGap);
    m_grid->setSpacing(segmentGap);
    setFixedHeight(segmentGap + segmentHeight + segmentGap);
}

void Segmented::setChoices(const QStringList& texts, const QString& name, const QString& id)
{
    for (int i = 0; i < texts.size(); ++i) {
        auto* segment = new Segment(texts[i], this);
        segment->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed); // elided where no column has room for it
        segment->setAccessibleName(QStringLiteral("%1: %2").arg(name, texts[i]));
        segment->setObjectName(QStringLiteral("%1.%2").arg(id).arg(i));
        connect(segment, &QAbstractButton::clicked, this, [this, i] { emit chosen(i); });
        m_segments.push_back(segment);
    }
    if (!m_segments.empty())
        setFocusProxy(m_segments.front());
    arrange(static_cast<int>(m_segments.size()));
}

/// What one row asks for, also where there are more.
QSize Segmented::sizeHint() const { return {widthIn(static_cast<int>(m_segments.size())), height()}; }

QSize Segmented::minimumSizeHint() const
{
    int width = segmentGap;
    for (const QAbstractButton* segment : m_segments)
        width += segment->minimumSizeHint().width() + segmentGap;
    return {width, height()};
}

/// As few rows as let every word be read.
void Segmented::resizeEvent(QResizeEvent*)
{
    const int count = static_cast<int>(m_segments.size());
    int columns = count;
    for (int rows = 2; rows <= count && widthIn(columns) > width(); ++rows)
        columns = (count + rows - 1) / rows;
    if (columns != m_columns)
        arrange(columns);
}

int Segmented::widthIn(int columns) const
{
    int width = segmentGap;
    for (int column = 0; column < columns; ++column) {
        int widest = 0;
        for (auto at = static_cast<std::size_t>(column); at < m_segments.size();
             at += static_cast<std::size_t>(columns))
            widest = std::max(widest, m_segments[at]->sizeHint().width());
        width += widest + segmentGap;
    }
    return width;
}

void Segmented::arrange(int columns)
{
    m_columns = columns;
    int at = 0;
    for (QAbstractButton* segment : m_segments) {
        m_grid->addWidget(segment, at / columns, at % columns);
        ++at;
    }
    const int rows = columns > 0 ? (at + columns - 1) / columns : 1;
    setFixedHeight(segmentGap + rows * (segmentHeight + segmentGap));
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
