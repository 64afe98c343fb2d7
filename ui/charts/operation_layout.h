// SPDX-License-Identifier: GPL-3.0-or-later
// What the roofline of operations shows, as values: roofs of the units and channels in use, paths and points.
#pragma once

#include "core/operation/operation_curve.h"
#include "ui/charts/chart_picture.h"
#include "ui/charts/operation_rows.h"

#include <optional>
#include <vector>

namespace ui
{

struct OperationRoof {
    QString name;      // "bf16 MXU", "HBM"
    double rate = 0;   // FLOP/s of a unit, byte/s of a channel
    bool math = false; // a unit: flat
    bool binds = false;
    core::Channel channel{}; // of a slope
    QString number;          // id
};

/// Intensity and rate of an operation while one of its sizes grows.
struct OperationPath {
    std::size_t row = 0;
    QString size;   // "B"
    double now = 0; // its value
    std::vector<core::OperationPoint> points;
    std::optional<core::IntensityLimit> limit;
    QString ridge = {}; // the unit and the channel that it is of: "bf16 MXU over HBM"
};

/// Another execution of an MoE, joined to its point.
struct OperationTwin {
    std::size_t row = 0;
    QString name; // "token by token"
    double intensity = 0, rate = 0;
};

/// A measured point, with its share of what the roof allows at its intensity.
struct OperationMeasured {
    QString name;
    double intensity = 0, rate = 0;
    double share = 0;       // NaN without a roof
    std::size_t number = 0; // of its operation; 0: none
    QString roof = {};      // that the share is of: "HBM", "bf16 MXU"
    QString of = {};        // the operation whose roof it is
};

/// The roofs that the first of the operations has on the chip of a baseline, where that is another one.
struct OperationCompared {
    QString name, math, memory; // the baseline, its unit and its slowest channel with their rates
    std::size_t look = 0;
    double peak = 0, ridge = 0;
};

struct OperationScene {
    std::vector<OperationRow> rows; // that are visible and can be drawn
    std::vector<OperationRoof> roofs;
    std::vector<OperationPath> paths;
    std::vector<OperationTwin> twins;
    std::vector<OperationMeasured> measured;
    std::vector<OperationCompared> compared;
    QStringList missing;    // visible operations that cannot be drawn, with the reason
    bool lacksRate = false; // as the chip states none for one of them
    double peak = 0;        // of the fastest unit
    std::size_t chosen = 0; // number of the operation; 0: none

    /// The height of a slope ends at the fastest unit that is reached over it.
    double ridgeOf(const OperationRoof& roof) const { return peak / roof.rate; }
};

OperationScene operationScene(const Snapshot&);
/// Why no operation is drawn: none is visible, or the chip states no rate for them.
QString absenceOf(const OperationScene&);
QColor colourOf(const OperationRoof&, const Theme&);
/// "tends to 1 FLOP/B as D grows: never compute-bound"; empty where there is no limit above 0.
QString limitWords(const OperationPath&, const OperationRow&);
/// Everything is in sight.
AxisRanges rangesOf(const OperationScene&);

} // namespace ui
