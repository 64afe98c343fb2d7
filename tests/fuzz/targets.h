// SPDX-License-Identifier: GPL-3.0-or-later
// What the fuzzers and the replay of their corpora feed with bytes: each reader of the program, and the laws that what
// it accepts has to keep.
#pragma once

#include <span>
#include <stdexcept>
#include <string_view>

namespace tests
{

/// A law does not hold.
struct Broken : std::logic_error {
    using std::logic_error::logic_error;
};

struct FuzzTarget {
    std::string_view name;         // of the program fuzz_NAME and of its folder in tests/fuzz/corpus
    void (*run)(std::string_view); // throws Broken
};

std::span<const FuzzTarget> fuzzTargets();

} // namespace tests
