// SPDX-License-Identifier: GPL-3.0-or-later
// Inputs read strictly, fields set through the program's own checks, metrics read by id.
#include "problems/adapter.h"

#include "core/evaluate/evaluate.h"
#include "core/explore/sweep.h"
#include "core/io/preset_catalogue.h"
#include "support/asked.h"

#include <QJsonArray>

#include <cmath>
#include <stdexcept>

namespace tests
{

namespace
{

double asNumber(const QJsonValue& value, const std::string& where)
{
    if (!value.isDouble())
        throw std::runtime_error("the problem has no number under " + where);
    return value.toDouble();
}

constexpr double widest = 262144; // most a feed-forward width may be
constexpr double tallest = 65536; // most a model width may be

/// The largest whole divisor of `n` up to `most`.
double divisor(double n, double max)
{
    double d = std::min(n, max);
    while (d > 1 && std::fmod(n, d) != 0)
        --d;
    return d;
}

} // namespace

double Inputs::operator[](const char* key) const { return asNumber(m_object[QLatin1String(key)], key); }

double Inputs::at(const char* key, int index) const
{
    return asNumber(m_object[QLatin1String(key)][index], std::string(key) + ", place " + std::to_string(index));
}

double Inputs::at(const char* key, int i, int j) const { return asNumber(m_object[QLatin1String(key)][i][j], key); }

Inputs Inputs::group(const char* key) const { return Inputs(m_object[QLatin1String(key)].toObject()); }

Case::Case(std::string_view chip) : m_scenario(core::defaultScenario(core::shippedCatalogue()))
{
    set("hw.chip", core::Value(std::string(chip)));
    set("mesh.X", 1.0).set("mesh.Y", 1.0).set("conv.rates", "book");
}

Case& Case::set(std::string_view id, const core::Value& value)
{
    if (const auto done = core::setField(m_scenario, id, value); !done)
        throw std::runtime_error(done.error());
    return *this;
}

Case& Case::axis(char name, double size, const char* role, double axes)
{
    const std::string id = std::string("mesh.") + name;
    return set(id, size).set(id + ".role", role).set(id + ".axes", axes);
}

Case& Case::parameters(double P, double D, double L)
{
    const double F = std::floor(P / (2 * L * D));
    set("model.preset", "custom").set("model.attention", false).set("model.tied", true).set("model.nmat", 2.0);
    set("model.D", D).set("model.L", L).set("model.F", F);
    return set("model.V", std::round((P - 2 * L * D * F) / D));
}

Case& Case::served(double P, double cachePerToken, double bytesPerElement)
{
    constexpr double D = 10000;
    const double heads = cachePerToken / (2 * bytesPerElement);
    const double L = divisor(heads, 256);
    const double H = divisor(heads / L, 1024);
    const double K = heads / L / H;
    const double F = std::floor(P / (2 * L * D) - 2 * H * K);
    parameters(P, D, L).set("model.attention", true).set("model.H", H).set("model.K", K).set("model.N", K);
    set("model.F", F).set("model.V", std::round((P - 2 * L * D * (F + 2 * H * K)) / D));
    return set("work.mode", "decode");
}

Case& Case::array(double bytes)
{
    const double P = bytes / 2;
    const double D = P <= tallest ? P : divisor(P, tallest);
    if (P / D > widest)
        throw std::runtime_error("no matrix of so many bytes");
    set("model.preset", "custom").set("model.attention", false).set("model.nmat", 1.0).set("model.V", 0.0);
    set("model.L", 1.0).set("model.D", D).set("model.F", P / D);
    return set("work.pass", "forward");
}

core::MetricValue Case::value(std::string_view id) const
{
    const auto metric = core::findMetric(core::shippedCatalogue(), id);
    if (!metric)
        throw std::runtime_error("there is no metric " + std::string(id));
    return tests::metricValue(m_scenario, *metric);
}

double Case::operator[](std::string_view metric) const
{
    if (core::findMetric(core::shippedCatalogue(), metric))
        return std::get<double>(value(metric));
    const auto found = tests::number(m_scenario, metric); // of a place
    if (!found)
        throw std::runtime_error(found.error());
    return found->si();
}

double Case::field(std::string_view id) const
{
    const auto found = core::fieldValue(m_scenario, id);
    if (!found)
        throw std::runtime_error("there is no field " + std::string(id));
    return std::get<double>(*found);
}

double Case::step(std::string_view metric, std::string_view symbol) const
{
    for (const auto& step : tests::derivation(m_scenario, metric).steps)
        if (step.symbol == symbol)
            return step.value;
    throw std::runtime_error(std::string(metric) + " is derived without " + std::string(symbol));
}

double Case::min(std::string_view field, const std::string& condition) const
{
    const auto parsed = core::parseCondition(condition);
    if (!parsed)
        throw std::runtime_error(parsed.error());
    const auto found = core::solve(m_scenario, field, *parsed);
    if (!found)
        throw std::runtime_error(found.error());
    return found->value_or(0);
}

double preset(std::string_view chip, std::string_view key)
{
    const auto* found = core::shippedCatalogue().chip(chip);
    const auto* given = found ? found->find(key) : nullptr;
    if (!given)
        throw std::runtime_error(std::string(chip) + " has no " + std::string(key));
    return given->value;
}

Asked::Make onFebruary(const char* metric)
{
    return [metric](const Case& c, const Inputs&) { return c.with("hw.variant", "book-2025-02")[metric]; };
}

Asked::Make Asked::metricAnswer(std::string metric)
{
    return [metric = std::move(metric)](const Case& c, const Inputs&) -> Answer {
        const auto found = c.value(metric);
        if (const auto* number = std::get_if<double>(&found))
            return *number;
        if (const auto* truth = std::get_if<bool>(&found))
            return *truth;
        return std::string(std::get<std::string_view>(found));
    };
}

} // namespace tests
