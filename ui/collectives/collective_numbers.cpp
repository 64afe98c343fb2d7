// SPDX-License-Identifier: GPL-3.0-or-later
// Two columns of numbers, a strip of the main ones, and sentences that go with them.
#include "ui/collectives/collective_numbers.h"

#include "core/collectives/analysis.h"
#include "core/collectives/report.h"
#include "core/numbers/collective_cache.h"
#include "core/numbers/numbers.h"
#include "core/numbers/schedule_charge.h"
#include "core/quantity/shown.h"
#include "ui/numbers/value_label.h"
#include "ui/session/field_text.h"
#include "ui/theme/nth.h"
#include "ui/theme/painting.h"

#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace ui
{

namespace
{

struct NumberRow {
    const char* metric;
    const char* title;
};

/// Those of the strip first.
constexpr std::size_t inStrip = 6;
constexpr NumberRow rows[] = {
    {"coll.time", QT_TRANSLATE_NOOP("ui::CollectiveNumbers", "Time")},
    {"coll.lower_bound", QT_TRANSLATE_NOOP("ui::CollectiveNumbers", "Lower bound")},
    {"coll.gap", QT_TRANSLATE_NOOP("ui::CollectiveNumbers", "Over the bound")},
    {"coll.closed_form", QT_TRANSLATE_NOOP("ui::CollectiveNumbers", "Closed form")},
    {"coll.naive", QT_TRANSLATE_NOOP("ui::CollectiveNumbers", "Serialized")},
    {"coll.pipelined", QT_TRANSLATE_NOOP("ui::CollectiveNumbers", "Pipelined")},
    {"coll.bound_bytes", QT_TRANSLATE_NOOP("ui::CollectiveNumbers", "Bytes of the bound")},
    {"coll.bound_links", QT_TRANSLATE_NOOP("ui::CollectiveNumbers", "Links of the bound")},
    {"coll.bound_hops", QT_TRANSLATE_NOOP("ui::CollectiveNumbers", "Hops of the bound")},
    {"coll.paths", QT_TRANSLATE_NOOP("ui::CollectiveNumbers", "Paths")},
    {"coll.shortest_path", QT_TRANSLATE_NOOP("ui::CollectiveNumbers", "Shortest path")},
    {"coll.longest_path", QT_TRANSLATE_NOOP("ui::CollectiveNumbers", "Longest path")},
    {"coll.book", QT_TRANSLATE_NOOP("ui::CollectiveNumbers", "Scaling Book, large n")},
    {"coll.barrier", QT_TRANSLATE_NOOP("ui::CollectiveNumbers", "Lockstep clock")},
    {"coll.in_switch", QT_TRANSLATE_NOOP("ui::CollectiveNumbers", "Reduced in the switch")},
    {"coll.hidden", QT_TRANSLATE_NOOP("ui::CollectiveNumbers", "Transfers are hidden")},
    {"coll.chips", QT_TRANSLATE_NOOP("ui::CollectiveNumbers", "Chips in all")},
    {"coll.domains", QT_TRANSLATE_NOOP("ui::CollectiveNumbers", "Domains")},
    {"coll.steps", QT_TRANSLATE_NOOP("ui::CollectiveNumbers", "Steps")},
    {"coll.hops", QT_TRANSLATE_NOOP("ui::CollectiveNumbers", "Hops in sequence")},
    {"coll.bytes_per_link", QT_TRANSLATE_NOOP("ui::CollectiveNumbers", "Busiest link carries")},
    {"coll.total_bytes", QT_TRANSLATE_NOOP("ui::CollectiveNumbers", "All links carry")},
};

QString shownText(const core::NumberValue& number)
{
    if (const auto* truth = std::get_if<bool>(&number.value)) {
        return *truth ? CollectiveNumbers::tr("yes") : CollectiveNumbers::tr("no");
    }
    return QString::fromStdString(number.id == "coll.gap" ? core::factorText(number.si()) : number.text());
}

/// In two columns or, where they are too wide, in one; without those that do not apply.
void place(QGridLayout& grid, std::span<ValueLabel* const> values, int width)
{
    std::array<int, 2> wide{};
    int count = 0;
    for (const ValueLabel* value : values) {
        if (!value->isHidden()) {
            int& column = wide[nth(count++ % 2)];
            column = std::max(column, value->sizeHint().width());
        }
    }
    const int columns = wide[0] + wide[1] + 4 * grid.horizontalSpacing() <= width ? 2 : 1;
    grid.setColumnStretch(1, columns - 1);
    int place = 0;
    for (ValueLabel* value : values) {
        if (!value->isHidden()) {
            grid.addWidget(value, place / columns, place % columns, Qt::AlignLeft);
            ++place;
        }
    }
}

QString formText(const core::CollectiveAnalysis& analysis)
{
    if (analysis.matmulTiming) {
        return CollectiveNumbers::tr("pipelined");
    }
    if (!analysis.closedForm || !analysis.closedForm->exact) {
        return CollectiveNumbers::tr("at most");
    }
    return analysis.closedForm->clock == core::CollectiveClock::lockstep ? CollectiveNumbers::tr("lockstep")
                                                                         : QString();
}

/// Draws the line above it.
class Strip : public QWidget
{
protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.fillRect(QRect(0, 0, width(), 1), themeOf(this).outline);
    }
};

QGridLayout* columnsOf(QWidget* table)
{
    auto* grid = new QGridLayout(table);
    grid->setContentsMargins(2, 0, 0, 0); // its text then begins where that of controls does
    grid->setHorizontalSpacing(4);
    grid->setVerticalSpacing(0);
    grid->setColumnStretch(0, 1);
    grid->setColumnStretch(1, 1);
    return grid;
}

} // namespace

CollectiveNumbers::CollectiveNumbers(QWidget* parent)
    : QWidget(parent), m_table(new QWidget), m_strip(new Strip), m_grid(columnsOf(m_table)), m_main(columnsOf(m_strip)),
      m_story(new QLabel), m_otherTime(new QLabel)
{
    m_main->setContentsMargins(2, 6, 0, 4);
    for (const NumberRow& row : rows) {
        auto* value =
            new ValueLabel(QLatin1String(row.metric), tr(row.title), m_values.size() < inStrip ? m_strip : m_table);
        value->setForm(ValueLabel::Form::captioned, 12, 15);
        m_values.push_back(value);
    }
    m_story->setObjectName(QStringLiteral("collectives.story"));
    m_story->setTextFormat(Qt::RichText);
    m_otherTime->setObjectName(QStringLiteral("collectives.otherTime"));
    m_otherTime->setTextFormat(Qt::PlainText);
    for (QLabel* label : {m_story, m_otherTime}) {
        label->setWordWrap(true);
        label->setFont(uiFont(12));
        label->setContentsMargins(10, 0, 0, 4);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_otherTime->setContentsMargins(8, 0, 0, 4); // the strip has the rest
    m_main->addWidget(m_otherTime, inStrip, 0, 1, 2);
    auto* list = new QVBoxLayout(this);
    list->setContentsMargins(0, 0, 0, 0);
    list->addWidget(m_table);
}

void CollectiveNumbers::present(const Snapshot& snapshot)
{
    const auto report = snapshot.cache->report(snapshot.scenario);
    m_table->setVisible(report->analysis != nullptr);
    m_strip->setVisible(report->analysis != nullptr);
    if (!report->analysis) {
        m_story->setText(inWords(report->problem, snapshot.scenario).toHtmlEscaped());
        return;
    }
    for (ValueLabel* value : m_values) {
        const auto number = core::value(snapshot.workspace(), value->metricId().toStdString());
        value->setVisible(number.has_value());
        if (number)
            value->present(shownText(*number),
                           number->id == "coll.closed_form" ? formText(*report->analysis) : QString());
    }
    const auto other = core::otherTimeSentence(snapshot.scenario, *snapshot.cache, *report->analysis);
    m_otherTime->setText(inWords(other, snapshot.scenario));
    m_otherTime->setVisible(!other.empty());
    placeAll();
    showStory(*report->analysis, snapshot.scenario);
}

void CollectiveNumbers::placeAll()
{
    place(*m_main, {m_values.begin(), m_values.begin() + inStrip}, m_width);
    place(*m_grid, {m_values.begin() + inStrip, m_values.end()}, m_width);
}

void CollectiveNumbers::fitInto(int width)
{
    if (std::exchange(m_width, width) != width) {
        placeAll();
    }
}

void CollectiveNumbers::showStory(const core::CollectiveAnalysis& analysis, const core::Scenario& scenario)
{
    QStringList lines{
        QStringLiteral("%1: %2.").arg(QString::fromStdString(analysis.title), QString::fromStdString(analysis.why))};
    if (!analysis.matmulTiming && !analysis.closedForm) {
        lines << tr("There is no closed form; the time is simulated.");
    }
    if (!analysis.bound.reason.empty()) {
        lines << tr("Bound: %1.").arg(QString::fromStdString(analysis.bound.reason));
    }
    for (const std::string& note : analysis.notes) {
        lines << inWords(note, scenario);
    }
    QString text;
    for (const QString& line : lines) {
        text += QStringLiteral("<p style='margin: 0 0 6px 0'>%1</p>").arg(line.toHtmlEscaped());
    }
    m_story->setText(text);
}

} // namespace ui
