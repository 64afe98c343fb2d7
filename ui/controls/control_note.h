// SPDX-License-Identifier: GPL-3.0-or-later
// The sentence under a control: an icon and what is wrong with its value.
#pragma once

#include "ui/controls/number_field.h"

#include <QWidget>

class QLabel;

namespace ui
{

class ControlNote : public QWidget
{
    Q_OBJECT
public:
    explicit ControlNote(QWidget* parent = nullptr);

    /// Hidden where the sentence is empty. An error is announced to screen readers.
    void present(ControlState, const QString& sentence);
    QString sentence() const;

protected:
    void paintEvent(QPaintEvent*) override;

private:
    QLabel* m_text;
    ControlState m_state = ControlState::good;
};

} // namespace ui
