// SPDX-License-Identifier: GPL-3.0-or-later
// Positions, paces and the clock.
#include "ui/playback/player.h"

#include "ui/theme/nth.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ui
{

namespace
{

constexpr int frameMilliseconds = 16;
constexpr double longestFrame = 0.1; // a window that was busy does not jump

} // namespace

Player::Player(QObject* parent) : QObject(parent)
{
    m_clock.setInterval(frameMilliseconds);
    connect(&m_clock, &QTimer::timeout, this, &Player::tick);
}

void Player::load(std::vector<double> stepEnds)
{
    m_ends = std::move(stepEnds);
    m_position = 0;
    m_playing = false;
    runClock();
    emit changed();
    emit moved();
}

void Player::retime(std::vector<double> stepEnds)
{
    if (stepEnds.size() != m_ends.size()) {
        return load(std::move(stepEnds));
    }
    m_ends = std::move(stepEnds);
    emit changed();
    emit moved();
}

int Player::step() const { return static_cast<int>(std::floor(m_position)); }

double Player::progress() const { return m_position - std::floor(m_position); }

double Player::stepEnd() const { return step() == 0 ? 0 : m_ends[nth(step()) - 1]; }

double Player::seconds() const
{
    const auto done = nth(step());
    const double start = stepEnd();
    return done < m_ends.size() ? start + progress() * (m_ends[done] - start) : start;
}

void Player::setSpeed(double speed)
{
    m_speed = speed;
    emit changed();
}

void Player::setTrueTimes(bool on)
{
    m_trueTimes = on;
    emit changed();
}

void Player::setVisible(bool visible)
{
    m_visible = visible;
    runClock();
}

void Player::setPlaying(bool playing)
{
    if (playing && m_position >= steps()) {
        m_position = 0; // play at the end means again
        emit moved();
    }
    m_playing = playing && steps() > 0;
    runClock();
    emit changed();
}

void Player::seek(double position)
{
    m_position = std::clamp(position, 0.0, 1.0 * steps());
    emit moved();
}

void Player::seekSeconds(double moment)
{
    const auto next = std::ranges::upper_bound(m_ends, moment);
    const auto done = next - m_ends.begin();
    if (next == m_ends.end()) {
        return seek(steps());
    }
    const double start = done == 0 ? 0 : *std::prev(next);
    seek(static_cast<double>(done) + (moment - start) / (*next - start));
}

void Player::goTo(double position)
{
    setPlaying(false);
    seek(position);
}

void Player::back() { goTo(std::ceil(m_position) - 1); }

void Player::forward() { goTo(std::floor(m_position) + 1); }

double Player::durationOf(int step) const
{
    const auto i = nth(step);
    const double time = m_ends[i] - (i == 0 ? 0 : m_ends[i - 1]);
    const double share = m_trueTimes && m_ends.back() > 0 ? time * steps() / m_ends.back() : 1;
    return stepSeconds * share / m_speed;
}

void Player::advance(double wallSeconds)
{
    double position = m_position;
    while (wallSeconds > 0 && position < steps()) {
        const double at = std::floor(position);
        const double duration = durationOf(static_cast<int>(at));
        const double left = (at + 1 - position) * duration;
        if (wallSeconds < left) {
            position += wallSeconds / duration;
            break;
        }
        wallSeconds -= left;
        position = at + 1;
    }
    m_position = position;
    if (m_position >= steps() && m_playing) {
        setPlaying(false);
    }
    emit moved();
}

void Player::runClock()
{
    const bool run = m_playing && m_visible;
    if (run && !m_clock.isActive()) {
        m_since.start();
        m_clock.start();
    } else if (!run) {
        m_clock.stop();
    }
}

void Player::tick() { advance(std::min(longestFrame, static_cast<double>(m_since.restart()) / 1000)); }

bool playByKey(Player& player, int key)
{
    switch (key) {
    case Qt::Key_Space:
        player.toggle();
        return true;
    case Qt::Key_Comma:
        player.back();
        return true;
    case Qt::Key_Period:
        player.forward();
        return true;
    case Qt::Key_Home:
        player.first();
        return true;
    case Qt::Key_End:
        player.last();
        return true;
    default:
        return false;
    }
}

} // namespace ui
