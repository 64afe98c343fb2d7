// SPDX-License-Identifier: GPL-3.0-or-later
// Choices of how the torus is looked at, and which page is in sight.
#include "ui/torus/collective_stage.h"

#include "ui/controls/combo.h"
#include "ui/torus/player.h"
#include "ui/torus/shard_names.h"
#include "ui/torus/torus_view.h"
#include "ui/torus/transport_bar.h"

#include <QHBoxLayout>
#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>

namespace ui
{

namespace
{

constexpr int mostFollowed = 512;

} // namespace

CollectiveStage::CollectiveStage(Player& player, QWidget* parent)
    : QWidget(parent), m_player(player), m_torus(new TorusView(player)), m_bar(new QTabBar),
      m_stack(new QStackedWidget), m_transport(new TransportBar(player)), m_layout(new Combo), m_detail(new Combo),
      m_follow(new Combo)
{
    auto* list = new QVBoxLayout(this);
    list->setContentsMargins(0, 0, 0, 4);
    list->setSpacing(0);
    list->addWidget(makeViewBar());
    list->addWidget(m_stack, 1);
    list->addWidget(m_transport);
    m_stack->addWidget(m_torus);
    connect(m_torus, &TorusView::lookChanged, this, &CollectiveStage::fillViewBar);
    connect(m_bar, &QTabBar::currentChanged, this, &CollectiveStage::choosePage);
}

QWidget* CollectiveStage::makeViewBar()
{
    auto* bar = new QWidget;
    auto* line = new QHBoxLayout(bar);
    line->setContentsMargins(8, 0, 8, 6);
    line->setSpacing(6);
    m_bar->setObjectName(QStringLiteral("collectives.stage"));
    m_bar->setAccessibleName(tr("Pictures of the collective"));
    m_bar->setDrawBase(false);
    m_bar->setExpanding(false);
    m_bar->setUsesScrollButtons(false); // two short names: the choices beside them give way first
    m_bar->addTab(tr("Torus"));
    m_bar->hide();
    m_layout->addItems({tr("Unrolled"), tr("Solid")});
    m_layout->setAccessibleName(tr("Layout of the torus"));
    m_layout->setToolTip(tr("Unrolled or solid (V)"));
    m_detail->addItems({tr("Chips"), tr("Blocks"), tr("Faces"), tr("Slice")});
    m_detail->setAccessibleName(tr("How much of the torus is drawn"));
    m_detail->setToolTip(tr("Every chip, blocks of 4×4×4, the outer faces, or one slice"));
    m_follow->setAccessibleName(tr("Follow a shard"));
    m_follow->setToolTip(tr("Lights up one shard on its way and numbers its hops by step"));
    line->addWidget(m_bar);
    line->addWidget(m_layout);
    line->addWidget(m_detail);
    line->addStretch();
    line->addWidget(m_follow);
    connect(m_layout, &QComboBox::activated, m_torus,
            [this](int i) { m_torus->setLayout(static_cast<TorusLayout>(i)); });
    connect(m_detail, &QComboBox::activated, m_torus,
            [this](int i) { m_torus->setDetail(static_cast<TorusDetail>(i)); });
    connect(m_follow, &QComboBox::activated, this,
            [this](int i) { m_torus->follow(i > 0 ? std::optional(i - 1) : std::nullopt); });
    connect(m_torus, &TorusView::followedChanged, this, [this](int shard) {
        m_follow->setCurrentIndex(shard + 1);
        emit followed();
    });
    return bar;
}

void CollectiveStage::addPage(CollectivePage* page, const QString& title)
{
    m_pages.push_back(page);
    m_stack->addWidget(page);
    m_bar->setTabVisible(m_bar->addTab(title), false);
    connect(page, &CollectivePage::explained, this, &CollectiveStage::explained);
    connect(page, &CollectivePage::stepAsked, &m_player, [this](int step) {
        m_player.setPlaying(false);
        m_player.seek(step);
    });
}

void CollectiveStage::showTorus() { m_bar->setCurrentIndex(0); }

CollectivePage* CollectiveStage::currentPage() const { return qobject_cast<CollectivePage*>(m_stack->currentWidget()); }

QString CollectiveStage::picture() const
{
    const CollectivePage* page = currentPage();
    const QString own = page ? page->picture() : QString();
    return own.isEmpty() ? QStringLiteral("torus") : own;
}

void CollectiveStage::choosePage(int index)
{
    m_stack->setCurrentIndex(index);
    m_player.setVisible(isVisible()); // the torus says so of itself alone
    CollectivePage* page = currentPage();
    m_transport->setVisible(!page || page->showsTime());
    if (page) {
        page->present(m_snapshot);
        page->load(m_reel, m_reason);
    }
    fillViewBar();
}

void CollectiveStage::present(const Snapshot& snapshot)
{
    m_snapshot = snapshot;
    bool any = false;
    for (std::size_t i = 0; i < m_pages.size(); ++i) {
        const bool offered = m_pages[i]->isOfUse(snapshot.scenario);
        m_bar->setTabVisible(static_cast<int>(i) + 1, offered);
        any = any || offered;
    }
    m_bar->setVisible(any);
    if (!m_bar->isTabVisible(m_bar->currentIndex())) {
        m_bar->setCurrentIndex(0);
    }
    if (CollectivePage* page = currentPage()) {
        page->present(snapshot);
    }
}

void CollectiveStage::load(Reel* reel, const QString& reason)
{
    m_reel = reel;
    m_reason = reason;
    m_torus->show(reel, reason);
    for (CollectivePage* page : m_pages) { // those out of sight are told when they come into sight
        page->load(page == currentPage() ? reel : nullptr, reason);
    }
    fillFollow();
    fillViewBar();
}

bool CollectiveStage::present()
{
    const int before = m_reel ? m_reel->step() : -1;
    m_torus->present();
    if (!m_reel || m_reel->step() == before) { // most frames
        return false;
    }
    if (CollectivePage* page = currentPage()) {
        page->goTo(m_reel->step());
    }
    return true;
}

void CollectiveStage::fillFollow()
{
    m_follow->clear();
    if (!m_reel || !m_reel->holdings()) {
        return;
    }
    const auto& schedule = m_reel->collective().study.schedule;
    const int chips = schedule.topology.chips();
    if (chips > mostFollowed || schedule.goal == core::Goal::deliver ||
        schedule.chunks.form().cut == core::Cut::pieces) {
        return;
    }
    m_follow->addItem(tr("Follow"));
    for (int chip = 0; chip < chips; ++chip) {
        m_follow->addItem(tr("Follow A%1").arg(subscript(chip)));
    }
}

void CollectiveStage::fillViewBar()
{
    const bool torus = m_stack->currentIndex() == 0;
    m_layout->setCurrentIndex(static_cast<int>(m_torus->look().layout));
    m_detail->setCurrentIndex(static_cast<int>(m_torus->look().detail));
    const bool deep = m_reel && m_reel->whole().activeAxes().size() == 3;
    m_layout->setVisible(torus);
    m_detail->setVisible(torus && m_reel && (deep || m_reel->whole().chips() > mostSingleChips));
    m_follow->setVisible(torus && m_follow->count() > 0);
}

void CollectiveStage::showEvent(QShowEvent*) { m_player.setVisible(true); }

void CollectiveStage::hideEvent(QHideEvent*) { m_player.setVisible(false); }

} // namespace ui
