// SPDX-License-Identifier: GPL-3.0-or-later
// The widget that shows any picture: hover, keyboard, zoom and drag, held axes.
#pragma once

#include "ui/charts/chart_picture.h"
#include "ui/theme/early_work.h"

#include <QImage>
#include <QWidget>

#include <memory>

namespace ui
{

class HoverCard;
struct ChartRow;

/// Shows snapshots of one chart. Knows no other view and no session.
class Chart : public QWidget
{
    Q_OBJECT
public:
    explicit Chart(const ChartRow&, QWidget* parent = nullptr);

    /// Takes over a snapshot and repaints once per event-loop turn.
    void present(const Snapshot&);
    void setTheme(const Theme&);
    const QString& id() const { return m_id; }
    QString description() const { return m_picture->description(); } // of what painting only reads
    /// The presented snapshot laid out for `area`, independent of the size and the ranges of the widget.
    void paintPicture(QPainter&, const QRectF& area, const Theme&);
    /// Number of the snapshot that was painted last.
    std::uint64_t paintedNumber() const { return m_painted; }
    /// What the axes show now.
    const AxisRanges& ranges() const { return m_ranges; }
    /// Back to the view that shows everything.
    void resetView();
    QSize sizeHint() const override { return {560, 360}; }

protected:
    bool event(QEvent*) override;
    void paintEvent(QPaintEvent*) override;
    void keyPressEvent(QKeyEvent*) override;
    void mousePressEvent(QMouseEvent*) override;
    void mouseMoveEvent(QMouseEvent*) override;
    void mouseReleaseEvent(QMouseEvent*) override;
    void mouseDoubleClickEvent(QMouseEvent*) override;
    void wheelEvent(QWheelEvent*) override;

private:
    Picture& picture() const;
    QRect place() const;
    void refresh();
    void paintEarly();
    void paintImage(const QRectF& area);
    void setOwnRanges(const AxisRanges&);
    void zoom(double factor, double x, double y);
    int markAt(const QPointF&);
    void showMark(int index);
    void stepMark(int direction);
    void explainMark(int index);

    QString m_id;
    std::unique_ptr<Picture> m_picture;
    HoverCard* m_card;
    const Theme* m_theme;
    AxisRanges m_ranges;
    bool m_ownRanges = false; // the user zoomed or dragged
    QImage m_image;           // what is in sight
    bool m_isStale = true;
    bool m_isEarly = false; // another thread paints the image, or has
    Painted m_next;         // what it paints
    Painted m_shown;        // of the image, in its coordinates
    bool m_lacksFarMarks = false;
    std::uint64_t m_number = 0, m_painted = 0;
    int m_mark = -1;
    QPointF m_pressed;
    AxisRanges m_pressedRanges;
    EarlyWork m_work; // goes first
};

} // namespace ui
