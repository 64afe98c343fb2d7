// SPDX-License-Identifier: GPL-3.0-or-later
// Pages of charts; a page other than the first is made when it is opened.
#include "ui/shell/tabs.h"

#include "ui/charts/chart.h"
#include "ui/charts/chart_catalogue.h"
#include "ui/collectives/collective_stage.h"
#include "ui/collectives/collectives_tab.h"
#include "ui/collectives/slice_card.h"
#include "ui/numbers/verdict_text.h"
#include "ui/playback/recording.h"
#include "ui/session/session.h"
#include "ui/shell/chart_card.h"
#include "ui/timeline/order_builder.h"
#include "ui/torus/torus_scene.h"
#include "ui/torus/torus_view.h"

#include <QGridLayout>
#include <QScrollArea>
#include <QShortcut>
#include <QTabBar>
#include <QVBoxLayout>

#include <algorithm>

namespace ui
{

namespace
{

constexpr int gap = 12;

/// The cards of Explore in two columns, or in three where the window is wide.
class ExplorePage : public QWidget
{
public:
    ExplorePage() : m_grid(new QGridLayout(this))
    {
        m_grid->setContentsMargins(gap, gap, gap, gap);
        m_grid->setSpacing(gap);
    }

    /// `charts` fill two columns; `slice` is the third column, or the last row with its facts right of the picture.
    void setCards(std::vector<QWidget*> charts, SliceCard* slice)
    {
        m_charts = std::move(charts);
        m_slice = slice;
        arrange(m_wide);
    }

protected:
    void resizeEvent(QResizeEvent*) override
    {
        constexpr int wideRoom = 1240; // three columns of readable charts
        if (m_slice && (width() >= wideRoom) != m_wide)
            arrange(width() >= wideRoom);
    }

private:
    void arrange(bool wide)
    {
        m_wide = wide;
        m_slice->setFactsBeside(!wide);
        for (int i = 0; i < static_cast<int>(m_charts.size()); ++i)
            m_grid->addWidget(m_charts[static_cast<std::size_t>(i)], i / 2, i % 2);
        const int rows = (static_cast<int>(m_charts.size()) + 1) / 2;
        wide ? m_grid->addWidget(m_slice, 0, 2, rows, 1) : m_grid->addWidget(m_slice, rows, 0, 1, 2);
        for (int i = 0; i < 3; ++i) {
            m_grid->setColumnStretch(i, i < 2 || wide ? 1 : 0);
            m_grid->setRowStretch(i, i < 2 || !wide ? 1 : 0);
        }
    }

    QGridLayout* m_grid;
    std::vector<QWidget*> m_charts;
    SliceCard* m_slice = nullptr;
    bool m_wide = false;
};

} // namespace

std::vector<TabRow> tabRows()
{
    std::vector<TabRow> rows{{QStringLiteral("explore"), Tabs::tr("Explore"), Tabs::tr("Explore")}};
    for (const ChartRow& chart : charts())
        rows.push_back({chart.id, chart.tab, chart.tip});
    rows.push_back({QStringLiteral("collectives"), Tabs::tr("Collectives"), Tabs::tr("Collectives")});
    return rows;
}

Tabs::Tabs(Session& session, QWidget* parent) : QTabWidget(parent), m_session(session)
{
    setObjectName(QStringLiteral("tabs"));
    setDocumentMode(true);
    tabBar()->setObjectName(QStringLiteral("tabs.bar"));
    tabBar()->setAccessibleName(tr("Views"));
    tabBar()->setDrawBase(false);
    tabBar()->setExpanding(false);
    tabBar()->setUsesScrollButtons(true);
    for (const TabRow& row : tabRows())
        addTab(count() == 0 ? makeExplore() : makePage(row.id), row.words);
    m_collectivesPage = widget(count() - 1);
    connect(this, &QTabWidget::currentChanged, this, [this](int index) {
        openPage(widget(index));
        presentVisible();
    });
}

void Tabs::openPage(QWidget* page)
{
    if (!page->layout() || !page->layout()->isEmpty() || page == widget(0)) {
        return;
    }
    if (page == m_collectivesPage) {
        m_collectives = new CollectivesTab(m_session, page);
        page->layout()->addWidget(m_collectives);
        offerCopy(m_collectives->stage().torus());
        connect(m_collectives, &CollectivesTab::stepShown, this, &Tabs::stepShown);
        connect(m_collectives, &CollectivesTab::customScheduleChanged, this, &Tabs::customScheduleChanged);
    } else {
        page->layout()->addWidget(makeCard(page->objectName().mid(5), false, page));
    }
}

core::Workspace Tabs::workspace(const Snapshot& snapshot) const
{
    return m_collectives ? m_collectives->workspace(snapshot) : snapshot.workspace();
}

ChartCard* Tabs::makeCard(const QString& id, bool opens, QWidget* parent)
{
    const ChartRow& row = *findChart(id);
    auto* chart = new Chart(row);
    auto* card = new ChartCard(id, row.title, chart, opens, parent);
    chart->setTheme(*m_theme);
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
    auto* area = new QScrollArea;
    auto* page = new ExplorePage;
    std::vector<QWidget*> cards;
    for (const ChartRow& row : charts())
        cards.push_back(makeCard(row.id, true, page));
    m_slice = new SliceCard(m_session, page);
    connect(m_slice, &SliceCard::openAsked, this, &Tabs::openChart);
    connect(m_slice, &SliceCard::designAsked, this, &Tabs::openDesignCollectives);
    page->setCards(std::move(cards), m_slice);
    area->setWidget(page);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setFocusPolicy(Qt::NoFocus);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    return area;
}

QWidget* Tabs::makePage(const QString& id)
{
    auto* page = new QWidget;
    page->setObjectName(QStringLiteral("page.") + id);
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(gap, gap, gap, gap);
    return page;
}

void Tabs::present(const Snapshot& snapshot)
{
    m_latest = snapshot;
    m_ghost = cannotEvaluate(snapshot);
    if (!m_ghost) {
        m_snapshot = snapshot;
    }
    presentVisible();
}

void Tabs::presentVisible()
{
    if (m_collectives && m_latest.number > 0 && currentWidget() == m_collectivesPage) {
        m_collectives->present(m_latest);
    }
    for (ChartCard* card : m_cards)
        if (currentWidget()->isAncestorOf(card))
            presentCard(*card);
    // Pictures are painted in the order in which they ask: last the torus, which another thread draws meanwhile.
    if (m_latest.number > 0 && currentIndex() == 0) {
        m_slice->present(m_latest);
    }
}

void Tabs::presentCard(ChartCard& card)
{
    const bool known = m_snapshot.number > 0;
    const QString note = m_ghost && known ? tr("last valid picture") : QString();
    card.setVeil(note, m_ghost && !known);
    if (known) {
        card.chart()->present(m_snapshot);
        const QString words = card.chart()->description();
        card.chart()->setAccessibleDescription(note.isEmpty() ? words : note + QStringLiteral(": ") + words);
    }
}

void Tabs::setTheme(const Theme& theme)
{
    m_theme = &theme;
    for (ChartCard* card : m_cards) {
        card->chart()->setTheme(theme);
    }
}

Chart* Tabs::currentChart() const
{
    Chart* first = nullptr;
    for (ChartCard* card : m_cards) {
        if (currentWidget()->isAncestorOf(card)) {
            const QWidget* focus = focusWidget();
            if (focus && (focus == card->chart() || card->chart()->isAncestorOf(focus))) {
                return card->chart();
            }
            first = first ? first : card->chart();
        }
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

Player* Tabs::playerInSight() const
{
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

} // namespace ui
