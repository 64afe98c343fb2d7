// SPDX-License-Identifier: GPL-3.0-or-later
// Pointer and keys of the torus.
#include "core/collectives/networks/blocks.h"
#include "ui/playback/player.h"
#include "ui/playback/recording.h"
#include "ui/playback/shards.h"
#include "ui/session/why_event.h"
#include "ui/theme/nth.h"
#include "ui/torus/chip_cards.h"
#include "ui/torus/torus_view.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPushButton>

#include <algorithm>

namespace ui
{

namespace
{

constexpr double degreesPerPixel = 0.4;
constexpr int dragFrom = 4; // pixels

} // namespace

bool TorusView::turns() const
{
    return m_recording && m_look.layout == TorusLayout::solid && m_look.detail != TorusDetail::slice &&
           m_recording->whole().activeAxes().size() > 1;
}

bool TorusView::showsBlocks() const { return m_look.detail == TorusDetail::blocks && m_look.block < 0; }

void TorusView::turn(double yaw, double pitch)
{
    if (turns()) {
        m_look.camera = m_look.camera.turned(yaw, pitch);
        spoil(Stale::places);
    }
}

void TorusView::mousePressEvent(QMouseEvent* event)
{
    m_pressed = m_last = event->pos();
    m_dragging = false;
    event->setAccepted(!m_look.compact);
}

void TorusView::mouseMoveEvent(QMouseEvent* event)
{
    if (!(event->buttons() & Qt::LeftButton)) {
        hint(event->position());
        return;
    }
    m_dragging = m_dragging || (event->pos() - m_pressed).manhattanLength() > dragFrom;
    if (m_dragging && turns()) {
        const QPoint by = event->pos() - m_last;
        roughen();
        turn(by.x() * degreesPerPixel, by.y() * degreesPerPixel);
    }
    m_last = event->pos();
}

/// Shows what is under the pointer.
void TorusView::hint(const QPointF& at)
{
    if (!hasPlaces() || m_look.compact) {
        return;
    }
    const bool onCard = m_stayingCard.contains(at);
    const int chip = onCard ? -1 : chipAt(scene(), at);
    if (chip >= 0) {
        m_forget.stop();
        point(chip);
    } else if (m_pointed >= 0 && !m_forget.isActive()) {
        m_forget.start(); // time to reach its card
    }
    QString text;
    if (chip >= 0 && showsBlocks()) {
        const auto place = nth(grid().placeOf[nth(chip)]);
        text = tr("Block %1: %2 chips from %3 on; double-click or Enter opens it, F8 explains them")
                   .arg(chipName(grid().places, static_cast<int>(place)))
                   .arg(grid().chipsIn[place])
                   .arg(chipName(m_recording->whole(), chip));
    }
    setToolTip(text);
    const SceneWire* wire = chip < 0 && !onCard ? wireAt(scene(), at) : nullptr;
    pointAtWire(wire ? static_cast<int>(wire - scene().wires.data()) : -1, at);
}

void TorusView::mouseReleaseEvent(QMouseEvent* event)
{
    const bool onCards = m_cards->isVisible() && m_cards->geometry().contains(m_pressed); // they let drags through
    const bool clicked = !m_dragging && hasPlaces() && event->button() == Qt::LeftButton && !m_look.compact && !onCards;
    if (clicked && !m_stayingCard.contains(event->position())) {
        const bool plate = plateNumberAt(scene(), event->position()) != nullptr; // lies above the chips
        const int chip = plate ? -1 : chipAt(scene(), event->position());
        togglePin(showsBlocks() ? -1 : chip);
        if (!plate && chip < 0) {
            keepPointedWire();
        }
        if (const QString id = chip < 0 ? numberAt(event->position()) : QString(); !id.isEmpty()) {
            askWhy(*this, id);
        }
    }
    m_dragging = false;
    event->setAccepted(!m_look.compact);
}

void TorusView::mouseDoubleClickEvent(QMouseEvent* event)
{
    const int chip = hasPlaces() && showsBlocks() && !m_look.compact ? chipAt(scene(), event->position()) : -1;
    if (chip < 0) {
        QWidget::mouseDoubleClickEvent(event);
        return;
    }
    m_dragging = true; // the release that follows pins nothing
    openBlock(grid().placeOf[nth(chip)]);
}

void TorusView::leaveEvent(QEvent*)
{
    pointAtWire(-1, {-1, -1});
    if (m_pointed >= 0 && !m_cards->holdsPointer()) {
        m_forget.start();
    }
}

void TorusView::point(int chip)
{
    if (chip < 0 && m_cards->holdsPointer()) {
        return; // a card stays while it is read
    }
    if (chip != m_pointed && (chip < 0 || hasPlaces())) {
        m_pointed = chip;
        presentCards();
        update();
    }
}

const SceneNode* TorusView::pointedNode() const
{
    if (m_pointed < 0) {
        return nullptr;
    }
    const auto node = std::ranges::find(scene().nodes, m_pointed, &SceneNode::chip);
    return node == scene().nodes.end() ? nullptr : &*node;
}

void TorusView::togglePin(int chip)
{
    if (chip < 0 || !hasPlaces()) {
        return;
    }
    auto& pinned = m_look.pinned;
    if (std::ranges::find(pinned, chip) == pinned.end()) {
        pinned.push_back(chip);
    } else {
        std::erase(pinned, chip);
    }
    presentCards();
    spoil(Stale::places);
}

void TorusView::presentCards()
{
    const bool read = m_recording && !m_look.compact;
    m_back->setVisible(read && m_look.block >= 0);
    m_back->adjustSize();
    m_cards->present(read ? m_recording : nullptr, m_look.pinned, showsBlocks() ? -1 : m_pointed);
    if (m_cards->isVisibleTo(this)) {
        std::vector<int> told = m_look.pinned;
        told.push_back(m_pointed);
        m_cards->place(toBeSeen(scene(), told));
    }
}

bool TorusView::lookKey(int key)
{
    switch (key) {
    case Qt::Key_Left:
    case Qt::Key_Right:
        turn(key == Qt::Key_Left ? -Camera::keyStep : Camera::keyStep, 0);
        return true;
    case Qt::Key_Up:
    case Qt::Key_Down:
        turn(0, key == Qt::Key_Up ? -Camera::keyStep : Camera::keyStep);
        return true;
    case Qt::Key_R:
        resetView();
        return true;
    case Qt::Key_V:
        switchLayout();
        return true;
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
        moveSlice(key == Qt::Key_PageUp ? 1 : -1);
        return true;
    default:
        return false;
    }
}

void TorusView::switchLayout()
{
    setLayout(m_look.layout == TorusLayout::solid ? TorusLayout::unrolled : TorusLayout::solid);
}

void TorusView::resetView()
{
    m_look.camera = {};
    spoil(Stale::places);
}

void TorusView::pointNext(bool back)
{
    std::vector<int> chips;
    for (const SceneNode& node : scene().nodes) {
        if (node.chip >= 0) {
            chips.push_back(node.chip);
        }
    }
    std::ranges::sort(chips);
    if (chips.empty()) {
        return;
    }
    const auto next = back ? std::ranges::lower_bound(chips, m_pointed) : std::ranges::upper_bound(chips, m_pointed);
    m_forget.stop();
    if (back) {
        point(next == chips.begin() ? chips.back() : *(next - 1));
    } else {
        point(next == chips.end() ? chips.front() : *next);
    }
}

bool TorusView::escape()
{
    if (m_kept) {
        keepWire(std::nullopt);
        return true;
    }
    if (m_cards->isVisible() || m_pointed >= 0) {
        m_look.pinned.clear();
        m_pointed = -1;
        m_forget.stop();
        presentCards();
        spoil(Stale::places);
        return true;
    }
    if (m_look.block >= 0) {
        openBlock(-1);
        return true;
    }
    return false;
}

bool TorusView::chipKey(int key, bool back)
{
    switch (key) {
    case Qt::Key_N:
        pointNext(back);
        return true;
    case Qt::Key_L:
        keepNextWire(back);
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_pointed < 0) {
            return false;
        }
        if (showsBlocks()) {
            openBlock(grid().placeOf[nth(m_pointed)]);
        } else {
            togglePin(m_pointed);
        }
        return true;
    case Qt::Key_Escape:
        return escape();
    default:
        return false;
    }
}

void TorusView::moveSlice(int by)
{
    if (m_recording && m_look.detail == TorusDetail::slice) {
        const int length = m_recording->whole().axes[nth(core::slicedAxis(m_recording->whole()))].length;
        setSlice((m_look.slice + by + length) % length);
    }
}

void TorusView::setSlice(int slice)
{
    if (m_look.slice != slice) {
        m_look.slice = slice;
        spoil(Stale::grid);
        emit lookChanged();
    }
}

void TorusView::keyPressEvent(QKeyEvent* event)
{
    const bool plain = !(event->modifiers() & (Qt::ControlModifier | Qt::AltModifier));
    const bool back = event->modifiers() & Qt::ShiftModifier;
    const int key = event->key();
    if (!m_recording || !plain ||
        !(playByKey(m_player, key) || (!m_look.compact && (lookKey(key) || chipKey(key, back))))) {
        QWidget::keyPressEvent(event);
    }
}

} // namespace ui
