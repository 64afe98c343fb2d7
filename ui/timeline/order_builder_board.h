// SPDX-License-Identifier: GPL-3.0-or-later
// Where an order is put together: shards dragged, clicked or typed into the slots of chip 0.
#pragma once

#include "ui/timeline/order_builder_scene.h"

#include <QWidget>

namespace ui
{

/// Keys: arrows and Space choose a step; digits, then a or b for a half, put a shard into it; Backspace takes the last
/// one out, Delete all of them. Dragging from slot to slot moves; a drag that ends outside takes out.
class OrderBoard : public QWidget
{
    Q_OBJECT
public:
    explicit OrderBoard(QWidget* parent = nullptr);

    /// Another order, or another verdict on it.
    void present(const OrderShown&);
    const OrderShown& shown() const { return m_shown; }
    const OrderScene& scene() const { return m_scene; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void edited(const core::ChipOrder&);
    void stepChosen(int step);
    /// It needs another height.
    void roomChanged();

protected:
    void paintEvent(QPaintEvent*) override;
    void resizeEvent(QResizeEvent*) override;
    void keyPressEvent(QKeyEvent*) override;
    void mousePressEvent(QMouseEvent*) override;
    void mouseMoveEvent(QMouseEvent*) override;
    void mouseReleaseEvent(QMouseEvent*) override;
    void focusInEvent(QFocusEvent*) override { update(); }
    void focusOutEvent(QFocusEvent*) override;

private:
    bool type(const QString& text);
    void commit();
    void halve(int half);
    void put(int step, const core::ShardProduct&);
    void take(int step, int place);
    void choose(int step);
    void layOut();
    QString spoken() const;

    OrderShown m_shown;
    OrderScene m_scene;
    OrderTile m_dragged;
    QPointF m_pressed;
    bool m_holds = false; // a tile is under the pressed button
    bool m_drags = false; // and moves
};

} // namespace ui
