// SPDX-License-Identifier: GPL-3.0-or-later
// What a host thread was doing at given moments: innermost call or operator, Python frame and annotation.
#pragma once

#include "core/base/Ids.h"
#include "core/base/JobControl.h"
#include "core/model/TraceDocument.h"
#include "core/profile/SourceRule.h"

#include <cstdint>
#include <span>
#include <string_view>
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

// What a host thread did, as far as its calls and frames show.
enum class HostWork : std::uint8_t {
    Unknown, // nothing recorded at that time
    Sync, // blocked in a synchronising call
    Copy, // in a copy call
    GarbageCollection,
    DataLoader,
    Compile, // of torch.compile, Inductor or Triton
    Scheduler, // of a serving engine
    Launch, // in another runtime call
    Operator,
    Python
};
inline constexpr std::size_t kHostWorks = 10;
[[nodiscard]] std::string_view hostWorkName(HostWork work); // "garbage-collection"
// Of the name of a Python frame or annotation; Python if it is none of the others.
[[nodiscard]] HostWork hostWorkOfFrame(std::string_view name);

struct HostMoment {
    TrackId track; // invalid = skip
    std::int64_t time = 0; // ns on the clock of the file
};

struct HostState {
    EventId call; // innermost runtime call or operator
    EventId frame; // innermost Python frame
    EventId module; // innermost frame of an nn.Module
    EventId part; // innermost of these that is attention, a feed-forward or a norm
    EventId line; // innermost frame that names a source line
    EventId yours; // innermost of these in the user's own code (SourceRule)
    EventId annotation; // innermost range recorded by the program (record_function, NVTX)
    HostWork work = HostWork::Unknown;
};

// One state per moment, in the same order. Only considers events of the moments' tracks. On a stop request returns what was found
// so far.
[[nodiscard]] std::vector<HostState> hostStates(const TraceDocument &document, std::span<const HostMoment> moments,
    const JobControl &control = {}, const SourceRule &rule = SourceRule());

} // namespace lamella::core
