// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome/LaneRegistry.h"

#include "core/import/DiagnosticKinds.h"
#include "core/import/TimestampParser.h"
#include "core/import/chrome/PairMatcher.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

namespace lamella::core {

namespace {

constexpr std::int64_t kUnnumberedStreams = 1'000'000; // the first of those without a number in their tid, if it is free
constexpr std::int64_t kLargestStream = std::numeric_limits<std::int64_t>::max() >> 1; // so that others have room above it

// The trailing number of "7", "stream 7" or "GPU 0".
std::optional<std::int64_t> numberIn(std::string_view label)
{
    if (const std::optional<std::int64_t> whole = parseInteger(label))
        return whole;
    std::size_t from = label.size();
    while (from > 0 && label[from - 1] >= '0' && label[from - 1] <= '9')
        --from;
    return from < label.size() ? parseInteger(label.substr(from)) : std::nullopt;
}

// "1 is device 0 of process 32, 2 is device 0 of process 33"
std::string recordedText(const std::map<std::pair<std::int64_t, std::string>, std::int64_t> &numbers)
{
    std::string text;
    for (const auto &[recorded, number] : numbers)
        text += (text.empty() ? "" : ", ") + std::to_string(number) + " is device " + std::to_string(recorded.first)
            + " of process " + recorded.second;
    return text;
}

} // namespace

void LaneRegistry::addWork(TraceDocument &document)
{
    m_deviceTracks = findDeviceTracks(document.tracks);
    addXlaLaunches(m_imported, document.tracks, document.strings);
    addDeviceTrackWork(m_imported, m_deviceTracks, ownLanes(), document.strings, document.diagnostics);
    dropUnclosedWork(m_imported, document.diagnostics);
    buildStreams(document);
}

std::vector<std::uint32_t> LaneRegistry::ownLanes() const
{
    std::vector<std::uint32_t> counts;
    for (const Vocabulary *vocabulary : m_imported.vocabularies)
        counts.push_back(static_cast<std::uint32_t>(vocabulary->lanes().size()));
    return counts;
}

// Only lanes of accepted blocks: a worker may have seen others in discarded text.
template <typename Use> void LaneRegistry::eachUsedLane(const Use &use) const
{
    std::vector<std::vector<char>> seen(m_imported.vocabularies.size());
    for (const ParsedBlock &block : m_imported.blocks) {
        for (const std::uint32_t number : block.lanes) {
            std::vector<char> &ofWorker = seen[block.worker];
            ofWorker.resize(std::max<std::size_t>(ofWorker.size(), std::size_t{number} + 1));
            if (std::exchange(ofWorker[number], char{1}) == 0)
                use(block.worker, number, lane(block.worker, number));
        }
    }
}

LaneRegistry::Lane LaneRegistry::lane(unsigned worker, std::uint32_t number) const
{
    const std::vector<LocalLane> &own = m_imported.vocabularies[worker]->lanes();
    if (number < own.size())
        return {TrackId{m_ids.track(worker, own[number].track)}, own[number].device, own[number].stream, false};
    const auto track = static_cast<std::uint32_t>(number - own.size());
    const DeviceTrack &device = *m_deviceTracks[track];
    return {TrackId{track}, device.device, device.stream, device.named};
}

void LaneRegistry::buildTracks(TraceDocument &document)
{
    std::vector<std::pair<std::string, std::string>> names = m_ids.takeTracks();
    document.tracks.resize(names.size());
    for (std::size_t i = 0; i < names.size(); ++i) {
        Track &track = document.tracks[i];
        track.process = std::move(names[i].first);
        track.thread = std::move(names[i].second);
        track.kind = (m_ids.trackUse()[i] & 1) != 0 ? TrackKind::Cpu : TrackKind::Other;
    }
    applyMetadata(document);
}

void LaneRegistry::applyMetadata(TraceDocument &document) const
{
    // Any track of a process may carry its name. A file may have millions of processes, so each is looked up once.
    std::unordered_map<std::string_view, std::uint32_t> numbers;
    numbers.reserve(document.tracks.size());
    std::vector<std::uint32_t> processOf;
    processOf.reserve(document.tracks.size());
    for (const Track &track : document.tracks)
        processOf.push_back(numbers.try_emplace(track.process, static_cast<std::uint32_t>(numbers.size())).first->second);
    std::vector<StringId> processNames(numbers.size());
    for (const ParsedBlock &block : m_imported.blocks) {
        for (const MetaRecord &meta : block.metas) {
            const std::uint32_t row = block.chunk.track[meta.row].value;
            Track &track = document.tracks[row];
            if (meta.kind == MetaKind::ProcessName)
                processNames[processOf[row]] = meta.name;
            else if (meta.kind == MetaKind::ThreadName)
                track.threadName = document.strings.view(meta.name);
            else if (meta.kind == MetaKind::ThreadSortIndex)
                track.sortIndex = meta.number;
        }
    }
    for (std::size_t row = 0; row < processOf.size(); ++row)
        if (const StringId name = processNames[processOf[row]]; name.valid())
            document.tracks[row].processName = document.strings.view(name);
}

// Ranks that see only one GPU each all call it device 0; in a merged file their work must not be assigned to one stream. Where
// processes share a stream of a device, the first one keeps the device number and the others get free numbers.
std::map<LaneRegistry::RecordedDevice, std::int64_t> LaneRegistry::renumberedDevices(const TraceDocument &document) const
{
    std::map<Place, std::string> owners; // first process of each stream
    std::map<std::int64_t, std::vector<std::string>> processes; // of each device, in file order
    std::set<RecordedDevice> known;
    std::set<std::int64_t> shared;
    eachUsedLane([&](unsigned, std::uint32_t, const Lane &found) {
        if (found.named)
            return;
        const Track &track = document.tracks[found.track.value];
        const Place place = placeOf(found, track);
        if (owners.try_emplace(place, track.process).first->second != track.process)
            shared.insert(place.device);
        if (known.emplace(place.device, track.process).second)
            processes[place.device].push_back(track.process);
    });
    std::map<RecordedDevice, std::int64_t> numbers;
    std::int64_t next = 0;
    for (const std::int64_t device : shared) {
        for (std::size_t p = 1; p < processes[device].size(); ++p) {
            while (processes.contains(next))
                ++next;
            numbers[{device, processes[device][p]}] = next++;
        }
    }
    return numbers;
}

LaneRegistry::Place LaneRegistry::placeOf(const Lane &found, const Track &track) const
{
    return {found.device ? *found.device : numberIn(track.process).value_or(0),
        found.stream ? *found.stream : numberIn(track.thread).value_or(m_firstUnnumbered + found.track.value)};
}

// Above all recorded numbers, so that no two streams have one.
void LaneRegistry::numberUnnumbered(const TraceDocument &document)
{
    m_firstUnnumbered = kUnnumberedStreams;
    eachUsedLane([&](unsigned, std::uint32_t, const Lane &found) {
        const auto number = found.stream ? found.stream : numberIn(document.tracks[found.track.value].thread);
        if (number && *number >= m_firstUnnumbered && *number < kLargestStream)
            m_firstUnnumbered = *number + 1;
    });
}

void LaneRegistry::buildStreams(TraceDocument &document)
{
    const std::vector<std::uint32_t> lanes = ownLanes();
    std::vector<std::vector<std::optional<Place>>> places(m_imported.vocabularies.size());
    for (std::size_t worker = 0; worker < places.size(); ++worker)
        places[worker].resize(lanes[worker] + document.tracks.size());
    std::map<Place, TrackId> streams; // with the first track that has its work
    numberUnnumbered(document);
    const std::map<RecordedDevice, std::int64_t> numbers = renumberedDevices(document);
    if (!numbers.empty())
        document.diagnostics.add(diagnostics::kRenumberedDevice, -1, recordedText(numbers), numbers.size());
    eachUsedLane([&](unsigned worker, std::uint32_t number, const Lane &found) {
        const Track &track = document.tracks[found.track.value];
        Place place = placeOf(found, track);
        if (const auto it = numbers.find({place.device, track.process}); it != numbers.end())
            place.device = it->second;
        const auto [it, added] = streams.try_emplace(place, found.track);
        if (!added && found.track < it->second)
            it->second = found.track;
        places[worker][number] = place;
    });
    std::map<Place, StreamId> ids;
    for (const auto &[place, track] : streams) {
        if (document.devices.empty() || document.devices.back().number != place.device)
            document.devices.push_back({place.device, {}});
        m_lastStream = StreamId{static_cast<std::uint32_t>(document.streams.size())};
        ids[place] = m_lastStream;
        document.streams.push_back({DeviceId{static_cast<std::uint32_t>(document.devices.size() - 1)}, place.stream, track});
    }
    m_streams.resize(places.size());
    for (std::size_t worker = 0; worker < places.size(); ++worker) {
        m_streams[worker].resize(places[worker].size());
        for (std::uint32_t number = 0; number < places[worker].size(); ++number) {
            if (!places[worker][number])
                continue;
            const StreamId id = ids[*places[worker][number]];
            m_streams[worker][number] = id;
            Track &track = document.tracks[lane(static_cast<unsigned>(worker), number).track.value];
            track.kind = TrackKind::GpuStream;
            if (!track.stream.valid() || id < track.stream)
                track.stream = id;
        }
    }
}

} // namespace lamella::core
