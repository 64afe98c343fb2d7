// SPDX-License-Identifier: GPL-3.0-or-later
// Readers of files, readers of typed values, and scenarios drawn from bytes that are written and read back.
#include "fuzz/targets.h"

#include "core/check/check.h"
#include "core/evaluate/evaluate.h"
#include "core/io/chip_json.h"
#include "core/io/course_json.h"
#include "core/io/course_pack.h"
#include "core/io/lesson_json.h"
#include "core/io/measured_csv.h"
#include "core/io/model_json.h"
#include "core/io/picture_state.h"
#include "core/io/preset_catalogue.h"
#include "core/io/scenario_json.h"
#include "core/io/trace.h"
#include "core/lesson/stage.h"
#include "core/quantity/format.h"
#include "core/quantity/parse_number.h"
#include "core/scenario/fields.h"
#include "core/sharding/example.h"
#include "core/sharding/notation.h"
#include "core/sharding/report.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <sstream>
#include <string>

namespace tests
{

namespace
{

using namespace core;
using namespace std::string_literals;

constexpr std::string_view fileName = "fuzzed";

void hold(bool law, const char* words)
{
    if (!law)
        throw Broken(words);
}

void holdWords(const Error& error)
{
    hold(error.code.starts_with("FILE_"), "a refusal has a code of its own");
    hold(error.text.find(fileName) != std::string::npos, "a refusal names the file");
}

/// One grey pixel of 8 bits (checksums by zlib's crc32) and one black one of two colours: the smallest whole pictures.
std::string smallPng()
{
    return "\x89PNG\r\n\x1a\n"s + "\0\0\0\rIHDR\0\0\0\1\0\0\0\1\b\0\0\0\0\x3a\x7e\x9b\x55"s +
           "\0\0\0\nIDATx\x9c\x63\x60\0\0\0\2\0\1\x48\xaf\xa4\x71"s + "\0\0\0\0IEND\xae\x42\x60\x82"s;
}

std::string smallGif() { return "GIF89a\1\0\1\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\1\0\1\0\0\2\2\x44\1\0;"s; }

std::string smallSvg(const Scenario& s)
{
    return "<?xml version=\"1.0\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\">" + svgMetadata(s) + "</svg>\n";
}

/// What is written is read back as the same scenario, and evaluated.
void holdScenario(const Scenario& s)
{
    const auto& catalogue = shippedCatalogue();
    const std::string text = writeScenario(s);
    const auto again = readScenario(text, fileName, catalogue);
    hold(again.has_value(), "a scenario that was written is read");
    hold(*again == s, "a scenario that was written is read as it was");
    hold(writeScenario(*again) == text, "a scenario is written the same twice");
    for (const auto& picture : {pngWithScenario(smallPng(), s), gifWithScenario(smallGif(), s), smallSvg(s)}) {
        const auto carried = readDocument(picture, fileName, catalogue);
        hold(carried.has_value() && *carried == s, "a picture gives back the scenario put into it");
    }
    (void)check(s, evaluate(s));
}

void runScenario(std::string_view bytes)
{
    const auto read = readScenario(bytes, fileName, shippedCatalogue());
    read ? holdScenario(*read) : holdWords(read.error());
}

void runPicture(std::string_view bytes)
{
    const auto read = readDocument(bytes, fileName, shippedCatalogue());
    read ? holdScenario(*read) : holdWords(read.error());
}

void holdGiven(const std::map<std::string, Given, std::less<>>& numbers)
{
    for (const auto& [key, given] : numbers) {
        hold(!key.empty() && std::isfinite(given.value) && given.value >= 0, "a number of a preset is finite");
        hold(given.assumed || !given.source.empty(), "a number of a preset has a source, or is assumed");
    }
}

void runChip(std::string_view bytes)
{
    const auto chip = readChip(bytes, fileName);
    if (!chip)
        return holdWords(chip.error());
    hold(!chip->id.empty() && !chip->name.empty(), "a chip has a name");
    holdGiven(chip->numbers);
    for (const auto& [name, numbers] : chip->variants)
        holdGiven(numbers);
}

void runModel(std::string_view bytes)
{
    const auto model = readModel(bytes, fileName);
    if (!model)
        return holdWords(model.error());
    hold(!model->id.empty() && !model->name.empty(), "a model has a name");
    holdGiven(model->numbers);
}

void runMeasured(std::string_view bytes)
{
    const auto read = readMeasured(bytes, defaultScenario(shippedCatalogue()), std::string(fileName));
    if (!read)
        return holdWords(read.error());
    hold(!read->points.empty() && read->points.size() <= 5000, "a table that is read has points");
    for (const MeasuredPoint& point : read->points) {
        hold(point.operation <= 1 && (point.operation == 1 || !point.name.empty()), "a point has a name");
        hold(point.operation == 1 || (point.intensity > 0 && point.rate > 0), "a point has a place");
        hold(std::isfinite(point.intensity) && std::isfinite(point.rate), "a point is finite");
    }
}

/// Takes values off the front of the bytes; zeros behind their end.
class Bytes
{
public:
    explicit Bytes(std::string_view bytes) : m_rest(bytes) {}

    bool isEmpty() const { return m_rest.empty(); }
    std::size_t below(std::size_t count) { return count == 0 ? 0 : taken<unsigned char>() % count; }
    std::string_view text()
    {
        const auto text = m_rest.substr(0, taken<unsigned char>());
        m_rest.remove_prefix(std::min(text.size(), m_rest.size()));
        return text;
    }
    std::string_view rest() const { return m_rest; }
    template <class T> T taken()
    {
        T value{};
        const auto part = m_rest.substr(0, sizeof value);
        std::memcpy(&value, part.data(), part.size());
        m_rest.remove_prefix(part.size());
        return value;
    }

private:
    std::string_view m_rest;
};

/// The first byte chooses the field, the others are what is typed into it.
void runTyped(std::string_view bytes)
{
    Bytes taken(bytes);
    const Field& field = fields()[taken.below(fields().size())];
    const auto typed = taken.rest();
    if (const auto number = parseNumber(typed, field.dim, field.unit)) {
        hold(std::isfinite(*number), "a number that is read is finite");
        const auto again = parseNumber(exactText(*number), field.dim, field.unit);
        hold(again && *again == *number, "a number that is read can be written and read again");
    } else {
        hold(!number.error().empty(), "a number that is refused is told why");
    }
    Scenario s = defaultScenario(shippedCatalogue());
    const Scenario before = s;
    if (const auto set = setFieldFromText(s, field.id, typed); !set) {
        hold(set.error().starts_with(field.id), "a value that is refused names its field");
        hold(s == before, "a value that is refused changes nothing");
        return;
    }
    Scenario copy = defaultScenario(shippedCatalogue());
    hold(setFieldFromText(copy, field.id, valueText(field, field.get(s))).has_value() && copy == s,
         "the text of a value gives the value");
}

bool isAscii(std::string_view text)
{
    return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

Value drawn(const Scenario& s, const Field& field, Bytes& bytes)
{
    switch (field.kind) {
    case FieldKind::whole:
    case FieldKind::real: {
        if (bytes.below(4) == 0)
            return bytes.taken<double>();
        const double share = bytes.taken<std::uint16_t>() / 65535.0;
        const double value = field.min + (field.max - field.min) * share * share * share;
        return field.kind == FieldKind::whole ? std::floor(value) : value;
    }
    case FieldKind::choice: {
        const auto names = choicesOf(s, field);
        return names[bytes.below(names.size())];
    }
    case FieldKind::toggle:
        return bytes.below(2) == 1;
    case FieldKind::text:
        break;
    }
    const auto text = bytes.text();
    return std::string(isAscii(text) ? text : "auto");
}

/// Edits of fields one after the other; what a field refuses is left out.
void runWritten(std::string_view bytes)
{
    Bytes taken(bytes);
    Scenario s = defaultScenario(shippedCatalogue());
    if (const auto title = taken.text(); isAscii(title))
        s.title = title;
    for (int edits = 0; edits < 200 && !taken.isEmpty(); ++edits) {
        const Field& field = fields()[taken.below(fields().size())];
        (void)setField(s, field.id, drawn(s, field, taken));
    }
    holdScenario(s);
}

/// A step is no longer than what is in it, and no class of work takes longer than the step.
void runTrace(std::string_view text)
{
    std::istringstream bytes{std::string(text)};
    const auto trace = core::readTrace(bytes, "fuzzed.json");
    if (!trace)
        return hold(!trace.error().text.empty() && trace.error().code.starts_with("FILE_"), "an error has words");
    for (const auto& process : trace->processes()) {
        const auto steps = trace->stepsOf(process);
        for (const auto& step : steps)
            for (const double seconds : core::classSeconds(*trace, trace->classes, process, step))
                hold(seconds >= 0 && seconds <= (step.end - step.start) * (1 + 1e-9), "a class fits into its step");
        hold(steps.empty() || trace->middleStep(process) < steps.size(), "a middle step is one of them");
    }
}

/// The expression up to a line end, then the mesh. What is refused is told where and why; what is accepted can be
/// written and read again, and every plan that is small enough gives the product.
void runNotation(std::string_view bytes)
{
    const auto end = std::min(bytes.find('\n'), bytes.size());
    const auto text = bytes.substr(0, end);
    const auto parsed = readExpression(text);
    if (!parsed) {
        hold(!parsed.error().sentence.empty(), "an expression that is refused is told why");
        hold(parsed.error().column >= 1 && parsed.error().column <= static_cast<int>(text.size()) + 1,
             "the place of an error lies in the expression");
        return;
    }
    const auto again = readExpression(parsed->text());
    hold(again && again->text() == parsed->text(), "an expression that is read can be written and read again");
    Scenario s = defaultScenario(shippedCatalogue());
    if (!setField(s, "shard.expr", std::string(text)) ||
        !setField(s, "shard.mesh", std::string(bytes.substr(std::min(end + 1, bytes.size())))))
        return;
    const auto report = shardingOf(s);
    if (report.error)
        return;
    hold(!report.plans.empty(), "what has no error has a plan");
    const auto numbers = shardingNumbers(s, report);
    hold(numbers.time.si() >= 0 && std::isfinite(numbers.time.si()), "a plan has a time");
    if (const auto example = exampleOf(report))
        hold(example->run.correct, "a plan gives the product");
}

void runLesson(std::string_view bytes)
{
    const auto lesson = readLesson(bytes, fileName, shippedCatalogue());
    hold(isLesson(bytes) || !lesson, "a lesson that is read is recognised");
    if (!lesson)
        return holdWords(lesson.error());
    hold(!lesson->steps.empty() && lesson->steps.size() <= maxSteps, "a lesson has as many steps as are read");
    for (const LessonStep& step : lesson->steps)
        hold(wordsIn(step.prompt) <= longestPrompt, "a prompt can be read aloud");
}

void runCourse(std::string_view bytes)
{
    const auto course = readCourse(bytes, fileName);
    hold(isCourse(bytes) || !course, "a course that is read is recognised");
    if (!course)
        return holdWords(course.error());
    const auto again = readCourse(courseText(*course), fileName);
    hold(again && *again == *course, "a course that is read can be written and read again");
}

void runPack(std::string_view bytes)
{
    const auto pack = unpackedCourse(bytes, std::string(fileName));
    if (!pack)
        return holdWords(pack.error());
    const auto again = unpackedCourse(packedCourse(*pack).value_or(std::string()), std::string(fileName));
    hold(again && again->course == pack->course && again->files == pack->files,
         "a pack that is read can be packed and read again");
}

constexpr std::array targets{
    FuzzTarget{"scenario", runScenario}, FuzzTarget{"chip", runChip},     FuzzTarget{"model", runModel},
    FuzzTarget{"picture", runPicture},   FuzzTarget{"typed", runTyped},   FuzzTarget{"written", runWritten},
    FuzzTarget{"measured", runMeasured}, FuzzTarget{"trace", runTrace},   FuzzTarget{"notation", runNotation},
    FuzzTarget{"lesson", runLesson},     FuzzTarget{"course", runCourse}, FuzzTarget{"pack", runPack}};

} // namespace

std::span<const FuzzTarget> fuzzTargets() { return targets; }

} // namespace tests
