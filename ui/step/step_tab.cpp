// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of the difference are links: they lead to their places in the picture.
#include "ui/step/step_tab.h"

#include "core/design/opening.h"
#include "core/numbers/numbers.h"
#include "core/timeline/step_timeline.h"
#include "ui/charts/chart.h"
#include "ui/charts/chart_style.h"
#include "ui/charts/step_layout.h"
#include "ui/charts/step_words.h"
#include "ui/controls/folding_row.h"
#include "ui/controls/scrolled.h"
#include "ui/controls/segmented.h"
#include "ui/numbers/value_label.h"
#include "ui/step/trace_page.h"
#include "ui/theme/painting.h"
#include "ui/theme/theme.h"
#include "ui/theme/words.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ui
{

namespace
{

constexpr int sideWidth = 236; // px

/// "+1.1 ms".
QString signedText(double seconds)
{
    return (seconds < 0 ? QStringLiteral("−") : QStringLiteral("+")) + timeText(std::abs(seconds));
}

/// What a picture shows, in its order.
QString introOf(int picture)
{
    switch (picture) {
    case 1:
        return StepTab::tr(
            "The present pipeline under four schedules on one clock, and the activations that each stage "
            "keeps. Ctrl+wheel zooms in.");
    case 2:
        return StepTab::tr(
            "The present model on all chips in four ways, on one clock, with Ctrl+wheel from near; the numbers "
            "beside are of the present design.");
    case 3:
        return StepTab::tr("A profiler's trace below the computed step: what each kind of work took, and what it takes "
                           "by the model.");
    default:
        return StepTab::tr("One step on one clock. Ctrl+wheel zooms in to one layer and its matmuls, dragging moves; "
                           "hatched is what math waits for.");
    }
}

} // namespace

StepTab::StepTab(Session& session, QWidget* clock, QWidget* schedules, QWidget* ways, QWidget* trace, QWidget* parent)
    : QWidget(parent), m_chart(clock->findChild<Chart*>()), m_pictures(new QStackedWidget),
      m_trace(new TracePage(session, trace))
{
    setObjectName(QStringLiteral("step"));
    for (QWidget* page : {clock, schedules, ways, static_cast<QWidget*>(m_trace)})
        m_pictures->addWidget(page);
    auto* intro = new QLabel(introOf(0));
    intro->setObjectName(QStringLiteral("step.intro"));
    intro->setWordWrap(true);
    intro->setContentsMargins(4, 0, 4, 0);
    auto* row = new FoldingRow({}, 12);
    row->addGroup(1)->addWidget(m_pictures);
    auto* side = scrolled(makeSide()); // its sentences make the pictures no longer than the window
    side->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    side->setFixedWidth(sideWidth + 14);
    side->setMinimumHeight(160);
    row->addGroup()->addWidget(side);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(intro);
    column->addWidget(makeHead(*m_pictures, *intro));
    column->addWidget(row, 1);
}

QWidget* StepTab::makeHead(QStackedWidget& pictures, QLabel& intro)
{
    auto* which = m_picture = new Segmented(this);
    which->setChoices({tr("Clock"), tr("Pipeline schedules"), tr("Four ways"), tr("Measured trace")}, tr("Picture"),
                      QStringLiteral("step.picture"));
    which->choose(0);
    shrinkHidden(pictures);
    auto* whole = new QPushButton(tr("Whole step"));
    whole->setObjectName(QStringLiteral("step.whole"));
    whole->setStatusTip(tr("Zooms out to all of the step (R)"));
    connect(whole, &QPushButton::clicked, this, [&pictures] {
        auto* chart = pictures.currentWidget()->findChild<Chart*>();
        chart->point({});
        chart->resetView();
    });
    connect(which, &Segmented::chosen, this, [this, which, &pictures, &intro](int at) {
        which->choose(at);
        intro.setText(introOf(at));
        pictures.setCurrentIndex(at);
        shrinkHidden(pictures);
        fit();
        emit pictureChanged();
    });
    auto* head = new FoldingRow({4, 0, 4, 0}, 8);
    head->addGroup()->addWidget(which);
    head->addGroup(0, true)->addWidget(whole);
    return head;
}

ValueLabel* StepTab::addValue(QVBoxLayout& column, const QString& number, const QString& title)
{
    auto* value = new ValueLabel(number, title);
    value->setObjectName(QStringLiteral("step.side.") + number);
    column.addWidget(value, 0, Qt::AlignLeft);
    m_values.push_back(value);
    return value;
}

QWidget* StepTab::makeSide()
{
    auto* side = new QWidget;
    side->setFixedWidth(sideWidth);
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    addValue(*column, QStringLiteral("step.simulated"), tr("Simulated step"));
    addValue(*column, QStringLiteral("time.step"), tr("Time of the step, by formula"));
    addValue(*column, QStringLiteral("step.peak_memory"), tr("Memory at its fullest"));
    addValue(*column, QStringLiteral("step.optimizer"), tr("Optimizer, after the step"));
    addValue(*column, QStringLiteral("step.fill"), tr("Difference"));
    m_none = new QLabel;
    m_none->setWordWrap(true);
    m_none->setObjectName(QStringLiteral("step.none"));
    m_none->setContentsMargins(8, 0, 0, 0);
    column->addWidget(m_none);
    m_parts = new QLabel;
    m_parts->setObjectName(QStringLiteral("step.parts"));
    m_parts->setAccessibleName(tr("Parts of the difference"));
    m_parts->setWordWrap(true);
    m_parts->setTextFormat(Qt::RichText);
    m_parts->setTextInteractionFlags(Qt::TextBrowserInteraction);
    m_parts->setStatusTip(tr("Shows the place in the picture"));
    connect(m_parts, &QLabel::linkActivated, this, [this](const QString& part) { showPart(part.toInt()); });
    m_parts->setContentsMargins(8, 0, 0, 0);
    column->addWidget(m_parts);
    m_matmuls = new QLabel;
    m_matmuls->setObjectName(QStringLiteral("step.matmuls"));
    m_matmuls->setWordWrap(true);
    m_matmuls->setTextFormat(Qt::RichText);
    m_matmuls->setTextInteractionFlags(Qt::TextBrowserInteraction);
    m_matmuls->setStatusTip(
        tr("Opens a layer of the step, or a matmul overlapped with its collective, chip by chip, in Collectives"));
    m_matmuls->setContentsMargins(8, 0, 0, 0);
    connect(m_matmuls, &QLabel::linkActivated, this, [this](const QString& at) {
        if (at == QLatin1String("layer"))
            emit layerAsked();
        else
            emit collectiveAsked(m_openings[at.toUInt()]);
    });
    column->addWidget(m_matmuls);
    column->addStretch(1);
    return side;
}

/// As high as the picture in sight needs: the page scrolls.
void StepTab::fit()
{
    constexpr int least = 300;
    const auto* chart = m_pictures->currentWidget()->findChild<Chart*>();
    m_pictures->setMinimumHeight(std::max(least, chart->neededHeightOf(*m_pictures)));
}

void StepTab::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fit();
}

void StepTab::present(const Snapshot& snapshot)
{
    const auto reading = StepReading::of(snapshot);
    const core::Workspace workspace = snapshot.workspace();
    for (ValueLabel* label : m_values) {
        const QString id = label->metricId();
        const auto shown = [&] {
            if (id == QLatin1String("step.simulated"))
                return timeText(reading.step->end, 4); // no timeline of its own for each number
            if (id == QLatin1String("step.fill"))
                return timeText(reading.step->fill(), 4);
            const auto number = core::value(workspace, id.toStdString());
            return number ? toText(number->text(4)) : QStringLiteral("—");
        };
        label->present(reading.step ? shown() : QStringLiteral("—"));
        label->setVisible(id != QLatin1String("step.optimizer") || !reading.step || reading.step->parts.update > 0);
    }
    const bool dark = themeOf(this).dark;
    if (std::exchange(m_dark, dark) != dark) // links keep the colour that they were made with
        for (QLabel* links : {m_parts, m_matmuls})
            links->clear();
    presentParts(reading.step.get());
    presentMatmuls(snapshot.scenario);
    m_trace->present(snapshot);
    fit();
}

void StepTab::presentMatmuls(const core::Scenario& scenario)
{
    m_openings.clear();
    QStringList links;
    for (auto& [name, edits] : core::matmulOpenings(scenario)) {
        links.append(QStringLiteral("<a href='%1'>%2</a>").arg(m_openings.size()).arg(toText(name)));
        m_openings.push_back({tr("Open %1").arg(toText(name)).toStdString(), std::move(edits)});
    }
    const QString layer = tr("In detail: %1").arg(QStringLiteral("<a href='layer'>%1</a>").arg(tr("one layer")));
    m_matmuls->setText(
        links.isEmpty() ? layer : tr("%1; matmuls chip by chip: %2").arg(layer, links.join(QStringLiteral(", "))));
}

void StepTab::presentParts(const core::StepTimeline* step)
{
    m_fill = step ? core::fillParts(*step) : std::vector<core::FillPart>();
    m_end = step ? step->updated() : 0;
    m_stages = step ? step->stages.size() : 1;
    m_none->setText(!step ? tr("Nothing to show until the scenario can be evaluated.")
                    : m_fill.empty()
                        ? tr("Both agree: what the formula hides is hidden, what it exposes is exposed, and no stage "
                             "waits longer than it counts.")
                        : tr("The timeline has, beyond the formula:"));
    QString lines;
    for (std::size_t i = 0; i < m_fill.size(); ++i)
        lines += QStringLiteral("<p style='margin:0 0 6px 0'>%1 <a href='%2'>%3 %4</a><br>%5</p>")
                     .arg(i + 1)
                     .arg(i)
                     .arg(signedText(m_fill[i].seconds), toText(m_fill[i].name), toText(m_fill[i].reason));
    if (m_parts->text() != lines)
        m_parts->setText(lines);
    m_parts->setVisible(!lines.isEmpty());
}

/// With some room around it; the whole line of stages stays in sight where it is the only one.
void StepTab::showPart(int part)
{
    if (part < 0 || part >= static_cast<int>(m_fill.size()) || !(m_end > 0))
        return;
    const auto& at = m_fill[static_cast<std::size_t>(part)];
    const double room = std::max(2 * (at.to - at.from), m_end / 200);
    const double from = std::max(0.0, (at.from - room) / m_end), to = std::min(1.0, (at.to + room) / m_end);
    const auto stages = static_cast<double>(m_stages);
    const double above = 1 - static_cast<double>(at.stage) / stages;
    const double span = std::min(1.0, 4 / stages);
    const double below = std::clamp(above - (span + 1 / stages) / 2, 0.0, 1 - span);
    if (!m_chart->isVisible())
        emit m_picture->chosen(0); // the clock
    m_chart->look(stepRanges(from, to, below, below + span));
    m_chart->point(QStringLiteral("fill %1").arg(part));
}

} // namespace ui
