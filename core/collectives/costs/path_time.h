// SPDX-License-Identifier: GPL-3.0-or-later
// How long a critical path takes: the sum of what follows one another on it.
#pragma once

#include "core/derive/traced.h"

#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace core
{

class Recording;
struct Plain;
template <class In> struct CostInputs;

/// message: the next waits until it is there. wire: the next waits until it has left, for its link. hop: it is there
/// after a hop, its bytes being sooner (clock `book`). product: of a matmul.
enum class PathKind { message, wire, hop, product };

/// Times in seconds from the beginning of the collective.
struct PathTerm {
    PathKind kind = PathKind::message;
    int step = 0;
    int from = 0;     // the chip that sends, or multiplies
    int to = -1;      // -1: a product, or the largest message of a step, whoever sends it
    int port = -1;    // of `from`
    double bytes = 0; // that pass its link, or the port of a switch, meanwhile
    double share = 0; // of a shard's product
    double start = 0;
    double end = 0;
    int count = 1; // of such terms, one after the other; `bytes` and `share` are those of all
    int lastStep = 0;
};

/// Terms of one kind and size that follow one another become one. Of a longer list the first and the last stay, and
/// those between them become one of each kind.
std::vector<PathTerm> condensed(const std::vector<PathTerm>&);
/// "step 3, 5 to 6", "steps 2 to 9".
std::string placeOf(const PathTerm&);

/// `tc`: the product of one shard. `found`: the same time as the clock added it up. `where`: of two paths, which.
SecondsOf<Traced> sumOf(const CostInputs<Recording>&, const std::vector<PathTerm>&, const SecondsOf<Traced>& tc,
                        double found, std::string_view where);
/// Of the largest message of each step.
BytesOf<Traced> bytesOf(const CostInputs<Recording>&, const std::vector<PathTerm>& steps, double found);

/// Values take what was found: only a derivation asks `find` for the path, which may be long.
template <class In, class Find> SecondsOf<typename In::Rep> pathTime(const CostInputs<In>& c, const Find& find,
                                                                     const SecondsOf<typename In::Rep>& tc,
                                                                     double found, std::string_view where = {})
{
    if constexpr (std::is_same_v<In, Plain>)
        return Quantity<dim::second>(found);
    else
        return sumOf(c, find(), tc, found, where);
}

template <class In, class Find>
BytesOf<typename In::Rep> criticalBytes(const CostInputs<In>& c, const Find& find, double found)
{
    if constexpr (std::is_same_v<In, Plain>)
        return Quantity<dim::byte>(found);
    else
        return bytesOf(c, find(), found);
}

} // namespace core
