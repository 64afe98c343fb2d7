// SPDX-License-Identifier: GPL-3.0-or-later
// Hands the picture in sight to dialogs and clipboard.
#include "ui/shell/window_exports.h"

#include "ui/charts/chart.h"
#include "ui/export/animation_dialog.h"
#include "ui/export/export_dialog.h"
#include "ui/session/session.h"
#include "ui/shell/chart_clipboard.h"
#include "ui/shell/tabs.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMimeData>

namespace ui
{

WindowExports::WindowExports(Session& session, Tabs& tabs, QWidget& window)
    : QObject(&window), m_session(session), m_tabs(tabs), m_window(window), m_theme(&Theme::light())
{
}

void WindowExports::exportPicture()
{
    ExportDialog dialog(m_session.snapshot(), *m_theme, &m_window);
    dialog.setView(m_tabs.currentView());
    dialog.setPlayback(m_tabs.playbackState());
    if (const Chart* chart = m_tabs.currentChart(); chart && chart->id() == m_tabs.currentView())
        if (const auto part = chart->zoomed())
            dialog.offerPart(chart->id(), *part);
    connect(&dialog, &ExportDialog::exported, this, &WindowExports::sayExported);
    dialog.exec();
}

void WindowExports::exportAnimation()
{
    AnimationDialog dialog(m_tabs.animated(m_session.snapshot()), *m_theme, &m_window);
    dialog.setView(m_tabs.currentView());
    dialog.setPlayback(m_tabs.playbackState());
    connect(&dialog, &AnimationDialog::exported, this, &WindowExports::sayExported);
    dialog.exec();
}

void WindowExports::copyPicture()
{
    Chart* chart = m_tabs.currentChart();
    QMimeData* copied = nullptr;
    if (showsCollective(m_tabs.currentView()))
        copied =
            clipboardData(m_tabs.currentView(), m_tabs.playbackState(), m_tabs.size(), m_session.snapshot(), *m_theme);
    else if (chart && m_tabs.shown().number > 0)
        copied = clipboardData(*chart, m_tabs.shown(), *m_theme);
    if (copied) {
        const QString words = copied->text();
        QGuiApplication::clipboard()->setMimeData(copied);
        emit done(tr("Copied: %1").arg(words));
    }
}

void WindowExports::sayExported(const QString& path) { emit done(tr("Exported to %1").arg(path)); }

} // namespace ui
