// SPDX-License-Identifier: GPL-3.0-or-later
// Speed of the window: slider to painted views, start, resident memory. QT_SCALE_FACTOR=2 measures a dense screen.
#include "bench/targets.h"

#include "core/io/preset_catalogue.h"
#include "core/io/scenario_json.h"
#include "core/timeline/step_timeline.h"
#include "ui/charts/chart.h"
#include "ui/charts/chart_catalogue.h"
#include "ui/charts/chart_picture.h"
#include "ui/export/picture.h"
#include "ui/session/session.h"
#include "ui/shell/main_window.h"
#include "ui/theme/style_sheet.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMouseEvent>
#include <QPainter>
#include <QTabWidget>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <vector>

#include <unistd.h>

namespace
{

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

core::Scenario shipped(const char* id)
{
    const auto& catalogue = core::shippedCatalogue();
    const auto* preset = catalogue.scenario(id);
    return core::readScenario(preset->json, preset->id, catalogue).value();
}

/// The window of the start scenario, 1920 x 1080 logical pixels.
std::unique_ptr<ui::MainWindow> shownWindow()
{
    auto window = std::make_unique<ui::MainWindow>(shipped("start"));
    window->setTheme(ui::Theme::light());
    window->resize(1920, 1080);
    window->show();
    return window;
}

std::vector<ui::Chart*> visibleCharts(const ui::MainWindow& window)
{
    std::vector<ui::Chart*> charts;
    for (auto* chart : window.findChildren<ui::Chart*>())
        if (chart->isVisible())
            charts.push_back(chart);
    return charts;
}

/// Runs the event loop until every chart has painted a snapshot newer than `number`; false after ten seconds.
bool painted(const std::vector<ui::Chart*>& charts, std::uint64_t number)
{
    const auto begin = Clock::now();
    const auto late = [number](const ui::Chart* chart) { return chart->paintedNumber() <= number; };
    while (std::any_of(charts.begin(), charts.end(), late)) {
        QApplication::processEvents(QEventLoop::AllEvents);
        if (secondsSince(begin) > 10)
            return false;
    }
    return true;
}

void send(QWidget& widget, QEvent::Type type, double share)
{
    const QPointF at(share * widget.width(), widget.height() / 2.);
    const auto button = type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton;
    const auto buttons = type == QEvent::MouseButtonRelease ? Qt::NoButton : Qt::LeftButton;
    QMouseEvent event(type, at, widget.mapToGlobal(at), button, buttons, Qt::ControlModifier); // Ctrl: no snapping
    QApplication::sendEvent(&widget, &event);
}

double quantile(std::vector<double> values, double share)
{
    std::sort(values.begin(), values.end());
    return values[static_cast<std::size_t>(std::lround(share * static_cast<double>(values.size() - 1)))];
}

void report(benchmark::State& state, const std::vector<double>& seconds)
{
    state.counters["p50"] = quantile(seconds, 0.5);
    state.counters["p99"] = quantile(seconds, 0.99);
}

double residentBytes()
{
    std::ifstream statm("/proc/self/statm");
    double all = 0;
    double resident = 0;
    statm >> all >> resident;
    return resident * static_cast<double>(sysconf(_SC_PAGESIZE));
}

/// Counts the times a widget was painted.
class Painted : public QObject
{
public:
    explicit Painted(QWidget& widget) { widget.installEventFilter(this); }
    int times = 0;

protected:
    bool eventFilter(QObject*, QEvent* event) override
    {
        times += event->type() == QEvent::Paint ? 1 : 0;
        return false;
    }
};

/// What waits is done: each round of the event loop lays out one level of the widgets, long before a hand is there.
void settle()
{
    for (int round = 0; round < 20; ++round)
        QApplication::processEvents();
}

/// A slice of 8×8×8, the largest of which every chip is drawn; Y over two of its axes, so that the longest collective
/// carries activations and changes with the batch.
void makeLarge(ui::Session& session)
{
    for (const auto& [field, value] : {std::pair{"mesh.X", "8"}, {"mesh.Y", "64"}, {"hw.torus", "8x8x8"}})
        [[maybe_unused]] const auto done = session.editFromText(field, value);
    QApplication::processEvents();
}

/// Steps of Batch by key, after each of which the torus of the slice is drawn anew where it changes.
void keyToPaintedViews(benchmark::State& state)
{
    const auto window = shownWindow();
    makeLarge(window->session());
    const auto charts = visibleCharts(*window);
    auto* track = window->findChild<QWidget*>(QStringLiteral("work.batch.track"));
    auto* torus = window->findChild<QWidget*>(QStringLiteral("card.torus.view"));
    if (!track || !torus || !torus->isVisible() || !painted(charts, 0))
        return state.SkipWithError("the window shows no torus or no Batch slider");
    settle();
    std::vector<double> seconds;
    for ([[maybe_unused]] auto _ : state) {
        const auto before = window->session().snapshot().number;
        QKeyEvent press(QEvent::KeyPress, seconds.size() % 2 == 0 ? Qt::Key_Left : Qt::Key_Right, Qt::NoModifier);
        const Painted picture(*torus);
        const auto begin = Clock::now();
        QApplication::sendEvent(track, &press);
        if (!painted(charts, before) || picture.times == 0)
            return state.SkipWithError("a view was not painted");
        seconds.push_back(secondsSince(begin));
        state.SetIterationTime(seconds.back());
    }
    report(state, seconds);
}

void sliderToPaintedViews(benchmark::State& state)
{
    const auto window = shownWindow();
    makeLarge(window->session());
    const auto charts = visibleCharts(*window);
    auto* track = window->findChild<QWidget*>(QStringLiteral("work.batch.track"));
    if (!track || charts.empty() || !painted(charts, 0))
        return state.SkipWithError("the window shows no charts or no Batch slider");
    settle();
    send(*track, QEvent::MouseButtonPress, 0.5);
    std::vector<double> seconds;
    for ([[maybe_unused]] auto _ : state) {
        const double share = 0.4 + 0.002 * static_cast<double>(seconds.size() % 150);
        const auto before = window->session().snapshot().number;
        const auto begin = Clock::now();
        send(*track, QEvent::MouseMove, share);
        if (!painted(charts, before))
            return state.SkipWithError("a chart was not painted");
        seconds.push_back(secondsSince(begin));
        state.SetIterationTime(seconds.back());
    }
    send(*track, QEvent::MouseButtonRelease, 0.5);
    QApplication::processEvents();
    report(state, seconds);
    state.counters["resident"] = residentBytes();
}

/// Keystrokes in the expression of the tab Sharding, each of which gives another product that can be planned.
void keystrokeToPaintedProduct(benchmark::State& state)
{
    const auto window = shownWindow();
    QApplication::processEvents();
    window->findChild<QTabWidget*>(QStringLiteral("tabs"))->setCurrentIndex(2);
    QApplication::processEvents();
    const auto charts = visibleCharts(*window);
    auto* line = window->findChild<QLineEdit*>(QStringLiteral("shard.expr.field"));
    if (!line || charts.size() != 1 || !painted(charts, 0))
        return state.SkipWithError("the window shows no tab Sharding");
    settle();
    line->setCursorPosition(static_cast<int>(line->text().indexOf(QStringLiteral("_X"))) + 2); // A[I_X|, J]
    std::vector<double> seconds;
    for ([[maybe_unused]] auto _ : state) {
        const auto before = window->session().snapshot().number;
        const bool adds = seconds.size() % 2 == 0;
        QKeyEvent press(QEvent::KeyPress, adds ? Qt::Key_Y : Qt::Key_Backspace, Qt::NoModifier,
                        adds ? QStringLiteral("Y") : QString());
        const auto begin = Clock::now();
        QApplication::sendEvent(line, &press);
        if (!painted(charts, before))
            return state.SkipWithError("the product was not painted");
        seconds.push_back(secondsSince(begin));
        state.SetIterationTime(seconds.back());
    }
    report(state, seconds);
}

/// A slider dragged beside the one chart in sight.
void dragged(benchmark::State& state, ui::MainWindow& window, const char* slider)
{
    const auto charts = visibleCharts(window);
    auto* track = window.findChild<QWidget*>(QLatin1String(slider));
    if (!track || charts.size() != 1 || !painted(charts, 0))
        return state.SkipWithError("the window does not show the tab");
    settle();
    send(*track, QEvent::MouseButtonPress, 0.5);
    std::vector<double> seconds;
    for ([[maybe_unused]] auto _ : state) {
        const double share = 0.4 + 0.002 * static_cast<double>(seconds.size() % 150);
        const auto before = window.session().snapshot().number;
        const auto begin = Clock::now();
        send(*track, QEvent::MouseMove, share);
        if (!painted(charts, before))
            return state.SkipWithError("the chart was not painted");
        seconds.push_back(secondsSince(begin));
        state.SetIterationTime(seconds.back());
    }
    send(*track, QEvent::MouseButtonRelease, 0.5);
    QApplication::processEvents();
    report(state, seconds);
}

/// The batch of one of eight operations on one roofline.
void sliderToPaintedOperations(benchmark::State& state)
{
    const auto window = shownWindow();
    QApplication::processEvents();
    auto* pages = window->findChild<QTabWidget*>(QStringLiteral("tabs"));
    pages->setCurrentWidget(window->findChild<QWidget*>(QStringLiteral("page.operation")));
    std::vector<core::Operation> eight(8);
    for (std::size_t i = 0; i < eight.size(); ++i) {
        eight[i].kind = static_cast<core::OpKind>(i % 7);
        eight[i].B = 64. * static_cast<double>(i + 1);
    }
    window->session().setOperations(eight, {});
    QApplication::processEvents();
    dragged(state, *window, "op.B.track");
}

/// The batch of a layer with attention and a gated MLP, over FSDP and tensor axes.
void sliderToPaintedLayer(benchmark::State& state)
{
    const auto window = shownWindow();
    QApplication::processEvents();
    auto* pages = window->findChild<QTabWidget*>(QStringLiteral("tabs"));
    pages->setCurrentWidget(window->findChild<QWidget*>(QStringLiteral("page.layer")));
    if (!window->session().edit("model.preset", std::string("llama3-8b")))
        return state.SkipWithError("the scenario takes no such model");
    QApplication::processEvents();
    dragged(state, *window, "work.batch.track");
}

/// A step of 126 layers on 16 stages with 64 microbatches, some 80,000 bars: from the times of a layer to bars on a
/// clock, and from those to pixels.
void largeStep(benchmark::State& state, bool paints)
{
    auto scenario = shipped("llama3-405b-v5p");
    scenario.mesh.axis[0].size = scenario.mesh.axis[2].size = 16;
    scenario.work.micro = 64;
    const auto parts = core::stepParts(scenario);
    const auto snapshot = ui::snapshotOf(scenario, 1);
    const auto picture = ui::findChart(QStringLiteral("step"))->make();
    picture->read(snapshot);
    QImage image(1560, 900, QImage::Format_RGB32);
    QPainter painter(&image);
    std::vector<double> seconds;
    for ([[maybe_unused]] auto _ : state) {
        const auto begin = Clock::now();
        if (!paints) {
            const auto step = core::stepTimeline(parts);
            if (!step || step->stages.size() != 16 || step->stages[0].passes.size() != 128)
                return state.SkipWithError("the step is not the one that is meant");
        } else if (picture->paint(painter, image.rect(), ui::Theme::light(), picture->ranges(), ui::Output::screen)
                       .axes.isEmpty()) {
            return state.SkipWithError("nothing was painted");
        }
        seconds.push_back(secondsSince(begin));
        state.SetIterationTime(seconds.back());
    }
    report(state, seconds);
}

void layOutLargeStep(benchmark::State& state) { largeStep(state, false); }
void paintLargeStep(benchmark::State& state) { largeStep(state, true); }

void startToPaintedViews(benchmark::State& state)
{
    std::vector<double> seconds;
    for ([[maybe_unused]] auto _ : state) {
        qApp->setStyleSheet({}); // as when the program starts; the window puts it on
        const auto begin = Clock::now();
        const auto window = shownWindow();
        const auto charts = visibleCharts(*window);
        if (charts.empty() || !painted(charts, 0))
            return state.SkipWithError("the window shows no charts");
        seconds.push_back(secondsSince(begin));
        state.SetIterationTime(seconds.back());
    }
    report(state, seconds);
}

void exportedPicture(benchmark::State& state, ui::PictureFormat format)
{
    const auto snapshot = ui::snapshotOf(shipped("start"), 1);
    const ui::PictureRequest request{
        .view = QStringLiteral("dashboard"), .format = format, .pixels = {3000, 2000}, .dpi = 300};
    std::vector<double> seconds;
    for ([[maybe_unused]] auto _ : state) {
        const auto begin = Clock::now();
        const auto bytes = ui::renderPicture(request, snapshot);
        if (!bytes || bytes->size() < 1000)
            return state.SkipWithError("nothing was drawn");
        seconds.push_back(secondsSince(begin));
        state.SetIterationTime(seconds.back());
    }
    report(state, seconds);
}

void exportPng(benchmark::State& state) { exportedPicture(state, ui::PictureFormat::png); }
void exportSvg(benchmark::State& state) { exportedPicture(state, ui::PictureFormat::svg); }
void exportPdf(benchmark::State& state) { exportedPicture(state, ui::PictureFormat::pdf); }

BENCHMARK(exportPng)->UseManualTime()->Iterations(20)->Unit(benchmark::kMillisecond);
BENCHMARK(exportSvg)->UseManualTime()->Iterations(20)->Unit(benchmark::kMillisecond);
BENCHMARK(exportPdf)->UseManualTime()->Iterations(20)->Unit(benchmark::kMillisecond);
BENCHMARK(keyToPaintedViews)->UseManualTime()->Iterations(200)->Repetitions(3)->Unit(benchmark::kMillisecond);
BENCHMARK(sliderToPaintedViews)->UseManualTime()->Iterations(200)->Repetitions(5)->Unit(benchmark::kMillisecond);
BENCHMARK(keystrokeToPaintedProduct)->UseManualTime()->Iterations(200)->Repetitions(3)->Unit(benchmark::kMillisecond);
BENCHMARK(sliderToPaintedOperations)->UseManualTime()->Iterations(200)->Repetitions(3)->Unit(benchmark::kMillisecond);
BENCHMARK(sliderToPaintedLayer)->UseManualTime()->Iterations(200)->Repetitions(3)->Unit(benchmark::kMillisecond);
BENCHMARK(layOutLargeStep)->UseManualTime()->Iterations(200)->Unit(benchmark::kMillisecond);
BENCHMARK(paintLargeStep)->UseManualTime()->Iterations(200)->Unit(benchmark::kMillisecond);
BENCHMARK(startToPaintedViews)->UseManualTime()->Iterations(20)->Repetitions(3)->Unit(benchmark::kMillisecond);

} // namespace

int main(int argc, char** argv)
{
    using bench::Better;
    const QApplication application(argc, argv);
    ui::applyTheme(*qApp, ui::Theme::light());
    const bool dense = application.devicePixelRatio() > 1;
    const std::string at = dense ? " (3840x2160 pixels)" : " (1920x1080 pixels)";
    return bench::runWithTargets(
        argc, argv,
        {{"slider event to all views painted, p99" + at, "sliderToPaintedViews", "p99", Better::less,
          dense ? 16.7 : 6.5, 1e3, "ms", true},
         {"key on Batch to all views painted, torus of 8x8x8 too, p99" + at, "keyToPaintedViews", "p99", Better::less,
          dense ? 16.7 : 6.5, 1e3, "ms", true},
         {"keystroke in a sharded product to its picture and plans painted, p99" + at, "keystrokeToPaintedProduct",
          "p99", Better::less, 16, 1e3, "ms", true},
         {"slider event to eight operations on a roofline painted, p99" + at, "sliderToPaintedOperations", "p99",
          Better::less, dense ? 16.7 : 6.5, 1e3, "ms", true},
         {"slider event to a layer painted, p99" + at, "sliderToPaintedLayer", "p99", Better::less, dense ? 16.7 : 6.5,
          1e3, "ms", true},
         {"step of 126 layers, 16 stages x 64 microbatches laid out, p99", "layOutLargeStep", "p99", Better::less, 5,
          1e3, "ms", true},
         {"the same painted, p99" + at, "paintLargeStep", "p99", Better::less, 10, 1e3, "ms", true},
         {"window built to all views painted, p99" + at, "startToPaintedViews", "p99", Better::less, 120, 1e3, "ms",
          true},
         {"PNG of 3000x2000 pixels at 300 dpi, median", "exportPng", "p50", Better::less, 500, 1e3, "ms", true},
         {"SVG of the dashboard, median", "exportSvg", "p50", Better::less, 100, 1e3, "ms", true},
         {"PDF of the dashboard, median", "exportPdf", "p50", Better::less, 100, 1e3, "ms", true},
         {"resident memory" + at, "sliderToPaintedViews", "resident", Better::less, dense ? 130. : 90., 1e-6, "MB",
          true}});
}
