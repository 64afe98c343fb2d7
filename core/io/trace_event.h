// SPDX-License-Identifier: GPL-3.0-or-later
// Events of a trace as they stand in the file, and what each counts as by its name and its category.
#pragma once

#include "core/io/error.h"

#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace core
{

struct RawEvent {
    std::string phase, name, category, process, thread, value;                 // `value`: args.name
    double start = std::numeric_limits<double>::quiet_NaN(), duration = start; // microseconds; NaN: none
};

/// What an event counts as: work on the host or of no device that is known, a kernel of a chip, a call on the host, a
/// step of the profiler on either, a mark of the user.
enum class EventKind { work, kernel, hostCall, hostStep, deviceStep, annotation };

inline bool isOnDevice(const std::string& category)
{
    return category == "kernel" || category.starts_with("gpu_mem") || category == "Kernel" || category == "gpu_op";
}

/// As PyTorch's profiler names calls on the host: operators, the runtime and the driver, lines of Python.
inline bool isHostCall(const std::string& category)
{
    return category == "cpu_op" || category == "python_function" || category == "overhead" || category == "Trace" ||
           category == "Operator" || category == "Runtime" || category.ends_with("_runtime") ||
           category.ends_with("_driver");
}

/// A thread with calls alone, as JAX names the host; without a chip XLA computes on some of them.
inline bool isHostThread(const std::string& process, const std::string& thread, bool chips)
{
    return process.starts_with("/host:") && (chips || !thread.starts_with("tf_XLA"));
}

inline EventKind kindOf(const RawEvent& event)
{
    if (event.name.starts_with("ProfilerStep#"))
        return event.category.starts_with("gpu") ? EventKind::deviceStep : EventKind::hostStep;
    if (event.category.ends_with("user_annotation"))
        return EventKind::annotation;
    if (isHostCall(event.category))
        return EventKind::hostCall;
    return isOnDevice(event.category) ? EventKind::kernel : EventKind::work;
}

/// Goes through the text of a trace with nlohmann's reader, event by event.
class EventReader : public nlohmann::json_sax<nlohmann::json>
{
public:
    explicit EventReader(std::string file) : m_file(std::move(file)) {}

    bool null() override { return true; }
    bool boolean(bool) override { return true; }
    bool number_integer(number_integer_t value) override { return number(static_cast<double>(value)); }
    bool number_unsigned(number_unsigned_t value) override { return number(static_cast<double>(value)); }
    bool number_float(number_float_t value, const string_t&) override { return number(value); }
    bool string(string_t&) override;
    bool binary(binary_t&) override { return true; }
    bool key(string_t&) override;
    bool start_object(std::size_t) override;
    bool end_object() override;
    bool start_array(std::size_t) override;
    bool end_array() override;
    bool parse_error(std::size_t place, const std::string& last, const nlohmann::json::exception&) override;

    /// The first one counts; nothing is read behind it.
    void refuse(const char* code, const std::string& what);

protected:
    /// Of `m_event`, which is whole.
    virtual void take() = 0;

    const std::string& name() const { return m_file; }
    const std::optional<Error>& error() const { return m_error; }

    RawEvent m_event;

private:
    std::string* fieldNow();
    bool number(double);

    std::string m_file, m_key;
    int m_depth = 0, m_eventDepth = 0;
    bool m_inArguments = false;
    std::optional<Error> m_error;
};

} // namespace core
