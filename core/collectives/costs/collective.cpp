// SPDX-License-Identifier: GPL-3.0-or-later
// Plans, times and explains the single collective of a scenario.
#include "core/collectives/costs/collective.h"

#include "core/collectives/costs/collective_numbers.h"

namespace core
{

namespace
{

template <class R> CollectiveOf<R> noCollective()
{
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    const SecondsOf<R> seconds{R(none)};
    const CountOf<R> count{R(none)};
    const BytesOf<R> bytes{R(none)};
    return {seconds, seconds, seconds, seconds, seconds, seconds, count, count, count, bytes, bytes, seconds,
            seconds, seconds, count,   count,   count,   bytes,   count, count, count, count, count, false};
}

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
    CollectiveReport report{{}, nullptr, noCollective<double>()};
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

const CollectiveReport& latestCollective(const Scenario& s)
{
    thread_local Needs needs;
    thread_local std::shared_ptr<const CollectiveReport> latest;
    Needs now{s.coll, s.hw, s.prec};
    if (!latest || !(needs == now)) {
        latest = std::make_shared<const CollectiveReport>(evaluateCollective(s));
        needs = std::move(now);
    }
    return *latest;
}

CollectiveOf<Traced> tracedCollective(const Scenario& s, const Recording& inputs)
{
    const auto& report = latestCollective(s);
    if (!report.study)
        return noCollective<Traced>();
    const Reader<Recording> in(inputs);
    return CollectivePart<Recording>(s, *report.study, in).numbers();
}

} // namespace core
