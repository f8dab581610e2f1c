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

#include <atomic>
#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lamella::core::pftrace {

// The position of an event in its block, and the facts that the walk found about it.
struct EventRecord {
    std::int64_t time = 0; // ns
    std::uint32_t at = 0; // of its message (TrackEvent or GpuRenderStageEvent) in the block
    std::uint32_t bytes = 0; // of it
    std::uint32_t state = 0; // of its sequence: see PacketStates
    std::uint32_t lane = 0;
    std::uint32_t mention = 0; // its first of a flow: see flowRole()
    std::uint16_t sequenceId = 0; // its low bits
    bool stage : 1 = false;
    bool counter : 1 = false; // see count()
    bool mark : 1 = false; // the begin or end of a slice: see duration()
    bool end : 1 = false;
    bool args : 1 = false;
    bool flows : 1 = false;
    bool usual : 1 = false; // a TrackEvent of which nothing more is needed than its name, category, annotations and flows
    bool dropped : 1 = false; // something else in its packet is damaged
};

// The events of a block of the trace, in file order.
struct EventBlock {
    std::vector<EventRecord> records;
    std::size_t bytes = 0; // of the block
    std::uint32_t firstMark = 0; // its first begin or end of a slice: see duration()
    std::uint32_t firstCount = 0; // its first value of a counter: see count()
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
    static constexpr std::int64_t kOpen = -1; // a begin without an end, or an end without a begin
    enum class AtBundle { Stop, GoOn };
    // Both must live as long as this object.
    PftraceIndex(MemoryBudget &memory, const JobControl &control)
        : m_memory(memory)
        , m_control(control)
    {
    }
    ~PftraceIndex() { m_memory.release(m_held - m_released); }
    PftraceIndex(const PftraceIndex &) = delete;
    PftraceIndex &operator=(const PftraceIndex &) = delete;
    // Reads the whole trace, on as many threads (0: as are free). False if it ended, on request, at the first bundle of packets,
    // which must be expanded first. Call once. Errors: those of the source, Limit, Cancelled.
    [[nodiscard]] Result<bool> read(ByteSource &trace, const std::string &path, unsigned workers, AtBundle atBundle);

    // As PacketCutter cuts the trace.
    [[nodiscard]] const std::vector<EventBlock> &blocks() const { return m_blocks; }
    // The events of the block are not needed any more. Each once; thread-safe for different blocks.
    void release(std::size_t block);
    [[nodiscard]] const Sequence &state(const EventRecord &record) const { return m_states.state(record.state); }
    [[nodiscard]] std::uint64_t bytes() const { return m_bytes; } // of the trace
    [[nodiscard]] const Lanes &lanes() const { return m_lanes; }
    [[nodiscard]] const StageSpecs &specs() const { return m_specs; }
    [[nodiscard]] const TextLosses &losses() const { return m_losses; }
    // Of the n-th mark, in file order: ns of a begin, 0 of an end; kOpen.
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

    [[nodiscard]] bool take(const IndexBlock &block, AtBundle atBundle);
    void countMemory();
    void read(const Packet &packet, const EventHead &head, std::span<const TrackEvent::Flow> flows);
    void readTrack(std::string_view descriptor);
    [[nodiscard]] EventRecord &addRecord(const Packet &packet, std::string_view message);
    void addEvent(const Packet &packet, const EventHead &head, std::span<const TrackEvent::Flow> flows);
    void addWritten(
        const Packet &packet, const EventHead &head, std::span<const TrackEvent::Flow> flows, std::uint64_t track);
    void addStage(const Packet &packet);
    [[nodiscard]] std::uint64_t trackOf(const Packet &packet);
    void addLaunches(const TrackEvent &event, const Sequence &sequence, std::int64_t time);
    void addMentions(std::int64_t time, std::span<const TrackEvent::Flow> flows);
    void addCounts(const Packet &packet);
    void addCount(const Packet &packet, std::uint64_t track, double value);
    [[nodiscard]] std::uint64_t heldBytes() const;
    void findRoles();
    void addMark(const EventRecord &record);
    void pairUnordered();
    [[nodiscard]] static bool isEnd(const Mark &mark) { return mark.end; }
    [[nodiscard]] static Marks firstRun(Marks marks);
    [[nodiscard]] static bool writtenAtEnd(Marks marks);
    void pairTrack(std::span<Mark> marks);
    void pairNested(Marks marks);
    void pairRuns(Marks marks);

    // The slices of a track that have no end yet, as long as its marks are in order of time.
    struct OpenSlices {
        std::vector<std::pair<std::uint32_t, std::int64_t>> begins; // number and time of the mark
        std::int64_t last = std::numeric_limits<std::int64_t>::min(); // time of the mark before
        std::uint32_t marks = 0; // all
        bool ordered = true;
    };
    void sortUnordered(std::vector<Mark> &sorted, std::vector<std::size_t> &ends);

    MemoryBudget &m_memory;
    const JobControl &m_control;
    std::vector<FlowMention> m_mentions;
    LaneNumbers m_numbers;
    TrackEvent m_event; // of the packet that is read, as m_stage
    RenderStage m_stage;
    std::vector<EventBlock> m_blocks;
    const char *m_blockBytes = nullptr; // of the block that is read
    std::uint64_t m_recordBytes = 0; // of those before
    std::uint64_t m_bytes = 0;
    std::vector<OpenSlices> m_open; // by lane
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
    std::atomic<std::uint64_t> m_released{0}; // of them
    std::atomic<std::size_t> m_releasedBlocks{0};
    std::uint64_t m_heldStates = 0; // of it; one packet may copy a large state
    PacketStates m_states;
};

} // namespace lamella::core::pftrace
