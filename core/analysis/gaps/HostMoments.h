// SPDX-License-Identifier: GPL-3.0-or-later
// What a host thread was doing at given moments: innermost call or operator, Python frame and annotation.
#pragma once

#include "core/base/Ids.h"
#include "core/base/JobControl.h"
#include "core/model/TraceDocument.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lamella::core {

enum class HostEvent : std::uint8_t { None, Call, Operator, Frame, Annotation };

// Classifies events by category, once per string.
class HostEventKinds {
public:
    explicit HostEventKinds(const TraceDocument &document)
        : m_document(document)
        , m_known(document.strings.size(), kUnasked)
    {
    }
    [[nodiscard]] HostEvent of(StringId category);

private:
    static constexpr std::uint8_t kUnasked = 255;
    const TraceDocument &m_document;
    std::vector<std::uint8_t> m_known;
};

struct HostMoment {
    TrackId track; // invalid = skip
    std::int64_t time = 0; // ns on the clock of the file
};

struct HostState {
    EventId call; // innermost runtime call or operator
    EventId frame; // innermost Python frame
    EventId module; // innermost frame of an nn.Module
    EventId line; // innermost frame that names a source line
    EventId annotation; // innermost range recorded by the program (record_function, NVTX)
};

// One state per moment, in the same order. Only considers events of the moments' tracks. On a stop request returns what was found
// so far.
[[nodiscard]] std::vector<HostState> hostStates(
    const TraceDocument &document, std::span<const HostMoment> moments, const JobControl &control = {});

} // namespace lamella::core
