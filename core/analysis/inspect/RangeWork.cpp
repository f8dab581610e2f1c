// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/inspect/RangeWork.h"

#include "core/analysis/InFlight.h"
#include "core/base/Saturate.h"

#include <algorithm>
#include <map>
#include <set>

namespace lamella::core {

namespace {

constexpr std::uint32_t kPollRows = 1u << 14; // between two checks of the stop request

// Calls visit(kernel, begin, end) with the part inside for each kernel that runs in the range, in start order.
template <class Visit>
void visitWithin(const KernelTable &table, const TimeRange &range, const JobControl &control, const Visit &visit)
{
    for (std::uint32_t k = 0; k < table.size() && table.start[k] < range.end.value; ++k) {
        if (k % kPollRows == 0 && control.stopRequested())
            return;
        const std::int64_t begin = std::max(table.start[k], range.begin.value);
        const std::int64_t end = std::min(table.end(k), range.end.value);
        const bool moment = table.duration[k] == 0 && table.start[k] >= range.begin.value;
        if (end > begin || moment)
            visit(KernelId(k), begin, std::max(begin, end));
    }
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
    visitWithin(input.document.kernels, range, control, [&](KernelId kernel, std::int64_t begin, std::int64_t end) {
        std::int64_t &sum = sums[input.document.deviceOf(kernel).value];
        sum = addSaturated(sum, end - begin);
    });
    DeviceId device = input.segmentation.mainDevice;
    for (std::uint32_t d = 0; d < sums.size(); ++d)
        if (!device.valid() || sums[d] > sums[device.value])
            device = DeviceId(d);
    return device;
}

RangeWork rangeWork(const AnalysisInput &input, DeviceId device, const TimeRange &range, const JobControl &control)
{
    const KernelTable &table = input.document.kernels;
    const std::vector<bool> inFlight = inFlightStreams(input.document);
    RangeWork work;
    work.lengthNs = subtractSaturated(range.end.value, range.begin.value);
    GapSweep sweep(input, range, work);
    std::map<StringId, RangeName> names;
    std::set<StreamId> streams;
    visitWithin(table, range, control, [&](KernelId kernel, std::int64_t begin, std::int64_t end) {
        if (input.document.deviceOf(kernel) != device)
            return;
        const StreamId stream = table.stream[kernel.value];
        const StringId name = table.name[kernel.value];
        const std::int64_t inside = end - begin;
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
            sweep.add(kernel, begin, end);
    });
    sweep.finish(range.end.value);
    work.streams = static_cast<std::int64_t>(streams.size());
    for (const auto &[id, name] : names)
        work.names.push_back(name);
    std::stable_sort(
        work.names.begin(), work.names.end(), [](const RangeName &a, const RangeName &b) { return a.sumNs > b.sumNs; });
    return work;
}

} // namespace lamella::core
