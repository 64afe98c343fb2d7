// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of tests for all kinds of collectives on a network.
#pragma once

#include "recording_stage.h"

#include <QTest>

namespace tests
{

/// A row for every kind on a network; the column is "edits".
inline void addEveryKind(const char* network, const Edits& edits)
{
    for (const char* kind : {"all-gather", "reduce-scatter", "all-reduce", "all-to-all", "permute"}) {
        Edits all = edits;
        all.emplace_back("coll.kind", kind);
        QTest::addRow("%s of %s", kind, network) << all;
    }
}

} // namespace tests
