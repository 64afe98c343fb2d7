// SPDX-License-Identifier: GPL-3.0-or-later
// Watches paint events of the application until the charts of the window have all been painted.
#include "app/start_log.h"

#include "ui/charts/chart.h"

#include <QApplication>
#include <QEvent>
#include <QLoggingCategory>

#include <algorithm>

namespace app
{

namespace
{

Q_LOGGING_CATEGORY(start, "rooflight.start", QtWarningMsg)

/// Charts on the screen; those of hidden tabs are not painted.
QList<ui::Chart*> visibleCharts()
{
    QList<ui::Chart*> charts;
    for (const auto* window : QApplication::topLevelWidgets())
        for (auto* chart : window->findChildren<ui::Chart*>())
            if (chart->isVisible())
                charts.append(chart);
    return charts;
}

} // namespace

StartLog::StartLog(QApplication& application)
{
    if (!start().isDebugEnabled())
        return;
    m_since.start();
    application.installEventFilter(this);
}

bool StartLog::eventFilter(QObject* object, QEvent* event)
{
    if (event->type() == QEvent::Paint && !m_pending) {
        m_pending = true;
        QMetaObject::invokeMethod(this, &StartLog::look, Qt::QueuedConnection);
    }
    return QObject::eventFilter(object, event);
}

void StartLog::look()
{
    m_pending = false;
    const auto charts = visibleCharts();
    const bool painted = !charts.isEmpty() && std::all_of(charts.begin(), charts.end(), [](const ui::Chart* chart) {
        return chart->paintedNumber() > 0;
    });
    if (!painted)
        return;
    qApp->removeEventFilter(this);
    qCDebug(start) << "every chart painted" << m_since.elapsed() << "ms after the start of the window system";
}

} // namespace app
