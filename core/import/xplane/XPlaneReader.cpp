// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/xplane/XPlaneReader.h"

#include "core/import/DeviceTracks.h"
#include "core/import/DiagnosticKinds.h"
#include "core/import/JsonText.h"
#include "core/import/TimestampParser.h"

#include <algorithm>
#include <protozero/pbf_message.hpp>

namespace lamella::core {

namespace {

// Field numbers.
enum class Space : protozero::pbf_tag_type { Planes = 1 };
enum class PlaneField : protozero::pbf_tag_type { Id = 1, Name = 2, Lines = 3, EventMetadata = 4, StatMetadata = 5, Stats = 6 };
enum class MapEntry : protozero::pbf_tag_type { Key = 1, Value = 2 };
enum class LineField : protozero::pbf_tag_type {
    Id = 1,
    Name = 2,
    TimestampNs = 3,
    Events = 4,
    DisplayId = 10,
    DisplayName = 11
};
enum class EventField : protozero::pbf_tag_type { MetadataId = 1, OffsetPs = 2, DurationPs = 3, Stats = 4, Occurrences = 5 };
enum class MetadataField : protozero::pbf_tag_type { Id = 1, Name = 2, DisplayName = 4 };

constexpr std::int64_t kPsPerNs = 1000;
constexpr std::uint32_t kEventsBetweenPolls = 4096;

std::string_view viewOf(const protozero::data_view &data)
{
    return {data.data(), data.size()};
}

// Nearest nanosecond, halves away from zero: as the exact decimal of the Chrome export is rounded.
std::int64_t nsOfPs(std::int64_t ps)
{
    return ps / kPsPerNs + (ps % kPsPerNs >= kPsPerNs / 2 ? 1 : 0);
}

} // namespace

struct XPlaneReader::Plane {
    std::string name;
    std::unordered_map<std::int64_t, StringId> events; // metadata id -> name
};

bool XPlaneReader::read(std::string_view bytes)
{
    bool going = true;
    try {
        protozero::pbf_message<Space> space(bytes.data(), bytes.size());
        while (going && space.next()) {
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
        m_builder.document().diagnostics.add(oddity::kDamagedMessage, -1, fault.what());
    }
    if (going)
        addWork();
    return going;
}

bool XPlaneReader::readPlane(std::string_view bytes, std::size_t offset)
{
    ++m_planes;
    Plane plane;
    bool going = true;
    try {
        // Names of events may stand behind the lines that use them: two passes.
        protozero::pbf_message<PlaneField> names(bytes.data(), bytes.size());
        while (names.next()) {
            switch (names.tag_and_type()) {
            case protozero::tag_and_type(PlaneField::Name, protozero::pbf_wire_type::length_delimited):
                plane.name = cleanSample(viewOf(names.get_view()), 4096);
                break;
            case protozero::tag_and_type(PlaneField::EventMetadata, protozero::pbf_wire_type::length_delimited):
                readNames(viewOf(names.get_view()), plane);
                break;
            default:
                names.skip();
            }
        }
        protozero::pbf_message<PlaneField> lines(bytes.data(), bytes.size());
        while (going && lines.next(PlaneField::Lines, protozero::pbf_wire_type::length_delimited))
            going = readLine(viewOf(lines.get_view()), plane);
    } catch (const protozero::exception &fault) {
        m_builder.document().diagnostics.add(
            oddity::kDamagedMessage, static_cast<std::int64_t>(offset), plane.name + ": " + fault.what());
    }
    return going;
}

void XPlaneReader::readNames(std::string_view entry, Plane &plane)
{
    std::int64_t id = 0;
    std::string_view name;
    std::string_view display;
    protozero::pbf_message<MapEntry> pair(entry.data(), entry.size());
    while (pair.next()) {
        if (pair.tag_and_type() == protozero::tag_and_type(MapEntry::Key, protozero::pbf_wire_type::varint)) {
            id = pair.get_int64();
        } else if (pair.tag_and_type() == protozero::tag_and_type(MapEntry::Value, protozero::pbf_wire_type::length_delimited)) {
            const protozero::data_view value = pair.get_view();
            protozero::pbf_message<MetadataField> metadata(value.data(), value.size());
            while (metadata.next()) {
                if (metadata.tag_and_type()
                    == protozero::tag_and_type(MetadataField::Name, protozero::pbf_wire_type::length_delimited))
                    name = viewOf(metadata.get_view());
                else if (metadata.tag_and_type()
                    == protozero::tag_and_type(MetadataField::DisplayName, protozero::pbf_wire_type::length_delimited))
                    display = viewOf(metadata.get_view());
                else
                    metadata.skip();
            }
        } else {
            pair.skip();
        }
    }
    // Where both are there, the name is the text of the whole operation and the display name what people call it.
    const std::string_view shown = display.empty() ? name : display;
    plane.events[id] = m_builder.intern(cleanSample(shown, shown.size() * 3));
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
    bool placed = true; // an event with a number of occurrences in place of an offset has no time
    protozero::pbf_message<EventField> event(bytes.data(), bytes.size());
    while (event.next()) {
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
        case protozero::tag_and_type(EventField::Occurrences, protozero::pbf_wire_type::varint):
            placed = false;
            event.skip();
            break;
        default:
            event.skip();
        }
    }
    if (m_builder.events() >= m_limits.maxEvents) {
        m_limitHit = true;
        return false;
    }
    std::int64_t start = 0;
    if (!placed || __builtin_add_overflow(lineStartNs, nsOfPs(offsetPs), &start) || start > kLargestNs || start < -kLargestNs
        || durationPs < 0) {
        m_builder.document().diagnostics.add(placed ? oddity::kBadTimestamp : oddity::kMissingTimestamp, -1, plane.name);
        return true;
    }
    const auto name = plane.events.find(metadata);
    const std::int64_t duration = std::min(nsOfPs(durationPs), kLargestNs);
    const EventId id =
        m_builder.add({start, duration, name == plane.events.end() ? StringId{0} : name->second, StringId{0}, track, 'X'});
    if (m_spans.size() <= track.value)
        m_spans.resize(track.value + 1);
    m_spans[track.value].push_back({id, start, start + duration});
    return id.value % kEventsBetweenPolls != 0 || !m_control.stopRequested();
}

// As in the Chrome export of the same capture: what is work is told by the names of planes and lines.
void XPlaneReader::addWork()
{
    const std::vector<std::optional<DeviceTrack>> tracks = findDeviceTracks(m_builder.document().tracks);
    m_spans.resize(tracks.size());
    for (std::uint32_t t = 0; t < tracks.size(); ++t) {
        if (!tracks[t] || !tracks[t]->work)
            continue;
        std::vector<DeviceSpan> spans;
        for (const Span &span : m_spans[t])
            spans.push_back({span.start, span.end, span.event.value});
        if (tracks[t]->leavesOnly)
            keepLeaves(spans);
        for (const DeviceSpan &span : spans) {
            RecordedWork work;
            work.event = EventId{static_cast<std::uint32_t>(span.item)};
            work.device = tracks[t]->device;
            work.stream = tracks[t]->stream.value_or(t);
            work.track = TrackId{t};
            m_builder.addWork(work);
        }
        m_builder.nameDevice(tracks[t]->device, m_builder.document().tracks[t].processName);
    }
}

} // namespace lamella::core
