// SPDX-License-Identifier: GPL-3.0-or-later
// A loop of events that ends with the thread.
#include "ui/controls/background.h"

#include <QEventLoop>
#include <QProgressDialog>
#include <QThread>
#include <QTimer>

#include <algorithm>
#include <atomic>
#include <memory>

namespace ui
{

bool runInBackground(QWidget& window, const QString& what, const std::function<void(const core::ReadProgress&)>& work)
{
    std::atomic<int> share = 0; // in thousandths
    std::atomic<bool> stopped = false;
    const auto run = [&] {
        work([&](std::uint64_t done, std::uint64_t size) {
            share = static_cast<int>(1000 * done / std::max<std::uint64_t>(size, 1));
            return !stopped;
        });
    };
    QProgressDialog progress(what.toHtmlEscaped(), QProgressDialog::tr("Cancel"), 0, 1001, &window);
    progress.setObjectName(QStringLiteral("reading"));
    progress.setWindowModality(Qt::WindowModal);
    QEventLoop loop;
    QTimer tick;
    const std::unique_ptr<QThread> thread(QThread::create(run));
    QObject::connect(&tick, &QTimer::timeout, &progress, [&] { progress.setValue(share); });
    QObject::connect(&progress, &QProgressDialog::canceled, &loop, [&] { stopped = true; });
    QObject::connect(thread.get(), &QThread::finished, &loop, &QEventLoop::quit);
    constexpr int often = 50; // ms
    tick.start(often);
    thread->start();
    if (thread->isRunning() || thread->isFinished())
        loop.exec();
    else
        run(); // no other thread could be started
    thread->wait();
    return !stopped;
}

} // namespace ui
