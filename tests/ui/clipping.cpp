// SPDX-License-Identifier: GPL-3.0-or-later
// Walks over the visible widgets and compares rectangles and text widths.
#include "clipping.h"

#include "ui/numbers/value_label.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QLabel>
#include <QLayout>
#include <QLineEdit>
#include <QScrollArea>
#include <QTabBar>

#include <algorithm>

namespace tests
{

namespace
{

QString nameOf(const QWidget& widget)
{
    const QString name = widget.objectName();
    return name.isEmpty() ? QString::fromLatin1(widget.metaObject()->className()) : name;
}

bool isScrolled(const QWidget& widget)
{
    const QWidget* parent = widget.parentWidget();
    const auto* area = parent ? qobject_cast<const QAbstractScrollArea*>(parent->parentWidget()) : nullptr;
    return area && area->viewport() == parent;
}

/// In an area that offers no way to scroll there.
bool isCutSideways(const QWidget& widget)
{
    const auto* area =
        isScrolled(widget) ? qobject_cast<const QScrollArea*>(widget.parentWidget()->parentWidget()) : nullptr;
    return area && area->widget() == &widget && widget.width() > widget.parentWidget()->width() &&
           area->horizontalScrollBarPolicy() == Qt::ScrollBarAlwaysOff;
}

QString labelFault(const QLabel& label)
{
    const bool tooLow = label.wordWrap() && label.height() < label.heightForWidth(label.width());
    const bool tooNarrow = !label.wordWrap() && label.sizePolicy().horizontalPolicy() != QSizePolicy::Ignored &&
                           label.width() < label.sizeHint().width();
    return tooLow || tooNarrow
               ? QStringLiteral("'%1' has no room: %2×%3 of %4")
                     .arg(label.text())
                     .arg(label.width())
                     .arg(label.height())
                     .arg(label.wordWrap() ? label.heightForWidth(label.width()) : label.sizeHint().width())
               : QString();
}

/// A tab in sight is so as a whole, with all of its word.
QString tabFault(const QTabBar& bar)
{
    int end = bar.width();
    for (const auto* button : bar.findChildren<QAbstractButton*>(QString(), Qt::FindDirectChildrenOnly))
        end = button->isVisible() ? std::min(end, button->x()) : end;
    for (int tab = 0; tab < bar.count(); ++tab) {
        const QRect place = bar.tabRect(tab);
        const int word = bar.fontMetrics().horizontalAdvance(bar.tabText(tab));
        if (bar.isTabVisible(tab) && (place.left() < 0 || place.right() >= end || place.width() < word))
            return QStringLiteral("the tab '%1' is cut").arg(bar.tabText(tab));
    }
    return {};
}

QString textFault(const QWidget& widget)
{
    if (const auto* label = qobject_cast<const QLabel*>(&widget)) {
        return labelFault(*label);
    }
    if (const auto* field = qobject_cast<const QLineEdit*>(&widget)) {
        const int room = field->width() - field->textMargins().right() - 18;
        const int needed = field->fontMetrics().horizontalAdvance(field->text());
        return needed > room ? QStringLiteral("'%1' is cut in its field").arg(field->text()) : QString();
    }
    if (const auto* value = qobject_cast<const ui::ValueLabel*>(&widget)) {
        return value->width() < value->sizeHint().width() ? QStringLiteral("'%1' is cut").arg(value->shown())
                                                          : QString();
    }
    if (const auto* bar = qobject_cast<const QTabBar*>(&widget))
        return tabFault(*bar);
    if (const auto* box = qobject_cast<const QComboBox*>(&widget)) {
        const int needed = box->fontMetrics().horizontalAdvance(box->currentText());
        return needed > box->width() - 33 && box->toolTip().isEmpty()
                   ? QStringLiteral("'%1' is cut in its list").arg(box->currentText())
                   : QString();
    }
    const auto* button = qobject_cast<const QAbstractButton*>(&widget);
    if (button && button->fontMetrics().horizontalAdvance(button->text().remove(u'&')) > button->width() &&
        button->toolTip().isEmpty())
        return QStringLiteral("'%1' is elided, and nothing tells all of it").arg(button->text());
    return button && !button->text().isEmpty() && button->width() < button->minimumSizeHint().width()
               ? QStringLiteral("the button '%1' is narrower than its text").arg(button->text())
               : QString();
}

QStringList overlaps(const QWidget& parent)
{
    QStringList faults;
    QList<QWidget*> seen;
    const bool laidOut = parent.layout() != nullptr;
    for (QWidget* child : parent.findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
        if (!laidOut || !child->isVisible() || parent.layout()->indexOf(child) < 0) {
            continue;
        }
        for (const QWidget* other : seen) {
            if (other->geometry().intersects(child->geometry())) {
                faults << QStringLiteral("%1 overlaps %2").arg(nameOf(*child), nameOf(*other));
            }
        }
        seen << child;
    }
    return faults;
}

} // namespace

QStringList clippedParts(const QWidget& window)
{
    QStringList faults = overlaps(window);
    for (const QWidget* widget : window.findChildren<QWidget*>()) {
        if (!widget->isVisible() || widget->isWindow()) {
            continue;
        }
        const bool inside = isScrolled(*widget) || widget->parentWidget()->rect().contains(widget->geometry());
        if (!inside && !widget->inherits("QScrollBar")) {
            faults << QStringLiteral("%1 sticks out of %2").arg(nameOf(*widget), nameOf(*widget->parentWidget()));
        }
        if (isCutSideways(*widget)) {
            faults << QStringLiteral("%1, %2 wide, is cut at the side of %3")
                          .arg(nameOf(*widget))
                          .arg(widget->width())
                          .arg(widget->parentWidget()->width());
        }
        const QString text = textFault(*widget);
        if (!text.isEmpty()) {
            faults << QStringLiteral("%1: %2").arg(nameOf(*widget), text);
        }
        faults += overlaps(*widget);
    }
    return faults;
}

} // namespace tests
