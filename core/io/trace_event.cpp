// SPDX-License-Identifier: GPL-3.0-or-later
// Fields of an event are known by their depth in the text and their keys.
#include "core/io/trace_event.h"

#include "core/io/plain_text.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

namespace core
{

namespace
{

constexpr std::size_t longestKept = 4096; // bytes of a name or a number that are kept

} // namespace

bool EventReader::string(string_t& value)
{
    if (std::string* field = fieldNow())
        *field = value.substr(0, longestKept);
    return true;
}

bool EventReader::key(string_t& value)
{
    m_key = std::move(value);
    return true;
}

bool EventReader::start_object(std::size_t)
{
    ++m_depth;
    if (m_depth == m_eventDepth)
        m_event = {};
    m_inArguments = m_depth == m_eventDepth + 1 && m_key == "args";
    return true;
}

bool EventReader::end_object()
{
    if (m_depth == m_eventDepth)
        take();
    --m_depth;
    m_inArguments = false;
    return !m_error;
}

bool EventReader::start_array(std::size_t)
{
    const bool events = m_depth == 0 || (m_depth == 1 && m_key == "traceEvents");
    if (events && m_eventDepth != 0)
        refuse("FILE_FORMAT", "has \"traceEvents\" twice. Export the trace again.");
    if (events)
        m_eventDepth = m_depth + 2;
    ++m_depth;
    return !m_error;
}

bool EventReader::end_array()
{
    --m_depth;
    return true;
}

bool EventReader::parse_error(std::size_t place, const std::string& last, const nlohmann::json::exception&)
{
    const bool isNumber = place > 1 && (last.ends_with('N') || last.ends_with('I')); // which Python writes
    const char* what = isNumber ? "stands NaN or Infinity, which JSON lacks" : "it breaks off or goes wrong";
    refuse("FILE_SYNTAX", fmt::format("is no whole JSON: at byte {} {}. Export the trace again.", place, what));
    return false;
}

void EventReader::refuse(const char* code, const std::string& what)
{
    if (!m_error)
        m_error = Error{code, fmt::format("{} {}", oneLine(m_file), what)};
}

/// Where the text that comes now belongs.
std::string* EventReader::fieldNow()
{
    if (m_eventDepth == 0 || m_depth < m_eventDepth)
        return nullptr;
    if (m_depth == m_eventDepth + 1)
        return m_inArguments && m_key == "name" ? &m_event.value : nullptr;
    if (m_depth > m_eventDepth)
        return nullptr;
    const std::pair<std::string_view, std::string*> fields[]{{"ph", &m_event.phase},
                                                             {"name", &m_event.name},
                                                             {"cat", &m_event.category},
                                                             {"pid", &m_event.process},
                                                             {"tid", &m_event.thread}};
    const auto found = std::ranges::find(fields, m_key, &std::pair<std::string_view, std::string*>::first);
    return found == std::end(fields) ? nullptr : found->second;
}

bool EventReader::number(double value)
{
    if (m_eventDepth > 0 && m_depth == m_eventDepth && m_key == "ts")
        m_event.start = value;
    else if (m_eventDepth > 0 && m_depth == m_eventDepth && m_key == "dur")
        m_event.duration = value;
    else if (std::string* field = fieldNow())
        *field = fmt::format("{}", value);
    return true;
}

} // namespace core
