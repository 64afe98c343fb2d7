// SPDX-License-Identifier: GPL-3.0-or-later
// Painting, mouse and keys of the slider.
#include "ui/controls/log_slider.h"

#include "ui/theme/marker.h"
#include "ui/theme/painting.h"

#include <QAccessibleWidget>
#include <QKeyEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <array>
#include <cmath>

namespace ui
{

namespace
{

constexpr double inset = 10; // from the widget's edge to the ends of the track
constexpr double thumbRadius = 7;
constexpr double markY = 3.5; // of the baselines' marks
constexpr double markSize = 6;
constexpr double snapPixels = 6.01; // six, and what rounding adds
constexpr int wheelNotch = 120;

/// Tells screen readers that a LogSlider is a slider, with its value, ends and words.
class SliderAccessible : public QAccessibleWidget, public QAccessibleValueInterface
{
public:
    explicit SliderAccessible(LogSlider* slider) : QAccessibleWidget(slider, QAccessible::Slider) {}

    void* interface_cast(QAccessible::InterfaceType type) override
    {
        if (type == QAccessible::ValueInterface)
            return static_cast<QAccessibleValueInterface*>(this);
        return QAccessibleWidget::interface_cast(type);
    }

    QString text(QAccessible::Text kind) const override
    {
        return kind == QAccessible::Value ? slider().valueText() : QAccessibleWidget::text(kind);
    }

    QVariant currentValue() const override { return slider().value(); }
    void setCurrentValue(const QVariant& value) override { emit slider().stepped(value.toDouble(), false); }
    QVariant maximumValue() const override { return slider().scale().max; }
    QVariant minimumValue() const override { return slider().scale().min; }
    QVariant minimumStepSize() const override { return slider().scale().whole ? 1.0 : 0.0; }

private:
    LogSlider& slider() const { return *static_cast<LogSlider*>(object()); }
};

QAccessibleInterface* make(const QString&, QObject* object)
{
    auto* slider = qobject_cast<LogSlider*>(object);
    return slider ? new SliderAccessible(slider) : nullptr;
}

} // namespace

LogSlider::LogSlider(TrackScale scale, QWidget* parent)
    : QWidget(parent), m_scale(std::move(scale)), m_value(m_scale.min)
{
    static const bool accessible = (QAccessible::installFactory(make), true);
    static_cast<void>(accessible);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setCursor(Qt::PointingHandCursor);
}

void LogSlider::setScale(TrackScale scale)
{
    m_scale = std::move(scale);
    update();
}

void LogSlider::present(double value)
{
    if (m_value != value) {
        m_value = value;
        update();
        if (QAccessible::isActive()) {
            QAccessibleValueChangeEvent event(this, value);
            QAccessible::updateAccessibility(&event);
        }
    }
}

void LogSlider::setBaselines(std::vector<std::pair<double, std::size_t>> values)
{
    if (m_baselines != values) {
        m_baselines = std::move(values);
        update();
    }
}

void LogSlider::setDefault(double value)
{
    if (m_default != value) {
        m_default = value;
        update();
    }
}

double LogSlider::xOf(double value) const
{
    const double position = m_scale.position(value);
    const double share = layoutDirection() == Qt::RightToLeft ? 1 - position : position;
    return inset + share * (width() - 2 * inset);
}

double LogSlider::positionAt(double x) const
{
    const double share = std::clamp((x - inset) / (width() - 2 * inset), 0.0, 1.0);
    return layoutDirection() == Qt::RightToLeft ? 1 - share : share;
}

void LogSlider::paintTicks(QPainter& painter, const QColor& colour) const
{
    constexpr double closest = 5;
    painter.setPen(QPen(colour, 1));
    const double y = height() / 2.0 + 6;
    double last = -closest;
    for (const double detent : m_scale.detents) {
        const double x = std::floor(xOf(detent)) + 0.5;
        if (std::abs(x - last) >= closest) {
            painter.drawLine(QPointF(x, y), QPointF(x, y + 3));
            last = x;
        }
    }
}

void LogSlider::paintBaselines(QPainter& painter, const QColor& colour) const
{
    painter.setPen(QPen(colour, 1.2));
    painter.setBrush(Qt::NoBrush);
    for (const auto& [value, look] : m_baselines)
        drawMarker(painter, baselineLook(look).marker, QPointF(xOf(value), markY), markSize);
}

std::optional<double> LogSlider::baselineAt(const QPointF& at) const
{
    const auto found = std::ranges::find_if(m_baselines, [&](const auto& baseline) {
        return at.y() <= markY + markSize / 2 + 1 && std::abs(at.x() - xOf(baseline.first)) <= markSize;
    });
    return found == m_baselines.end() ? std::nullopt : std::optional(found->first);
}

void LogSlider::paintEvent(QPaintEvent*)
{
    const Theme& theme = themeOf(this);
    QPainter painter(this);
    const bool awake = isEnabled();
    const double middle = height() / 2.0;
    const double x = xOf(m_value);
    const double zero = layoutDirection() == Qt::RightToLeft ? width() - inset : inset;
    paintTicks(painter, mixed(theme.panel, theme.edge, 0.7));

    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(mixed(theme.panel, theme.edge, 0.45));
    painter.drawRoundedRect(QRectF(inset - 2, middle - 2, width() - 2 * inset + 4, 4), 2, 2);
    painter.setBrush(awake ? theme.accent : theme.edge);
    painter.drawRoundedRect(QRectF(std::min(zero, x) - 2, middle - 2, std::abs(x - zero) + 4, 4), 2, 2);

    const QColor rim = awake ? theme.accent : theme.edge;
    painter.setPen(QPen(rim, 2));
    painter.setBrush(m_pressed || (underMouse() && awake) ? rim : theme.panel);
    painter.drawEllipse(QPointF(x, middle), thumbRadius - 1, thumbRadius - 1);
    if (hasFocus()) {
        painter.setPen(QPen(theme.accent, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(QPointF(x, middle), thumbRadius + 2.5, thumbRadius + 2.5);
    }
    paintBaselines(painter, theme.text);
}

void LogSlider::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return event->ignore();
    if (const auto baseline = baselineAt(event->position())) {
        emit stepped(*baseline, false);
        return;
    }
    const double off = xOf(m_value) - event->position().x();
    m_grip = std::abs(off) <= thumbRadius + 2 ? off : 0;
    m_pressed = true;
    emit pressed();
    if (m_grip == 0)
        drag(*event);
    update();
}

void LogSlider::mouseMoveEvent(QMouseEvent* event)
{
    if (m_pressed)
        drag(*event);
}

void LogSlider::mouseReleaseEvent(QMouseEvent* event)
{
    if (m_pressed && event->button() == Qt::LeftButton) {
        m_pressed = false;
        update();
        emit released();
    }
}

void LogSlider::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        emit defaultAsked();
}

void LogSlider::drag(const QMouseEvent& event)
{
    const double position = positionAt(event.position().x() + m_grip);
    const bool free = event.modifiers().testFlag(Qt::ControlModifier);
    const double reach = snapPixels / (width() - 2 * inset);
    const double value = free ? m_scale.value(position) : m_scale.snapped(position, reach);
    if (value != m_value) {
        present(value);
        emit dragged(value);
    }
}

bool LogSlider::stepByKey(const QKeyEvent& event)
{
    const int right = layoutDirection() == Qt::RightToLeft ? -1 : 1;
    const std::array<std::pair<int, int>, 6> keys{{{Qt::Key_Right, right},
                                                   {Qt::Key_Left, -right},
                                                   {Qt::Key_Up, 1},
                                                   {Qt::Key_Down, -1},
                                                   {Qt::Key_PageUp, 2},
                                                   {Qt::Key_PageDown, -2}}};
    const auto key = std::ranges::find(keys, event.key(), &std::pair<int, int>::first);
    const bool fine = event.modifiers().testFlag(Qt::ShiftModifier);
    if (event.key() == Qt::Key_Home)
        emit stepped(m_scale.min, event.isAutoRepeat());
    else if (event.key() == Qt::Key_End)
        emit stepped(m_scale.max, event.isAutoRepeat());
    else if (key != keys.end())
        emit stepped(fine ? m_scale.fineFrom(m_value, key->second) : m_scale.detentFrom(m_value, key->second),
                     event.isAutoRepeat());
    else
        return false;
    return true;
}

void LogSlider::keyPressEvent(QKeyEvent* event)
{
    const QString text = event->text();
    if (event->matches(QKeySequence::Copy)) {
        emit copyAsked();
    } else if (event->modifiers().testFlag(Qt::ControlModifier) || event->modifiers().testFlag(Qt::AltModifier)) {
        event->ignore();
    } else if (event->key() == Qt::Key_Backspace) {
        emit defaultAsked();
    } else if (!stepByKey(*event)) {
        if (!text.isEmpty() && (text.front().isDigit() || (text.front() == u'.' && !m_scale.whole)))
            emit typed(text);
        else
            event->ignore();
    }
}

void LogSlider::wheelEvent(QWheelEvent* event)
{
    if (!hasFocus())
        return event->ignore();
    m_wheel += event->angleDelta().y();
    const int notches = m_wheel / wheelNotch;
    m_wheel -= notches * wheelNotch;
    if (notches != 0)
        emit wheeled(m_scale.detentFrom(m_value, notches));
    event->accept();
}

void LogSlider::focusInEvent(QFocusEvent* event)
{
    m_wheel = 0;
    QWidget::focusInEvent(event); // paints anew, as does the end of the focus
}

} // namespace ui
