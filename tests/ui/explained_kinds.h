// SPDX-License-Identifier: GPL-3.0-or-later
// Collectives of every kind on every sort of network, for tests of what their numbers explain.
#pragma once

#include "explained_stage.h"

namespace tests
{

/// One of each kind, on every sort of network.
inline void addExplainedKinds()
{
    QTest::addColumn<tests::Edits>("edits");
    const auto add = [](const char* name, const tests::Edits& edits) { QTest::newRow(name) << edits; };
    add("ring of 4", {{"coll.torus", "4"}, {"coll.wrap", "ring"}});
    add("torus 4x4", {{"coll.torus", "4x4"}, {"coll.wrap", "ring"}});
    add("mesh 3x4, shards not alike", {{"coll.torus", "3x4"}, {"coll.wrap", "line"}, {"coll.bytes", "5000"}});
    add("one axis of three", {{"coll.torus", "4x4x4"}, {"coll.axes", "Y"}, {"coll.kind", "reduce-scatter"}});
    add("switch", {{"coll.torus", "switch8"}, {"coll.kind", "all-reduce"}});
    add("all-to-all", {{"coll.torus", "4x4"}, {"coll.wrap", "ring"}, {"coll.kind", "all-to-all"}});
    add("permute", {{"coll.torus", "8"}, {"coll.kind", "permute"}});
    add("gather and matmul", {{"coll.torus", "4"}, {"coll.wrap", "ring"}, {"coll.kind", "matmul-gather"}});
    add("matmul and scatter", {{"coll.torus", "4"}, {"coll.wrap", "ring"}, {"coll.kind", "matmul-scatter"}});
    add("binary units", {{"coll.torus", "4x4"}, {"coll.wrap", "ring"}, {"conv.unit", "GiB"}});
    add("pod", {{"hw.chip", "tpu-v5p"}, {"coll.torus", "16x20x28"}, {"coll.wrap", "ring"}});
}

} // namespace tests
