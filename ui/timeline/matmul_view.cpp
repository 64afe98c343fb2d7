// SPDX-License-Identifier: GPL-3.0-or-later
// Puts timeline, mode and ratio together.
#include "ui/timeline/matmul_view.h"

#include "core/collectives/analysis.h"
#include "core/collectives/gantt.h"
#include "core/collectives/networks/stop.h"
#include "core/scenario/choices.h"
#include "ui/controls/combo.h"
#include "ui/controls/scrolled.h"
#include "ui/controls/segmented.h"
#include "ui/playback/recording.h"
#include "ui/playback/shards.h"
#include "ui/theme/nth.h"
#include "ui/timeline/ratio_slider.h"
#include "ui/timeline/timeline_view.h"

#include <QHBoxLayout>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <system_error>

namespace ui
{

namespace
{

constexpr int maxListed = 512; // chips to choose from

/// In the order of the segments.
constexpr std::array modes{core::CollectiveAlgorithm::automatic, core::CollectiveAlgorithm::halves,
                           core::CollectiveAlgorithm::whole, core::CollectiveAlgorithm::uni};

} // namespace

MatmulView::MatmulView(Session& session, Player& player, QWidget* parent)
    : CollectivePage(parent), m_session(session), m_controls(new QWidget(this)), m_mode(new Segmented),
      m_ratio(new RatioSlider(session)), m_chips(new Combo), m_timeline(new TimelineView(player)),
      m_area(scrolled(m_timeline))
{
    setObjectName(QStringLiteral("matmul"));
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* list = new QVBoxLayout(this);
    list->setContentsMargins(8, 2, 8, 2);
    list->setSpacing(4);
    list->addWidget(makeBar());
    list->addWidget(m_area, 1);
    connect(m_timeline, &TimelineView::chosen, this, [this](const QRect& bar) {
        m_area->ensureVisible(bar.center().x(), bar.center().y(), bar.width() / 2 + 8, bar.height());
    });
}

MatmulView::~MatmulView()
{
    m_reader.request_stop();
    if (m_reader.joinable())
        m_reader.join();
}

QSize MatmulView::sizeHint() const
{
    const QSize rows = m_timeline->minimumSizeHint();
    return {rows.width(), m_controls->sizeHint().height() + rows.height() * 6 / 5 + 12};
}

QWidget* MatmulView::makeBar()
{
    auto* bar = m_controls;
    m_mode->setChoices({tr("Auto"), tr("Halves"), tr("Whole"), tr("One way")}, tr("Order of the shards"),
                       QStringLiteral("matmul.mode"));
    m_chips->setObjectName(QStringLiteral("matmul.chips"));
    m_chips->setAccessibleName(tr("Chips on the timeline"));
    auto* line = new QHBoxLayout;
    line->setSpacing(8);
    line->addWidget(m_mode);
    line->addStretch();
    line->addWidget(m_chips);
    auto* list = new QVBoxLayout(bar);
    list->setContentsMargins(0, 0, 0, 0);
    list->setSpacing(4);
    list->addLayout(line);
    list->addWidget(m_ratio);
    connect(m_mode, &Segmented::chosen, this, [this](int i) {
        const auto name = core::nameOf(modes[nth(i)]);
        [[maybe_unused]] const auto done = m_session.editFromText("coll.algorithm", name); // one of its choices
    });
    connect(m_chips, &QComboBox::activated, this, &MatmulView::read);
    return bar;
}

void MatmulView::present(const Snapshot& snapshot)
{
    m_snapshot = snapshot;
    const auto found = std::ranges::find(modes, snapshot.scenario.coll.algorithm);
    m_mode->choose(found == modes.end() ? 0 : static_cast<int>(found - modes.begin()));
}

void MatmulView::load(const Recording* recording, const QString& reason)
{
    m_recording = recording;
    m_waits = false;
    if (!recording &&
        reason.isEmpty()) { // the next one comes at once: a track that is being dragged must not be hidden
        return;
    }
    m_multiplies = recording && recording->collective().analysis.matmul;
    m_mode->setVisible(m_multiplies);
    m_ratio->setVisible(m_multiplies);
    if (m_multiplies) {
        m_ratio->present(m_snapshot);
    }
    fillChips();
    if (recording) {
        read();
    } else {
        m_timeline->present(reason);
    }
}

void MatmulView::fillChips()
{
    const int before = m_chips->currentIndex();
    const bool same = m_recording && m_chips->count() > 0 &&
                      m_chips->property("chips") == m_recording->whole().chips() &&
                      m_chips->property("multiplies") == m_multiplies;
    if (same) {
        return;
    }
    m_chips->clear();
    if (!m_recording) {
        return;
    }
    const auto& collective = m_recording->collective();
    const int chips = collective.analysis.schedule.topology.chips();
    m_chips->setProperty("chips", m_recording->whole().chips());
    m_chips->setProperty("multiplies", m_multiplies);
    if (m_multiplies) {
        m_chips->addItem(tr("Chip 0"));
        if (chips > 1 && chips <= maxTimelineChips) {
            m_chips->addItem(tr("All chips"));
        }
    } else {
        m_chips->addItem(tr("Busiest chip"));
        for (int chip = 0; chips <= maxListed && chip < chips; ++chip) {
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
    const auto& analysis = m_recording->collective().analysis;
    const auto clock = m_snapshot.scenario.coll.clock;
    if (chips.kind == TimelineChips::Kind::one && !core::hasLinks(analysis, clock, chips.chip)) {
        if (!m_links || m_links->chip != chips.chip || m_links->clock != clock || m_linksOf != m_recording->shared())
            return readBeside(chips.chip);
        chips.links = m_links;
    }
    m_waits = false;
    m_timeline->present(readTimeline(m_recording->collective(), m_snapshot, chips));
}

/// Whatever was chosen meanwhile is read when the thread has ended.
void MatmulView::readBeside(int chip)
{
    m_waits = true;
    m_timeline->present(tr("Timing the messages of %1…").arg(m_chips->currentText()));
    if (m_reader.joinable())
        return;
    const auto work = [this, collective = m_recording->shared(), clock = m_snapshot.scenario.coll.clock,
                       chip](const std::stop_token& stop) {
        const core::StopScope scope(stop);
        std::shared_ptr<core::LinksOfChip> links;
        try {
            links = std::make_shared<core::LinksOfChip>(
                core::LinksOfChip{chip, clock, core::linkGantt(collective->analysis, clock, chip)});
        } catch (const core::Stopped&) {
            return;
        }
        QMetaObject::invokeMethod(this, [this, collective, links] { // in the thread of the window
            m_reader.join();
            m_links = links;
            m_linksOf = collective;
            if (m_waits && m_recording)
                read();
        });
    };
    try {
        m_reader = std::jthread(work);
    } catch (const std::system_error&) {
        m_timeline->present(tr("The system starts no more threads: close other programs, and choose the chip again."));
    }
}

} // namespace ui
