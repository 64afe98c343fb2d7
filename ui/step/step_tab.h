// SPDX-License-Identifier: GPL-3.0-or-later
// The tab of the step on a clock: its picture, and beside it where it ends later or earlier than time.step.
#pragma once

#include "core/check/check.h"
#include "core/timeline/fill_parts.h"
#include "ui/session/snapshot.h"

#include <QWidget>

#include <vector>

class QLabel;
class QStackedWidget;
class QVBoxLayout;

namespace ui
{

class Chart;
class Segmented;
class Session;
class TracePage;
class ValueLabel;

class StepTab : public QWidget
{
    Q_OBJECT
public:
    /// Takes the charts in their cards: the clock, the schedules of the pipeline, four ways to shard the model, and a
    /// measured trace.
    StepTab(Session&, QWidget* clock, QWidget* schedules, QWidget* ways, QWidget* trace, QWidget* parent = nullptr);

    void present(const Snapshot&);

signals:
    /// Another one is in sight.
    void pictureChanged();
    /// A layer is to be looked at in its tab.
    void layerAsked();
    /// A matmul with its collective beside it is to be looked at in the tab of collectives.
    void collectiveAsked(const core::Repair& opening);

protected:
    void resizeEvent(QResizeEvent*) override;

private:
    void fit();
    QWidget* makeSide();
    QWidget* makeHead(QStackedWidget&, QLabel& intro);
    ValueLabel* addValue(QVBoxLayout&, const QString& number, const QString& title);
    void presentParts(const core::StepTimeline*);
    void presentMatmuls(const core::Scenario&);
    void showPart(int part);

    Chart* m_chart;
    Segmented* m_picture = nullptr;
    QStackedWidget* m_pictures;
    TracePage* m_trace;
    std::vector<ValueLabel*> m_values;
    QLabel* m_parts = nullptr;   // one line each, a link
    QLabel* m_none = nullptr;    // said where both agree
    QLabel* m_matmuls = nullptr; // links to those with a collective beside them
    std::vector<core::Repair> m_openings;
    std::vector<core::FillPart> m_fill;
    double m_end = 0;
    bool m_dark = false; // theme of the links
    std::size_t m_stages = 1;
};

} // namespace ui
