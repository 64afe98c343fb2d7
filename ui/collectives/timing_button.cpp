// SPDX-License-Identifier: GPL-3.0-or-later
// Waits a moment before it shows itself, since nobody ends what is there at once.
#include "ui/collectives/timing_button.h"

#include "core/numbers/collective_cache.h"

#include <QShortcut>

namespace ui
{

namespace
{

constexpr int soonMilliseconds = 100;

} // namespace

TimingButton::TimingButton(QWidget* parent)
    : QPushButton(parent), m_escape(new QShortcut(Qt::Key_Escape, this, this, &QPushButton::click))
{
    m_escape->setEnabled(false);
    m_soon.setSingleShot(true);
    m_soon.setInterval(soonMilliseconds);
    connect(&m_soon, &QTimer::timeout, this, &QWidget::show);
    connect(this, &QPushButton::clicked, this, [this] { m_cancels ? emit cancelAsked() : emit againAsked(); });
    hide();
}

void TimingButton::present(const core::CollectiveCache& cache, const core::Scenario& scenario)
{
    const bool again = cache.isCancelled(scenario);
    m_cancels = !again && cache.isWorking();
    m_escape->setEnabled(m_cancels);
    setText(again ? tr("Try again") : tr("Cancel"));
    setToolTip(again ? tr("Time this collective") : tr("Stop timing this collective (Esc)"));
    if (!m_cancels)
        m_soon.stop();
    else if (!isVisible() && !m_soon.isActive())
        m_soon.start();
    if (again || !m_cancels)
        setVisible(again);
}

} // namespace ui
