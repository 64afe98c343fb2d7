// SPDX-License-Identifier: GPL-3.0-or-later
// Plans, times and explains the single collective of a scenario.
#include "core/collectives/report.h"

#include "core/collectives/report_numbers.h"

namespace core
{

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
    const Reader<Plain> in(inputs, s);
    report.numbers = CollectivePart<Plain>(s, *report.study, in).numbers();
    return report;
}

CollectiveOf<Traced> tracedCollective(const Scenario& s, const CollectiveReport& report, const Recording& inputs)
{
    if (!report.study)
        return {};
    const Reader<Recording> in(inputs, s);
    return CollectivePart<Recording>(s, *report.study, in).numbers();
}

} // namespace core
