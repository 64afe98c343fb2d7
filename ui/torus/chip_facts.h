// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of one chip at one step: place, rank, shards, pending sums, what it sends and receives.
#pragma once

#include "ui/torus/reel.h"

#include <QStringList>

namespace ui
{

/// A shard of the array, or several where there are very many.
struct ShardCell {
    int shard = 0; // lowest
    float share = 0;
    QString name; // where there is room for one
};

struct MovedShard {
    int shard = 0;
    QString text;
};

/// The first of a list, and how many there are.
struct Named {
    QStringList names;
    int count = 0;
};

struct ChipFacts {
    QString title;
    QString bytes;
    std::vector<ShardCell> cells; // the array cut into shards; empty where they are not followed
    int shardsPerCell = 1;
    bool sums = false;
    Named pending; // unfinished sums
    std::vector<MovedShard> sends;
    std::vector<MovedShard> receives;
    int step = 0; // that is under way; 0 behind the last one
};
ChipFacts chipFacts(const Reel&, int wholeChip);

/// Plain lines, the chip's name first.
QStringList chipLines(const Reel&, int wholeChip);

} // namespace ui
