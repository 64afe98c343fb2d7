// SPDX-License-Identifier: GPL-3.0-or-later
// Math against transfer of one shard on a logarithmic track: moves the one size that changes the products alone.
#pragma once

#include "ui/session/session.h"

#include <QWidget>

class QLabel;
class QLayout;

namespace ui
{

class LogSlider;
class ValueLabel;

/// Of a gather form the columns F of the weights, of a scatter form the summed dimension D: neither travels. At 1 the
/// transfers are just hidden.
class RatioSlider : public QWidget
{
    Q_OBJECT
public:
    explicit RatioSlider(Session&, QWidget* parent = nullptr);

    void present(const Snapshot&);
    /// Math over transfer now; 0 where nothing is transferred.
    double ratio() const { return m_ratio; }
    QString text() const;

protected:
    void paintEvent(QPaintEvent*) override;

private:
    void edit(double ratio, Gesture);
    void connectTrack();
    QString sizeName() const;
    QLayout* makeWords();

    Session& m_session;
    ValueLabel* m_value;
    QLabel* m_by;
    QLabel* m_note;
    LogSlider* m_track;
    ValueLabel* m_threshold;
    const core::Field* m_field = nullptr;
    double m_width = 0;     // of the field now
    double m_evenWidth = 0; // of the field where math takes as long as the transfer
    bool m_hides = false;   // there the transfers are hidden
    double m_ratio = 0;
    Gesture m_gesture = 0;
};

} // namespace ui
