// SPDX-License-Identifier: GPL-3.0-or-later
// The chips of a slice, plane by plane, or GPUs, domain by domain: to pick those that net.from and net.to name.
#pragma once

#include "ui/charts/chart_picture.h"

#include <array>

class QPainter;

namespace core
{
struct Scenario;
}

namespace ui
{

class NetworkChips
{
public:
    NetworkChips() = default;
    explicit NetworkChips(const core::Scenario&);

    /// As fields name a chip: "1,2,0"; of GPUs "9".
    QString name(const std::vector<int>& chip) const;
    /// The one that is farthest from the first; of GPUs the first of the next domain.
    QString farthest() const;
    /// Nothing but a sentence where chips would be too small to click. Each is the place "chip 1,2,0".
    void paint(QPainter&, const QRectF&, const ChartSizes&, const Theme&, Output, std::vector<Mark>&) const;

private:
    bool isTpu() const { return m_domain == 0; }
    std::vector<int> chipOf(int plane, int across, int down) const;
    QColor fillOf(const std::vector<int>& chip, const Theme&) const;

    std::array<int, 3> m_sides{1, 1, 1}; // across, down, planes
    QString m_letters;                   // the mesh axes on them: "across X, down Y"
    std::size_t m_axes = 1;              // that have more than one chip, and those before them
    int m_domain = 0;                    // GPUs of one; of TPUs 0
    std::vector<int> m_from, m_to;       // of all axes; empty: not picked
    std::vector<std::vector<int>> m_path;
};

} // namespace ui
