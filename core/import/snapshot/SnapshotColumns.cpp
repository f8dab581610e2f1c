// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/snapshot/SnapshotColumns.h"

#include "core/base/TimeBound.h"
#include "core/import/DiagnosticKinds.h"
#include "core/import/JsonText.h"

#include <algorithm>
#include <string>

namespace lamella::core {

namespace {

using Kind = PickleValue::Kind;

constexpr std::int64_t kMaxBytes = std::int64_t{1} << 56; // of one block; sums of many stay far from overflow
constexpr std::int64_t kNsPerUs = 1000;
constexpr std::size_t kMaxText = std::size_t{64} << 10; // longer texts are no names of files or functions
constexpr std::size_t kMaxFrames = 4096; // of a stack; outer ones are dropped

// In the order of SnapshotColumns::Key.
constexpr std::array<std::string_view, 24> kKeys{"action", "addr", "address", "active_size", "allocated_size", "allocator_settings", "blocks",
    "device_free", "device", "device_traces", "filename", "frames", "history", "is_expandable", "line", "name", "real_size", "requested_size",
    "segment_type", "segments", "size", "state", "stream", "time_us"};
constexpr std::string_view kTotalSize = "total_size";

constexpr std::array<std::pair<std::string_view, MemoryAction>, 9> kActions{{{"alloc", MemoryAction::Alloc},
    {"free_requested", MemoryAction::FreeRequest}, {"free_completed", MemoryAction::Free}, {"free", MemoryAction::Free},
    {"segment_alloc", MemoryAction::SegmentAlloc}, {"segment_free", MemoryAction::SegmentFree}, {"segment_map", MemoryAction::SegmentMap},
    {"segment_unmap", MemoryAction::SegmentUnmap}, {"oom", MemoryAction::OutOfMemory}}};

std::uint64_t mixed(std::uint64_t hash, std::uint64_t value)
{
    hash ^= value + 0x9e3779b97f4a7c15U + (hash << 6) + (hash >> 2);
    return hash * 0xff51afd7ed558ccdU;
}

} // namespace

SnapshotColumns::SnapshotColumns(DocumentBuilder &builder)
    : m_builder(builder)
{
    for (const std::string_view key : kKeys)
        builder.intern(key);
    builder.intern(kTotalSize);
    for (const auto &[name, action] : kActions) {
        const std::uint32_t id = builder.intern(name).value;
        m_actions.resize(std::max<std::size_t>(m_actions.size(), id + 1), MemoryAction::Other);
        m_actions[id] = action;
    }
    const std::uint32_t snapshot = builder.intern("snapshot").value;
    m_actions.resize(std::max<std::size_t>(m_actions.size(), snapshot + 1), MemoryAction::Other);
    m_actions[snapshot] = MemoryAction::Snapshot;
}

PickleValue SnapshotColumns::integer(std::int64_t value)
{
    if (PickleValue::fits(value))
        return {Kind::Integer, static_cast<std::uint64_t>(value)};
    return unsignedInteger(static_cast<std::uint64_t>(value));
}

PickleValue SnapshotColumns::unsignedInteger(std::uint64_t value)
{
    m_wide.push_back(value);
    return {Kind::WideInteger, m_wide.size() - 1};
}

PickleValue SnapshotColumns::real(double value)
{
    m_reals.push_back(value);
    return {Kind::Real, m_reals.size() - 1};
}

PickleValue SnapshotColumns::text(std::string_view text)
{
    if (text.size() > kMaxText)
        return {Kind::Bytes, 0};
    const bool plain = std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c < 127; });
    return {Kind::Text, (plain ? m_builder.intern(text) : m_builder.intern(cleanSample(text, text.size() * 3))).value};
}

PickleValue SnapshotColumns::node(PickleValue value)
{
    m_nodes.push_back(value);
    return {Kind::Node, m_nodes.size() - 1};
}

PickleValue SnapshotColumns::emptyList()
{
    return node({Kind::EmptyList, 0});
}

PickleValue SnapshotColumns::emptyDict()
{
    return node({Kind::EmptyDict, 0});
}

std::uint32_t SnapshotColumns::newList(std::span<const PickleValue> items)
{
    m_listBytes += items.size() * sizeof(PickleValue);
    if (m_freeLists.empty()) {
        m_lists.emplace_back(items.begin(), items.end());
        return static_cast<std::uint32_t>(m_lists.size() - 1);
    }
    const std::uint32_t row = m_freeLists.back();
    m_freeLists.pop_back();
    m_lists[row].assign(items.begin(), items.end());
    return row;
}

PickleValue SnapshotColumns::list(std::span<const PickleValue> items)
{
    return node(items.empty() ? PickleValue(Kind::EmptyList, 0) : PickleValue(Kind::List, newList(items)));
}

PickleValue SnapshotColumns::resolved(PickleValue value) const
{
    return value.is(Kind::Node) ? m_nodes[value.payload()] : value;
}

bool SnapshotColumns::append(PickleValue to, std::span<const PickleValue> items)
{
    const PickleValue now = resolved(to);
    if (!to.is(Kind::Node) || (!now.is(Kind::EmptyList) && !now.is(Kind::List)))
        return false;
    if (items.empty())
        return true;
    if (now.is(Kind::EmptyList)) {
        m_nodes[to.payload()] = {Kind::List, newList(items)};
        return true;
    }
    std::vector<PickleValue> &own = m_lists[now.row()];
    own.insert(own.end(), items.begin(), items.end());
    m_listBytes += items.size() * sizeof(PickleValue);
    return true;
}

bool SnapshotColumns::setItems(PickleValue to, std::span<const PickleValue> keysAndValues)
{
    const PickleValue now = resolved(to);
    if (!to.is(Kind::Node) || (!now.is(Kind::EmptyDict) && !now.is(Kind::Dict)))
        return false;
    if (now.is(Kind::EmptyDict)) {
        if (const std::optional<PickleValue> stored = record(keysAndValues)) {
            m_nodes[to.payload()] = *stored;
            return true;
        }
        m_dicts.emplace_back();
        m_nodes[to.payload()] = {Kind::Dict, m_dicts.size() - 1};
    }
    std::vector<Pair> &own = m_dicts[m_nodes[to.payload()].row()];
    for (std::size_t i = 0; i + 1 < keysAndValues.size(); i += 2)
        own.emplace_back(keysAndValues[i], keysAndValues[i + 1]);
    m_listBytes += keysAndValues.size() * sizeof(PickleValue);
    return true;
}

// The dict as a row of the columns, if its keys are those of a known form.
std::optional<PickleValue> SnapshotColumns::record(std::span<const PickleValue> keysAndValues)
{
    m_fields = 0;
    for (std::size_t i = 0; i + 1 < keysAndValues.size(); i += 2) {
        const PickleValue key = keysAndValues[i];
        if (!key.is(Kind::Text) || key.row() == 0 || key.row() >= Keys)
            continue;
        m_field[key.row()] = keysAndValues[i + 1];
        m_fields |= 1U << key.row();
    }
    const auto has = [this](Key key) { return (m_fields & (1U << key)) != 0; };
    if (has(Action) && (has(Addr) || has(Size) || has(DeviceFree)))
        return eventRow();
    if (has(Filename) && (has(Line) || has(Name)))
        return frame();
    if (has(Blocks) && (has(TotalSize) || has(Address)))
        return segment();
    if (has(State) && has(Size))
        return block();
    return std::nullopt;
}

std::optional<std::int64_t> SnapshotColumns::number(PickleValue value) const
{
    switch (value.kind()) {
    case Kind::Integer:
        return value.integer();
    case Kind::Real: {
        const double real = m_reals[value.payload()];
        return real > -9e18 && real < 9e18 ? std::optional(static_cast<std::int64_t>(real)) : std::nullopt;
    }
    default:
        return std::nullopt;
    }
}

std::uint64_t SnapshotColumns::address(PickleValue value) const
{
    if (value.is(Kind::WideInteger))
        return m_wide[value.payload()];
    return value.is(Kind::Integer) ? static_cast<std::uint64_t>(value.integer()) : 0;
}

StringId SnapshotColumns::string(PickleValue value) const
{
    return value.is(Kind::Text) ? StringId(value.row()) : StringId(0);
}

std::span<const PickleValue> SnapshotColumns::items(PickleValue value) const
{
    const PickleValue now = resolved(value);
    return now.is(Kind::List) ? std::span<const PickleValue>(m_lists[now.row()]) : std::span<const PickleValue>();
}

PickleValue SnapshotColumns::value(std::span<const Pair> dict, Key key) const
{
    for (const Pair &pair : dict)
        if (pair.first.is(Kind::Text) && pair.first.row() == key)
            return pair.second;
    return {};
}

MemoryAction SnapshotColumns::actionOf(PickleValue value) const
{
    return value.is(Kind::Text) && value.row() < m_actions.size() ? m_actions[value.row()] : MemoryAction::Other;
}

// A list of frames becomes a stack when a record refers to it; lists are often shared.
std::uint32_t SnapshotColumns::stackOf(PickleValue value)
{
    const PickleValue now = resolved(value);
    if (now.is(Kind::Stack))
        return now.row();
    if (!now.is(Kind::List))
        return 0;
    const std::uint32_t made = internStack(m_lists[now.row()]).value_or(0);
    becomes(value, {Kind::Stack, made});
    return made;
}

// What a list has become once a record has used it; its items are dropped.
void SnapshotColumns::becomes(PickleValue list, PickleValue stored)
{
    const std::uint32_t row = resolved(list).row();
    m_listBytes -= m_lists[row].size() * sizeof(PickleValue);
    m_lists[row] = {};
    m_freeLists.push_back(row);
    m_nodes[list.payload()] = stored;
}

// Nothing if something in the list is no frame.
std::optional<std::uint32_t> SnapshotColumns::internStack(std::span<const PickleValue> frames)
{
    const std::size_t count = std::min(frames.size(), kMaxFrames);
    const std::size_t begin = m_log.stackFrames.size();
    std::uint64_t hash = count;
    for (std::size_t i = 0; i < count; ++i) {
        const PickleValue each = resolved(frames[i]);
        if (!each.is(Kind::Frame)) {
            m_log.stackFrames.resize(begin);
            return std::nullopt;
        }
        m_log.stackFrames.push_back(each.row());
        hash = mixed(hash, each.row());
    }
    const auto own = m_log.stackFrames.begin() + static_cast<std::ptrdiff_t>(begin);
    for (auto [it, last] = m_stackIndex.equal_range(hash); it != last; ++it) {
        const auto known = m_log.framesOf(it->second);
        if (std::equal(known.begin(), known.end(), own, m_log.stackFrames.end())) {
            m_log.stackFrames.resize(begin);
            return it->second;
        }
    }
    const auto id = static_cast<std::uint32_t>(m_log.stackBegin.size() - 1);
    m_log.stackBegin.push_back(static_cast<std::uint32_t>(m_log.stackFrames.size()));
    m_stackIndex.emplace(hash, id);
    return id;
}

PickleValue SnapshotColumns::frame()
{
    const std::int64_t line = number(m_field[Line]).value_or(0);
    const MemoryFrame made{(m_fields & (1U << Filename)) != 0 ? string(m_field[Filename]) : StringId(0),
        (m_fields & (1U << Name)) != 0 ? string(m_field[Name]) : StringId(0),
        static_cast<std::int32_t>(std::clamp<std::int64_t>((m_fields & (1U << Line)) != 0 ? line : 0, 0, INT32_MAX))};
    const std::uint64_t hash = mixed(mixed(made.file.value, made.function.value), static_cast<std::uint64_t>(made.line));
    for (auto [it, last] = m_frameIndex.equal_range(hash); it != last; ++it)
        if (m_log.frames[it->second] == made)
            return {Kind::Frame, it->second};
    const auto id = static_cast<std::uint32_t>(m_log.frames.size());
    m_log.frames.push_back(made);
    m_frameIndex.emplace(hash, id);
    return {Kind::Frame, id};
}

PickleValue SnapshotColumns::eventRow()
{
    const auto field = [this](Key key) { return (m_fields & (1U << key)) != 0 ? m_field[key] : PickleValue(); };
    MemoryAction action = actionOf(field(Action));
    const std::optional<std::int64_t> bytes = number(field(Size));
    std::int64_t time = MemoryLog::kNone;
    if (const std::optional<std::int64_t> us = number(field(TimeUs))) {
        if (*us >= -kLargestNs / kNsPerUs && *us <= kLargestNs / kNsPerUs)
            time = *us * kNsPerUs;
        else
            m_builder.document().diagnostics.add(diagnostics::kBadTimestamp);
    }
    if (!bytes || *bytes < 0 || *bytes > kMaxBytes || action == MemoryAction::Other) {
        action = MemoryAction::Other;
        ++m_log.unread;
    }
    m_log.time.push_back(time);
    m_log.address.push_back(address(action == MemoryAction::OutOfMemory && (m_fields & (1U << DeviceFree)) != 0 ? field(DeviceFree) : field(Addr)));
    m_log.bytes.push_back(std::clamp<std::int64_t>(bytes.value_or(0), 0, kMaxBytes));
    m_log.action.push_back(action);
    m_log.stack.push_back(stackOf(field(Frames)));
    m_log.stream.push_back(address(field(Stream)));
    return {Kind::Row, m_log.time.size() - 1};
}

PickleValue SnapshotColumns::block()
{
    const auto field = [this](Key key) { return (m_fields & (1U << key)) != 0 ? m_field[key] : PickleValue(); };
    SegmentBlock made;
    made.address = address(field(Address));
    made.bytes = std::clamp<std::int64_t>(number(field(Size)).value_or(0), 0, kMaxBytes);
    made.requested = std::clamp<std::int64_t>(number(field(RequestedSize)).value_or(made.bytes), 0, kMaxBytes);
    made.stack = stackOf(field(Frames));
    const std::string_view state = m_builder.document().text(string(field(State)));
    made.state = state == "active_allocated" ? BlockState::Allocated
        : state.starts_with("active")        ? BlockState::AwaitingFree
                                             : BlockState::Free;
    if (const auto history = items(field(History)); made.stack == 0 && !history.empty()) { // PyTorch 2.0
        if (const PickleValue last = resolved(history.front()); last.is(Kind::Dict)) {
            const std::vector<Pair> &own = m_dicts[last.row()];
            made.requested = std::clamp<std::int64_t>(number(value(own, RealSize)).value_or(made.requested), 0, kMaxBytes);
            made.stack = stackOf(value(own, Frames));
        }
    }
    m_log.blocks.push_back(made);
    return {Kind::Block, m_log.blocks.size() - 1};
}

std::optional<PickleValue> SnapshotColumns::segment()
{
    const auto field = [this](Key key) { return (m_fields & (1U << key)) != 0 ? m_field[key] : PickleValue(); };
    MemorySegment made;
    made.address = address(field(Address));
    made.bytes = std::clamp<std::int64_t>(number(field(TotalSize)).value_or(0), 0, kMaxBytes);
    made.allocated = std::clamp<std::int64_t>(number(field(AllocatedSize)).value_or(-1), -1, kMaxBytes);
    made.active = std::clamp<std::int64_t>(number(field(ActiveSize)).value_or(-1), -1, kMaxBytes);
    made.stream = address(field(Stream));
    made.kind = string(field(SegmentType));
    made.device = static_cast<std::int16_t>(std::clamp<std::int64_t>(number(field(Device)).value_or(0), 0, INT16_MAX));
    made.expandable = number(field(IsExpandable)).value_or(0) != 0;
    const auto own = items(field(Blocks));
    made.firstBlock = own.empty() || !resolved(own.front()).is(Kind::Block) ? 0 : resolved(own.front()).row();
    for (const PickleValue &each : own) { // written one after the other
        const PickleValue now = resolved(each);
        if (!now.is(Kind::Block) || now.row() != made.firstBlock + made.blocks) {
            ++m_log.unread;
            continue;
        }
        ++made.blocks;
    }
    if (!own.empty())
        becomes(field(Blocks), {Kind::Bytes, 0});
    std::uint64_t at = made.address;
    for (std::uint32_t b = made.firstBlock; b < made.firstBlock + made.blocks; ++b) { // PyTorch 2.0 states no addresses of blocks
        SegmentBlock &each = m_log.blocks[b];
        if (each.address == 0)
            each.address = at;
        at = each.address + static_cast<std::uint64_t>(each.bytes);
    }
    m_log.segments.push_back(made);
    return PickleValue(Kind::Segment, m_log.segments.size() - 1);
}

// A list counts once, whatever refers to it: one of a million lists of a million events would take for ever.
void SnapshotColumns::takeTrace(PickleValue trace, Found &found) const
{
    constexpr std::uint32_t kNoEvents = 0xFFFFFFFFU;
    const PickleValue now = resolved(trace);
    const std::uint32_t list = now.is(Kind::List) ? now.row() : kNoEvents;
    const bool known = list != kNoEvents && std::find(found.traces.begin(), found.traces.end(), list) != found.traces.end();
    if (found.traces.size() < static_cast<std::size_t>(INT16_MAX))
        found.traces.push_back(known ? kNoEvents : list);
    found.any = true;
}

void SnapshotColumns::takeTop(std::span<const Pair> dict, Found &found) const
{
    for (const PickleValue &trace : items(value(dict, DeviceTraces)))
        takeTrace(trace, found);
    for (const PickleValue &each : items(value(dict, Segments))) {
        found.any = true;
        if (const PickleValue now = resolved(each); now.is(Kind::Segment))
            found.segments.push_back(now.row());
    }
    for (const Pair &pair : dict)
        found.any = found.any || (pair.first.is(Kind::Text) && (pair.first.row() == Segments || pair.first.row() == DeviceTraces));
    found.settings = value(dict, AllocatorSettings);
}

// A value that was being read when the file ended.
void SnapshotColumns::takePart(PickleValue value, Found &found) const
{
    const PickleValue now = resolved(value);
    if (now.is(Kind::Dict)) {
        takeTop(m_dicts[now.row()], found);
    } else if (now.is(Kind::Segment)) {
        found.segments.push_back(now.row());
        found.any = true;
    } else if (now.is(Kind::Row)) {
        found.loose.push_back(now);
        found.any = true;
    } else if (now.is(Kind::List)) {
        const std::vector<PickleValue> &own = m_lists[now.row()];
        if (resolved(own.front()).is(Kind::Row))
            return takeTrace(now, found);
        for (const PickleValue &each : own) {
            const PickleValue inner = resolved(each);
            if (inner.is(Kind::Segment)) {
                found.segments.push_back(inner.row());
                found.any = true;
            } else if (inner.is(Kind::List) && resolved(m_lists[inner.row()].front()).is(Kind::Row)) {
                takeTrace(inner, found);
            }
        }
    }
}

// Gives the rows their devices, and the order of their lists.
void SnapshotColumns::addTraces(const Found &found)
{
    std::vector<bool> used(m_log.time.size());
    std::vector<std::uint32_t> order;
    std::vector<std::int16_t> devices;
    order.reserve(used.size());
    devices.reserve(used.size());
    const auto take = [&](std::span<const PickleValue> rows, std::size_t device) {
        for (const PickleValue &each : rows) {
            const PickleValue now = resolved(each);
            if (!now.is(Kind::Row) || used[now.row()]) {
                ++m_log.unread;
                continue;
            }
            used[now.row()] = true;
            order.push_back(now.row());
            devices.push_back(static_cast<std::int16_t>(device));
        }
    };
    for (std::size_t d = 0; d < found.traces.size(); ++d)
        if (found.traces[d] < m_lists.size())
            take(m_lists[found.traces[d]], d);
    take(found.loose, found.traces.empty() ? 0 : found.traces.size() - 1);
    m_log.unread += used.size() - order.size();
    m_log.device = std::move(devices);
    if (order.size() == used.size() && std::is_sorted(order.begin(), order.end()))
        return;
    const auto pick = [&order](auto &column) {
        std::remove_reference_t<decltype(column)> picked;
        picked.reserve(order.size());
        for (const std::uint32_t row : order)
            picked.push_back(column[row]);
        column = std::move(picked);
    };
    pick(m_log.time);
    pick(m_log.address);
    pick(m_log.bytes);
    pick(m_log.action);
    pick(m_log.stack);
    pick(m_log.stream);
}

void SnapshotColumns::addSegments(const std::vector<std::uint32_t> &order)
{
    std::vector<bool> used(m_log.segments.size());
    std::vector<MemorySegment> listed;
    for (const std::uint32_t row : order)
        if (!used[row]) {
            used[row] = true;
            listed.push_back(m_log.segments[row]);
        }
    m_log.unread += m_log.segments.size() - listed.size();
    std::stable_sort(listed.begin(), listed.end(), [](const MemorySegment &a, const MemorySegment &b) {
        return std::pair(a.device, a.address) < std::pair(b.device, b.address);
    });
    m_log.segments = std::move(listed);
}

void SnapshotColumns::addSettings(PickleValue settings)
{
    const PickleValue now = resolved(settings);
    if (!now.is(Kind::Dict))
        return;
    for (const Pair &pair : m_dicts[now.row()]) {
        const std::string key(m_builder.document().text(string(pair.first)));
        const std::optional<std::int64_t> number = this->number(pair.second);
        const std::string text = number ? std::to_string(*number) : std::string(m_builder.document().text(string(pair.second)));
        if (!key.empty() && !text.empty())
            m_log.settings.emplace_back(key, text);
    }
}

std::optional<MemoryLog> SnapshotColumns::finish(std::span<const PickleValue> stack, bool complete)
{
    Found found;
    if (complete && stack.size() == 1 && resolved(stack.front()).is(Kind::Dict))
        takeTop(m_dicts[resolved(stack.front()).row()], found);
    else
        for (const PickleValue &value : stack)
            takePart(value, found);
    if (!found.any)
        return std::nullopt;
    m_log.source = MemorySource::Snapshot;
    m_log.complete = complete;
    addTraces(found);
    addSegments(found.segments);
    addSettings(found.settings);
    m_log.sortByTime();
    return std::move(m_log);
}

std::uint64_t SnapshotColumns::memoryBytes() const
{
    constexpr std::uint64_t kIndexEntry = 40; // of a hash map
    constexpr std::uint64_t kHeap = 32; // of a small vector
    return m_log.memoryBytes() + m_nodes.capacity() * sizeof(PickleValue) + m_lists.capacity() * (sizeof(m_lists[0]) + kHeap)
        + m_dicts.capacity() * (sizeof(m_dicts[0]) + kHeap) + m_wide.capacity() * sizeof(std::uint64_t)
        + m_reals.capacity() * sizeof(double) + (m_frameIndex.size() + m_stackIndex.size()) * kIndexEntry + m_listBytes;
}

} // namespace lamella::core
