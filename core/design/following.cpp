// SPDX-License-Identifier: GPL-3.0-or-later
// Which collective of a design the fields coll.* hold, before and after an edit.
#include "core/design/following.h"

#include "core/design/opening.h"
#include "core/scenario/catalogue.h"

#include <algorithm>

namespace core
{

namespace
{

/// As it is where there is none, or these fields cannot say it.
Scenario opened(Scenario s, const DesignCollective* one)
{
    if (one)
        if (auto there = openedCollective(s, *one))
            return *std::move(there);
    return s;
}

} // namespace

Scenario openedOnDesign(Scenario s)
{
    std::ranges::transform(s.baselines, s.baselines.begin(), openedOnDesign);
    if (!s.presets || !(s.coll == defaultScenario(*s.presets).coll))
        return s;
    const auto all = designCollectives(s);
    return opened(std::move(s), longest(all));
}

Scenario followingDesign(const Scenario& before, Scenario after)
{
    if (!(after.coll == before.coll))
        return after;
    const auto all = designCollectives(before);
    const auto open = openedAmong(before, all);
    if (!open || !(opened(before, &all[*open]).coll == before.coll)) // by another clock it is the user's own
        return after;
    const auto now = designCollectives(after);
    const auto same = std::find_if(now.begin(), now.end(), [&](const auto& one) {
        return one.name == all[*open].name && one.when == all[*open].when;
    });
    return opened(std::move(after), same == now.end() ? longest(now) : &*same);
}

} // namespace core
