// SPDX-License-Identifier: GPL-3.0-or-later
// Stacks cards while they fit.
#include "ui/torus/chip_cards.h"

#include "ui/playback/recording.h"
#include "ui/playback/shards.h"
#include "ui/theme/painting.h"

#include <QApplication>
#include <QLabel>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace ui
{

namespace
{

constexpr int cardGap = 8;
constexpr int top = 34;
constexpr int side = 10;
constexpr int moreHeight = 22;

} // namespace

ChipCards::ChipCards(QWidget* parent) : QWidget(parent), m_more(new QLabel(this))
{
    setObjectName(QStringLiteral("torus.card"));
    m_more->setObjectName(QStringLiteral("torus.card.more"));
    m_more->setFont(uiFont(11));
    m_more->setAlignment(Qt::AlignCenter);
    m_more->hide();
    hide();
}

void ChipCards::present(const Recording* recording, const std::vector<int>& pinned, int pointed)
{
    std::vector<int> chips = recording ? std::vector<int>(pinned.rbegin(), pinned.rend()) : std::vector<int>();
    if (recording && pointed >= 0 && std::ranges::find(chips, pointed) == chips.end()) {
        chips.insert(chips.begin(), pointed); // never crowded out
    }
    if (recording &&
        std::exchange(m_openedOf, shardCount(recording->schedule())) != shardCount(recording->schedule())) {
        m_opened = -1;
    }
    while (m_cards.size() < chips.size()) {
        auto* card = new ChipCard(this);
        connect(card, &ChipCard::shardClicked, this, &ChipCards::shardClicked);
        connect(card, &ChipCard::rangeAsked, this, [this](int shard) {
            m_opened = shard;
            emit rangeChanged();
        });
        m_cards.push_back(card);
    }
    for (std::size_t i = 0; i < m_cards.size(); ++i) {
        if (recording && i < chips.size()) {
            m_cards[i]->present(chipFacts(*recording, chips[i], m_opened),
                                std::ranges::find(pinned, chips[i]) != pinned.end(),
                                parentWidget()->height() - top - side);
        }
    }
    stack(chips.size());
}

/// Shows as many cards as fit; a hidden card gives up the keyboard focus.
void ChipCards::stack(std::size_t wanted)
{
    const int room = parentWidget()->height() - top - side;
    const QWidget* focus = QApplication::focusWidget();
    int y = 0;
    std::size_t shown = 0;
    for (std::size_t i = 0; i < m_cards.size(); ++i) {
        ChipCard& card = *m_cards[i];
        const int more = i + 1 < wanted ? moreHeight : 0; // for the words below, should others not fit
        const bool fits = i < wanted && shown == i && (i == 0 || y + card.sizeHint().height() + more <= room);
        if (!fits && focus && card.isAncestorOf(focus)) {
            parentWidget()->setFocus();
        }
        card.setVisible(fits);
        if (fits) {
            card.setGeometry(QRect(QPoint(0, y), card.sizeHint()));
            y += card.height() + cardGap;
            ++shown;
        }
    }
    m_more->setText(tr("%1 more pinned; there is room for no other card").arg(wanted - shown));
    m_more->setVisible(shown < wanted);
    m_more->setGeometry(0, y - cardGap, ChipCard::usualWidth, moreHeight);
    y += shown < wanted ? moreHeight : 0;
    m_hasPointer = m_hasPointer && wanted > 0;
    setVisible(wanted > 0);
    resize(ChipCard::usualWidth, std::max(1, y - cardGap));
}

void ChipCards::paintEvent(QPaintEvent*)
{
    if (m_more->isVisible()) {
        const Theme& theme = themeOf(this);
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        drawBox(painter, QRectF(m_more->geometry()).adjusted(0.5, 0.5, -0.5, -0.5), 4, theme.panel, theme.outline);
    }
}

void ChipCards::enterEvent(QEnterEvent*) { m_hasPointer = true; }

void ChipCards::leaveEvent(QEvent*)
{
    m_hasPointer = false;
    emit left();
}

void ChipCards::place(const std::vector<ToBeSeen>& seen)
{
    move(freeCorner(size(), parentWidget()->rect().adjusted(side, top, -side, -side), seen, pos()));
    raise();
}

} // namespace ui
