// SPDX-License-Identifier: GPL-3.0-or-later
// How much the expressions of a lesson may have evaluated while it is checked: a count, the same on every machine.
#pragma once

#include <cstddef>
#include <string_view>

namespace core
{

struct Scenario;

/// Twenty times what the dearest lesson that ships takes.
inline constexpr std::size_t mostEvaluations = 2'400'000;

/// While one lives, expressions of lessons on its thread count what they evaluate, and are refused beyond
/// `mostEvaluations`. Without one they are neither.
class EvaluationCount
{
public:
    EvaluationCount();
    ~EvaluationCount();
    EvaluationCount(const EvaluationCount&) = delete;
    EvaluationCount& operator=(const EvaluationCount&) = delete;

    std::size_t count() const { return m_count; }
    bool isSpent() const { return m_count > mostEvaluations; }

    /// Adds so many evaluations of the scenario for that number; one of a collective, with each chip of its torus, of
    /// a sharded product, or of the timeline, with each pass on it, takes as long as many others.
    static void add(std::size_t times, std::string_view number, const Scenario&);
    /// Whether the one of this thread allows no more.
    static bool isOver();

private:
    std::size_t m_count = 0;
    EvaluationCount* m_outer;
};

} // namespace core
