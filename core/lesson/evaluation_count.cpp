// SPDX-License-Identifier: GPL-3.0-or-later
// One count for each thread, since lessons are values that know of none.
#include "core/lesson/evaluation_count.h"

#include <utility>

namespace core
{

namespace
{

thread_local EvaluationCount* current = nullptr;

constexpr std::size_t dear = 500; // of milliseconds, where others take microseconds

} // namespace

EvaluationCount::EvaluationCount() : m_outer(std::exchange(current, this)) {}

EvaluationCount::~EvaluationCount() { current = m_outer; }

void EvaluationCount::add(std::size_t times, std::string_view number)
{
    const bool isDear = number.starts_with("coll.") || number.starts_with("shard.");
    if (current)
        current->m_count += times * (isDear ? dear : 1);
}

bool EvaluationCount::isOver() { return current && current->isSpent(); }

} // namespace core
