// SPDX-License-Identifier: GPL-3.0-or-later
// Modules and ranges (nn.Module frames, record_function, NVTX) that were open on a thread at a moment, outermost first.
#pragma once

#include "core/base/JobControl.h"
#include "core/model/TraceDocument.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lamella::core {

class LaunchRegions {
public:
    explicit LaunchRegions(const TraceDocument &document, const JobControl &control = {});

    [[nodiscard]] bool empty() const { return m_spans == 0; }
    // Around the begin of the event, on its thread; empty where none was open. Of each name the first 256 bytes.
    [[nodiscard]] std::vector<std::string> around(EventId event) const;

private:
    struct Span {
        std::int64_t start = 0;
        std::int64_t end = 0;
        StringId name;
        std::uint32_t parent = 0xFFFFFFFFu; // row of the track
    };
    // From this time on the innermost open span is this one, until the next boundary.
    struct Boundary {
        std::int64_t time = 0;
        std::uint32_t innermost = 0xFFFFFFFFu;
    };
    struct Line { // of a track
        std::vector<Span> spans; // in start order, longest first
        std::vector<Boundary> boundaries; // ascending; of several at one time the last counts
    };
    static void nest(Line &line);

    const TraceDocument &m_document;
    std::vector<Line> m_byTrack;
    std::size_t m_spans = 0;
};

} // namespace lamella::core
