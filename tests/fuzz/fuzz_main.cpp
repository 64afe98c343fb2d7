// SPDX-License-Identifier: GPL-3.0-or-later
// One target as libFuzzer calls it; a law that does not hold ends the program, and libFuzzer keeps the bytes.
#include "fuzz/targets.h"

#include <algorithm>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size)
{
    static const auto target =
        *std::ranges::find(tests::fuzzTargets(), ROOFLIGHT_FUZZ_TARGET, &tests::FuzzTarget::name);
    target.run({reinterpret_cast<const char*>(bytes), size});
    return 0;
}
