// SPDX-License-Identifier: GPL-3.0-or-later
// A label beside a picture that holds still.
#pragma once

#include <QEvent>
#include <QLabel>

#include <algorithm>

namespace ui
{

/// Holds a label whose text changes with every event of a slider or key, and asks for another layout only where its
/// lines need more or less room.
class Reason : public QWidget
{
public:
    /// As high as so many lines, or as it needs.
    Reason(QLabel* label, int least) : m_label(label), m_min(least) { label->setParent(this); }

protected:
    void resizeEvent(QResizeEvent*) override { fit(); }
    bool event(QEvent* event) override
    {
        if (event->type() == QEvent::LayoutRequest)
            fit();
        return QWidget::event(event);
    }

private:
    void fit()
    {
        const int lines = std::max(m_label->heightForWidth(width()), m_min * m_label->fontMetrics().lineSpacing());
        if (lines != minimumHeight())
            setFixedHeight(lines);
        m_label->setGeometry(rect());
    }

    QLabel* m_label;
    int m_min;
};

} // namespace ui
