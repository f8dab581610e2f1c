// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/perfetto/PacketWriter.h"

#include "core/base/Saturate.h"

#include <cmath>
#include <protozero/pbf_writer.hpp>

namespace lamella::core::pftrace {

using protozero::pbf_writer;

namespace {

constexpr std::size_t kPiece = std::size_t{256} << 10;
constexpr std::uint32_t kSequence = 1;
constexpr Tag kCounterUnit = 3; // counter_descriptor.proto
constexpr std::uint64_t kUnitBytes = 3;
constexpr double kExactInteger = 9007199254740992.0; // 2^53

} // namespace

PacketWriter::PacketWriter(const TraceDocument &document, std::int64_t shiftNs, const ByteSink &sink)
    : m_document(document)
    , m_shift(shiftNs)
    , m_sink(sink)
{
    m_out.reserve(kPiece + (kPiece >> 2));
}

void PacketWriter::begin(const std::string &facts, std::int64_t time)
{
    pbf_writer trace(m_out);
    {
        pbf_writer packet(trace, kTracePacket);
        {
            pbf_writer events(packet, kChromeEvents);
            pbf_writer metadata(events, kChromeMetadata);
            metadata.add_string(kMetadataName, kWrittenMark.data(), kWrittenMark.size());
            metadata.add_string(kMetadataText, facts);
        }
        packet.add_uint64(kTimestamp, static_cast<std::uint64_t>(addSaturated(time, m_shift)));
        packet.add_uint32(kSequenceId, kSequence);
    }
    pbf_writer packet(trace, kTracePacket);
    packet.add_uint32(kSequenceId, kSequence);
    packet.add_uint32(kSequenceFlags, kFlagStateCleared);
    pbf_writer interned(packet, kInternedData);
    const auto &specs = columnArgSpecs();
    for (std::size_t arg = 0; arg < specs.size(); ++arg) {
        if (specs[arg].name.empty())
            continue;
        pbf_writer entry(interned, kInternedAnnotationNames);
        entry.add_uint64(kEntryId, arg + 1);
        entry.add_string(kEntryText, specs[arg].name.data(), specs[arg].name.size());
    }
}

void PacketWriter::describe(const TrackDescription &track)
{
    pbf_writer trace(m_out);
    pbf_writer packet(trace, kTracePacket);
    packet.add_uint32(kSequenceId, kSequence);
    pbf_writer descriptor(packet, kTrackDescriptor);
    descriptor.add_uint64(kTrackUuid, track.uuid);
    if (track.parent != 0)
        descriptor.add_uint64(kTrackParent, track.parent);
    if (track.tid != 0) {
        pbf_writer thread(descriptor, kTrackThread);
        thread.add_int32(kPid, static_cast<std::int32_t>(track.pid));
        thread.add_int64(kTid, track.tid);
        thread.add_string(kThreadName, track.name);
    } else if (track.pid != 0) {
        pbf_writer process(descriptor, kTrackProcess);
        process.add_int32(kPid, static_cast<std::int32_t>(track.pid));
        process.add_string(kProcessName, track.name);
    } else {
        descriptor.add_string(kTrackName, track.name);
    }
    if (track.counter) {
        pbf_writer counter(descriptor, kTrackCounter);
        if (track.bytes)
            counter.add_uint64(kCounterUnit, kUnitBytes);
    }
    descriptor.add_uint64(kTrackChildOrder, kOrderByRank);
    descriptor.add_int32(kTrackRank, static_cast<std::int32_t>(track.rank));
}

void PacketWriter::intern(Texts &known, Tag field, StringId id)
{
    if (!known.first(id))
        return;
    const std::string_view text = m_document.text(id);
    pbf_writer interned(m_interned);
    pbf_writer entry(interned, field);
    entry.add_uint64(kEntryId, std::uint64_t{id.value} + 1);
    entry.add_bytes(kEntryText, text.data(), text.size());
}

void PacketWriter::addNames(StringId name, StringId category)
{
    pbf_writer event(m_event);
    if (name.valid()) {
        intern(m_names, kInternedNames, name);
        event.add_uint64(kNameIid, std::uint64_t{name.value} + 1);
    }
    if (category.valid() && category.value != 0) {
        intern(m_categories, kInternedCategories, category);
        event.add_uint64(kCategoryIids, std::uint64_t{category.value} + 1);
    }
}

void PacketWriter::addArg(const ColumnArgValue &value)
{
    const auto row = static_cast<std::size_t>(value.arg);
    m_scratch.clear();
    pbf_writer annotation(m_scratch);
    annotation.add_uint64(kAnnotationNameIid, row + 1);
    switch (columnArgSpecs()[row].kind) {
    case ArgKind::Number:
        annotation.add_int64(kAnnotationInt, value.number);
        break;
    case ArgKind::Word:
        annotation.add_string(kAnnotationString, value.word.data(), value.word.size());
        break;
    case ArgKind::Text: {
        const StringId text{static_cast<std::uint32_t>(value.number)};
        intern(m_strings, kInternedStrings, text);
        annotation.add_uint64(kAnnotationStringIid, std::uint64_t{text.value} + 1);
        break;
    }
    case ArgKind::Triple:
        for (const std::uint32_t number : value.triple) {
            pbf_writer item(annotation, kAnnotationArray);
            item.add_int64(kAnnotationInt, number);
        }
        break;
    }
    pbf_writer(m_event).add_message(kAnnotations, m_scratch);
}

void PacketWriter::startEvent(int type, std::uint64_t track)
{
    m_event.clear();
    m_interned.clear();
    pbf_writer event(m_event);
    event.add_int32(kEventType, type);
    event.add_uint64(kEventTrack, track);
}

void PacketWriter::finishEvent(std::int64_t time)
{
    m_packet.clear();
    pbf_writer packet(m_packet);
    packet.add_uint64(kTimestamp, static_cast<std::uint64_t>(addSaturated(time, m_shift)));
    packet.add_uint32(kSequenceId, kSequence);
    packet.add_uint32(kSequenceFlags, kFlagNeedsState);
    if (!m_interned.empty())
        packet.add_message(kInternedData, m_interned);
    packet.add_message(kTrackEvent, m_event);
    pbf_writer(m_out).add_message(kTracePacket, m_packet);
}

void PacketWriter::beginSlice(std::int64_t time, std::uint64_t track, StringId name, StringId category,
    const std::vector<ColumnArgValue> &args, const std::vector<std::uint64_t> &flows, bool flowsEnd)
{
    startEvent(kSliceBegin, track);
    addNames(name, category);
    for (const ColumnArgValue &arg : args)
        addArg(arg);
    for (const std::uint64_t flow : flows)
        pbf_writer(m_event).add_fixed64(flowsEnd ? kEndingFlows : kFlows, flow);
    finishEvent(time);
}

void PacketWriter::beginSlice(std::int64_t time, std::uint64_t track, const std::string &name, const std::string &category,
    const std::vector<SliceArg> &args)
{
    startEvent(kSliceBegin, track);
    pbf_writer event(m_event);
    event.add_string(kName, name);
    event.add_string(kCategories, category);
    for (const SliceArg &arg : args) {
        pbf_writer annotation(event, kAnnotations);
        annotation.add_string(kAnnotationName, arg.name.data(), arg.name.size());
        if (const auto *number = std::get_if<std::int64_t>(&arg.value))
            annotation.add_int64(kAnnotationInt, *number);
        else
            annotation.add_string(kAnnotationString, std::get<std::string>(arg.value));
    }
    finishEvent(time);
}

void PacketWriter::endSlice(std::int64_t time, std::uint64_t track)
{
    startEvent(kSliceEnd, track);
    finishEvent(time);
}

void PacketWriter::instant(
    std::int64_t time, std::uint64_t track, StringId name, StringId category, const std::vector<ColumnArgValue> &args)
{
    startEvent(kInstant, track);
    addNames(name, category);
    for (const ColumnArgValue &arg : args)
        addArg(arg);
    finishEvent(time);
}

void PacketWriter::instant(std::int64_t time, std::uint64_t track, const std::string &name)
{
    startEvent(kInstant, track);
    pbf_writer(m_event).add_string(kName, name);
    finishEvent(time);
}

void PacketWriter::counter(std::int64_t time, std::uint64_t track, StringId name, StringId category, double value)
{
    startEvent(kCounter, track);
    addNames(name, category);
    if (value == std::trunc(value) && std::abs(value) < kExactInteger)
        pbf_writer(m_event).add_int64(kCounterValue, static_cast<std::int64_t>(value));
    else
        pbf_writer(m_event).add_double(kCounterDouble, value);
    finishEvent(time);
}

void PacketWriter::counter(std::int64_t time, std::uint64_t track, std::int64_t value)
{
    startEvent(kCounter, track);
    pbf_writer(m_event).add_int64(kCounterValue, value);
    finishEvent(time);
}

bool PacketWriter::flush(bool last)
{
    if (m_out.size() < kPiece && !last)
        return m_open;
    m_open = m_open && m_sink(m_out);
    m_out.clear();
    return m_open;
}

} // namespace lamella::core::pftrace
