// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of one chip at one step: place, rank, shards, pending sums, what it sends and receives.
#pragma once

#include <QStringList>

#include <vector>

namespace ui
{

class Recording;

/// A shard of the array, or several where there are very many.
struct ShardCell {
    int shard = 0; // lowest
    int mark = 0;  // what colour and pattern go by
    float share = 0;
    QString name; // where there is room for one
};

/// A number within words, and the id of its derivation; empty where it has none.
struct NumberInWords {
    QString before;
    QString number;
    QString after;
    QString id;
    QString title; // what it is, for screen readers

    QString text() const { return QStringList{before, number, after}.join(u' ').trimmed(); }
};

struct MovedShard {
    int shard = 0;
    NumberInWords words;
};

/// Unfinished sums: the first of them with their terms so far ("A₀ 3"), terms of a finished one, and how many there
/// are.
struct PendingSums {
    std::vector<NumberInWords> first;
    int terms = 0;
    int count = 0;

    QString text(std::size_t sum) const { return QStringLiteral("%1/%2").arg(first[sum].number).arg(terms); }
};

struct ChipFacts {
    QString title;
    NumberInWords held; // bytes on the chip; empty where holdings are not replayed
    QString whyNot;
    std::vector<ShardCell> cells; // the array cut into shards; empty where they are not followed
    int shardsPerCell = 1;
    int columns = 0;   // of cells; 0: as many as there is room for
    QString range;     // of the cells, where others are left out
    QString form;      // of the cells, where it does not tell itself
    int followed = -1; // cell
    bool sums = false;
    PendingSums pending;
    std::vector<MovedShard> sends;
    std::vector<MovedShard> receives;
    int step = 0; // that is under way; 0 behind the last one
};
/// `opened`: the lowest shard of a cell that stands for several, to show these one by one; -1 shows all.
ChipFacts chipFacts(const Recording&, int wholeChip, int opened = -1);

/// In words, where there are too many chunks to replay what chips hold.
QString whyNotReplayed(const Recording&);

} // namespace ui
