// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers that a widget, or one within it, has been asked about, for tests.
#pragma once

#include "ui/session/why_event.h"

#include <QStringList>
#include <QWidget>

namespace tests
{

class AskedNumbers : public QObject
{
public:
    explicit AskedNumbers(QWidget& widget) { widget.installEventFilter(this); }

    bool eventFilter(QObject*, QEvent* event) override
    {
        if (event->type() == ui::WhyEvent::kind())
            ids << static_cast<ui::WhyEvent*>(event)->number();
        return false;
    }

    QStringList ids;
};

} // namespace tests
