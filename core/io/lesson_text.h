// SPDX-License-Identifier: GPL-3.0-or-later
// The text of a lesson as a form edits it: each value as a line, at the path that errors name, "steps.2.prompt". What
// no form shows stays as it is.
#pragma once

#include "core/io/error.h"
#include "core/lesson/lesson.h"

#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace core
{

struct LessonForm;
struct LessonKey;
struct Scenario;

/// What a step had as other kinds, so that it comes back with them; as JSON.
struct LeftForms {
    std::map<std::string, std::string> keys;                                // by key
    std::map<const LessonForm*, std::map<std::string, std::string>> drafts; // of keys of all forms, by form and key
    const LessonForm* now = nullptr;
    std::map<std::string, std::string> before, after; // these keys, at the change to it
};

class LessonText
{
public:
    /// An object that has steps, whatever else is wrong with it.
    static tl::expected<LessonText, Error> of(std::string_view text, std::string_view name);
    LessonText(LessonText&&) noexcept;
    LessonText& operator=(LessonText&&) noexcept;
    ~LessonText();

    /// As files have it, with two spaces for each level.
    std::string text() const;

    /// Settings as "work.batch = 65536" in lines, lists of texts in lines, symbols as "B = work.batch" in lines.
    std::string at(std::string_view path) const;
    /// Removes a key that may be left out where the text is empty. The error is a sentence; nothing is changed then.
    tl::expected<void, std::string> set(std::string_view path, std::string_view value, const Scenario&);

    /// Rows of a list: "steps.2.options".
    std::size_t rows(std::string_view path) const;
    void addRow(std::string_view path);
    /// "steps.2.options.3".
    void removeRow(std::string_view path);

    // Steps count from 1, as in paths.
    std::size_t steps() const { return rows("steps"); }
    StepKind kind(std::size_t step) const;
    const LessonForm& form(std::size_t step) const;
    /// The keys that a form shows of it, in the order of lessonStepKeys().
    std::vector<const LessonKey*> keys(std::size_t step) const;
    /// Behind that one; 0: before all. The scenario is that in which it is asked. Without a tab on that of the step
    /// before.
    void addStep(std::size_t behind, const LessonForm&, StepKind, const Scenario&, const std::string& tab = {});
    /// Another kind: what both forms have stays. What the form before had is left, and what was left comes back.
    void changeForm(std::size_t step, const LessonForm&, StepKind, const Scenario&, LeftForms& left);
    void removeStep(std::size_t step);
    void duplicateStep(std::size_t step);
    void moveStep(std::size_t from, std::size_t to);

    /// The lesson begins with that scenario.
    void beginWith(const Scenario&);
    /// The step leads from one scenario to the other.
    void change(std::size_t step, const Scenario& before, const Scenario& after);

private:
    explicit LessonText(nlohmann::ordered_json);
    nlohmann::ordered_json* find(std::string_view path) const;
    nlohmann::ordered_json& step(std::size_t) const;

    std::unique_ptr<nlohmann::ordered_json> m_json;
};

} // namespace core
