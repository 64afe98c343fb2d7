// SPDX-License-Identifier: GPL-3.0-or-later
// Events are taken over one by one while the text is read: a trace is too long to be held as a tree.
#include "core/io/trace.h"

#include "core/io/plain_text.h"
#include "core/io/trace_event.h"
#include "core/quantity/format.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

namespace core
{

namespace
{

constexpr std::size_t longestName = 200;       // bytes; the rest of a name says nothing new
constexpr std::size_t largestNames = 64 << 20; // bytes of all of them
constexpr std::size_t maxStreams = 4096;

std::string shortName(const std::string& text)
{
    const auto cut = text.substr(0, longestName);
    return oneLine(cut.substr(0, cut.size() - unfinishedLetter(cut)));
}

constexpr std::size_t maxTraceSteps = 100'000;

/// An event that has begun.
struct Begun {
    double start = 0;       // microseconds
    std::uint32_t name = 0; // its place among the names
    EventKind kind = EventKind::work;
    std::string said; // the name as its end may say it; empty where an event is whole
};

/// Events of a stream whose ends are still to come, in the order in which they began.
class OpenEvents
{
public:
    void begin(Begun event)
    {
        m_named[event.said].push_back(m_begun.size());
        m_begun.emplace_back(std::move(event), true);
    }

    /// The latest with that name, or the latest of all where the end has none.
    std::optional<Begun> end(const std::string& said)
    {
        const auto named = m_named.find(said.empty() && !m_begun.empty() ? m_begun.back().first.said : said);
        if (named == m_named.end())
            return std::nullopt;
        auto& [begun, isOpen] = m_begun[named->second.back()];
        named->second.pop_back();
        if (named->second.empty())
            m_named.erase(named);
        isOpen = false;
        auto event = std::move(begun);
        while (!m_begun.empty() && !m_begun.back().second)
            m_begun.pop_back();
        return event;
    }

    std::size_t size() const
    {
        return static_cast<std::size_t>(std::ranges::count(m_begun, true, &std::pair<Begun, bool>::second));
    }

private:
    std::vector<std::pair<Begun, bool>> m_begun; // and whether it is open, as the last is
    std::map<std::string, std::vector<std::size_t>> m_named;
};

/// Takes over the events of a text one by one.
class TraceReader : public EventReader
{
public:
    explicit TraceReader(std::string file) : EventReader(std::move(file)) { m_trace.file = name(); }

    tl::expected<Trace, Error> result();

private:
    struct Stream {
        TraceStream shown;
        std::string process, thread; // as the file numbers them
        bool isDevice = false;       // it has events of a chip
        OpenEvents open;
        std::vector<bool> onDevice; // of its events
    };

    Stream& streamOf(const RawEvent& event)
    {
        const auto [found, isNew] = m_places.try_emplace(std::pair(event.process, event.thread), m_streams.size());
        if (isNew)
            m_streams.push_back({{}, event.process, event.thread, false, {}, {}});
        if (m_streams.size() > maxStreams)
            refuse("FILE_SIZE",
                   fmt::format("has more than {} threads and streams. Export fewer chips.", grouped(maxStreams)));
        return m_streams[found->second];
    }

    std::uint32_t placeOf(const std::string& name)
    {
        const auto [found, isNew] =
            m_names.try_emplace(name.substr(0, longestName), static_cast<std::uint32_t>(m_trace.names.size()));
        if (isNew) {
            m_trace.addName(shortName(name), name);
            m_nameBytes += m_trace.names.back().size();
            if (m_nameBytes > largestNames)
                refuse("FILE_SIZE", "names more than 64 MB of different events. Export fewer steps.");
        }
        return found->second;
    }

    void take() override;
    void takeNames();
    void end(OpenEvents& open);
    void add(const Begun&, double duration);
    void label(TraceStream&, const Stream&) const;
    void keepSteps();
    void tellApart();
    std::string emptyText() const;

    Trace m_trace;
    std::map<std::pair<std::string, std::string>, std::size_t> m_places;
    std::vector<Stream> m_streams;
    std::unordered_map<std::string, std::uint32_t> m_names;
    std::map<std::string, std::string> m_processNames;
    std::map<std::string, std::string> m_chipNames; // as they are shown
    std::map<std::pair<std::string, std::string>, std::string> m_threadNames;
    std::vector<std::pair<TraceStep, bool>> m_steps; // and whether a chip says so
    std::set<std::string> m_hostCalls;               // categories or threads of some
    std::size_t m_count = 0, m_nameBytes = 0;
    std::optional<double> m_first; // microseconds; times since 1970 would round what follows
};

void TraceReader::takeNames()
{
    if (m_event.name == "process_name")
        m_processNames[m_event.process] = shortName(m_event.value);
    else if (m_event.name == "thread_name")
        m_threadNames[{m_event.process, m_event.thread}] = shortName(m_event.value);
    if (m_processNames.size() + m_threadNames.size() > 16 * maxStreams)
        refuse("FILE_SIZE", fmt::format("names more than {} threads. Export fewer chips.", grouped(16 * maxStreams)));
}

void TraceReader::take()
{
    const auto& phase = m_event.phase;
    if (phase == "M")
        return takeNames();
    const bool begins = phase == "X" || phase == "B";
    if (!begins && phase != "E")
        return;
    if (!(std::abs(m_event.start) <= 1e18) || (phase == "X" && std::isnan(m_event.duration))) {
        ++m_trace.skipped; // nor where there is none
        return;
    }
    m_first = m_first.value_or(m_event.start);
    if (begins && ++m_count > largestTrace)
        return refuse("FILE_SIZE", "has more than 4,000,000 events. Export fewer steps.");
    const auto begun = [this] {
        const auto kind = kindOf(m_event);
        if (kind == EventKind::hostCall && m_hostCalls.size() < 3)
            m_hostCalls.insert(shortName(m_event.category));
        const bool counts = kind != EventKind::annotation && kind != EventKind::hostCall;
        return Begun{m_event.start, counts ? placeOf(m_event.name) : 0, kind, {}};
    };
    if (phase == "X")
        add(begun(), m_event.duration);
    else if (phase == "B") {
        auto event = begun();
        event.said = m_event.name.substr(0, longestName);
        streamOf(m_event).open.begin(std::move(event));
    } else
        end(streamOf(m_event).open);
}

void TraceReader::end(OpenEvents& open)
{
    if (const auto begun = open.end(m_event.name.substr(0, longestName)))
        add(*begun, m_event.start - begun->start);
    else
        ++m_trace.unbegun;
}

/// Of the stream of the event that is read.
void TraceReader::add(const Begun& begun, double duration)
{
    if (duration < 0 || duration > 1e15)
        ++m_trace.skipped;
    if (!(duration > 0) || duration > 1e15 || begun.kind == EventKind::annotation || begun.kind == EventKind::hostCall)
        return;
    const double start = (begun.start - m_first.value_or(0)) * 1e-6, end = start + duration * 1e-6;
    if (begun.kind == EventKind::hostStep || begun.kind == EventKind::deviceStep) {
        const bool ofDevice = begun.kind == EventKind::deviceStep;
        if (m_steps.size() == maxTraceSteps)
            return refuse("FILE_SIZE", fmt::format("has more than {} steps. Export fewer.", grouped(maxTraceSteps)));
        m_steps.push_back(
            {{ofDevice ? m_event.process : std::string(), m_trace.names[begun.name], start, end}, ofDevice});
        return;
    }
    Stream& stream = streamOf(m_event);
    stream.shown.events.push_back({start, end, begun.name});
    stream.onDevice.push_back(begun.kind == EventKind::kernel);
    stream.isDevice |= stream.onDevice.back();
}

void TraceReader::label(TraceStream& shown, const Stream& stream) const
{
    const auto process = m_processNames.find(stream.process);
    const bool isNamed = process != m_processNames.end() && !process->second.empty();
    const bool isNumber = stream.process.find_first_not_of("0123456789") == std::string::npos;
    shown.process = isNamed && process->second.starts_with('/') ? process->second
                    : stream.isDevice && isNumber               ? "GPU " + stream.process
                    : isNamed                                   ? process->second
                                                                : shortName(stream.process);
    const auto thread = m_threadNames.find({stream.process, stream.thread});
    shown.name = thread != m_threadNames.end() && !thread->second.empty() ? thread->second
                                                                          : "stream " + shortName(stream.thread);
}

/// Steps of chips before those of hosts, and those before the whole file, also where a chip has no kernel in any.
void TraceReader::keepSteps()
{
    const bool device = std::ranges::any_of(m_steps, &std::pair<TraceStep, bool>::second);
    for (const auto& [step, ofDevice] : m_steps)
        if (ofDevice == device)
            m_trace.steps.push_back(step);
    for (auto& step : m_trace.steps)
        if (const auto found = m_chipNames.find(step.process); !step.process.empty() && found != m_chipNames.end())
            step.process = found->second;
    const auto chips = m_trace.processes();
    std::erase_if(m_trace.steps, [&chips](const TraceStep& step) {
        return !step.process.empty() && std::ranges::find(chips, step.process) == chips.end();
    });
    for (const auto& chip : chips)
        if (std::ranges::none_of(m_trace.stepsWithKernels(chip), std::identity()))
            m_trace.steps.push_back(m_trace.wholeOf(chip));
    std::ranges::sort(m_trace.steps, {}, &TraceStep::start);
}

/// Chips with the same name get the file's own number behind it.
void TraceReader::tellApart()
{
    std::map<std::string, std::set<std::string>> ids;
    for (const auto& stream : m_streams)
        ids[stream.shown.process].insert(stream.process);
    for (auto& stream : m_streams) {
        if (ids[stream.shown.process].size() > 1)
            stream.shown.process += fmt::format(" ({})", shortName(stream.process));
        m_chipNames.try_emplace(stream.process, stream.shown.process);
    }
}

/// Of a file in which nothing counts.
std::string TraceReader::emptyText() const
{
    if (m_hostCalls.empty())
        return "is no trace: nothing in it lasts. Give the Chrome trace JSON of a profiler, with complete events "
               "(\"ph\": \"X\").";
    return fmt::format("holds host calls only ({}) and no kernel. Record it on a GPU or TPU; in PyTorch with "
                       "ProfilerActivity.CUDA among the activities.",
                       fmt::join(m_hostCalls, ", "));
}

tl::expected<Trace, Error> TraceReader::result()
{
    if (const auto& refused = error())
        return tl::make_unexpected(*refused);
    const bool device = std::ranges::any_of(m_streams, &Stream::isDevice);
    const auto isXla = [](const TraceStream& shown) {
        return shown.process.starts_with("/device:") && shown.name.ends_with("XLA Ops");
    };
    bool xla = false, chips = false; // of JAX; others have a category for each event
    for (auto& stream : m_streams) {
        label(stream.shown, stream);
        m_trace.unended += stream.open.size();
    }
    tellApart();
    for (auto& stream : m_streams) {
        xla |= isXla(stream.shown);
        chips |= stream.shown.process.starts_with("/device:") && !stream.shown.events.empty();
        if (stream.shown.name == "Steps" && stream.shown.process.starts_with("/device:"))
            for (const auto& event : stream.shown.events)
                m_steps.push_back({{stream.process, m_trace.names[event.name], event.start, event.end}, true});
    }
    double first = std::numeric_limits<double>::infinity();
    for (auto& stream : m_streams) {
        if (stream.shown.events.empty())
            continue;
        const bool ofHost = isHostThread(stream.shown.process, stream.shown.name, chips);
        if (ofHost && m_hostCalls.size() < 3)
            m_hostCalls.insert(stream.shown.process + " " + stream.shown.name);
        if (xla ? !isXla(stream.shown) : device ? !stream.isDevice : ofHost)
            continue;
        TraceStream kept{stream.shown.process, stream.shown.name, {}};
        for (std::size_t i = 0; i < stream.shown.events.size(); ++i)
            if (!device || xla || stream.onDevice[i])
                kept.events.push_back(stream.shown.events[i]);
        std::ranges::sort(kept.events, {}, &TraceEvent::start);
        first = std::min(first, kept.events.front().start);
        m_trace.streams.push_back(std::move(kept));
    }
    if (m_trace.streams.empty())
        return tl::make_unexpected(Error{"FILE_FORMAT", fmt::format("{} {}", oneLine(m_trace.file), emptyText())});
    keepSteps();
    for (auto& stream : m_trace.streams)
        for (auto& event : stream.events) {
            event.start -= first;
            event.end -= first;
        }
    for (auto& step : m_trace.steps) {
        step.start -= first;
        step.end -= first;
    }
    return std::move(m_trace);
}

} // namespace

tl::expected<Trace, Error> readTrace(std::istream& text, const std::string& file)
{
    TraceReader reader(file);
    const int first = text.peek();
    if (first == std::char_traits<char>::eof())
        reader.refuse("FILE_FORMAT", "is empty. Export the trace again.");
    else if (first == 0xFE || first == 0xFF)
        reader.refuse("FILE_FORMAT", "is UTF-16; traces are UTF-8. Save it as UTF-8.");
    else
        nlohmann::json::sax_parse(text, &reader);
    return reader.result();
}

} // namespace core
