// SPDX-License-Identifier: GPL-3.0-or-later
// The accessible face of TorusView: its value is the number of steps that are done.
#include "ui/playback/player.h"
#include "ui/torus/torus_view.h"

#include <QAccessibleWidget>

namespace ui
{

namespace
{

class TorusAccessible : public QAccessibleWidget, public QAccessibleValueInterface
{
public:
    explicit TorusAccessible(TorusView* view) : QAccessibleWidget(view, QAccessible::Canvas) {}

    void* interface_cast(QAccessible::InterfaceType type) override
    {
        if (type == QAccessible::ValueInterface) {
            return static_cast<QAccessibleValueInterface*>(this);
        }
        return QAccessibleWidget::interface_cast(type);
    }

    QString text(QAccessible::Text kind) const override
    {
        switch (kind) {
        case QAccessible::Description:
            return view().description();
        case QAccessible::Value:
            return QString::number(view().player().step());
        default:
            return QAccessibleWidget::text(kind);
        }
    }

    QVariant currentValue() const override { return view().player().step(); }
    void setCurrentValue(const QVariant& value) override { view().player().goTo(value.toInt()); }
    QVariant maximumValue() const override { return view().player().steps(); }
    QVariant minimumValue() const override { return 0; }
    QVariant minimumStepSize() const override { return 1; }

private:
    TorusView& view() const { return *static_cast<TorusView*>(object()); }
};

QAccessibleInterface* make(const QString&, QObject* object)
{
    auto* view = qobject_cast<TorusView*>(object);
    return view ? new TorusAccessible(view) : nullptr;
}

} // namespace

void installTorusAccessibility()
{
    static const bool once = [] {
        QAccessible::installFactory(make);
        return true;
    }();
    static_cast<void>(once);
}

} // namespace ui
