// SPDX-License-Identifier: GPL-3.0-or-later
// Where a host thread was: its CPU samples during some time, and the call chain of a call of the operating system that it waited
// in. Both show what the thread did, not why nothing ran.
#pragma once

#include "core/analysis/source/FrameLabel.h"
#include "core/base/Ids.h"
#include "core/base/Time.h"
#include "core/model/HostSamples.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lamella::core {

struct SampledIn {
    struct Function {
        std::uint32_t function = 0; // row of HostSamples::functions
        std::int64_t samples = 0;
    };
    // By source line: the innermost function of the user's own in a sample, else the innermost. Most samples first.
    std::vector<Function> functions;
    std::int64_t withoutChain = 0;
    std::int64_t all = 0; // of the thread in that time
};

// Keeps a reference to the samples.
class HostStacks {
public:
    HostStacks(const HostSamples &samples, const SourceRule &rule);

    [[nodiscard]] SampledIn during(TrackId track, const TimeRange &time) const;
    // Functions around that call of the operating system, the innermost first; empty if no chain is recorded.
    [[nodiscard]] std::vector<std::uint32_t> around(EventId call) const;
    // Its source line in the sense of SampledIn; HostSamples::kNone if around() is empty.
    [[nodiscard]] std::uint32_t sourceOf(EventId call) const;
    // "main (run)": a function with the file name of its library or program.
    [[nodiscard]] std::string text(std::uint32_t function) const;

private:
    [[nodiscard]] std::uint32_t frameOf(EventId call) const; // innermost
    [[nodiscard]] std::uint32_t sourceOfFrame(std::uint32_t frame) const;

    const HostSamples &m_samples;
    std::vector<std::uint32_t> m_same; // by function: the first with its name and library
    std::vector<std::uint32_t> m_yours; // by frame: the innermost function of the user's own at or above it; kNone = none
    std::vector<std::vector<std::uint32_t>> m_ofTrack; // rows of samples, by time
};

} // namespace lamella::core
