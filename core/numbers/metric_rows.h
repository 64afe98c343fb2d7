// SPDX-License-Identifier: GPL-3.0-or-later
// How rows of the table of outputs are written: add("op.flops", titled(formula, "..."), [](const auto& r) { ... }).
#pragma once

#include "core/derive/formula.h"
#include "core/derive/traced.h"
#include "core/numbers/metrics.h"
#include "core/step/report.h"

#include <utility>

namespace core
{

using MetricRows = std::vector<Metric>;

/// The words of a formula under the title, and with the unit, of its metric.
template <class Formula> FormulaFacts titled(const Formula& formula, std::string_view title, std::string_view unit = {})
{
    FormulaFacts facts = formula.facts();
    facts.title = title;
    if (!unit.empty())
        facts.unit = unit;
    return facts;
}

/// Of a metric that several formulas give, or none.
constexpr FormulaFacts stated(std::string_view title, std::string_view equation, const Source& source,
                              std::string_view unit = {})
{
    return {.title = title, .equation = equation, .source = &source, .unit = unit};
}

/// Row of a number; `Get` is a captureless generic lambda (report, index) -> Quantity.
template <class Get> Metric number(std::string id, const FormulaFacts& facts, Get, int index = 0)
{
    using Q = decltype(Get{}(std::declval<const ReportOf<double>&>(), 0));
    Metric m;
    m.id = std::move(id);
    m.title = facts.title;
    m.unit = facts.unit;
    m.equation = facts.equation;
    m.source = facts.source->title;
    m.dim = Q::dim;
    m.index = index;
    m.value = [](const Report& r, int i) -> MetricValue {
        return Get{}(static_cast<const ReportOf<double>&>(r), i).si();
    };
    m.traced = [](const ReportOf<Traced>& r, int i) { return Get{}(r, i).si(); };
    return m;
}

/// Adds rows of numbers: `Get` is a captureless generic lambda report -> Quantity.
class Add
{
public:
    explicit Add(MetricRows& rows) : m_rows(rows) {}

    template <class Get> void operator()(const char* id, const FormulaFacts& facts, Get) const
    {
        m_rows.push_back(number(id, facts, [](const auto& r, int) { return Get{}(r); }));
    }
    /// In the words of its formula.
    template <Dim D, class Body, Dim... Args, class Get>
    void operator()(const char* id, const Formula<D, Body, Args...>& formula, Get get) const
    {
        static_assert(D == decltype(Get{}(std::declval<const ReportOf<double>&>()))::dim);
        (*this)(id, formula.facts(), get);
    }

private:
    MetricRows& m_rows;
};

} // namespace core
