// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/inspect/RangeWork.h"

#include "core/analysis/InFlight.h"
#include "core/base/Saturate.h"

#include <algorithm>
#include <map>
#include <set>

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

// Finds the gaps of a device from its kernels in start order.
class GapSweep {
public:
    GapSweep(const AnalysisInput &input, const TimeRange &range, RangeWork &work)
        : m_input(input)
        , m_work(work)
        , m_end(range.begin.value)
    {
    }
    void add(KernelId kernel, std::int64_t begin, std::int64_t end)
    {
        if (begin > m_end) {
            if (m_last.valid())
                m_work.gaps.push_back(gapBefore(kernel, begin));
            else
                m_work.edgeNs = addSaturated(m_work.edgeNs, begin - m_end);
        }
        m_work.busyNs += std::max<std::int64_t>(0, end - std::max(begin, m_end));
        if (!m_last.valid() || end >= m_end)
            m_last = kernel;
        m_end = std::max(m_end, end);
    }
    void finish(std::int64_t rangeEnd) { m_work.edgeNs = addSaturated(m_work.edgeNs, std::max<std::int64_t>(0, rangeEnd - m_end)); }

private:
    [[nodiscard]] Gap gapBefore(KernelId after, std::int64_t begin) const
    {
        const std::vector<std::int32_t> &passOf = m_input.segmentation.passOf;
        Gap gap;
        gap.range = {{m_end}, {begin}};
        gap.before = m_last;
        gap.after = after;
        gap.device = m_input.document.deviceOf(after);
        gap.pass = passOf[m_last.value] == passOf[after.value] ? passOf[after.value] : kNoPass;
        gap.layer = gap.pass == kNoPass ? kNoLayer : m_input.segmentation.layerOf[after.value];
        return gap;
    }

    const AnalysisInput &m_input;
    RangeWork &m_work;
    std::int64_t m_end;
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
    sweep.finish(range.end.value);
    work.streams = static_cast<std::int64_t>(streams.size());
    for (const auto &[id, name] : names)
        work.names.push_back(name);
    std::stable_sort(
        work.names.begin(), work.names.end(), [](const RangeName &a, const RangeName &b) { return a.sumNs > b.sumNs; });
    return work;
}

} // namespace lamella::core
