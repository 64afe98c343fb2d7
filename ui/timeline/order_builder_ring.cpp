// SPDX-License-Identifier: GPL-3.0-or-later
// Places of chips and arrows.
#include "ui/timeline/order_builder_scene.h"

#include "ui/theme/words.h"

#include <algorithm>
#include <cmath>

namespace ui
{

namespace
{

constexpr qreal ringRows = 68;   // between its two rows of chips
constexpr qreal ringMargin = 62; // beside its ends
constexpr qreal chipPitch = 84;  // along its rows

/// Chips in the upper row of the ring; the others are below.
int upperChips(int chips) { return chips == 2 ? 2 : (chips + 1) / 2; }

/// Chips in two rows, + to the right in the upper one and to the left in the lower one.
class Track
{
public:
    Track(const QRectF& area, int chips) : m_middle(area.center()), m_chips(chips), m_upper(upperChips(chips))
    {
        m_pitch = std::min(chipPitch, (area.width() - 2 * ringMargin) / std::max(1, m_upper - 1));
    }

    QPointF at(int chip) const
    {
        const bool above = chip < m_upper;
        const int count = above ? m_upper : m_chips - m_upper;
        const int place = above ? chip : m_chips - 1 - chip;
        return m_middle + QPointF((place - (count - 1) / 2.0) * m_pitch, m_upper == m_chips ? 0
                                                                         : above            ? -ringRows / 2
                                                                                            : ringRows / 2);
    }

private:
    QPointF m_middle;
    int m_chips;
    int m_upper;
    qreal m_pitch = 0;
};

constexpr qreal chipRadius = 12;

/// The arrow of a link: outside the ring in +, inside in −.
OrderMove arrowOf(const Track& track, int chips, int from, bool forward)
{
    const int to = (from + (forward ? 1 : chips - 1)) % chips;
    const QLineF link(track.at(from), track.at(to));
    const QPointF unit = QPointF(link.dx(), link.dy()) / std::max(1.0, link.length());
    const QPointF left(unit.y(), -unit.x()); // + runs clockwise: its left is outside, that of − is inside
    const QPointF end = unit * std::min(chipRadius + 1, link.length() / 3);
    OrderMove move;
    move.from = link.p1() + left * 6 + end;
    move.to = link.p2() + left * 6 - end;
    move.middle = (move.from + move.to) / 2;
    move.away = left;
    return move;
}

void layMessages(const OrderShown& shown, const Track& track, OrderScene& scene)
{
    const auto& transfers = shown.own->plan.transfers;
    const int step = shown.form == core::MatmulForm::gather ? shown.chosen : shown.chosen - 1;
    if (step < 0 || step >= transfers.steps)
        return;
    core::Step sent;
    core::fillStep(transfers, step, sent);
    for (const auto& transfer : sent.transfers) {
        auto move = arrowOf(track, shown.chips(), transfer.from, core::isForward(transfer.port));
        QStringList names;
        const auto runs = sent.chunks(transfer);
        const bool whole = transfers.chunks.form().halves == 1;
        for (std::size_t i = 0; i < runs.size(); ++i) {
            const auto name = transfers.chunks.name(runs[i].first);
            const bool both = runs.size() == 2 && transfers.chunks.name(runs[1 - i].first).owner == name.owner;
            const auto text = productText(shown.form, {name.owner, whole || both ? -1 : name.half});
            if (!names.contains(text))
                names << text;
            move.shard = name.owner;
        }
        move.text = names.join(u' ');
        scene.moves.push_back(move);
    }
}

/// Messages that neighbours could have forwarded by then, while the order is incomplete.
void layPossible(const OrderShown& shown, const Track& track, OrderScene& scene)
{
    const int chips = shown.chips();
    const bool oneWay = shown.topology.oneWay;
    const int hops = oneWay ? chips - 1 : chips / 2;
    if (shown.form != core::MatmulForm::gather || shown.chosen >= hops)
        return;
    for (int chip = 0; chip < chips; ++chip) {
        for (const bool forward : {true, false}) {
            if (!forward && (oneWay || chips == 2))
                continue;
            auto move = arrowOf(track, chips, chip, forward);
            move.shard = (chip + (forward ? chips - shown.chosen : shown.chosen)) % chips;
            move.text = shown.fault && shown.fault->step >= 0 ? QString() : productText(shown.form, {move.shard});
            move.possible = true;
            scene.moves.push_back(move);
        }
    }
}

/// The hop that arrives too late or would have to leave too early, with its reason.
void layFault(const OrderShown& shown, const core::OrderFault& fault, const Track& track, OrderScene& scene)
{
    const int chips = shown.chips();
    const bool early = fault.kind == core::OrderFault::Kind::early;
    const int ahead = early ? (chips - fault.product.shard) % chips : fault.product.shard; // hops in +
    const bool forward = shown.topology.oneWay || 2 * ahead <= chips;
    const int neighbour = early == forward ? chips - 1 : 1;
    auto move = arrowOf(track, chips, early ? neighbour : 0, forward);
    const auto name = productText(shown.form, fault.product);
    move.shard = fault.product.shard;
    move.text = early             ? tr("%1: after step %2").arg(name).arg(fault.bound)
                : fault.bound < 0 ? tr("%1: too few steps").arg(name)
                                  : tr("%1: by step %2").arg(name).arg(fault.bound + 1);
    move.wrong = true;
    if (std::abs(move.away.x()) > 0.5)
        move.away = -move.away; // there is room inside
    std::erase_if(scene.moves, [&](const OrderMove& other) { return other.from == move.from; });
    scene.moves.push_back(move);
}

} // namespace

qreal orderRingWidth(int chips) { return (upperChips(chips) - 1) * chipPitch + 2 * ringMargin; }

void layOrderRing(const OrderShown& shown, const QRectF& area, OrderScene& scene)
{
    const int chips = shown.chips();
    const Track track(area.adjusted(0, 14, 0, 0), chips);
    for (int chip = 0; chip < chips; ++chip) {
        scene.chips.push_back({track.at(chip), QString::number(chip), chip == 0});
        scene.links.emplace_back(track.at(chip), track.at((chip + 1) % chips));
    }
    using Kind = core::OrderFault::Kind;
    if (shown.own)
        layMessages(shown, track, scene);
    else
        layPossible(shown, track, scene);
    if (shown.fault && (shown.fault->kind == Kind::early || shown.fault->kind == Kind::late))
        layFault(shown, *shown.fault, track, scene);
    const bool any = std::any_of(scene.moves.begin(), scene.moves.end(), [](const auto& move) { return !move.wrong; });
    const QString step = QString::number(shown.chosen + 1);
    scene.texts.push_back({{orderEdge, 0, scene.size.width() - 2 * orderEdge, orderCaption},
                           !any        ? tr("Nothing is sent in step %1").arg(step)
                           : shown.own ? tr("Sent in step %1").arg(step)
                                       : tr("Could be sent in step %1").arg(step),
                           Qt::AlignLeft | Qt::AlignVCenter});
}

} // namespace ui
