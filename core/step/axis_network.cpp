// SPDX-License-Identifier: GPL-3.0-or-later
// Compares the levels of the switches as the time of an axis does.
#include "core/step/axis_network.h"

#include "core/step/degrees.h"
#include "core/step/network.h"

namespace core
{

AxisNetwork networkOf(const Scenario& s, const MeshFit& fit, std::size_t axis)
{
    if (s.hw.kind == ChipKind::tpu)
        return AxisNetwork::ici;
    const Plain inputs;
    const Reader<Plain> in(inputs, s);
    const ParametersOf<double> params{};
    const WorkloadFactsOf<double> facts{};
    const auto degrees = degreesOf(s, in);
    const TokensOf<double> tokens{};
    const NetworkContext<Plain> context{s, in, params, facts, degrees, tokens, fit};
    const auto levels = switchLevels(context, groupOf(context, axis, isData(s.mesh.axis[axis].role)));
    const bool slower = (levels.outside / levels.scaleOut).si() > (levels.inside / levels.domain).si();
    return slower ? AxisNetwork::scaleOut : AxisNetwork::domain;
}

std::string networkName(const Scenario& s, const MeshFit& fit, std::size_t axis)
{
    const auto network = networkOf(s, fit, axis);
    const std::string_view name = network == AxisNetwork::ici      ? "ICI "
                                  : network == AxisNetwork::domain ? "NVLink "
                                                                   : "scale-out ";
    return std::string(name).append(axisNames[axis]);
}

} // namespace core
