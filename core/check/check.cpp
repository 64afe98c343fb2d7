// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the rules and keeps the repairs that mend their issue without breaking anything else.
#include "core/check/check.h"

#include "core/check/check_rules.h"
#include "core/evaluate/evaluate.h"
#include "core/quantity/format.h"
#include "core/scenario/catalogue.h"
#include "core/scenario/choices.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <fmt/format.h>
#include <iterator>
#include <optional>

namespace core
{

namespace
{

constexpr std::size_t maxIssueRepairs = 4;

std::vector<Rule> allRules()
{
    std::vector<Rule> all;
    for (const auto rules : {valueRules(), meshRules(), splitRules(), memoryRules(), collectiveRules(), shardingRules(),
                             operationRules(), noteRules()})
        all.insert(all.end(), rules.begin(), rules.end());
    return all;
}

const std::vector<Rule>& rules()
{
    static const std::vector<Rule> all = allRules();
    return all;
}

bool same(const Issue& a, const Issue& b) { return a.code == b.code && a.field == b.field; }

/// How much an edit changes: doublings of a number, one for anything else.
double change(const Scenario& s, const std::pair<std::string, Value>& edit)
{
    const auto before = fieldValue(s, edit.first);
    const auto* from = before ? std::get_if<double>(&*before) : nullptr;
    const auto* to = std::get_if<double>(&edit.second);
    const bool ratio = from && to && *from > 0 && *to > 0;
    return ratio ? std::abs(std::log2(*to / *from)) : 1;
}

double change(const Scenario& s, const Repair& repair)
{
    double sum = 0;
    for (const auto& edit : repair.edits)
        sum += change(s, edit);
    return sum;
}

/// The chips that the scenario then has, where the repair can be made, the issue is gone then, and no other error has
/// come.
std::optional<double> chipsOfMended(const Scenario& s, const Repair& repair, const Issue& issue, const Rule& by,
                                    const std::vector<Issue>& before)
{
    Scenario mended = s;
    for (const auto& [id, value] : repair.edits)
        if (!setField(mended, id, value))
            return std::nullopt;
    const Report report = evaluate(mended);
    std::vector<Issue> after;
    if (by.moves)
        by.find(mended, report, after);
    if (!after.empty())
        return std::nullopt;
    for (const Rule& rule : rules())
        rule.find(mended, report, after);
    const bool mends = std::none_of(after.begin(), after.end(), [&](const Issue& found) {
        const bool known = std::any_of(before.begin(), before.end(), [&](const Issue& b) { return same(b, found); });
        return same(found, issue) || (found.severity == Severity::error && !known);
    });
    return mends ? std::optional(report.chips.si()) : std::nullopt;
}

/// "Use X = 32 (71.9 GB, 32 GPUs)": what it takes beside what is written behind it already.
std::string withChips(std::string text, const Scenario& s, double chips)
{
    const auto count = countText(chips, s.hw.kind == ChipKind::gpu ? "GPU" : "chip");
    if (text.ends_with(')'))
        return text.insert(text.size() - 1, ", " + count);
    return fmt::format("{} ({})", text, count);
}

std::vector<Repair> repairsOf(const Scenario& s, const Report& report, const Rule& by, const Issue& issue,
                              const std::vector<Issue>& before)
{
    auto proposed = by.propose(s, report, issue);
    std::stable_sort(proposed.begin(), proposed.end(),
                     [&s](const Repair& a, const Repair& b) { return change(s, a) < change(s, b); });
    std::vector<Repair> kept;
    for (auto& repair : proposed) {
        if (kept.size() == maxIssueRepairs)
            break;
        if (std::ranges::find(kept, repair.edits, &Repair::edits) != kept.end())
            continue;
        const auto chips = chipsOfMended(s, repair, issue, by, before);
        if (chips && *chips != report.chips.si())
            repair.text = withChips(std::move(repair.text), s, *chips);
        if (chips)
            kept.push_back(std::move(repair));
    }
    return kept;
}

/// As it is typed.
std::string editText(const std::pair<std::string, Value>& edit)
{
    const auto& [id, value] = edit;
    if (const auto* number = std::get_if<double>(&value))
        return id + "=" + exactNumber(*number);
    if (const auto* truth = std::get_if<bool>(&value))
        return id + (*truth ? "=true" : "=false");
    return id + "=" + std::get<std::string>(value);
}

} // namespace

std::vector<Issue> check(const Scenario& s, const Report& report)
{
    std::vector<Issue> found;
    std::vector<const Rule*> by;
    for (const Rule& rule : rules()) {
        rule.find(s, report, found);
        by.resize(found.size(), &rule);
    }
    std::vector<Issue> mended = found;
    for (std::size_t i = 0; i < found.size(); ++i)
        if (by[i]->propose)
            mended[i].repairs = repairsOf(s, report, *by[i], found[i], found);
    return mended;
}

std::vector<Issue> errorsOf(const Scenario& s, const Report& report)
{
    std::vector<Issue> found;
    for (const Rule& rule : rules())
        if (rule.finds == Finds::errors)
            rule.find(s, report, found);
    std::erase_if(found, [](const Issue& i) { return i.severity != Severity::error; });
    return found;
}

bool canBeEvaluated(const Scenario& s, const Report& report) { return errorsOf(s, report).empty(); }

std::vector<Issue> issuesOf(const Scenario& scenario)
{
    auto issues = check(scenario, evaluate(scenario));
    for (std::size_t place = 0; place < scenario.baselines.size(); ++place)
        for (auto& issue : check(scenario.baselines[place], evaluate(scenario.baselines[place]))) {
            issue.text = fmt::format("baselines[{}]: {}", place, issue.text);
            issues.push_back(std::move(issue));
        }
    return issues;
}

bool isImpossible(const std::vector<Issue>& issues)
{
    return std::ranges::find(issues, Severity::error, &Issue::severity) != issues.end();
}

std::string_view severityName(Severity severity)
{
    constexpr std::array<std::string_view, 3> names{"note", "warning", "error"};
    return names[static_cast<std::size_t>(severity)];
}

std::string issueText(const Issue& issue)
{
    std::string text = fmt::format("{} {}{}{}: {}", severityName(issue.severity), issue.code,
                                   issue.field.empty() ? "" : " at ", issue.field, issue.text);
    for (const auto& repair : issue.repairs) {
        std::vector<std::string> edits;
        std::ranges::transform(repair.edits, std::back_inserter(edits), editText);
        text += fmt::format("{}{} ({})", &repair == &issue.repairs.front() ? " Remedy: " : ", or: ", repair.text,
                            fmt::join(edits, " "));
    }
    return text + (issue.repairs.empty() ? "" : ".");
}

Issue& addIssue(std::vector<Issue>& found, std::string code, std::string field, std::string text)
{
    return addIssue(found, std::move(code), std::move(field), std::move(text), Severity::warning);
}

Issue& addIssue(std::vector<Issue>& found, std::string code, std::string field, std::string text, Severity severity)
{
    return found.emplace_back(Issue{std::move(code), severity, std::move(field), std::move(text), {}});
}

std::string axisId(std::size_t axis) { return std::string("mesh.") + axisLetter(axis); }

std::string roleId(std::size_t axis) { return axisId(axis) + ".role"; }

char axisLetter(std::size_t axis) { return "XYZ"[axis]; }

std::size_t axisOf(const std::string& fieldId)
{
    constexpr std::size_t place = 5; // behind "mesh."
    return fieldId.size() > place ? static_cast<std::size_t>(std::clamp(fieldId[place] - 'X', 0, 2)) : 0;
}

std::vector<std::size_t> axesWith(const Scenario& s, Role role)
{
    std::vector<std::size_t> found;
    for (std::size_t a = 0; a < s.mesh.axis.size(); ++a)
        if (s.mesh.axis[a].size > 1 && s.mesh.axis[a].role == role)
            found.push_back(a);
    return found;
}

double degreeOf(const Scenario& s, Role role)
{
    double degree = 1;
    for (const auto a : axesWith(s, role))
        degree *= s.mesh.axis[a].size;
    return degree;
}

Repair repairWith(std::string id, Value value)
{
    const auto row = fieldRow(id);
    const Field* field = row ? *row : nullptr;
    std::string title(field ? field->title : std::string_view(id));
    if (const auto colon = title.find(": "); colon != std::string::npos) // "Collective: axes"
        title.erase(0, colon + 2);
    title[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(title[0])));
    const auto* number = std::get_if<double>(&value);
    const bool symbol = number && (id.starts_with("mesh.") || id.starts_with("model.")) && field;
    const std::string shown = number ? grouped(*number) : field ? valueText(*field, value) : std::string();
    const std::string text =
        symbol ? fmt::format("Use {} = {}", field->symbol, shown) : fmt::format("Set {} to {}", title, shown);
    return {text, {{std::move(id), std::move(value)}}};
}

Repair repairWithRole(std::size_t axis, Role role)
{
    const std::string_view name = role == Role::data    ? "data parallelism"
                                  : role == Role::zero1 ? "ZeRO-1"
                                  : role == Role::zero2 ? "ZeRO-2"
                                                        : "FSDP";
    return {fmt::format("Use {} on {}", name, axisLetter(axis)), {{roleId(axis), std::string(nameOf(role))}}};
}

std::vector<double> divisorsNear(double whole, double size)
{
    constexpr double max = 16384;
    std::vector<double> found;
    for (double d = 1; d <= std::min(whole, max); ++d)
        if (std::fmod(whole, d) == 0 && d != size)
            found.push_back(d);
    std::stable_sort(found.begin(), found.end(), [size](double a, double b) {
        return std::abs(std::log2(a / size)) < std::abs(std::log2(b / size));
    });
    constexpr std::size_t enough = 8;
    found.resize(std::min(found.size(), enough));
    return found;
}

std::string chipName(const Scenario& s)
{
    const ChipPreset* chip = s.presets ? s.presets->chip(s.hw.chip) : nullptr;
    return chip ? chip->name : s.hw.chip;
}

std::string bytesText(const Scenario& s, double bytes) { return format(bytes, dim::byte, {.bytes = s.conv.unit}); }

} // namespace core
