// SPDX-License-Identifier: GPL-3.0-or-later
// What the preset of the chip says of its systolic arrays, its hosts and its pod.
#include "core/numbers/chip_numbers.h"

#include "core/formulas/network.h"
#include "core/formulas/roofline.h"
#include "core/inputs/facts.h"
#include "core/numbers/number_rows.h"
#include "core/numbers/workspace.h"
#include "core/quantity/format.h"
#include "core/scenario/fields_hardware.h"
#include "core/step/mesh_fit.h"

#include <optional>
#include <string_view>

#include <fmt/format.h>

namespace core
{

namespace
{

constexpr PresetNumber<dim::count> podChips{"n_pod", "Chips of a pod", "torus.chips"};
constexpr PresetNumber<dim::count> hostChips{"n_host", "Chips of a host", "host.chips"};
constexpr PresetNumber<dim::count> chipCores{"n_core", "Cores of a chip", "cores"};
constexpr PresetNumber<dim::count> chipArrays{"n_array", "Systolic arrays of a chip", "mxu.count"};
constexpr PresetNumber<dim::perSecond> clock{"f", "Clock of the systolic arrays", "mxu.clock"};

/// Of the chip's preset, in SI units; nothing where it does not say.
std::optional<double> presetNumber(const Scenario& s, std::string_view key)
{
    const auto* given = givenOf(s, fmt::format("hw.{}", key));
    return given ? std::optional(given->value) : std::nullopt;
}

/// The inputs of a row, and the first of them that the preset does not give.
template <class In> class PresetInputs
{
public:
    PresetInputs(const In& in, const Scenario& s) : m_in(in, s), m_scenario(&s) {}
    template <Dim D> auto operator()(const PresetNumber<D>& row) const
    {
        return m_in(row, Quantity<D>(asked(row.key)));
    }
    template <auto... Path> auto operator()(const ChipNumber<Path...>& row) const
    {
        asked(row.key);
        return m_in(row);
    }
    const Reader<In>& fields() const { return m_in; }
    std::string_view missing() const { return m_missing; }

private:
    double asked(std::string_view key) const
    {
        const auto number = presetNumber(*m_scenario, key);
        if (!number && m_missing.empty())
            m_missing = key;
        return number.value_or(0);
    }

    Reader<In> m_in;
    const Scenario* m_scenario;
    mutable std::string_view m_missing;
};

/// `get`: const PresetInputs<In>& -> Quantity.
template <class Get> NumberRow chipRow(std::string_view id, std::string_view title, Dim dim, Get get)
{
    return {std::string(id), std::string(title), dim == dim::count ? "1" : "", dim,
            [=](const Workspace& w, std::string_view asked, Depth depth) -> ExplainedOrWhy {
                const Scenario& s = w.scenario;
                const Plain plain;
                const PresetInputs<Plain> given(plain, s);
                const double value = get(given).si();
                if (!given.missing().empty())
                    return tl::unexpected(
                        fmt::format("{} ({}): the preset of hw.chip \"{}\" does not give \"numbers.{}\"", asked, title,
                                    s.hw.chip, given.missing()));
                auto shown = numberOf(w, asked, std::string(title), {}, dim, value);
                derive(shown, s, depth,
                       [&](const Recording& inputs) { return get(PresetInputs<Recording>(inputs, s)).si(); });
                return shown;
            }};
}

template <class In> auto oneArray(const PresetInputs<In>& given)
{
    return formulas::arrayRate(given(field::hw::mxuRows), given(clock));
}

} // namespace

std::vector<NumberRow> chipNumberRows()
{
    using namespace formulas;
    return {
        chipRow("pod.chips", "Chips of a pod", dim::count, [](const auto& given) { return given(podChips); }),
        chipRow("pod.hosts", "Hosts of a pod", dim::count,
                [](const auto& given) { return podHosts(given(podChips), given(hostChips)); }),
        chipRow("pod.cores", "Cores of a pod", dim::count,
                [](const auto& given) { return podCores(given(podChips), given(chipCores)); }),
        chipRow("pod.flops", "Peak rate of a pod, bf16", dim::flopPerSecond,
                [](const auto& given) {
                    const auto peak = given.fields()(field::hw::flops, static_cast<std::size_t>(Dtype::bf16));
                    return podRate(given(podChips), peak);
                }),
        chipRow("pod.hbm", "Memory of a pod", dim::byte,
                [](const auto& given) { return podMemory(given(podChips), given.fields()(field::hw::hbmBytes)); }),
        chipRow("mxu.flops", "Peak rate of one systolic array, from its clock", dim::flopPerSecond,
                [](const auto& given) { return oneArray(given); }),
        chipRow("mxu.flops.chip", "Peak rate of all systolic arrays, from their clock", dim::flopPerSecond,
                [](const auto& given) { return arraysRate(given(chipArrays), oneArray(given)); }),
    };
}

std::vector<NetworkLevel> networkLevels(const Scenario& s)
{
    const auto counted = [](double n, std::string_view what) {
        return fmt::format("{} {}{}", format(n, dim::count), what, n == 1 ? "" : "s");
    };
    const bool tpu = s.hw.kind == ChipKind::tpu;
    const auto* chip = s.presets ? s.presets->chip(s.hw.chip) : nullptr;
    std::vector<NetworkLevel> levels{
        {chip ? chip->name : s.hw.chip, fmt::format("HBM {}", format(s.hw.hbmBytes.si(), dim::byte))}};
    const auto onHost = presetNumber(s, hostChips.key);
    if (onHost)
        levels.push_back({"Host", counted(*onHost, tpu ? "chip" : "GPU")});
    if (!tpu) {
        if (s.hw.domain > 1)
            levels.push_back({"NVLink domain", counted(s.hw.domain, "GPU")});
        levels.push_back({"Scale-out network", "any number of domains"});
        return levels;
    }
    const MeshFit fit = fitMesh(s);
    std::string sides;
    double chips = 1;
    for (const int n : fit.torus)
        if (n > 1 || (n == 1 && sides.empty())) {
            sides += fmt::format("{}{}", sides.empty() ? "" : "×", n);
            chips *= n;
        }
    levels.push_back({"Slice " + sides, counted(chips, "chip")});
    if (const auto pod = presetNumber(s, podChips.key))
        levels.push_back(
            {"Pod", counted(*pod, "chip") + (onHost ? ", " + counted(*pod / *onHost, "host") : std::string())});
    levels.push_back({"Data-centre network", "any number of slices"});
    return levels;
}

} // namespace core
