// SPDX-License-Identifier: GPL-3.0-or-later
// Arguments to requests; the only file that knows the parser library.
#include "app/command_line.h"

#include "app/failure.h"
#include "core/io/preset_catalogue.h"

#include <CLI/CLI.hpp>

#include <array>
#include <filesystem>
#include <functional>
#include <string_view>

namespace app
{

namespace
{

/// All requests; the parser fills that of the verb given.
struct Requests {
    EvalRequest eval;
    ExplainRequest explain;
    SweepRequest sweep;
    SolveRequest solve;
    RenderRequest render;
    ListRequest list;
    ValidateRequest validate;
};

void addScenario(CLI::App& verb, ScenarioRequest& scenario)
{
    verb.add_option("SCENARIO", scenario.name, "A file, - for standard input, or the name of a shipped scenario")
        ->required();
    verb.add_option("--set", scenario.edits, "Sets a field first, e.g. --set work.batch=64k; may be repeated")
        ->type_name("ID=VALUE")
        ->allow_extra_args(false);
}

void addMetrics(CLI::App& verb, std::vector<std::string>& metrics, const char* help)
{
    verb.add_option("--get", metrics, help)->type_name("ID")->allow_extra_args(false)->delimiter(',');
}

void addJson(CLI::App& verb, bool& json) { verb.add_flag("--json", json, "Prints JSON"); }

void addEval(CLI::App& parser, EvalRequest& request)
{
    auto& verb = *parser.add_subcommand("eval", "Metrics of a scenario");
    addScenario(verb, request.scenario);
    addMetrics(verb, request.metrics, "A metric; may be repeated. Without it, all that apply");
    addJson(verb, request.json);
}

void addExplain(CLI::App& parser, ExplainRequest& request)
{
    auto& verb = *parser.add_subcommand("explain", "Why a metric has its value: formulas, numbers put in, sources");
    addScenario(verb, request.scenario);
    verb.add_option("ID", request.metric, "The metric")->required();
    verb.add_option("--format", request.format, "Form of the text")
        ->check(CLI::IsMember({"text", "md", "latex", "json"}));
    addJson(verb, request.json);
}

void addSweep(CLI::App& parser, SweepRequest& request)
{
    auto& verb = *parser.add_subcommand("sweep", "Metrics over a range of one field, as CSV");
    addScenario(verb, request.scenario);
    verb.add_option("--over", request.range, "The field and its values: doubled, or stepped with :linear STEP")
        ->type_name("ID=FROM..TO[:linear STEP]")
        ->required();
    addMetrics(verb, request.metrics, "A column; may be repeated. Without it, all that apply somewhere");
    verb.add_flag("--units", request.units, "Column heads carry units");
    addJson(verb, request.json);
}

void addSolve(CLI::App& parser, SolveRequest& request)
{
    auto& verb = *parser.add_subcommand("solve", "Least value of a field that meets a condition");
    addScenario(verb, request.scenario);
    verb.add_option("--for", request.field, "The field")->type_name("ID")->required();
    verb.add_option("--until", request.condition, "The condition, e.g. bound.verdict=compute or mem.fits=true")
        ->type_name("METRIC=VALUE")
        ->required();
    addJson(verb, request.json);
}

void addRender(CLI::App& parser, RenderRequest& request)
{
    auto& verb = *parser.add_subcommand("render", "Draws a view into a file, or writes its numbers as CSV");
    addScenario(verb, request.scenario);
    verb.add_option("--view", request.view, "What to draw")
        ->check(CLI::IsMember({"roofline", "batch", "memory", "counts", "dashboard"}))
        ->required();
    verb.add_option("-o,--output", request.output, "The file: .png, .svg, .pdf or .csv")->required();
    verb.add_option("--size", request.size, "Width and height in logical pixels")
        ->type_name("WxH")
        ->capture_default_str();
    verb.add_option("--dpi", request.dpi, "Dots per inch of a PNG; 96 is one dot per logical pixel")
        ->capture_default_str();
    verb.add_option("--theme", request.theme, "Colours")
        ->check(CLI::IsMember({"light", "dark"}))
        ->capture_default_str();
    addJson(verb, request.json);
}

void addList(CLI::App& parser, ListRequest& request)
{
    auto& verb = *parser.add_subcommand("list", "Tables: chips, models, scenarios, fields, metrics");
    verb.add_option("WHAT", request.what, "chips, models, scenarios, fields or metrics")->required();
    addJson(verb, request.json);
}

void addValidate(CLI::App& parser, ValidateRequest& request)
{
    auto& verb = *parser.add_subcommand("validate", "What is wrong in scenario files, with codes");
    verb.add_option("FILE", request.files, "Scenario files")->required();
    addJson(verb, request.json);
}

/// The verb that was given, run.
Exit runVerb(const CLI::App& parser, const Requests& requests, Console console)
{
    const std::string name = parser.get_subcommands().front()->get_name();
    if (name == "eval")
        return evalVerb(requests.eval, console);
    if (name == "explain")
        return explainVerb(requests.explain, console);
    if (name == "sweep")
        return sweepVerb(requests.sweep, console);
    if (name == "solve")
        return solveVerb(requests.solve, console);
    if (name == "render")
        return renderVerb(requests.render, console);
    return name == "list" ? listVerb(requests.list, console) : validateVerb(requests.validate, console);
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
    CLI::App parser("Rooflight: live cost model of sharded LLM training and inference.\n"
                    "rooflight [FILE] opens the window; the verbs below work without a display.",
                    "rooflight");
    parser.set_version_flag("--version", "rooflight " ROOFLIGHT_VERSION);
    parser.require_subcommand(1);
    parser.footer("Exit status: 0 good, 1 wrong use, 2 scenario invalid, 3 condition not met, 4 file error, "
                  "5 internal error.");
    Requests requests;
    addEval(parser, requests.eval);
    addExplain(parser, requests.explain);
    addSweep(parser, requests.sweep);
    addSolve(parser, requests.solve);
    addRender(parser, requests.render);
    addList(parser, requests.list);
    addValidate(parser, requests.validate);
    const Kind kind = kindOf(argc, argv, parser);
    if (kind == Kind::window)
        return std::nullopt;
    if (kind == Kind::neither)
        return unknownVerb(argv[1], parser, console);
    try {
        parser.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        console.out << parser.help();
        return Exit::good;
    } catch (const CLI::CallForVersion& version) {
        console.out << version.what() << '\n';
        return Exit::good;
    } catch (const CLI::ParseError& error) {
        return stop({Exit::usage, std::string(error.what()) + "\nRun 'rooflight --help' or 'rooflight VERB --help'."},
                    console);
    }
    const Exit exit = runVerb(parser, requests, console);
    if (!console.out.flush())
        return stop({Exit::file, "The output could not be written; is the disk full or the pipe closed?"}, console);
    return exit;
}

} // namespace app
