// SPDX-License-Identifier: GPL-3.0-or-later
// Holds each convention to the metrics that it is there for: another choice changes them and no other, and the choice
// before brings every byte back.
#include "support/asked.h"
#include "support/random_scenario.h"
#include "support/suite.h"

#include "core/io/scenario_json.h"
#include "core/numbers/metrics.h"
#include "core/scenario/fields.h"

#include <rapidcheck.h>

#include <bit>
#include <cstdint>
#include <map>
#include <set>

using namespace core;

class TstConventions : public QObject
{
    Q_OBJECT
private slots:
    void eachChangesWhatItIsFor();
};

namespace
{

using Names = std::vector<std::string>;

/// Metrics that a convention may change; "count.*" are all that begin so. Each is changed in some scenario.
const std::map<std::string, Names> changedBy{
    // Another word for the same bytes.
    {"conv.unit", {}},
    // How much an HBM of 80 GB holds.
    {"conv.capacity", {"mem.capacity", "mem.fits", "count.*", "infer.batch.max"}},
    // What of communication a step waits for; the bounds of both ways stand beside it (a.2).
    {"conv.comms",
     {"time.comms", "time.step", "bound.verdict", "bound.margin", "mfu.bound", "batch.critical", "batch.critical.chip",
      "batch.critical.rank", "batch.floor.chip", "mesh.X.opt"}},
    // (n - 1)/n of what travels, or all of it: bytes and times of every collective, and batches that hide them.
    {"conv.rates",
     {"wire.*", "time.X", "time.Y", "time.Z", "time.dcn", "time.comms", "time.lower", "time.upper", "time.step",
      "bound.*", "mfu.bound", "batch.critical*", "tensor.limit", "shard.*"}},
    // The hops of each collective of links (e.6): times, not bytes.
    {"conv.latency",
     {"time.X", "time.Y", "time.Z", "time.comms", "time.lower", "time.upper", "time.step", "bound.*", "mfu.bound",
      "batch.critical*", "shard.*"}},
    // Rings where the hardware has lines: times, not bytes.
    {"conv.wrap",
     {"time.X", "time.Y", "time.Z", "time.comms", "time.lower", "time.upper", "time.step", "bound.*", "mfu.bound",
      "batch.critical*", "batch.floor.chip", "mesh.X.opt", "tensor.limit", "shard.*"}},
    // Whether a step waits for HBM; the upper bound adds it in any case, and batches count math and network alone.
    {"conv.hbm", {"time.lower", "time.step", "bound.*", "mfu.bound"}},
};

bool covers(const std::string& name, const std::string& id)
{
    return name.ends_with('*') ? id.starts_with(std::string_view(name).substr(0, name.size() - 1)) : name == id;
}

/// Numbers to the last bit.
std::map<std::string, std::string> valuesOf(const Scenario& s)
{
    const Report report = evaluate(s);
    const Workspace workspace{s, report, tests::cache()};
    std::map<std::string, std::string> values;
    for (const Metric& metric : metrics(*s.presets)) {
        const MetricValue value = metricValue(workspace, metric);
        std::string text;
        if (const auto* number = std::get_if<double>(&value))
            text = std::to_string(std::bit_cast<std::uint64_t>(*number));
        else if (const auto* word = std::get_if<std::string_view>(&value))
            text = *word;
        else if (const auto* truth = std::get_if<bool>(&value))
            text = *truth ? "true" : "false";
        else
            for (const auto& line : std::get<Texts>(value))
                text += line + '\n';
        values[metric.id] = text;
    }
    return values;
}

void look(const Scenario& s, std::map<std::string, std::set<std::string>>& found)
{
    const auto before = valuesOf(s);
    const std::string file = writeScenario(s);
    for (const auto& [convention, ids] : changedBy) {
        const Field& field = **fieldRow(convention);
        const Value was = field.get(s);
        for (const std::string& choice : choicesOf(s, field)) {
            Scenario other = s;
            RC_ASSERT(setField(other, convention, choice).has_value());
            for (const auto& [id, value] : valuesOf(other))
                if (value != before.at(id))
                    found[convention].insert(id);
            RC_ASSERT(setField(other, convention, was).has_value());
            RC_ASSERT(writeScenario(other) == file);
            RC_ASSERT(valuesOf(other) == before);
        }
    }
}

} // namespace

void TstConventions::eachChangesWhatItIsFor()
{
    // Only as many scenarios as this suite draws itself meet every metric; a run with fewer shows what must not change.
    const bool meetsAll = !qEnvironmentVariableIsSet("RC_PARAMS");
    if (meetsAll)
        qputenv("RC_PARAMS", "seed=2026 max_success=400 max_discard_ratio=100");
    std::map<std::string, std::set<std::string>> found;
    QVERIFY(rc::check("a convention changes what it is for", [&found] {
        Scenario s = *rc::gen::arbitrary<bool>() ? tests::validScenario() : tests::everyField();
        s.shard.expression = "A[I_X, J_Y] * B[J_Y, K] -> C[I_X, K]"; // that sends
        look(s, found);
    }));
    std::string wrong;
    for (const auto& [convention, names] : changedBy) {
        for (const std::string& name : names)
            if (meetsAll &&
                std::ranges::none_of(found[convention], [&](const std::string& id) { return covers(name, id); }))
                wrong.append(convention).append(" never changes ").append(name).append("\n");
        for (const std::string& id : found[convention])
            if (std::ranges::none_of(names, [&](const std::string& name) { return covers(name, id); }))
                wrong.append(convention).append(" changes ").append(id).append("\n");
    }
    QVERIFY2(wrong.empty(), wrong.c_str());
}

ROOFLIGHT_TEST(TstConventions)
#include "tst_conventions.moc"
