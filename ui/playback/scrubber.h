// SPDX-License-Identifier: GPL-3.0-or-later
// The slider of the transport in the theme's look: a tick per step that draws what is near, and it goes where it is
// pressed.
#pragma once

#include <QSlider>

namespace ui
{

class Scrubber : public QSlider
{
    Q_OBJECT
public:
    explicit Scrubber(QWidget* parent = nullptr);

    QSize sizeHint() const override { return {240, 26}; }
    QSize minimumSizeHint() const override { return {120, 26}; }

protected:
    void paintEvent(QPaintEvent*) override;
    void mousePressEvent(QMouseEvent*) override;
    void mouseMoveEvent(QMouseEvent*) override;
    void mouseReleaseEvent(QMouseEvent*) override;
    void enterEvent(QEnterEvent*) override { update(); }
    void leaveEvent(QEvent*) override { update(); }

private:
    double xOf(int value) const;
    void moveTo(double x);
};

} // namespace ui
