// SPDX-License-Identifier: GPL-3.0-or-later
// Lays small widgets out as words of a text: one behind the other, in as many lines as the width asks for.
#pragma once

#include <QLayout>

#include <utility>
#include <vector>

namespace ui
{

class WordFlow : public QLayout
{
public:
    /// Pixels between words, and between lines.
    WordFlow(int gap, int leading);
    ~WordFlow() override;

    void addItem(QLayoutItem*) override;
    int count() const override { return static_cast<int>(m_items.size()); }
    QLayoutItem* itemAt(int) const override;
    QLayoutItem* takeAt(int) override;
    QSize sizeHint() const override;
    QSize minimumSize() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override { return flow({0, 0, width, 0}, false); }
    void setGeometry(const QRect&) override;

private:
    static void placeLine(const std::vector<std::pair<QLayoutItem*, QRect>>&, int height);
    int flow(const QRect& room, bool place) const;

    std::vector<QLayoutItem*> m_items;
    int m_gap;
    int m_leading;
};

} // namespace ui
