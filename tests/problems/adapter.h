// SPDX-License-Identifier: GPL-3.0-or-later
// How a worked problem is put to the program: its inputs as fields, each asked number as a metric or a few of them.
#pragma once

#include "core/numbers/metrics.h"
#include "core/scenario/fields.h"

#include <QJsonObject>

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace tests
{

using Answer = std::variant<double, bool, std::string>;

/// The inputs of a problem, as its file has them. Throws where one is missing.
class Inputs
{
public:
    explicit Inputs(QJsonObject object) : m_object(std::move(object)) {}

    double operator[](const char* key) const;       // a number
    double at(const char* key, int index) const;    // a number of a list
    Inputs group(const char* key) const;            // an object
    double at(const char* key, int i, int j) const; // a number of a list of lists

private:
    QJsonObject m_object;
};

/// A scenario on its way to the answer. Throws what the program refuses, in the program's words.
class Case
{
public:
    explicit Case(std::string_view chip = "tpu-v5p");

    Case& set(std::string_view field, const core::Value& value);
    Case& set(std::string_view field, const char* value) { return set(field, core::Value(std::string(value))); }
    Case& set(std::string_view field, double value) { return set(field, core::Value(value)); }
    Case& set(std::string_view field, bool value) { return set(field, core::Value(value)); }

    /// A copy with one field set.
    template <class Given> Case with(std::string_view field, Given value) const
    {
        return Case(*this).set(field, value);
    }

    /// An axis with a role, on `axes` hardware axes (0: as the slice has it).
    Case& axis(char name, double size, const char* role, double axes = 1);

    /// A model of P parameters that are all multiplied: MLPs of width D, and tied embeddings for the remainder.
    Case& parameters(double P, double D = 10000, double L = 100);

    /// Such a model with a cache of so many bytes per token.
    Case& served(double P, double cachePerToken, double bytesPerElement);

    /// A model of one bf16 matrix of so many bytes, to be gathered or reduced over the mesh.
    Case& array(double bytes);

    double operator[](std::string_view metric) const; // a number
    core::MetricValue value(std::string_view metric) const;
    double field(std::string_view id) const;                                // a number
    double step(std::string_view metric, std::string_view symbol) const;    // a step of the metric's derivation
    double min(std::string_view field, const std::string& condition) const; // 0 where no value meets it

private:
    core::Scenario m_scenario;
};

/// Number of a chip preset, by key.
double preset(std::string_view chip, std::string_view key);

/// One asked number: a metric of the case, or what is made of several.
struct Asked {
    using Make = std::function<Answer(const Case&, const Inputs&)>;
    Asked(std::string name, const char* metric) : output(std::move(name)), answer(metricAnswer(metric)) {}
    Asked(std::string name, Make make) : output(std::move(name)), answer(std::move(make)) {}

    std::string output;
    Make answer;

private:
    static Make metricAnswer(std::string metric);
};

/// The metric with what the chip was said to do in February 2025.
Asked::Make onFebruary(const char* metric);

struct Adapter {
    std::string problem;
    std::function<Case(const Inputs&)> setup;
    std::vector<Asked> asked;
};

/// An output that is a formula in words. The program's number for another output follows it, whatever the inputs: that
/// is what the formula gives, or where both its sides are equal if the number stands for `symbol`.
struct FormulaInWords {
    std::string_view problem, output, number, symbol;
};

/// An output that the program does not answer, and why.
struct Gap {
    std::string_view problem, output, reason;
};

/// A problem that waits for a part of the model (a section of MODEL.md) which no metric answers yet.
struct Waiting {
    std::string_view problem, section, reason;
};

using Adapters = std::vector<Adapter>;

Adapters operationAdapters();
Adapters hardwareAdapters();
Adapters transformerAdapters();
Adapters trainingAdapters();
Adapters runAdapters(); // published runs: chips, days, memory
Adapters batchAdapters();
Adapters networkAdapters();
Adapters collectiveAdapters();
Adapters shardingAdapters();
Adapters orderAdapters(); // of products in a collective matmul
Adapters gpuAdapters();
Adapters servingAdapters();
Adapters servedAdapters();
std::span<const FormulaInWords> formulasInWords();
std::span<const Gap> gaps();
std::span<const Waiting> waiting();

} // namespace tests
