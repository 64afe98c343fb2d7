// SPDX-License-Identifier: GPL-3.0-or-later
// The plan whose row is current drives the picture, the check and the buttons.
#include "ui/sharding/sharding_tab.h"

#include "core/design/sharding_opening.h"
#include "core/numbers/collective_cache.h"
#include "ui/controls/word_flow.h"
#include "ui/playback/player.h"
#include "ui/session/field_text.h"
#include "ui/session/session.h"
#include "ui/sharding/check_view.h"
#include "ui/sharding/plan_table.h"
#include "ui/sharding/sharding_chart.h"
#include "ui/sharding/sharding_entry.h"
#include "ui/theme/words.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace ui
{

ShardingTab::ShardingTab(Session& session, QWidget* picture, QWidget* parent)
    : QWidget(parent), m_session(session), m_picture(picture), m_player(new Player(this)),
      m_check(new CheckView(*m_player)), m_entry(new ShardingEntry(session, makeSwitch())), m_plans(new PlanTable)
{
    setObjectName(QStringLiteral("sharding"));
    m_intro = new QLabel(tr("A product of arrays that are split over a mesh of devices: what each device holds, which "
                            "collectives the product needs, and what they cost."));
    m_intro->setObjectName(QStringLiteral("shard.intro"));
    m_intro->setWordWrap(true);
    m_intro->setContentsMargins(4, 0, 4, 0);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(m_intro);
    column->addWidget(m_entry);
    column->addWidget(m_transport); // above what it plays, which may be longer than the window
    column->addWidget(picture, 5);
    column->addWidget(m_check, 5);
    m_check->hide();
    column->addWidget(makeSteps());
    column->addWidget(m_plans, 2);
    connect(m_plans, &PlanTable::chosen, this, &ShardingTab::pick);
    m_plans->setMinimumHeight(122); // four rows
    m_plans->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    if (auto* chart = picture->findChild<ShardingChart*>())
        connect(chart, &ShardingChart::axisMoved, m_entry, &ShardingEntry::moveAxis);
}

/// In a low window the plans keep four rows: what says what a product is goes, and the parts stand closer.
void ShardingTab::fit()
{
    constexpr int easy = 800;
    const bool low = window()->height() < easy;
    m_intro->setVisible(!low);
    m_entry->fit(low);
    const auto* chart = m_picture->findChild<Chart*>();
    m_picture->setMinimumHeight(std::max(low ? 210 : 236, chart ? chart->neededHeightOf(*m_picture) : 0));
    layout()->setSpacing(low ? 5 : 8);
}

/// The collectives of the plan whose row is current.
QWidget* ShardingTab::makeSteps()
{
    m_stepsTitle = new QLabel;
    m_stepsTitle->setFixedHeight(28);
    m_steps = new QWidget;
    m_steps->setLayout(new WordFlow(8, 6));
    auto* steps = new QWidget;
    auto* row = new QHBoxLayout(steps);
    row->setContentsMargins(4, 0, 4, 0);
    row->addWidget(m_stepsTitle, 0, Qt::AlignTop);
    row->addWidget(m_steps, 1);
    return steps;
}

/// Between picture and check; with it what plays the check.
QWidget* ShardingTab::makeSwitch()
{
    m_checks = new QPushButton(tr("Check by computing it"));
    m_checks->setObjectName(QStringLiteral("shard.check.show"));
    m_checks->setCheckable(true);
    m_checks->setStatusTip(tr("Runs the chosen plan on small arrays of whole numbers, device by device"));
    connect(m_checks, &QPushButton::toggled, this, &ShardingTab::check);
    m_transport = m_check->makeTransport();
    m_transport->hide();
    return m_checks;
}

void ShardingTab::check(bool on)
{
    m_picture->setVisible(!on);
    m_check->setVisible(on);
    m_transport->setVisible(on);
    m_checks->setText(on ? tr("Show the shards") : tr("Check by computing it"));
    m_checked.clear();
    if (on)
        present(m_snapshot);
    else
        m_player->setPlaying(false);
    emit checkToggled();
}

Player* ShardingTab::player() { return m_check->isVisible() ? m_player : nullptr; }

bool ShardingTab::leaveCheck()
{
    const bool shown = player() != nullptr;
    if (shown)
        m_checks->setChecked(false);
    return shown;
}

/// The plan whose row is current drives all of the tab; a gradient's its buttons alone.
void ShardingTab::pick(int row)
{
    const auto report = m_snapshot.cache->sharding(m_snapshot.scenario);
    if (const auto at = static_cast<std::size_t>(std::max(0, row)); at < report->plans.size() && at != report->chosen)
        m_session.pickPlan(at);
    offerSteps();
}

/// One button for each collective of the plan whose row is current.
void ShardingTab::offerSteps()
{
    const auto report = m_snapshot.cache->sharding(m_snapshot.scenario);
    const core::ShardingPlan* plan = planOfRow(*report, m_plans->currentIndex().row());
    QStringList names;
    if (plan)
        for (const auto& step : plan->reshards())
            if (!step.isFree())
                names.append(toText(step.text()));
    m_stepsTitle->setText(!plan             ? QString()
                          : names.isEmpty() ? tr("This plan needs no collective.")
                                            : tr("Open in Collectives:"));
    if (names == m_offered)
        return;
    m_offered = names;
    m_steps->hide(); // a button that appears would lay out all around it at once
    qDeleteAll(m_steps->findChildren<QPushButton*>());
    for (const QString& name : names) {
        auto* button = new QPushButton(name, m_steps);
        button->setObjectName(QStringLiteral("shard.open.%1").arg(m_steps->layout()->count()));
        button->setAccessibleName(tr("Open %1 in the tab Collectives").arg(name));
        button->setStatusTip(tr("Its schedule on its own chips, with its bytes"));
        m_steps->layout()->addWidget(button);
        button->show();
        connect(button, &QPushButton::clicked, this, [this, name] { open(name); });
    }
    m_steps->show();
}

void ShardingTab::open(const QString& name)
{
    const auto report = m_snapshot.cache->sharding(m_session.scenario());
    const core::ShardingPlan* plan = planOfRow(*report, m_plans->currentIndex().row());
    const auto steps = plan ? plan->reshards() : std::vector<core::ReshardStep>();
    const auto step = std::ranges::find(steps, name.toStdString(), &core::ReshardStep::text);
    if (step == steps.end())
        return;
    const auto edits = core::openingEdits(m_session.scenario(), *report, *step);
    if (!edits)
        return m_entry->refuse(inWords(edits.error(), m_session.scenario()) + u'.');
    emit openAsked({tr("Open %1").arg(name).toStdString(), *edits});
}

void ShardingTab::present(const Snapshot& snapshot)
{
    m_snapshot = snapshot;
    const auto report = snapshot.cache->sharding(snapshot.scenario);
    m_entry->present(snapshot);
    m_plans->present(snapshot);
    offerSteps();
    fit();
    const QString shown =
        toText(snapshot.scenario.shard.expression) + u' ' + toText(snapshot.scenario.shard.mesh) +
        (report->plans.empty() ? QString() : QString::number(report->chosen) + toText(report->plan().text()));
    if (m_checks->isChecked() && std::exchange(m_checked, shown) != shown)
        m_check->present(*report);
    m_transport->setEnabled(m_check->hasExample());
}

} // namespace ui
