// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline page of the stage: bars on one clock, of a collective matmul with its mode and ratio too.
#pragma once

#include "ui/playback/collective_page.h"
#include "ui/session/session.h"

#include <memory>
#include <thread>

class QScrollArea;

namespace core
{
struct LinksOfChip;
struct WholeCollective;
} // namespace core

namespace ui
{

class Combo;
class Player;
class RatioSlider;
class Segmented;
class TimelineView;

class MatmulView : public CollectivePage
{
    Q_OBJECT
public:
    MatmulView(Session&, Player&, QWidget* parent = nullptr);
    ~MatmulView() override;

    void present(const Snapshot&) override;
    void load(const Recording*, const QString& reason) override;
    QString picture() const override { return QStringLiteral("timeline"); }
    /// All rows at ease.
    QSize sizeHint() const override;

private:
    QWidget* makeBar();
    void fillChips();
    void read();
    /// Times the links of a chip in another thread, then reads again.
    void readBeside(int chip);

    Session& m_session;
    const Recording* m_recording = nullptr; // of no use while the page is out of sight
    bool m_multiplies = false;
    Snapshot m_snapshot;
    QWidget* m_controls;
    Segmented* m_mode;
    RatioSlider* m_ratio;
    Combo* m_chips;
    TimelineView* m_timeline;
    QScrollArea* m_area;
    bool m_waits = false;                             // for another thread
    std::shared_ptr<const core::LinksOfChip> m_links; // what it timed last, of m_linksOf
    std::shared_ptr<const core::WholeCollective> m_linksOf;
    std::jthread m_reader; // one at a time; stopped when the view goes
};

} // namespace ui
