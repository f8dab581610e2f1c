// SPDX-License-Identifier: GPL-3.0-or-later
// Turns the dicts and lists of a memory snapshot into columns while the pickle is read, so that no tree of values is built.
// The keys are those of torch.cuda.memory._snapshot (PyTorch 2.0 and newer).
#pragma once

#include "core/import/DocumentBuilder.h"
#include "core/import/snapshot/HashIndex.h"
#include "core/import/snapshot/PagedVector.h"
#include "core/import/snapshot/PickleValue.h"
#include "core/model/MemoryLog.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace lamella::core {

class SnapshotColumns {
public:
    using Pair = std::pair<PickleValue, PickleValue>;

    explicit SnapshotColumns(DocumentBuilder &builder);

    PickleValue integer(std::int64_t value)
    {
        if (PickleValue::fits(value))
            return {PickleValue::Kind::Integer, static_cast<std::uint64_t>(value)};
        return unsignedInteger(static_cast<std::uint64_t>(value));
    }
    PickleValue unsignedInteger(std::uint64_t value);
    PickleValue real(double value);
    PickleValue text(std::string_view text);
    PickleValue emptyList() { return node({PickleValue::Kind::EmptyList, 0}); }
    PickleValue emptyDict() { return node({PickleValue::Kind::EmptyDict, 0}); }
    PickleValue list(std::span<const PickleValue> items); // also for a tuple

    // Adds to the list or dict `to`. False if `to` is none, or one that was stored already.
    [[nodiscard]] bool append(PickleValue to, std::span<const PickleValue> items);
    [[nodiscard]] bool setItems(PickleValue to, std::span<const PickleValue> keysAndValues);

    // The log of the whole pickle. `complete`: `stack` is the one value of it, else the values being read when the file ended.
    // Nothing if it is no snapshot.
    [[nodiscard]] std::optional<MemoryLog> finish(std::span<const PickleValue> stack, bool complete);
    [[nodiscard]] std::uint64_t memoryBytes() const;
    // Reserves room for the events to come: `read` of about `all` bytes of the pickle are read.
    void expect(std::uint64_t read, std::uint64_t all);

private:
    // Ids of the strings that are interned first.
    enum Key : std::uint32_t {
        Action = 1,
        Addr,
        Address,
        ActiveSize,
        AllocatedSize,
        AllocatorSettings,
        Blocks,
        DeviceFree,
        Device,
        DeviceTraces,
        Filename,
        Frames,
        History,
        IsExpandable,
        Line,
        Name,
        RealSize,
        RequestedSize,
        SegmentType,
        Segments,
        Size,
        State,
        Stream,
        TimeUs,
        TotalSize,
        Keys
    };
    struct Run { // of rows of the log
        std::uint32_t first = 0;
        std::uint32_t rows = 0;
    };
    [[nodiscard]] PickleValue node(PickleValue value)
    {
        m_nodes.push_back(value);
        return {PickleValue::Kind::Node, m_nodes.size() - 1};
    }
    [[nodiscard]] PickleValue resolved(PickleValue value) const
    {
        return value.is(PickleValue::Kind::Node) ? m_nodes[value.payload()] : value;
    }
    [[nodiscard]] bool follow(std::span<const PickleValue> items, std::uint32_t first) const;
    void unpack(PickleValue list);
    void settle(std::span<const PickleValue> items);
    [[nodiscard]] std::optional<std::int64_t> number(PickleValue value) const;
    [[nodiscard]] std::uint64_t address(PickleValue value) const;
    [[nodiscard]] std::uint64_t driverFree(PickleValue value) const; // MemoryLog::kFreeUnknown: not recorded
    [[nodiscard]] StringId string(PickleValue value) const;
    [[nodiscard]] std::uint32_t stackOf(PickleValue value);
    [[nodiscard]] std::span<const PickleValue> items(PickleValue value) const;
    [[nodiscard]] PickleValue value(std::span<const Pair> dict, Key key) const;
    [[nodiscard]] std::optional<PickleValue> record(std::span<const PickleValue> keysAndValues);
    [[nodiscard]] PickleValue eventRow();
    void addStream(std::uint64_t stream);
    [[nodiscard]] PickleValue frame();
    [[nodiscard]] PickleValue block();
    [[nodiscard]] std::optional<PickleValue> segment();
    void becomes(PickleValue list, PickleValue stored);
    [[nodiscard]] std::optional<std::uint32_t> internStack(std::span<const PickleValue> frames);
    [[nodiscard]] std::uint32_t newList(std::span<const PickleValue> items);
    [[nodiscard]] MemoryAction actionOf(PickleValue value) const;

    struct Found { // in a whole pickle or in the part that was read
        std::vector<PickleValue> traces; // one list of events for each device
        std::vector<PickleValue> loose; // events that are in no list yet, of the last device
        std::vector<std::uint32_t> segments;
        PickleValue settings;
        bool any = false;
        bool listsSegments = false;
        std::uint64_t unread = 0; // records of no known form
    };
    void takeTop(std::span<const Pair> dict, Found &found) const;
    void takePart(PickleValue value, Found &found) const;
    void takeTrace(PickleValue trace, Found &found) const;
    void addTraces(const Found &found);
    [[nodiscard]] bool addWholeTraces(const Found &found);
    void addSegments(const std::vector<std::uint32_t> &order);
    void addSettings(PickleValue settings);

    DocumentBuilder &m_builder;
    MemoryLog m_log; // rows in the order of the pickle, without devices
    std::vector<MemoryAction> m_actions; // by StringId, of the names of actions
    PagedVector<PickleValue> m_nodes;
    std::vector<Run> m_runs;
    std::vector<std::vector<PickleValue>> m_lists;
    std::vector<std::vector<Pair>> m_dicts;
    std::vector<std::uint64_t> m_wide;
    std::vector<double> m_reals;
    std::vector<std::uint32_t> m_stack; // that is looked up
    // Frames found last, by some bits of their contents: stacks repeat a few thousand of them, and the index is far from the
    // processor.
    struct RecentFrame {
        MemoryFrame frame;
        std::uint32_t row = HashIndex::kNone;
    };
    [[nodiscard]] static std::size_t recentOf(const MemoryFrame &frame);
    static constexpr unsigned kRecentBits = 12;
    std::vector<RecentFrame> m_recent = std::vector<RecentFrame>(std::size_t{1} << kRecentBits);
    std::vector<StringId> m_recentTexts; // found last, likewise
    HashIndex m_frameIndex;
    HashIndex m_stackIndex;
    std::vector<std::uint32_t> m_freeLists; // rows of m_lists that became stacks
    std::vector<std::uint32_t> m_freeDicts; // rows of m_dicts that became records
    std::array<PickleValue, Keys> m_field{}; // of the current dict
    std::uint32_t m_fields = 0; // which of them it has
    std::uint64_t m_listBytes = 0;
    std::uint64_t m_firstEventAt = 0; // bytes of the pickle before the events; 0: none was read yet
};

} // namespace lamella::core
