// SPDX-License-Identifier: GPL-3.0-or-later
// The subcommands: what each is asked to do, as a value; where it prints; how it fails.
#pragma once

#include "core/io/error.h"
#include "core/io/plain_text.h"

#include <iosfwd>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

namespace app
{

/// Exit status of the program.
enum class Exit { good = 0, usage = 1, invalid = 2, unmet = 3, file = 4, internal = 5 };

/// One sentence that says why the program stops; a NUL, which would end it, stands as "\u{0}". Thrown in app alone.
struct Failure : std::runtime_error {
    Failure(Exit status, const std::string& sentence) : std::runtime_error(core::plainText(sentence)), exit(status) {}
    /// Of a file that is read: a file error where the system refuses it or it is too large, else invalid.
    explicit Failure(const core::Error& error)
        : std::runtime_error(core::plainText(error.text)),
          exit(error.code == "FILE_READ" || error.code == "FILE_SIZE" ? Exit::file : Exit::invalid), code(error.code)
    {
    }

    Exit exit;
    std::string code; // of core::Error
};

/// "FILE_KEY: ..." of what is invalid, else the sentence alone.
std::string textOf(const Failure&);

template <class T> T orFail(tl::expected<T, std::string> result, Exit exit)
{
    if (!result)
        throw Failure(exit, result.error());
    if constexpr (!std::is_void_v<T>)
        return *std::move(result);
}

template <class T> T orFail(tl::expected<T, core::Error> result)
{
    if (!result)
        throw Failure(result.error());
    return *std::move(result);
}

struct Console {
    std::istream& in;
    std::ostream& out;
    std::ostream& messages;
};

/// A scenario to work on: a file, "-" or a shipped name, and the edits made to it first.
struct ScenarioRequest {
    std::string name;
    std::vector<std::string> edits; // "ID=VALUE" as typed
};

struct EvalRequest {
    ScenarioRequest scenario;
    std::vector<std::string> metrics; // empty: all that apply
    bool json = false;
};

struct ExplainRequest {
    ScenarioRequest scenario;
    std::string metric;
    std::string format = "text";
    bool json = false;
};

struct DiffRequest {
    std::string before;
    ScenarioRequest after;
    bool json = false;
};

struct SweepRequest {
    ScenarioRequest scenario;
    std::string range;
    std::vector<std::string> metrics; // empty: all that apply somewhere in the range
    bool units = false;               // column heads carry units
    bool json = false;
};

struct SolveRequest {
    ScenarioRequest scenario;
    std::string field;
    std::string condition;
    bool json = false;
};

struct ScheduleRequest {
    ScenarioRequest scenario;
    std::string steps; // "A..B"; empty: all
    bool json = false;
};

/// What is drawn, as typed.
struct PictureOptions {
    std::string view = {};
    std::string output = {};
    std::string size = {};
    double dpi = 96;
    std::string theme = "light";
    bool stateless = false;       // the picture does not contain the scenario
    std::optional<int> step = {}; // of a collective
    std::string layout = {};      // of a torus; empty: as the window starts with it
    std::string detail = {};
    std::optional<int> slice = {}; // with the detail "slice"
    std::string measured = {};     // file of points on the view operation
    std::string trace = {};        // file of a trace on the view trace
};

struct RenderRequest {
    ScenarioRequest scenario;
    PictureOptions picture{.size = "1920x1080"};
    bool json = false;
};

struct AnimateRequest {
    ScenarioRequest scenario;
    PictureOptions picture{.view = "torus", .size = "960x720"};
    int framesPerStep = 1;
    double secondsPerStep = 0.9;
    bool trueTimes = false;
    bool json = false;
};

struct ListRequest {
    std::string what;
    bool json = false;
};

struct ValidateRequest {
    std::vector<std::string> files;
    bool json = false;
};

struct LessonListRequest {
    bool json = false;
};

struct LessonShowRequest {
    std::string lesson;
    bool answers = false;
    bool json = false;
};

struct LessonCheckRequest {
    std::string lesson;
    int step = 0; // 0: the lesson itself is checked, no answer
    std::string answer;
    int misses = 0; // wrong answers before this one
    bool json = false;
};

struct LessonRunRequest {
    std::vector<std::string> lessons;
    std::vector<std::string> edits; // "ID=VALUE": pins in place of those of the lessons
    bool all = false;
    bool json = false;
};

struct LessonPackRequest {
    std::string from;
    std::string output;
    bool json = false;
};

// Each prints data to `out`, messages to `messages`, and gives the exit status where it is no failure.
Exit eval(const EvalRequest&, Console);
Exit explain(const ExplainRequest&, Console);
Exit diff(const DiffRequest&, Console);
Exit sweep(const SweepRequest&, Console);
Exit solve(const SolveRequest&, Console);
Exit schedule(const ScheduleRequest&, Console);
Exit render(const RenderRequest&, Console);
Exit animate(const AnimateRequest&, Console);
Exit list(const ListRequest&, Console);
Exit validate(const ValidateRequest&, Console);
Exit listLessons(const LessonListRequest&, Console);
Exit showLesson(const LessonShowRequest&, Console);
Exit checkLesson(const LessonCheckRequest&, Console);
Exit runLessons(const LessonRunRequest&, Console);
Exit packLessons(const LessonPackRequest&, Console);
Exit unpackLessons(const LessonPackRequest&, Console);

/// Does what the arguments say; nothing where they ask for the window.
std::optional<Exit> runCommandLine(int argc, const char* const* argv, Console);

/// Opens the window, with the file named in the arguments if there is one, and runs until it closes.
Exit runWindow(int argc, char** argv, Console);

/// Says why the program stops.
Exit stop(const Failure&, Console);

} // namespace app
