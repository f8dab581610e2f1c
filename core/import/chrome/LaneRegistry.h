// SPDX-License-Identifier: GPL-3.0-or-later
// Tracks with their names, and the devices and streams of GPU work.
#pragma once

#include "core/import/chrome/DeviceTracks.h"
#include "core/import/chrome/IdMerger.h"
#include "core/model/TraceDocument.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace lamella::core {

class LaneRegistry {
public:
    LaneRegistry(ImportedBlocks &imported, IdMerger &ids)
        : m_imported(imported)
        , m_ids(ids)
    {
    }

    // Fills the tracks of the document.
    void buildTracks(TraceDocument &document);
    // Call after pairs are matched. Adds the work of device tracks to the blocks, and fills devices and streams of the document.
    void addWork(TraceDocument &document);
    [[nodiscard]] StreamId stream(unsigned worker, std::uint32_t lane) const { return m_streams[worker][lane]; }
    [[nodiscard]] StreamId lastStream() const { return m_lastStream; } // of the document; invalid if there is none

private:
    void applyMetadata(TraceDocument &document) const;
    // A lane with the final id of its track. Lane numbers above those of the worker's vocabulary are device tracks.
    struct Lane {
        TrackId track;
        std::optional<std::int64_t> device;
        std::optional<std::int64_t> stream;
        bool named = false; // DeviceTrack::named
    };
    struct Place {
        std::int64_t device = 0;
        std::int64_t stream = 0;
        auto operator<=>(const Place &) const = default;
    };
    [[nodiscard]] Lane lane(unsigned worker, std::uint32_t number) const;
    [[nodiscard]] Place placeOf(const Lane &found, const Track &track) const;
    // Calls use(worker, number, lane) for each, once, in file order.
    template <typename Use> void eachUsedLane(const Use &use) const;
    void numberUnnumbered(const TraceDocument &document);
    [[nodiscard]] std::vector<std::uint32_t> ownLanes() const; // number of lanes per worker
    void buildStreams(TraceDocument &document);
    // New numbers, for processes of a merged file that use one number for different devices.
    using RecordedDevice = std::pair<std::int64_t, std::string>; // number, process
    [[nodiscard]] std::map<RecordedDevice, std::int64_t> renumberedDevices(const TraceDocument &document) const;

    ImportedBlocks &m_imported;
    IdMerger &m_ids;
    std::vector<std::optional<DeviceTrack>> m_deviceTracks; // row = TrackId
    std::vector<std::vector<StreamId>> m_streams; // by worker and lane
    StreamId m_lastStream;
    std::int64_t m_firstUnnumbered = 0; // number for streams without a number in their tid, plus that of the track
};

} // namespace lamella::core
