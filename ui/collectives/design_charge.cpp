// SPDX-License-Identifier: GPL-3.0-or-later
// Two times side by side, the sum of the calls, and a line for each difference.
#include "ui/collectives/design_charge.h"

#include "core/collectives/analysis.h"
#include "core/collectives/report.h"
#include "core/design/opening.h"
#include "core/numbers/collective_cache.h"
#include "core/numbers/schedule_charge.h"
#include "ui/charts/chart_style.h"
#include "ui/collectives/design_list.h"
#include "ui/numbers/number_text.h"
#include "ui/numbers/value_label.h"
#include "ui/playback/collective_caption.h"
#include "ui/session/snapshot.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace ui
{

namespace
{

constexpr int textSize = 12;
constexpr int titleSize = 13;

QString signedText(double seconds)
{
    return (seconds < 0 ? QStringLiteral("− ") : QStringLiteral("+ ")) + timeText(std::abs(seconds));
}

QLabel* addText(QVBoxLayout& list, int size)
{
    auto* label = new QLabel;
    label->setTextFormat(Qt::RichText);
    label->setWordWrap(true);
    label->setFont(uiFont(size));
    label->setContentsMargins(10, 0, 0, 0);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    list.addWidget(label);
    return label;
}

NumberText* makeLine()
{
    auto* line = new NumberText(textSize);
    line->layout()->setContentsMargins(10, 0, 0, 0);
    return line;
}

} // namespace

DesignCharge::DesignCharge(QWidget* parent)
    : QWidget(parent), m_charged(new ValueLabel(QStringLiteral("coll.charge"), tr("In the step, one call"))),
      m_scheduled(new ValueLabel(QStringLiteral("coll.time"), tr("As scheduled"))), m_numbers(new QWidget)
{
    setObjectName(QStringLiteral("design.charge"));
    auto* list = new QVBoxLayout(this);
    list->setContentsMargins(0, 8, 8, 8);
    list->setSpacing(2);
    m_title = addText(*list, titleSize);
    m_title->setObjectName(QStringLiteral("design.title"));
    list->addWidget(m_numbers);
    auto* rows = new QVBoxLayout(m_numbers);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(2);
    rows->addWidget(makeTimes());
    rows->addWidget(makeSum());
    auto* why = new QWidget;
    why->setObjectName(QStringLiteral("design.why"));
    m_why = new QVBoxLayout(why);
    m_why->setContentsMargins(0, 0, 0, 0);
    m_why->setSpacing(0);
    m_same = addText(*m_why, textSize);
    m_same->setText(tr("The schedule takes exactly the time that the step charges."));
    rows->addWidget(why);
}

QWidget* DesignCharge::makeTimes()
{
    auto* times = new QWidget;
    auto* row = new QHBoxLayout(times);
    row->setContentsMargins(2, 0, 0, 0);
    row->setSpacing(8);
    m_charged->setObjectName(QStringLiteral("design.charged"));
    m_scheduled->setObjectName(QStringLiteral("design.scheduled"));
    for (ValueLabel* value : {m_charged, m_scheduled}) {
        value->setForm(ValueLabel::Form::captioned, 12, 15);
        row->addWidget(value);
    }
    row->addStretch();
    return times;
}

/// "In the step: 373 µs × 32 layers = 11.9 ms".
NumberText* DesignCharge::makeSum()
{
    auto* sum = makeLine();
    sum->setObjectName(QStringLiteral("design.sum"));
    m_sumHead = sum->addWord();
    m_call = sum->addNumber({}, {});
    m_times = sum->addWord(QStringLiteral("×"));
    m_calls = sum->addNumber({}, {});
    m_equals = sum->addWord(QStringLiteral("="));
    m_total = sum->addNumber({}, {});
    return sum;
}

DesignCharge::Difference& DesignCharge::difference(std::size_t index)
{
    if (index == m_differences.size()) {
        auto* head = makeLine();
        auto* name = head->addWord();
        name->setFont(uiFont(textSize, QFont::DemiBold));
        auto* time = head->addNumber({}, {});
        m_why->addWidget(head);
        m_differences.push_back({head, name, time, addText(*m_why, textSize)});
    }
    return m_differences[index];
}

void DesignCharge::present(const Snapshot& snapshot, const core::DesignCollective& one)
{
    const core::Scenario& design = snapshot.scenario;
    const auto report = snapshot.cache->report(design);
    if (!report->analysis) {
        return presentHint(QString::fromStdString(report->problem));
    }
    const auto charge = core::compareWithSchedule(design, one, *report->analysis);
    m_title->setText(QStringLiteral("<b>%1</b><br>%2")
                         .arg(richName(QString::fromStdString(one.name)),
                              QString::fromStdString(core::placeOf(design, one)).toHtmlEscaped()));
    m_charged->present(timeText(charge.charged.si()));
    m_scheduled->present(timeText(charge.scheduled.si()));
    presentSum(one);
    presentDifferences(one, charge.differences);
    m_numbers->show();
}

void DesignCharge::presentSum(const core::DesignCollective& one)
{
    const bool many = one.calls.all() != 1;
    m_sumHead->setText(many ? tr("In the step:") : tr("In the step, once:"));
    for (QWidget* part : std::initializer_list<QWidget*>{m_call, m_times, m_calls, m_equals}) {
        part->setVisible(many);
    }
    m_call->setMetric(idOf("call", one), tr("One call"));
    m_call->present(timeText(one.seconds.si()));
    m_calls->setMetric(idOf("calls", one), tr("Calls"));
    m_calls->present(callsText(one.calls));
    m_total->setMetric(idOf("total", one), tr("All calls"));
    m_total->present(timeText(one.total().si()));
}

void DesignCharge::presentDifferences(const core::DesignCollective& one,
                                      const std::vector<core::TimeDifference>& differences)
{
    m_same->setVisible(differences.empty());
    for (std::size_t i = 0; i < std::max(differences.size(), m_differences.size()); ++i) {
        const Difference& row = difference(i);
        row.head->setVisible(i < differences.size());
        row.why->setVisible(i < differences.size());
        if (i < differences.size()) {
            const auto& shown = differences[i];
            const QString name = QString::fromStdString(shown.name);
            row.name->setText(name);
            row.time->setMetric(idOf(shown.number, one), name);
            row.time->present(signedText(shown.time.si()));
            row.why->setText(QString::fromStdString(shown.why).toHtmlEscaped() + u'.');
        }
    }
}

void DesignCharge::presentHint(const QString& hint)
{
    m_title->setText(hint.toHtmlEscaped());
    m_numbers->hide();
}

} // namespace ui
