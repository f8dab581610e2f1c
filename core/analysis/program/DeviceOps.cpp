// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/program/DeviceOps.h"

#include "core/model/XlaLines.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>

namespace lamella::core {

namespace {

constexpr std::uint32_t kEventsBetweenPolls = 1u << 16;

constexpr std::uint8_t kXlaLine = 100; // above the kinds of kernels

struct ClassKey {
    std::uint32_t name = 0;
    std::uint32_t operation = 0;
    std::uint8_t variant = 0; // kind of a kernel, or whether it is on an asynchronous line
    bool operator==(const ClassKey &) const = default;
};

struct ClassKeyHash {
    std::size_t operator()(const ClassKey &key) const noexcept
    {
        return static_cast<std::size_t>((std::uint64_t{key.name} << 32 | key.operation) * 0x9E3779B97F4A7C15u + key.variant);
    }
};

class Collector {
public:
    Collector(const TraceDocument &document, const KernelNames &names, DeviceOps &result)
        : m_document(document)
        , m_names(names)
        , m_result(result)
    {
    }

    // Adds an operation of an XLA line.
    void addXla(const EventChunk &chunk, std::uint32_t row, std::uint32_t operation, const Track &track)
    {
        const bool async = track.threadName == kAsyncXlaOps;
        const ClassKey key{chunk.name[row].value, operation, static_cast<std::uint8_t>(async ? kXlaLine + 1 : kXlaLine)};
        push(key, EventId{chunk.firstEvent + row}, track.stream, chunk.start[row], chunk.duration[row], async);
    }
    void addKernel(KernelId kernel)
    {
        const KernelTable &kernels = m_document.kernels;
        const std::uint32_t k = kernel.value;
        const auto operation =
            m_document.operations.empty() ? std::nullopt : m_document.events.sparse(kernels.event[k], SparseKey::Operation);
        const ClassKey key{kernels.name[k].value, operation ? static_cast<std::uint32_t>(*operation) : StringId::kNone,
            static_cast<std::uint8_t>(kernels.kind[k])};
        push(key, kernels.event[k], kernels.stream[k], kernels.start[k], kernels.duration[k], false);
    }

private:
    void push(const ClassKey &key, EventId event, StreamId stream, std::int64_t start, std::int64_t duration, bool async)
    {
        m_result.ops.push_back({event, classOf(key, async), stream, DeviceOp::kNoRun, start, duration, duration});
    }

    // Programs repeat the same operations, so most are found in this cache.
    std::uint32_t classOf(const ClassKey &key, bool async)
    {
        Recent &recent = m_recent[ClassKeyHash{}(key) >> 7 & (kRecent - 1)];
        if (recent.used && recent.key == key)
            return recent.row;
        const auto [it, added] = m_index.try_emplace(key, static_cast<std::uint32_t>(m_result.classes.size()));
        if (added)
            m_result.classes.push_back(makeClass(key, async));
        recent = {key, it->second, true};
        return it->second;
    }

    OpClass makeClass(const ClassKey &key, bool async) const
    {
        OpClass made;
        made.name = StringId{key.name};
        made.nests = key.variant >= kXlaLine && !async;
        made.async = async;
        if (key.operation < m_document.operations.size())
            made.operation = OperationId{key.operation};
        const std::string_view name = m_document.text(made.name);
        if (key.variant >= kXlaLine) {
            const Operation operation = made.operation.valid() ? m_document.operations[key.operation] : Operation{};
            made.traits = xlaTraits(name, m_document.text(operation.category), m_document.text(operation.longName), async);
        } else {
            made.traits = kernelTraits(name, static_cast<KernelKind>(key.variant), m_names.category(made.name));
        }
        return made;
    }

    const TraceDocument &m_document;
    const KernelNames &m_names;
    DeviceOps &m_result;
    std::unordered_map<ClassKey, std::uint32_t, ClassKeyHash> m_index;
    struct Recent {
        ClassKey key;
        std::uint32_t row = 0;
        bool used = false;
    };
    static constexpr std::size_t kRecent = 4096;
    std::vector<Recent> m_recent = std::vector<Recent>(kRecent);
};

// Tracks whose events are XLA operations. The derived lines of a GPU are not device work.
std::vector<bool> xlaTracks(const TraceDocument &document)
{
    std::vector<bool> is;
    for (const Track &track : document.tracks)
        is.push_back(track.kind == TrackKind::GpuStream && track.stream.valid()
            && (track.threadName == kXlaOps || track.threadName == kAsyncXlaOps));
    return is;
}

void collect(const TraceDocument &document, Collector &collector, DeviceOps &result, const JobControl &control)
{
    const std::vector<bool> isXla = xlaTracks(document);
    result.compiled = std::find(isXla.begin(), isXla.end(), true) != isXla.end();
    // A compiled program has slightly more operations than kernels, because operations that contain others are not kernels. A
    // vector that grows by doubling would briefly need three times the memory.
    result.ops.reserve(document.kernels.size() + (result.compiled ? document.kernels.size() / 16 : 0));
    const StringId category = document.strings.find("xla_op");
    std::vector<bool> taken(result.compiled ? document.events.size() : 0, false);
    for (const EventChunk &chunk : document.events.chunks()) {
        if (!result.compiled)
            break;
        const SparseColumn &operations = chunk.sparse[static_cast<std::size_t>(SparseKey::Operation)];
        std::size_t at = 0;
        for (std::uint32_t row = 0; row < chunk.size(); ++row) {
            if (row % kEventsBetweenPolls == 0 && control.stopRequested())
                return;
            while (at < operations.rows.size() && operations.rows[at] < row)
                ++at;
            const std::uint32_t track = chunk.track[row].value;
            if (chunk.category[row] != category || chunk.phase[row] != 'X' || chunk.duration[row] < 0 || track >= isXla.size()
                || !isXla[track] || chunk.start[row] == EventTable::kNoTime)
                continue;
            const bool described = at < operations.rows.size() && operations.rows[at] == row;
            collector.addXla(chunk, row, described ? static_cast<std::uint32_t>(operations.values[at]) : StringId::kNone,
                document.tracks[track]);
            taken[chunk.firstEvent + row] = true;
        }
    }
    for (std::uint32_t k = 0; k < document.kernels.size(); ++k) {
        if (k % kEventsBetweenPolls == 0 && control.stopRequested())
            return;
        const std::uint32_t event = document.kernels.event[k].value;
        if (taken.empty() || !taken[event])
            collector.addKernel(KernelId{k});
    }
    result.compiled = result.compiled || !document.operations.empty();
}

// Operations of one line are in start order, longest first. Begin and end are rounded to nanoseconds separately, so an operation
// may seem to overlap its neighbour by 1 ns.
void takeFromOuter(std::vector<DeviceOp *> &open, DeviceOp &op, std::uint64_t &partial)
{
    constexpr std::int64_t kRounding = 1;
    while (!open.empty() && op.start + kRounding >= open.back()->end())
        open.pop_back();
    if (!open.empty() && op.end() > open.back()->end() + kRounding) {
        ++partial;
        while (!open.empty() && op.end() > open.back()->end() + kRounding)
            open.pop_back();
    }
    if (!open.empty())
        open.back()->exclusive = std::max<std::int64_t>(0, open.back()->exclusive - op.duration);
    open.push_back(&op);
}

} // namespace

std::span<const DeviceOp> DeviceOps::of(DeviceId device) const
{
    if (device.value + 1 >= firstOfDevice.size())
        return {};
    return std::span(ops).subspan(firstOfDevice[device.value], firstOfDevice[device.value + 1] - firstOfDevice[device.value]);
}

std::span<DeviceOp> DeviceOps::of(DeviceId device)
{
    if (device.value + 1 >= firstOfDevice.size())
        return {};
    return std::span(ops).subspan(firstOfDevice[device.value], firstOfDevice[device.value + 1] - firstOfDevice[device.value]);
}

DeviceOps deviceOps(const TraceDocument &document, const KernelNames &names, const JobControl &control)
{
    DeviceOps result;
    Collector collector(document, names, result);
    collect(document, collector, result, control);
    if (control.stopRequested())
        return result;
    const auto deviceOf = [&document](const DeviceOp &op) { return document.streams[op.stream.value].device.value; };
    const auto earlier = [&](const DeviceOp &a, const DeviceOp &b) {
        return std::tuple(deviceOf(a), a.start, -a.duration, a.event.value)
            < std::tuple(deviceOf(b), b.start, -b.duration, b.event.value);
    };
    if (!std::is_sorted(result.ops.begin(), result.ops.end(), earlier))
        std::sort(result.ops.begin(), result.ops.end(), earlier);
    result.firstOfDevice.assign(document.devices.size() + 1, 0);
    for (const DeviceOp &op : result.ops)
        ++result.firstOfDevice[deviceOf(op) + 1];
    for (std::size_t d = 1; d < result.firstOfDevice.size(); ++d)
        result.firstOfDevice[d] += result.firstOfDevice[d - 1];
    // Asynchronous operations overlap without being nested.
    std::vector<std::vector<DeviceOp *>> open(document.streams.size());
    for (DeviceOp &op : result.ops)
        if (result.classOf(op).nests)
            takeFromOuter(open[op.stream.value], op, result.partialOverlaps);
    return result;
}

} // namespace lamella::core
