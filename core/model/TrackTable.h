// SPDX-License-Identifier: GPL-3.0-or-later
// A track is one (process, thread) of the file; GPU streams are tracks too. Names come from metadata events.
#pragma once

#include "core/base/Ids.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lamella::core {

enum class TrackKind : std::uint8_t {
    Cpu, // runtime calls, cpu_ops, python frames, annotations
    GpuStream, // holds GPU work
    Other // counters, spans of the profiler itself ("Traces", "Spans")
};

struct Track {
    std::string process; // pid as recorded, text form ("9", "Spans")
    std::string thread; // tid as recorded
    std::string processName; // process_name, empty if none
    std::string threadName; // thread_name, empty if none
    std::int64_t sortIndex = 0; // thread_sort_index
    TrackKind kind = TrackKind::Other;
    StreamId stream; // for GpuStream
};

struct Device {
    std::int64_t number = 0; // as recorded (args.device, else the pid); a free one where several processes recorded the same
    std::string name; // "NVIDIA H100 80GB HBM3" from deviceProperties, empty if unknown
    double peakFlopsPerSecond = 0; // as the profiler recorded them; 0 = not recorded
    double peakBytesPerSecond = 0; // of main memory, as recorded
};

struct Stream {
    static constexpr std::int64_t kNotRecorded = -1;
    DeviceId device;
    std::int64_t number = 0; // as recorded (args.stream, else the tid)
    TrackId track;
    [[nodiscard]] bool recorded() const { return number != kNotRecorded; }
};

} // namespace lamella::core
