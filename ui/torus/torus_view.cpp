// SPDX-License-Identifier: GPL-3.0-or-later
// Shows the recording: repeats of the picture only what changed since the last frame.
#include "ui/torus/torus_view.h"

#include "ui/numbers/byte_text.h"
#include "ui/numbers/value_label.h"
#include "ui/playback/player.h"
#include "ui/playback/recording.h"
#include "ui/theme/painting.h"
#include "ui/torus/chip_cards.h"
#include "ui/torus/torus_marks.h"

#include <QAccessible>
#include <QPainter>
#include <QPushButton>

namespace ui
{

namespace
{

constexpr int markSize = 11; // letters of cards
constexpr QSize minTorus{220, 130};
constexpr int settleMilliseconds = 150;
constexpr int forgetMilliseconds = 400;
constexpr std::size_t roughFrom = 800; // wires: from here on antialiasing takes longer than a drag has time
constexpr std::size_t bigFrom = 4000;  // from here on it waits until nothing plays
constexpr int slowFrom = 4096;         // chips
constexpr int fastFrame = 16;
constexpr int slowFrame = 33;

} // namespace

TorusView::TorusView(Player& player, QWidget* parent)
    : QWidget(parent), m_player(player), m_cards(new ChipCards(this)), m_back(new QPushButton(this)),
      m_scaleEnd(new ValueLabel({}, tr("What a link could have carried"), this)),
      m_numbers(new NumberOverlay(*this, QStringLiteral("mark.number"), markSize)),
      m_counted(new NumberOverlay(*this, QStringLiteral("caption.number"), captionSize))
{
    installTorusAccessibility();
    setObjectName(QStringLiteral("torus"));
    setAccessibleName(tr("Torus"));
    setStatusTip(tr("Space plays · , and . step · drag or arrows turn · R resets · V other layout · N next chip · "
                    "L next line · Enter pins a chip or opens a block · F8 explains · Esc back"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setMinimumSize(minTorus);
    setAttribute(Qt::WA_OpaquePaintEvent);
    m_back->setObjectName(QStringLiteral("torus.back"));
    m_back->setText(tr("‹ Back to the whole"));
    m_back->setFocusPolicy(Qt::NoFocus); // Esc does the same
    m_back->hide();
    connect(m_back, &QPushButton::clicked, this, [this] { openBlock(-1); });
    connect(m_cards, &ChipCards::shardClicked, this, [this](int shard) {
        const bool again = m_recording && m_recording->followed() == shard;
        follow(again ? std::nullopt : std::optional(shard));
    });
    m_scaleEnd->setForm(ValueLabel::Form::overlay, 12, 12);
    m_scaleEnd->reserve(QStringLiteral("100 % = 888 MB"));
    m_scaleEnd->hide();
    m_scaleEnd->setObjectName(QStringLiteral("torus.capacity"));
    m_forget.setSingleShot(true);
    m_forget.setInterval(forgetMilliseconds);
    connect(&m_forget, &QTimer::timeout, this, [this] { point(-1); });
    connect(m_cards, &ChipCards::rangeChanged, this, &TorusView::presentCards);
    connect(m_cards, &ChipCards::left, &m_forget, qOverload<>(&QTimer::start));
    m_settle.setSingleShot(true);
    m_settle.setInterval(settleMilliseconds);
    connect(&m_settle, &QTimer::timeout, this, &TorusView::settle);
    m_early.setSingleShot(true);
    connect(&m_early, &QTimer::timeout, this, &TorusView::workAhead);
    connect(&m_player, &Player::changed, this, [this] {
        if (m_player.isPlaying()) {
            return;
        }
        m_early.stop();
        m_ahead.stop();
        if (m_look.coarse && isVisible()) {
            m_settle.start();
        }
    });
}

void TorusView::setRecording(Recording* recording, const QString& reason)
{
    const bool other = !recording || m_look.block >= 0 || m_shown != recording->whole();
    m_recording = recording;
    m_reason = reason;
    m_pointed = -1;
    m_look.pinned.clear();
    m_look.block = -1;
    m_pointedWire = -1;
    m_kept.reset();
    m_mark = {};
    m_shownStep = -1;
    m_ahead.stop();
    if (recording && other) {
        const auto& whole = recording->whole();
        m_shown = whole;
        m_look.layout = usualLayout(whole);
        m_look.detail = usualDetail(whole, size());
        m_chosen = false;
        m_look.slice = 0;
        m_player.setFrameTime(whole.chips() > slowFrom ? slowFrame : fastFrame);
    }
    if (recording) {
        emit lookChanged();
    }
    spoil(other ? Stale::grid : Stale::style);
    if (!other && scene().wires.size() > roughFrom) {
        roughen(); // as while a slider is dragged
    }
    present();
}

void TorusView::setCompact(bool compact)
{
    m_look.compact = compact;
    setMouseTracking(!compact);
    setMinimumSize(compact ? QSize(120, 100) : minTorus);
    spoil(Stale::places);
}

void TorusView::present()
{
    m_look.progress = m_player.progress();
    const int step = m_player.step();
    if (m_recording) {
        m_recording->moveTo(step);
        if (m_recording->step() != m_shownStep) {
            showStep(m_recording->step());
        }
        if (m_player.isPlaying() && isVisible()) {
            m_early.start();
        }
    } else {
        setAccessibleDescription(description());
        tellScaleEnd();
        presentCards();
    }
    update();
}

void TorusView::showStep(int step)
{
    m_shownStep = step;
    if (m_ahead.trade(step, m_layer)) {
        m_look.coarse = scene().look.coarse;
    } else {
        m_look.coarse = m_look.coarse || (isBig() && m_player.isPlaying());
        spoil(Stale::style);
    }
    setAccessibleDescription(description());
    QAccessibleValueChangeEvent changed(this, step);
    QAccessible::updateAccessibility(&changed);
    tellScaleEnd();
    presentCards();
}

/// Prepares the next step, a piece at a time.
void TorusView::workAhead()
{
    const int next = m_shownStep + 1;
    if (!m_recording || !m_player.isPlaying() || !isVisible() || next > m_recording->steps()) {
        return;
    }
    if (!m_ahead.isUnderWay()) {
        m_ahead.begin(*m_recording);
    }
    TorusLook look = m_look;
    look.coarse = look.coarse || isBig();
    if (m_ahead.work(next, *m_recording, look, paper())) {
        m_early.start();
    }
}

/// Not while the scene is still that of another torus, before the next paint.
bool TorusView::hasPlaces() const { return m_recording && grid().whole == m_recording->whole(); }

void TorusView::spoil(Stale what)
{
    if (what >= Stale::places) {
        m_pointedWire = -1; // it lies elsewhere
    }
    if (what >= Stale::grid) {
        m_kept.reset();
    }
    m_layer.spoil(what);
    m_ahead.spoil(what);
    update();
}

bool TorusView::isBig() const { return scene().wires.size() > bigFrom; }

TorusLayer::Paper TorusView::paper() const { return {size(), devicePixelRatioF(), &themeOf(this)}; }

/// Draws without antialiasing until the view settles.
void TorusView::roughen()
{
    if (!m_look.coarse) {
        m_look.coarse = true;
        spoil(Stale::style);
    }
    m_settle.start();
}

void TorusView::settle()
{
    if (m_player.isPlaying() && isBig()) {
        return; // when it pauses
    }
    m_look.coarse = false;
    spoil(Stale::style);
}

void TorusView::setLayout(TorusLayout layout)
{
    m_look.layout = layout;
    emit lookChanged();
    spoil(Stale::places);
}

void TorusView::setDetail(TorusDetail detail)
{
    m_chosen = true;
    showDetail(detail);
}

void TorusView::showDetail(TorusDetail detail)
{
    m_look.detail = detail;
    m_look.block = -1;
    emit lookChanged();
    spoil(Stale::grid);
    presentCards();
}

void TorusView::openBlock(int block)
{
    if (!m_recording || m_look.block == block) {
        return;
    }
    m_chosen = true;
    m_look.detail = TorusDetail::blocks;
    m_look.block = block;
    m_pointed = -1;
    emit lookChanged();
    spoil(Stale::grid);
    presentCards();
}

void TorusView::follow(std::optional<int> shard)
{
    if (m_recording) {
        m_recording->follow(shard);
        emit followedChanged(m_recording->followed().value_or(-1));
        presentCards();
        spoil(Stale::style);
    }
}

QString TorusView::description() const
{
    if (!m_recording) {
        return m_reason;
    }
    return tr("%1, step %2 of %3, busiest link so far %4")
        .arg(QString::fromStdString(core::topologyText(m_recording->whole())))
        .arg(m_recording->step())
        .arg(m_recording->steps())
        .arg(bytesText(m_recording->busiest(), m_recording->collective().units));
}

void TorusView::paintEvent(QPaintEvent*)
{
    const Theme& theme = themeOf(this);
    QPainter painter(this);
    if (!m_recording) {
        painter.fillRect(rect(), theme.panel);
        painter.setPen(theme.text);
        painter.drawText(rect().adjusted(24, 24, -24, -24), Qt::AlignCenter | Qt::TextWordWrap, m_reason);
        m_numbers->show({});
        m_counted->show({});
        return;
    }
    m_layer.prepare(*m_recording, m_look, paper());
    placeOverlays();
    m_counted->show(scene().caption.numbers);
    m_layer.paint(painter, m_look.progress, theme);
    if (const SceneNode* node = pointedNode()) {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(theme.accent, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawPath(ringRound(*node, 3));
    }
    paintMarks(painter, theme);
    painter.fillRect(underlined(), theme.text);
    if (hasFocus()) {
        drawFocusRing(painter, rect(), 6, theme);
    }
}

void TorusView::resizeEvent(QResizeEvent*)
{
    const bool usual = m_recording && !m_chosen && m_look.block < 0;
    if (const auto detail = usual ? usualDetail(m_recording->whole(), size()) : m_look.detail;
        detail != m_look.detail) {
        showDetail(detail);
    }
    spoil(Stale::places);
    presentCards();
}

void TorusView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) {
        spoil(Stale::places); // dots and links have colours
    }
    QWidget::changeEvent(event);
}

void TorusView::showEvent(QShowEvent*)
{
    m_player.setVisible(true);
    if (m_look.coarse) {
        m_settle.start();
    }
}

void TorusView::hideEvent(QHideEvent*)
{
    m_player.setVisible(false);
    m_settle.stop();
    m_early.stop();
    m_forget.stop();
}

} // namespace ui
