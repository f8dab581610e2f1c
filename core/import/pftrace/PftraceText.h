// SPDX-License-Identifier: GPL-3.0-or-later
// A Perfetto trace as the text of a Chrome trace, as PyTorch's profiler writes it of the same run: the categories, arguments and
// numbers of devices and streams are those of its JSON, so that both give the same tables.
#pragma once

#include "core/import/EventBlocks.h"
#include "core/import/pftrace/JsonOut.h"
#include "core/import/pftrace/PftraceIndex.h"
#include "core/import/pftrace/UnwrittenEvent.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace lamella::core::pftrace {

inline constexpr std::string_view kTextOpening = "{\"traceEvents\": [";
inline constexpr std::string_view kTextClosing = "\n]}\n";

// Writes blocks of events, each event with a separator of two characters before it. One per thread.
class PftraceText {
public:
    // The first block names processes and threads.
    [[nodiscard]] static std::size_t blocks(const PftraceIndex &index) { return index.blocks().size() + 1; }

    // `index` must live as long as this object.
    explicit PftraceText(const PftraceIndex &index)
        : m_index(index)
    {
    }
    // `bytes`: those of the block of the trace; of the first one none.
    void start(std::size_t block, std::string_view bytes);
    // Writes the next events of the block, about 64 KiB, into text() in place of those before. False if there are none.
    [[nodiscard]] bool next();
    // Passes on each event of the block, mostly without its text. Returns the length of the texts; ends early above `most`.
    [[nodiscard]] std::size_t make(std::uint64_t most, const EventBlocks::Take &take);
    [[nodiscard]] std::string_view text() const { return m_out.view(); }
    void blankSeparator() { m_out.set(0, ' '); } // of the first event of all
    [[nodiscard]] const TextLosses &losses() const { return m_losses; } // of all blocks so far

private:
    struct Place { // in the text
        std::size_t begin = 0;
        std::size_t end = 0;
    };
    struct ArgPlace {
        std::size_t key = 0;
        Place value;
    };
    struct Places { // of the fields of an event
        std::size_t event = 0;
        char phase = 0;
        const Lane *lane = nullptr;
        Place timestamp, duration, name, category, id;
    };
    [[nodiscard]] std::size_t sizeOfBlock() const;
    void write(std::size_t at);
    void write(const EventRecord &record);
    [[nodiscard]] bool handOnUsual(const EventRecord &record, std::int64_t duration);
    void writeTrackEvent(const EventRecord &record, std::int64_t duration);
    [[nodiscard]] std::uint64_t addedCorrelation(const Sequence &sequence) const;
    void writeStage(const EventRecord &record);
    void writeStageArgs(const Sequence &sequence, unsigned stated, std::uint64_t launch);
    void appendDimensions(std::string_view key, const std::optional<Dimensions> &size);
    void writeCounter(const EventRecord &record, double count);
    void writeFlows(const EventRecord &record);
    void begin(const Lane &lane, char phase, std::int64_t time);
    void appendDuration(std::int64_t ns);
    template <typename Text> void appendName(const Text &name);
    void appendCategories(const Sequence &sequence);
    void appendCategory(const InternedText &category);
    template <typename Write> void arg(const Write &write);
    template <typename Write> void arg(std::string_view key, const Write &write);
    void finish();
    void handOn(const EventFields *fields);
    void handOnUnwritten();
    [[nodiscard]] std::string_view at(const Place &place) const
    {
        return m_out.view().substr(place.begin, place.end - place.begin);
    }
    [[nodiscard]] EventFields eventFields() const;
    [[nodiscard]] std::string_view messageOf(const EventRecord &record) const { return m_bytes.substr(record.at, record.bytes); }

    const PftraceIndex &m_index;
    const EventBlocks::Take *m_take = nullptr;
    std::size_t m_block = 0;
    std::span<const EventRecord> m_records; // of the block
    std::string_view m_bytes; // likewise
    std::size_t m_next = 0; // record of the block
    std::uint32_t m_mark = 0; // the next one
    std::uint32_t m_count = 0; // likewise
    std::size_t m_base = 0; // of m_out in the block
    JsonOut m_out;
    Places m_places;
    std::vector<ArgPlace> m_args; // of the event
    TrackEvent m_event;
    RenderStage m_stage;
    UnwrittenEvent m_unwritten;
    std::string_view m_stageName; // of the stage written last, and what its category depends on
    bool m_stageCompute = false;
    std::string_view m_stageCategory; // of that; empty: none yet
    TextLosses m_losses;
};

} // namespace lamella::core::pftrace
