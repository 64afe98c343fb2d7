// SPDX-License-Identifier: GPL-3.0-or-later
// A drop-down list painted in the theme.
#pragma once

#include "ui/controls/number_field.h"

#include <QComboBox>

namespace ui
{

class Combo : public QComboBox
{
    Q_OBJECT
public:
    explicit Combo(QWidget* parent = nullptr);

    void outline(ControlState);
    QSize sizeHint() const override;
    void showPopup() override;
    QSize minimumSizeHint() const override { return {64, 28}; }

protected:
    void paintEvent(QPaintEvent*) override;
    void resizeEvent(QResizeEvent*) override;

private:
    void tellWhole();

    QString m_told; // the tooltip of a choice that is elided
    ControlState m_state = ControlState::good;
};

/// Paints the field of a drop-down: box, text, chevron, focus. Shared with the preset pickers.
void paintDropField(QWidget*, const QString& text, ControlState, bool open);

} // namespace ui
