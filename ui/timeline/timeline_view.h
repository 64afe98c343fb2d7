// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline on screen: its moment is the player's; bars are pointed at, times are explained.
#pragma once

#include "ui/numbers/explained_cells.h"
#include "ui/timeline/timeline_reading.h"
#include "ui/timeline/timeline_scene.h"

#include <QPixmap>
#include <QWidget>

namespace ui
{

class HoverCard;
class Player;

class TimelineView : public QWidget, public ExplainsByKey
{
    Q_OBJECT
public:
    explicit TimelineView(Player&, QWidget* parent = nullptr);

    /// Nothing to show, for a reason.
    void present(const QString& reason);
    void present(TimelineReading);
    const TimelineReading* reading() const { return m_reason.isEmpty() ? &m_reading : nullptr; }
    const TimelineScene& scene() const { return m_scene; }
    QSize minimumSizeHint() const override;
    QSize sizeHint() const override { return minimumSizeHint(); }
    /// When the chosen bar is done, else the time that is saved.
    QString chosenNumber() const override;

signals:
    /// By keys a bar was chosen that may be out of sight.
    void chosen(const QRect&);

protected:
    void paintEvent(QPaintEvent*) override;
    void resizeEvent(QResizeEvent*) override;
    void changeEvent(QEvent*) override;
    void mousePressEvent(QMouseEvent*) override;
    void mouseMoveEvent(QMouseEvent*) override;
    void mouseReleaseEvent(QMouseEvent*) override;
    void mouseDoubleClickEvent(QMouseEvent*) override;
    void contextMenuEvent(QContextMenuEvent*) override;
    void leaveEvent(QEvent*) override;
    void focusOutEvent(QFocusEvent*) override;
    void keyPressEvent(QKeyEvent*) override;

private:
    void refresh();
    void point(int box);
    int boxUnder(const QPointF&) const;
    std::vector<NumberToExplain> numbersOf(int box) const;
    void step(int by);
    void seek(qreal x);
    void light(int link);
    void moveMoment();

    Player& m_player;
    QString m_reason;
    TimelineReading m_reading;
    TimelineScene m_scene;
    QPixmap m_base; // everything but the moment; null: to be drawn
    HoverCard* m_card;
    int m_pointed = -1;
    int m_lit = -1; // link under the pointer
    QPointF m_pressed;
    bool m_pressing = false;
    bool m_seeking = false;
    double m_shown = 0; // moment that was painted last
};

} // namespace ui
