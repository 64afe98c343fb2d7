// SPDX-License-Identifier: GPL-3.0-or-later
// A collective in three lines, as its pages and the heads of its tables tell it: title, parameters, conventions.
#pragma once

#include <QByteArray>
#include <QString>

namespace core
{
struct Scenario;
struct WholeCollective;
} // namespace core

namespace ui
{

struct CollectiveCaption {
    QString title;       // "All-gather · along one axis"
    QString parameters;  // "4, X closed · 4.10 kB · all axes · TPU v5p"
    QString conventions; // "90 GB/s a link and way · 1 µs a hop · both directions · always rings · async clock"
};

/// `collective` is that of the scenario.
CollectiveCaption captionOf(const core::WholeCollective& collective, const core::Scenario&);

/// The lines before the head of every table that is saved or rendered, each after "# ".
QByteArray csvLines(const CollectiveCaption&);

} // namespace ui
