// SPDX-License-Identifier: GPL-3.0-or-later
// Puts timeline, order, mode and ratio together.
#include "ui/timeline/matmul_view.h"

#include "core/scenario/names.h"
#include "ui/controls/combo.h"
#include "ui/controls/segmented.h"
#include "ui/timeline/order_table.h"
#include "ui/timeline/ratio_slider.h"
#include "ui/timeline/timeline_view.h"
#include "ui/torus/player.h"
#include "ui/torus/reel.h"
#include "ui/torus/shard_names.h"

#include <QHBoxLayout>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace ui
{

namespace
{

constexpr int mostListed = 512; // chips to choose from
constexpr int orderRoom = 170;  // height that the order asks for beside the timeline
constexpr int mostOrder = 320;

/// In the order of the segments.
constexpr std::array modes{core::CollectiveAlgorithm::automatic, core::CollectiveAlgorithm::halves,
                           core::CollectiveAlgorithm::whole, core::CollectiveAlgorithm::uni};

} // namespace

MatmulView::MatmulView(Session& session, Player& player, QWidget* parent)
    : CollectivePage(parent), m_session(session), m_player(player), m_controls(new QWidget(this)),
      m_mode(new Segmented), m_page(new Segmented), m_ratio(new RatioSlider(session)), m_chips(new Combo),
      m_area(new QScrollArea), m_timeline(new TimelineView(player)), m_order(new OrderTable)
{
    setObjectName(QStringLiteral("matmul"));
    auto* room = new QWidget; // the timeline itself would lose its palette to the area
    auto* rows = new QVBoxLayout(room);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->addWidget(m_timeline);
    m_area->setWidget(room);
    m_area->setWidgetResizable(true);
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->setFocusPolicy(Qt::NoFocus); // keys the timeline leaves alone scroll
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* list = new QVBoxLayout(this);
    list->setContentsMargins(8, 2, 8, 2);
    list->setSpacing(4);
    list->addWidget(makeBar());
    list->addWidget(m_area, 1);
    list->addWidget(m_order);
    connect(m_timeline, &TimelineView::explained, this, &MatmulView::explained);
    connect(m_timeline, &TimelineView::chosen, this, [this](const QRect& bar) {
        m_area->ensureVisible(bar.center().x(), bar.center().y(), bar.width() / 2 + 8, bar.height());
    });
    connect(m_ratio, &RatioSlider::explained, this, &MatmulView::explained);
    connect(m_order, &OrderTable::stepAsked, this, &MatmulView::seekStep);
    connect(&player, &Player::moved, this, &MatmulView::presentStep);
}

QWidget* MatmulView::makeBar()
{
    auto* bar = m_controls;
    m_mode->setChoices({tr("Auto"), tr("Halves"), tr("Whole"), tr("One way")}, tr("Order of the shards"),
                       QStringLiteral("matmul.mode"));
    m_page->setChoices({tr("Timeline"), tr("Order")}, tr("What is shown"), QStringLiteral("matmul.page"));
    m_chips->setObjectName(QStringLiteral("matmul.chips"));
    m_chips->setAccessibleName(tr("Chips on the timeline"));
    auto* line = new QHBoxLayout;
    line->setSpacing(8);
    line->addWidget(m_page);
    line->addWidget(m_mode);
    line->addStretch();
    line->addWidget(m_chips);
    auto* list = new QVBoxLayout(bar);
    list->setContentsMargins(0, 0, 0, 0);
    list->setSpacing(4);
    list->addLayout(line);
    list->addWidget(m_ratio);
    connect(m_mode, &Segmented::chosen, this, [this](int i) {
        const auto name = core::nameOf(modes[static_cast<std::size_t>(i)]);
        [[maybe_unused]] const auto done = m_session.editFromText("coll.algorithm", name); // one of its choices
    });
    connect(m_page, &Segmented::chosen, this, [this](int i) {
        m_chosenPage = i;
        share();
    });
    connect(m_chips, &QComboBox::activated, this, &MatmulView::read);
    return bar;
}

void MatmulView::present(const Snapshot& snapshot)
{
    m_scenario = snapshot.scenario;
    const auto found = std::ranges::find(modes, m_scenario.coll.algorithm);
    m_mode->choose(found == modes.end() ? 0 : static_cast<int>(found - modes.begin()));
}

void MatmulView::load(const Reel* reel, const QString& reason)
{
    m_reel = reel;
    if (!reel && reason.isEmpty()) { // the next one comes at once: a track that is being dragged must not be hidden
        return;
    }
    m_multiplies = reel && reel->collective().study.matmul;
    m_order->show(reel ? &reel->collective() : nullptr);
    m_mode->setVisible(m_multiplies);
    m_ratio->setVisible(m_multiplies);
    if (m_multiplies) {
        m_ratio->present(m_scenario);
    }
    fillChips();
    if (reel) {
        read();
    } else {
        m_timeline->show(reason);
    }
    share();
}

void MatmulView::fillChips()
{
    const int before = m_chips->currentIndex();
    const bool same = m_reel && m_chips->count() > 0 && m_chips->property("chips") == m_reel->whole().chips() &&
                      m_chips->property("multiplies") == m_multiplies;
    if (same) {
        return;
    }
    m_chips->clear();
    if (!m_reel) {
        return;
    }
    const auto& collective = m_reel->collective();
    const int chips = collective.study.schedule.topology.chips();
    m_chips->setProperty("chips", m_reel->whole().chips());
    m_chips->setProperty("multiplies", m_multiplies);
    if (m_multiplies) {
        m_chips->addItem(tr("Chip 0"));
        if (chips > 1 && chips <= mostTimelineChips) {
            m_chips->addItem(tr("All %1").arg(chips));
        }
    } else {
        m_chips->addItem(tr("Busiest chip"));
        for (int chip = 0; chips <= mostListed && chip < chips; ++chip) {
            m_chips->addItem(tr("Chip %1").arg(chipName(collective.whole, collective.chipOfWhole(chip, 0))));
        }
    }
    m_chips->setCurrentIndex(std::clamp(before, 0, std::min(1, m_chips->count() - 1)));
}

void MatmulView::read()
{
    const int chosen = m_chips->currentIndex();
    TimelineChips chips;
    if (chosen > 0) {
        chips = m_multiplies ? TimelineChips{TimelineChips::Kind::all, 0}
                             : TimelineChips{TimelineChips::Kind::one, chosen - 1};
    }
    m_timeline->show(readTimeline(m_reel->collective(), m_scenario, chips));
    presentStep();
}

/// The step of chip 0 that is multiplied at the moment, or was last.
void MatmulView::presentStep()
{
    const auto* reading = m_timeline->reading();
    if (!reading || !reading->multiplies()) {
        return;
    }
    const double now = m_player.seconds() + 1e-9 * reading->end; // a moment that was sought is met but for rounding
    for (const auto& lane : reading->parts.back().gantt.lanes) {
        if (lane.row.multiplies()) {
            const auto next = std::ranges::upper_bound(lane.bars, now, {}, &core::GanttBar::start);
            m_order->light(next == lane.bars.begin() ? 0 : std::prev(next)->step);
            return;
        }
    }
}

void MatmulView::seekStep(int step)
{
    const auto* reading = m_timeline->reading();
    if (!reading) {
        return;
    }
    for (const auto& lane : reading->parts.back().gantt.lanes) {
        const auto bar = std::ranges::find(lane.bars, step, &core::GanttBar::step);
        if (lane.row.multiplies() && bar != lane.bars.end()) {
            m_player.setPlaying(false);
            m_player.seekSeconds(bar->start);
            return;
        }
    }
}

/// Timeline and order share the height, or take turns where it is too low.
void MatmulView::share()
{
    const int room = height() - m_controls->sizeHint().height();
    const bool both = m_multiplies && room >= m_timeline->minimumSizeHint().height() + orderRoom;
    const bool order = m_multiplies && (both || m_chosenPage == 1);
    m_page->setVisible(m_multiplies && !both);
    m_page->choose(m_chosenPage);
    m_area->setVisible(both || !order);
    m_order->setVisible(order);
    m_order->setMaximumHeight(both ? mostOrder : QWIDGETSIZE_MAX);
}

void MatmulView::resizeEvent(QResizeEvent*) { share(); }

} // namespace ui
