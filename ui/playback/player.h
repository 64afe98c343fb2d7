// SPDX-License-Identifier: GPL-3.0-or-later
// Owns the time of an animation: a position among discrete steps, moved by hand or by a clock that runs while seen.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <array>
#include <vector>

namespace ui
{

/// Starts paused at step 0. Position 2.25: two steps are done, a quarter of the third.
class Player : public QObject
{
    Q_OBJECT
public:
    explicit Player(QObject* parent = nullptr);

    /// A new schedule: back to step 0, paused. `stepEnds` are the times at which steps end.
    void load(std::vector<double> stepEnds);
    /// The same steps with other times: stays where it is.
    void retime(std::vector<double> stepEnds);

    int steps() const { return static_cast<int>(m_ends.size()); }
    double position() const { return m_position; }
    int step() const;        // steps that are done
    double progress() const; // of the step under way
    bool isPlaying() const { return m_playing; }
    double speed() const { return m_speed; }
    bool showsTrueTimes() const { return m_trueTimes; }
    /// When the last of the steps that are done has ended.
    double stepEnd() const;
    /// The time of the schedule at this position.
    double seconds() const;

    void setSpeed(double);
    /// Each step lasts in proportion to its time; otherwise all steps last alike.
    void setTrueTimes(bool);
    /// Large pictures are drawn less often.
    void setFrameTime(int milliseconds) { m_clock.setInterval(milliseconds); }
    /// The clock runs only while the picture is visible.
    void setVisible(bool);
    /// Moves on by this much wall time, as the clock does.
    void advance(double wallSeconds);

    static constexpr double stepSeconds = 0.9; // at speed 1
    static constexpr std::array<double, 5> speeds{0.25, 0.5, 1, 2, 4};

public slots:
    /// Pauses there.
    void goTo(double position);
    void first() { goTo(0); }
    void back();
    void forward();
    void last() { goTo(steps()); }
    void setPlaying(bool);
    void toggle() { setPlaying(!m_playing); }
    void seek(double position);
    /// To a moment of the schedule.
    void seekSeconds(double);

signals:
    void moved();
    /// Played or paused, another schedule, speed or timing.
    void changed();

private:
    double durationOf(int step) const;
    void runClock();
    void tick();

    std::vector<double> m_ends;
    double m_position = 0;
    double m_speed = 1;
    bool m_trueTimes = false;
    bool m_playing = false;
    bool m_visible = false;
    QTimer m_clock;
    QElapsedTimer m_since;
};

/// Space, comma, period, Home and End; false for other keys.
bool playByKey(Player&, int key);

} // namespace ui
