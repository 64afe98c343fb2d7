// SPDX-License-Identifier: GPL-3.0-or-later
// Speed of lecture mode: its start, and the next step, until the page is painted.
#include "bench/targets.h"

#include "core/io/lesson_catalogue.h"
#include "core/io/preset_catalogue.h"
#include "core/io/scenario_json.h"
#include "ui/lecture/lecture.h"
#include "ui/lessons/open_lesson.h"
#include "ui/shell/actions.h"
#include "ui/shell/lecture_actions.h"
#include "ui/shell/lesson_desk.h"
#include "ui/shell/main_window.h"
#include "ui/theme/style_sheet.h"

#include <QAction>
#include <QApplication>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <vector>

namespace
{

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

struct Stage {
    ui::MainWindow window;
    ui::OpenLesson& lesson;
    ui::Lecture& lecture;

    Stage()
        : window(core::readScenario(core::shippedCatalogue().scenario("start")->json, "start", core::shippedCatalogue())
                     .value()),
          lesson(window.findChild<ui::LessonDesk*>()->lesson()),
          lecture(window.findChild<ui::LectureActions*>()->lecture())
    {
        window.setTheme(ui::Theme::light());
        window.resize(1920, 1080);
        window.show();
        QApplication::processEvents();
    }

    /// The page of now is on the screen.
    void paint()
    {
        QApplication::processEvents(); // the scenario of the step
        lecture.window()->resize(1920, 1080);
        lecture.window()->repaint();
    }
};

void report(benchmark::State& state, std::vector<double>& seconds)
{
    std::ranges::sort(seconds);
    state.counters["p99"] = seconds[seconds.size() * 99 / 100];
}

/// Every lesson from its first step to its last one, each question revealed.
void nextStep(benchmark::State& state)
{
    Stage stage;
    std::vector<double> seconds;
    std::size_t taken = 0;
    for ([[maybe_unused]] auto _ : state) {
        if (!stage.lesson.isOpen() || (stage.lesson.isLast() && !stage.lesson.waits()))
            if (!stage.lesson.open(core::shippedLessons()[taken++ % core::shippedLessons().size()]))
                return state.SkipWithError("a lesson cannot be opened");
        if (stage.lecture.state() == ui::Lecture::State::off)
            stage.lecture.start(true);
        stage.paint();
        const auto begin = Clock::now();
        stage.lesson.waits() ? stage.lesson.reveal() : stage.lesson.next();
        stage.paint();
        seconds.push_back(secondsSince(begin));
        state.SetIterationTime(seconds.back());
    }
    stage.lecture.leave();
    report(state, seconds);
}

void startOfALecture(benchmark::State& state)
{
    Stage stage;
    if (!stage.lesson.open(core::shippedLessons().front()))
        return state.SkipWithError("a lesson cannot be opened");
    std::vector<double> seconds;
    for ([[maybe_unused]] auto _ : state) {
        const auto begin = Clock::now();
        stage.lecture.start(false);
        stage.paint();
        seconds.push_back(secondsSince(begin));
        state.SetIterationTime(seconds.back());
        stage.lecture.leave();
        QApplication::processEvents();
    }
    report(state, seconds);
}

BENCHMARK(nextStep)->UseManualTime()->Iterations(400)->Unit(benchmark::kMillisecond);
BENCHMARK(startOfALecture)->UseManualTime()->Iterations(40)->Unit(benchmark::kMillisecond);

} // namespace

int main(int argc, char** argv)
{
    using bench::Better;
    const QApplication application(argc, argv);
    ui::applyTheme(*qApp, ui::Theme::light());
    return bench::runWithTargets(argc, argv,
                                 {{"next step of a lecture painted, p99 (1920x1080 pixels)", "nextStep", "p99",
                                   Better::less, 50, 1e3, "ms", true},
                                  {"start of a lecture painted, p99 (1920x1080 pixels)", "startOfALecture", "p99",
                                   Better::less, 200, 1e3, "ms", true}});
}
