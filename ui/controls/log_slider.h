// SPDX-License-Identifier: GPL-3.0-or-later
// A slim painted slider over a TrackScale: detents, fine steps, keys; knows no field and no session.
#pragma once

#include "ui/controls/track_scale.h"

#include <QWidget>

#include <optional>

namespace ui
{

class LogSlider : public QWidget
{
    Q_OBJECT
public:
    explicit LogSlider(TrackScale, QWidget* parent = nullptr);

    const TrackScale& scale() const { return m_scale; }
    void setScale(TrackScale);
    /// Where a value lies, in pixels from the left.
    double xOf(double value) const;
    double value() const { return m_value; }
    /// Shows a value; says nothing.
    void present(double value);
    /// What a screen reader says for the value.
    QString valueText() const { return m_valueText; }
    void setValueText(const QString& text) { m_valueText = text; }
    /// Values of the baselines by their looks, each with a hollow mark above the track; a click on one takes its value.
    void setBaselines(std::vector<std::pair<double, std::size_t>>);
    /// Marks the value a double-click returns to.
    void setDefault(double value);

    QSize sizeHint() const override { return {240, 24}; }
    QSize minimumSizeHint() const override { return {160, 24}; }

signals:
    void pressed();
    void dragged(double value);
    void released();
    /// A key asked for a value; `again` while the key repeats by itself.
    void stepped(double value, bool again);
    void wheeled(double value);
    void typed(const QString& digits);
    void defaultAsked();
    void copyAsked();

protected:
    void paintEvent(QPaintEvent*) override;
    void mousePressEvent(QMouseEvent*) override;
    void mouseMoveEvent(QMouseEvent*) override;
    void mouseReleaseEvent(QMouseEvent*) override;
    void mouseDoubleClickEvent(QMouseEvent*) override;
    void keyPressEvent(QKeyEvent*) override;
    void wheelEvent(QWheelEvent*) override;
    void focusInEvent(QFocusEvent*) override;

private:
    double positionAt(double x) const;
    void drag(const QMouseEvent&);
    bool stepByKey(const QKeyEvent&);
    void paintTicks(QPainter&, const QColor&) const;
    void paintBaselines(QPainter&, const QColor&) const;
    /// Whose mark is there.
    std::optional<double> baselineAt(const QPointF&) const;

    TrackScale m_scale;
    double m_value = 0;
    double m_default = 0;
    std::vector<std::pair<double, std::size_t>> m_baselines;
    QString m_valueText;
    double m_grip = 0; // from the pointer to the thumb when the drag began
    int m_wheel = 0;   // eighths of a degree not yet spent
    bool m_pressed = false;
};

} // namespace ui
