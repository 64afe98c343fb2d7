// SPDX-License-Identifier: GPL-3.0-or-later
// Drawing that another thread may do while the window paints something else.
#pragma once

#include <functional>
#include <memory>

namespace ui
{

/// One piece of work at a time, done once. What it uses is not to be touched before finish().
class BackgroundPaint
{
public:
    BackgroundPaint() = default;
    ~BackgroundPaint() { finish(); }
    BackgroundPaint(const BackgroundPaint&) = delete;
    BackgroundPaint& operator=(const BackgroundPaint&) = delete;

    /// May use pictures, fonts and painters, but neither widgets nor pixmaps.
    void begin(std::function<void()>);
    /// Waits for the other thread, or does the work here where it has not begun.
    void finish() const;

private:
    struct Piece;
    mutable std::shared_ptr<Piece> m_piece;
};

} // namespace ui
