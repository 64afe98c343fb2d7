// SPDX-License-Identifier: GPL-3.0-or-later
// The page on which a user builds an order of the collective matmul: checked at once, timed, finished by the engine.
#pragma once

#include "core/collectives/matmul/own_order.h"
#include "core/scenario/scenario.h"
#include "ui/playback/collective_page.h"

#include <optional>

class QLabel;
class QPushButton;

namespace ui
{

class Combo;
class IconButton;
class OrderBoard;
class OrderFacts;
class Segmented;

class OrderBuilder : public CollectivePage
{
    Q_OBJECT
public:
    explicit OrderBuilder(QWidget* parent = nullptr);

    bool isOfUse(const core::Scenario&) const override;
    bool showsTime() const override { return false; }
    void present(const Snapshot&) override;
    QSize minimumSizeHint() const override;

    static constexpr int maxChips = 16;

    const core::ChipOrder& order() const { return m_order; }
    void build(const core::ChipOrder&);
    void clear() { build(core::ChipOrder(m_order.size())); }
    /// Somebody is asked for a schedule: none is offered.
    void setSought(bool);
    /// The custom schedule; null where it is not valid or out of sight.
    const core::OwnMatmul* schedule() const { return isVisible() && m_own ? &*m_own : nullptr; }

signals:
    /// The order, what it is timed on, or whether it is visible: numbers are others now.
    void changed();
    /// The user wants to see the order on the torus and the timeline.
    void played(const core::OwnMatmul&);
    /// The open axis, on which there is no order to build, is to be closed.
    void ringAsked();

protected:
    void hideEvent(QHideEvent*) override;
    void resizeEvent(QResizeEvent*) override;

private:
    QWidget* makeTools();
    QWidget* makeRings();
    QWidget* makeEnd();
    void loadPreset(int preset);
    void loadMode(core::CollectiveAlgorithm, bool oneWay);
    void gatherFirst();
    void finish();
    void changeSteps(int by);
    void setLinks(bool oneWay);
    void check();
    core::ChipOrder inUse() const;
    QString verdict(const core::MatmulRequest&, const std::optional<core::OrderFault>&) const;
    void say(const QString&, bool wrong);

    core::Scenario m_scenario;
    std::optional<core::MatmulRequest> m_request; // nothing where the scenario allows no order
    QString m_reason;
    core::ChipOrder m_order;
    std::optional<core::OwnMatmul> m_own;
    bool m_oneWay = false;
    bool m_sought = false;
    OrderBoard* m_board;
    QWidget* m_builds; // everything but the reason
    QLabel* m_verdict;
    OrderFacts* m_facts;
    Segmented* m_links;
    Combo* m_presets;
    QPushButton* m_rings; // only where it helps
    QPushButton* m_finish;
    QPushButton* m_clear;
    QPushButton* m_play;
    IconButton* m_fewer;
    IconButton* m_more;
};

} // namespace ui
