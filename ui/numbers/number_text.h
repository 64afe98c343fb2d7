// SPDX-License-Identifier: GPL-3.0-or-later
// A text whose numbers explain themselves: words and value labels, one behind the other, in as many lines as the width
// asks for.
#pragma once

#include <QWidget>

class QLabel;

namespace ui
{

class ValueLabel;

class NumberText : public QWidget
{
    Q_OBJECT
public:
    /// `size` of the letters in pixels.
    explicit NumberText(int size, QWidget* parent = nullptr);

    QLabel* addWord(const QString& = {});
    /// `title` names the number for screen readers.
    ValueLabel* addNumber(const QString& metricId, const QString& title);

private:
    int m_size;
};

} // namespace ui
