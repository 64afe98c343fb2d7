// SPDX-License-Identifier: GPL-3.0-or-later
// The torus on screen: turned by drag and keys, chips pointed at and pinned; draws what the player stands at.
#pragma once

#include "ui/torus/torus_scene.h"

#include <QPixmap>
#include <QTimer>
#include <QWidget>

class QLabel;

namespace ui
{

class Player;

class TorusView : public QWidget
{
    Q_OBJECT
public:
    explicit TorusView(Player&, QWidget* parent = nullptr);

    /// Not owned; null shows `reason` instead.
    void show(Reel*, const QString& reason = {});
    /// After the reel or the player moved.
    void present();

    const TorusLook& look() const { return m_look; }
    void setLayout(TorusLayout);
    void setDetail(TorusDetail);
    /// For exports: the same picture at any size.
    void render(QPainter&, const QSizeF&, const Theme&) const;
    QString description() const;
    QSize sizeHint() const override { return {560, 460}; }

signals:
    void lookChanged();

protected:
    void paintEvent(QPaintEvent*) override;
    void resizeEvent(QResizeEvent*) override;
    void changeEvent(QEvent*) override;
    void showEvent(QShowEvent*) override;
    void hideEvent(QHideEvent*) override;
    void mousePressEvent(QMouseEvent*) override;
    void mouseMoveEvent(QMouseEvent*) override;
    void mouseReleaseEvent(QMouseEvent*) override;
    void leaveEvent(QEvent*) override;
    void keyPressEvent(QKeyEvent*) override;

private:
    bool turns() const;
    void turn(double yaw, double pitch);
    bool lookKey(int key);
    bool chipKey(int key, bool back);
    void moveSlice(int by);
    void togglePin(int chip);
    void point(int chip);
    void presentCard();
    void refresh();

    Player& m_player;
    Reel* m_reel = nullptr;
    QString m_reason;
    TorusLook m_look;
    TorusScene m_scene;
    QPixmap m_base; // everything that stands still; null: to be drawn
    QLabel* m_card;
    int m_pointed = -1;
    QPoint m_pressed;
    QPoint m_last;
    bool m_dragging = false;
    QTimer m_settle;
};

} // namespace ui
