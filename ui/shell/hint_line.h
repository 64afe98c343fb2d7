// SPDX-License-Identifier: GPL-3.0-or-later
// The line at the bottom of the window that says what the part with the focus, or under the pointer, does.
#pragma once

#include <QLabel>

namespace ui
{

/// Shows as many parts of "Batch: ←/→ next mark · Shift+arrow fine · …" as it has room for.
class HintLine : public QLabel
{
    Q_OBJECT
public:
    explicit HintLine(QWidget* parent = nullptr);

    /// Of the part with the focus.
    void setWords(const QString&);
    /// Of what the pointer is over; empty: none.
    void setPassing(const QString&);

protected:
    void resizeEvent(QResizeEvent*) override { fit(); }

private:
    void fit();

    QString m_words;
    QString m_passing;
};

} // namespace ui
