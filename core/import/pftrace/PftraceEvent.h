// SPDX-License-Identifier: GPL-3.0-or-later
// The fields of one TrackEvent and one TrackDescriptor (track_event.proto, track_descriptor.proto of Perfetto v58).
#pragma once

#include "core/import/pftrace/PftracePackets.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lamella::core::pftrace {

class FieldReader;

// All texts lie in the bytes of the trace. Reused from event to event, so that its lists keep their memory.
struct TrackEvent {
    struct Flow {
        std::uint64_t id = 0;
        bool ends = false; // here
    };
    int type = 0; // EventType; 0: see legacyPhase
    std::optional<std::uint64_t> track;
    std::string_view name;
    std::uint64_t nameIid = 0;
    std::vector<std::string_view> categories;
    std::vector<std::uint64_t> categoryIids;
    bool annotated = false;
    std::vector<std::string_view> annotations; // messages
    std::vector<Flow> flows;
    std::vector<std::uint64_t> submitted; // event_id of render stages
    std::optional<std::uint64_t> correlation;
    std::optional<double> count; // of a counter
    std::vector<double> extraCounts; // of other tracks
    std::vector<double> extraReals; // likewise
    std::vector<std::uint64_t> extraTracks; // those of extraCounts; empty: those of the sequence
    std::vector<std::uint64_t> extraRealTracks;
    std::uint64_t cut = 0; // entries of its lists that are not kept, annotations aside
    std::uint64_t cutAnnotations = 0; // likewise
    char legacyPhase = 0;
    std::optional<std::int64_t> legacyDurationNs;
    std::optional<std::int64_t> legacyPid; // of another thread
    std::optional<std::int64_t> legacyTid;

    // With the list of annotations, or only whether there are some. They throw protozero::exception on damage.
    void read(std::string_view bytes);
    void readHead(std::string_view bytes);
    [[nodiscard]] bool begins() const { return type == kSliceBegin || (type == 0 && legacyPhase == 'B'); }
    [[nodiscard]] bool whole() const { return type == 0 && legacyPhase == 'X' && legacyDurationNs; }
    [[nodiscard]] bool isInstant() const { return type == kInstant || (type == 0 && (legacyPhase == 'i' || legacyPhase == 'I')); }
    // Whether a Chrome trace can represent it, apart from counters.
    [[nodiscard]] bool isWritten() const { return begins() || ends() || whole() || isInstant(); }
    [[nodiscard]] bool ends() const { return type == kSliceEnd || (type == 0 && legacyPhase == 'E'); }

private:
    void clear();
    template <bool kLists> void readFields(std::string_view bytes);
    void readCount(FieldReader &fields);
    void readLegacy(std::string_view bytes);
    template <typename T> void append(std::vector<T> &list, T value);
};

// The unsigned number that an event is annotated with under this name.
[[nodiscard]] std::optional<std::uint64_t> annotatedNumber(
    const TrackEvent &event, const Sequence &sequence, std::string_view name);

struct TrackFacts {
    std::uint64_t parent = 0;
    std::string_view name;
    std::string_view threadName;
    std::string_view processName;
    std::optional<std::int64_t> pid;
    std::optional<std::int64_t> tid;
    bool isProcess = false;
    bool isThread = false;
    std::int64_t multiplier = 0; // of a counter; 0: 1
    bool incremental = false; // a counter's values are differences
};

struct TrackDescriptor {
    std::uint64_t uuid = 0;
    TrackFacts facts;
};

class Tracks {
public:
    // A track that is described again keeps what the later description does not state.
    void add(const TrackDescriptor &track);
    [[nodiscard]] const TrackFacts *find(std::uint64_t uuid) const;
    [[nodiscard]] bool hasProcess(std::int64_t pid) const { return m_processes.contains(pid); }
    [[nodiscard]] std::string_view processName(std::int64_t pid) const; // empty: not known
    [[nodiscard]] std::size_t size() const { return m_tracks.size() + m_processes.size(); }

private:
    std::unordered_map<std::uint64_t, TrackFacts> m_tracks; // by uuid
    std::unordered_map<std::int64_t, std::string_view> m_processes; // names by pid
};

// Throws protozero::exception on damage.
[[nodiscard]] TrackDescriptor readTrackDescriptor(std::string_view bytes);

} // namespace lamella::core::pftrace
