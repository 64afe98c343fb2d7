// SPDX-License-Identifier: GPL-3.0-or-later
// What stands around the bars of a step: clock, key, numbers; and the colours of bars.
#pragma once

#include "core/timeline/step_pieces.h"
#include "ui/charts/phrases.h"
#include "ui/charts/step_layout.h"

class QPainter;

namespace core
{
struct FillPart;
}

namespace ui
{

/// The colours of bars by what they are for, a pass, the reduction of gradients or the optimizer, mixed once for each
/// painting.
class BarInks
{
public:
    struct Ink {
        QColor fill, edge, open; // `open`: under the hatch of what is exposed
    };
    explicit BarInks(const Theme&);
    const Ink& of(const core::StepPiece&) const;

private:
    std::array<std::array<Ink, 2>, core::slotKinds + 2> m_inks; // of what it is for, then other rows and HBM
};
/// Of a bar drawn in that area, what no math runs beside; `from` and `to`: where it lies. Empty: less than a pixel.
QRectF exposedPart(const core::StepPiece&, const QRectF& area, qreal from, qreal to);
/// Lanes, and the clock above them.
void paintStepAxis(QPainter&, const StepLayout&, const Theme&);
/// Of several steps one above the other: units between them and the edge of the paper, and their words.
constexpr qreal panelEdge = 10;
constexpr PhraseLook panelLook{.leading = panelLine, .gap = 11, .font = 10};
/// How many lines the words of each take, for stepPanels().
template <class Steps, class PhrasesOf>
std::vector<int> panelLines(const Steps& steps, const PhrasesOf& phrasesOf, qreal width, const ChartSizes& sizes)
{
    std::vector<int> lines;
    for (const auto& step : steps)
        lines.push_back(phraseLines(phrasesOf(step), width - 2 * sizes.px(panelEdge), panelLook, sizes));
    return lines;
}
/// Their common clock, whose lines stay off the words.
void paintPanelsAxis(QPainter&, const StepLayout&, const std::vector<StepPanel>&, const Theme&);
/// What a look of bars means, in words and in fewer.
struct LegendEntry {
    core::StepPiece piece;
    QString words, fewer;
    bool exposed = false;
    bool merged = false; // of bars drawn together: what their height means
};
/// Of a pass; of the reduction of gradients; of the hatch.
LegendEntry legendOf(core::SlotKind);
LegendEntry legendOfReduction();
LegendEntry legendOfExposed();
/// From that place on, centred on its height; with fewer words where there is no room for all, then in further lines.
/// Gives the end of the last, and draws nothing without a painter.
QPointF paintLegend(QPainter*, const std::vector<LegendEntry>&, QPointF at, qreal right, const ChartSizes&,
                    const Theme&);
/// What the height of bars means that are drawn together, behind the other entries: from that place on, where the line
/// has room. Gives whether it has.
bool paintMergedLegend(QPainter&, QPointF at, qreal right, const ChartSizes&, const Theme&);
/// On paper of that width. Gives where a further entry begins.
QPointF paintStepLegend(QPainter&, const StepLayout&, const core::StepTimeline&, qreal width, const Theme&);
int stepLegendLines(const core::StepTimeline&, qreal width, const ChartSizes&);
/// Numbered places of what the timeline has beyond time.step; `chosen` stands out, -1: none.
void paintStepFill(QPainter&, const StepLayout&, const std::vector<core::FillPart>&, int chosen, const Theme&,
                   std::vector<Mark>&);
/// Text that explains itself where it has a number; `at` moves behind it.
void paintNumber(QPainter&, const ChartSizes&, QPointF& at, const QString& text, const QString& number, const Theme&,
                 std::vector<Mark>&);

} // namespace ui
