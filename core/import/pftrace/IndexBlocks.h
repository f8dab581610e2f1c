// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks of the packets of a trace, parsed as far as PftraceIndex needs nothing else for it.
#pragma once

#include "core/import/pftrace/PacketBlocks.h"
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
    bool usual : 1 = false; // see readUsual(): needs nothing else of it
    bool tracked : 1 = false;
    bool named : 1 = false; // has a name of its own
    bool annotated : 1 = false;
    bool begins : 1 = false;
    bool ends : 1 = false;

    EventHead() = default;
    explicit EventHead(const TrackEvent &event);
    // Reads a usual event and adds its flows. False for any other, which a TrackEvent has to read. Throws protozero::exception on
    // damage.
    [[nodiscard]] bool readUsual(std::string_view trackEvent, std::vector<TrackEvent::Flow> &all);
};

class IndexBlock : public PacketBlock {
public:
    std::uint64_t diskBytesRead = 0; // of the file, up to the end of the block

    struct Packet {
        PacketFields fields;
        EventHead event; // if it has one

        explicit Packet(std::string_view bytes)
            : fields(bytes)
        {
        }
    };

    void parse();
    [[nodiscard]] const std::vector<Packet> &packets() const { return m_packets; }
    [[nodiscard]] std::span<const TrackEvent::Flow> flows(const EventHead &event) const
    {
        return std::span(m_flows).subspan(event.firstFlow, event.flows);
    }

private:
    std::vector<Packet> m_packets;
    std::vector<TrackEvent::Flow> m_flows;
};

} // namespace lamella::core::pftrace
