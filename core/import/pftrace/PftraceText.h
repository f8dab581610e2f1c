// SPDX-License-Identifier: GPL-3.0-or-later
// A Perfetto trace as the text of a Chrome trace, as PyTorch's profiler writes it of the same run: the categories, arguments and
// numbers of devices and streams are those of its JSON, so that both give the same tables.
#pragma once

#include "core/import/pftrace/PftraceIndex.h"
#include "core/import/pftrace/PftraceLanes.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core::pftrace {

inline constexpr std::string_view kTextOpening = "{\"traceEvents\": [\n";

// What the text leaves out, beside what PacketFaults counts.
struct TextLosses {
    std::uint64_t withoutTime = 0; // events
    std::uint64_t otherPhases = 0; // events of phases that only old Chrome writes
    std::uint64_t endArgs = 0; // ends of slices with arguments of their own
    std::uint64_t damaged = 0; // events
};

class PftraceText {
public:
    // Both must live as long as this object.
    PftraceText(std::string_view bytes, const PftraceIndex &index);
    // Appends about 64 KiB of text; false once all of it has been appended.
    [[nodiscard]] bool more(std::string &out);
    [[nodiscard]] const TextLosses &faults() const { return m_faults; }
    [[nodiscard]] std::uint64_t damagedPackets() const { return m_walk.faults().damaged; }

private:
    void addPacket(const Packet &packet, std::string &out);
    void addTrackEvent(const Packet &packet, std::string &out);
    void addRenderStage(const Packet &packet, std::string &out);
    void addCounter(Lane &lane, std::int64_t time, std::string_view name, std::string &out);
    void addFlows(Lane &lane, std::int64_t time, std::size_t firstMention, std::string &out);
    void begin(Lane &lane, char phase, std::int64_t time, std::string &out);
    void appendCategories(const Sequence &sequence, std::string &out) const;

    const PftraceIndex &m_index;
    PacketWalk m_walk;
    Lanes m_lanes;
    StageSpecs m_specs;
    TrackEvent m_event;
    RenderStage m_stage;
    std::vector<Lane *> m_declared; // by the packet that is being written
    std::size_t m_slices = 0; // begins and ends so far
    std::size_t m_mentions = 0; // of flows, so far
    bool m_begun = false;
    bool m_first = true; // no event so far
    bool m_ended = false;
    TextLosses m_faults;
};

} // namespace lamella::core::pftrace
