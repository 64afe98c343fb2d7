// SPDX-License-Identifier: GPL-3.0-or-later
// Two times side by side, the sum of the calls, and a line for each difference.
#include "ui/torus/design_charge.h"

#include "core/evaluate/collective.h"
#include "core/quantity/format.h"
#include "ui/shell/value_label.h"
#include "ui/theme/theme.h"
#include "ui/torus/collective_name.h"
#include "ui/torus/design_list.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace ui
{

namespace
{

QString timeText(core::Quantity<core::dim::second> time)
{
    return QString::fromStdString(core::format(time.si(), core::dim::second));
}

QString signedText(core::Quantity<core::dim::second> time)
{
    const bool less = time.si() < 0;
    return (less ? QStringLiteral("− ") : QStringLiteral("+ ")) + timeText(less ? -1 * time : time);
}

QString line(const QString& html) { return QStringLiteral("<p style='margin: 0 0 4px 0'>%1</p>").arg(html); }

QString differencesText(const core::ChargeOfSchedule& charge)
{
    if (charge.differences.empty()) {
        return line(DesignCharge::tr("The schedule takes just what the step charges."));
    }
    QString text;
    for (const auto& difference : charge.differences) {
        text += line(QStringLiteral("<b>%1 %2</b>: %3.")
                         .arg(QString::fromStdString(difference.name).toHtmlEscaped(), signedText(difference.time),
                              QString::fromStdString(difference.why).toHtmlEscaped()));
    }
    return text;
}

} // namespace

DesignCharge::DesignCharge(QWidget* parent)
    : QWidget(parent), m_title(new QLabel), m_sum(new QLabel), m_row(new QWidget),
      m_charged(new ValueLabel(QStringLiteral("coll.charge"), tr("In the step, one call"))),
      m_scheduled(new ValueLabel(QStringLiteral("coll.time"), tr("As scheduled"))), m_why(new QLabel)
{
    setObjectName(QStringLiteral("design.charge"));
    m_title->setObjectName(QStringLiteral("design.title"));
    m_sum->setObjectName(QStringLiteral("design.sum"));
    m_why->setObjectName(QStringLiteral("design.why"));
    m_charged->setObjectName(QStringLiteral("design.charged"));
    m_scheduled->setObjectName(QStringLiteral("design.scheduled"));
    auto* row = new QHBoxLayout(m_row);
    row->setContentsMargins(2, 0, 0, 0);
    row->setSpacing(8);
    for (ValueLabel* value : {m_charged, m_scheduled}) {
        value->setFonts(12, 15);
        connect(value, &ValueLabel::explained, this, &DesignCharge::explained);
        row->addWidget(value);
    }
    row->addStretch();
    auto* list = new QVBoxLayout(this);
    list->setContentsMargins(0, 8, 8, 8);
    list->setSpacing(2);
    for (QLabel* label : {m_title, m_sum, m_why}) {
        label->setTextFormat(Qt::RichText);
        label->setWordWrap(true);
        label->setFont(uiFont(12));
        label->setContentsMargins(10, 0, 0, 0);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_title->setFont(uiFont(13));
    list->addWidget(m_title);
    list->addWidget(m_row);
    list->addWidget(m_sum);
    list->addWidget(m_why);
}

void DesignCharge::present(const core::Scenario& design, const core::DesignCollective& one)
{
    const auto& report = core::latestCollective(design);
    if (!report.study) {
        return presentHint(QString::fromStdString(report.problem));
    }
    const auto charge = core::compareWithSchedule(design, one, *report.study);
    m_title->setText(QStringLiteral("<b>%1</b><br>%2")
                         .arg(richName(QString::fromStdString(one.name)),
                              QString::fromStdString(core::placeOf(design, one)).toHtmlEscaped()));
    m_row->show();
    m_charged->show(timeText(charge.charged));
    m_scheduled->show(timeText(charge.scheduled));
    m_sum->show();
    m_sum->setText(
        tr("In the step: %1 × %2 = <b>%3</b>").arg(timeText(one.seconds), callsText(one.calls), timeText(one.total())));
    m_why->show();
    m_why->setText(differencesText(charge));
}

void DesignCharge::presentHint(const QString& hint)
{
    m_title->setText(hint.toHtmlEscaped());
    m_row->hide();
    m_sum->hide();
    m_why->hide();
}

} // namespace ui
