// SPDX-License-Identifier: GPL-3.0-or-later
// Builds the bar and keeps it at the player's position.
#include "ui/playback/transport_bar.h"

#include "ui/charts/chart_style.h"
#include "ui/controls/combo.h"
#include "ui/controls/folding_row.h"
#include "ui/controls/icon_button.h"
#include "ui/numbers/value_label.h"
#include "ui/playback/player.h"
#include "ui/playback/recording.h"
#include "ui/playback/scrubber.h"

#include <QFontMetrics>
#include <QHBoxLayout>
#include <QVBoxLayout>

namespace ui
{

namespace
{

constexpr int fine = 100; // places of the scrubber per step
constexpr int maxTicks = 64;

} // namespace

TransportBar::TransportBar(Player& player, QWidget* parent)
    : QWidget(parent), m_player(player), m_scrubber(new Scrubber(this)), m_where(new ValueLabel({}, {}, this)),
      m_end(new ValueLabel({}, {}, this)), m_speed(new Combo(this)), m_pace(new Combo(this))
{
    setObjectName(QStringLiteral("transport"));
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(8, 6, 8, 2);
    rows->setSpacing(2);
    rows->addWidget(m_scrubber);
    auto* row = new FoldingRow({}, 2);
    rows->addWidget(row);
    m_buttons = row->addGroup();
    auto* numbers = row->addGroup();
    auto* choices = row->addGroup(0, true);
    addButton(QStringLiteral("first"), tr("First step (Home)"), &Player::first);
    addButton(QStringLiteral("back"), tr("One step back (,)"), &Player::back);
    m_play = addButton(QStringLiteral("play"), tr("Play (Space)"), &Player::toggle);
    addButton(QStringLiteral("forward"), tr("One step forward (.)"), &Player::forward);
    addButton(QStringLiteral("last"), tr("Last step (End)"), &Player::last);
    m_scrubber->setObjectName(QStringLiteral("transport.scrubber"));
    m_scrubber->setAccessibleName(tr("Step"));
    m_scrubber->setSingleStep(fine);
    m_scrubber->setPageStep(fine);
    m_scrubber->setStatusTip(tr("Space plays · , and . step · Home and End go to the ends"));
    m_where->setObjectName(QStringLiteral("transport.where"));
    numbers->setContentsMargins(2, 0, 0, 0);
    m_end->setObjectName(QStringLiteral("transport.time"));
    for (ValueLabel* number : {m_where, m_end}) {
        number->setForm(ValueLabel::Form::line, 12, 13);
    }
    m_end->reserve(QStringLiteral("88.8 µs"));
    numbers->addWidget(m_where);
    numbers->addWidget(m_end);
    addSpeeds();
    choices->addWidget(m_speed);
    choices->addSpacing(6);
    m_pace->setObjectName(QStringLiteral("transport.pace"));
    m_pace->setAccessibleName(tr("Length of a step"));
    offerPaces(*m_pace);
    connect(m_pace, &QComboBox::activated, this, [this](int i) { m_player.setTrueTimes(i == 1); });
    choices->addWidget(m_pace);
    // Emitted for moves by the user only.
    connect(m_scrubber, &QSlider::actionTriggered, this,
            [this] { m_player.seek(1.0 * m_scrubber->sliderPosition() / fine); });
    connect(m_scrubber, &QSlider::sliderPressed, &player, [&player] { player.setPlaying(false); });
    connect(&player, &Player::moved, this, &TransportBar::present);
    connect(&player, &Player::changed, this, [this] {
        presentChoices();
        present();
    });
    goByTab({m_buttons, numbers, choices});
    presentChoices();
    present();
}

/// Tab order as in the row, which is not the order of creation.
void TransportBar::goByTab(const QList<QHBoxLayout*>& groups)
{
    QWidget* before = m_scrubber;
    for (const QHBoxLayout* group : groups) {
        for (int i = 0; i < group->count(); ++i) {
            if (QWidget* next = group->itemAt(i)->widget()) {
                setTabOrder(before, next);
                before = next;
            }
        }
    }
}

IconButton* TransportBar::addButton(const QString& icon, const QString& name, void (Player::*act)())
{
    auto* button = new IconButton(icon, name, this);
    button->setObjectName(QStringLiteral("transport.") + icon);
    m_buttons->addWidget(button);
    connect(button, &IconButton::clicked, &m_player, act);
    return button;
}

void TransportBar::addSpeeds()
{
    for (const double speed : Player::speeds) {
        const QString name = speed == 0.25  ? QStringLiteral("¼×")
                             : speed == 0.5 ? QStringLiteral("½×")
                                            : QStringLiteral("%1×").arg(speed);
        m_speed->addItem(name, speed);
    }
    m_speed->setObjectName(QStringLiteral("transport.speed"));
    m_speed->setAccessibleName(tr("Speed"));
    connect(m_speed, &QComboBox::activated, this,
            [this](int i) { m_player.setSpeed(m_speed->itemData(i).toDouble()); });
}

void TransportBar::setRecording(const Recording* recording)
{
    m_recording = recording;
    present();
}

QString TransportBar::where(const QString& step) const { return tr("Step %1/%2").arg(step).arg(m_player.steps()); }

void TransportBar::fitSteps()
{
    m_fitted = m_player.steps();
    m_scrubber->setRange(0, m_fitted * fine);
    m_scrubber->setTickInterval(m_fitted <= maxTicks ? fine : fine * 10);
    m_scrubber->setEnabled(m_fitted > 0);
    const QFontMetrics metrics = m_where->fontMetrics();
    QString widest;
    for (char16_t digit = u'0'; digit <= u'9'; ++digit) { // they differ in width
        const QString step = where(QString(QString::number(m_fitted).size(), QChar(digit)));
        widest = metrics.horizontalAdvance(step) > metrics.horizontalAdvance(widest) ? step : widest;
    }
    m_where->reserve(widest);
}

void TransportBar::presentChoices()
{
    m_play->setIconName(m_player.isPlaying() ? QStringLiteral("pause") : QStringLiteral("play"));
    m_play->setAccessibleName(m_player.isPlaying() ? tr("Pause (Space)") : tr("Play (Space)"));
    m_speed->setCurrentIndex(m_speed->findData(m_player.speed()));
    m_pace->setCurrentIndex(m_player.showsTrueTimes() ? 1 : 0);
}

void TransportBar::present()
{
    if (m_fitted != m_player.steps()) {
        fitSteps();
    }
    m_scrubber->setValue(qRound(m_player.position() * fine));
    m_where->setMetric(!m_recording                         ? QString()
                       : m_recording->collective().ownOrder ? QStringLiteral("own.played.steps")
                                                            : QStringLiteral("coll.steps"),
                       tr("Steps of the schedule"));
    m_where->present(where(QString::number(m_player.step())));
    m_end->setMetric(m_recording ? m_recording->idOf({"step_end", m_player.step()}) : QString(),
                     tr("End of step %1").arg(m_player.step()));
    m_end->present(timeText(m_player.stepEnd()));
}

void offerPaces(QComboBox& box)
{
    box.addItems({TransportBar::tr("Equal steps"), TransportBar::tr("True times")});
    box.setToolTip(TransportBar::tr(
        "Equal steps all last alike. With true times a step lasts from the end of the one before until its last "
        "message is there. Steps that overlap, as the timeline shows, are still played in sequence."));
}

} // namespace ui
