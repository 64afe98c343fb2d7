// SPDX-License-Identifier: GPL-3.0-or-later
// The clock that pictures of a step share: its ticks, the zoom of the four ways, and one colour for each purpose.
#include "chart_stage.h"
#include "core/evaluate/evaluate.h"
#include "core/io/trace.h"
#include "start_scenario.h"
#include "support/suite.h"
#include "text_recorder.h"
#include "ui/charts/chart_catalogue.h"
#include "ui/charts/step_frame.h"
#include "ui/charts/step_layout.h"
#include "ui/export/picture.h"
#include "window_stage.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include <fmt/format.h>

using namespace Qt::Literals::StringLiterals;

class TstStepClock : public QObject
{
    Q_OBJECT
private slots:
    void aClockHasThreeRoundTicks();
    void theFourWaysZoomOnOneClock();
    void theFourWaysShowWhatTheyHave_data();
    void theFourWaysShowWhatTheyHave();
    void theFourWaysSayWhatIsOutOfSight();
    void schedulesZoomOnOneClock();
    void oneChunkIsOneForwardOneBackward();
    void fewMicrobatchesAreSaid();
    void narrowPicturesAreReadable();
    void theWholeStepIsAButtonAway();
    void eachPurposeHasItsColour();
    void textsOfTheFootStandApart();
    void heightsOfMergedBarsAreSaid_data();
    void heightsOfMergedBarsAreSaid();
    void heightsOfMergedKernelsAreSaid();
};

namespace
{

/// A text that says what heights mean is on the picture of that width.
bool saysHeights(ui::Picture& picture, int width, double from, double to)
{
    tests::TextRecorder paper(QSize(width, 500));
    QPainter painter(&paper);
    picture.paint(painter, QRectF(0, 0, width, 500), ui::Theme::light(), ui::stepRanges(from, to));
    painter.end();
    return std::ranges::any_of(paper.texts, [](const auto& one) {
        return one.text.contains(u"height"_s) && one.text.contains(u"share of"_s);
    });
}

} // namespace

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

/// The sum and the range in sight, however wide the picture is.
void TstStepClock::textsOfTheFootStandApart()
{
    const auto picture = ui::findChart(u"step"_s)->make();
    picture->read(ui::snapshotOf(tests::shippedScenario("start")));
    int both = 0;
    for (int width = 500; width <= 1000; width += 10) {
        tests::TextRecorder recorder(QSize(width, 400));
        QPainter painter(&recorder);
        picture->paint(painter, QRectF(0, 0, width, 400), ui::Theme::light(), ui::stepRanges(0.4, 0.9));
        painter.end();
        const auto seen =
            std::ranges::find_if(recorder.texts, [](const auto& one) { return one.text.startsWith(u"in sight"_s); });
        if (seen == recorder.texts.end())
            continue;
        ++both;
        for (const auto& other : recorder.texts)
            QVERIFY2(&other == &*seen || !other.box.intersects(seen->box.adjusted(-4, 0, 4, 0)),
                     qPrintable(u"%1 px: %2"_s.arg(width).arg(other.text)));
    }
    QVERIFY(both > 5);
}

void TstStepClock::heightsOfMergedBarsAreSaid_data()
{
    QTest::addColumn<QString>("view");
    QTest::newRow("step") << u"step"_s;
    QTest::newRow("four ways") << u"parallel"_s;
}

/// 80 layers forward in a quarter of the step, seen whole; then a few of them from near.
void TstStepClock::heightsOfMergedBarsAreSaid()
{
    QFETCH(const QString, view);
    const auto picture = ui::findChart(view)->make();
    picture->read(ui::snapshotOf(tests::shippedScenario("llama3-70b-v5p")));
    for (const int width : {560, 760, 980, 1600})
        QVERIFY2(saysHeights(*picture, width, 0, 1), qPrintable(QString::number(width)));
    QVERIFY(!saysHeights(*picture, 980, 0.3, 0.3001));
}

/// A thousand kernels of 4 us, one every 10 us; then one of a second.
void TstStepClock::heightsOfMergedKernelsAreSaid()
{
    std::string events;
    for (int i = 0; i < 1000; ++i)
        events += fmt::format(R"({{"ph":"X","name":"gemm","cat":"kernel","ts":{},"dur":4,"pid":0,"tid":7}},)", 10 * i);
    const std::string longOne = R"({"ph":"X","name":"gemm","cat":"kernel","ts":20000,"dur":1e6,"pid":0,"tid":7}])";
    for (const bool merged : {true, false}) {
        std::istringstream bytes('[' + (merged ? events : std::string()) + longOne);
        const auto trace = core::readTrace(bytes, "t.json");
        QVERIFY(trace.has_value());
        auto snapshot = ui::snapshotOf(tests::shippedScenario("comp4901y-data"));
        snapshot.trace = {std::make_shared<core::Trace>(*trace), trace->processes().front(), 0, {}};
        const auto picture = ui::findChart(u"trace"_s)->make();
        picture->read(snapshot);
        QCOMPARE(saysHeights(*picture, 980, 0, 0.1), merged);
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

void TstStepClock::theFourWaysShowWhatTheyHave_data()
{
    QTest::addColumn<QString>("scenario");
    QTest::addColumn<bool>("learns");
    QTest::newRow("training") << u"comp4901y-data"_s << true;
    QTest::newRow("decode") << u"llama3-70b-decode-v5e"_s << false;
}

/// A decode step has no backward pass, and reads HBM for most of its time.
void TstStepClock::theFourWaysShowWhatTheyHave()
{
    QFETCH(QString, scenario);
    QFETCH(bool, learns);
    const auto picture = ui::findChart(u"parallel"_s)->make();
    picture->read(ui::snapshotOf(tests::shippedScenario(scenario.toLatin1().constData())));
    tests::TextRecorder paper({1000, 500});
    QPainter painter(&paper);
    const auto painted = picture->paint(painter, {0, 0, 1000, 500}, ui::Theme::light(), ui::stepRanges(0, 1));
    const auto isWritten = [&](const QString& text) {
        return std::ranges::any_of(paper.texts, [&](const auto& one) { return one.text == text; });
    };
    QVERIFY(isWritten(u"forward"_s));
    QCOMPARE(isWritten(u"backward"_s), learns);
    QCOMPARE(isWritten(u"reduction of gradients"_s), learns);
    QCOMPARE(isWritten(u"HBM"_s), !learns);
    qreal read = 0; // of the width, at most
    for (ui::Mark mark : painted.marks) {
        picture->complete(mark);
        if (mark.detail >= 0 && mark.lines.contains(u"HBM, forward"_s))
            read = std::max(read, mark.area.boundingRect().width() / painted.axes.width());
    }
    QVERIFY2(learns ? read == 0 : read > 0, qPrintable(QString::number(read)));
    QVERIFY(isWritten(u"exposed: no math overlaps it"_s)); // both wait for a network
}

/// FSDP of 2,048 chips ends long before tensor parallelism, which is all that lies in the second half of the clock.
void TstStepClock::theFourWaysSayWhatIsOutOfSight()
{
    const auto picture = ui::findChart(u"parallel"_s)->make();
    picture->read(ui::snapshotOf(tests::shippedScenario("llama3-70b-v5p")));
    const auto wordsOn = [&](double from, double to) {
        tests::TextRecorder paper({1000, 500});
        QPainter painter(&paper);
        picture->paint(painter, {0, 0, 1000, 500}, ui::Theme::light(), ui::stepRanges(from, to));
        QStringList words;
        for (const auto& one : paper.texts)
            words.append(one.text);
        return words;
    };
    const auto whole = wordsOn(0, 1), half = wordsOn(0.5, 1);
    QCOMPARE(whole.count(u"out of sight · R: show all"_s), 0);
    QCOMPARE(half.count(u"out of sight · R: show all"_s), 2); // data parallel and FSDP; a pipeline is impossible
    QCOMPARE(whole.filter(u"in sight:"_s).size(), 0);
    QCOMPARE(half.filter(u"in sight:"_s).size(), 1);
}

/// The same on a quarter of the clock; the first pass of each begins at its left edge.
void TstStepClock::schedulesZoomOnOneClock()
{
    const auto picture = ui::findChart(u"pipeline"_s)->make();
    picture->read(ui::snapshotOf(tests::shippedScenario("comp4901y-pipeline")));
    tests::TextRecorder paper({1000, 500});
    QPainter painter(&paper);
    const auto marksOn = [&](double from, double to) {
        paper.texts.clear();
        return picture->paint(painter, {0, 0, 1000, 500}, ui::Theme::light(), ui::stepRanges(from, to));
    };
    const auto whole = marksOn(0, 1);
    QVERIFY(std::ranges::any_of(paper.texts, [](const auto& one) { return one.text == u"10 s"_s; }));
    const auto part = marksOn(0, 0.25);
    QVERIFY(std::ranges::none_of(paper.texts, [](const auto& one) { return one.text == u"10 s"_s; }));
    QVERIFY(whole.axes.width() > 900 && part.axes == whole.axes);
    const auto first = [](const ui::Painted& painted) {
        return std::ranges::find_if(painted.marks, [](const auto& mark) { return mark.detail == 0; })
            ->area.boundingRect();
    };
    QCOMPARE(first(whole).left(), whole.axes.left());
    QVERIFY(std::abs(first(part).width() - 4 * first(whole).width()) < 6);
}

/// Its picture idles as long as the number says: 7 of 15 slots.
void TstStepClock::oneChunkIsOneForwardOneBackward()
{
    const auto picture = ui::findChart(u"pipeline"_s)->make();
    auto s = tests::shippedScenario("comp4901y-pipeline");
    const auto said = [&](double chunks) {
        s.pipe.chunks = chunks;
        picture->read(ui::snapshotOf(s));
        return picture->description();
    };
    QVERIFY2(said(1).contains(u"Interleaved, 2 chunks a stage: 30.4"_s), qPrintable(said(1)));
    s.pipe.schedule = core::PipeSchedule::interleaved;
    QVERIFY2(said(1).contains(u"Interleaved, 1 chunk a stage, which is 1F1B: 46.7\u00a0% idle"_s), qPrintable(said(1)));
    QCOMPARE(std::lround(1000 * core::evaluate(s).time.bubble.si()), 467L);
    QVERIFY2(said(2).contains(u"Interleaved, 2 chunks a stage: 30.4"_s), qPrintable(said(2)));
}

/// Of two microbatches the pipeline of eight stages takes eight: the table says so in its head.
void TstStepClock::fewMicrobatchesAreSaid()
{
    auto s = tests::shippedScenario("comp4901y-pipeline");
    s.work.micro = 2;
    const auto csv = [&s] {
        const auto picture =
            ui::renderPicture({.view = u"parallel"_s, .format = ui::PictureFormat::csv}, ui::snapshotOf(s));
        return QString::fromUtf8(picture.value());
    };
    QVERIFY2(
        csv().contains(u"# The pipeline takes max(m, Z) = 8 microbatches, as many as it has stages; the design has "
                       "2.\n"_s),
        qPrintable(csv()));
    const auto rows = ui::findChart(u"parallel"_s)->table(ui::snapshotOf(s));
    QCOMPARE(rows.front().back(), std::string("microbatches"));
    QCOMPARE(rows[1].back(), std::string("2"));
    QCOMPARE(rows[3].back(), std::string("8"));
    s.work.micro = 8;
    QVERIFY(!csv().contains(u"max(m"_s));
}

/// At 150 and 200 % each is as high as it needs: no text leaves the paper or meets another.
void TstStepClock::narrowPicturesAreReadable()
{
    for (const auto& view : {u"step"_s, u"pipeline"_s, u"parallel"_s})
        for (const int width : {260, 310, 430, 700, 1000}) {
            const auto picture = ui::findChart(view)->make();
            picture->read(ui::snapshotOf(tests::shippedScenario("comp4901y-pipeline")));
            const QSize size(width, std::max(300, static_cast<int>(std::ceil(picture->heightFor(width)))));
            tests::TextRecorder paper(size);
            QPainter painter(&paper);
            picture->paint(painter, QRect(QPoint(), size), ui::Theme::light(), picture->ranges());
            const QStringList faults = tests::faultsOf(paper.texts, size);
            QVERIFY2(faults.isEmpty(), qPrintable(u"%1 of %2: %3"_s.arg(view).arg(width).arg(faults.join(u'\n'))));
        }
}

/// In each picture that can be zoomed.
void TstStepClock::theWholeStepIsAButtonAway()
{
    tests::WindowStage stage("comp4901y-pipeline");
    stage.openTab(5);
    for (const auto& [segment, view] : {std::pair("step.picture.0", "chart.step"),
                                        {"step.picture.1", "chart.pipeline"},
                                        {"step.picture.2", "chart.parallel"}}) {
        QTest::mouseClick(stage.part(segment), Qt::LeftButton);
        stage.settle();
        auto* chart = stage.part<ui::Chart>(view);
        chart->look(ui::stepRanges(0, 0.25));
        QVERIFY2(chart->zoomed(), view);
        auto* whole = stage.part("step.whole");
        QVERIFY2(whole->isVisible(), view);
        QTest::mouseClick(whole, Qt::LeftButton);
        QVERIFY2(!chart->zoomed(), view);
    }
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
