// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/pftrace/PftraceEvent.h"

#include "core/import/pftrace/FieldReader.h"

namespace lamella::core::pftrace {

namespace {

constexpr std::size_t kMaxOfList = 4096; // entries of one event's lists

template <typename T> void append(std::vector<T> &list, T value)
{
    if (list.size() < kMaxOfList)
        list.push_back(value);
}

void appendVarints(FieldReader &fields, std::vector<std::uint64_t> &list)
{
    fields.eachVarint([&list](std::uint64_t value) { append(list, value); });
}

void appendFixed(FieldReader &fields, std::vector<std::uint64_t> &list)
{
    fields.eachFixed64([&list](std::uint64_t value) { append(list, value); });
}

void readThread(FieldReader fields, TrackFacts &facts)
{
    facts.isThread = true;
    while (fields.next()) {
        if (fields.tag() == kPid)
            facts.pid = fields.get_int32();
        else if (fields.tag() == kTid)
            facts.tid = fields.get_int64(); // int64 since Perfetto v46; the same bytes
        else if (fields.tag() == kThreadName)
            facts.threadName = fields.get_view();
        else
            fields.skip();
    }
}

void readProcess(FieldReader fields, TrackFacts &facts)
{
    facts.isProcess = true;
    while (fields.next()) {
        if (fields.tag() == kPid)
            facts.pid = fields.get_int32();
        else if (fields.tag() == kProcessName)
            facts.processName = fields.get_view();
        else
            fields.skip();
    }
}

} // namespace

void TrackEvent::clear()
{
    categories.clear();
    categoryIids.clear();
    annotations.clear();
    flows.clear();
    submitted.clear();
    type = 0;
    track.reset();
    name = {};
    nameIid = 0;
    correlation.reset();
    counter.reset();
    counterReal.reset();
    legacyPhase = 0;
    legacyDurationNs.reset();
}

void TrackEvent::read(std::string_view bytes)
{
    clear();
    FieldReader fields(bytes.data(), bytes.size());
    while (fields.next()) {
        switch (fields.tag()) {
        case kEventType:
            type = fields.get_int32();
            break;
        case kEventTrack:
            track = fields.get_uint64();
            break;
        case kNameIid:
            nameIid = fields.get_uint64();
            break;
        case kName:
            name = fields.get_view();
            break;
        case kCategoryIids:
            appendVarints(fields, categoryIids);
            break;
        case kCategories:
            append(categories, fields.get_view());
            break;
        case kAnnotations:
            append(annotations, fields.get_view());
            break;
        case kFlows:
        case kEndingFlows:
            appendFixed(fields, flows);
            break;
        case kOldFlows:
        case kOldEndingFlows:
            appendVarints(fields, flows);
            break;
        case kCorrelationId:
            correlation = fields.get_uint64();
            break;
        case kCounterValue:
            counter = fields.get_int64();
            break;
        case kCounterDouble:
            counterReal = fields.get_double();
            break;
        case kGpuCorrelation: {
            FieldReader stages = fields.get_message();
            while (stages.next(kSubmittedStages))
                appendVarints(stages, submitted);
            break;
        }
        case kLegacyEvent:
            readLegacy(fields.get_view());
            break;
        default:
            fields.skip();
        }
    }
}

void TrackEvent::readLegacy(std::string_view bytes)
{
    FieldReader fields(bytes.data(), bytes.size());
    while (fields.next()) {
        if (fields.tag() == kLegacyName) {
            nameIid = fields.get_uint64();
        } else if (fields.tag() == kLegacyPhase) {
            legacyPhase = static_cast<char>(fields.get_int32());
        } else if (fields.tag() == kLegacyDuration) {
            std::int64_t ns = 0;
            if (!__builtin_mul_overflow(fields.get_int64(), std::int64_t{1000}, &ns))
                legacyDurationNs = ns;
        } else {
            fields.skip();
        }
    }
}

std::optional<std::uint64_t> annotatedNumber(const TrackEvent &event, const Sequence &sequence, std::string_view name)
{
    for (const std::string_view annotation : event.annotations) {
        std::string_view key;
        std::optional<std::uint64_t> number;
        FieldReader fields(annotation.data(), annotation.size());
        while (fields.next()) {
            if (fields.tag() == kAnnotationNameIid)
                key = sequence.annotationNames.of(fields.get_uint64());
            else if (fields.tag() == kAnnotationName)
                key = fields.get_view();
            else if (fields.tag() == kAnnotationInt || fields.tag() == kAnnotationUint)
                number = fields.get_uint64();
            else
                fields.skip();
        }
        if (key == name && number)
            return number;
    }
    return std::nullopt;
}

void Tracks::add(const TrackDescriptor &track)
{
    const TrackFacts &facts = track.facts;
    TrackFacts &known = m_tracks[track.uuid];
    const auto take = [](auto &to, const auto &from) {
        if (from != std::remove_cvref_t<decltype(from)>{})
            to = from;
    };
    take(known.parent, facts.parent);
    take(known.name, facts.name);
    take(known.threadName, facts.threadName);
    take(known.processName, facts.processName);
    take(known.pid, facts.pid);
    take(known.tid, facts.tid);
    take(known.isProcess, facts.isProcess);
    take(known.isThread, facts.isThread);
    if (facts.pid)
        take(m_processes[*facts.pid], facts.processName);
}

const TrackFacts *Tracks::find(std::uint64_t uuid) const
{
    const auto found = m_tracks.find(uuid);
    return found == m_tracks.end() ? nullptr : &found->second;
}

std::string_view Tracks::processName(std::int64_t pid) const
{
    const auto found = m_processes.find(pid);
    return found == m_processes.end() ? std::string_view{} : found->second;
}

TrackDescriptor readTrackDescriptor(std::string_view bytes)
{
    TrackDescriptor track;
    FieldReader fields(bytes.data(), bytes.size());
    while (fields.next()) {
        switch (fields.tag()) {
        case kTrackUuid:
            track.uuid = fields.get_uint64();
            break;
        case kTrackParent:
            track.facts.parent = fields.get_uint64();
            break;
        case kTrackName:
        case kTrackStaticName:
            track.facts.name = fields.get_view();
            break;
        case kTrackThread:
            readThread(fields.get_message(), track.facts);
            break;
        case kTrackProcess:
            readProcess(fields.get_message(), track.facts);
            break;
        default:
            fields.skip();
        }
    }
    return track;
}

} // namespace lamella::core::pftrace
