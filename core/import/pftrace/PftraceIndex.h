// SPDX-License-Identifier: GPL-3.0-or-later
// First walk over a Perfetto trace: its events, and the data that an event needs from others: ends of slices, tracks, the roles
// of events in their flows, and which host event launched a render stage.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/import/MemoryBudget.h"
#include "core/import/pftrace/IndexBlocks.h"
#include "core/import/pftrace/PftraceEvent.h"
#include "core/import/pftrace/PftraceLanes.h"
#include "core/import/pftrace/PftracePackets.h"
#include "core/system/LargePages.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lamella::core::pftrace {

// The position of an event, and the facts that the walk found about it.
struct EventRecord {
    std::int64_t time = 0; // ns
    std::string_view message; // TrackEvent or GpuRenderStageEvent
    const Sequence *sequence = nullptr;
    std::uint32_t lane = 0;
    std::uint32_t slice = 0; // of the begin or end of a slice: see duration(); of a counter: see count()
    std::uint32_t mention = 0; // its first of a flow: see flowRole()
    std::uint16_t sequenceId = 0; // its low bits
    bool stage : 1 = false;
    bool counter : 1 = false;
    bool mark : 1 = false; // the begin or end of a slice
    bool end : 1 = false;
    bool args : 1 = false;
    bool dropped : 1 = false; // something else in its packet is damaged
};

// In file order, in memory of large pages.
class EventRecords {
public:
    static constexpr std::size_t kOfBlock = 4096;

    void add(const EventRecord &record)
    {
        if (m_size % kOfChunk == 0)
            reserveLarge(m_chunks.emplace_back(), kOfChunk);
        m_chunks.back().push_back(record);
        ++m_size;
    }
    void dropFrom(std::size_t first)
    {
        for (; first < m_size; ++first)
            m_chunks[first / kOfChunk][first % kOfChunk].dropped = true;
    }
    [[nodiscard]] std::size_t size() const { return m_size; }
    [[nodiscard]] std::size_t blocks() const { return (m_size + kOfBlock - 1) / kOfBlock; }
    // Each block but the last is full.
    [[nodiscard]] std::span<const EventRecord> block(std::size_t n) const
    {
        const std::vector<EventRecord> &chunk = m_chunks[n * kOfBlock / kOfChunk];
        const std::size_t first = n * kOfBlock % kOfChunk;
        return std::span(chunk).subspan(first, std::min(kOfBlock, chunk.size() - first));
    }
    // Calls use() with each begin or end of a slice.
    template <typename Use> void eachMark(const Use &use) const
    {
        for (const std::vector<EventRecord> &chunk : m_chunks)
            for (const EventRecord &record : chunk)
                if (record.mark)
                    use(record);
    }

private:
    static constexpr std::size_t kOfChunk = 64 * kOfBlock;
    std::vector<std::vector<EventRecord>> m_chunks;
    std::size_t m_size = 0;
};

// Records that cannot be written as events of a Chrome trace.
struct TextLosses {
    std::uint64_t withoutTime = 0; // events
    std::uint64_t nameless = 0; // events that refer to names missing in the file
    std::uint64_t otherPhases = 0; // events of phases that only old Chrome writes
    std::uint64_t cut = 0; // entries of lists
    std::uint64_t endArgs = 0; // ends of slices with arguments of their own
    std::uint64_t damaged = 0; // events
};

class PftraceIndex {
public:
    static constexpr std::size_t kRecordsOfBlock = EventRecords::kOfBlock;
    static constexpr std::int64_t kOpen = -1; // a begin without an end, or an end without a begin
    enum class AtBundle { Stop, GoOn };
    // `bytes` must live as long as this object. Ends early if the memory limit is reached, if it is stopped and, on request, at
    // the first bundle of packets, which must be expanded first.
    PftraceIndex(std::string_view bytes, MemoryBudget &memory, const JobControl &control, AtBundle atBundle);

    [[nodiscard]] const EventRecords &records() const { return m_records; }
    [[nodiscard]] const Lanes &lanes() const { return m_lanes; }
    [[nodiscard]] const StageSpecs &specs() const { return m_specs; }
    [[nodiscard]] const TextLosses &losses() const { return m_losses; }
    // Of the n-th event that begins or ends a slice, in file order: ns of a begin, 0 of an end; kOpen.
    [[nodiscard]] std::int64_t duration(std::size_t n) const { return n < m_durations.size() ? m_durations[n] : kOpen; }
    // The n-th value of a counter.
    [[nodiscard]] double count(std::size_t n) const { return m_counts[n]; }
    // Of the n-th mention of a flow by an event, in file order: 's' in the earliest event of the flow, 'f' in the last one, 't'
    // in those between; 0 for a flow of one event.
    [[nodiscard]] char flowRole(std::size_t n) const { return n < m_roles.size() ? m_roles[n] : char{0}; }
    // Correlation id for a render stage that states none; 0 = not launched by a known event.
    // Of several events that submit stages of that id, the last one that began before the stage, else the first after it.
    [[nodiscard]] std::uint64_t launchOf(std::uint64_t renderStage, std::int64_t time) const;
    // The same of the event that submitted stages.
    [[nodiscard]] static std::uint64_t launchOf(const TrackEvent &event, const Sequence &sequence);
    [[nodiscard]] bool stoppedAtBundle() const { return m_stopped; }
    [[nodiscard]] const PacketFaults &faults() const { return m_states.faults(); }

private:
    struct Mark { // the begin or end of a slice
        std::int64_t time = 0;
        std::uint32_t number = 0;
        std::uint16_t sequence = 0; // its low bits
        bool end = false;
    };
    using Marks = std::span<const Mark>;
    struct FlowMention {
        std::uint64_t flow = 0;
        std::int64_t time = 0;
        std::uint32_t event = 0; // counts the events that have flows
        bool ends = false; // here
        std::uint32_t number = 0; // in file order
    };

    [[nodiscard]] bool readAll(std::string_view bytes, MemoryBudget &memory, const JobControl &control, AtBundle atBundle);
    void count(MemoryBudget &memory);
    void read(const Packet &packet, const EventHead &head, std::span<const TrackEvent::Flow> flows);
    void readTrack(std::string_view descriptor);
    void addEvent(const Packet &packet, EventHead head, std::span<const TrackEvent::Flow> flows);
    void addStage(const Packet &packet);
    [[nodiscard]] std::uint64_t trackOf(const Packet &packet);
    void addLaunches(const TrackEvent &event, const Sequence &sequence, std::int64_t time);
    void addMentions(std::int64_t time, std::span<const TrackEvent::Flow> flows);
    void addCounts(const Packet &packet);
    void addCount(const Packet &packet, std::uint64_t track, double value);
    [[nodiscard]] std::uint64_t heldBytes() const;
    void findRoles();
    void pairSlices();
    [[nodiscard]] static bool isEnd(const Mark &mark) { return mark.end; }
    [[nodiscard]] static Marks firstRun(Marks marks);
    [[nodiscard]] static bool writtenAtEnd(Marks marks);
    void pairTrack(std::span<Mark> marks);
    void pairNested(Marks marks);
    void pairRuns(Marks marks);

    std::vector<FlowMention> m_mentions;
    LaneNumbers m_numbers;
    TrackEvent m_event; // of the packet that is read, as m_stage
    RenderStage m_stage;
    EventRecords m_records;
    std::uint32_t m_slices = 0; // begins and ends
    Lanes m_lanes;
    StageSpecs m_specs;
    TextLosses m_losses;
    std::uint32_t m_withFlows = 0;
    struct Total {
        std::uint64_t starts = 0; // of its sequence
        double value = 0;
    };
    std::unordered_map<std::uint64_t, Total> m_totals; // of incremental counters, by track
    std::vector<double> m_counts;
    std::vector<std::int64_t> m_durations;
    std::vector<char> m_roles;
    Tracks m_tracks;
    std::map<std::pair<std::int64_t, std::int64_t>, std::uint64_t> m_threads; // pid and tid of threads without a track -> its id
    std::map<std::pair<std::uint64_t, std::int64_t>, std::uint64_t> m_launches; // render stage and time -> correlation
    std::uint64_t m_held = 0; // bytes counted
    std::uint64_t m_heldStates = 0; // of it; one packet may copy a large state
    bool m_stopped = false; // at a bundle
    PacketStates m_states;
};

} // namespace lamella::core::pftrace
