// SPDX-License-Identifier: GPL-3.0-or-later
// The card of a chip: the array as blocks with those filled that it holds, unfinished sums, what it sends and receives.
#pragma once

#include "ui/playback/chip_facts.h"

#include <QWidget>

#include <utility>
#include <vector>

namespace ui
{

class ValueLabel;

class ChipCard : public QWidget
{
    Q_OBJECT
public:
    explicit ChipCard(QWidget* parent = nullptr);

    /// Where the card would be higher than `room` pixels, blocks go without names, fewer messages are listed, and last
    /// blocks are lower.
    void present(const ChipFacts&, bool pinned, int room);
    const ChipFacts& facts() const { return m_facts; }
    /// Where a block of the array is drawn.
    QRectF cellBox(std::size_t cell) const;
    QSize sizeHint() const override { return m_size; }

    static constexpr int usualWidth = 268;

signals:
    void shardClicked(int shard);
    /// To see the shards of a cell one by one, by its lowest; -1: all again.
    void rangeAsked(int shard);

protected:
    void paintEvent(QPaintEvent*) override;
    void mousePressEvent(QMouseEvent*) override;
    void mouseMoveEvent(QMouseEvent*) override;
    void mouseReleaseEvent(QMouseEvent*) override;

private:
    void arrange(bool named, std::size_t listed, qreal flat = 1);
    void flowPending();
    void placeNumbers();
    qreal placeMoved(const std::vector<MovedShard>&, qreal y, std::size_t& next);
    void placeNumber(std::size_t index, const NumberInWords&, const QPointF& at);
    int cellAt(const QPointF&) const;
    bool isButton(const QPointF&) const;
    QString note() const;
    QRectF noteBox() const;

    bool m_passing = false; // what is pressed is no button
    ChipFacts m_facts;
    bool m_pinned = false;
    bool m_named = false;                                    // blocks bear names
    std::size_t m_listed = 0;                                // messages each way, at most
    std::vector<std::pair<QPointF, QString>> m_pendingWords; // about unfinished sums, below m_textTop
    std::vector<QPointF> m_pendingNumbers;                   // their terms
    qreal m_pendingHeight = 0;
    int m_columns = 1;
    qreal m_cellsTop = 0;
    qreal m_textTop = 0;
    QSizeF m_cell;
    QSize m_size;
    std::vector<ValueLabel*> m_numbers; // bytes on the chip, terms of sums, bytes of messages that are listed
};

} // namespace ui
