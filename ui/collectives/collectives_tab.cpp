// SPDX-License-Identifier: GPL-3.0-or-later
// Carries scenario, player, stage and pages together.
#include "ui/collectives/collectives_tab.h"

#include "core/collectives/report.h"
#include "core/numbers/collective_cache.h"
#include "core/scenario/fields.h"
#include "ui/collectives/collective_setup.h"
#include "ui/collectives/collective_stage.h"
#include "ui/collectives/design_panel.h"
#include "ui/collectives/holdings_page.h"
#include "ui/collectives/slice_card.h"
#include "ui/collectives/timing_button.h"
#include "ui/controls/tab_bar.h"
#include "ui/playback/recording.h"
#include "ui/session/field_text.h"
#include "ui/session/session.h"
#include "ui/tables/link_table.h"
#include "ui/tables/step_table.h"
#include "ui/theme/painting.h"
#include "ui/timeline/matmul_view.h"
#include "ui/timeline/order_builder.h"
#include "ui/timeline/order_table.h"
#include "ui/torus/torus_view.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QShortcut>
#include <QTabWidget>

namespace ui
{

namespace
{

constexpr int sideWidth = 368;
constexpr int wideSide = 432;
constexpr int wideTab = 1240;
constexpr int narrowTab = 900; // below, stage and pages have no room beside each other

class Pages : public QTabWidget
{
public:
    Pages() { setTabBar(new TabBar); }
};

} // namespace

CollectivesTab::CollectivesTab(Session& session, QWidget* parent)
    : QWidget(parent), m_stage(new CollectiveStage(m_player, this)), m_side(new Pages), m_layout(new QHBoxLayout(this))
{
    setObjectName(QStringLiteral("collectives"));
    m_side->setDocumentMode(true);
    m_side->tabBar()->setAccessibleName(tr("Views of the collective"));
    m_side->setObjectName(QStringLiteral("collectives.side"));
    m_side->setFixedWidth(sideWidth);
    addPages(session);
    m_layout->setContentsMargins(9, 9, 1, 1);
    m_layout->setSpacing(8);
    m_layout->addWidget(m_stage, 1);
    m_layout->addWidget(m_side);
    connect(&m_player, &Player::moved, this, &CollectivesTab::presentStep);
    connect(new QShortcut(Qt::Key_Comma, this, {}, {}, Qt::WidgetWithChildrenShortcut), &QShortcut::activated,
            &m_player, &Player::back);
    connect(new QShortcut(Qt::Key_Period, this, {}, {}, Qt::WidgetWithChildrenShortcut), &QShortcut::activated,
            &m_player, &Player::forward);
    connect(m_stage, &CollectiveStage::followed, this, [this] {
        if (CollectivePage* page = sidePage()) {
            page->goTo(m_recording->step());
        }
    });
    connect(&m_stage->timing(), &TimingButton::cancelAsked, &session, &Session::cancelTiming);
    connect(&m_stage->timing(), &TimingButton::againAsked, &session, &Session::timeAgain);
    connect(m_side, &QTabWidget::currentChanged, this, &CollectivesTab::presentSide);
}

CollectivesTab::~CollectivesTab() = default;

/// All pages, in order: those on the stage follow the torus, those at the side are always offered.
void CollectivesTab::addPages(Session& session)
{
    auto* setup = new CollectiveSetup(session);
    auto* holdings = new HoldingsPage;
    addSide(setup, tr("Setup"));
    m_design = new DesignPanel(session);
    addSide(m_design, tr("Design"));
    m_side->setTabToolTip(m_side->indexOf(m_design), tr("The collectives of this design"));
    connect(m_design, &DesignPanel::opened, this, &CollectivesTab::showPicture);
    addSide(new LinkTable, tr("Links"));
    addSide(new StepTable, tr("Steps"));
    addSide(new OrderTable(m_player), tr("Order"));
    m_stage->addBelow(new MatmulView(session, m_player), tr("Timeline"));
    m_stage->addPage(holdings, tr("Numbers"), tr("Who holds what: every chip's numbers, shard by shard"));
    m_own = new OrderBuilder;
    m_stage->addPage(m_own, tr("Custom"), tr("A schedule of your own"));
    connect(m_own, &OrderBuilder::played, this, &CollectivesTab::play);
    connect(m_own, &OrderBuilder::changed, this, &CollectivesTab::customScheduleChanged);
    connect(m_own, &OrderBuilder::ringAsked, this, [&session] {
        [[maybe_unused]] const auto done = session.editFromText("coll.wrap", "ring"); // one of its choices
    });
    connect(setup, &CollectiveSetup::slideLoaded, this, [this, holdings] {
        m_stage->showPage(holdings);
        showPicture();
    });
}

void CollectivesTab::showDesign()
{
    m_side->setCurrentWidget(m_design);
    m_design->focusList();
}

void CollectivesTab::addSide(CollectivePage* page, const QString& title)
{
    m_sidePages.push_back(page);
    m_side->addTab(page, title);
    connect(page, &CollectivePage::marked, &m_stage->torus(), &TorusView::mark);
    connect(page, &CollectivePage::stepAsked, &m_player, &Player::goTo);
}

/// Null if the stage is in its tab.
CollectivePage* CollectivesTab::sidePage() const { return qobject_cast<CollectivePage*>(m_side->currentWidget()); }

void CollectivesTab::offerPages()
{
    for (CollectivePage* page : m_sidePages)
        static_cast<TabBar*>(m_side->tabBar())->offer(m_side->indexOf(page), page->isOfUse(m_snapshot.scenario));
}

/// Without room for both, the stage becomes the first tab of the pages.
void CollectivesTab::setNarrow(bool narrow)
{
    if (narrow == m_narrow) {
        return;
    }
    m_narrow = narrow;
    if (narrow) {
        m_side->insertTab(0, m_stage, tr("Picture"));
        if (m_side->currentWidget() != m_design) { // which was asked for, and shows the picture of what is chosen
            m_side->setCurrentIndex(0);
        }
    } else {
        m_side->removeTab(m_side->indexOf(m_stage));
        m_layout->insertWidget(0, m_stage, 1);
        m_stage->show();
    }
    m_layout->setStretchFactor(m_side, narrow ? 1 : 0);
}

void CollectivesTab::showOrderBuilder(bool shows, bool empties)
{
    if (empties)
        m_own->clear();
    if (shows)
        m_stage->showPage(m_own);
    else if (m_own->isVisibleTo(m_stage))
        m_stage->showTorus();
    else
        return;
    showPicture();
}

void CollectivesTab::hideSchedules(const QString& why)
{
    if (std::exchange(m_hidden, why) == why) {
        return;
    }
    m_own->setSought(!why.isEmpty());
    rewind();
}

void CollectivesTab::rewind()
{
    if (std::exchange(m_hasShown, false)) {
        rebuild(core::Scenario(m_shown));
    }
}

bool CollectivesTab::showsStage() const { return !m_narrow || m_side->currentWidget() == m_stage; }

void CollectivesTab::showPicture()
{
    if (m_narrow) {
        m_side->setCurrentWidget(m_stage);
    }
}

const TorusLook& CollectivesTab::look() const { return m_stage->torus().look(); }

QString CollectivesTab::picture() const { return m_stage->picture(); }

void CollectivesTab::present(const Snapshot& snapshot)
{
    m_snapshot = snapshot;
    m_stage->present(snapshot);
    offerPages();
    if (CollectivePage* page = sidePage()) {
        page->present(snapshot);
    }
    const core::Scenario& s = snapshot.scenario;
    if (!m_hasShown || !isSameCollective(m_shown, s) || m_shown.conv.unit != s.conv.unit) {
        rebuild(s);
    }
    m_stage->timing().present(*m_snapshot.cache, s);
}

void CollectivesTab::rebuild(const core::Scenario& scenario)
{
    auto& cache = *m_snapshot.cache;
    const auto report = cache.report(scenario); // which the numbers beside need as well
    const bool sameSteps = m_hasShown && onlySizesDiffer(m_shown.coll, scenario.coll);
    if (cache.isWorking() && sameSteps)
        return; // the picture stays until the new one can be drawn, which publishes again
    const bool hidden = !m_hidden.isEmpty() && core::isMatmul(scenario.coll.kind);
    take(hidden             ? tl::unexpected(m_hidden.toStdString())
         : report->analysis ? core::wholeCollective(scenario, *report->analysis)
                            : tl::unexpected(report->problem),
         sameSteps);
    m_shown = scenario;
    m_hasShown = !cache.isWorking() && !cache.isCancelled(scenario);
}

/// Plays a custom schedule until the scenario changes.
void CollectivesTab::play(const core::OwnMatmul& own)
{
    auto collective = core::wholeCollective(m_shown);
    if (collective) {
        take(core::withMatmul(*std::move(collective), own, m_shown), false);
        m_played = std::make_shared<const core::OwnMatmul>(own);
        m_stage->showTorus();
        showPicture();
        m_player.setPlaying(true);
    }
}

core::Workspace CollectivesTab::workspace(const Snapshot& snapshot) const
{
    core::Workspace workspace = snapshot.workspace();
    if (!m_hasShown || !isSameCollective(m_shown, snapshot.scenario)) {
        return workspace;
    }
    workspace.custom = m_own->schedule();
    if (m_recording && m_recording->collective().ownOrder) {
        workspace.played = &m_recording->collective();
    }
    return workspace;
}

void CollectivesTab::take(tl::expected<core::WholeCollective, std::string> collective, bool sameSteps)
{
    const auto old = std::move(m_recording); // goes when no page shows it any more
    m_played.reset();
    m_reason = collective ? QString() : inWords(collective.error(), m_snapshot.scenario);
    if (collective) {
        m_recording = std::make_unique<Recording>(*std::move(collective));
    }
    m_stage->load(m_recording.get(), m_reason);
    for (CollectivePage* page : m_sidePages) {
        page->load(page == sidePage() ? m_recording.get() : nullptr, m_reason);
    }
    auto ends = m_recording ? m_recording->collective().stepEnds : std::vector<double>();
    sameSteps ? m_player.retime(std::move(ends)) : m_player.load(std::move(ends));
    emit stepShown(m_player.step());
    emit customScheduleChanged();
}

void CollectivesTab::presentSide()
{
    if (CollectivePage* page = sidePage()) {
        m_stage->torus().mark({}); // that was another page's
        page->present(m_snapshot);
        page->load(m_recording.get(), m_reason);
    }
}

void CollectivesTab::presentStep()
{
    if (!m_stage->present()) {
        return;
    }
    if (CollectivePage* page = sidePage()) {
        page->goTo(m_recording->step());
    }
    emit stepShown(m_recording->step());
}

void CollectivesTab::resizeEvent(QResizeEvent*)
{
    setNarrow(width() < narrowTab);
    if (m_narrow) {
        m_side->setMinimumWidth(0);
        m_side->setMaximumWidth(QWIDGETSIZE_MAX);
    } else {
        m_side->setFixedWidth(width() < wideTab ? sideWidth : wideSide);
    }
}

/// Keys that the focused widget did not take: buttons keep Space, sliders and tables keep Home and End.
void CollectivesTab::keyPressEvent(QKeyEvent* event)
{
    const bool plain = !(event->modifiers() & (Qt::ControlModifier | Qt::AltModifier));
    if (!plain || !playByKey(m_player, event->key())) {
        QWidget::keyPressEvent(event);
    }
}

void CollectivesTab::paintEvent(QPaintEvent*)
{
    const Theme& theme = themeOf(this);
    QPainter painter(this);
    drawBox(painter, rect(), 8, theme.panel, theme.outline);
}

} // namespace ui
