// SPDX-License-Identifier: GPL-3.0-or-later
// What may include what, how long things may be, and what every file carries.
#include "architecture/rules.h"

#include "architecture/layers.h"
#include "architecture/source_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <map>
#include <regex>
#include <sstream>

namespace tests
{
namespace
{

constexpr int maxFileLines = 400;
constexpr int maxFunctionLines = 60;
constexpr int maxListLines = 80; // of a CMakeLists.txt

using Violations = std::vector<std::string>;

bool isHeader(const SourceFile& file) { return file.path.ends_with(".h"); }
bool isCpp(const SourceFile& file) { return isHeader(file) || file.path.ends_with(".cpp"); }
bool isUnder(std::string_view path, std::string_view folder)
{
    return path.starts_with(folder) && path.substr(folder.size()).starts_with('/');
}

std::string at(int line, const std::string& what) { return "line " + std::to_string(line) + ": " + what; }

int lineCount(std::string_view text)
{
    const auto ends = std::ranges::count(text, '\n');
    return static_cast<int>(ends) + (text.empty() || text.ends_with('\n') ? 0 : 1);
}

// A target such as "field.h" or "../io/json.h" as a path from the root.
std::string fromRoot(const SourceFile& file, const Include& include)
{
    static constexpr std::array<std::string_view, 5> roots{"core", "ui", "app", "presets", "tests"};
    const bool rooted = std::ranges::any_of(roots, [&](auto root) { return isUnder(include.target, root); });
    if (include.angled || rooted || isUnder(file.path, "tests")) {
        return include.target;
    }
    return (std::filesystem::path(file.path).parent_path() / include.target).lexically_normal().generic_string();
}

// One arrow that must not be: files of `from`, but not of `exceptFrom`, including files of `to`, but not of `exceptTo`.
struct Barrier {
    std::string_view from;
    std::vector<std::string_view> exceptFrom;
    std::string_view to;
    std::string_view exceptTo;
};

const std::vector<Barrier>& barriers()
{
    static const std::vector<Barrier> all{
        {"core", {}, "ui", {}},
        {"core", {}, "app", {}},
        {"core", {"core/io"}, "core/io", {}},
        {"core", {"core/io"}, "nlohmann", {}},
        {"core/quantity", {}, "core", "core/quantity"},
        {"core",
         {"core/formulas", "core/inputs", "core/step", "core/collectives", "core/sharding", "core/operation",
          "core/design", "core/evaluate", "core/layer", "core/numbers"},
         "core/formulas",
         {}},
        {"ui", {}, "core/formulas", {}},
        {"app", {}, "core/formulas", {}},
        {"ui", {}, "app", {}},
    };
    return all;
}

bool breaks(const Barrier& barrier, std::string_view path, std::string_view target)
{
    const bool excused =
        std::ranges::any_of(barrier.exceptFrom, [&](std::string_view folder) { return isUnder(path, folder); });
    const bool inside = !barrier.exceptTo.empty() && isUnder(target, barrier.exceptTo);
    return isUnder(path, barrier.from) && !excused && isUnder(target, barrier.to) && !inside;
}

// No header of the C++ library, fmt, tl or nlohmann begins with a q.
bool isQtHeader(const Include& include)
{
    const std::string& name = include.target; // <queue> is none
    return include.angled && (name.front() == 'Q' || (name.front() == 'q' && name.ends_with(".h")));
}

Violations againstTheArrows(const SourceFile& file)
{
    Violations found;
    for (const Include& include : isCpp(file) ? includesOf(file.text) : std::vector<Include>{}) {
        const std::string target = fromRoot(file, include);
        const bool broken =
            std::ranges::any_of(barriers(), [&](const Barrier& b) { return breaks(b, file.path, target); });
        const bool qtInCore = isUnder(file.path, "core") && isQtHeader(include);
        const bool test = !isUnder(file.path, "tests") && isUnder(target, "tests");
        if (broken || qtInCore || test || looksUp(file.path, target)) {
            found.push_back(at(include.line, "must not include " + target));
        }
    }
    return found;
}

Violations homeless(const SourceFile& file)
{
    return isCpp(file) && !hasLayer(file.path) ? Violations{"its folder has no place among the layers"} : Violations{};
}

Violations longFile(const SourceFile& file)
{
    const bool list = file.path.ends_with("CMakeLists.txt");
    const int limit = list ? maxListLines : maxFileLines;
    const int lines = lineCount(file.text);
    return lines > limit ? Violations{std::to_string(lines) + " lines, at most " + std::to_string(limit)}
                         : Violations{};
}

Violations longFunction(const SourceFile& file)
{
    Violations found;
    for (const Function& function : isCpp(file) ? functionsOf(file.text) : std::vector<Function>{}) {
        if (function.lines > maxFunctionLines) {
            found.push_back(at(function.line, "a function of " + std::to_string(function.lines) + " lines, at most " +
                                                  std::to_string(maxFunctionLines)));
        }
    }
    return found;
}

Violations missingOpening(const SourceFile& file)
{
    const std::string mark = isCpp(file) ? "//" : "#";
    const std::string licence = mark + " SPDX-License-Identifier: GPL-3.0-or-later\n";
    if (!file.text.starts_with(licence)) {
        return {"the first line has to be: " + licence.substr(0, licence.size() - 1)};
    }
    if (isCpp(file) && !std::string_view(file.text).substr(licence.size()).starts_with("// ")) {
        return {"the second line has to say, in a comment, what the file is for"};
    }
    return {};
}

Violations missingGuard(const SourceFile& file)
{
    const bool guarded = file.text.find("\n#pragma once\n") != std::string::npos;
    return isHeader(file) && !guarded ? Violations{"a header needs #pragma once"} : Violations{};
}

// The lines of `text` on which `needle` stands.
Violations occurrences(std::string_view text, std::string_view needle, const std::string& message)
{
    Violations found;
    for (std::size_t i = text.find(needle); i != std::string_view::npos; i = text.find(needle, i + 1)) {
        found.push_back(at(lineCount(text.substr(0, i + 1)), message));
    }
    return found;
}

Violations usingDirective(const SourceFile& file)
{
    return isHeader(file) ? occurrences(codeOnly(file.text), "using namespace", "no using-directive in a header")
                          : Violations{};
}

// Without CONFIGURE_DEPENDS a new file is first missed and then found by whoever configures anew.
Violations staleGlobs(const SourceFile& file)
{
    Violations found;
    for (std::size_t i = file.text.find("file(GLOB"); !isCpp(file) && i != std::string::npos;
         i = file.text.find("file(GLOB", i + 1)) {
        if (file.text.substr(i, file.text.find(')', i) - i).find(" CONFIGURE_DEPENDS") == std::string::npos) {
            found.push_back(at(lineCount(file.text.substr(0, i + 1)), "file(GLOB) needs CONFIGURE_DEPENDS"));
        }
    }
    return found;
}

bool isWordPart(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Every run of letters, digits and underscores, with the line that it stands on.
struct Word {
    std::string text;
    int line = 0;
};

std::vector<Word> wordsOf(std::string_view text)
{
    std::vector<Word> words;
    int line = 1;
    for (std::size_t i = 0; i < text.size();) {
        std::size_t end = i;
        while (end < text.size() && isWordPart(text[end])) {
            ++end;
        }
        if (end > i) {
            words.push_back({std::string(text.substr(i, end - i)), line});
        }
        line += end < text.size() && text[end] == '\n' ? 1 : 0;
        i = end + 1;
    }
    return words;
}

bool endsVaguely(std::string_view word)
{
    static constexpr std::array<std::string_view, 5> endings{"Manager", "Helper", "Helpers", "Util", "Utils"};
    return std::ranges::any_of(endings, [&](auto ending) { return word.ends_with(ending); });
}

// Those of Qt are not ours to name.
Violations vagueNames(const SourceFile& file)
{
    Violations found;
    for (const Word& word : isCpp(file) ? wordsOf(codeOnly(file.text)) : std::vector<Word>{}) {
        const bool getter = isHeader(file) && word.text.size() > 3 && word.text.starts_with("get") &&
                            std::isupper(static_cast<unsigned char>(word.text[3])) != 0;
        if (getter || (endsVaguely(word.text) && !word.text.starts_with('Q'))) {
            found.push_back(at(word.line, word.text + " does not say what it is"));
        }
    }
    return found;
}

// The words are written in two parts, as this file obeys the rule too.
Violations leftovers(const SourceFile& file)
{
    Violations found;
    for (const Word& word : wordsOf(file.text)) {
        if (word.text == "TO"
                         "DO" ||
            word.text == "FIX"
                         "ME") {
            found.push_back(at(word.line, "nothing is left for later in the source"));
        }
    }
    for (const std::string document : {"la"
                                       "bs.md",
                                       "u"
                                       "x.md",
                                       "cost-"
                                       "model"}) {
        const auto names = occurrences(file.text, document, "what is cited is in the repository or published");
        found.insert(found.end(), names.begin(), names.end());
    }
    for (const std::string folder : {"ho"
                                     "me",
                                     "Us"
                                     "ers",
                                     "wo"
                                     "rk"}) {
        const auto paths = occurrences(file.text, "/" + folder + "/", "no path of one machine");
        found.insert(found.end(), paths.begin(), paths.end());
    }
    return found;
}

// A word that has no business in a folder.
struct Ban {
    std::string_view folder;
    std::string_view except; // a folder or a file
    std::string_view word;
    std::string_view reason;
};

Violations bannedWords(const SourceFile& file)
{
    static constexpr std::array<Ban, 11> bans{{
        {"core", "core/collectives/networks/stop.h", "throw", "an error is a value"}, // to be stopped is none
        {"core", {}, "new", "values own what they hold"},
        {"core", {}, "rand", "chance comes in as an argument"},
        {"core", {}, "time_point", "core has no clock"},
        {"core", "core/io", "FILE", "core reads no files"},
        {"ui", {}, "blockSignals", "a signal is not muted but not sent"},
        {"ui", {}, "throw", "an error is a value"},
        {"ui", {}, "QProcess", "no other program is started"},
        {"app", {}, "QProcess", "no other program is started"},
        {"ui", {}, "QTcpSocket", "no connection is opened"},
        {"tests", {}, "qSleep", "tests wait for what they need, not for a time"},
    }};
    Violations found;
    for (const Word& word : isCpp(file) ? wordsOf(codeOnly(file.text)) : std::vector<Word>{}) {
        for (const Ban& ban : bans) {
            const bool inside = isUnder(file.path, ban.folder) && file.path != ban.except &&
                                (ban.except.empty() || !isUnder(file.path, ban.except));
            if (inside && word.text == ban.word) {
                found.push_back(at(word.line, std::string(ban.word) + ": " + std::string(ban.reason)));
            }
        }
    }
    return found;
}

using Namespaces = std::vector<std::string>; // the outermost first; "" is unnamed

// Constants and types at the margin, with the namespaces they stand in.
std::vector<std::pair<Namespaces, std::string>> namesOf(const SourceFile& file)
{
    static const std::regex opens(R"(^namespace ?([\w:]*)( \{)?$)");
    static const std::regex constant(R"(^(?:inline |static )*(?:constexpr|const) [\w:<>, *]*?\b(\w+) ?[={\[].*)");
    static const std::regex type(
        R"(^(?:template <.*> )?(?:using (\w+) =|(?:struct|class|enum|enum class) (\w+)\b[^;]*$).*)");
    std::vector<std::pair<Namespaces, std::string>> found;
    Namespaces around;
    std::istringstream lines(file.text);
    for (std::string line; std::getline(lines, line);) {
        std::smatch match;
        if (std::regex_match(line, match, opens))
            around.push_back(match[1]);
        else if (line.starts_with("} // namespace") && !around.empty())
            around.pop_back();
        else if (std::regex_match(line, match, constant))
            found.emplace_back(around, match[1]);
        else if (std::regex_match(line, match, type))
            found.emplace_back(around, match[1].matched ? match[1] : match[2]);
    }
    return found;
}

} // namespace

std::vector<std::string> hiddenNames(std::span<const SourceFile> files)
{
    std::map<std::pair<Namespaces, std::string>, std::string> inHeaders;
    for (const SourceFile& file : files)
        if (isHeader(file))
            for (const auto& name : namesOf(file))
                inHeaders.emplace(name, file.path);
    Violations found;
    for (const SourceFile& file : files)
        for (auto [around, name] : isHeader(file) || !isCpp(file) ? decltype(namesOf(file)){} : namesOf(file))
            for (const bool isUnnamed = !around.empty() && around.back().empty(); isUnnamed && !around.empty();) {
                around.pop_back();
                if (const auto header = inHeaders.find({around, name}); header != inHeaders.end())
                    found.push_back(file.path + ": " + name + " hides that of " + header->second);
            }
    return found;
}

std::span<const Rule> rules()
{
    static constexpr std::array<Rule, 11> all{{
        {"includes follow the arrows", againstTheArrows},
        {"folders have a layer", homeless},
        {"files are short", longFile},
        {"functions are short", longFunction},
        {"files open with licence and purpose", missingOpening},
        {"headers are guarded", missingGuard},
        {"headers have no using-directive", usingDirective},
        {"sources are found by every build", staleGlobs},
        {"names say what a thing is", vagueNames},
        {"nothing is left behind", leftovers},
        {"words keep to their folders", bannedWords},
    }};
    return all;
}

} // namespace tests
