// SPDX-License-Identifier: GPL-3.0-or-later
// The control of one number: label, field with unit and echo, − and +, and a track with detents.
#pragma once

#include "ui/controls/field_control.h"

class QLabel;

namespace ui
{

class IconButton;
class LogSlider;
class NumberField;

class NumberControl : public FieldControl
{
    Q_OBJECT
public:
    NumberControl(const core::Field&, Session&, QWidget* parent = nullptr);

protected:
    void presentValue(const Snapshot&) override;
    void outline(ControlState) override;
    Remedy remedyOf(const QString& typed) override;

private:
    void build();
    void connectTrack();
    void connectField();
    void step(int detents);
    void toDefault();
    void copy();
    QString echoOf(const QString& typed) const;
    QString spoken(double value, const QString& counted) const;

    QLabel* m_title;
    NumberField* m_input;
    IconButton* m_less;
    IconButton* m_more;
    LogSlider* m_track;
    int m_gesture = 0;      // of the drag, the repeating key or the run of the wheel
    qint64 m_lastWheel = 0; // when it last turned, in ms
};

} // namespace ui
