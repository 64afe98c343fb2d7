// SPDX-License-Identifier: GPL-3.0-or-later
// The open collective of the design: what the step charges for it beside the time of its schedule, and why they differ.
#pragma once

#include "core/design/collectives.h"

#include <QWidget>

#include <vector>

namespace core
{
struct TimeDifference;
}

class QLabel;
class QVBoxLayout;

namespace ui
{

class NumberText;
class ValueLabel;
struct Snapshot;

class DesignCharge : public QWidget
{
    Q_OBJECT
public:
    explicit DesignCharge(QWidget* parent = nullptr);

    /// `design` has its collective open.
    void present(const Snapshot&, const core::DesignCollective&);
    /// A sentence instead.
    void presentHint(const QString&);

private:
    struct Difference {
        NumberText* head;
        QLabel* name;
        ValueLabel* time;
        QLabel* why;
    };
    QWidget* makeTimes();
    NumberText* makeSum();
    Difference& difference(std::size_t index);
    void presentSum(const core::DesignCollective&);
    void presentDifferences(const core::DesignCollective&, const std::vector<core::TimeDifference>&);

    QLabel* m_title;
    ValueLabel* m_charged;
    ValueLabel* m_scheduled;
    QLabel* m_sumHead = nullptr;
    ValueLabel* m_call = nullptr;
    QLabel* m_times = nullptr;
    ValueLabel* m_calls = nullptr;
    QLabel* m_equals = nullptr;
    ValueLabel* m_total = nullptr;
    QLabel* m_same;     // said where there is no difference
    QWidget* m_numbers; // all but the title
    QVBoxLayout* m_why = nullptr;
    std::vector<Difference> m_differences; // made as they are needed
};

} // namespace ui
