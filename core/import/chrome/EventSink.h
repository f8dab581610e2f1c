// SPDX-License-Identifier: GPL-3.0-or-later
// Classifies events and appends their fields to the columns of the block. One per worker.
#pragma once

#include "core/import/EventFields.h"
#include "core/import/chrome/BlockColumns.h"
#include "core/import/chrome/ParsedBlock.h"
#include "core/import/chrome/Vocabulary.h"

#include <cstdint>

namespace lamella::core {

class EventSink {
public:
    explicit EventSink(bool keepKernelNames)
        : m_keepKernelNames(keepKernelNames)
    {
    }

    // Add the events of one block between begin() and take().
    void begin(std::uint64_t textOffset);
    void add(const EventFields &event, std::uint32_t offset, std::uint32_t length);
    [[nodiscard]] ParsedBlock take();

    [[nodiscard]] ImportDiagnostics &diagnostics() { return m_block.diagnostics; }
    [[nodiscard]] const Vocabulary &vocabulary() const { return m_vocabulary; }

private:
    void addTimes(const EventFields &event, const EventCategory &category, ColumnRow &row);
    [[gnu::noinline]] void addPerfettoTime(SparseKey key, std::string_view token, std::int64_t exactNs);
    void addSparse(const EventFields &event, char phase);
    void addRawText(SparseKey key, const RawText &text)
    {
        if (!text.empty())
            m_columns.pushSparse(key, m_vocabulary.rawTexts.intern(text.json, text.note));
    }
    void addCollective(const CollectiveFields &fields); // of GPU work
    [[gnu::noinline]] void addOperation(const EventFields &event);
    void addSpan(const EventFields &event, const EventCategory &category, const ColumnRow &row); // GPU work and launches
    void addSpanShape(std::string_view kernelDetails);
    void addKernel(const EventFields &event, KernelKind kind, const ColumnRow &row);
    [[gnu::noinline]] void addMeta(const EventFields &event, std::uint32_t name);
    [[gnu::noinline]] void complainOfTime(const EventFields &event, const ColumnRow &row, NumberStatus status);
    [[gnu::noinline]] std::int64_t checkedDuration(const EventFields &event, const ColumnRow &row, ParsedNs parsed);
    [[gnu::noinline]] void complain(const DiagnosticKind &kind, const ColumnRow &row, std::string_view sample);
    void countBounds(const EventFields &event, const EventCategory &category, const ColumnRow &row);
    void addBounds(std::int64_t start, std::int64_t duration);
    void noteUse(std::uint32_t id, std::vector<std::uint32_t> &used, std::vector<std::uint32_t> &list) const
    {
        if (id >= used.size())
            used.resize(id + 64, 0);
        if (used[id] != m_blockNumber) {
            used[id] = m_blockNumber;
            list.push_back(id);
        }
    }
    void listFirstSeen(const EventChunk &chunk);
    void see(IdSpace space, std::uint32_t id);

    bool m_keepKernelNames;
    Vocabulary m_vocabulary;
    BlockColumns m_columns;
    PerfettoParsed m_perfetto; // of the event that is added
    ParsedBlock m_block;
    std::vector<bool> m_previewed;
    std::uint32_t m_blockNumber = 0;
    std::vector<std::uint32_t> m_laneUsed; // by lane: number of the last block that used it
    std::vector<std::uint32_t> m_shapeUsed;
};

} // namespace lamella::core
