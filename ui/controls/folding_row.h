// SPDX-License-Identifier: GPL-3.0-or-later
// Groups of small widgets in one line, or one below the other where the line has no room for all.
#pragma once

#include <QWidget>

class QBoxLayout;
class QHBoxLayout;

namespace ui
{

class FoldingRow : public QWidget
{
public:
    FoldingRow(const QMargins& round, int gap, QWidget* parent = nullptr);

    /// Behind the others; `stretch` as in a layout, `apart` after room that nobody needs.
    QHBoxLayout* addGroup(int stretch = 0, bool apart = false);
    /// Narrower lines fold, although the groups could be as narrow.
    void setMinLine(int width) { m_minLine = width; }
    /// Of the widest group.
    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent*) override;
    void resizeEvent(QResizeEvent*) override;

private:
    /// Of all groups beside each other.
    int lineWidth() const;
    void fold();

    QBoxLayout* m_line;
    QList<QHBoxLayout*> m_groups;
    int m_minLine = 0;
    QList<QHBoxLayout*> m_wide; // those that stretch: they fill a line of their own
};

} // namespace ui
