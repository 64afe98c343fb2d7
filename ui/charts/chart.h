// SPDX-License-Identifier: GPL-3.0-or-later
// The widget that shows any picture: hover, keyboard, zoom and drag, held axes.
#pragma once

#include "ui/charts/chart_picture.h"
#include "ui/theme/background_paint.h"

#include <QImage>
#include <QTimer>
#include <QWidget>

#include <functional>
#include <memory>
#include <optional>

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
    /// What was presented or chosen last; another thread may be painting meanwhile.
    QString description() const { return accessibleDescription(); }
    /// The presented snapshot laid out for `area`, independent of the size and the ranges of the widget.
    void paintPicture(QPainter&, const QRectF& area, const Theme&);
    /// What is worked on, by its place in the picture, stands out.
    void choose(const QString& place);
    /// What a click or Enter does with marks of these places, instead of explaining them.
    struct Opener {
        std::function<bool(const QString& place)> opens;
        std::function<void(const QString& place)> open;
    };
    void setOpener(Opener opener) { m_opener = std::move(opener); }
    /// Number of the snapshot that was painted last.
    std::uint64_t paintedNumber() const { return m_painted; }
    /// What the axes show now.
    const AxisRanges& ranges() const { return m_ranges; }
    /// The same, where the user zoomed or moved there.
    std::optional<AxisRanges> zoomed() const;
    /// Shows a part of the picture, as if the user had zoomed there.
    void look(const AxisRanges&);
    /// The mark of that number as it was painted last; null where there is none.
    QRect placeOf(const QString& number) const;
    /// As if the mark of that place were pointed at.
    void point(const QString& place);
    /// Back to the view that shows everything.
    void resetView();
    QSize sizeHint() const override { return {560, 360}; }
    /// That the picture needs at its present width; 0: any will do.
    int neededHeight() const;
    /// Of a widget around it, so that the picture has what it needs; 0: any will do.
    int neededHeightOf(const QWidget& around) const;

protected:
    bool event(QEvent*) override;
    void paintEvent(QPaintEvent*) override;
    void keyPressEvent(QKeyEvent*) override;
    void mousePressEvent(QMouseEvent*) override;
    void mouseMoveEvent(QMouseEvent*) override;
    void mouseReleaseEvent(QMouseEvent*) override;
    void mouseDoubleClickEvent(QMouseEvent*) override;
    void wheelEvent(QWheelEvent*) override;
    /// In the coordinates of the picture; null where there is none.
    const Mark* markUnder(const QPointF&);
    /// That is pointed at, or chosen by keys.
    const Mark* currentMark() const;
    /// Points at it, with its card; -1: at none.
    void showMark(int index);

private:
    Picture& picture() const;
    QRect place() const;
    void refresh();
    void paintEarly();
    void paintImage(const QRectF& area);
    void setRanges(const AxisRanges&, bool own);
    void zoom(double factor, double x, double y);
    int markAt(const QPointF&);
    int sameMark() const;
    void stepMark(int direction);
    bool isOpenable(const Mark&) const;
    void activateMark(int index);

    QString m_id;
    std::unique_ptr<Picture> m_picture;
    HoverCard* m_card;
    const Theme* m_theme;
    AxisRanges m_ranges;
    std::uint64_t m_document = 0; // that is shown
    bool m_ownRanges = false;     // the user zoomed or dragged
    QImage m_image;               // what is in sight
    bool m_isStale = true;
    bool m_isEarly = false; // another thread paints the image, or has
    Painted m_next;         // what it paints
    Painted m_shown;        // of the image, in its coordinates
    bool m_lacksFarMarks = false;
    std::uint64_t m_number = 0, m_painted = 0;
    int m_mark = -1;
    QString m_place;  // of that mark
    QString m_chosen; // what stands out
    QPointF m_pressed;
    AxisRanges m_pressedRanges;
    QTimer m_settle; // after steps of a key: axes that do not depend on the way to a scenario
    Opener m_opener;
    BackgroundPaint m_work; // goes first
};

} // namespace ui
