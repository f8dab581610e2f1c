// SPDX-License-Identifier: GPL-3.0-or-later
// Turns the dicts and lists of a memory snapshot into columns while the pickle is read, so that no tree of values is built.
// The keys are those of torch.cuda.memory._snapshot (PyTorch 2.0 and newer).
#pragma once

#include "core/import/DocumentBuilder.h"
#include "core/import/snapshot/PickleValue.h"
#include "core/model/MemoryLog.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lamella::core {

class SnapshotColumns {
public:
    using Pair = std::pair<PickleValue, PickleValue>;

    explicit SnapshotColumns(DocumentBuilder &builder);

    PickleValue integer(std::int64_t value);
    PickleValue unsignedInteger(std::uint64_t value);
    PickleValue real(double value);
    PickleValue text(std::string_view text);
    PickleValue emptyList();
    PickleValue emptyDict();
    PickleValue list(std::span<const PickleValue> items); // also for a tuple

    // Adds to the list or dict `to`. False if `to` is none, or one that was stored already.
    [[nodiscard]] bool append(PickleValue to, std::span<const PickleValue> items);
    [[nodiscard]] bool setItems(PickleValue to, std::span<const PickleValue> keysAndValues);

    // The log of the whole pickle. `complete`: `stack` is the one value of it, else what was being read when the file ended.
    // Nothing if it is no snapshot.
    [[nodiscard]] std::optional<MemoryLog> finish(std::span<const PickleValue> stack, bool complete);
    [[nodiscard]] std::uint64_t memoryBytes() const;

private:
    // Ids of the strings that are interned first.
    enum Key : std::uint32_t {
        Action = 1, Addr, Address, ActiveSize, AllocatedSize, AllocatorSettings, Blocks, DeviceFree, Device, DeviceTraces, Filename, Frames,
        History, IsExpandable, Line, Name, RealSize, RequestedSize, SegmentType, Segments, Size, State, Stream, TimeUs, TotalSize, Keys
    };
    [[nodiscard]] PickleValue node(PickleValue value);
    [[nodiscard]] PickleValue resolved(PickleValue value) const;
    [[nodiscard]] std::optional<std::int64_t> number(PickleValue value) const;
    [[nodiscard]] std::uint64_t address(PickleValue value) const;
    [[nodiscard]] StringId string(PickleValue value) const;
    [[nodiscard]] std::uint32_t stackOf(PickleValue value);
    [[nodiscard]] std::span<const PickleValue> items(PickleValue value) const;
    [[nodiscard]] PickleValue value(std::span<const Pair> dict, Key key) const;
    [[nodiscard]] std::optional<PickleValue> record(std::span<const PickleValue> keysAndValues);
    [[nodiscard]] PickleValue eventRow();
    [[nodiscard]] PickleValue frame();
    [[nodiscard]] PickleValue block();
    [[nodiscard]] std::optional<PickleValue> segment();
    void becomes(PickleValue list, PickleValue stored);
    [[nodiscard]] std::optional<std::uint32_t> internStack(std::span<const PickleValue> frames);
    [[nodiscard]] std::uint32_t newList(std::span<const PickleValue> items);
    [[nodiscard]] MemoryAction actionOf(PickleValue value) const;

    struct Found { // in a whole pickle or in what was read of one
        std::vector<std::uint32_t> traces; // rows of m_lists: one list of events for each device
        std::vector<PickleValue> loose; // events that are in no list yet, of the last device
        std::vector<std::uint32_t> segments;
        PickleValue settings;
        bool any = false;
    };
    void takeTop(std::span<const Pair> dict, Found &found) const;
    void takePart(PickleValue value, Found &found) const;
    void takeTrace(PickleValue trace, Found &found) const;
    void addTraces(const Found &found);
    void addSegments(const std::vector<std::uint32_t> &order);
    void addSettings(PickleValue settings);

    DocumentBuilder &m_builder;
    MemoryLog m_log; // rows in the order of the pickle, without devices
    std::vector<MemoryAction> m_actions; // by StringId, of the names of actions
    std::vector<PickleValue> m_nodes;
    std::vector<std::vector<PickleValue>> m_lists;
    std::vector<std::vector<Pair>> m_dicts;
    std::vector<std::uint64_t> m_wide;
    std::vector<double> m_reals;
    std::unordered_multimap<std::uint64_t, std::uint32_t> m_frameIndex; // by hash
    std::unordered_multimap<std::uint64_t, std::uint32_t> m_stackIndex;
    std::vector<std::uint32_t> m_freeLists; // rows of m_lists that became stacks
    std::array<PickleValue, Keys> m_field{}; // of the dict that is looked at
    std::uint32_t m_fields = 0; // which of them it has
    std::uint64_t m_listBytes = 0;
};

} // namespace lamella::core
