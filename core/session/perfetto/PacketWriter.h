// SPDX-License-Identifier: GPL-3.0-or-later
// Writes packets of a Perfetto trace: slices, instants, counters, and descriptions of tracks, with the names of the document
// interned (trace_packet.proto, track_event.proto, track_descriptor.proto of Perfetto v58). One packet sequence.
#pragma once

#include "core/import/pftrace/ColumnArgs.h"
#include "core/import/pftrace/WrittenFields.h"
#include "core/model/TraceDocument.h"
#include "core/system/AtomicFile.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace lamella::core::pftrace {

struct TrackDescription {
    std::uint64_t uuid = 0;
    std::uint64_t parent = 0;
    std::string name; // not of threads and processes
    std::int64_t pid = 0; // of a process or thread; 0 = of neither
    std::int64_t tid = 0; // of a thread
    std::int64_t rank = 0; // order among the tracks of its parent
    bool counter = false;
    bool bytes = false; // of a counter: the unit of its values
};

struct SliceArg { // of slices that are not recorded events
    std::string_view name;
    std::variant<std::int64_t, std::string> value;
};

class PacketWriter {
public:
    // shiftNs: added to all times, because Perfetto has none below 0.
    PacketWriter(const TraceDocument &document, std::int64_t shiftNs, const ByteSink &sink);

    // facts: JSON of the document's facts. Before everything else.
    void begin(const std::string &facts, std::int64_t time);
    void describe(const TrackDescription &track);
    void beginSlice(std::int64_t time, std::uint64_t track, StringId name, StringId category,
        const std::vector<ColumnArgValue> &args, const std::vector<std::uint64_t> &flows, bool flowsEnd);
    void beginSlice(std::int64_t time, std::uint64_t track, const std::string &name, const std::string &category,
        const std::vector<SliceArg> &args);
    void endSlice(std::int64_t time, std::uint64_t track);
    void instant(
        std::int64_t time, std::uint64_t track, StringId name, StringId category, const std::vector<ColumnArgValue> &args);
    void instant(std::int64_t time, std::uint64_t track, const std::string &name);
    void counter(std::int64_t time, std::uint64_t track, StringId name, StringId category, double value);
    void counter(std::int64_t time, std::uint64_t track, std::int64_t value); // called as its track

    // Passes the collected bytes to the sink if there are enough of them or they are the last. False once the sink has refused.
    bool flush(bool last = false);

private:
    class Texts { // which of them the sequence knows
    public:
        // True the first time.
        bool first(StringId id)
        {
            if (id.value >= m_known.size())
                m_known.resize(id.value + 4096);
            const bool known = m_known[id.value];
            m_known[id.value] = true;
            return !known;
        }

    private:
        std::vector<bool> m_known;
    };

    void intern(Texts &known, Tag field, StringId id);
    void addNames(StringId name, StringId category);
    void addArg(const ColumnArgValue &value);
    void startEvent(int type, std::uint64_t track);
    void finishEvent(std::int64_t time);

    const TraceDocument &m_document;
    std::int64_t m_shift;
    const ByteSink &m_sink;
    Texts m_names;
    Texts m_categories;
    Texts m_strings;
    std::string m_out;
    std::string m_event; // reused
    std::string m_interned;
    std::string m_packet;
    std::string m_scratch;
    bool m_open = true;
};

} // namespace lamella::core::pftrace
