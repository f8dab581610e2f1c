// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/pftrace/PftracePackets.h"

#include "core/import/pftrace/FieldReader.h"

#include <algorithm>
#include <array>

namespace lamella::core::pftrace {

namespace {

using protozero::pbf_wire_type;

constexpr std::size_t kHeadPackets = 16;
constexpr std::int64_t kLatestMicros = std::int64_t{1} << 52;
constexpr Tag kLastFieldOfXSpace = 7; // XPlane has fields 1 to 6

// Takes a varint from the front of the bytes.
bool takeVarint(std::string_view &bytes, std::uint64_t &value)
{
    value = 0;
    for (unsigned shift = 0; shift < 64 && !bytes.empty(); shift += 7) {
        const auto byte = static_cast<unsigned char>(bytes.front());
        bytes.remove_prefix(1);
        value |= std::uint64_t{byte & 0x7FU} << shift;
        if (byte < 0x80)
            return true;
    }
    return false;
}

struct Entry {
    std::uint64_t id = 0;
    std::string_view text;
    std::string_view demangled; // field 3 of kernels
    std::uint32_t category = 0;
};

Entry entryOf(FieldReader fields)
{
    Entry entry;
    while (fields.next()) {
        switch (fields.tag_and_type()) {
        case protozero::tag_and_type(kEntryId, pbf_wire_type::varint):
            entry.id = fields.get_uint64();
            break;
        case protozero::tag_and_type(kEntryText, pbf_wire_type::length_delimited):
            entry.text = fields.get_view();
            break;
        case protozero::tag_and_type(kKernelDemangled, pbf_wire_type::length_delimited):
            entry.demangled = fields.get_view();
            break;
        case protozero::tag_and_type(kSpecCategory, pbf_wire_type::varint):
            entry.category = fields.get_uint32();
            break;
        default:
            fields.skip();
        }
    }
    return entry;
}

// False if what it reads is damaged.
template <typename Read> bool attempt(const Read &read)
{
    try {
        read();
        return true;
    } catch (const protozero::exception &) {
        return false;
    }
}

std::uint64_t bytesOfTracks(const Sequence &sequence)
{
    return (sequence.countTracks.capacity() + sequence.realTracks.capacity()) * sizeof(std::uint64_t);
}

// True if the fields of a packet are sound; `own` if one of them is beyond those of an XSpace message.
bool soundPacket(std::string_view bytes, bool &own)
{
    try {
        FieldReader fields(bytes.data(), bytes.size());
        while (fields.next()) {
            own = own || fields.tag() > kLastFieldOfXSpace;
            fields.skip();
        }
        return true;
    } catch (const protozero::exception &) {
        return false;
    }
}

} // namespace

bool looksLikePftrace(std::string_view head)
{
    bool own = false;
    for (std::size_t packets = 0; packets < kHeadPackets && !head.empty(); ++packets) {
        std::uint64_t bytes = 0;
        if (head.front() != '\x0A')
            return false;
        head.remove_prefix(1);
        if (!takeVarint(head, bytes))
            return own && head.empty();
        if (bytes > head.size()) // the rest of the packet is not in the head: judge by what is there
            return own || (packets == 0 && !head.empty() && static_cast<unsigned char>(head.front()) >> 3 > kLastFieldOfXSpace);
        if (!soundPacket(head.substr(0, static_cast<std::size_t>(bytes)), own))
            return own; // damage behind good packets
        head.remove_prefix(static_cast<std::size_t>(bytes));
    }
    return own;
}

[[gnu::flatten]] PacketFields::PacketFields(std::string_view bytes)
    : packet(bytes)
{
    try {
        read();
    } catch (const protozero::exception &) {
        damaged = true;
    }
}

void PacketFields::read()
{
    FieldReader fields(packet);
    std::uint64_t number = 0;
    timed = fields.takeNumber(kTimestamp, timestamp); // in the order in which recorders write them
    sequence = fields.takeNumber(kSequenceId, number) ? static_cast<std::uint32_t>(number) : 0;
    flags = fields.takeNumber(kSequenceFlags, number) ? static_cast<std::uint32_t>(number) : 0;
    static_cast<void>(fields.takeMessage(kTrackEvent, trackEvent));
    while (fields.next()) {
        switch (fields.tag()) {
        case kTimestamp:
            timestamp = fields.get_uint64();
            timed = true;
            break;
        case kSequenceId:
            sequence = fields.get_uint32();
            break;
        case kSequenceFlags:
            flags |= fields.get_uint32();
            break;
        case kTrackEvent:
            trackEvent = fields.get_view();
            break;
        case kGpuRenderStage:
            renderStage = fields.get_view();
            break;
        case kInternedData:
        case kPacketDefaults:
        case kClockSnapshot:
        case kThreadDescriptor:
        case kProcessDescriptor:
        case kTrackDescriptor:
            declares = true;
            filled = !fields.get_view().empty() || fields.tag() == kTrackDescriptor || filled;
            break;
        case kTimestampClock:
            clock = fields.get_uint32();
            clocked = true;
            break;
        case kStateCleared:
            flags |= fields.get_bool() ? kFlagStateCleared : 0;
            break;
        case kPacketsDropped:
            dropped = fields.get_uint32() != 0;
            break;
        case kFirstPacket:
            first = fields.get_bool();
            break;
        case kGpuCounterEvent:
            gpuCounters = true;
            fields.skip();
            break;
        case kCompressedPackets:
        case kZstdPackets:
            bundles = true;
            [[fallthrough]];
        default:
            other = other || (fields.wire_type() == pbf_wire_type::length_delimited && fields.tag() != kSynchronizationMarker);
            fields.skip();
        }
    }
}

void TraceField::readAny(std::string_view from)
{
    constexpr std::uint64_t kLargestMessage = 0x7FFF'FFFF; // of protobuf
    std::string_view rest = from;
    std::uint64_t tag = 0;
    std::uint64_t length = 0;
    const bool framed = takeVarint(rest, tag) && tag >> 3 != 0 && takeVarint(rest, length);
    const bool delimited = (tag & 7) == static_cast<unsigned>(pbf_wire_type::length_delimited);
    if (!framed || (!delimited && (tag & 7) != 0)) {
        state = rest.empty() ? Partial : Damaged;
        return;
    }
    if (delimited && length > kLargestMessage) {
        state = Damaged;
        return;
    }
    bytes = from.size() - rest.size();
    if (delimited && length > rest.size()) {
        bytes += static_cast<std::size_t>(length);
        return;
    }
    if (delimited) {
        packet = rest.substr(0, static_cast<std::size_t>(length));
        rest.remove_prefix(packet.size());
    }
    state = delimited && tag >> 3 == kTracePacket ? Packet : Other;
    bytes = from.size() - rest.size();
}

std::size_t wholeFields(std::string_view bytes, TraceField &last)
{
    std::size_t whole = 0;
    for (std::size_t fields = 0; fields < kMaxFieldsOfBlock && whole < std::min(bytes.size(), kBytesOfBlock); ++fields) {
        const TraceField field(bytes.substr(whole));
        if (!field.isWhole()) {
            last = field;
            break;
        }
        last.state = field.state; // copying all of it takes longer than looking for its end
        whole += field.bytes;
    }
    return whole;
}

Sequence *&PacketStates::sequence(std::uint32_t id)
{
    if (m_last != nullptr && m_lastId == id) // mostly the one of the packet before
        return *m_last;
    m_last = &m_sequences[id];
    m_lastId = id;
    if (*m_last == nullptr)
        *m_last = addState({});
    return *m_last;
}

Sequence *PacketStates::addState(const Sequence &state)
{
    const auto number = static_cast<std::uint32_t>(m_states.size());
    Sequence *const added = &m_states.emplace_back(state);
    added->number = number;
    m_bytesOfTracks += bytesOfTracks(*added);
    return added;
}

// Events before keep what was declared for them.
void PacketStates::clear(Sequence *&sequence)
{
    if (sequence->used) {
        sequence = addState({});
    } else {
        m_entries -= sequence->entries;
        m_bytesOfTracks -= bytesOfTracks(*sequence);
        const std::uint32_t number = sequence->number;
        *sequence = Sequence{};
        sequence->number = number;
    }
    sequence->starts = ++m_starts;
}

// Nothing but an event that needs nothing new, with a time on the clock of the trace: as nearly all.
bool PacketStates::isPlainEvent(const PacketFields &fields) const
{
    const bool event = fields.trackEvent.data() != nullptr || fields.renderStage.data() != nullptr;
    if (!event || fields.isSpecial() || m_last == nullptr || m_lastId != fields.sequence)
        return false;
    const Sequence &sequence = **m_last;
    return m_clocks.isTraceTime(fields.clocked ? fields.clock : sequence.clock, fields.timestamp)
        && (sequence.complete || (fields.flags & kFlagNeedsState) == 0);
}

Packet PacketStates::take(const PacketFields &fields)
{
    Packet packet; // the one that is returned, so that it is not copied
    if (isPlainEvent(fields)) {
        (*m_last)->used = true;
        packet.time.emplace(static_cast<std::int64_t>(fields.timestamp));
        packet.sequenceId = fields.sequence;
        packet.sequence = *m_last;
        packet.trackEvent = fields.trackEvent;
        packet.renderStage = fields.renderStage;
        return packet;
    }
    m_bundles = m_bundles || fields.bundles;
    if (fields.damaged) {
        ++m_faults.damaged;
        return packet;
    }
    packet.sequenceId = fields.sequence;
    packet.trackEvent = fields.trackEvent;
    packet.renderStage = fields.renderStage;
    const std::size_t known = m_sequences.size();
    Sequence *&current = sequence(fields.sequence);
    if ((fields.flags & kFlagStateCleared) != 0) {
        clear(current);
    } else if (fields.dropped) {
        const bool first = fields.first || m_sequences.size() > known; // it says so of those before the recording
        m_faults.lost += first ? 0 : 1;
        current->complete = false;
    }
    m_faults.gpuCounters += fields.gpuCounters ? 1 : 0;
    bool sound = true;
    if (fields.declares)
        declare(fields, current, packet, sound);
    packet.sequence = current;
    if (fields.timed) { // of every packet, damaged or not: an incremental clock goes on with each
        const std::uint32_t clock = fields.clocked ? fields.clock : current->clock;
        if (m_clocks.isTraceTime(clock, fields.timestamp))
            packet.time.emplace(static_cast<std::int64_t>(fields.timestamp));
        else
            packet.time = m_clocks.toTrace(fields.sequence, clock, fields.timestamp);
    } else if (packet.trackEvent.data() != nullptr) {
        sound = attempt([&] { packet.time = ownTime(*current, fields.sequence, packet.trackEvent); }) && sound;
    }
    const bool event = packet.trackEvent.data() != nullptr || packet.renderStage.data() != nullptr;
    const bool needsState = (event || packet.descriptor.data() != nullptr) && (fields.flags & kFlagNeedsState) != 0;
    if (!sound) {
        ++m_faults.damaged;
        packet = {};
    } else if (needsState && !current->complete) {
        ++m_faults.incomplete;
        packet = {};
    } else if (event) {
        current->used = true;
    } else if (!fields.filled) {
        m_faults.other += fields.other ? 1 : 0;
    }
    return packet;
}

// The last message of each kind, whether others are damaged or not.
void PacketStates::declare(const PacketFields &fields, Sequence *&sequence, Packet &packet, bool &sound)
{
    std::array<std::string_view, 5> messages;
    constexpr std::array<Tag, messages.size()> kTags{
        kPacketDefaults, kInternedData, kClockSnapshot, kThreadDescriptor, kProcessDescriptor};
    FieldReader all(fields.packet);
    while (all.next()) {
        const auto *const tag = std::find(kTags.begin(), kTags.end(), all.tag());
        if (tag != kTags.end())
            messages[static_cast<std::size_t>(tag - kTags.begin())] = all.get_view();
        else if (all.tag() == kTrackDescriptor)
            packet.descriptor = all.get_view();
        else
            all.skip();
    }
    for (std::size_t i = 0; i < messages.size(); ++i) {
        const std::string_view message = messages[i];
        if (message.data() == nullptr)
            continue;
        const bool read = attempt([&] {
            if (kTags[i] == kPacketDefaults)
                applyDefaults(*sequence, message);
            else if (kTags[i] == kInternedData)
                intern(sequence, message);
            else if (kTags[i] == kClockSnapshot)
                m_clocks.addSnapshot(fields.sequence, message);
            else if (kTags[i] == kThreadDescriptor)
                describe(*sequence, message, {});
            else
                describe(*sequence, {}, message);
        });
        sound = sound && read;
    }
}

// An event has no more counts than tracks are kept here.
void PacketStates::takeTracks(FieldReader &event, std::vector<std::uint64_t> &tracks)
{
    event.eachVarint([&](std::uint64_t id) {
        if (tracks.size() == kMaxOfList)
            return;
        const std::size_t before = tracks.capacity();
        tracks.push_back(id);
        m_bytesOfTracks += (tracks.capacity() - before) * sizeof id;
    });
}

// In place of those before.
void PacketStates::applyDefaults(Sequence &sequence, std::string_view defaults)
{
    sequence.clock = kBootTime;
    sequence.track = 0;
    sequence.countTracks.clear();
    sequence.realTracks.clear();
    FieldReader fields(defaults.data(), defaults.size());
    while (fields.next()) {
        if (fields.tag() == kTimestampClock) {
            sequence.clock = fields.get_uint32();
        } else if (fields.tag() == kTrackEvent) {
            FieldReader event = fields.get_message();
            while (event.next()) {
                if (event.tag() == kEventTrack)
                    sequence.track = event.get_uint64();
                else if (event.tag() == kExtraTracks)
                    takeTracks(event, sequence.countTracks);
                else if (event.tag() == kExtraRealTracks)
                    takeTracks(event, sequence.realTracks);
                else
                    event.skip();
            }
        } else {
            fields.skip();
        }
    }
}

// Events that refer to it are read already or follow: a sequence is about one thread.
void PacketStates::describe(Sequence &sequence, std::string_view thread, std::string_view process)
{
    SequenceThread &known = sequence.thread;
    FieldReader ofThread(thread);
    while (ofThread.next()) {
        if (ofThread.tag() == kPid)
            known.pid = ofThread.get_int32();
        else if (ofThread.tag() == kTid)
            known.tid = ofThread.get_int64();
        else if (ofThread.tag() == kThreadName)
            known.name = m_texts.keep(ofThread.get_view());
        else if (ofThread.tag() == kReferenceTime)
            sequence.micros = std::clamp(ofThread.get_int64(), -kLatestMicros, kLatestMicros);
        else
            ofThread.skip();
    }
    FieldReader ofProcess(process);
    while (ofProcess.next()) {
        if (ofProcess.tag() == kProcessName)
            known.processName = m_texts.keep(ofProcess.get_view());
        else if (ofProcess.tag() == kPid)
            known.pid = ofProcess.get_int32();
        else
            ofProcess.skip();
    }
}

// Of an event whose packet has no time: microseconds of the monotonic clock, or as many more than the event before has.
std::optional<std::int64_t> PacketStates::ownTime(Sequence &sequence, std::uint32_t id, std::string_view event)
{
    std::optional<std::int64_t> micros;
    FieldReader fields(event);
    while (fields.next()) {
        if (fields.tag() == kTimeDelta) {
            const std::int64_t delta = fields.get_int64();
            if (delta > -kLatestMicros && delta < kLatestMicros && sequence.micros + delta > -kLatestMicros
                && sequence.micros + delta < kLatestMicros)
                micros = sequence.micros += delta;
        } else if (fields.tag() == kTimeAbsolute) {
            micros = fields.get_int64();
        } else {
            fields.skip();
        }
    }
    if (!micros || *micros < 0 || *micros > kLatestMicros)
        return std::nullopt;
    const std::int64_t ns = *micros * 1000;
    return m_clocks.toTrace(id, kMonotonic, static_cast<std::uint64_t>(ns)).value_or(ns);
}

// Where to keep an entry: where its id has another meaning already, in a copy of the state, as events before refer to that.
Sequence &PacketStates::forEntry(Sequence *&sequence, bool accepts)
{
    if (!accepts && sequence->used) {
        m_entries += sequence->entries;
        sequence = addState(*sequence);
        sequence->used = false;
    }
    ++m_entries;
    ++sequence->entries;
    return *sequence;
}

void PacketStates::intern(Sequence *&sequence, std::string_view data)
{
    FieldReader fields(data.data(), data.size());
    while (fields.next()) {
        const Tag tag = fields.tag();
        if (fields.wire_type() != pbf_wire_type::length_delimited) {
            fields.skip();
            continue;
        }
        Sequence::Names Sequence::*const names = tag == kInternedCategories ? &Sequence::categories
            : tag == kInternedNames                                         ? &Sequence::names
            : tag == kInternedAnnotationNames                               ? &Sequence::annotationNames
            : tag == kInternedStrings                                       ? &Sequence::strings
            : tag == kInternedKernels                                       ? &Sequence::kernels
            : tag == kInternedArgNames                                      ? &Sequence::argNames
                                                                            : nullptr;
        if (names == nullptr && tag != kInternedGpuSpecs) {
            fields.skip();
            continue;
        }
        const Entry entry = entryOf(fields.get_message());
        if (names != nullptr) {
            const std::string_view text = m_texts.keep(entry.demangled.empty() ? entry.text : entry.demangled);
            (forEntry(sequence, (sequence->*names).accepts(entry.id, text)).*names).set(entry.id, text);
        } else {
            const Sequence::Spec spec{m_texts.keep(entry.text), entry.category};
            const Sequence::Spec &known = sequence->specs.entry(entry.id);
            const bool none = known.name.data() == nullptr && known.category == 0;
            forEntry(sequence, none || known == spec).specs.set(entry.id, spec);
        }
    }
}

} // namespace lamella::core::pftrace
