// SPDX-License-Identifier: GPL-3.0-or-later
// The torus on screen: turned by drag and keys, chips pointed at and pinned; draws the player's position.
#pragma once

#include "ui/numbers/explained_cells.h"
#include "ui/numbers/number_overlay.h"
#include "ui/torus/link_mark.h"
#include "ui/torus/torus_layer.h"

#include <QTimer>
#include <QWidget>

#include <optional>

class QPushButton;

namespace ui
{

class ChipCards;
class Player;
class ValueLabel;

class TorusView : public QWidget, public ExplainsByKey
{
    Q_OBJECT
public:
    explicit TorusView(Player&, QWidget* parent = nullptr);

    /// Not owned; null shows `reason` instead.
    void setRecording(Recording*, const QString& reason = {});
    /// After the recording or the player moved.
    void present();
    /// A small picture beside others: no words, no cards; it plays but does not turn.
    void setCompact(bool);

    const TorusLook& look() const { return m_look; }
    void setLayout(TorusLayout);
    /// Unrolled, or in space.
    void switchLayout();
    void setDetail(TorusDetail);
    /// Of TorusDetail::slice: its place on the axis that is cut.
    void setSlice(int);
    /// In space, and not by a slice or a row.
    bool turns() const;
    /// As it is turned at first.
    void resetView();
    /// The next place that is drawn, in the order of chips.
    void pointNext(bool back);
    /// One of the blocks of TorusDetail::blocks with its chips; -1 goes back to the whole.
    void openBlock(int block);
    /// Highlights one shard and its path; nothing ends that.
    void follow(std::optional<int> shard);
    /// Outlines links above the picture; none where the mark has none.
    void mark(const LinkMark&);
    /// Of the line under the pointer.
    MarkScene markPointed() const;
    /// The line that was clicked, which keeps its card until another one is, or what is marked.
    MarkScene markStaying() const;
    /// The next line that is drawn keeps its card: of the chip that is pointed at, if one is.
    void keepNextWire(bool back);
    /// Of the line or block under the pointer, else of the line that stays, else of the block that keys chose.
    QString chosenNumber() const override;

    QString description() const;
    Player& player() const { return m_player; }
    QSize sizeHint() const override { return m_look.compact ? QSize(320, 240) : QSize(560, 460); }

signals:
    void lookChanged();
    /// -1: none.
    void followedChanged(int shard);

protected:
    void paintEvent(QPaintEvent*) override;
    void resizeEvent(QResizeEvent*) override;
    void changeEvent(QEvent*) override;
    void showEvent(QShowEvent*) override;
    void hideEvent(QHideEvent*) override;
    void mousePressEvent(QMouseEvent*) override;
    void mouseMoveEvent(QMouseEvent*) override;
    void mouseReleaseEvent(QMouseEvent*) override;
    void mouseDoubleClickEvent(QMouseEvent*) override;
    void leaveEvent(QEvent*) override;
    void keyPressEvent(QKeyEvent*) override;

private:
    void showDetail(TorusDetail);
    using Stale = TorusLayer::Stale;

    // torus_view.cpp
    void spoil(Stale);
    bool hasPlaces() const;
    void showStep(int step);
    void workAhead();
    void roughen();
    void settle();
    bool isBig() const;
    TorusLayer::Paper paper() const;
    const TorusScene& scene() const { return m_layer.scene(); }
    const TorusGrid& grid() const { return scene().grid; }
    // torus_keys.cpp
    bool showsBlocks() const;
    void turn(double yaw, double pitch);
    bool lookKey(int key);
    bool chipKey(int key, bool back);
    bool escape();
    void moveSlice(int by);
    void togglePin(int chip);
    void point(int chip);
    void hint(const QPointF&);
    // torus_read_out.cpp
    /// A line that was clicked, by what stays when it is drawn elsewhere.
    struct KeptWire {
        int place = 0;
        int port = 0;
        double along = 0.5; // where, of its length
    };
    void pointAtWire(int wire, const QPointF& at);
    void keepWire(const std::optional<KeptWire>&);
    void keepPointedWire();
    const SceneWire* keptWire() const;
    QRectF cardsRoom() const;
    void paintMarks(QPainter&, const Theme&);
    void refreshMark();
    QString numberAt(const QPointF&) const;
    QRectF underlined() const;
    void tellScaleEnd();
    void placeOverlays();
    void presentCards();
    const SceneNode* pointedNode() const;

    Player& m_player;
    Recording* m_recording = nullptr;
    QString m_reason;
    TorusLook m_look;
    bool m_chosen = false;  // the detail, by hand
    core::Topology m_shown; // the network that the look was chosen for
    TorusLayer m_layer;
    StepAhead m_ahead;
    int m_shownStep = -1;
    ChipCards* m_cards;
    QPushButton* m_back;
    ValueLabel* m_scaleEnd; // of the colours: what 100 % is
    int m_pointed = -1;
    LinkMark m_mark;
    int m_pointedWire = -1; // of the scene
    QPointF m_pointedAt;
    std::optional<KeptWire> m_kept;
    NumberOverlay* m_numbers;  // of the card that stays
    NumberOverlay* m_counted;  // in the caption
    QRectF m_stayingCard;      // where it was painted last
    QPointF m_hovered{-1, -1}; // where the pointer is
    QRectF m_markRoom;         // where marks were painted last
    QPoint m_pressed;
    QPoint m_last;
    bool m_dragging = false;
    QTimer m_settle;
    QTimer m_early;  // for work on the next step
    QTimer m_forget; // the chip that was pointed at
};

/// Tells screen readers that a TorusView is a picture, what it shows, and its step. Once for the program.
void installTorusAccessibility();

} // namespace ui
