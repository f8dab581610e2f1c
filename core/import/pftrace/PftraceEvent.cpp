// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/pftrace/PftraceEvent.h"

#include "core/import/pftrace/FieldReader.h"

#include <bit>
#include <type_traits>

namespace lamella::core::pftrace {

namespace {

void readCounter(FieldReader fields, TrackFacts &facts)
{
    while (fields.next()) {
        if (fields.tag() == kUnitMultiplier)
            facts.multiplier = fields.get_int64();
        else if (fields.tag() == kIsIncremental)
            facts.incremental = fields.get_bool();
        else
            fields.skip();
    }
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

template <typename T> void TrackEvent::append(std::vector<T> &list, T value)
{
    if (list.size() < kMaxOfList)
        list.push_back(value);
    else
        ++cut;
}

void TrackEvent::clear()
{
    categories.clear();
    categoryIids.clear();
    annotations.clear();
    annotated = false;
    flows.clear();
    submitted.clear();
    type = 0;
    track.reset();
    name = {};
    nameIid = 0;
    correlation.reset();
    count.reset();
    extraCounts.clear();
    extraReals.clear();
    extraTracks.clear();
    extraRealTracks.clear();
    cut = cutAnnotations = 0;
    legacyPhase = 0;
    legacyDurationNs.reset();
    legacyPid.reset();
    legacyTid.reset();
}

[[gnu::flatten]] void TrackEvent::read(std::string_view bytes)
{
    readFields<true>(bytes);
}

[[gnu::flatten]] void TrackEvent::readHead(std::string_view bytes)
{
    readFields<false>(bytes);
}

template <bool kLists> void TrackEvent::readFields(std::string_view bytes)
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
            fields.eachVarint([this](std::uint64_t id) { append(categoryIids, id); });
            break;
        case kCategories:
            append(categories, fields.get_view());
            break;
        case kAnnotations:
            annotated = true;
            if (const std::string_view annotation = fields.get_view(); kLists) {
                if (annotations.size() < kMaxOfList)
                    annotations.push_back(annotation);
                else
                    ++cutAnnotations;
            }
            break;
        case kFlows:
        case kEndingFlows:
            fields.eachFixed64([this, ending = fields.tag() == kEndingFlows](std::uint64_t id) {
                append(flows, Flow{id, ending});
            });
            break;
        case kOldFlows:
        case kOldEndingFlows:
            fields.eachVarint([this, ending = fields.tag() == kOldEndingFlows](std::uint64_t id) {
                append(flows, Flow{id, ending});
            });
            break;
        case kCorrelationId:
            correlation = fields.get_uint64();
            break;
        case kGpuCorrelation: {
            FieldReader stages = fields.get_message();
            while (stages.next(kSubmittedStages))
                stages.eachVarint([this](std::uint64_t id) { append(submitted, id); });
            break;
        }
        case kLegacyEvent:
            readLegacy(fields.get_view());
            break;
        default:
            readCount(fields);
        }
    }
}

// A field of a counter, or one that is not read.
void TrackEvent::readCount(FieldReader &fields)
{
    switch (fields.tag()) {
    case kCounterValue:
        count = static_cast<double>(fields.get_int64());
        break;
    case kCounterDouble:
        count = fields.get_double();
        break;
    case kExtraCounts:
        fields.eachVarint(
            [this](std::uint64_t value) { append(extraCounts, static_cast<double>(static_cast<std::int64_t>(value))); });
        break;
    case kExtraReals:
        fields.eachFixed64([this](std::uint64_t bits) { append(extraReals, std::bit_cast<double>(bits)); });
        break;
    case kExtraTracks:
        fields.eachVarint([this](std::uint64_t id) { append(extraTracks, id); });
        break;
    case kExtraRealTracks:
        fields.eachVarint([this](std::uint64_t id) { append(extraRealTracks, id); });
        break;
    default:
        fields.skip();
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
        } else if (fields.tag() == kLegacyPid) {
            legacyPid = fields.get_int32();
        } else if (fields.tag() == kLegacyTid) {
            legacyTid = fields.get_int32();
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
    take(known.multiplier, facts.multiplier);
    take(known.incremental, facts.incremental);
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
        case kTrackCounter:
            readCounter(fields.get_message(), track.facts);
            break;
        default:
            fields.skip();
        }
    }
    return track;
}

} // namespace lamella::core::pftrace
