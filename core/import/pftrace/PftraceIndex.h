// SPDX-License-Identifier: GPL-3.0-or-later
// First walk over a Perfetto trace: what an event needs to know of later ones. Ends of slices, tracks, the roles of events in
// their flows, and which host event launched a render stage.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/import/MemoryBudget.h"
#include "core/import/pftrace/PftraceEvent.h"
#include "core/import/pftrace/PftracePackets.h"

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lamella::core::pftrace {

class PftraceIndex {
public:
    static constexpr std::int64_t kOpen = -1; // a begin without an end, or an end without a begin
    enum class AtBundle { Stop, GoOn };
    // `bytes` must live as long as this object. Ends early if the memory is used up, if it is stopped and, where asked for, at
    // the first bundle of packets, which has to be expanded before.
    PftraceIndex(std::string_view bytes, MemoryBudget &memory, const JobControl &control, AtBundle atBundle);

    // Of the n-th event that begins or ends a slice, in file order: ns of a begin, 0 of an end; kOpen.
    [[nodiscard]] std::int64_t duration(std::size_t n) const { return n < m_durations.size() ? m_durations[n] : kOpen; }
    [[nodiscard]] const TrackFacts *track(std::uint64_t uuid) const;
    // Of the n-th mention of a flow by an event, in file order: 's' in the earliest event of the flow, 'f' in the last one, 't'
    // in those between; 0 for a flow of one event.
    [[nodiscard]] char flowRole(std::size_t n) const { return n < m_roles.size() ? m_roles[n] : char{0}; }
    // Correlation id for a render stage that states none; 0 = not launched by a known event.
    [[nodiscard]] std::uint64_t launchOf(std::uint64_t renderStage) const;
    // The same of the event that submitted stages.
    [[nodiscard]] static std::uint64_t launchOf(const TrackEvent &event, const Sequence &sequence);
    [[nodiscard]] bool stoppedAtBundle() const { return m_stopped; }
    [[nodiscard]] const PacketFaults &faults() const { return m_faults; }

private:
    struct Mark { // the begin or end of a slice
        std::int64_t time = 0;
        std::uint32_t number = 0;
        bool end = false;
    };
    struct TrackMark { // likewise, in file order
        std::int64_t time = 0;
        std::uint32_t track = 0; // see trackNumber()
        bool end = false;
    };
    struct FlowMention {
        std::uint64_t flow = 0;
        std::int64_t time = 0;
        std::uint32_t event = 0; // counts the events that have flows
        std::uint32_t number = 0; // in file order
    };

    [[nodiscard]] bool readTrack(const Packet &packet);
    void add(const Packet &packet, const TrackEvent &event);
    [[nodiscard]] std::uint32_t trackNumber(std::uint64_t uuid);
    [[nodiscard]] std::uint64_t heldBytes() const;
    void findRoles();
    void pairSlices();
    void pairTrack(std::vector<Mark> &marks);
    void pairRuns(const std::vector<Mark> &marks, std::vector<Mark> &left);

    std::vector<TrackMark> m_marks;
    std::vector<FlowMention> m_mentions;
    std::unordered_map<std::uint64_t, std::uint32_t> m_numbers; // of tracks with slices
    std::uint64_t m_lastTrack = 0;
    std::uint32_t m_lastNumber = 0; // of m_lastTrack, if there are numbers
    std::uint32_t m_withFlows = 0;
    std::vector<std::int64_t> m_durations;
    std::vector<char> m_roles;
    std::unordered_map<std::uint64_t, TrackFacts> m_tracks;
    std::unordered_map<std::uint64_t, std::uint64_t> m_launches; // render stage -> correlation
    bool m_stopped = false; // at a bundle
    PacketFaults m_faults;
};

} // namespace lamella::core::pftrace
