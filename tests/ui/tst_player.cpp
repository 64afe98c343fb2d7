// SPDX-License-Identifier: GPL-3.0-or-later
// Checks how an animation is played, stepped, scrubbed and paced.
#include "support/suite.h"
#include "ui/playback/player.h"

#include <QElapsedTimer>
#include <QSignalSpy>

class TstPlayer : public QObject
{
    Q_OBJECT
private slots:
    void startsPausedAtStepZero();
    void stepsGoToWholePositions();
    void equalStepsLastAlike();
    void trueTimesLastInProportion();
    void speedDividesTime();
    void itStopsAtTheEndAndPlaysAgain();
    void theClockRunsOnlyWhileSeen();
    void anotherScheduleStartsAnew();
    void otherTimesOfTheSameStepsMoveNothing();
    void aBusyWindowDoesNotJump();
};

namespace
{
constexpr double step = ui::Player::stepSeconds;
}

void TstPlayer::startsPausedAtStepZero()
{
    ui::Player player;
    player.load({1, 2, 3});
    QCOMPARE(player.position(), 0.0);
    QVERIFY(!player.isPlaying());
    QCOMPARE(player.seconds(), 0.0);
}

void TstPlayer::stepsGoToWholePositions()
{
    ui::Player player;
    player.load({1, 2, 3});
    player.seek(1.4);
    QCOMPARE(player.step(), 1);
    QCOMPARE(player.progress(), 1.4 - 1);
    player.forward();
    QCOMPARE(player.position(), 2.0);
    player.seek(1.4);
    player.back();
    QCOMPARE(player.position(), 1.0);
    player.back();
    player.back();
    QCOMPARE(player.position(), 0.0); // no step before the first
    player.last();
    player.forward();
    QCOMPARE(player.position(), 3.0);
    player.first();
    QCOMPARE(player.position(), 0.0);
}

void TstPlayer::equalStepsLastAlike()
{
    ui::Player player;
    player.load({1, 10});
    player.advance(step);
    QCOMPARE(player.position(), 1.0);
    QCOMPARE(player.seconds(), 1.0);
    player.advance(step / 2);
    QCOMPARE(player.position(), 1.5);
    QCOMPARE(player.seconds(), 5.5);
}

/// Steps of 1 s and 3 s share the two usual lengths as 1 to 3: half a length, then one and a half.
void TstPlayer::trueTimesLastInProportion()
{
    ui::Player player;
    player.load({1, 4});
    player.setTrueTimes(true);
    player.advance(step / 2);
    QCOMPARE(player.position(), 1.0);
    player.advance(step * 0.75);
    QCOMPARE(player.position(), 1.5);
}

void TstPlayer::speedDividesTime()
{
    ui::Player player;
    player.load({1, 2, 3, 4});
    player.setSpeed(4);
    player.advance(step / 2);
    QCOMPARE(player.position(), 2.0);
    player.setSpeed(0.25);
    player.advance(step);
    QCOMPARE(player.position(), 2.25);
}

void TstPlayer::itStopsAtTheEndAndPlaysAgain()
{
    ui::Player player;
    player.load({1, 2});
    player.setPlaying(true);
    player.advance(100);
    QCOMPARE(player.position(), 2.0);
    QVERIFY(!player.isPlaying());
    player.setPlaying(true);
    QCOMPARE(player.position(), 0.0);
    QVERIFY(player.isPlaying());
}

void TstPlayer::theClockRunsOnlyWhileSeen()
{
    ui::Player player;
    player.load({1, 2});
    player.setPlaying(true);
    QSignalSpy moved(&player, &ui::Player::moved);
    QVERIFY(!moved.wait(60)); // hidden
    player.setVisible(true);
    QVERIFY(moved.wait(2000));
    player.setPlaying(false);
    moved.clear();
    QVERIFY(!moved.wait(60)); // paused
}

void TstPlayer::anotherScheduleStartsAnew()
{
    ui::Player player;
    player.load({1, 2});
    player.setPlaying(true);
    player.advance(step);
    player.load({1, 2, 3, 4, 5});
    QCOMPARE(player.position(), 0.0);
    QVERIFY(!player.isPlaying());
    QCOMPARE(player.steps(), 5);
    player.load({});
    player.setPlaying(true);
    QVERIFY(!player.isPlaying());
    QCOMPARE(player.seconds(), 0.0);
}

void TstPlayer::otherTimesOfTheSameStepsMoveNothing()
{
    ui::Player player;
    player.load({1, 2});
    player.seek(1.5);
    player.retime({10, 30});
    QCOMPARE(player.position(), 1.5);
    QCOMPARE(player.seconds(), 20.0);
    player.retime({1, 2, 3});
    QCOMPARE(player.position(), 0.0); // other steps
}

/// A tick counts a tenth of a second at most, however late it comes.
void TstPlayer::aBusyWindowDoesNotJump()
{
    ui::Player player;
    player.load({1, 2});
    player.setVisible(true);
    player.setPlaying(true);
    QElapsedTimer busy;
    for (busy.start(); busy.elapsed() < 400;) {
    }
    QSignalSpy moved(&player, &ui::Player::moved);
    QVERIFY(moved.wait(2000));
    QVERIFY2(player.position() <= 0.1 / step + 1e-9, qPrintable(QString::number(player.position())));
}

ROOFLIGHT_TEST(TstPlayer)
#include "tst_player.moc"
