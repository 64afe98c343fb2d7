// SPDX-License-Identifier: GPL-3.0-or-later
// One count for each thread, since lessons are values that know of none.
#include "core/lesson/evaluation_count.h"

#include "core/numbers/metrics.h"
#include "core/quantity/parse_number.h"
#include "core/scenario/scenario.h"
#include "core/timeline/step_parts.h"
#include "core/timeline/step_timeline.h"

#include <algorithm>
#include <utility>

namespace core
{

namespace
{

thread_local EvaluationCount* current = nullptr;

constexpr std::size_t ofProduct = 500, ofChip = 30; // where others take a microsecond
constexpr double passesOfOne = 5;                   // of microbatches through stages

/// Of the torus of the collective: 32 of "4x8".
std::size_t chipsOf(std::string_view torus)
{
    std::size_t chips = 1;
    for (std::size_t at = 0; at < torus.size();) {
        std::size_t length = 0;
        for (; at < torus.size() && isDigit(torus[at]); ++at)
            length = 10 * length + static_cast<std::size_t>(torus[at] - '0');
        chips *= std::max<std::size_t>(length, 1);
        ++at;
    }
    return chips;
}

/// Others of a step are formulas, which are metrics.
bool isOnTimeline(std::string_view number, const Scenario& s)
{
    return number.starts_with("step.") && !findMetric(*s.presets, number);
}

/// Of a number that is counted on the timeline of the step.
std::size_t ofTimeline(const Scenario& s)
{
    const double passes = stepParts(s).passes();
    return passes > maxPasses ? 1 : 1 + static_cast<std::size_t>(passes / passesOfOne);
}

} // namespace

EvaluationCount::EvaluationCount() : m_outer(std::exchange(current, this)) {}

EvaluationCount::~EvaluationCount() { current = m_outer; }

void EvaluationCount::add(std::size_t times, std::string_view number, const Scenario& s)
{
    if (!current)
        return;
    const std::size_t each = number.starts_with("coll.")    ? ofChip * chipsOf(s.coll.torus)
                             : number.starts_with("shard.") ? ofProduct
                             : isOnTimeline(number, s)      ? ofTimeline(s)
                                                            : 1;
    current->m_count += times * each;
}

bool EvaluationCount::isOver() { return current && current->isSpent(); }

} // namespace core
