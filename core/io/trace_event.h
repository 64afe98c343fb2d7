// SPDX-License-Identifier: GPL-3.0-or-later
// One event of a trace as it stands in the file, and what it counts as by its name and its category.
#pragma once

#include <limits>
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

} // namespace core
