// SPDX-License-Identifier: GPL-3.0-or-later
// The packets of a Perfetto trace, and what later ones refer to: the interned names of each packet sequence, its defaults, and
// the clocks (trace_packet.proto, interned_data.proto, clock_snapshot.proto of Perfetto v58).
#pragma once

#include "core/import/pftrace/KeptTexts.h"
#include "core/import/pftrace/PftraceClocks.h"

#include <cstdint>
#include <deque>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lamella::core::pftrace {

class FieldReader;

struct InternedText {
    std::string_view text; // data() is null if it is missing, as after lost packets
    bool plain = false; // written to JSON unchanged
    mutable std::uint32_t note = 0; // for whoever reads the events; 0: none yet. Copies of the state keep it.
};
[[nodiscard]] bool standsAsItIs(std::string_view text); // of PftraceArgs.cpp

// Entries by id; a default one where none is known. Recorders count ids up from 1; those that do are found without hashing.
template <typename T> class EntriesById {
public:
    void set(std::uint64_t id, const T &entry)
    {
        if (id < m_dense.size())
            m_dense[static_cast<std::size_t>(id)] = entry;
        else if (id <= m_dense.size() + kGap && m_sparse.empty())
            extend(static_cast<std::size_t>(id), entry);
        else
            m_sparse[id] = entry;
    }
    [[nodiscard]] const T &entry(std::uint64_t id) const
    {
        if (id < m_dense.size())
            return m_dense[static_cast<std::size_t>(id)];
        static const T none;
        const auto found = m_sparse.find(id);
        return found == m_sparse.end() ? none : found->second;
    }

private:
    static constexpr std::size_t kGap = 1; // ids left out before one, which bounds the memory of an entry; recorders leave out 0
    void extend(std::size_t id, const T &entry)
    {
        m_dense.resize(id + 1);
        m_dense[id] = entry;
    }

    std::vector<T> m_dense;
    std::unordered_map<std::uint64_t, T> m_sparse; // ids from m_dense.size() on
};

class InternedTexts : EntriesById<InternedText> {
public:
    // False if another text has this id.
    [[nodiscard]] bool accepts(std::uint64_t id, std::string_view text) const
    {
        const std::string_view known = of(id);
        return known.data() == nullptr || known == text;
    }
    void set(std::uint64_t id, std::string_view text) { EntriesById::set(id, {text, standsAsItIs(text), 0}); }
    [[nodiscard]] const InternedText &interned(std::uint64_t id) const { return entry(id); }
    [[nodiscard]] std::string_view of(std::uint64_t id) const { return entry(id).text; }
};

inline constexpr std::size_t kMaxOfList = 4096; // entries of a list of one event, or of the defaults of events

// The thread that a sequence describes, if it names one without a track.
struct SequenceThread {
    std::optional<std::int64_t> pid;
    std::optional<std::int64_t> tid;
    std::string_view name;
    std::string_view processName;
};

// The declarations of one packet sequence, until it is reset. Their texts are kept by PacketStates.
struct Sequence {
    using Names = InternedTexts;
    struct Spec { // a queue or a stage of a GPU
        std::string_view name;
        std::uint32_t category = 0; // 2: compute
        bool operator==(const Spec &) const = default;
    };
    Names categories;
    Names names;
    Names annotationNames;
    Names strings;
    Names kernels;
    Names argNames;
    EntriesById<Spec> specs;
    std::uint32_t number = 0; // see PacketStates::state()
    std::size_t entries = 0; // interned
    bool used = false; // an event refers to it
    std::uint32_t clock = kBootTime;
    std::uint64_t track = 0;
    std::vector<std::uint64_t> countTracks; // of the extra counts of events; at most kMaxOfList, as those
    std::vector<std::uint64_t> realTracks;
    std::uint64_t starts = 0; // another number whenever it starts anew
    SequenceThread thread;
    std::int64_t micros = 0; // that the next difference is added to
    bool complete = true; // false after lost packets, until the sequence starts anew
};

// What a packet says by itself, in little memory. The views lie in its bytes.
struct PacketFields {
    std::string_view packet;
    std::string_view trackEvent; // data() is null if it has none
    std::string_view renderStage; // likewise
    std::uint64_t timestamp = 0;
    std::uint32_t clock = 0;
    std::uint32_t sequence = 0;
    std::uint32_t flags = 0;
    bool timed : 1 = false; // has a timestamp
    bool clocked : 1 = false; // has a clock of its own
    bool declares : 1 = false; // has messages that later packets refer to
    bool filled : 1 = false; // one of them is not empty
    bool damaged : 1 = false;
    bool bundles : 1 = false; // has compressed packets
    bool dropped : 1 = false;
    bool first : 1 = false; // of its sequence
    bool gpuCounters : 1 = false;
    bool other : 1 = false; // has data of another kind

    explicit PacketFields(std::string_view bytes);
    // Whether it is more than an event with a time.
    [[nodiscard]] bool isSpecial() const
    {
        return !timed || declares || damaged || bundles || dropped || gpuCounters || (flags & kFlagStateCleared) != 0;
    }

private:
    void read();
};

struct Packet {
    std::optional<std::int64_t> time; // ns on the clock of the trace
    std::uint32_t sequenceId = 0;
    const Sequence *sequence = nullptr; // as long as the states; later declarations do not change earlier ones
    std::string_view trackEvent; // data() is null if the packet has none
    std::string_view renderStage;
    std::string_view descriptor;
};

// Counts of the records that could not be used.
struct PacketFaults {
    std::int64_t damagedAt = -1; // byte of the (inflated) file from which on nothing could be read; -1 = none
    std::uint64_t damaged = 0; // packets
    std::uint64_t lost = 0; // times that the recorder dropped packets
    std::uint64_t incomplete = 0; // packets that refer to dropped ones
    std::uint64_t gpuCounters = 0; // packets
    std::uint64_t other = 0; // packets with data of other kinds: schedulers, logs, memory
};

// Takes the packets in file order and keeps what later ones refer to.
class PacketStates {
public:
    // Without data if the packet cannot be used.
    [[nodiscard]] Packet take(const PacketFields &fields);
    [[nodiscard]] const Sequence &state(std::uint32_t number) const { return m_states[number]; }
    // A copy of a text of a packet that lives as long as this object.
    [[nodiscard]] std::string_view keep(std::string_view text) { return m_texts.keep(text); }
    void endAt(std::uint64_t byte)
    {
        m_faults.damagedAt = static_cast<std::int64_t>(byte);
    } // as nothing can be read from there on
    [[nodiscard]] const PacketFaults &faults() const { return m_faults; }
    [[nodiscard]] bool bundles() const { return m_bundles; } // packets with compressed packets have been seen
    // Of what the sequences have declared.
    [[nodiscard]] std::uint64_t bytes() const
    {
        return m_states.size() * sizeof(Sequence) + m_sequences.size() * kBytesOfSequence + m_entries * kBytesOfEntry
            + m_bytesOfTracks + m_clocks.bytes() + m_texts.bytes();
    }

private:
    static constexpr std::uint64_t kBytesOfEntry = 64; // in a hash map
    static constexpr std::uint64_t kBytesOfSequence = 64; // likewise

    [[nodiscard]] bool isPlainEvent(const PacketFields &fields) const;
    Sequence *&sequence(std::uint32_t id);
    [[nodiscard]] Sequence *addState(const Sequence &state);
    void clear(Sequence *&sequence);
    void declare(const PacketFields &fields, Sequence *&sequence, Packet &packet, bool &sound);
    void intern(Sequence *&sequence, std::string_view data);
    [[nodiscard]] Sequence &forEntry(Sequence *&sequence, bool accepts);
    void applyDefaults(Sequence &sequence, std::string_view defaults);
    void takeTracks(FieldReader &event, std::vector<std::uint64_t> &tracks);
    void describe(Sequence &sequence, std::string_view thread, std::string_view process);
    [[nodiscard]] std::optional<std::int64_t> ownTime(Sequence &sequence, std::uint32_t id, std::string_view event);

    std::deque<Sequence> m_states;
    std::unordered_map<std::uint32_t, Sequence *> m_sequences; // their states now
    std::uint32_t m_lastId = 0; // of the sequence used last
    Sequence **m_last = nullptr;
    std::uint64_t m_starts = 0;
    std::size_t m_entries = 0; // interned, in all states
    std::uint64_t m_bytesOfTracks = 0; // of the lists of default tracks, in all states
    bool m_bundles = false;
    KeptTexts m_texts;
    Clocks m_clocks;
    PacketFaults m_faults;
};

// A field of the trace, from the front of the bytes.
struct TraceField {
    enum State { Packet, Other, Partial, Damaged } state = Partial; // Partial: its end is not in the bytes
    std::size_t bytes = 0; // with its tag; of a partial one what it states, if it does
    std::string_view packet;

    explicit TraceField(std::string_view from)
    {
        const auto byte = [from](std::size_t at) { return static_cast<unsigned char>(from[at]); };
        if (from.size() > 3 && from.front() == '\x0A' && (byte(1) < 0x80 || byte(2) < 0x80)) { // nearly all packets
            const std::size_t before = byte(1) < 0x80 ? 2 : 3;
            const std::size_t length = byte(1) < 0x80 ? byte(1) : (byte(1) & 0x7FU) | static_cast<std::size_t>(byte(2)) << 7;
            if (length <= from.size() - before) {
                state = Packet;
                packet = from.substr(before, length);
                bytes = before + length;
                return;
            }
        }
        readAny(from);
    }
    [[nodiscard]] bool isWhole() const { return state == Packet || state == Other; }

private:
    void readAny(std::string_view from);
};

// Calls take(bytes of the packet) for each packet among whole fields of the trace.
template <typename Take> void forEachPacket(std::string_view fields, const Take &take)
{
    while (!fields.empty()) {
        const TraceField field(fields);
        fields.remove_prefix(field.bytes);
        if (field.state == TraceField::Packet)
            take(field.packet);
    }
}

// Bytes of the whole fields in front, about a block at most. `last`: the one that is not whole, or no more than the state of the
// last one.
inline constexpr std::size_t kBytesOfBlock = std::size_t{256} << 10;
inline constexpr std::size_t kMaxFieldsOfBlock = 8192; // which bounds the memory of what is parsed of it
[[nodiscard]] std::size_t wholeFields(std::string_view bytes, TraceField &last);

// True if the first bytes of a file are packets of a Perfetto trace. The format has no magic number: the first packets must be
// sound, and one must have a field that no XSpace message has.
[[nodiscard]] bool looksLikePftrace(std::string_view head);

} // namespace lamella::core::pftrace
