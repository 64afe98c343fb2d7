// SPDX-License-Identifier: GPL-3.0-or-later
// Labels over the numbers that a mark's card shows, so that a click, Enter or F8 explains each.
#pragma once

#include <QObject>

#include <vector>

class QWidget;

namespace ui
{

struct MarkScene;
class Reel;
class ValueLabel;

class MarkNumbers : public QObject
{
    Q_OBJECT
public:
    /// Over the widget that paints the card.
    explicit MarkNumbers(QWidget& over);

    /// Those of a card that stays; none of an empty one.
    void show(const MarkScene&, const Reel*);

signals:
    void explained(const QString& metricId);

private:
    ValueLabel& label(std::size_t index);
    void hideFrom(std::size_t index);

    QWidget& m_over;
    std::vector<ValueLabel*> m_labels;
};

} // namespace ui
