// SPDX-License-Identifier: GPL-3.0-or-later
// Chips, steps and sums of a trace, and its file.
#include "core/io/trace.h"

#include "core/io/plain_text.h"
#include "core/quantity/format.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <numeric>
#include <set>
#include <streambuf>
#include <system_error>

#include <fmt/format.h>
#include <zlib.h>

namespace core
{

namespace
{

constexpr std::size_t longestUnquoted = 16U << 20U;  // bytes between two quotes: no text is as long
constexpr std::uint64_t unpackedFreely = 64U << 20U; // bytes; beyond them a file is held to:
constexpr std::uint64_t maxUnpacked = 100;           // times its size; traces of profilers unpack to 10 to 30 times

/// Bytes of a file, unpacked where they are gzipped.
class Unpacked : public std::streambuf
{
public:
    Unpacked(gzFile file, std::uint64_t size, const ReadProgress& progress)
        : m_file(file), m_size(size), m_progress(progress)
    {
    }

    /// Why it ended early; empty where it did not.
    const std::string& failure() const { return m_failure; }
    bool isTooLarge() const { return m_isTooLarge; }

protected:
    int_type underflow() override
    {
        if (!m_failure.empty())
            return traits_type::eof();
        const int count = gzread(m_file, m_block.data(), static_cast<unsigned>(m_block.size()));
        if (count < 0) {
            int number = 0;
            gzerror(m_file, &number);
            m_failure = number == Z_ERRNO ? fmt::format("cannot be read: {}.", std::generic_category().message(errno))
                                          : "is damaged and cannot be unpacked. Copy or export it once more.";
        }
        if (count <= 0)
            return traits_type::eof();
        const std::string_view block(m_block.data(), static_cast<std::size_t>(count));
        m_all += block.size();
        const auto quote = block.rfind('"');
        m_unquoted = quote == std::string_view::npos ? m_unquoted + block.size() : block.size() - quote;
        m_failure = excess();
        m_isTooLarge = !m_failure.empty();
        if (m_isTooLarge)
            return traits_type::eof();
        if (m_progress && !m_progress(static_cast<std::uint64_t>(gzoffset(m_file)), m_size))
            m_failure = "was not read to its end: it was stopped";
        if (!m_failure.empty())
            return traits_type::eof();
        setg(m_block.data(), m_block.data(), m_block.data() + count);
        return traits_type::to_int_type(m_block.front());
    }

private:
    /// What of it is too large so far; empty where nothing is.
    const char* excess() const
    {
        if (m_all > longestTrace)
            return "has more than 2 GB, unpacked. Export fewer steps.";
        if (m_unquoted > longestUnquoted)
            return "has a text of more than 16 MB, which no trace has.";
        if (m_all > std::max(unpackedFreely, maxUnpacked * m_size))
            return "unpacks to more than 100 times its size, which no trace does. Export it once more.";
        return "";
    }

    gzFile m_file;
    std::uint64_t m_size, m_all = 0;
    std::size_t m_unquoted = 0;
    const ReadProgress& m_progress;
    std::vector<char> m_block = std::vector<char>(1 << 18);
    std::string m_failure;
    bool m_isTooLarge = false;
};

/// Of one class: those of each stream are in the order of their starts.
struct Spans {
    std::vector<std::pair<double, double>> all;
    std::vector<std::ptrdiff_t> ends; // of the streams

    void endStream()
    {
        if (std::ssize(all) > (ends.empty() ? 0 : ends.back()))
            ends.push_back(std::ssize(all));
    }
};

const char* areOf(std::size_t count) { return count == 1 ? "is" : "are"; }

/// "ProfilerStep#1, ProfilerStep#2 and 5 more".
std::string listed(const std::vector<std::string>& names)
{
    constexpr std::size_t most = 3;
    const auto shown = std::min(names.size(), names.size() == most + 1 ? most + 1 : most);
    std::string text =
        fmt::format("{}", fmt::join(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(shown), ", "));
    if (names.size() > shown)
        text += fmt::format(" and {} more", grouped(static_cast<double>(names.size() - shown)));
    return text;
}

/// In the order of starts: neighbours are merged, which takes a fifth of the time of sorting.
void merge(Spans& spans)
{
    const auto from = spans.all.begin();
    while (spans.ends.size() > 1) {
        std::vector<std::ptrdiff_t> ends;
        std::ptrdiff_t begin = 0;
        for (std::size_t i = 0; i + 1 < spans.ends.size(); i += 2) {
            std::ranges::inplace_merge(from + begin, from + spans.ends[i], from + spans.ends[i + 1], {},
                                       &std::pair<double, double>::first);
            ends.push_back(begin = spans.ends[i + 1]);
        }
        if (ends.empty() || ends.back() != spans.ends.back())
            ends.push_back(spans.ends.back());
        spans.ends = std::move(ends);
    }
}

/// Seconds in which at least one of them runs.
double unionOf(Spans& spans)
{
    merge(spans);
    double sum = 0, until = -std::numeric_limits<double>::infinity();
    for (const auto& [from, to] : spans.all) {
        sum += std::max(0.0, to - std::max(from, until));
        until = std::max(until, to);
    }
    return sum;
}

} // namespace

void Trace::addName(std::string shortened, std::string_view whole)
{
    const auto found = matchedClass(whole);
    names.push_back(std::move(shortened));
    classes.push_back(found.value_or(WorkClass::math));
    matched.push_back(found.has_value());
}

std::string Trace::remark(const std::string& process) const
{
    std::vector<std::string> said;
    if (skipped > 0)
        said.push_back(fmt::format("{} without a start, or with a duration that is no number from 0 on, {} left out.",
                                   countText(static_cast<double>(skipped), "event"), areOf(skipped)));
    if (unended > 0)
        said.push_back(fmt::format("{} (\"B\") without an end {} left out.",
                                   countText(static_cast<double>(unended), "begin"), areOf(unended)));
    if (unbegun > 0)
        said.push_back(fmt::format("{} (\"E\") without a begin {} left out.",
                                   countText(static_cast<double>(unbegun), "end"), areOf(unbegun)));
    const auto all = stepsOf(process);
    const auto held = stepsWithKernels(process);
    std::vector<std::string> empty;
    for (std::size_t i = 0; i < all.size(); ++i)
        if (!held[i])
            empty.push_back(all[i].name);
    if (!empty.empty())
        said.push_back(fmt::format("{} no kernel of {} and {} not count for the middle step.",
                                   listed(empty) + (empty.size() == 1 ? " holds" : " hold"), process,
                                   empty.size() == 1 ? "does" : "do"));
    return fmt::format("{}", fmt::join(said, " "));
}

std::vector<std::string> Trace::processes() const
{
    std::vector<std::string> all;
    std::set<std::string_view> known;
    for (const auto& stream : streams)
        if (known.insert(stream.process).second)
            all.push_back(stream.process);
    return all;
}

std::vector<TraceStep> Trace::stepsOf(const std::string& process) const
{
    std::vector<TraceStep> all;
    std::ranges::copy_if(steps, std::back_inserter(all),
                         [&process](const TraceStep& step) { return step.process.empty() || step.process == process; });
    return all;
}

std::vector<bool> Trace::stepsWithKernels(const std::string& process) const
{
    const auto all = stepsOf(process);
    std::vector<bool> held(all.size());
    for (const auto& stream : streams) {
        if (stream.process != process)
            continue;
        std::vector<double> latest; // end of any event so far
        for (const auto& event : stream.events)
            latest.push_back(std::max(event.end, latest.empty() ? event.end : latest.back()));
        for (std::size_t i = 0; i < all.size(); ++i) {
            const auto behind = std::ranges::lower_bound(stream.events, all[i].end, {}, &TraceEvent::start);
            const auto before = static_cast<std::size_t>(behind - stream.events.begin());
            held[i] = held[i] || (before > 0 && latest[before - 1] > all[i].start);
        }
    }
    return held;
}

TraceStep Trace::wholeOf(const std::string& process) const
{
    constexpr double never = std::numeric_limits<double>::infinity();
    TraceStep all{process, "all of it", never, -never};
    for (const auto& stream : streams)
        for (const auto& event : stream.events)
            if (process.empty() || process == stream.process) {
                all.start = std::min(all.start, event.start);
                all.end = std::max(all.end, event.end);
            }
    return all;
}

std::size_t Trace::middleStep(const std::string& process) const
{
    const auto all = stepsOf(process);
    const auto held = stepsWithKernels(process);
    std::vector<std::size_t> order(all.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (std::ranges::any_of(held, std::identity()))
        std::erase_if(order, [&held](std::size_t i) { return !held[i]; });
    std::ranges::stable_sort(order, {}, [&all](std::size_t i) { return all[i].end - all[i].start; });
    return order.empty() ? 0 : order[(order.size() - 1) / 2];
}

std::vector<WorkClass> classesOf(const Trace& trace, const std::vector<TracePattern>& first)
{
    if (first.empty())
        return trace.classes;
    std::vector<WorkClass> classes;
    for (const auto& name : trace.names)
        classes.push_back(classOf(name, first));
    return classes;
}

std::array<double, workClasses> classSeconds(const Trace& trace, const std::vector<WorkClass>& classes,
                                             const std::string& process, const TraceStep& step, const std::string& only)
{
    std::array<Spans, workClasses> spans;
    for (const auto& stream : trace.streams) {
        if (stream.process != process || (!only.empty() && stream.name != only))
            continue;
        for (const auto& event : stream.events)
            if (event.end > step.start && event.start < step.end)
                spans[static_cast<std::size_t>(classes[event.name])].all.emplace_back(std::max(event.start, step.start),
                                                                                      std::min(event.end, step.end));
        std::ranges::for_each(spans, &Spans::endStream);
    }
    std::array<double, workClasses> all{};
    std::ranges::transform(spans, all.begin(), unionOf);
    return all;
}

std::string UnmatchedKernels::remark() const
{
    if (!hasKernels)
        return "no kernel runs in this step";
    if (names == 0)
        return {};
    constexpr std::size_t longest = 40; // bytes of a name in a sentence
    const auto cut = first.substr(0, longest);
    const auto name = cut.size() < first.size() ? cut.substr(0, cut.size() - unfinishedLetter(cut)) + "…" : first;
    const auto time = format(seconds, dim::second); // names first: they are what a pattern is written for
    return names == 1 ? fmt::format("{} matches no pattern and counts as math, {}", oneLine(name), time)
                      : fmt::format("{} and {} more match no pattern and count as math, {}", oneLine(name),
                                    grouped(static_cast<double>(names - 1)), time);
}

UnmatchedKernels unmatchedKernels(const Trace& trace, const std::vector<TracePattern>& first,
                                  const std::string& process, const TraceStep& step, const std::string& only)
{
    std::vector<bool> isUnmatched(trace.names.size());
    for (std::size_t i = 0; i < trace.names.size(); ++i)
        isUnmatched[i] = !trace.matched[i] && (first.empty() || !matchedClass(trace.names[i], first));
    std::set<std::uint32_t> names;
    Spans spans;
    bool hasKernels = false;
    for (const auto& stream : trace.streams) {
        if (stream.process != process || (!only.empty() && stream.name != only))
            continue;
        for (const auto& event : stream.events)
            if (event.end > step.start && event.start < step.end) {
                hasKernels = true;
                if (!isUnmatched[event.name])
                    continue;
                names.insert(event.name);
                spans.all.emplace_back(std::max(event.start, step.start), std::min(event.end, step.end));
            }
        spans.endStream();
    }
    return {names.size(), unionOf(spans), hasKernels, names.empty() ? std::string() : trace.names[*names.begin()]};
}

tl::expected<Trace, Error> readTrace(const std::string& path, const ReadProgress& progress)
{
    const auto opened = openRegular(path);
    if (!opened)
        return tl::make_unexpected(opened.error());
    const gzFile file = gzdopen(opened->number, "rb");
    Unpacked bytes(file, opened->size, progress);
    std::istream text(&bytes);
    auto trace = readTrace(text, path);
    gzclose(file);
    if (trace)
        trace->file = path.substr(path.rfind('/') + 1);
    if (!bytes.failure().empty())
        return tl::make_unexpected(Error{bytes.isTooLarge() ? "FILE_SIZE" : "FILE_READ",
                                         fmt::format("{} {}", oneLine(path), bytes.failure())});
    return trace;
}

} // namespace core
