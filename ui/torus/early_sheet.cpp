// SPDX-License-Identifier: GPL-3.0-or-later
// One piece of work, done once by whichever thread comes first.
#include "ui/torus/early_sheet.h"

#include <QThreadPool>

#include <functional>
#include <mutex>
#include <utility>

namespace ui
{

struct EarlySheet::Work {
    std::once_flag once;
    std::function<void()> task;

    void run() { std::call_once(once, task); }
};

void EarlySheet::begin(Reel reel, const TorusLook& look, const TorusSheet::Paper& paper)
{
    finish();
    m_work = std::make_shared<Work>();
    m_work->task = [this, own = std::make_shared<Reel>(std::move(reel)), look, paper] {
        m_sheet.prepare(*own, look, paper);
    };
    QThreadPool::globalInstance()->start([work = m_work] { work->run(); });
}

void EarlySheet::finish() const
{
    if (m_work) {
        m_work->run();
        m_work.reset();
    }
}

} // namespace ui
