// SPDX-License-Identifier: GPL-3.0-or-later
// The accessible face of LogSlider.
#include "ui/controls/slider_accessible.h"

#include "ui/controls/log_slider.h"

#include <QAccessibleWidget>

namespace ui
{

namespace
{

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
    QVariant maximumValue() const override { return slider().scale().most; }
    QVariant minimumValue() const override { return slider().scale().least; }
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

void installSliderAccessibility()
{
    static const bool once = [] {
        QAccessible::installFactory(make);
        return true;
    }();
    static_cast<void>(once);
}

} // namespace ui
