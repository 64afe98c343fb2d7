// SPDX-License-Identifier: GPL-3.0-or-later
// The steps of a collective as JSON and as a table, written as they are made: no step is in memory as a whole.
#pragma once

#include "core/collectives/analysis.h"
#include "core/collectives/report.h"

#include <iosfwd>
#include <string>

namespace core
{
struct Scenario;
}

namespace app
{

/// Steps from `first` to `last`, both included, counted from 0 as `t` of the JSON.
struct Steps {
    int first = 0;
    int last = -1;
};

/// A collective, with the numbers of it.
struct Printed {
    const core::Scenario& scenario;
    const core::CollectiveReport& report;
    const core::WholeCollective& collective;
};

/// Rows of transfers and, for a matmul, of products: the scatter form sends in step t what it made in product row t.
int rowsOf(const core::CollectiveAnalysis&);

void printJson(const Printed&, const Steps&, std::ostream&);
void printTable(const Printed&, const Steps&, std::ostream&);

/// Bytes that a step takes as JSON, or as rows of the table, at most.
double bytesOf(const core::Schedule&, const core::StepSize&, bool json);

} // namespace app
