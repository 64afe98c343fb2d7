// SPDX-License-Identifier: GPL-3.0-or-later
// A collective, or a playing step, as a moving picture: one GIF, or a folder of numbered PNG files. Drawn frame by
// frame, so that it can be watched and stopped.
#pragma once

#include "ui/export/gif.h"
#include "ui/export/picture.h"
#include "ui/session/snapshot.h"

#include <QStringList>
#include <QTemporaryFile>

#include <memory>
#include <span>
#include <vector>

namespace ui
{

struct AnimationRequest {
    PictureRequest picture{.view = QStringLiteral("torus"), .pixels = {960, 720}};
    QString path;                // ends in .gif, or names the folder of the frames
    int framesPerStep = 1;       // 1: the state after each step; more show what moves in between
    double secondsPerStep = 0.9; // with true times on the average
    bool trueTimes = false;      // each step lasts in proportion to its time; otherwise all last alike

    bool isGif() const;
};

/// When the steps of what moves in a view end, in seconds; or why nothing does.
tl::expected<std::vector<double>, PictureError> stepEndsOf(const PictureRequest&, const Snapshot&);

/// Why steps that end at these times cannot be animated like this; empty where they can.
QString obstacleOf(const AnimationRequest&, std::span<const double> stepEnds);

/// When a frame is: so many steps are done, and this much of the next.
struct AnimationFrame {
    int step = 0;
    double progress = 0;
    int hundredths = 0; // of a second that it stays
};

/// From step 0 to the last, which stays longer; right to the hundredth of a second. With true times a step has as many
/// frames as there is time for, and one without any gives its time to the next.
std::vector<AnimationFrame> animationFrames(const AnimationRequest&, std::span<const double> stepEnds);

class MovingPicture;

class Animation
{
public:
    /// Refuses what cannot be drawn or must not be overwritten, before anything is drawn.
    static tl::expected<Animation, PictureError> of(const AnimationRequest&, const Snapshot&);
    Animation(Animation&&) noexcept;
    Animation& operator=(Animation&&) noexcept;
    ~Animation();

    const std::vector<AnimationFrame>& frames() const { return m_frames; }
    std::size_t drawn() const { return m_drawn; }
    bool isDrawn() const { return m_drawn == m_frames.size(); }
    tl::expected<void, PictureError> drawNext();
    /// When all are drawn: the file or folder appears, whole. Gives the names of the files.
    tl::expected<QStringList, PictureError> finish();

private:
    Animation(const AnimationRequest&, const Snapshot&, std::unique_ptr<MovingPicture>);

    tl::expected<void, PictureError> makeRoom();
    tl::expected<void, PictureError> keep(const QByteArray& png);
    tl::expected<QStringList, PictureError> writeFrames();

    AnimationRequest m_request;
    Snapshot m_snapshot;
    std::unique_ptr<MovingPicture> m_picture;
    std::vector<AnimationFrame> m_frames;
    std::size_t m_drawn = 0;
    Gif m_gif;
    std::unique_ptr<QTemporaryFile> m_spool; // the PNG files behind one another, until they are all there; has no name
    std::vector<qint64> m_ends;              // of each in it
};

} // namespace ui
