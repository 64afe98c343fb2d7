// SPDX-License-Identifier: GPL-3.0-or-later
// Plans, times and explains the single collective of a scenario.
#include "core/collectives/report.h"

#include "core/collectives/report_numbers.h"

namespace core
{

namespace
{

/// All that the report depends on.
struct Needs {
    Collective coll;
    Hardware hw;
    Precision prec;
    bool operator==(const Needs&) const = default;
};

} // namespace

CollectiveReport evaluateCollective(const Scenario& s)
{
    CollectiveReport report;
    auto study = studyCollective(s);
    if (!study) {
        report.problem = study.error();
        return report;
    }
    report.study = std::make_shared<const CollectiveStudy>(*std::move(study));
    const Plain inputs;
    const Reader<Plain> in(inputs);
    report.numbers = CollectivePart<Plain>(s, *report.study, in).numbers();
    return report;
}

CollectiveReport latestCollective(const Scenario& s)
{
    thread_local Needs needs;
    thread_local std::optional<CollectiveReport> latest;
    Needs now{s.coll, s.hw, s.prec};
    if (!latest || !(needs == now)) {
        latest = evaluateCollective(s);
        needs = std::move(now);
    }
    return *latest;
}

CollectiveOf<Traced> tracedCollective(const Scenario& s, const Recording& inputs)
{
    const auto report = latestCollective(s);
    if (!report.study)
        return {};
    const Reader<Recording> in(inputs);
    return CollectivePart<Recording>(s, *report.study, in).numbers();
}

} // namespace core
