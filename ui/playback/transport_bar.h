// SPDX-License-Identifier: GPL-3.0-or-later
// First, back, play, forward, last, the scrubber, speed and pace of a player.
#pragma once

#include <QWidget>

class QComboBox;
class QHBoxLayout;

namespace ui
{

class Combo;
class IconButton;
class Player;
class Recording;
class Scrubber;
class ValueLabel;

class TransportBar : public QWidget
{
    Q_OBJECT
public:
    explicit TransportBar(Player&, QWidget* parent = nullptr);

    /// What is played, whose times have derivations; not owned. Null: they are plain.
    void setRecording(const Recording*);

private:
    void goByTab(const QList<QHBoxLayout*>& groups);
    IconButton* addButton(const QString& icon, const QString& name, void (Player::*act)());
    void addSpeeds();
    QString where(const QString& step) const;
    void fitSteps();
    void presentChoices();
    void present();

    Player& m_player;
    QHBoxLayout* m_buttons;
    IconButton* m_play;
    Scrubber* m_scrubber;
    ValueLabel* m_where; // explains how many steps there are
    int m_fitted = -1;   // the number of steps that there is room for
    ValueLabel* m_end;
    const Recording* m_recording = nullptr;
    Combo* m_speed;
    Combo* m_pace;
};

/// Equal steps or true times, with words about them.
void offerPaces(QComboBox&);

} // namespace ui
