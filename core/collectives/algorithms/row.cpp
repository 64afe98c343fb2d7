// SPDX-License-Identifier: GPL-3.0-or-later
// What rows of several algorithms share.
#include "core/collectives/algorithms/row.h"

namespace core
{

Shape shapeOf(const Topology& topology)
{
    Shape shape;
    int length = 0;
    for (const int axis : topology.activeAxes()) {
        const auto& side = topology.axes[static_cast<std::size_t>(axis)];
        ++shape.axes;
        shape.allClosed = shape.allClosed && (side.wraps || side.length == 2);
        shape.allOpen = shape.allOpen && !side.wraps;
        shape.cubic = shape.cubic && (length == 0 || length == side.length);
        length = side.length;
    }
    return shape;
}

AlgorithmRows gatherAndReduceRows(AlgorithmRow gather,
                                  std::optional<Schedule> (*reduceScatter)(const CollectiveRequest&),
                                  std::optional<Schedule> (*allReduce)(const CollectiveRequest&),
                                  FormBody allReduceForm)
{
    AlgorithmRows rows(3, gather);
    rows[1].kind = CollectiveKind::reduceScatter;
    rows[1].schedule = reduceScatter;
    rows[2].kind = CollectiveKind::allReduce;
    rows[2].schedule = allReduce;
    rows[2].closedForm = allReduceForm;
    return rows;
}

std::string needsTorus(const CollectiveRequest& r)
{
    return r.topology.wiring == Wiring::throughSwitch ? "a switch has no axes" : "";
}

std::string needsOneAxis(const CollectiveRequest& r)
{
    const bool several = r.topology.wiring == Wiring::torus && r.topology.activeAxes().size() > 1;
    return several ? "it goes along one axis; this network has several" : "";
}

} // namespace core
