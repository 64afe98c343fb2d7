// SPDX-License-Identifier: GPL-3.0-or-later
// What takes long to make and is asked for again: lines of text, tiles of hatches.
#pragma once

#include <QHash>

namespace ui
{

/// What has been made for a key; all of it goes when there is too much.
template <class Key, class Value, class Make>
const Value& keptOr(QHash<Key, Value>& kept, const Key& key, qsizetype maxKept, Make make)
{
    if (const auto found = kept.constFind(key); found != kept.constEnd()) {
        return *found;
    }
    if (kept.size() >= maxKept) {
        kept.clear();
    }
    return *kept.insert(key, make());
}

} // namespace ui
