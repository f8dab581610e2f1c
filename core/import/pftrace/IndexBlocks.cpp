// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/pftrace/IndexBlocks.h"

#include <protozero/exception.hpp>

namespace lamella::core::pftrace {

EventHead::EventHead(const TrackEvent &event)
    : track(event.track.value_or(0))
    , nameId(event.nameIid)
    , usual(event.isWritten() && event.submitted.empty() && event.extraCounts.empty() && event.extraReals.empty()
          && event.cut == 0 && !event.legacyPid && !event.legacyTid)
    , tracked(event.track.has_value())
    , named(!event.name.empty())
    , annotated(event.annotated)
    , begins(event.begins())
    , ends(event.ends())
{
}

void IndexBlock::parse()
{
    m_packets.clear();
    m_flows.clear();
    forEachPacket(bytes, [this](std::string_view one) {
        Packet &packet = m_packets.emplace_back(one);
        if (packet.fields.trackEvent.data() == nullptr || packet.fields.damaged)
            return;
        try {
            m_event.readHead(packet.fields.trackEvent);
            packet.event = EventHead(m_event);
            packet.event.firstFlow = static_cast<std::uint32_t>(m_flows.size());
            packet.event.flows = static_cast<std::uint32_t>(m_event.flows.size());
            m_flows.insert(m_flows.end(), m_event.flows.begin(), m_event.flows.end());
        } catch (const protozero::exception &) {
            packet.event = {}; // read again, and counted, in the order of the file
        }
    });
}

} // namespace lamella::core::pftrace
