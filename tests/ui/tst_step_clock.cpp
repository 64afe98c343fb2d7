// SPDX-License-Identifier: GPL-3.0-or-later
// The clock that pictures of a step share: its ticks, the zoom of the four ways, and one colour for each purpose.
#include "chart_stage.h"
#include "start_scenario.h"
#include "support/suite.h"
#include "ui/charts/chart_catalogue.h"
#include "ui/charts/step_frame.h"
#include "ui/charts/step_layout.h"

#include <cmath>

using namespace Qt::Literals::StringLiterals;

class TstStepClock : public QObject
{
    Q_OBJECT
private slots:
    void aClockHasThreeRoundTicks();
    void theFourWaysZoomOnOneClock();
    void eachPurposeHasItsColour();
};

/// However little room a text has: with 86 ms for each, 100 ms had the tick 0 alone.
void TstStepClock::aClockHasThreeRoundTicks()
{
    for (const double end : {0.1, 0.115, 1.0, 17.8})
        for (const double share : {0.05, 0.2, 0.4, 0.7, 0.86}) {
            const auto ticks = ui::stepTicks(0, end, share * end);
            QVERIFY2(ticks.size() >= 3, qPrintable(u"%1 of %2"_s.arg(share).arg(end)));
            const double step = ticks[1] - ticks[0];
            const double digit = step / std::pow(10, std::floor(std::log10(step) + 1e-9));
            QVERIFY2(std::abs(digit - 1) < 1e-6 || std::abs(digit - 2) < 1e-6 || std::abs(digit - 5) < 1e-6,
                     qPrintable(QString::number(step)));
            if (ticks.size() > 5) // where there is room for more, each text has it
                QVERIFY(step >= share * end * (1 - 1e-9));
        }
}

/// A bar of math takes four times the room on a quarter of the clock, and all four steps stay in sight.
void TstStepClock::theFourWaysZoomOnOneClock()
{
    const auto picture = ui::findChart(u"parallel"_s)->make();
    picture->read(ui::snapshotOf(tests::shippedScenario("comp4901y-data")));
    QImage paper(1000, 500, QImage::Format_RGB32);
    QPainter painter(&paper);
    const auto marksOn = [&](double from, double to) {
        return picture->paint(painter, paper.rect(), ui::Theme::light(), ui::stepRanges(from, to));
    };
    QCOMPARE(picture->limited(ui::stepRanges(-1, 2)), ui::stepRanges(0, 1));
    QCOMPARE(picture->limited(ui::stepRanges(0, 0.25, 0.5, 1)), ui::stepRanges(0, 0.25));
    const auto whole = marksOn(0, 1), part = marksOn(0, 0.25);
    QVERIFY(whole.axes.width() > 900 && part.axes == whole.axes);
    const auto widest = [](const ui::Painted& painted) {
        qreal most = 0;
        for (const auto& mark : painted.marks)
            most = std::max(most, mark.detail < 0 ? 0 : mark.area.boundingRect().width());
        return most;
    };
    const qreal before = widest(whole), after = widest(part);
    QVERIFY2(std::abs(after - 4 * before) < 8, qPrintable(u"%1 then %2"_s.arg(before).arg(after)));
    for (const auto& mark : part.marks)
        QVERIFY(whole.axes.adjusted(-2, -2, 2, 2).contains(mark.area.boundingRect()));
}

/// Forward, backward, gradients of weights, their reduction, the optimizer.
void TstStepClock::eachPurposeHasItsColour()
{
    for (const bool dark : {false, true}) {
        const ui::BarInks inks(ui::Theme::of(dark));
        const std::vector<core::StepPiece> purposes{{.pass = core::SlotKind::forward},
                                                    {.pass = core::SlotKind::backward},
                                                    {.pass = core::SlotKind::weights},
                                                    {.kind = core::BarKind::reduction},
                                                    {.kind = core::BarKind::optimizer}};
        QSet<QRgb> colours;
        for (const auto& purpose : purposes)
            colours << inks.of(purpose).fill.rgb();
        QCOMPARE(colours.size(), static_cast<qsizetype>(purposes.size()));
    }
}

ROOFLIGHT_TEST(TstStepClock)
#include "tst_step_clock.moc"
