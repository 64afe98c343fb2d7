// SPDX-License-Identifier: GPL-3.0-or-later
// Planes lie beside each other in as many columns as leave the largest chips.
#include "ui/charts/network_chips.h"

#include "core/numbers/network_numbers.h"
#include "core/step/mesh_fit.h"
#include "ui/charts/chart_label.h"
#include "ui/theme/painting.h"
#include "ui/theme/words.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ui
{

namespace
{

constexpr qreal gap = 0.8; // between planes, in chips

struct Grid {
    int columns = 1;
    qreal cell = 0;
};

Grid gridOf(const std::array<int, 3>& sides, const QSizeF& room, qreal largest)
{
    Grid best;
    for (int columns = 1; columns <= sides[2]; ++columns) {
        const int rows = (sides[2] + columns - 1) / columns;
        const qreal cell = std::min({room.width() / (columns * (sides[0] + gap) - gap),
                                     room.height() / (rows * (sides[1] + gap) - gap), largest});
        if (cell > best.cell)
            best = {columns, cell};
    }
    return best;
}

/// "across X, down X, from plane to plane Y": the mesh axes on each axis of the slice.
QString lettersOf(const core::MeshFit& fit)
{
    QStringList said;
    for (std::size_t side = 0; side < fit.torus.size() && fit.fits; ++side) {
        QStringList letters;
        for (std::size_t a = 0; a < fit.axis.size(); ++a)
            if (fit.axis[a].part[side] > 1)
                letters.append(QStringLiteral("XYZ").at(static_cast<qsizetype>(a)));
        if (!letters.isEmpty())
            said.append((side == 0   ? tr("across %1")
                         : side == 1 ? tr("down %1")
                                     : tr("from plane to plane %1"))
                            .arg(letters.join(tr(" and "))));
    }
    return said.join(QStringLiteral(", "));
}

} // namespace

NetworkChips::NetworkChips(const core::Scenario& s) : m_path(core::pickedPath(s))
{
    const auto placed = [this](std::string_view text) {
        auto chip = core::chipAt(text).value_or(std::vector<int>());
        if (!chip.empty() && isTpu())
            chip.resize(m_sides.size());
        return chip;
    };
    if (s.hw.kind == core::ChipKind::tpu) {
        const auto fit = core::fitMesh(s);
        for (std::size_t axis = 0; axis < m_sides.size(); ++axis) {
            m_sides[axis] = std::max(fit.torus[axis], 1);
            m_axes = m_sides[axis] > 1 ? axis + 1 : m_axes;
        }
        m_letters = lettersOf(fit);
    } else {
        m_domain = static_cast<int>(std::clamp(s.hw.domain, 1.0, 4096.0));
        const double chips = s.mesh.slices * s.mesh.chips();
        const int across = static_cast<int>(std::ceil(std::sqrt(2.0 * m_domain)));
        m_sides = {across, (m_domain + across - 1) / across,
                   static_cast<int>(std::clamp(std::ceil(chips / m_domain), 2.0, 4096.0))};
    }
    m_from = placed(s.net.from);
    m_to = placed(s.net.to);
}

QString NetworkChips::name(const std::vector<int>& chip) const
{
    QStringList places;
    for (std::size_t axis = 0; axis < std::min(m_axes, chip.size()); ++axis)
        places.append(QString::number(chip[axis]));
    return places.join(u',');
}

QString NetworkChips::farthest() const
{
    return isTpu() ? name({m_sides[0] / 2, m_sides[1] / 2, m_sides[2] / 2}) : QString::number(m_domain);
}

std::vector<int> NetworkChips::chipOf(int plane, int across, int down) const
{
    if (isTpu())
        return {across, down, plane};
    const int inside = down * m_sides[0] + across;
    return inside < m_domain ? std::vector{plane * m_domain + inside} : std::vector<int>();
}

QColor NetworkChips::fillOf(const std::vector<int>& chip, const Theme& theme) const
{
    if (chip == m_from || chip == m_to)
        return theme.comms;
    return std::ranges::count(m_path, chip) > 0 ? mixed(theme.panel, theme.comms, 0.4)
                                                : mixed(theme.panel, theme.compute, 0.14);
}

void NetworkChips::paint(QPainter& painter, const QRectF& area, const ChartSizes& sizes, const Theme& theme,
                         Output output, std::vector<Mark>& marks) const
{
    const qreal head = sizes.px(20);
    const auto grid = gridOf(m_sides, {area.width(), area.height() - head}, sizes.px(20));
    const bool fits = grid.cell >= sizes.px(5);
    const bool begun = !m_from.empty() && m_to.empty();
    const QString asks = !fits   ? tr("Too many chips to draw here: type two above")
                         : begun ? tr("From %1: click the chip that receives").arg(name(m_from))
                                 : tr("Click two chips: from, to");
    const Label words(output == Output::screen ? asks
                      : fits                   ? tr("Chips")
                                               : QString(),
                      chartFont(sizes.small, QFont::DemiBold), theme.muted);
    words.drawLeft(painter, area.topLeft() + QPointF(0, head / 2));
    if (!fits)
        return;
    const Label letters(m_letters, chartFont(sizes.small), theme.muted);
    if (words.size().width() + letters.size().width() + sizes.px(10) < area.width())
        letters.drawLeft(painter, area.topLeft() + QPointF(words.size().width() + sizes.px(10), head / 2));
    for (int plane = 0; plane < m_sides[2]; ++plane)
        for (int down = 0; down < m_sides[1]; ++down)
            for (int across = 0; across < m_sides[0]; ++across) {
                const auto chip = chipOf(plane, across, down);
                if (chip.empty())
                    continue;
                const int row = plane / grid.columns;
                const QPointF at((plane % grid.columns) * (m_sides[0] + gap) + across, row * (m_sides[1] + gap) + down);
                const QRectF box(area.topLeft() + QPointF(0, head) + at * grid.cell, QSizeF(grid.cell, grid.cell));
                drawBox(painter, box.adjusted(0.5, 0.5, -0.5, -0.5), grid.cell / 6, fillOf(chip, theme),
                        chip == m_to ? theme.text : theme.edge, chip == m_to ? 2 : 1);
                const QString said = name(chip);
                marks.push_back({.area = box,
                                 .heading = isTpu() ? tr("Chip %1").arg(said) : tr("GPU %1").arg(said),
                                 .lines = {tr("Click: the bytes leave here"),
                                           tr("Shift+click, or the second click: they arrive here")},
                                 .place = QStringLiteral("chip ") + said});
            }
}

} // namespace ui
