// SPDX-License-Identifier: GPL-3.0-or-later
// Which section of a publication a formula is taken from; where it is our own, why.
#pragma once

#include <string>
#include <string_view>

namespace core
{

struct Citation {
    std::string title; // "Scaling Book, Training, section Tensor Parallelism"; "own: ..."
    std::string url;   // empty for what is our own
};

/// The citation of a formula by its source, its section of MODEL.md ("g.6") and its symbol, with or without context.
Citation citationOf(std::string_view source, std::string_view url, std::string_view equation, std::string_view symbol);

} // namespace core
