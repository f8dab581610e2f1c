// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks of the packets of a trace in memory, parsed as far as PftraceIndex needs nothing else for it.
#pragma once

#include "core/import/pftrace/PftraceEvent.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace lamella::core::pftrace {

// What the index needs of a TrackEvent, in little memory.
struct EventHead {
    std::uint64_t track = 0;
    std::uint64_t nameId = 0;
    std::uint32_t firstFlow = 0; // of the block
    std::uint32_t flows = 0;
    bool usual : 1 = false; // needs nothing else of it
    bool tracked : 1 = false;
    bool named : 1 = false; // has a name of its own
    bool annotated : 1 = false;
    bool begins : 1 = false;
    bool ends : 1 = false;

    EventHead() = default;
    explicit EventHead(const TrackEvent &event);
};

class IndexBlock {
public:
    struct Packet {
        PacketFields fields;
        EventHead event; // if it has one

        explicit Packet(std::string_view bytes)
            : fields(bytes)
        {
        }
    };
    std::string_view bytes; // whole fields of the trace

    void parse();
    [[nodiscard]] const std::vector<Packet> &packets() const { return m_packets; }
    [[nodiscard]] std::span<const TrackEvent::Flow> flows(const EventHead &event) const
    {
        return std::span(m_flows).subspan(event.firstFlow, event.flows);
    }

private:
    std::vector<Packet> m_packets;
    std::vector<TrackEvent::Flow> m_flows;
    TrackEvent m_event;
};

} // namespace lamella::core::pftrace
