// SPDX-License-Identifier: GPL-3.0-or-later
// Two columns of numbers, and sentences that go with them.
#include "ui/collectives/collective_numbers.h"

#include "core/collectives/report.h"
#include "core/collectives/study.h"
#include "core/numbers/collective_cache.h"
#include "core/numbers/numbers.h"
#include "ui/numbers/value_label.h"
#include "ui/theme/theme.h"

#include <QGridLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace ui
{

namespace
{

struct NumberRow {
    const char* metric;
    const char* title;
};

constexpr NumberRow rows[] = {
    {"coll.time", QT_TRANSLATE_NOOP("ui::CollectiveNumbers", "Time")},
    {"coll.lower_bound", QT_TRANSLATE_NOOP("ui::CollectiveNumbers", "Lower bound")},
    {"coll.bound_bytes", QT_TRANSLATE_NOOP("ui::CollectiveNumbers", "Bytes of the bound")},
    {"coll.bound_links", QT_TRANSLATE_NOOP("ui::CollectiveNumbers", "Links of the bound")},
    {"coll.bound_hops", QT_TRANSLATE_NOOP("ui::CollectiveNumbers", "Hops of the bound")},
    {"coll.paths", QT_TRANSLATE_NOOP("ui::CollectiveNumbers", "Paths")},
    {"coll.shortest_path", QT_TRANSLATE_NOOP("ui::CollectiveNumbers", "Shortest path")},
    {"coll.longest_path", QT_TRANSLATE_NOOP("ui::CollectiveNumbers", "Longest path")},
    {"coll.gap", QT_TRANSLATE_NOOP("ui::CollectiveNumbers", "Over the bound")},
    {"coll.book", QT_TRANSLATE_NOOP("ui::CollectiveNumbers", "By the Scaling Book")},
    {"coll.barrier", QT_TRANSLATE_NOOP("ui::CollectiveNumbers", "Lockstep")},
    {"coll.closed_form", QT_TRANSLATE_NOOP("ui::CollectiveNumbers", "Closed form")},
    {"coll.in_switch", QT_TRANSLATE_NOOP("ui::CollectiveNumbers", "Reduced in the switch")},
    {"coll.naive", QT_TRANSLATE_NOOP("ui::CollectiveNumbers", "Serialized")},
    {"coll.pipelined", QT_TRANSLATE_NOOP("ui::CollectiveNumbers", "Pipelined")},
    {"coll.hidden", QT_TRANSLATE_NOOP("ui::CollectiveNumbers", "Transfers are hidden")},
    {"coll.chips", QT_TRANSLATE_NOOP("ui::CollectiveNumbers", "Chips in all")},
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
    const auto text = QString::fromStdString(number.text());
    return number.id == "coll.gap" ? text + u'×' : text;
}

QString formText(const core::CollectiveStudy& study)
{
    if (study.matmulTiming) {
        return CollectiveNumbers::tr("pipelined");
    }
    if (!study.closedForm || !study.closedForm->exact) {
        return CollectiveNumbers::tr("at most");
    }
    return study.closedForm->clock == core::CollectiveClock::lockstep ? CollectiveNumbers::tr("lockstep") : QString();
}

} // namespace

CollectiveNumbers::CollectiveNumbers(QWidget* parent)
    : QWidget(parent), m_table(new QWidget), m_grid(new QGridLayout(m_table)), m_story(new QLabel)
{
    setObjectName(QStringLiteral("collectives.numbers"));
    m_grid->setContentsMargins(2, 0, 0, 0); // its text then begins where that of controls does
    m_grid->setHorizontalSpacing(4);
    m_grid->setVerticalSpacing(0);
    m_grid->setColumnStretch(0, 1);
    m_grid->setColumnStretch(1, 1);
    for (const NumberRow& row : rows) {
        auto* value = new ValueLabel(QLatin1String(row.metric), tr(row.title), m_table);
        value->setForm(ValueLabel::Form::captioned, 12, 15);
        m_values.push_back(value);
    }
    m_story->setObjectName(QStringLiteral("collectives.story"));
    m_story->setWordWrap(true);
    m_story->setTextFormat(Qt::RichText);
    m_story->setFont(uiFont(12));
    m_story->setContentsMargins(10, 0, 0, 4);
    m_story->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* list = new QVBoxLayout(this);
    list->setContentsMargins(0, 0, 0, 0);
    list->addWidget(m_table);
}

void CollectiveNumbers::present(const Snapshot& snapshot)
{
    const auto report = snapshot.cache->report(snapshot.scenario);
    m_table->setVisible(report->study != nullptr);
    if (!report->study) {
        m_story->setText(QString::fromStdString(report->problem).toHtmlEscaped());
        return;
    }
    for (ValueLabel* value : m_values) {
        const auto number = core::value(snapshot.workspace(), value->metricId().toStdString());
        value->setVisible(number.has_value());
        if (number)
            value->present(shownText(*number), number->id == "coll.closed_form" ? formText(*report->study) : QString());
    }
    place();
    showStory(*report->study);
}

void CollectiveNumbers::place()
{
    int place = 0;
    for (ValueLabel* value : m_values) {
        if (!value->isHidden()) {
            m_grid->addWidget(value, place / 2, place % 2, Qt::AlignLeft);
            ++place;
        }
    }
}

void CollectiveNumbers::showStory(const core::CollectiveStudy& study)
{
    QStringList lines{
        QStringLiteral("%1: %2.").arg(QString::fromStdString(study.title), QString::fromStdString(study.why))};
    if (!study.matmulTiming && !study.closedForm) {
        lines << tr("There is no closed form; the time is simulated.");
    }
    if (!study.bound.reason.empty()) {
        lines << tr("Bound: %1.").arg(QString::fromStdString(study.bound.reason));
    }
    for (const std::string& note : study.notes) {
        lines << QString::fromStdString(note);
    }
    QString text;
    for (const QString& line : lines) {
        text += QStringLiteral("<p style='margin: 0 0 6px 0'>%1</p>").arg(line.toHtmlEscaped());
    }
    m_story->setText(text);
}

} // namespace ui
