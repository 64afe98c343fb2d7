// SPDX-License-Identifier: GPL-3.0-or-later
// Arguments to requests; the only file that knows the parser library.
#include "app/command_line.h"

#include "app/failure.h"
#include "core/io/preset_catalogue.h"
#include "ui/export/picture.h"

#include <CLI/CLI.hpp>

#include <array>
#include <filesystem>
#include <functional>
#include <string_view>

namespace app
{

namespace
{

/// What the verb that was given does; empty until the arguments are parsed.
using Action = std::function<Exit(Console)>;

/// The parser, the requests it fills, and what comes of them.
struct CommandLine {
    CLI::App parser{"Rooflight: live cost model of sharded LLM training and inference.\n"
                    "rooflight [FILE] opens the window; the verbs below work without a display.",
                    "rooflight"};
    Action action;
    EvalRequest eval;
    ExplainRequest explain;
    SweepRequest sweep;
    SolveRequest solve;
    ScheduleRequest schedule;
    RenderRequest render;
    AnimateRequest animate;
    ListRequest list;
    ValidateRequest validate;
};

std::vector<std::string> viewNames(bool ofCollective)
{
    std::vector<std::string> names;
    for (const auto& view : ui::pictureViews())
        if (view.ofCollective || !ofCollective)
            names.push_back(view.id.toStdString());
    return names;
}

template <class Request> CLI::App& addVerb(CommandLine& line, const char* name, const char* help, Request& request,
                                           Exit (*verb)(const Request&, Console))
{
    auto& added = *line.parser.add_subcommand(name, help);
    added.add_flag("--json", request.json, "Prints JSON");
    added.callback([&line, &request, verb] {
        line.action = [&request, verb](Console console) { return verb(request, console); };
    });
    return added;
}

/// Refuses "", which would be read as 0, or as if the option were not there.
const CLI::Validator& given()
{
    static const CLI::Validator validator(
        [](const std::string& text) {
            return text.empty() ? std::string("is empty; give a number, or leave the option out") : std::string();
        },
        "");
    return validator;
}

void addScenario(CLI::App& verb, ScenarioRequest& scenario)
{
    verb.add_option("SCENARIO", scenario.name,
                    "A file, an exported picture, - for standard input, or the name of a shipped scenario")
        ->required();
    verb.add_option("--set", scenario.edits, "Sets a field first, e.g. --set work.batch=64k; may be repeated")
        ->type_name("ID=VALUE")
        ->allow_extra_args(false);
}

void addMetrics(CLI::App& verb, std::vector<std::string>& metrics, const char* help)
{
    verb.add_option("--get", metrics, help)->type_name("ID")->allow_extra_args(false)->delimiter(',');
}

void addEval(CommandLine& line)
{
    auto& request = line.eval;
    auto& verb = addVerb(line, "eval", "Metrics of a scenario", request, evalVerb);
    addScenario(verb, request.scenario);
    addMetrics(verb, request.metrics, "A metric; may be repeated. Without it, all that apply");
}

void addExplain(CommandLine& line)
{
    auto& request = line.explain;
    auto& verb =
        addVerb(line, "explain", "Why a metric has its value: formulas, numbers put in, sources", request, explainVerb);
    addScenario(verb, request.scenario);
    verb.add_option("ID", request.metric, "The metric")->required();
    verb.add_option("--format", request.format, "Form of the text")
        ->check(CLI::IsMember({"text", "md", "latex", "json"}));
}

void addSweep(CommandLine& line)
{
    auto& request = line.sweep;
    auto& verb = addVerb(line, "sweep", "Metrics over a range of one field, as CSV", request, sweepVerb);
    addScenario(verb, request.scenario);
    verb.add_option("--over", request.range, "The field and its values: doubled, or stepped with :linear STEP")
        ->type_name("ID=FROM..TO[:linear STEP]")
        ->required();
    addMetrics(verb, request.metrics, "A column; may be repeated. Without it, all that apply somewhere");
    verb.add_flag("--units", request.units, "Column heads carry units");
}

void addSolve(CommandLine& line)
{
    auto& request = line.solve;
    auto& verb = addVerb(line, "solve", "Least value of a field that meets a condition", request, solveVerb);
    addScenario(verb, request.scenario);
    verb.add_option("--for", request.field, "The field")->type_name("ID")->required();
    verb.add_option("--until", request.condition, "The condition, e.g. bound.verdict=compute or mem.fits=true")
        ->type_name("METRIC=VALUE")
        ->required();
}

void addSchedule(CommandLine& line)
{
    auto& request = line.schedule;
    auto& verb = addVerb(line, "schedule", "Steps of the collective (coll.* fields): messages, bytes, time", request,
                         scheduleVerb);
    addScenario(verb, request.scenario);
    verb.add_option("--steps", request.steps, "Only these steps, counted from 1, e.g. 1..3; without it, all")
        ->type_name("A..B")
        ->check(given());
}

/// What render and animate share.
void addPicture(CLI::App& verb, PictureOptions& options)
{
    verb.add_option("--size", options.size, "Width and height in pixels")->type_name("WxH")->capture_default_str();
    verb.add_option("--dpi", options.dpi, "Dots an inch: more make text and lines larger on the same pixels")
        ->check(given())
        ->capture_default_str();
    verb.add_option("--theme", options.theme, "Colours")
        ->check(CLI::IsMember({"light", "dark"}))
        ->capture_default_str();
    verb.add_option("--layout", options.layout, "Of the torus; without it a solid where it has three axes")
        ->check(CLI::IsMember({"unrolled", "solid"}));
    verb.add_option("--detail", options.detail,
                    "How much of the torus is drawn; without it blocks above 512 chips, else all chips")
        ->check(CLI::IsMember({"chips", "blocks", "faces", "slice"}));
    verb.add_option("--slice", options.slice, "Which slice, from 0; with --detail slice")
        ->type_name("N")
        ->check(given());
    verb.add_flag("--no-state", options.stateless,
                  "Leaves the scenario out; else a PNG, SVG or GIF can be opened again");
}

void addRender(CommandLine& line)
{
    auto& request = line.render;
    auto& verb = addVerb(line, "render", "Draws a view into a file, or writes its numbers as CSV", request, renderVerb);
    addScenario(verb, request.scenario);
    verb.add_option("--view", request.picture.view, "What to draw")->check(CLI::IsMember(viewNames(false)))->required();
    verb.add_option("-o,--output", request.picture.output, "The file: .png, .svg, .pdf or .csv")->required();
    verb.add_option("--step", request.picture.step,
                    "State of the collective after so many steps, from 0; without it 0. In a .csv: only what "
                    "leads to it")
        ->type_name("N")
        ->check(given());
    addPicture(verb, request.picture);
}

void addAnimate(CommandLine& line)
{
    auto& request = line.animate;
    auto& verb = addVerb(line, "animate", "The collective step by step, as a GIF or a folder of PNG files", request,
                         animateVerb);
    addScenario(verb, request.scenario);
    verb.add_option("-o,--output", request.picture.output,
                    "A .gif, which plays for ever, or a new folder (frames/) for 0000.png, 0001.png ...")
        ->required();
    verb.add_option("--view", request.picture.view, "What to draw")
        ->check(CLI::IsMember(viewNames(true)))
        ->capture_default_str();
    verb.add_option("--frames-per-step", request.framesPerStep,
                    "1: the state after each step; more, e.g. 12, show the messages on their way")
        ->type_name("N")
        ->check(given())
        ->capture_default_str();
    verb.add_option("--seconds-per-step", request.secondsPerStep, "How long a step lasts; the last state stays 2 s")
        ->type_name("S")
        ->check(given())
        ->capture_default_str();
    verb.add_flag("--true-times", request.trueTimes,
                  "Each step lasts as long as it takes beside the others; --seconds-per-step is their average");
    addPicture(verb, request.picture);
}

void addList(CommandLine& line)
{
    auto& request = line.list;
    auto& verb = addVerb(line, "list", "Tables: chips, models, scenarios, fields, metrics, actions", request, listVerb);
    verb.add_option("WHAT", request.what, "chips, models, scenarios, fields, metrics or actions")->required();
}

void addValidate(CommandLine& line)
{
    auto& request = line.validate;
    auto& verb = addVerb(line, "validate", "What is wrong in scenario files, with codes", request, validateVerb);
    verb.add_option("FILE", request.files, "Scenario files")->required();
}

/// What the first argument makes of the command line.
enum class Kind { window, verb, neither };

Kind kindOf(int argc, const char* const* argv, const CLI::App& parser)
{
    if (argc < 2)
        return Kind::window;
    const std::string first = argv[1];
    if (first == "--help" || first == "-h" || first == "--version")
        return Kind::verb;
    if (first.starts_with("-"))
        return Kind::window; // an option of the window system, which knows it or refuses it
    for (const auto* verb : parser.get_subcommands({}))
        if (verb->get_name() == first)
            return Kind::verb;
    std::error_code error;
    const bool looksLikeFile = first.find_first_of("./:") != std::string::npos;
    const bool opens =
        looksLikeFile || std::filesystem::exists(first, error) || core::shippedCatalogue().scenario(first);
    return opens ? Kind::window : Kind::neither;
}

Exit unknownVerb(const std::string& first, const CLI::App& parser, Console console)
{
    std::string known;
    for (const auto* verb : parser.get_subcommands({}))
        known += (known.empty() ? "" : ", ") + verb->get_name();
    return stop({Exit::usage, "'" + first + "' is neither a verb nor a file; the verbs are " + known + "."}, console);
}

} // namespace

std::optional<Exit> runCommandLine(int argc, const char* const* argv, Console console)
{
    CommandLine line;
    auto& parser = line.parser;
    parser.set_version_flag("--version", "rooflight " ROOFLIGHT_VERSION);
    parser.require_subcommand(1);
    parser.footer("Exit status: 0 good, 1 wrong use, 2 scenario invalid, 3 condition not met, 4 file error, "
                  "5 internal error.");
    for (const auto add :
         {addEval, addExplain, addSweep, addSolve, addSchedule, addRender, addAnimate, addList, addValidate})
        add(line);
    const Kind kind = kindOf(argc, argv, parser);
    if (kind == Kind::window)
        return std::nullopt;
    if (kind == Kind::neither)
        return unknownVerb(argv[1], parser, console);
    try {
        parser.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        line.action = [&parser](Console to) { return to.out << parser.help(), Exit::good; };
    } catch (const CLI::CallForVersion& version) {
        line.action = [text = std::string(version.what())](Console to) { return to.out << text << '\n', Exit::good; };
    } catch (const CLI::ParseError& error) {
        return stop({Exit::usage, std::string(error.what()) + "\nRun 'rooflight --help' or 'rooflight VERB --help'."},
                    console);
    }
    const Exit exit = line.action(console);
    if (!console.out.flush())
        return stop({Exit::file, "The output could not be written; is the disk full or the pipe closed?"}, console);
    return exit;
}

} // namespace app
