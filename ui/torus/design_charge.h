// SPDX-License-Identifier: GPL-3.0-or-later
// The open collective of the design: what the step charges for it beside the time of its schedule, and why they differ.
#pragma once

#include "core/evaluate/opened_collective.h"

#include <QWidget>

class QLabel;

namespace ui
{

class ValueLabel;

class DesignCharge : public QWidget
{
    Q_OBJECT
public:
    explicit DesignCharge(QWidget* parent = nullptr);

    /// `design` has its collective open.
    void present(const core::Scenario& design, const core::DesignCollective&);
    /// A sentence instead.
    void presentHint(const QString&);

signals:
    void explained(const QString& metricId);

private:
    QLabel* m_title;
    QLabel* m_sum;
    QWidget* m_row;
    ValueLabel* m_charged;
    ValueLabel* m_scheduled;
    QLabel* m_why;
};

} // namespace ui
