// SPDX-License-Identifier: GPL-3.0-or-later
// What every directed link has carried when some steps of a schedule are done.
#pragma once

#include "core/collectives/networks/representatives.h"
#include "core/collectives/schedules/schedule.h"
#include "core/quantity/quantity.h"

#include <optional>
#include <vector>

namespace core
{

/// What a link can carry until some time, and the share of that which it has carried; 0 where there is no time yet.
Quantity<dim::byte> capacityOfLink(Quantity<dim::bytePerSecond> bandwidth, Quantity<dim::second> end);
Quantity<dim::count> loadOfLink(Quantity<dim::byte> carried, Quantity<dim::byte> capacity);

/// A symmetric schedule is followed on one chip, one of phases on representatives, any other on all chips.
class LinkBytes
{
public:
    explicit LinkBytes(Schedule);

    void moveTo(int step);
    int step() const { return m_step; }
    double at(int chip, int port) const;
    /// Largest number of bytes on one link.
    double busiest() const;
    /// Chunks that came to each chip; one that came twice counts twice.
    std::vector<ChunkNumber> received() const;

private:
    std::size_t link(int chip, int port) const;
    /// The link that does what this one does, of those that are followed.
    std::size_t followed(int chip, int port) const;

    Schedule m_schedule;
    std::optional<Representatives> m_some;
    std::vector<double> m_bytes;
    std::vector<ChunkNumber> m_chunks;
    Step m_transfers;
    int m_step = 0;
};

} // namespace core
