// SPDX-License-Identifier: GPL-3.0-or-later
// The collective of a scenario on a page of its own, at any of its steps.
#pragma once

#include "ui/export/moving_picture.h"
#include "ui/export/playback_state.h"
#include "ui/playback/collective_caption.h"
#include "ui/playback/recording.h"
#include "ui/session/snapshot.h"
#include "ui/theme/theme.h"
#include "ui/torus/torus_scene.h"

#include <QByteArray>
#include <QString>

#include <memory>
#include <vector>

class QPainter;

namespace ui
{

/// Made once, then moved from step to step.
class CollectivePicture : public MovingPicture
{
public:
    /// `view` is "torus" or "timeline". Refuses what is no collective or no step of it.
    static tl::expected<CollectivePicture, PictureError> of(const Snapshot&, const QString& view, const PlaybackState&);

    int steps() const { return m_recording->steps(); }
    /// The times at which steps end.
    std::span<const double> stepEnds() const override { return m_recording->collective().stepEnds; }
    void stepTo(int step, double progress) override;

    QString title() const override { return m_caption.title; }
    /// "All-gather · along one axis. Step 2 of 4 · 12 µs of 26 µs".
    QString words() const { return title() + QStringLiteral(". ") + clockText(); }
    void paint(QPainter&, const QSizeF&, const Theme&) const override;
    /// Without the words round it.
    void paintAlone(QPainter&, const QSizeF&, const Theme&) const;
    /// Rows of transfers, of a timeline bars: those that lead to the step that was asked for, or all.
    tl::expected<QByteArray, PictureError> table() const;

private:
    CollectivePicture(const Snapshot&, const QString& view, const PlaybackState&, core::WholeCollective);

    tl::expected<void, PictureError> check() const;
    QString clockText() const;

    Snapshot m_snapshot;
    bool m_timeline;
    bool m_atStep; // at a step; a timeline may show all of them alike
    PlaybackState m_playback;
    std::unique_ptr<Recording> m_recording;
    TorusLook m_look;
    CollectiveCaption m_caption;
};

} // namespace ui
