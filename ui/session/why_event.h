// SPDX-License-Identifier: GPL-3.0-or-later
// Asking why a number is what it is: one event, from the widget that shows the number up to the one that explains.
#pragma once

#include <QEvent>
#include <QString>

class QWidget;

namespace ui
{

class WhyEvent : public QEvent
{
public:
    explicit WhyEvent(const QString& numberId) : QEvent(kind()), m_number(numberId) { ignore(); }

    static Type kind();
    /// As `explain` takes it: a metric, or a number of a place ("coll.sent@2,0").
    const QString& number() const { return m_number; }

private:
    QString m_number;
};

/// Sends it to the widget, then to its parents, until one accepts. The shell does in customEvent().
void askWhy(QWidget& from, const QString& numberId);

} // namespace ui
