// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/inspect/RangeWork.h"

#include "core/analysis/InFlight.h"
#include "core/base/Saturate.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <utility>

namespace lamella::core {

namespace {

// Kernels of the device that run in the range, those without a length included, in start order.
std::vector<KernelId> kernelsWithin(const AnalysisInput &input, DeviceId device, const TimeRange &range)
{
    const KernelTable &table = input.document.kernels;
    if (range.end <= range.begin)
        return {};
    std::vector<KernelId> found = input.index.within(table, device, range);
    const std::size_t others = found.size();
    const auto [first, last] = std::equal_range(table.start.begin(), table.start.end(), range.begin.value);
    for (const std::int64_t *at = first; at != last; ++at) {
        const KernelId kernel(static_cast<std::uint32_t>(at - table.start.begin()));
        if (table.duration[kernel.value] == 0 && input.document.deviceOf(kernel) == device)
            found.push_back(kernel);
    }
    std::inplace_merge(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(others), found.end());
    return found;
}

// The part of the kernel inside of the range.
TimeRange insideOf(const KernelTable &table, KernelId kernel, const TimeRange &range)
{
    return {{std::max(table.start[kernel.value], range.begin.value)}, {std::min(table.end(kernel.value), range.end.value)}};
}

Gap gapOf(const AnalysisInput &input, KernelId before, KernelId after, const TimeRange &range)
{
    const std::vector<std::int32_t> &passOf = input.segmentation.passOf;
    Gap gap;
    gap.range = range;
    gap.before = before;
    gap.after = after;
    gap.device = input.document.deviceOf(after);
    gap.pass = passOf[before.value] == passOf[after.value] ? passOf[after.value] : kNoPass;
    gap.layer = gap.pass == kNoPass ? kNoLayer : input.segmentation.layerOf[after.value];
    return gap;
}

// Finds the work next to times at which a device is idle.
class Neighbours {
public:
    Neighbours(const AnalysisInput &input, DeviceId device, const std::vector<bool> &inFlight)
        : m_input(input)
        , m_table(input.document.kernels)
        , m_device(device)
        , m_inFlight(inFlight)
    {
    }
    // What ends last until `time`; of several the one that started last. Invalid: nothing.
    [[nodiscard]] KernelId before(std::int64_t time) const
    {
        const auto isNearer = [this](KernelId a, KernelId b) {
            return std::pair(m_table.end(a.value), a.value) > std::pair(m_table.end(b.value), b.value);
        };
        return nearest(
            [time](std::int64_t ns) {
                return TimeRange{{subtractSaturated(time, ns)}, {time}};
            },
            [this](const TimeRange &range) { return range.begin.value <= m_table.start.front(); }, isNearer);
    }
    // What begins first from `time` on.
    [[nodiscard]] KernelId after(std::int64_t time) const
    {
        return nearest(
            [time](std::int64_t ns) {
                return TimeRange{{time}, {addSaturated(time, ns)}};
            },
            [this](const TimeRange &range) { return range.end.value > m_table.start.back(); }, std::less<KernelId>());
    }

private:
    // Looks at ranges of 1 µs, 2 µs … until one contains work or is the last.
    template <typename RangeOf, typename IsLast, typename IsNearer>
    [[nodiscard]] KernelId nearest(const RangeOf &rangeOf, const IsLast &isLast, const IsNearer &isNearer) const
    {
        KernelId found;
        if (m_table.size() == 0)
            return found;
        for (std::int64_t ns = 1000; !found.valid(); ns = addSaturated(ns, ns)) {
            const TimeRange range = rangeOf(ns);
            for (const KernelId kernel : kernelsWithin(m_input, m_device, range)) {
                const bool flies = !m_inFlight.empty() && m_inFlight[m_table.stream[kernel.value].value];
                if (!flies && (!found.valid() || isNearer(kernel, found)))
                    found = kernel;
            }
            if (isLast(range))
                break;
        }
        return found;
    }

    const AnalysisInput &m_input;
    const KernelTable &m_table;
    DeviceId m_device;
    const std::vector<bool> &m_inFlight;
};

// Finds the gaps of a device from its kernels in start order.
class GapSweep {
public:
    GapSweep(const AnalysisInput &input, const TimeRange &range, RangeWork &work)
        : m_input(input)
        , m_work(work)
        , m_range(range)
        , m_end(range.begin.value)
    {
    }
    void add(KernelId kernel, std::int64_t begin, std::int64_t end)
    {
        if (begin > m_end) {
            if (m_last.valid())
                m_work.gaps.push_back(gapOf(m_input, m_last, kernel, {{m_end}, {begin}}));
            else
                m_first = kernel;
        }
        m_work.busyNs += std::max<std::int64_t>(0, end - std::max(begin, m_end));
        if (!m_last.valid() || end >= m_end)
            m_last = kernel;
        m_end = std::max(m_end, end);
    }
    void finish(const Neighbours &neighbours)
    {
        const KernelTable &table = m_input.document.kernels;
        if (m_first.valid())
            addEdge(neighbours.before(m_range.begin.value), m_first, table.start[m_first.value] - m_range.begin.value);
        if (m_end < m_range.end.value)
            addEdge(m_last.valid() ? m_last : neighbours.before(m_range.begin.value), neighbours.after(m_range.end.value),
                m_range.end.value - m_end);
    }

private:
    void addEdge(KernelId before, KernelId after, std::int64_t insideNs)
    {
        m_work.edgeNs = addSaturated(m_work.edgeNs, insideNs);
        if (!before.valid() || !after.valid())
            return;
        const KernelTable &table = m_input.document.kernels;
        m_work.edges.push_back(gapOf(m_input, before, after, {{table.end(before.value)}, {table.start[after.value]}}));
    }

    const AnalysisInput &m_input;
    RangeWork &m_work;
    TimeRange m_range;
    std::int64_t m_end;
    KernelId m_first; // if the device is idle before it
    KernelId m_last;
};

} // namespace

DeviceId deviceOfRange(const AnalysisInput &input, const TimeRange &range, const JobControl &control)
{
    std::vector<std::int64_t> sums(input.document.devices.size(), 0);
    for (std::uint32_t d = 0; d < sums.size() && !control.stopRequested(); ++d)
        for (const KernelId kernel : kernelsWithin(input, DeviceId(d), range))
            sums[d] = addSaturated(sums[d], insideOf(input.document.kernels, kernel, range).length().value);
    DeviceId device = input.segmentation.mainDevice;
    for (std::uint32_t d = 0; d < sums.size(); ++d)
        if (!device.valid() || sums[d] > sums[device.value])
            device = DeviceId(d);
    return device;
}

RangeWork rangeWork(const AnalysisInput &input, DeviceId device, const TimeRange &range)
{
    const KernelTable &table = input.document.kernels;
    const std::vector<bool> inFlight = inFlightStreams(input.document);
    RangeWork work;
    work.lengthNs = subtractSaturated(range.end.value, range.begin.value);
    GapSweep sweep(input, range, work);
    std::map<StringId, RangeName> names;
    std::set<StreamId> streams;
    for (const KernelId kernel : kernelsWithin(input, device, range)) {
        const TimeRange part = insideOf(table, kernel, range);
        const StreamId stream = table.stream[kernel.value];
        const StringId name = table.name[kernel.value];
        const std::int64_t inside = part.length().value;
        ++work.kernels;
        streams.insert(stream);
        work.sumNs = addSaturated(work.sumNs, inside);
        std::int64_t &category = work.categoryNs[static_cast<std::size_t>(input.names.category(name))];
        category = addSaturated(category, inside);
        RangeName &sum = names[name];
        sum.name = name;
        ++sum.count;
        sum.sumNs = addSaturated(sum.sumNs, inside);
        if (inFlight.empty() || !inFlight[stream.value])
            sweep.add(kernel, part.begin.value, part.end.value);
    }
    sweep.finish(Neighbours(input, device, inFlight));
    work.streams = static_cast<std::int64_t>(streams.size());
    for (const auto &[id, name] : names)
        work.names.push_back(name);
    std::stable_sort(
        work.names.begin(), work.names.end(), [](const RangeName &a, const RangeName &b) { return a.sumNs > b.sumNs; });
    return work;
}

} // namespace lamella::core
