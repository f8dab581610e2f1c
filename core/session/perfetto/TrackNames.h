// SPDX-License-Identifier: GPL-3.0-or-later
// Names and groups of a document's tracks in Perfetto: threads below their process, streams below their device, other tracks
// below their process as named in the file. Descriptions are written before the first event of a track.
#pragma once

#include "core/session/perfetto/PacketWriter.h"

#include <map>
#include <string>
#include <unordered_set>

namespace lamella::core::pftrace {

class TrackNames {
public:
    TrackNames(const TraceDocument &document, PacketWriter &writer);

    // The uuid of a lane of the track; describes it when it is new.
    std::uint64_t lane(TrackId track, TrackArea area, std::uint32_t lane);
    // The uuid of a counter of the track.
    std::uint64_t counter(TrackId track, std::uint32_t number, const std::string &name);

private:
    struct Group {
        std::uint64_t uuid = 0;
        std::int64_t pid = 0; // 0: no process of the system
        std::string name;
        std::int64_t rank = 0;
        bool described = false;
    };
    Group &groupOf(TrackId track);
    [[nodiscard]] std::string groupName(const Track &track) const;
    [[nodiscard]] std::string trackName(const Track &track) const;

    const TraceDocument &m_document;
    PacketWriter &m_writer;
    std::map<std::string, Group, std::less<>> m_groups; // by process as recorded
    std::unordered_set<std::uint64_t> m_described;
};

} // namespace lamella::core::pftrace
