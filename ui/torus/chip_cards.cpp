// SPDX-License-Identifier: GPL-3.0-or-later
// Stacks cards while they fit.
#include "ui/torus/chip_cards.h"

#include "ui/torus/shards.h"

#include <algorithm>
#include <utility>

namespace ui
{

namespace
{

constexpr int gap = 8;
constexpr int top = 34;
constexpr int side = 10;

} // namespace

ChipCards::ChipCards(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("torus.card"));
    hide();
}

void ChipCards::show(const Reel* reel, const std::vector<int>& pinned, int pointed)
{
    std::vector<int> chips = reel ? pinned : std::vector<int>();
    if (reel && pointed >= 0 && std::ranges::find(chips, pointed) == chips.end()) {
        chips.insert(chips.begin(), pointed); // never crowded out
    }
    if (reel && std::exchange(m_openedOf, shardCount(reel->schedule())) != shardCount(reel->schedule())) {
        m_opened = -1;
    }
    while (m_cards.size() < chips.size()) {
        auto* card = new ChipCard(this);
        connect(card, &ChipCard::shardClicked, this, &ChipCards::shardClicked);
        connect(card, &ChipCard::explained, this, &ChipCards::explained);
        connect(card, &ChipCard::rangeAsked, this, [this](int shard) {
            m_opened = shard;
            emit rangeChanged();
        });
        m_cards.push_back(card);
    }
    const int room = parentWidget()->height() - top - side;
    int y = 0;
    for (std::size_t i = 0; i < m_cards.size(); ++i) {
        bool fits = reel && i < chips.size();
        if (fits) {
            m_cards[i]->show(chipFacts(*reel, chips[i], m_opened), std::ranges::find(pinned, chips[i]) != pinned.end(),
                             room);
            fits = i == 0 || y + m_cards[i]->sizeHint().height() <= room;
        }
        m_cards[i]->setVisible(fits);
        if (fits) {
            m_cards[i]->setGeometry(QRect(QPoint(0, y), m_cards[i]->sizeHint()));
            y += m_cards[i]->height() + gap;
        }
    }
    m_hasPointer = m_hasPointer && !chips.empty();
    setVisible(!chips.empty());
    resize(ChipCard::usualWidth, std::max(1, y - gap));
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
