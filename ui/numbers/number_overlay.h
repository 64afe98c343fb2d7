// SPDX-License-Identifier: GPL-3.0-or-later
// Labels over numbers that a picture shows, so that a click, Enter or F8 explains each.
#pragma once

#include <QObject>
#include <QRectF>
#include <QString>

#include <vector>

class QWidget;

namespace ui
{

class ValueLabel;

/// A number where a picture shows it.
struct ShownNumber {
    QString id;
    QString title; // for screen readers
    QString text;
    QRectF letters; // the bottom is their baseline
};

class NumberOverlay : public QObject
{
    Q_OBJECT
public:
    /// Over the widget that paints them; `name` is that of the labels, `fontSize` of the letters.
    NumberOverlay(QWidget& over, const QString& name, int fontSize);

    /// Replaces all labels.
    void show(const std::vector<ShownNumber>&);

private:
    ValueLabel& label(std::size_t index);
    void hideFrom(std::size_t index);

    QWidget& m_over;
    QString m_name;
    int m_fontSize;
    std::vector<ValueLabel*> m_labels;
};

} // namespace ui
