// SPDX-License-Identifier: GPL-3.0-or-later
// Laws of scenario files over random valid scenarios: written and read back they are equal, written again the same.
#include "support/suite.h"

#include "core/check/check.h"
#include "core/evaluate/evaluate.h"
#include "core/io/preset_catalogue.h"
#include "core/io/scenario_json.h"

#include <cmath>
#include <rapidcheck.h>
#include <sstream>

using namespace core;

class TstScenarioProperties : public QObject
{
    Q_OBJECT
private slots:
    void aScenarioWrittenAndReadIsTheSame();
    void everyValueIsReadBackFromItsText();
    void noTextCrashesAField();
    void everyRepairMendsItsIssue();
    void noRepairMovesTheIssue();
    void theErrorsAreThoseOfTheCheck();
};

namespace
{

using Edit = std::pair<std::string, Value>;

/// Texts that fields of kind text accept; each is tried, those of other fields are refused.
const std::vector<std::string> texts{"auto", "4x4x4", "16x1x4", "3",   "switch72", "all",         "XY",
                                     "",     "0,0",   "1, 2,3", "A*B", "X=2",      "X=8, Z=16384"};

rc::Gen<double> numberWithin(const Field& field)
{
    const auto share = rc::gen::map(rc::gen::inRange(0, 1000001), [](int i) { return i / 1e6; });
    return rc::gen::map(share, [&field](double part) {
        const double lowest = std::max(field.min, field.max * 1e-12);
        const double log = lowest * std::pow(field.max / lowest, part);
        const double value = field.min == 0 && part == 0 ? 0 : std::min(log, field.max);
        return field.kind == FieldKind::whole ? std::max(std::round(value), field.min) : value;
    });
}

Value valueFor(const Scenario& s, const Field& field)
{
    if (field.kind == FieldKind::toggle)
        return *rc::gen::arbitrary<bool>();
    if (field.kind == FieldKind::choice)
        return *rc::gen::elementOf(choicesOf(s, field));
    if (field.kind == FieldKind::text)
        return *rc::gen::elementOf(texts);
    return *numberWithin(field);
}

/// The default scenario after up to forty edits, presets among them; texts a field refuses are left out.
Scenario randomDesign()
{
    Scenario s = defaultScenario(shippedCatalogue());
    s.title = *rc::gen::string<std::string>();
    for (char& c : s.title)
        c = static_cast<char>(c & 0x7F);
    const int edits = *rc::gen::inRange(0, 40);
    const auto count = static_cast<int>(fields().size());
    for (int i = 0; i < edits; ++i) {
        const Field& field = fields()[static_cast<std::size_t>(*rc::gen::inRange(0, count))];
        const auto done = setField(s, field.id, valueFor(s, field));
        RC_ASSERT(done || field.kind == FieldKind::text);
    }
    if (*rc::gen::arbitrary<bool>())
        RC_ASSERT(setField(s, "shard.size.I", static_cast<double>(*rc::gen::inRange(1, 100000))).has_value());
    return s;
}

Scenario randomScenario()
{
    Scenario s = randomDesign();
    const std::string_view letters = *rc::gen::arbitrary<bool>() ? baselineLetters : "DBC";
    for (int left = std::max(0, *rc::gen::inRange(-6, 4)); left > 0; --left) {
        s.baselines.push_back(randomDesign());
        s.baselines.back().letter = letters[s.baselines.size() - 1];
    }
    return s;
}

template <class Law> bool holds(const char* name, const Law& law) { return rc::check(name, law); }

} // namespace

void TstScenarioProperties::aScenarioWrittenAndReadIsTheSame()
{
    QVERIFY(holds("written and read", [] {
        const Scenario s = randomScenario();
        const std::string text = writeScenario(s);
        const auto again = readScenario(text, "a.json", shippedCatalogue());
        if (!again)
            RC_FAIL(again.error().text);
        RC_ASSERT(*again == s);
        RC_ASSERT(writeScenario(*again) == text);
    }));
}

void TstScenarioProperties::everyValueIsReadBackFromItsText()
{
    QVERIFY(holds("typed again", [] {
        const Scenario s = randomScenario();
        Scenario typed = s;
        for (const Field& field : fields()) {
            const auto done = setFieldFromText(typed, field.id, valueText(field, field.get(s)));
            if (!done)
                RC_FAIL(done.error());
            RC_ASSERT(field.get(typed) == field.get(s));
        }
    }));
}

void TstScenarioProperties::noTextCrashesAField()
{
    QVERIFY(holds("any text", [] {
        const auto text = *rc::gen::string<std::string>();
        for (const Field& field : fields()) {
            Scenario s = defaultScenario(shippedCatalogue());
            const auto done = setFieldFromText(s, field.id, text);
            RC_ASSERT(done || done.error().find(field.id) != std::string::npos);
        }
    }));
}

void TstScenarioProperties::everyRepairMendsItsIssue()
{
    QVERIFY(holds("repaired", [] {
        const Scenario s = randomScenario();
        for (const Issue& issue : check(s, evaluate(s)))
            for (const Repair& repair : issue.repairs) {
                Scenario mended = s;
                for (const auto& [id, value] : repair.edits)
                    RC_ASSERT(setField(mended, id, value).has_value());
                for (const Issue& left : check(mended, evaluate(mended)))
                    RC_ASSERT(left.code != issue.code || left.field != issue.field);
            }
    }));
}

/// Two tensor axes, each beyond its limit: with X = 1 no batch would be compute-bound for Y.
void TstScenarioProperties::noRepairMovesTheIssue()
{
    Scenario s = defaultScenario(shippedCatalogue());
    for (const auto& [id, value] : {std::pair("hw.chip", "h100-sxm"),
                                    {"model.preset", "llama3-70b"},
                                    {"hw.torus", "auto"},
                                    {"mesh.X", "64"},
                                    {"mesh.X.role", "tensor"},
                                    {"mesh.Y", "16"},
                                    {"mesh.Y.role", "tensor"}})
        QVERIFY2(setFieldFromText(s, id, value).has_value(), id);
    const auto never = [](const Scenario& of) {
        auto issues = check(of, evaluate(of));
        std::erase_if(issues, [](const Issue& issue) { return !issue.text.starts_with("No batch is compute-bound"); });
        return issues;
    };
    const auto issues = never(s);
    QCOMPARE(issues.size(), 1U);
    QVERIFY(!issues[0].repairs.empty());
    for (const Repair& repair : issues[0].repairs) {
        Scenario mended = s;
        for (const auto& [id, value] : repair.edits)
            QVERIFY(setField(mended, id, value).has_value());
        QVERIFY2(never(mended).empty(), repair.text.c_str());
    }
}

/// Rules that find no errors are left out of those that are asked for errors alone.
void TstScenarioProperties::theErrorsAreThoseOfTheCheck()
{
    QVERIFY(holds("errors", [] {
        const Scenario s = randomScenario();
        const Report report = evaluate(s);
        auto errors = check(s, report);
        std::erase_if(errors, [](const Issue& issue) { return issue.severity != Severity::error; });
        for (Issue& issue : errors)
            issue.repairs.clear();
        RC_ASSERT(errorsOf(s, report) == errors);
    }));
}

ROOFLIGHT_TEST(TstScenarioProperties)
#include "tst_scenario_properties.moc"
