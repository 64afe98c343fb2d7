// SPDX-License-Identifier: GPL-3.0-or-later
// A check box painted as a switch, its words at the left.
#include "ui/controls/toggle_control.h"

#include "ui/session/field_text.h"
#include "ui/theme/painting.h"

#include <QCheckBox>
#include <QPainter>
#include <QVBoxLayout>

namespace ui
{

namespace
{

class Switch : public QCheckBox
{
public:
    using QCheckBox::QCheckBox;

    QSize sizeHint() const override { return {fontMetrics().horizontalAdvance(text()) + 48, 28}; }
    QSize minimumSizeHint() const override { return {96, 28}; }

protected:
    bool hitButton(const QPoint& point) const override { return rect().contains(point); }
    void enterEvent(QEnterEvent*) override { update(); }
    void leaveEvent(QEvent*) override { update(); }

    void paintEvent(QPaintEvent*) override
    {
        const Theme& theme = themeOf(this);
        QPainter painter(this);
        const QRectF track(width() - 36, height() / 2.0 - 10, 36, 20);
        const bool on = isChecked();
        drawBox(painter, track, 10, on ? theme.accent : theme.field, on ? theme.accent : theme.edge);
        const QRectF knob(on ? track.right() - 17 : track.left() + 3, track.top() + 3, 14, 14);
        drawBox(painter, knob, 7, on ? theme.onAccent : (underMouse() ? theme.text : theme.edge), {}, 0);
        if (hasFocus())
            drawFocusRing(painter, track.adjusted(-3, -3, 0, 3).intersected(QRectF(rect())), 12, theme);
        const QRect words = rect().adjusted(0, 0, -44, 0);
        painter.setPen(theme.text);
        painter.setFont(font());
        painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(text(), Qt::ElideRight, words.width()));
    }
};

} // namespace

ToggleControl::ToggleControl(const core::Field& field, Session& session, QWidget* parent)
    : FieldControl(field, session, parent), m_switch(new Switch(text(field.title), this))
{
    namePart(m_switch, field, ".switch", text(field.title));
    m_switch->setToolTip(text(field.help));
    setEntry(m_switch);
    connect(m_switch, &QCheckBox::clicked, this, [this](bool on) { edit(on); });
    rows()->addWidget(m_switch);
    finish();
}

void ToggleControl::present(const Snapshot& snapshot)
{
    m_switch->setChecked(std::get<bool>(field().get(snapshot.scenario)));
    presentIssues(snapshot);
}

} // namespace ui
