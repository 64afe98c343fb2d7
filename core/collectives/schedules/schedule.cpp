// SPDX-License-Identifier: GPL-3.0-or-later
// Transfers of a step, and schedules made from others.
#include "core/collectives/schedules/schedule.h"

#include "core/collectives/networks/stop.h"

#include <array>
#include <utility>

namespace core
{

namespace
{

double bytesOf(const ChunkSpace& chunks, std::span<const ChunkRun> runs)
{
    double bytes = 0;
    for (const auto& run : runs)
        bytes += chunks.bytes(run);
    return bytes;
}

template <class Visit> void eachSender(const Schedule& schedule, Visit visit)
{
    for (const int chip : schedule.senders)
        visit(chip);
    for (int chip = 0; schedule.senders.empty() && chip < schedule.topology.chips(); ++chip)
        visit(chip);
}

/// Phases in the opposite order.
std::vector<AxisPhase> backwards(const Schedule& schedule)
{
    std::vector<AxisPhase> phases;
    int end = schedule.steps;
    for (auto phase = schedule.phases.rbegin(); phase != schedule.phases.rend(); ++phase) {
        phases.push_back({schedule.steps - end, phase->parts});
        end = phase->begin;
    }
    return phases;
}

std::vector<AxisPhase> inTurn(const Schedule& first, const Schedule& second)
{
    if (first.phases.empty() || second.phases.empty())
        return {};
    auto phases = first.phases;
    for (const auto& phase : second.phases)
        phases.push_back({first.steps + phase.begin, phase.parts});
    return phases;
}

/// Appends the transfer that leaves `chip` through `port`, if there is one.
void addSend(const Schedule& schedule, int step, int chip, int port, Step& out)
{
    const std::size_t first = out.runs.size();
    const auto op = schedule.carries(step, chip, port, out.runs);
    const std::size_t runs = out.runs.size() - first;
    const double bytes = bytesOf(schedule.chunks, std::span(out.runs).subspan(first));
    if (bytes > 0)
        out.transfers.push_back({.from = chip,
                                 .to = schedule.topology.neighbour(chip, port),
                                 .port = port,
                                 .op = op,
                                 .bytes = bytes,
                                 .firstRun = first,
                                 .runs = runs});
    else
        out.runs.resize(first);
}

bool isEmpty(const Schedule& schedule, int step, Step& room)
{
    room.clear();
    eachSender(schedule, [&](int chip) {
        if (room.transfers.empty())
            addSends(schedule, step, chip, room);
    });
    return room.transfers.empty();
}

} // namespace

std::string_view nameOf(TransferOp op)
{
    static constexpr std::array<std::string_view, 4> names{"copy", "reduce", "exchange", "move"};
    return names[static_cast<std::size_t>(op)];
}

void Step::clear()
{
    transfers.clear();
    runs.clear();
}

void Step::add(Transfer transfer, std::span<const ChunkRun> chunks)
{
    transfer.firstRun = runs.size();
    transfer.runs = chunks.size();
    runs.insert(runs.end(), chunks.begin(), chunks.end());
    transfers.push_back(transfer);
}

void addSends(const Schedule& schedule, int step, int chip, Step& out)
{
    stopIfAsked();
    if (schedule.written) {
        const Step& all = (*schedule.written)[static_cast<std::size_t>(step)];
        for (const auto& transfer : all.transfers)
            if (transfer.from == chip)
                out.add(transfer, all.chunks(transfer));
        return;
    }
    for (int port = 0; port < schedule.topology.ports(); ++port)
        addSend(schedule, step, chip, port, out);
}

void fillStep(const Schedule& schedule, int step, Step& out)
{
    stopIfAsked();
    if (schedule.written) {
        out = (*schedule.written)[static_cast<std::size_t>(step)];
        return;
    }
    out.clear();
    eachSender(schedule, [&](int chip) { addSends(schedule, step, chip, out); });
}

void eachTransfer(const Schedule& schedule, int step, const std::function<void(const Step&, const Transfer&)>& visit)
{
    const auto visitAll = [&visit](const Step& some) {
        for (const auto& transfer : some.transfers)
            visit(some, transfer);
    };
    if (schedule.written)
        return visitAll((*schedule.written)[static_cast<std::size_t>(step)]);
    Step room;
    eachSender(schedule, [&](int chip) {
        room.clear();
        addSends(schedule, step, chip, room);
        visitAll(room);
    });
}

StepSize sizeOf(const Schedule& schedule, int step)
{
    StepSize size;
    const auto count = [&size](const Step& some, const Transfer& transfer) {
        ++size.transfers;
        for (const auto& run : some.chunks(transfer))
            size.chunks += static_cast<double>(run.count);
    };
    if (!schedule.symmetric) {
        eachTransfer(schedule, step, count);
        return size;
    }
    Step room;
    addSends(schedule, step, 0, room);
    for (const auto& transfer : room.transfers)
        count(room, transfer);
    const double chips = schedule.topology.chips();
    return {size.transfers * chips, size.chunks * chips};
}

Schedule withSteps(Schedule schedule, std::vector<Step> steps)
{
    schedule.steps = static_cast<int>(steps.size());
    schedule.symmetric = false;
    schedule.phases.clear();
    schedule.written = std::make_shared<const std::vector<Step>>(std::move(steps));
    return schedule;
}

Schedule reversed(const Schedule& gather)
{
    Schedule reduction = gather;
    reduction.goal = Goal::reduceScatter;
    reduction.phases = backwards(gather);
    reduction.carries = [gather](int step, int chip, int port, std::vector<ChunkRun>& runs) {
        const int neighbour = gather.topology.neighbour(chip, port);
        if (neighbour >= 0)
            gather.carries(gather.steps - 1 - step, neighbour, gather.topology.portBack(chip, port), runs);
        return TransferOp::reduce;
    };
    return reduction;
}

Schedule reduceThenGather(const Schedule& reduction, const Schedule& gather)
{
    Schedule both = gather;
    both.goal = Goal::allReduce;
    both.steps = reduction.steps + gather.steps;
    both.phases = inTurn(reduction, gather);
    both.carries = [reduction, gather](int step, int chip, int port, std::vector<ChunkRun>& runs) {
        if (step < reduction.steps)
            return reduction.carries(step, chip, port, runs);
        return gather.carries(step - reduction.steps, chip, port, runs);
    };
    return both;
}

Schedule withoutEmptySteps(Schedule schedule)
{
    if (schedule.written)
        return schedule;
    constexpr double maxLooks = 4e7; // a fifth of a second
    const auto senders =
        schedule.senders.empty() ? static_cast<std::size_t>(schedule.topology.chips()) : schedule.senders.size();
    if (1.0 * schedule.steps * static_cast<double>(senders) * schedule.topology.ports() > maxLooks)
        return schedule;
    std::vector<int> kept;
    Step room;
    for (int step = 0; step < schedule.steps; ++step)
        if (!isEmpty(schedule, step, room))
            kept.push_back(step);
    if (static_cast<int>(kept.size()) == schedule.steps)
        return schedule;
    schedule.steps = static_cast<int>(kept.size());
    schedule.phases.clear();
    schedule.carries = [kept = std::move(kept), carries = std::move(schedule.carries)](int step, int chip, int port,
                                                                                       std::vector<ChunkRun>& runs) {
        return carries(kept[static_cast<std::size_t>(step)], chip, port, runs);
    };
    return schedule;
}

} // namespace core
