// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/snapshot/SnapshotColumns.h"

#include "core/base/SaltedHash.h"
#include "core/base/TimeBound.h"
#include "core/import/DiagnosticKinds.h"
#include "core/import/JsonText.h"
#include "core/system/LargePages.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace lamella::core {

namespace {

using Kind = PickleValue::Kind;

constexpr std::int64_t kMaxBytes = std::int64_t{1} << 56; // of one block; sums of many stay far from overflow
constexpr std::int64_t kNsPerUs = 1000;
constexpr std::size_t kMaxText = std::size_t{64} << 10; // longer texts are no names of files or functions
constexpr std::size_t kMaxFrames = 4096; // of a stack; outer ones are dropped
constexpr std::size_t kMaxSettings = 64; // PyTorch writes about ten
constexpr std::size_t kMaxSetting = 4096; // bytes of one

// In the order of SnapshotColumns::Key.
constexpr std::array<std::string_view, 24> kKeys{"action", "addr", "address", "active_size", "allocated_size",
    "allocator_settings", "blocks", "device_free", "device", "device_traces", "filename", "frames", "history", "is_expandable",
    "line", "name", "real_size", "requested_size", "segment_type", "segments", "size", "state", "stream", "time_us"};
constexpr std::string_view kTotalSize = "total_size";

constexpr std::array<std::pair<std::string_view, MemoryAction>, 11> kActions{
    {{"alloc", MemoryAction::Alloc}, {"free_requested", MemoryAction::FreeRequest}, {"free_completed", MemoryAction::Free},
        {"free", MemoryAction::Free}, {"segment_alloc", MemoryAction::SegmentAlloc}, {"segment_free", MemoryAction::SegmentFree},
        {"segment_map", MemoryAction::SegmentMap}, {"segment_unmap", MemoryAction::SegmentUnmap},
        {"oom", MemoryAction::OutOfMemory}, {"snapshot", MemoryAction::Snapshot}, {"user_defined", MemoryAction::UserDefined}}};

constexpr unsigned kTextBits = 13; // of the texts found last

// A slot for a text, by its length and three words of it: names of files begin and end alike. Another text may have the same.
std::size_t slotOf(std::string_view text)
{
    std::array<std::uint64_t, 3> words{};
    const std::size_t bytes = std::min(text.size(), sizeof words[0]);
    const std::size_t behind = text.size() - bytes;
    for (std::size_t i = 0; i < words.size(); ++i)
        std::memcpy(&words[i], text.data() + behind * i / 2, bytes);
    constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15U;
    const std::uint64_t mixed = ((words[0] * kOdd ^ words[1]) * kOdd ^ words[2]) + text.size();
    return static_cast<std::size_t>((mixed * kOdd) >> (64 - kTextBits));
}

} // namespace

SnapshotColumns::SnapshotColumns(DocumentBuilder &builder)
    : m_builder(builder)
    , m_recentTexts(std::size_t{1} << kTextBits, StringId(0)) // the empty string
{
    for (const std::string_view key : kKeys)
        builder.intern(key);
    builder.intern(kTotalSize);
    for (const auto &[name, action] : kActions) {
        const std::uint32_t id = builder.intern(name).value;
        m_actions.resize(std::max<std::size_t>(m_actions.size(), id + 1), MemoryAction::Other);
        m_actions[id] = action;
    }
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
    StringId &recent = m_recentTexts[slotOf(text)];
    if (m_builder.document().text(recent) == text)
        return {Kind::Text, recent.value};
    const bool plain = std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c < 127; });
    if (!plain)
        return {Kind::Text, m_builder.intern(cleanSample(text, text.size() * 3)).value};
    recent = m_builder.intern(text);
    return {Kind::Text, recent.value};
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

// Dicts that were filled key by key: their form shows only when something refers to them.
void SnapshotColumns::settle(std::span<const PickleValue> items)
{
    for (const PickleValue &each : items) {
        const PickleValue now = resolved(each);
        if (!each.is(Kind::Node) || !now.is(Kind::Dict))
            continue;
        std::vector<PickleValue> own;
        for (const auto &[key, value] : m_dicts[now.row()])
            own.insert(own.end(), {key, value});
        const std::optional<PickleValue> stored = record(own);
        if (!stored)
            continue;
        m_nodes[each.payload()] = *stored;
        m_listBytes -= own.size() * sizeof(PickleValue);
        m_dicts[now.row()] = {};
        m_freeDicts.push_back(now.row());
    }
}

PickleValue SnapshotColumns::list(std::span<const PickleValue> items)
{
    settle(items);
    return node(items.empty() ? PickleValue(Kind::EmptyList, 0) : PickleValue(Kind::List, newList(items)));
}

// Whether the items are rows of the log from `first` on.
bool SnapshotColumns::follow(std::span<const PickleValue> items, std::uint32_t first) const
{
    for (const PickleValue &each : items)
        if (const PickleValue now = resolved(each); !now.is(Kind::Row) || now.row() != first++)
            return false;
    return true;
}

// A run of rows as a list of values, so that others can follow.
void SnapshotColumns::unpack(PickleValue list)
{
    const Run run = m_runs[m_nodes[list.payload()].row()];
    std::vector<PickleValue> rows;
    rows.reserve(run.rows);
    for (std::uint32_t i = 0; i < run.rows; ++i)
        rows.emplace_back(Kind::Row, run.first + i);
    m_nodes[list.payload()] = {Kind::List, newList(rows)};
}

bool SnapshotColumns::append(PickleValue to, std::span<const PickleValue> items)
{
    PickleValue now = resolved(to);
    if (!to.is(Kind::Node) || (!now.is(Kind::EmptyList) && !now.is(Kind::List) && !now.is(Kind::Events)))
        return false;
    if (items.empty())
        return true;
    settle(items);
    if (now.is(Kind::EmptyList)) {
        const PickleValue first = resolved(items.front());
        if (first.is(Kind::Row) && follow(items, first.row())) {
            m_runs.push_back({first.row(), static_cast<std::uint32_t>(items.size())});
            m_nodes[to.payload()] = {Kind::Events, m_runs.size() - 1};
        } else {
            m_nodes[to.payload()] = {Kind::List, newList(items)};
        }
        return true;
    }
    if (now.is(Kind::Events)) {
        Run &run = m_runs[now.row()];
        if (follow(items, run.first + run.rows)) {
            run.rows += static_cast<std::uint32_t>(items.size());
            return true;
        }
        unpack(to);
        now = resolved(to);
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
        if (m_freeDicts.empty()) {
            m_freeDicts.push_back(static_cast<std::uint32_t>(m_dicts.size()));
            m_dicts.emplace_back();
        }
        m_nodes[to.payload()] = {Kind::Dict, m_freeDicts.back()};
        m_freeDicts.pop_back();
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

std::uint64_t SnapshotColumns::driverFree(PickleValue value) const
{
    const bool isRecorded = value.is(Kind::WideInteger) || (value.is(Kind::Integer) && value.integer() >= 0);
    return isRecorded ? address(value) : MemoryLog::kFreeUnknown;
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
    constexpr std::size_t kMaxKept = 1024; // so that the next stack finds room
    if (m_lists[row].capacity() > kMaxKept)
        m_lists[row] = {};
    m_lists[row].clear();
    m_freeLists.push_back(row);
    m_nodes[list.payload()] = stored;
}

// Nothing if something in the list is no frame.
std::optional<std::uint32_t> SnapshotColumns::internStack(std::span<const PickleValue> frames)
{
    const std::size_t count = std::min(frames.size(), kMaxFrames);
    m_stack.resize(count);
    std::uint64_t hash = hashWith(hashSalt(), count);
    for (std::size_t i = 0; i < count; ++i) {
        const PickleValue each = resolved(frames[i]);
        if (!each.is(Kind::Frame))
            return std::nullopt;
        m_stack[i] = each.row();
        hash = hashWith(hash, each.row());
    }
    const std::uint32_t same = m_stackIndex.find(hash, [this](std::uint32_t stack) {
        const auto known = m_log.framesOf(stack);
        return std::equal(known.begin(), known.end(), m_stack.begin(), m_stack.end());
    });
    if (same != HashIndex::kNone)
        return same;
    const auto id = static_cast<std::uint32_t>(m_log.stackBegin.size() - 1);
    m_log.stackFrames.insert(m_log.stackFrames.end(), m_stack.begin(), m_stack.end());
    m_log.stackBegin.push_back(static_cast<std::uint32_t>(m_log.stackFrames.size()));
    m_stackIndex.add(hash, id);
    return id;
}

PickleValue SnapshotColumns::frame()
{
    const std::int64_t line = number(m_field[Line]).value_or(0);
    const MemoryFrame made{(m_fields & (1U << Filename)) != 0 ? string(m_field[Filename]) : StringId(0),
        (m_fields & (1U << Name)) != 0 ? string(m_field[Name]) : StringId(0),
        static_cast<std::int32_t>(std::clamp<std::int64_t>((m_fields & (1U << Line)) != 0 ? line : 0, 0, INT32_MAX))};
    RecentFrame &recent = m_recent[recentOf(made)];
    if (recent.row != HashIndex::kNone && recent.frame == made)
        return {Kind::Frame, recent.row};
    const std::uint64_t hash = hashWith(
        hashWith(hashWith(hashSalt(), made.file.value), made.function.value), static_cast<std::uint64_t>(made.line));
    std::uint32_t row = m_frameIndex.find(hash, [&](std::uint32_t known) { return m_log.frames[known] == made; });
    if (row == HashIndex::kNone) {
        row = static_cast<std::uint32_t>(m_log.frames.size());
        m_log.frames.push_back(made);
        m_frameIndex.add(hash, row);
    }
    recent = {made, row};
    return {Kind::Frame, row};
}

// Frames that fall together only cost the search in the index.
std::size_t SnapshotColumns::recentOf(const MemoryFrame &frame)
{
    const std::uint64_t mixed = (std::uint64_t{frame.file.value} * 0x9E3779B97F4A7C15U)
        ^ (std::uint64_t{frame.function.value} * 0xC2B2AE3D27D4EB4FU)
        ^ (static_cast<std::uint64_t>(frame.line) * 0x165667B19E3779F9U);
    return static_cast<std::size_t>((mixed * 0x9E3779B97F4A7C15U) >> (64 - kRecentBits));
}

// So that the columns need not be copied again and again as they grow.
void SnapshotColumns::expect(std::uint64_t read, std::uint64_t all)
{
    const std::size_t rows = m_log.time.size();
    constexpr std::size_t kSoon = 8192; // rows until the next call
    if (rows == 0 || m_firstEventAt == 0) {
        m_firstEventAt = rows == 0 ? 0 : read;
        return;
    }
    if (rows + kSoon < m_log.time.capacity() || read <= m_firstEventAt)
        return;
    const double more = static_cast<double>(all > read ? all - read : 0) / static_cast<double>(read - m_firstEventAt) * 1.05;
    const auto atTheEnd = [more](std::size_t now) {
        return now + std::max(now / 4 + kSoon, static_cast<std::size_t>(more * static_cast<double>(now)));
    };
    const std::size_t wanted = atTheEnd(rows);
    reserveLarge(m_log.time, wanted);
    reserveLarge(m_log.address, wanted);
    reserveLarge(m_log.bytes, wanted);
    reserveLarge(m_log.action, wanted);
    reserveLarge(m_log.stack, wanted);
    if (!m_log.stream.empty())
        reserveLarge(m_log.stream, wanted);
    reserveLarge(m_log.stackFrames, atTheEnd(m_log.stackFrames.size()));
}

// Of the row added last. There is a column of them only once two differ.
void SnapshotColumns::addStream(std::uint64_t stream)
{
    if (!m_log.stream.empty()) {
        m_log.stream.push_back(stream);
    } else if (!m_log.everyStream) {
        m_log.everyStream = stream;
    } else if (*m_log.everyStream != stream) {
        m_log.stream.reserve(m_log.time.capacity());
        m_log.stream.assign(m_log.time.size() - 1, *m_log.everyStream);
        m_log.stream.push_back(stream);
    }
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
    m_log.address.push_back(action == MemoryAction::OutOfMemory ? driverFree(field(DeviceFree)) : address(field(Addr)));
    m_log.bytes.push_back(std::clamp<std::int64_t>(bytes.value_or(0), 0, kMaxBytes));
    m_log.action.push_back(action);
    m_log.stack.push_back(stackOf(field(Frames)));
    addStream(address(field(Stream)));
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
    found.any = true;
    if (found.traces.size() >= static_cast<std::size_t>(INT16_MAX))
        return;
    const PickleValue now = resolved(trace);
    const bool events = now.is(Kind::List) || now.is(Kind::Events);
    found.unread += events || now.is(Kind::EmptyList) ? 0 : 1;
    const bool known = events && std::find(found.traces.begin(), found.traces.end(), now) != found.traces.end();
    found.traces.push_back(known || !events ? PickleValue() : now);
}

void SnapshotColumns::takeTop(std::span<const Pair> dict, Found &found) const
{
    for (const PickleValue &trace : items(value(dict, DeviceTraces)))
        takeTrace(trace, found);
    for (const PickleValue &each : items(value(dict, Segments))) {
        found.any = true;
        if (const PickleValue now = resolved(each); now.is(Kind::Segment))
            found.segments.push_back(now.row());
        else
            ++found.unread;
    }
    for (const Pair &pair : dict)
        found.any =
            found.any || (pair.first.is(Kind::Text) && (pair.first.row() == Segments || pair.first.row() == DeviceTraces));
    const PickleValue segments = resolved(value(dict, Segments));
    const bool all = found.segments.size() == items(value(dict, Segments)).size();
    found.listsSegments = all && (segments.is(Kind::List) || segments.is(Kind::EmptyList));
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
    } else if (now.is(Kind::Events)) {
        takeTrace(now, found);
    } else if (now.is(Kind::List)) {
        const std::vector<PickleValue> &own = m_lists[now.row()];
        if (resolved(own.front()).is(Kind::Row))
            return takeTrace(now, found);
        for (const PickleValue &each : own) {
            const PickleValue inner = resolved(each);
            if (inner.is(Kind::Segment)) {
                found.segments.push_back(inner.row());
                found.any = true;
            } else if (inner.is(Kind::Events)) {
                takeTrace(inner, found);
            } else if (inner.is(Kind::List) && resolved(m_lists[inner.row()].front()).is(Kind::Row)) {
                takeTrace(inner, found);
            }
        }
    }
}

// Where the traces are all rows of the log, in order, which is how PyTorch writes them. False if they are not.
bool SnapshotColumns::addWholeTraces(const Found &found)
{
    std::size_t next = 0;
    for (const PickleValue &trace : found.traces) {
        if (trace.is(Kind::List)) // not all of it are events
            return false;
        if (!trace.is(Kind::Events))
            continue;
        if (m_runs[trace.row()].first != next)
            return false;
        next += m_runs[trace.row()].rows;
    }
    if (next != m_log.time.size() || !found.loose.empty())
        return false;
    m_log.device.reserve(next);
    for (std::size_t d = 0; d < found.traces.size(); ++d)
        if (found.traces[d].is(Kind::Events))
            m_log.device.insert(m_log.device.end(), m_runs[found.traces[d].row()].rows, static_cast<std::int16_t>(d));
    return true;
}

// Gives the rows their devices, and the order of their lists.
void SnapshotColumns::addTraces(const Found &found)
{
    if (addWholeTraces(found))
        return;
    std::vector<bool> used(m_log.time.size());
    std::vector<std::uint32_t> order;
    std::vector<std::int16_t> devices;
    order.reserve(used.size());
    devices.reserve(used.size());
    const auto take = [&](PickleValue row, std::size_t device) {
        if (!row.is(Kind::Row) || used[row.row()]) {
            ++m_log.unread;
            return;
        }
        used[row.row()] = true;
        order.push_back(row.row());
        devices.push_back(static_cast<std::int16_t>(device));
    };
    for (std::size_t d = 0; d < found.traces.size(); ++d) {
        const PickleValue trace = found.traces[d];
        if (trace.is(Kind::Events))
            for (std::uint32_t i = 0; i < m_runs[trace.row()].rows; ++i)
                take({Kind::Row, m_runs[trace.row()].first + i}, d);
        else
            for (const PickleValue &each :
                trace.is(Kind::List) ? std::span<const PickleValue>(m_lists[trace.row()]) : std::span<const PickleValue>())
                take(resolved(each), d);
    }
    for (const PickleValue &each : found.loose)
        take(resolved(each), found.traces.empty() ? 0 : found.traces.size() - 1);
    m_log.unread += used.size() - order.size();
    m_log.device = std::move(devices);
    if (order.size() == used.size() && std::is_sorted(order.begin(), order.end()))
        return;
    const auto pick = [&order](auto &column) {
        if (column.empty())
            return;
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
        const std::string_view key = m_builder.document().text(string(pair.first));
        const std::string_view text = m_builder.document().text(string(pair.second));
        const std::optional<std::int64_t> number = this->number(pair.second);
        if (key.empty() || key.size() > kMaxSetting || text.size() > kMaxSetting || (text.empty() && !number))
            continue;
        if (m_log.settings.size() >= kMaxSettings)
            return;
        m_log.settings.emplace_back(key, number ? std::to_string(*number) : std::string(text));
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
    m_log.unread += found.unread;
    addTraces(found);
    m_log.listsSegments = found.listsSegments;
    addSegments(found.segments);
    addSettings(found.settings);
    m_log.keepOrderOfDevices();
    m_log.sortByTime();
    return std::move(m_log);
}

std::uint64_t SnapshotColumns::memoryBytes() const
{
    constexpr std::uint64_t kHeap = 32; // of a small vector
    return m_log.memoryBytes() + m_nodes.memoryBytes() + m_runs.capacity() * sizeof(Run)
        + m_lists.capacity() * (sizeof(m_lists[0]) + kHeap) + m_dicts.capacity() * (sizeof(m_dicts[0]) + kHeap)
        + (m_freeLists.capacity() + m_freeDicts.capacity()) * sizeof(std::uint32_t) + m_wide.capacity() * sizeof(std::uint64_t)
        + m_reals.capacity() * sizeof(double) + m_frameIndex.memoryBytes() + m_stackIndex.memoryBytes() + m_listBytes;
}

} // namespace lamella::core
