// SPDX-License-Identifier: GPL-3.0-or-later
// Pages of charts; a page other than the first is made when it is opened.
#include "ui/shell/tabs.h"

#include "core/design/sharding_opening.h"
#include "ui/charts/chart.h"
#include "ui/charts/chart_catalogue.h"
#include "ui/collectives/collective_stage.h"
#include "ui/collectives/collectives_tab.h"
#include "ui/collectives/slice_card.h"
#include "ui/controls/scrolled.h"
#include "ui/controls/tab_bar.h"
#include "ui/layer/layer_tab.h"
#include "ui/numbers/verdict_text.h"
#include "ui/operation/operation_tab.h"
#include "ui/playback/recording.h"
#include "ui/session/session.h"
#include "ui/sharding/sharding_chart.h"
#include "ui/sharding/sharding_tab.h"
#include "ui/shell/back_button.h"
#include "ui/shell/chart_card.h"
#include "ui/shell/explore_page.h"
#include "ui/step/step_tab.h"
#include "ui/theme/style_sheet.h"
#include "ui/torus/torus_view.h"

#include <QScrollArea>
#include <QShortcut>
#include <QVBoxLayout>

#include <algorithm>

namespace ui
{

namespace
{

constexpr int pageGap = explorePageGap;

/// Asks for no more height than its minimum, whatever its width: a scroll area would give it all that it prefers.
class MinimumColumn : public QVBoxLayout
{
public:
    using QVBoxLayout::QVBoxLayout;
    bool hasHeightForWidth() const override { return false; }
};

/// Hidden by somebody, such as on a page of several that is not in sight; not where it was never shown yet.
bool isPutAway(const QWidget* part, const QWidget* page)
{
    for (; part && part != page; part = part->parentWidget())
        if (part->isHidden() && part->testAttribute(Qt::WA_WState_ExplicitShowHide))
            return true;
    return false;
}

} // namespace

Tabs::Tabs(Session& session, QWidget* parent) : QTabWidget(parent), m_session(session)
{
    setObjectName(QStringLiteral("tabs"));
    setTabBar(new TabBar);
    setDocumentMode(true);
    tabBar()->setDrawBase(false);
    tabBar()->setObjectName(QStringLiteral("tabs.bar"));
    tabBar()->setAccessibleName(tr("Views"));
    for (const TabRow& row : tabRows())
        addTab(count() == 0 ? makeExplore() : makePage(row.id), row.words);
    m_collectivesPage = findChild<QWidget*>(QStringLiteral("page.collectives"));
    m_back = new BackButton(m_session);
    setCornerWidget(m_back);
    connect(m_back, &BackButton::taken, this, [this](const QString& tab) {
        openChart(tab);
        focusPicture();
    });
    connect(this, &QTabWidget::currentChanged, this, [this](int index) {
        openPage(widget(index));
        presentVisible();
    });
    const auto focusClicked = [this](int index) { index == currentIndex() ? focusPicture() : void(); };
    connect(tabBar(), &QTabBar::tabBarClicked, this, focusClicked, Qt::QueuedConnection); // it is told before it turns
}

void Tabs::openPage(QWidget* page)
{
    if (!page->layout() || page->layout()->count() > 0 || page == widget(0)) // isEmpty() of what is not shown yet, too
        return;
    if (page == m_collectivesPage) {
        auto* holder = new QWidget;
        auto* column = new MinimumColumn(holder);
        column->setContentsMargins(0, 0, 0, 0);
        page->layout()->addWidget(scrolled(holder));           // where large texts leave less than its parts need
        m_collectives = new CollectivesTab(m_session, holder); // in its place: each move styles all its parts again
        m_collectives->hideSchedules(m_hiddenSchedules);
        column->addWidget(m_collectives);
        offerCopy(m_collectives->stage().torus());
        connect(m_collectives, &CollectivesTab::stepShown, this, &Tabs::stepShown);
        connect(m_collectives, &CollectivesTab::customScheduleChanged, this, &Tabs::customScheduleChanged);
    } else if (const QString id = page->objectName().mid(5); id == QLatin1String("sharding")) {
        m_sharding = new ShardingTab(m_session, makeCard(id, false, page), page);
        page->layout()->addWidget(scrolled(m_sharding));
        connect(m_sharding, &ShardingTab::openAsked, this,
                [this](const core::Repair& opening) { openCollective(opening, QStringLiteral("sharding")); });
        connect(m_sharding, &ShardingTab::checkToggled, this, [this] { emit currentChanged(currentIndex()); });
    } else if (id == QLatin1String("operation")) {
        m_operation = new OperationTab(m_session, makeCard(id, false, page),
                                       makeCard(QStringLiteral("intensity"), false, page), page);
        connect(m_operation, &OperationTab::pictureChanged, this, [this] { emit currentChanged(currentIndex()); });
        page->layout()->addWidget(scrolled(m_operation));
    } else if (id == QLatin1String("step")) {
        m_step = new StepTab(m_session, makeCard(id, false, page), makeCard(QStringLiteral("pipeline"), false, page),
                             makeCard(QStringLiteral("parallel"), false, page),
                             makeCard(QStringLiteral("trace"), false, page), page);
        connect(m_step, &StepTab::pictureChanged, this, [this] { emit currentChanged(currentIndex()); });
        connect(m_step, &StepTab::collectiveAsked, this,
                [this](const core::Repair& opening) { openCollective(opening, QStringLiteral("step")); });
        connect(m_step, &StepTab::layerAsked, this,
                [this] { openFrom(QStringLiteral("step"), QStringLiteral("layer"), [] {}); });
        page->layout()->addWidget(scrolled(m_step));
    } else if (id == QLatin1String("layer")) {
        openLayer(page);
    } else {
        page->layout()->addWidget(scrolled(makeCard(id, false, page)));
    }
}

void Tabs::openLayer(QWidget* page)
{
    m_layer = new LayerTab(m_session, makeCard(QStringLiteral("layer"), false, page),
                           makeCard(QStringLiteral("attention"), false, page),
                           makeCard(QStringLiteral("network"), false, page), page);
    connect(m_back, &BackButton::taken, m_layer, &LayerTab::takeProduct);
    connect(m_layer, &LayerTab::pictureChanged, this, [this] { emit currentChanged(currentIndex()); });
    page->layout()->addWidget(scrolled(m_layer));
    connect(m_layer, &LayerTab::collectiveAsked, this,
            [this](const core::Repair& opening) { openCollective(opening, QStringLiteral("layer")); });
    connect(m_layer, &LayerTab::productAsked, this, [this](const core::Repair& opening) {
        openFrom(QStringLiteral("layer"), QStringLiteral("sharding"), [&] {
            [[maybe_unused]] const auto done = m_session.apply(opening); // sizes and axes that the notation takes
        });
    });
    connect(m_layer, &LayerTab::operationsAsked, this, [this](const std::vector<core::Operation>& operations) {
        openFrom(QStringLiteral("layer"), QStringLiteral("operation"), [&] { m_operation->open(operations); });
    });
}

/// What is alike and open already needs no edit.
void Tabs::openCollective(const core::Repair& opening, const QString& from)
{
    m_back->open(from, m_collectivesPage, opening);
    if (!core::isOpened(m_session.scenario(), opening.edits))
        (void)m_session.apply(opening); // its edits have been tried
    setCurrentWidget(m_collectivesPage);
    focusPicture();
}

/// Its page is made first.
void Tabs::openFrom(const QString& from, const QString& tab, const std::function<void()>& edit)
{
    openChart(tab);
    m_back->open(from, currentWidget(), edit);
    m_back->offer(currentWidget());
    focusPicture();
}

void Tabs::goBack()
{
    if (!(m_sharding && m_sharding->leaveCheck()) && !m_back->goBack())
        setCurrentIndex(0);
}

void Tabs::rewind()
{
    m_slice->player().first();
    if (m_sharding && m_sharding->player())
        m_sharding->player()->first();
    if (m_collectives)
        m_collectives->rewind();
}

void Tabs::hideSchedules(const QString& why)
{
    m_hiddenSchedules = why;
    if (m_collectives)
        m_collectives->hideSchedules(why);
}

core::Workspace Tabs::workspace(const Snapshot& snapshot) const
{
    return m_collectives ? m_collectives->workspace(snapshot) : snapshot.workspace();
}

ChartCard* Tabs::makeCard(const QString& id, bool opens, QWidget* parent)
{
    const ChartRow& row = *findChart(id);
    auto* chart = id == QLatin1String("sharding") ? new ShardingChart(row) : new Chart(row);
    auto* card = new ChartCard(id, row.ofStep ? row.title : QString(), chart, opens, parent);
    chart->setTheme(*m_theme);
    card->setLow(m_low);
    offerCopy(*chart);
    connect(card, &ChartCard::openAsked, this, &Tabs::openChart);
    m_cards.push_back(card);
    return card;
}

/// Ctrl+C means the picture that has the focus.
void Tabs::offerCopy(QWidget& picture)
{
    connect(new QShortcut(QKeySequence::Copy, &picture, nullptr, nullptr, Qt::WidgetShortcut), &QShortcut::activated,
            this, &Tabs::copyAsked);
}

QWidget* Tabs::makeExplore()
{
    auto* page = new ExplorePage;
    std::vector<QWidget*> cards;
    for (const ChartRow& row : stepCharts())
        cards.push_back(makeCard(row.id, true, page));
    m_slice = new SliceCard(m_session, page);
    connect(m_slice, &SliceCard::openAsked, this, &Tabs::openChart);
    connect(m_slice, &SliceCard::designAsked, this, &Tabs::openDesignCollectives);
    page->setCards(std::move(cards), m_slice);
    auto* area = scrolled(page);
    auto* rows = static_cast<QVBoxLayout*>(area->widget()->layout());
    rows->setSpacing(0);
    rows->setStretchFactor(page, 1); // beside the card of the start
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    return area;
}

void Tabs::setStartCard(QWidget* card)
{
    auto* rows = static_cast<QVBoxLayout*>(qobject_cast<QScrollArea*>(widget(0))->widget()->layout());
    rows->insertWidget(0, card);
}

void Tabs::addPage(QWidget* part, const QString& id, const QString& words)
{
    QWidget* page = makePage(id);
    page->layout()->addWidget(scrolled(part));
    addTab(page, words);
}

QWidget* Tabs::makePage(const QString& id)
{
    auto* page = new QWidget;
    page->setObjectName(QStringLiteral("page.") + id);
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(pageGap, pageGap, pageGap, pageGap);
    return page;
}

void Tabs::present(const Snapshot& snapshot)
{
    m_latest = snapshot;
    m_ghost = cannotEvaluate(snapshot);
    if (!m_ghost)
        m_snapshot = snapshot;
    presentVisible();
}

void Tabs::presentVisible()
{
    m_back->offer(currentWidget());
    const auto presentIn = [this](auto* part) {
        if (part && m_latest.number > 0 && currentWidget()->isAncestorOf(part))
            part->present(m_latest);
    };
    const auto presentAll = [&](auto*... parts) { (presentIn(parts), ...); };
    for (ChartCard* card : m_cards)
        if (currentWidget()->isAncestorOf(card) && !card->isHidden())
            presentCard(*card);
    presentAll(m_collectives, m_sharding, m_operation, m_step, m_layer); // as high as their pictures need by now
    // Pictures are painted in the order in which they ask: last the torus, which another thread draws meanwhile.
    presentIn(m_slice);
}

void Tabs::presentCard(ChartCard& card)
{
    if (!findChart(card.chart()->id())->ofStep)
        return card.chart()->present(m_latest);
    const bool known = m_snapshot.number > 0;
    const QString note = m_ghost && known ? tr("last valid picture") : QString();
    card.setVeil(note, m_ghost && !known);
    if (known) {
        card.chart()->present(m_snapshot);
        if (!m_latest.dragging)
            card.chart()->setAccessibleDescription((note.isEmpty() ? note : note + QStringLiteral(": ")) +
                                                   card.chart()->description());
    }
}

void Tabs::setTheme(const Theme& theme)
{
    m_theme = &theme;
    for (ChartCard* card : m_cards)
        card->chart()->setTheme(theme);
}

/// Room for the pictures comes first where there is little height.
void Tabs::setLow(bool low)
{
    m_low = low;
    restyle(*tabBar(), "low", low);
    const int round = low ? 4 : pageGap;
    for (int tab = 1; tab < count(); ++tab)
        widget(tab)->layout()->setContentsMargins(round, round, round, round);
    for (ChartCard* card : m_cards)
        card->setLow(low);
}

Chart* Tabs::currentChart() const
{
    Chart* first = nullptr;
    for (ChartCard* card : m_cards) {
        if (!currentWidget()->isAncestorOf(card) || isPutAway(card, currentWidget()))
            continue;
        const QWidget* focus = focusWidget();
        if (focus && (focus == card->chart() || card->chart()->isAncestorOf(focus)))
            return card->chart();
        first = first ? first : card->chart();
    }
    return first;
}

void Tabs::focusPicture()
{
    const CollectiveStage* stage = stageInSight();
    QWidget* picture = stage && stage->showsTorus() ? &stage->torus() : static_cast<QWidget*>(currentChart());
    (picture ? picture : tabBar())->setFocus(Qt::ShortcutFocusReason);
}

QString Tabs::currentView() const
{
    if (currentWidget() == m_collectivesPage)
        return m_collectives->picture();
    const Chart* chart = currentChart();
    const QWidget* focus = focusWidget();
    const bool meant = chart && (currentIndex() > 0 || (focus && (focus == chart || chart->isAncestorOf(focus))));
    return meant ? chart->id() : QStringLiteral("dashboard");
}

PlaybackState Tabs::playbackState() const
{
    if (currentWidget() != m_collectivesPage || !m_collectives->recording())
        return {};
    const TorusLook& look = m_collectives->look();
    return {.step = m_collectives->recording()->step(),
            .progress = look.progress,
            .layout = look.layout,
            .detail = look.detail,
            .camera = look.camera,
            .slice = look.slice,
            .pinned = look.pinned,
            .followed = m_collectives->recording()->followed(),
            .custom = m_collectives->played(),
            .trueTimes = m_collectives->player().showsTrueTimes()};
}

Snapshot Tabs::animated(const Snapshot& latest) const
{
    return currentIndex() == 0 && m_slice->shown() ? snapshotOf(*m_slice->shown(), latest.number) : latest;
}

Player* Tabs::playerInSight() const
{
    if (m_sharding && currentWidget()->isAncestorOf(m_sharding))
        return m_sharding->player();
    const bool plays = m_collectives && currentWidget() == m_collectivesPage;
    return plays ? &m_collectives->player() : currentIndex() == 0 ? &m_slice->player() : nullptr;
}

CollectiveStage* Tabs::stageInSight() const
{
    const bool seen = m_collectives && currentWidget() == m_collectivesPage && m_collectives->showsStage();
    return seen ? &m_collectives->stage() : nullptr;
}

void Tabs::openChart(const QString& id)
{
    setCurrentIndex(std::max(0, indexOf(findChild<QWidget*>(QStringLiteral("page.") + id))));
}

void Tabs::openDesignCollectives()
{
    setCurrentWidget(m_collectivesPage);
    m_collectives->showDesign();
}

void Tabs::openOrderBuilder(bool opens, bool empties)
{
    if (opens)
        setCurrentWidget(m_collectivesPage);
    if (m_collectives) // its page was looked at
        m_collectives->showOrderBuilder(opens, empties);
}

} // namespace ui
