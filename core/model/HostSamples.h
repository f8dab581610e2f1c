// SPDX-License-Identifier: GPL-3.0-or-later
// Samples of host threads and call chains of their calls, as a profiler recorded them beside the events: functions of native code
// with the library or program that holds them. Immutable once read.
#pragma once

#include "core/base/Ids.h"
#include "core/base/Message.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lamella::core {

struct NativeFunction {
    std::string name; // empty: the profiler found no symbol
    std::string library; // path of the library or program
};

struct HostSamples {
    static constexpr std::uint32_t kNone = 0xFFFFFFFFu;
    struct Frame { // of a tree of stacks
        std::uint32_t caller = kNone; // row of frames; precedes this one
        std::uint32_t function = 0; // row of functions
    };
    struct Sample {
        std::int64_t time = 0; // ns on the clock of the file
        TrackId track; // of the thread; invalid if nothing else of that thread is in the trace
        std::uint32_t frame = kNone; // innermost; kNone: no call chain was recorded
    };
    struct Chain { // of a call
        EventId call;
        std::uint32_t frame = kNone; // innermost
    };

    std::vector<NativeFunction> functions;
    std::vector<Frame> frames;
    std::vector<Sample> samples; // by time
    std::vector<Chain> chains; // of runtime calls, by event
    std::vector<Chain> osChains; // of calls of the operating system, by event
    // Median time between two samples of one thread: the time that one sample represents. 0: too few samples.
    std::int64_t periodNs = 0;
    std::int64_t unread = 0; // samples without a time
    std::int64_t shallow = 0; // samples of which only the innermost function is recorded
    std::int64_t deep = 0; // chains whose outermost functions are left out
    std::int64_t unplaced = 0; // functions of chains without the number of their chain or their depth
    std::int64_t lost = 0; // calls whose chain is not in the file
    Message whyNone; // where the file could not be read again

    [[nodiscard]] bool empty() const { return samples.empty() && chains.empty() && osChains.empty() && unread == 0; }
};

} // namespace lamella::core
