// SPDX-License-Identifier: GPL-3.0-or-later
// Speed of the torus on screen, 960x900 logical pixels: frames, turning, refining, pointing. QT_SCALE_FACTOR=2 measures
// a dense screen.
#include "bench/targets.h"
#include "ui/playback/recording.h"

#include "ui/playback/player.h"
#include "ui/recording_stage.h"
#include "ui/theme/style_sheet.h"
#include "ui/torus/torus_view.h"

#include <QApplication>
#include <QMouseEvent>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <memory>
#include <numeric>
#include <vector>

namespace
{

using Clock = std::chrono::steady_clock;
using ui::TorusDetail;

double secondsSince(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

/// A torus on screen, in the middle of a step.
struct Stage {
    explicit Stage(const char* torus, TorusDetail detail)
        : recording(tests::recordingOf({{"coll.torus", torus}, {"coll.wrap", "ring"}})), view(player)
    {
        view.resize(960, 900);
        player.load(recording.collective().stepEnds);
        view.setRecording(&recording);
        view.setLayout(ui::TorusLayout::solid);
        view.setDetail(detail);
        player.seek(0.5 * recording.steps() + 0.3);
        QObject::connect(&player, &ui::Player::moved, &view, &ui::TorusView::present);
        view.present();
        view.QWidget::show();
        QApplication::processEvents();
    }

    void send(QEvent::Type type, const QPointF& at, Qt::MouseButton button)
    {
        const auto buttons = type == QEvent::MouseButtonRelease ? Qt::NoButton : button;
        QMouseEvent event(type, at, view.mapToGlobal(at), type == QEvent::MouseMove ? Qt::NoButton : button, buttons,
                          Qt::NoModifier);
        QApplication::sendEvent(&view, &event);
    }

    ui::Recording recording;
    ui::Player player;
    ui::TorusView view;
};

double quantile(std::vector<double> values, double share)
{
    std::sort(values.begin(), values.end());
    return values[static_cast<std::size_t>(std::lround(share * static_cast<double>(values.size() - 1)))];
}

/// Times `frame`, which leaves the view painted, but not what is done `between` two of them.
template <class Frame, class Between> std::vector<double> measure(benchmark::State& state, Frame frame, Between between)
{
    std::vector<double> seconds;
    for ([[maybe_unused]] auto _ : state) {
        const auto begin = Clock::now();
        frame(static_cast<int>(seconds.size()));
        seconds.push_back(secondsSince(begin));
        state.SetIterationTime(seconds.back());
        between();
    }
    state.counters["p50"] = quantile(seconds, 0.5);
    state.counters["p99"] = quantile(seconds, 0.99);
    return seconds;
}

template <class Frame> void measure(benchmark::State& state, Frame frame)
{
    measure(state, frame, [] {});
}

/// Frames of an animation at a still camera; every 27th begins a step, as at 30 Hz and usual speed. Between frames
/// the event loop runs, in which the next step is made ready; "core" counts that time, too.
void play(benchmark::State& state, const char* torus, TorusDetail detail)
{
    constexpr double framesPerSecond = 30;
    Stage stage(torus, detail);
    stage.player.setPlaying(true);
    const double start = stage.player.step();
    double between = 0;
    const auto all = measure(
        state,
        [&](int i) {
            stage.player.seek(start + std::fmod((i + 1) / 27.0, stage.recording.steps() - start));
            stage.view.repaint();
        },
        [&] {
            const auto begin = Clock::now();
            QApplication::processEvents();
            between += secondsSince(begin);
        });
    state.counters["core"] =
        (std::accumulate(all.begin(), all.end(), between)) / static_cast<double>(all.size()) * framesPerSecond;
}

void turn(benchmark::State& state, const char* torus, TorusDetail detail)
{
    Stage stage(torus, detail);
    stage.send(QEvent::MouseButtonPress, {400, 400}, Qt::LeftButton);
    measure(state, [&](int i) {
        stage.send(QEvent::MouseMove, {410.0 + 7 * (i % 60), 420.0 + i % 40}, Qt::LeftButton);
        stage.view.repaint();
    });
    stage.send(QEvent::MouseButtonRelease, {400, 400}, Qt::LeftButton);
}

/// What the view draws 150 ms after the camera stopped.
void refine(benchmark::State& state, const char* torus, TorusDetail detail)
{
    Stage stage(torus, detail);
    measure(state, [&](int) {
        stage.view.setLayout(ui::TorusLayout::solid);
        stage.view.repaint();
    });
}

void hover(benchmark::State& state, const char* torus, TorusDetail detail)
{
    Stage stage(torus, detail);
    measure(state, [&](int i) {
        stage.send(QEvent::MouseMove, {200.0 + (37 * i) % 560, 200.0 + (53 * i) % 500}, Qt::NoButton);
    });
}

/// Another scenario at every event, as while a slider is dragged; without the collective's own analysis.
void change(benchmark::State& state, const char* torus, TorusDetail detail)
{
    Stage stage(torus, detail);
    std::vector<std::unique_ptr<ui::Recording>> recordings;
    measure(state, [&](int) {
        recordings.push_back(std::make_unique<ui::Recording>(stage.recording.collective()));
        stage.view.setRecording(recordings.back().get());
        stage.view.repaint();
    });
    stage.view.setRecording(nullptr);
}

struct Row {
    const char* name;
    void (*run)(benchmark::State&, const char*, TorusDetail);
    const char* torus;
    TorusDetail detail;
    int frames;
    const char* text;
    double limit; // milliseconds
    double dense; // the same on twice the pixels in each direction
};

constexpr const char* pod = "16x20x28";
constexpr const char* cube = "8x8x8";
constexpr std::array rows{
    Row{"playBlocks", play, pod, TorusDetail::blocks, 300, "frame, camera still, pod in blocks", 3, 6},
    Row{"playChips", play, pod, TorusDetail::chips, 300, "frame, camera still, pod with all chips", 3, 6},
    Row{"playFaces", play, pod, TorusDetail::faces, 300, "frame, camera still, outer faces", 3, 6},
    Row{"playSlice", play, pod, TorusDetail::slice, 300, "frame, camera still, slice", 3, 6},
    Row{"turnBlocks", turn, pod, TorusDetail::blocks, 100, "redraw while turning, pod in blocks", 10, 16.7},
    Row{"turnChips", turn, pod, TorusDetail::chips, 100, "redraw while turning, pod with all chips", 10, 16.7},
    Row{"turnFaces", turn, pod, TorusDetail::faces, 100, "redraw while turning, outer faces", 10, 16.7},
    Row{"turnCube", turn, cube, TorusDetail::chips, 100, "redraw while turning, 8x8x8", 2, 5},
    Row{"refineChips", refine, pod, TorusDetail::chips, 20, "refined pod with all chips", 50, 100},
    Row{"hoverChips", hover, pod, TorusDetail::chips, 300, "pointing at the pod with all chips", 1, 1},
    Row{"hoverCube", hover, cube, TorusDetail::chips, 300, "pointing at 8x8x8", 1, 1},
    Row{"changeCube", change, cube, TorusDetail::chips, 50, "another scenario on 8x8x8", 2, 5},
    Row{"changeBlocks", change, pod, TorusDetail::blocks, 20, "another scenario on the pod in blocks", 6.5, 16.7},
};

} // namespace

int main(int argc, char** argv)
{
    const QApplication application(argc, argv);
    ui::applyTheme(*qApp, ui::Theme::light());
    const bool dense = application.devicePixelRatio() > 1;
    std::vector<bench::Target> targets;
    for (const Row& row : rows) {
        benchmark::RegisterBenchmark(row.name, row.run, row.torus, row.detail)
            ->UseManualTime()
            ->Iterations(row.frames)
            ->Repetitions(3)
            ->Unit(benchmark::kMillisecond);
        targets.push_back({std::string(row.text) + (dense ? ", p99 (2x)" : ", p99"), row.name, "p99",
                           bench::Better::less, dense ? row.dense : row.limit, 1e3, "ms", true});
    }
    return bench::runWithTargets(argc, argv, targets);
}
