// SPDX-License-Identifier: GPL-3.0-or-later
// A thread or more beside the one of the window; they stay, since each has laid out lines of text of its own.
#include "ui/theme/background_paint.h"

#include <QCoreApplication>
#include <QThread>
#include <QThreadPool>

#include <algorithm>
#include <mutex>
#include <utility>

namespace ui
{

namespace
{

QThreadPool& otherThreads()
{
    static QThreadPool pool;
    static const bool ready = [] {
        pool.setMaxThreadCount(std::max(1, QThread::idealThreadCount() - 1));
        pool.setExpiryTimeout(-1);
        qAddPostRoutine([] { pool.waitForDone(); }); // their fonts go before the application does
        return true;
    }();
    static_cast<void>(ready);
    return pool;
}

} // namespace

struct BackgroundPaint::Piece {
    std::function<void()> work;
    std::once_flag once;

    void run() { std::call_once(once, work); }
};

void BackgroundPaint::begin(std::function<void()> work)
{
    finish();
    m_piece = std::make_shared<Piece>();
    m_piece->work = std::move(work);
    otherThreads().start([piece = m_piece] { piece->run(); });
}

void BackgroundPaint::finish() const
{
    if (m_piece) {
        m_piece->run();
        m_piece.reset();
    }
}

} // namespace ui
