// SPDX-License-Identifier: GPL-3.0-or-later
// What a traced number may come from.
#pragma once

namespace core
{

enum class Op {
    constant,
    input,
    named,
    add,
    subtract,
    multiply,
    divide,
    larger,
    smaller,
    root,
    roundUp,
    roundDown,
    power
};

} // namespace core
