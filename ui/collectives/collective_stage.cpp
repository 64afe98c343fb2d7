// SPDX-License-Identifier: GPL-3.0-or-later
// Choices of how the torus is looked at, and which page is visible.
#include "ui/collectives/collective_stage.h"

#include "core/collectives/networks/blocks.h"
#include "ui/collectives/follow_field.h"
#include "ui/collectives/timing_button.h"
#include "ui/controls/combo.h"
#include "ui/controls/folding_row.h"
#include "ui/controls/mesh_steps.h"
#include "ui/playback/player.h"
#include "ui/playback/recording.h"
#include "ui/playback/transport_bar.h"
#include "ui/session/snapshot.h"
#include "ui/theme/nth.h"
#include "ui/torus/torus_view.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>

#include <algorithm>

namespace ui
{

namespace
{

constexpr int minBelow = 200;
constexpr int easyTorus = 240;
constexpr int roomOfBoth = 570; // height from which torus and timeline are both at ease

} // namespace

CollectiveStage::CollectiveStage(Player& player, QWidget* parent)
    : QWidget(parent), m_player(player), m_torus(new TorusView(player)), m_bar(new QTabBar),
      m_stack(new QStackedWidget), m_split(new QSplitter(Qt::Vertical)), m_transport(new TransportBar(player)),
      m_layout(new Combo), m_detail(new Combo), m_slice(new Combo), m_follow(new FollowField(this)),
      m_timing(new TimingButton)
{
    auto* list = new QVBoxLayout(this);
    list->setContentsMargins(0, 0, 0, 4);
    list->setSpacing(0);
    list->addWidget(makeViewBar());
    list->addWidget(m_stack, 1);
    list->addWidget(m_transport);
    m_split->setObjectName(QStringLiteral("collectives.split"));
    m_split->setChildrenCollapsible(false);
    m_split->setHandleWidth(9);
    m_split->addWidget(m_torus);
    connect(m_split, &QSplitter::splitterMoved, this, [this] { m_movedByHand = true; });
    m_stack->addWidget(m_split);
    connect(m_torus, &TorusView::lookChanged, this, &CollectiveStage::fillViewBar);
    connect(m_bar, &QTabBar::currentChanged, this, &CollectiveStage::choosePage);
}

QWidget* CollectiveStage::makeViewBar()
{
    auto* bar = new FoldingRow({6, 0, 4, 6}, 4);
    auto* pages = bar->addGroup();
    auto* looks = bar->addGroup();
    auto* follow = bar->addGroup(1, true);
    m_bar->setObjectName(QStringLiteral("collectives.stage"));
    m_bar->setAccessibleName(tr("Pictures of the collective"));
    m_bar->setDrawBase(false);
    m_bar->setExpanding(false);
    m_bar->setUsesScrollButtons(false); // short names: the choices beside them give way first
    m_bar->addTab(tr("Torus"));
    m_bar->hide();
    m_layout->addItems({tr("Unrolled"), tr("Solid")});
    m_layout->setAccessibleName(tr("Layout of the torus"));
    m_layout->setToolTip(tr("Unrolled or solid (V)"));
    m_detail->addItems({tr("Chips"), tr("Blocks"), tr("Faces"), tr("Slice")});
    m_detail->setAccessibleName(tr("How much of the torus is drawn"));
    m_detail->setToolTip(tr("Every chip, blocks of 4×4×4, the outer faces, or one slice"));
    pages->addWidget(m_bar);
    looks->addWidget(m_layout);
    looks->addWidget(m_detail);
    m_slice->setObjectName(QStringLiteral("collectives.slice"));
    m_slice->setAccessibleName(tr("Slice that is drawn"));
    m_slice->setToolTip(tr("The slice that is drawn (Page Up, Page Down)"));
    looks->addWidget(m_slice);
    follow->addWidget(m_follow, 1);
    m_timing->setObjectName(QStringLiteral("collectives.timing"));
    follow->addWidget(m_timing);
    connect(m_layout, &QComboBox::activated, m_torus,
            [this](int i) { m_torus->setLayout(static_cast<TorusLayout>(i)); });
    connect(m_detail, &QComboBox::activated, m_torus,
            [this](int i) { m_torus->setDetail(static_cast<TorusDetail>(i)); });
    connect(m_slice, &QComboBox::activated, m_torus, &TorusView::setSlice);
    connect(m_follow, &FollowField::asked, m_torus, &TorusView::follow);
    connect(m_torus, &TorusView::followedChanged, this, [this](int shard) {
        m_follow->present(shard < 0 ? std::nullopt : std::optional(shard));
        emit followed();
    });
    return bar;
}

void CollectiveStage::addBelow(CollectivePage* page, const QString& title)
{
    m_below = page;
    m_split->addWidget(page);
    page->setMinimumHeight(minBelow);
    page->hide();
    addTab(page, title);
}

void CollectiveStage::addPage(CollectivePage* page, const QString& title, const QString& tip)
{
    m_stack->addWidget(page);
    if (page->focusProxy())
        setTabOrder(m_bar, page);
    addTab(page, title);
    m_bar->setTabToolTip(m_bar->count() - 1, tip);
}

void CollectiveStage::showPage(CollectivePage* page)
{
    m_bar->setCurrentIndex(1 + static_cast<int>(std::ranges::find(m_pages, page) - m_pages.begin()));
}

void CollectiveStage::addTab(CollectivePage* page, const QString& title)
{
    m_pages.push_back(page);
    showTab(m_bar->addTab(title), false);
    connect(page, &CollectivePage::stepAsked, &m_player, &Player::goTo);
}

/// The bar lays its tabs out anew only if the last tab asked for changes, and does not ask for room of its own.
void CollectiveStage::showTab(int tab, bool visible)
{
    if (m_bar->isTabVisible(tab) != visible) {
        m_bar->setTabVisible(tab, visible);
        m_bar->updateGeometry();
    }
}

void CollectiveStage::showTorus() { m_bar->setCurrentIndex(0); }

bool CollectiveStage::showsTorus() const { return m_recording && m_bar->currentIndex() == 0; }

void CollectiveStage::askToFollow() { m_follow->setFocus(Qt::ShortcutFocusReason); }

CollectivePage* CollectiveStage::pageOf(int tab) const { return tab > 0 ? m_pages[nth(tab) - 1] : nullptr; }

std::vector<CollectivePage*> CollectiveStage::pagesInSight() const
{
    const int tab = m_bar->currentIndex();
    if (tab > 0)
        return {pageOf(tab)};
    return m_both ? std::vector{m_below} : std::vector<CollectivePage*>();
}

QString CollectiveStage::picture() const
{
    const CollectivePage* page = pageOf(m_bar->currentIndex());
    if (m_both && !page && m_below->isAncestorOf(QApplication::focusWidget()))
        page = m_below; // of two visible the one that is worked with
    const QString own = page ? page->picture() : QString();
    return own.isEmpty() ? QStringLiteral("torus") : own;
}

/// Shows the chosen page and updates it, after tabs, size or collective have changed.
void CollectiveStage::choosePage()
{
    CollectivePage* page = pageOf(m_bar->currentIndex());
    const bool focused = isAncestorOf(QApplication::focusWidget());
    const bool alone = page && page != m_below; // the others are not drawn beside the torus
    m_stack->setCurrentWidget(alone ? static_cast<QWidget*>(page) : m_split);
    m_torus->setVisible(!page);
    if (m_below)
        m_below->setVisible(page == m_below || (m_both && !page));
    m_player.setVisible(isVisible()); // the torus says so of itself alone
    m_transport->setVisible(!page || page->showsTime());
    for (CollectivePage* seen : pagesInSight()) {
        seen->present(m_snapshot);
        seen->load(m_recording, m_reason);
    }
    fillViewBar();
    if (focused && !isAncestorOf(QApplication::focusWidget())) // it was in the page that went
        m_bar->setFocus(Qt::OtherFocusReason);
}

/// Computed from the stage, since its children are laid out later.
int CollectiveStage::pictureHeight() const
{
    return height() - m_bar->parentWidget()->sizeHint().height() - m_transport->sizeHint().height();
}

/// Without a recording nothing changes: a slider that is being dragged must not be hidden.
bool CollectiveStage::roomForBoth() const
{
    if (pictureHeight() < roomOfBoth || !m_below)
        return false;
    if (!m_recording)
        return m_both;
    const auto& whole = m_recording->whole();
    const bool row = whole.wiring == core::Wiring::torus && whole.activeAxes().size() <= 1;
    return row || m_recording->collective().analysis.matmul;
}

/// As what is drawn.
void CollectiveStage::namePicture()
{
    QString name = tr("Torus");
    if (m_recording) {
        const auto& whole = m_recording->whole();
        const bool row = whole.wiring == core::Wiring::torus && whole.activeAxes().size() == 1;
        name = whole.wiring == core::Wiring::throughSwitch ? (whole.domain > 0 ? tr("Network") : tr("Switch"))
               : row                                       ? (isRing(whole) ? tr("Ring") : tr("Line"))
                                                           : name;
    }
    if (const QString text = m_both ? tr("%1 and timeline").arg(name) : name; text != m_bar->tabText(0))
        m_bar->setTabText(0, text);
}

/// Torus and timeline are both visible, or in tabs where the height is too small.
void CollectiveStage::share()
{
    const bool both = roomForBoth();
    if (both == m_both)
        return shareHeight();
    m_both = both;
    const int below = 1 + static_cast<int>(std::ranges::find(m_pages, m_below) - m_pages.begin());
    namePicture();
    showTab(below, !both);
    if (both && m_bar->currentIndex() == below)
        m_bar->setCurrentIndex(0);
    choosePage();
    shareHeight();
}

/// The timeline gets the height that it needs, as long as the torus keeps its minimum.
void CollectiveStage::shareHeight()
{
    if (m_both && !m_movedByHand) {
        const int room = pictureHeight() - m_split->handleWidth();
        const int lower = std::clamp(m_below->sizeHint().height(), minBelow, std::max(minBelow, room - easyTorus));
        m_split->setSizes({room - lower, lower});
    }
}

void CollectiveStage::present(const Snapshot& snapshot)
{
    m_snapshot = snapshot;
    bool any = false;
    for (std::size_t i = 0; i < m_pages.size(); ++i) {
        const bool offered = m_pages[i]->isOfUse(snapshot.scenario) && !(m_both && m_pages[i] == m_below);
        showTab(static_cast<int>(i) + 1, offered);
        QSizePolicy policy = m_pages[i]->sizePolicy(); // what is not offered makes nothing wider
        policy.setHorizontalPolicy(offered ? QSizePolicy::Preferred : QSizePolicy::Ignored);
        m_pages[i]->setSizePolicy(policy);
        any = any || offered;
    }
    m_bar->setVisible(any || m_both);
    if (!m_bar->isTabVisible(m_bar->currentIndex()))
        m_bar->setCurrentIndex(0);
    for (CollectivePage* page : pagesInSight())
        page->present(snapshot);
}

void CollectiveStage::load(Recording* recording, const QString& reason)
{
    if (recording && m_recording && recording->whole() == m_recording->whole() &&
        recording->schedule().goal == m_recording->schedule().goal)
        recording->follow(m_recording->followed());
    m_recording = recording;
    m_reason = reason;
    m_torus->setRecording(recording, reason);
    m_transport->setRecording(recording);
    const auto seen = pagesInSight();
    for (CollectivePage* page : m_pages) // those out of sight are told when they come into sight
        page->load(std::ranges::count(seen, page) > 0 ? recording : nullptr, reason);
    share();
    namePicture();
    m_follow->load(recording);
    fillViewBar();
}

bool CollectiveStage::present()
{
    const int before = m_recording ? m_recording->step() : -1;
    m_torus->present();
    if (!m_recording || m_recording->step() == before) // most frames
        return false;
    for (CollectivePage* page : pagesInSight())
        page->goTo(m_recording->step());
    return true;
}

void CollectiveStage::fillViewBar()
{
    const bool torus = m_bar->currentIndex() == 0;
    m_layout->setItemText(1, m_recording && isRing(m_recording->whole()) ? tr("Circle") : tr("Solid"));
    m_layout->setCurrentIndex(static_cast<int>(m_torus->look().layout));
    m_detail->setCurrentIndex(static_cast<int>(m_torus->look().detail));
    const bool deep = m_recording && m_recording->whole().activeAxes().size() == 3;
    const bool flat = m_torus->look().detail == TorusDetail::slice; // in any layout
    fillSlices(torus && m_recording && flat);
    const bool turns = !m_recording || m_recording->whole().wiring == core::Wiring::torus;
    m_layout->setVisible(torus && !flat && turns);
    m_detail->setVisible(torus && m_recording && (deep || m_recording->whole().chips() > maxSingleChips));
    m_follow->setVisible(torus && m_recording);
}

void CollectiveStage::fillSlices(bool inSight)
{
    m_slice->setVisible(inSight);
    if (!inSight)
        return;
    const auto axis = nth(core::slicedAxis(m_recording->whole()));
    const int length = m_recording->whole().axes[axis].length;
    if (m_slice->count() != length) {
        m_slice->clear();
        for (int i = 0; i < length; ++i)
            m_slice->addItem(QStringLiteral("%1 = %2").arg(QLatin1Char(axisLetters[axis])).arg(i));
    }
    m_slice->setCurrentIndex(m_torus->look().slice);
}

void CollectiveStage::showEvent(QShowEvent*) { m_player.setVisible(true); }

void CollectiveStage::hideEvent(QHideEvent*) { m_player.setVisible(false); }

void CollectiveStage::resizeEvent(QResizeEvent*) { share(); }

} // namespace ui
