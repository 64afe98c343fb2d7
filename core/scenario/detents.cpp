// SPDX-License-Identifier: GPL-3.0-or-later
// Where sliders rest: powers of two, round numbers, and the sizes that people build.
#include "core/scenario/fields.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace core
{

namespace
{

struct Own {
    std::string_view id;
    std::array<double, 8> values;
};

constexpr std::array<double, 8> sides{3, 5, 6, 7, 10, 12, 20, 28};
constexpr std::array own{Own{"mesh.X", sides}, Own{"mesh.Y", sides}, Own{"mesh.Z", sides},
                         Own{"model.V", {32000, 50257, 128256}}};

/// Every step from the least multiple within the bounds on.
void addMultiples(std::vector<double>& found, double step, double from, double to)
{
    const auto first = static_cast<long>(std::ceil(from / step));
    const auto last = static_cast<long>(std::floor(to / step + 1e-9));
    for (long i = first; i <= last; ++i)
        found.push_back(static_cast<double>(i) * step);
}

void addPowersOfTwo(std::vector<double>& found, const Field& field)
{
    for (double power = 1; power <= field.max; power *= 2)
        found.push_back(power);
}

/// 1, 2, 5, 10, 20, 50 ... over nine decades below the upper bound.
void addRound(std::vector<double>& found, const Field& field)
{
    const int last = static_cast<int>(std::floor(std::log10(field.max) + 1e-9));
    for (int decade = last - 9; decade <= last; ++decade)
        for (const double digit : {1.0, 2.0, 5.0})
            found.push_back(decade < 0 ? digit / std::pow(10.0, -decade) : digit * std::pow(10.0, decade));
}

void addLinear(std::vector<double>& found, const Field& field)
{
    if (field.kind == FieldKind::real) // hundredths of five, free of the error of a sum
        for (int i = 0; i * 5 <= 100; ++i)
            found.push_back(i * 5 / 100.0);
    else
        addMultiples(found, field.id == "model.L" ? 8 : 1, field.min, field.max);
}

} // namespace

std::vector<double> detents(const Field& field)
{
    std::vector<double> found;
    if (field.kind != FieldKind::whole && field.kind != FieldKind::real)
        return found;
    found.push_back(field.min);
    if (field.scale == Scale::linear)
        addLinear(found, field);
    else if (field.kind == FieldKind::whole)
        addPowersOfTwo(found, field);
    else
        addRound(found, field);
    if (field.id == "model.D")
        addMultiples(found, 1024, 4096, field.max);
    for (const auto& row : own)
        if (row.id == field.id)
            found.insert(found.end(), row.values.begin(), row.values.end());
    std::erase_if(found, [&field](double v) { return v < field.min || v > field.max; });
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

} // namespace core
