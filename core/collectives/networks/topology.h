// SPDX-License-Identifier: GPL-3.0-or-later
// Who is wired to whom: rings, lines, tori and meshes of up to three axes, or GPUs behind one switch.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace core
{

struct Hardware;
enum class Wrap;

/// One axis of a torus. `wraps` is true only for lengths of 3 and more: two chips share one wire, not two.
struct TorusAxis {
    int length = 1;
    bool wraps = false;

    bool operator==(const TorusAxis&) const = default;
};

enum class Wiring { torus, throughSwitch };

using Coordinates = std::array<int, 3>;

/// A chip, axis, port or step as an index.
constexpr std::size_t place(int i) { return static_cast<std::size_t>(i); }

/// Axis of a port of a torus and whether it points to higher coordinates.
constexpr int axisOf(int port) { return port / 2; }
constexpr bool isForward(int port) { return port % 2 == 0; }

/// Chip c0 + n0·(c1 + n1·c2) sits at (c0, c1, c2). A port is where a directed link leaves a chip: on a torus port
/// 2·axis leads to the neighbour in + and 2·axis + 1 to the one in −; on a switch port k leads to chip + 1 + k.
struct Topology {
    Wiring wiring = Wiring::torus;
    std::array<TorusAxis, 3> axes{};
    bool oneWay = false; // rings send in + only; a line needs both directions whatever is asked
    int domain = 0;      // GPUs behind each switch, the last one with what is left; 0: one switch for all

    int chips() const { return axes[0].length * axes[1].length * axes[2].length; }
    int ports() const { return wiring == Wiring::torus ? 6 : chips() - 1; }

    Coordinates coordinates(int chip) const
    {
        const int rest = chip / axes[0].length;
        return {chip % axes[0].length, rest % axes[1].length, rest / axes[1].length};
    }
    int chip(const Coordinates& at) const { return at[0] + axes[0].length * (at[1] + axes[1].length * at[2]); }

    /// Where the link ends, or -1 where there is none.
    int neighbour(int chip, int port) const;
    /// The port of a switch that leads from chip to chip.
    int portThrough(int from, int to) const { return (to - from + chips()) % chips() - 1; }
    /// The port of `neighbour` that leads back to `chip`.
    int portBack(int chip, int port) const;

    /// Directed links that enter a chip; as many leave it.
    int degree(int chip) const;
    int links() const;
    /// Fewest links between two chips.
    int distance(int from, int to) const;
    /// Longest such distance.
    int diameter() const;

    /// Switches, each with its own GPUs; 0 on a torus.
    int domains() const;
    /// The switch that a GPU sits behind, from 0.
    int domainOf(int chip) const { return domain > 0 ? chip / domain : 0; }
    /// Behind different switches.
    bool leavesDomain(int from, int to) const { return domainOf(from) != domainOf(to); }

    /// The axes with more than one chip.
    std::vector<int> activeAxes() const;
    /// Some axis longer than two does not close.
    bool hasOpenAxis() const;
    /// Every chip sees the same network in the same directions: all axes close, or a switch.
    bool isSymmetric() const;

    bool operator==(const Topology&) const = default;
};

/// Links to cross on one axis.
int hopsOn(const TorusAxis&, bool oneWay, int from, int to);
/// Most links between two places of an axis.
int longestHops(const TorusAxis&, bool oneWay);

/// "4", "4x4", "16x20x28", with the wrap rule of the chip, or all axes closed, or all open. "switch8": GPUs behind one
/// switch, or more than a domain of the chip holds behind several; "switch16/2": 2 behind each.
tl::expected<Topology, std::string> readTopology(std::string_view text, const Hardware&, Wrap);

/// The part of a torus that the named axes span ("all", "X", "XY"); the other axes hold independent copies of it.
tl::expected<Topology, std::string> spanned(const Topology&, std::string_view axes);

/// "4×8, X open, Y closed" for people.
std::string topologyText(const Topology&);

} // namespace core
