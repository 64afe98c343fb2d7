// SPDX-License-Identifier: GPL-3.0-or-later
// Events of the torus, and its card.
#include "ui/torus/torus_view.h"

#include "core/quantity/format.h"
#include "ui/theme/painting.h"
#include "ui/torus/chip_card.h"
#include "ui/torus/player.h"
#include "ui/torus/shard_names.h"

#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace ui
{

namespace
{

constexpr double degreesPerPixel = 0.4;
constexpr int settleMilliseconds = 150;

} // namespace

TorusView::TorusView(Player& player, QWidget* parent) : QWidget(parent), m_player(player), m_card(new QLabel(this))
{
    setObjectName(QStringLiteral("torus"));
    setAccessibleName(tr("Torus"));
    setStatusTip(
        tr("Space plays · , and . step · drag or arrows turn · R resets · V other layout · N next chip · Enter "
           "pins it"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setMinimumSize(260, 220);
    m_card->setObjectName(QStringLiteral("torus.card"));
    m_card->setTextFormat(Qt::PlainText);
    m_card->setWordWrap(true);
    m_card->setMargin(10);
    m_card->setAutoFillBackground(true);
    m_card->setFrameShape(QFrame::StyledPanel);
    m_card->setFont(uiFont(12));
    m_card->hide();
    m_settle.setSingleShot(true);
    m_settle.setInterval(settleMilliseconds);
    connect(&m_settle, &QTimer::timeout, this, [this] {
        m_look.coarse = false;
        refresh();
    });
}

void TorusView::show(Reel* reel, const QString& reason)
{
    m_reel = reel;
    m_reason = reason;
    m_pointed = -1;
    m_look.pinned.clear();
    if (reel) {
        const auto& whole = reel->whole();
        m_look.layout = usualLayout(whole);
        m_look.detail = usualDetail(whole);
        m_look.slice = 0;
        emit lookChanged();
    }
    present();
}

void TorusView::present()
{
    if (m_reel && m_reel->step() != std::min(m_player.step(), m_reel->steps())) {
        m_reel->moveTo(m_player.step());
        m_base = {};
    }
    m_look.progress = m_player.progress();
    presentCard();
    update();
}

void TorusView::refresh()
{
    m_base = {};
    update();
}

void TorusView::setLayout(TorusLayout layout)
{
    m_look.layout = layout;
    emit lookChanged();
    refresh();
}

void TorusView::setDetail(TorusDetail detail)
{
    m_look.detail = detail;
    emit lookChanged();
    refresh();
}

QString TorusView::description() const
{
    if (!m_reel) {
        return m_reason;
    }
    const auto& collective = m_reel->collective();
    const double busiest = m_reel->linkBytes().empty() ? 0 : *std::ranges::max_element(m_reel->linkBytes());
    return tr("%1, step %2 of %3, busiest link so far %4")
        .arg(QString::fromStdString(core::topologyText(collective.whole)))
        .arg(m_reel->step())
        .arg(m_reel->steps())
        .arg(QString::fromStdString(core::format(busiest, core::dim::byte)));
}

void TorusView::render(QPainter& painter, const QSizeF& size, const Theme& theme) const
{
    painter.fillRect(QRectF(QPointF(), size), theme.panel);
    if (m_reel) {
        paintTorus(painter, layoutTorus(*m_reel, m_look, size), theme);
    }
}

void TorusView::paintEvent(QPaintEvent*)
{
    const Theme& theme = themeOf(this);
    QPainter painter(this);
    if (!m_reel) {
        painter.setPen(theme.text);
        painter.drawText(rect().adjusted(24, 24, -24, -24), Qt::AlignCenter | Qt::TextWordWrap, m_reason);
        return;
    }
    m_scene = layoutTorus(*m_reel, m_look, size());
    if (m_base.isNull()) {
        m_base = QPixmap(size() * devicePixelRatioF());
        m_base.setDevicePixelRatio(devicePixelRatioF());
        m_base.fill(theme.panel);
        QPainter base(&m_base);
        paintTorusBase(base, m_scene, theme);
    }
    painter.drawPixmap(0, 0, m_base);
    paintTorusChunks(painter, m_scene, theme);
    if (hasFocus()) {
        drawFocusRing(painter, rect(), 6, theme);
    }
}

void TorusView::resizeEvent(QResizeEvent*)
{
    m_base = {};
    presentCard();
}

void TorusView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) {
        m_base = {};
    }
    QWidget::changeEvent(event);
}

void TorusView::showEvent(QShowEvent*) { m_player.setVisible(true); }

void TorusView::hideEvent(QHideEvent*) { m_player.setVisible(false); }

bool TorusView::turns() const
{
    return m_reel && m_look.layout == TorusLayout::solid && m_look.detail != TorusDetail::slice &&
           m_reel->whole().activeAxes().size() > 1;
}

void TorusView::turn(double yaw, double pitch)
{
    if (turns()) {
        m_look.camera = m_look.camera.turned(yaw, pitch);
        refresh();
    }
}

void TorusView::mousePressEvent(QMouseEvent* event)
{
    m_pressed = m_last = event->pos();
    m_dragging = false;
}

void TorusView::mouseMoveEvent(QMouseEvent* event)
{
    if (!(event->buttons() & Qt::LeftButton)) {
        point(m_reel ? chipAt(m_scene, event->position()) : -1);
        const SceneWire* wire = m_reel && m_pointed < 0 ? wireAt(m_scene, event->position()) : nullptr;
        setToolTip(wire ? tr("%1 so far").arg(QString::fromStdString(core::format(wire->bytes, core::dim::byte)))
                        : QString());
        return;
    }
    m_dragging = m_dragging || (event->pos() - m_pressed).manhattanLength() > 4;
    if (m_dragging) {
        const QPoint by = event->pos() - m_last;
        m_look.coarse = true;
        m_settle.start();
        turn(by.x() * degreesPerPixel, by.y() * degreesPerPixel);
    }
    m_last = event->pos();
}

void TorusView::mouseReleaseEvent(QMouseEvent* event)
{
    if (!m_dragging && m_reel && event->button() == Qt::LeftButton) {
        togglePin(chipAt(m_scene, event->position()));
    }
    m_dragging = false;
}

void TorusView::leaveEvent(QEvent*)
{
    if (!m_card->isVisible() || !m_card->underMouse()) {
        point(-1);
    }
}

void TorusView::point(int chip)
{
    if (chip != m_pointed) {
        m_pointed = chip;
        presentCard();
    }
}

void TorusView::togglePin(int chip)
{
    if (chip < 0) {
        return;
    }
    auto& pinned = m_look.pinned;
    if (std::ranges::find(pinned, chip) == pinned.end()) {
        pinned.push_back(chip);
    } else {
        std::erase(pinned, chip);
    }
    presentCard();
    refresh();
}

void TorusView::presentCard()
{
    setAccessibleDescription(description());
    QStringList blocks;
    if (m_reel) {
        std::vector<int> chips = m_look.pinned;
        if (m_pointed >= 0 && std::ranges::find(chips, m_pointed) == chips.end()) {
            chips.push_back(m_pointed);
        }
        for (const int chip : chips) {
            blocks << chipLines(*m_reel, chip).join(u'\n');
        }
    }
    m_card->setVisible(!blocks.isEmpty());
    if (blocks.isEmpty()) {
        return;
    }
    const Theme& theme = themeOf(this);
    QPalette palette = m_card->palette();
    palette.setColor(QPalette::Window, theme.field);
    palette.setColor(QPalette::WindowText, theme.text);
    m_card->setPalette(palette);
    m_card->setText(blocks.join(QStringLiteral("\n\n")));
    m_card->setFixedWidth(std::min(250, width() / 2));
    const int height = std::min(m_card->heightForWidth(m_card->width()), std::max(40, this->height() - 40));
    m_card->setFixedHeight(height);
    m_card->move(width() - m_card->width() - 10, 30);
    m_card->raise();
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
        m_look.camera = {};
        refresh();
        return true;
    case Qt::Key_V:
        setLayout(m_look.layout == TorusLayout::solid ? TorusLayout::unrolled : TorusLayout::solid);
        return true;
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
        moveSlice(key == Qt::Key_PageUp ? 1 : -1);
        return true;
    default:
        return false;
    }
}

bool TorusView::chipKey(int key, bool back)
{
    const int chips = m_reel->whole().chips();
    if (key == Qt::Key_N) {
        point((m_pointed < 0 ? (back ? chips - 1 : 0) : m_pointed + (back ? chips - 1 : 1)) % chips);
        return true;
    }
    if (key == Qt::Key_Return || key == Qt::Key_Enter) {
        togglePin(m_pointed);
        return m_pointed >= 0;
    }
    if (key == Qt::Key_Escape && m_card->isVisible()) {
        m_look.pinned.clear();
        point(-1);
        presentCard();
        refresh();
        return true;
    }
    return false;
}

void TorusView::moveSlice(int by)
{
    if (m_reel) {
        const int length = m_reel->whole().axes[static_cast<std::size_t>(slicedAxis(m_reel->whole()))].length;
        m_look.slice = (m_look.slice + by + length) % length;
        refresh();
    }
}

void TorusView::keyPressEvent(QKeyEvent* event)
{
    const bool plain = !(event->modifiers() & (Qt::ControlModifier | Qt::AltModifier));
    const bool back = event->modifiers() & Qt::ShiftModifier;
    if (!m_reel || !plain ||
        !(lookKey(event->key()) || playByKey(m_player, event->key()) || chipKey(event->key(), back))) {
        QWidget::keyPressEvent(event);
    }
}

} // namespace ui
