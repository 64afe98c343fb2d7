// SPDX-License-Identifier: GPL-3.0-or-later
// Core in several threads at once: what the thread sanitizer runs.
#include "core/evaluate/evaluate.h"
#include "core/io/picture_state.h"
#include "core/io/preset_catalogue.h"
#include "core/numbers/collective_cache.h"
#include "core/numbers/metrics.h"
#include "core/numbers/workspace.h"
#include "support/suite.h"

#include <latch>
#include <string>
#include <thread>
#include <vector>

class TstThreads : public QObject
{
    Q_OBJECT
private slots:
    void numbersAreTheSameInEachThread();
};

namespace
{

using Values = std::vector<std::string>;

std::string textOf(const core::MetricValue& value)
{
    if (const auto* number = std::get_if<double>(&value))
        return QString::number(*number, 'g', 17).toStdString();
    if (const auto* word = std::get_if<std::string_view>(&value))
        return std::string(*word);
    if (const auto* texts = std::get_if<core::Texts>(&value)) {
        std::string all;
        for (const auto& text : *texts)
            all += text + '\n';
        return all;
    }
    return std::get<bool>(value) ? "true" : "false";
}

/// Every metric of a shipped scenario, which is read anew.
Values valuesOf(const core::ScenarioPreset& preset)
{
    const auto s = core::readDocument(preset.json, preset.id, core::shippedCatalogue());
    if (!s)
        qFatal("%s", s.error().text.c_str());
    const core::Report report = core::evaluate(*s);
    core::CollectiveCache cache;
    Values values;
    for (const core::Metric& metric : core::metrics(*s->presets))
        values.push_back(textOf(core::metricValue({*s, report, cache}, metric)));
    return values;
}

} // namespace

/// What is made once, such as catalogues and rules, is made while all ask for it.
void TstThreads::numbersAreTheSameInEachThread()
{
    constexpr std::size_t count = 4;
    std::vector<std::vector<Values>> found(count); // of each thread, which begins with another scenario
    {
        std::latch begun(count);
        std::vector<std::jthread> threads;
        for (std::size_t thread = 0; thread < count; ++thread)
            threads.emplace_back([&, thread] {
                begun.arrive_and_wait();
                const auto& presets = core::shippedCatalogue().scenarios;
                for (std::size_t i = 0; i < presets.size(); ++i)
                    found[thread].push_back(valuesOf(presets[(i + thread) % presets.size()]));
            });
    }
    std::vector<Values> expected;
    for (const auto& preset : core::shippedCatalogue().scenarios)
        expected.push_back(valuesOf(preset));
    for (std::size_t thread = 0; thread < count; ++thread) {
        QCOMPARE(found[thread].size(), expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i)
            QVERIFY(found[thread][i] == expected[(i + thread) % expected.size()]);
    }
}

ROOFLIGHT_TEST(TstThreads)
#include "tst_threads.moc"
