// SPDX-License-Identifier: GPL-3.0-or-later
// Arguments to requests; the only file that knows the parser library.
#include "app/program.h"
#include "app/validators.h"
#include "core/io/plain_text.h"
#include "core/io/preset_catalogue.h"
#include "ui/export/picture.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <span>

namespace app
{

namespace
{

/// The parser, the requests it fills, and what the given subcommand does; empty until the arguments are parsed.
struct CommandLine {
    CLI::App parser{"Rooflight: live cost model of sharded LLM training and inference.\n"
                    "rooflight [FILE] opens the window; the subcommands below work without a display.",
                    "rooflight"};
    std::function<Exit(Console)> action;
};

std::vector<std::string> viewNames(bool moving)
{
    std::vector<std::string> names;
    for (const auto& view : ui::pictureViews())
        if (view.moves || !moving)
            names.push_back(view.id.toStdString());
    return names;
}

template <class Request> struct Added {
    CLI::App& subcommand;
    Request& request;
};

template <class Request> Added<Request> add(CommandLine& line, const char* name, const char* help,
                                            Exit (*run)(const Request&, Console), CLI::App* group = nullptr)
{
    auto& subcommand = *(group ? group : &line.parser)->add_subcommand(name, help);
    const auto request = std::make_shared<Request>();
    subcommand.add_flag("--json", request->json, "Prints JSON");
    subcommand.callback(
        [&line, request, run] { line.action = [request, run](Console console) { return run(*request, console); }; });
    return {subcommand, *request};
}

void addScenario(CLI::App& subcommand, ScenarioRequest& scenario)
{
    subcommand
        .add_option("SCENARIO", scenario.name,
                    "A file, an exported picture, - for standard input, or the name of a shipped scenario")
        ->required();
    subcommand.add_option("--set", scenario.edits, "Sets a field first, e.g. --set work.batch=64k; may be repeated")
        ->type_name("ID=VALUE")
        ->allow_extra_args(false);
}

void addDiff(CommandLine& line)
{
    const auto [subcommand, request] =
        add(line, "diff", "The inputs and the results in which two scenarios differ", diff);
    subcommand.add_option("BEFORE", request.before, "A scenario to compare with: a file or the name of a shipped one")
        ->required();
    addScenario(subcommand, request.after);
}

void addMetrics(CLI::App& subcommand, std::vector<std::string>& metrics, const char* help)
{
    subcommand.add_option("--get", metrics, help)->type_name("ID")->allow_extra_args(false)->delimiter(',');
}

void addEval(CommandLine& line)
{
    const auto [subcommand, request] = add(line, "eval", "Metrics of a scenario", eval);
    addScenario(subcommand, request.scenario);
    addMetrics(subcommand, request.metrics,
               "A metric, or a number of a place; may be repeated. Without it, all metrics that apply");
}

void addExplain(CommandLine& line)
{
    const auto [subcommand, request] =
        add(line, "explain", "Why a metric has its value: formulas, numbers put in, sources", explain);
    addScenario(subcommand, request.scenario);
    subcommand.add_option("ID", request.metric, "The metric")->required();
    subcommand.add_option("--format", request.format, "Form of the text")
        ->check(oneOf({"text", "md", "latex", "json"}));
}

void addSweep(CommandLine& line)
{
    const auto [subcommand, request] = add(line, "sweep", "Metrics over a range of one field, as CSV", sweep);
    addScenario(subcommand, request.scenario);
    subcommand.add_option("--over", request.range, "The field and its values: doubled, or stepped with :linear STEP")
        ->type_name("ID=FROM..TO[:linear STEP]")
        ->required();
    addMetrics(subcommand, request.metrics, "A column; may be repeated. Without it, all that apply somewhere");
    subcommand.add_flag("--units", request.units, "Column heads carry units");
}

void addSolve(CommandLine& line)
{
    const auto [subcommand, request] = add(line, "solve", "Least value of a field that meets a condition", solve);
    addScenario(subcommand, request.scenario);
    subcommand.add_option("--for", request.field, "The field")->type_name("ID")->required();
    subcommand.add_option("--until", request.condition, "The condition, e.g. bound.verdict=compute or mem.fits=true")
        ->type_name("METRIC=VALUE")
        ->required();
}

void addSchedule(CommandLine& line)
{
    const auto [subcommand, request] =
        add(line, "schedule", "Steps of the collective (coll.* fields): messages, bytes, time", schedule);
    addScenario(subcommand, request.scenario);
    subcommand.add_option("--steps", request.steps, "Only these steps, counted from 1, e.g. 1..3; without it, all")
        ->type_name("A..B")
        ->check(given());
}

/// What render and animate share.
void addPicture(CLI::App& subcommand, PictureOptions& options)
{
    subcommand.add_option("--size", options.size, "Width and height in pixels")
        ->type_name("WxH")
        ->capture_default_str();
    subcommand.add_option("--dpi", options.dpi, "Dots an inch: more make text and lines larger on the same pixels")
        ->check(number<double>())
        ->capture_default_str();
    subcommand.add_option("--theme", options.theme, "Colours")->check(oneOf({"light", "dark"}))->capture_default_str();
    subcommand.add_option("--layout", options.layout, "Of the torus; without it a solid where it has three axes")
        ->check(oneOf({"unrolled", "solid"}));
    subcommand
        .add_option("--detail", options.detail,
                    "How much of the torus is drawn; without it blocks above 512 chips, else all chips")
        ->check(oneOf({"chips", "blocks", "faces", "slice"}));
    subcommand.add_option("--slice", options.slice, "Which slice, from 0; with --detail slice")
        ->type_name("N")
        ->check(number<int>());
    subcommand.add_flag("--no-state", options.stateless,
                        "Leaves the scenario out; else a PNG, SVG or GIF can be opened again");
}

void addRender(CommandLine& line)
{
    const auto [subcommand, request] =
        add(line, "render", "Draws a view into a file, or writes its numbers as CSV", render);
    addScenario(subcommand, request.scenario);
    subcommand.add_option("--view", request.picture.view, "What to draw")->check(oneOf(viewNames(false)))->required();
    subcommand.add_option("-o,--output", request.picture.output, "The file: .png, .svg, .pdf or .csv")->required();
    subcommand
        .add_option("--step", request.picture.step,
                    "State of the collective after so many steps, from 0; without it 0. In a .csv: only what "
                    "leads to it")
        ->type_name("N")
        ->check(number<int>());
    subcommand
        .add_option("--measured", request.picture.measured,
                    "CSV of measured points on the view operation: times or FLOP/s, also of Nsight Compute and of "
                    "an XLA profile")
        ->check(given());
    subcommand
        .add_option("--trace", request.picture.trace,
                    "Trace of a profiler (Chrome trace JSON, also gzipped) on the view trace")
        ->check(given());
    addPicture(subcommand, request.picture);
}

void addAnimate(CommandLine& line)
{
    const auto [subcommand, request] =
        add(line, "animate",
            "The collective, or the step of the scenario, as it goes on: a GIF or a folder of PNG files", animate);
    addScenario(subcommand, request.scenario);
    subcommand
        .add_option("-o,--output", request.picture.output,
                    "A .gif, which plays for ever, or a new folder (frames/) for 0000.png, 0001.png ...")
        ->required();
    subcommand.add_option("--view", request.picture.view, "What to draw")
        ->check(oneOf(viewNames(true)))
        ->capture_default_str();
    subcommand
        .add_option("--frames-per-step", request.framesPerStep,
                    "1: the state after each step; more, e.g. 12, show the messages on their way")
        ->type_name("N")
        ->check(number<int>())
        ->capture_default_str();
    subcommand
        .add_option("--seconds-per-step", request.secondsPerStep, "How long a step lasts; the last state stays 2 s")
        ->type_name("S")
        ->check(number<double>())
        ->capture_default_str();
    subcommand.add_flag("--true-times", request.trueTimes,
                        "Each step lasts in proportion to its time; --seconds-per-step is the average");
    addPicture(subcommand, request.picture);
}

void addList(CommandLine& line)
{
    const auto [subcommand, request] =
        add(line, "list", "Tables: chips, models, scenarios, lessons, courses, fields, metrics, actions", list);
    subcommand
        .add_option("WHAT", request.what, "chips, models, scenarios, lessons, courses, fields, metrics or actions")
        ->required();
}

void addValidate(CommandLine& line)
{
    const auto [subcommand, request] =
        add(line, "validate", "What is wrong in files of scenarios, lessons and courses, with codes", validate);
    subcommand.add_option("FILE", request.files, "Files of scenarios, lessons or courses")->required();
}

void addLesson(CommandLine& line)
{
    auto* group =
        line.parser.add_subcommand("lesson", "Lessons: list, show, check an answer, run; courses: pack, unpack");
    group->require_subcommand(1);
    const char* const which = "The id of a lesson, or a lesson file";
    add(line, "list", "All lessons, those of the data directory included", listLessons, group);
    const auto [show, shown] = add(line, "show", "The steps of a lesson, without answers", showLesson, group);
    show.add_option("ID", shown.lesson, which)->required();
    show.add_flag("--answers", shown.answers, "Prints the expected answers too");
    const auto [check, checked] =
        add(line, "check",
            "What is wrong with a lesson (exit status 2 where something is); with --step and --answer whether the "
            "answer is right (exit status 3 where it is not)",
            checkLesson, group);
    check.add_option("ID", checked.lesson, which)->required();
    auto* step =
        check.add_option("--step", checked.step, "The step, counted from 1")->type_name("N")->check(number<int>());
    auto* answer = check.add_option("--answer", checked.answer, "The answer as typed")
                       ->type_name("V")
                       ->check(given())
                       ->needs(step);
    step->needs(answer);
    check.add_option("--misses", checked.misses, "Wrong answers before this one, for hints")
        ->type_name("N")
        ->check(number<int>())
        ->needs(answer);
    const auto [run, ran] =
        add(line, "run",
            "Solves lessons by their own answers and feeds in each known mistake; exit status 2 where one fails",
            runLessons, group);
    run.add_option("ID", ran.lessons, which);
    run.add_flag("--all", ran.all, "Every lesson");
    run.add_option(
           "--set", ran.edits,
           "Pins a field that the lessons do not start with, e.g. --set conv.rates=exact; a chip with its variant: "
           "--set hw.chip=tpu-v5p --set hw.variant=none. A comparison of two runs shows what changes")
        ->type_name("ID=VALUE")
        ->allow_extra_args(false);
    const auto [pack, packed] =
        add(line, "pack", "Makes one file of the folder of a course, or of a playlist", packLessons, group);
    pack.add_option("FOLDER", packed.from,
                    "The id of a playlist, or a folder that holds course.json, and where there are any lessons, "
                    "scenarios, pictures and notes")
        ->check(given())
        ->required();
    pack.add_option("-o,--output", packed.output, "The file: NAME.rooflight-course")
        ->type_name("FILE")
        ->check(given())
        ->required();
    const auto [unpack, unpacked] =
        add(line, "unpack", "Makes a new folder of a course that is one file", unpackLessons, group);
    unpack.add_option("FILE", unpacked.from, "NAME.rooflight-course")->check(given())->required();
    unpack.add_option("-o,--output", unpacked.output, "The folder, which must not be there yet")
        ->type_name("FOLDER")
        ->check(given())
        ->required();
}

/// What the first argument makes of the command line.
enum class Kind { window, subcommand, neither };

Kind kindOf(int argc, const char* const* argv, const CLI::App& parser)
{
    if (argc < 2)
        return Kind::window;
    const std::string first = argv[1];
    if (first == "--help" || first == "-h" || first == "--version")
        return Kind::subcommand;
    if (first.starts_with("-"))
        return Kind::window; // an option of the window system, which knows it or refuses it
    for (const auto* subcommand : parser.get_subcommands({}))
        if (subcommand->get_name() == first)
            return Kind::subcommand;
    std::error_code error;
    const bool looksLikeFile = first.find_first_of("./:") != std::string::npos;
    const bool opens =
        looksLikeFile || std::filesystem::exists(first, error) || core::shippedCatalogue().scenario(first);
    return opens ? Kind::window : Kind::neither;
}

std::string namesOf(const CLI::App& group)
{
    std::string known;
    for (const auto* subcommand : group.get_subcommands({}))
        known += (known.empty() ? "" : ", ") + subcommand->get_name();
    return known;
}

Failure unknown(const std::string& first, const CLI::App& parser)
{
    return Failure(Exit::usage,
                   "'" + first + "' is neither a subcommand nor a file; the subcommands are " + namesOf(parser) + ".");
}

/// What the parser found wrong, where its own words are no help.
std::string usageSentence(const CLI::ParseError& error, const CLI::App& parser)
{
    const std::string said = error.what();
    const auto behind = [&said](std::string_view words) { return said.find(words); };
    if (const auto at = behind(": At Most 1 required"); at != said.npos)
        return said.substr(0, at) + " is given more than once; give it once.";
    if (const auto at = behind(": 1 required "); at != said.npos)
        return said.substr(0, at) + " needs a value behind it.";
    const auto* lesson = parser.get_subcommand("lesson");
    if (lesson->parsed() && lesson->get_subcommands().empty()) {
        const auto words = lesson->remaining();
        const auto word = std::ranges::find_if(words, [](const std::string& one) { return !one.starts_with('-'); });
        return (word == words.end() ? "lesson needs a subcommand: " : "'" + *word + "' is no subcommand of lesson: ") +
               namesOf(*lesson) + ".";
    }
    if (dynamic_cast<const CLI::ExtrasError*>(&error)) { // which names them in reverse
        std::string extras;
        for (const auto& one : parser.remaining(true))
            extras += (extras.empty() ? "'" : ", '") + one + "'";
        return "Not understood: " + extras + ".";
    }
    return said + (said.ends_with('.') ? "" : ".");
}

Exit run(CommandLine& line, int argc, const char* const* argv, Console console)
try {
    line.parser.parse(argc, argv);
    return line.action(console);
} catch (const CLI::CallForHelp&) {
    console.out << line.parser.help();
    return Exit::good;
} catch (const CLI::CallForVersion& version) {
    console.out << version.what() << '\n';
    return Exit::good;
} catch (const CLI::ParseError& error) {
    const auto exit = stop({Exit::usage, usageSentence(error, line.parser)}, console);
    console.messages << "Run 'rooflight --help' or 'rooflight SUBCOMMAND --help'.\n";
    return exit;
} catch (const Failure& failure) {
    return stop(failure, console);
}

} // namespace

std::string textOf(const Failure& failure)
{
    return failure.exit == Exit::invalid && !failure.code.empty() ? failure.code + ": " + failure.what()
                                                                  : failure.what();
}

Exit stop(const Failure& failure, Console console)
{
    console.messages << "rooflight: " << core::oneLine(textOf(failure)) << '\n';
    return failure.exit;
}

std::optional<Exit> runCommandLine(int argc, const char* const* argv, Console console)
{
    CommandLine line;
    auto& parser = line.parser;
    parser.set_version_flag("--version", "rooflight " ROOFLIGHT_VERSION);
    parser.require_subcommand(1);
    parser.footer("Exit status: 0 good, 1 wrong use, 2 scenario invalid, 3 condition not met, 4 file error, "
                  "5 internal error.");
    for (const auto addOne : {addEval, addExplain, addDiff, addSweep, addSolve, addSchedule, addRender, addAnimate,
                              addList, addValidate, addLesson})
        addOne(line);
    const Kind kind = kindOf(argc, argv, parser);
    if (kind == Kind::window)
        return std::nullopt;
    if (kind == Kind::neither)
        return stop(unknown(argv[1], parser), console);
    for (const std::string_view argument : std::span(argv, static_cast<std::size_t>(argc)))
        if (argument.starts_with("-o=")) // taken for the file "=..."
            return stop({Exit::usage, std::string(argument) + " is not understood; write -o FILE or --output=FILE."},
                        console);
    const Exit exit = run(line, argc, argv, console);
    if (!console.out.flush())
        return stop({Exit::file, "The output could not be written; is the disk full or the pipe closed?"}, console);
    return exit;
}

} // namespace app
