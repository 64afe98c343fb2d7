// SPDX-License-Identifier: GPL-3.0-or-later
// What each verb of the command line was asked to do, as values.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace app
{

/// Exit status of the program.
enum class Exit { good = 0, usage = 1, invalid = 2, unmet = 3, file = 4, internal = 5 };

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

} // namespace app
