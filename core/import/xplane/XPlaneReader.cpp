// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/xplane/XPlaneReader.h"

#include "core/base/Saturate.h"
#include "core/base/TimeBound.h"
#include "core/import/DiagnosticKinds.h"
#include "core/import/JsonText.h"
#include "core/import/XlaKernelDetails.h"
#include "core/import/chrome/DeviceTracks.h"
#include "core/import/xplane/XPlaneFields.h"
#include "core/import/xplane/XPlaneStats.h"

#include <algorithm>
#include <protozero/pbf_message.hpp>

namespace lamella::core {

using namespace xplane;

namespace {

constexpr std::int64_t kPsPerNs = 1000;
constexpr std::uint32_t kEventsBetweenPolls = 4096;
constexpr std::uint64_t kNodeBytes = 64; // of a map node without key and value

// Rounds to the nearest nanosecond, halves away from zero, like the exact decimals of the Chrome export.
std::int64_t nsOfPs(std::int64_t ps)
{
    return ps / kPsPerNs + (ps % kPsPerNs >= kPsPerNs / 2 ? 1 : 0);
}

} // namespace

struct XPlaneReader::Plane {
    struct Kind { // of events
        StringId name;
        StatFacts facts;
        OperationId operation;
    };
    std::string name;
    StatNames stats;
    std::unordered_map<std::int64_t, Kind> events; // by metadata id
};

XPlaneReader::XPlaneReader(DocumentBuilder &builder, const JobControl &control)
    : m_builder(builder)
    , m_texts(std::make_unique<StatTexts>(builder))
    , m_control(control)
{
}

XPlaneReader::~XPlaneReader() = default;

bool XPlaneReader::read(std::string_view bytes)
{
    bool going = true;
    m_begin = bytes.data();
    try {
        protozero::pbf_message<Space> space(bytes.data(), bytes.size());
        while (going && space.next()) {
            if (space.tag_and_type() == protozero::tag_and_type(Space::Hostnames, protozero::pbf_wire_type::length_delimited)) {
                if (m_hosts.size() < 2)
                    m_hosts.emplace(viewOf(space.get_view()).substr(0, kMaxHostBytes));
                continue;
            }
            if (space.tag_and_type() != protozero::tag_and_type(Space::Planes, protozero::pbf_wire_type::length_delimited)) {
                space.skip();
                continue;
            }
            const std::string_view plane = viewOf(space.get_view());
            const auto offset = static_cast<std::size_t>(plane.data() - bytes.data());
            going = readPlane(plane, offset);
            m_control.report(offset + plane.size(), bytes.size());
        }
    } catch (const protozero::exception &fault) {
        m_builder.document().diagnostics.add(diagnostics::kDamagedMessage, -1, fault.what());
    }
    if (m_hosts.size() == 1) // of several, none is that of the trace
        m_builder.document().metadata.other.emplace_back("hostname", quotedJson(*m_hosts.begin()));
    if (going)
        addWork();
    return going;
}

bool XPlaneReader::readPlane(std::string_view bytes, std::size_t offset)
{
    ++m_planes;
    Plane plane;
    bool going = keep(sizeof(DeviceFacts) + kNodeBytes);
    try {
        // Names may come after their uses, so read the names of stats first, then kinds of events, then events.
        readPlaneHead(bytes, plane);
        protozero::pbf_message<PlaneField> kinds(bytes.data(), bytes.size());
        while (!m_limitHit && kinds.next(PlaneField::EventMetadata, protozero::pbf_wire_type::length_delimited))
            readKind(viewOf(kinds.get_view()), plane);
        protozero::pbf_message<PlaneField> lines(bytes.data(), bytes.size());
        while (going && lines.next(PlaneField::Lines, protozero::pbf_wire_type::length_delimited))
            going = readLine(viewOf(lines.get_view()), plane);
    } catch (const protozero::exception &fault) {
        m_builder.document().diagnostics.add(
            diagnostics::kDamagedMessage, static_cast<std::int64_t>(offset), plane.name + ": " + fault.what());
    }
    return going && !m_limitHit;
}

bool XPlaneReader::keep(std::uint64_t bytes)
{
    m_builder.memory().hold(bytes);
    m_limitHit = m_limitHit || m_builder.memory().exceeded();
    return !m_limitHit;
}

void XPlaneReader::readPlaneHead(std::string_view bytes, Plane &plane)
{
    std::vector<std::string_view> stats;
    protozero::pbf_message<PlaneField> head(bytes.data(), bytes.size());
    while (!m_limitHit && head.next()) {
        switch (head.tag_and_type()) {
        case protozero::tag_and_type(PlaneField::Name, protozero::pbf_wire_type::length_delimited):
            plane.name = cleanSample(viewOf(head.get_view()), 4096);
            break;
        case protozero::tag_and_type(PlaneField::StatMetadata, protozero::pbf_wire_type::length_delimited):
            plane.stats.add(viewOf(head.get_view()));
            keep(kNodeBytes);
            break;
        case protozero::tag_and_type(PlaneField::Stats, protozero::pbf_wire_type::length_delimited):
            stats.push_back(viewOf(head.get_view()));
            keep(sizeof stats.front());
            break;
        default:
            head.skip();
        }
    }
    StatFacts facts;
    for (const std::string_view stat : stats)
        facts.add(plane.stats, stat);
    DeviceFacts &device = m_deviceFacts[plane.name];
    // A second plane of the same name may lack these facts; keep those of the first.
    if (!facts.deviceType.empty())
        device.type = cleanSample(facts.deviceType);
    if (facts.peakFlopsPerSecond > 0)
        device.peakFlopsPerSecond = facts.peakFlopsPerSecond;
    if (facts.peakBytesPerSecond > 0)
        device.peakBytesPerSecond = facts.peakBytesPerSecond;
    if (facts.multiprocessors > 0) {
        device.computeMajor = facts.computeMajor;
        device.computeMinor = facts.computeMinor;
        device.multiprocessors = facts.multiprocessors;
        device.memoryBytes = facts.memoryBytes;
    }
}

void XPlaneReader::readKind(std::string_view bytes, Plane &plane)
{
    const Entry entry = entryOf(bytes);
    std::string_view name;
    std::string_view display;
    Plane::Kind kind;
    protozero::pbf_message<MetadataField> metadata(entry.value.data(), entry.value.size());
    while (metadata.next()) {
        switch (metadata.tag_and_type()) {
        case protozero::tag_and_type(MetadataField::Name, protozero::pbf_wire_type::length_delimited):
            name = viewOf(metadata.get_view());
            break;
        case protozero::tag_and_type(MetadataField::DisplayName, protozero::pbf_wire_type::length_delimited):
            display = viewOf(metadata.get_view());
            break;
        case protozero::tag_and_type(MetadataField::Stats, protozero::pbf_wire_type::length_delimited):
            kind.facts.add(plane.stats, viewOf(metadata.get_view()));
            break;
        default:
            metadata.skip();
        }
    }
    // If both exist, the name is the full text of the operation and the display name its short name.
    const std::string_view shown = display.empty() ? name : display;
    if (!display.empty())
        kind.facts.longName = name;
    kind.name = m_builder.intern(cleanSample(shown, shown.size() * 3));
    kind.operation = kind.facts.operation(m_builder, *m_texts);
    plane.events[entry.key] = std::move(kind);
    keep(sizeof(Plane::Kind) + kNodeBytes);
}

bool XPlaneReader::readLine(std::string_view bytes, Plane &plane)
{
    std::int64_t id = 0;
    std::int64_t startNs = 0;
    std::string name;
    std::string displayName;
    protozero::pbf_message<LineField> head(bytes.data(), bytes.size());
    while (head.next()) {
        switch (head.tag_and_type()) {
        case protozero::tag_and_type(LineField::Id, protozero::pbf_wire_type::varint):
            id = head.get_int64();
            break;
        case protozero::tag_and_type(LineField::Name, protozero::pbf_wire_type::length_delimited):
            name = cleanSample(viewOf(head.get_view()), 4096);
            break;
        case protozero::tag_and_type(LineField::DisplayName, protozero::pbf_wire_type::length_delimited):
            displayName = cleanSample(viewOf(head.get_view()), 4096);
            break;
        case protozero::tag_and_type(LineField::TimestampNs, protozero::pbf_wire_type::varint):
            startNs = head.get_int64();
            break;
        default:
            head.skip();
        }
    }
    const TrackId track = m_builder.track(plane.name, std::to_string(id));
    Track &shown = m_builder.at(track);
    shown.processName = plane.name;
    shown.threadName = displayName.empty() ? name : displayName;
    shown.sortIndex = id;
    shown.kind = plane.name.starts_with("/host:") ? TrackKind::Cpu : TrackKind::Other;
    const std::string_view category = xlaCategory(shown);
    m_category = m_builder.intern(category);
    m_line = category == "kernel" ? LineKind::GpuStream : shown.kind == TrackKind::Cpu ? LineKind::Host : LineKind::Other;
    protozero::pbf_message<LineField> events(bytes.data(), bytes.size());
    while (events.next(LineField::Events, protozero::pbf_wire_type::length_delimited)) {
        if (!readEvent(viewOf(events.get_view()), startNs, track, plane))
            return false;
    }
    return true;
}

bool XPlaneReader::readEvent(std::string_view bytes, std::int64_t lineStartNs, TrackId track, Plane &plane)
{
    std::int64_t metadata = 0;
    std::int64_t offsetPs = 0;
    std::int64_t durationPs = 0;
    bool placed = true; // false for an event with an occurrence count instead of an offset, which has no time
    m_stats.clear();
    protozero::pbf_message<EventField> event(bytes.data(), bytes.size());
    while (!m_limitHit && event.next()) {
        switch (event.tag_and_type()) {
        case protozero::tag_and_type(EventField::MetadataId, protozero::pbf_wire_type::varint):
            metadata = event.get_int64();
            break;
        case protozero::tag_and_type(EventField::OffsetPs, protozero::pbf_wire_type::varint):
            offsetPs = event.get_int64();
            break;
        case protozero::tag_and_type(EventField::DurationPs, protozero::pbf_wire_type::varint):
            durationPs = event.get_int64();
            break;
        case protozero::tag_and_type(EventField::Stats, protozero::pbf_wire_type::length_delimited):
            if (m_stats.size() == m_stats.capacity())
                keep(std::max<std::size_t>(1, m_stats.size()) * sizeof m_stats.front());
            m_stats.push_back(viewOf(event.get_view()));
            break;
        case protozero::tag_and_type(EventField::Occurrences, protozero::pbf_wire_type::varint):
            placed = false;
            event.skip();
            break;
        default:
            event.skip();
        }
    }
    m_limitHit = m_limitHit || m_builder.full();
    if (m_limitHit)
        return false;
    if (!placed) {
        m_builder.document().diagnostics.add(diagnostics::kMissingTimestamp, -1, plane.name);
        return true;
    }
    if (durationPs < 0) {
        m_builder.document().diagnostics.add(diagnostics::kNegativeDuration, -1, plane.name);
        durationPs = 0;
    }
    const auto kind = plane.events.find(metadata);
    const std::int64_t start = addSaturated(lineStartNs, nsOfPs(offsetPs));
    const std::int64_t duration = nsOfPs(durationPs);
    const StringId name = kind == plane.events.end() ? StringId{0} : kind->second.name;
    const EventId id = m_builder.add({start, duration, name, m_category, track, 'X'});
    m_builder.setText(static_cast<std::uint32_t>(bytes.data() - m_begin), static_cast<std::uint32_t>(bytes.size()));
    setStats(id, name, kind == plane.events.end() ? nullptr : &kind->second.facts,
        kind == plane.events.end() ? OperationId{} : kind->second.operation, plane);
    if (!isWithinBound(start) || !endsWithinBound(start, duration))
        return true;
    if (m_spans.size() <= track.value)
        m_spans.resize(track.value + 1);
    // Exact in picoseconds, unlike the rounded start and duration.
    const PsTime from = psTime(lineStartNs, offsetPs);
    m_spans[track.value].push_back({from, psTime(from.ns, addSaturated(durationPs, from.ps)), id.value});
    if (id.value % kEventsBetweenPolls != 0)
        return true;
    return keep(kEventsBetweenPolls * sizeof(DeviceSpan)) && !m_control.stopRequested();
}

// Sets the stats of the event, which was added last: its own, and those of its kind where it has none.
void XPlaneReader::setStats(EventId event, StringId name, const StatFacts *kind, OperationId operation, const Plane &plane)
{
    StatFacts own;
    const StatFacts *facts = kind ? kind : &own;
    if (!m_stats.empty()) {
        if (kind)
            own = *kind;
        for (const std::string_view stat : m_stats)
            own.add(plane.stats, stat);
        if (!kind || !own.sameOperation(*kind))
            operation = own.operation(m_builder, *m_texts);
        facts = &own;
    }
    if (operation.valid())
        m_builder.setValue(SparseKey::Operation, operation.value);
    if (!facts->runId.empty())
        m_builder.setValue(SparseKey::RunId, m_builder.intern(facts->runId).value);
    setLaunch(event, name, *facts);
}

// Calls and the work that they launch have the same correlation id.
void XPlaneReader::setLaunch(EventId event, StringId name, const StatFacts &facts)
{
    const bool correlated = facts.correlation != 0 && m_line != LineKind::Other;
    if (correlated)
        m_builder.setValue(SparseKey::Correlation, facts.correlation);
    if (correlated && m_line == LineKind::Host) {
        m_builder.setCategory(m_builder.intern(categoryOfGpuCall(m_builder.document().text(name))));
        m_builder.addLaunch(0, facts.correlation, event);
    }
    const LaunchShape shape = m_line == LineKind::GpuStream ? shapeOfKernelDetails(facts.kernelDetails) : LaunchShape{};
    if (m_line != LineKind::GpuStream || (!correlated && !shape.recorded()))
        return;
    if (m_gpuLaunches.size() == m_gpuLaunches.capacity())
        keep(std::max<std::size_t>(1, m_gpuLaunches.size()) * sizeof m_gpuLaunches.front());
    m_gpuLaunches.push_back({event, facts.correlation, shape});
}

// As in the Chrome export of the same capture, the names of planes and lines identify work.
void XPlaneReader::addWork()
{
    const std::vector<std::optional<DeviceTrack>> tracks = findDeviceTracks(m_builder.document().tracks);
    m_spans.resize(tracks.size());
    Containers containers;
    std::map<std::int64_t, const DeviceFacts *> devices;
    for (std::uint32_t t = 0; t < tracks.size(); ++t) {
        if (!tracks[t] || !tracks[t]->work)
            continue;
        if (tracks[t]->leavesOnly)
            containers.add(keepLeaves(m_spans[t], 0));
        for (const DeviceSpan &span : m_spans[t]) {
            RecordedWork work;
            work.event = EventId{static_cast<std::uint32_t>(span.item)};
            work.device = tracks[t]->device;
            work.stream = tracks[t]->stream.value_or(t);
            work.track = TrackId{t};
            const auto launch = std::lower_bound(m_gpuLaunches.begin(), m_gpuLaunches.end(), work.event,
                [](const GpuLaunch &known, EventId event) { return known.event < event; });
            if (launch != m_gpuLaunches.end() && launch->event == work.event) {
                work.correlation = launch->correlation;
                work.shape = launch->shape;
            }
            m_builder.addWork(work);
        }
        if (tracks[t]->partOfDevice)
            continue;
        const std::string &process = m_builder.document().tracks[t].processName;
        const DeviceFacts &facts = m_deviceFacts[process];
        m_builder.nameDevice(tracks[t]->device, facts.type.empty() ? process : facts.type);
        m_builder.setPeaks(tracks[t]->device, facts.peakFlopsPerSecond, facts.peakBytesPerSecond);
        if (facts.multiprocessors > 0)
            devices.try_emplace(tracks[t]->device, &facts);
    }
    containers.report(m_builder.document().diagnostics);
    recordDevices(devices);
}

// As Kineto writes them, which is what recognises a GPU.
void XPlaneReader::recordDevices(const std::map<std::int64_t, const DeviceFacts *> &devices)
{
    std::string list;
    for (const auto &[number, facts] : devices)
        list += std::string(list.empty() ? "" : ", ") + "{\"id\": " + std::to_string(number)
            + ", \"totalGlobalMem\": " + std::to_string(facts->memoryBytes)
            + ", \"computeMajor\": " + std::to_string(facts->computeMajor)
            + ", \"computeMinor\": " + std::to_string(facts->computeMinor)
            + ", \"numSms\": " + std::to_string(facts->multiprocessors) + "}";
    if (!list.empty())
        m_builder.document().metadata.other.emplace_back("deviceProperties", "[" + list + "]");
}

} // namespace lamella::core
