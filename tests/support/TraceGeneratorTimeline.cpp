// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/TraceGeneratorTimeline.h"

#include "tests/support/TraceGeneratorHost.h"
#include "tests/support/TraceGeneratorSideStreams.h"

#include <algorithm>
#include <array>

namespace lamella::test {

namespace {

constexpr std::int64_t kFirstNs = 4'909'914'000'000'000; // clocks of recorders start at boot, not at the run

// The streams of one device while its kernels are being placed.
class DeviceSchedule {
public:
    DeviceSchedule(const RunPlan &plan, int device, std::uint64_t seed, Timeline &timeline)
        : m_plan(plan)
        , m_timeline(timeline)
        , m_device(device)
        , m_random(Random::hashed(seed, "device", static_cast<std::uint64_t>(device)))
    {
        static constexpr std::array<std::array<int, kLanes>, 3> kStreams = {{{7, 23, 35, 41}, {31, 55, 19, 7}, {3, 5, 9, 2}}};
        m_streams = kStreams[Random::hashed(seed, "streams") % kStreams.size()];
        // One capture in one process: the clocks of two devices are some microseconds apart.
        m_clockNs = device == 0 ? 0 : m_random.between(3'000, 40'000);
        if (plan.ranks && device > 0)
            m_clockNs = m_random.between(-4'000, 4'000) * 1'000'000 + m_random.between(1, 999'999);
    }

    [[nodiscard]] std::int64_t end() const { return m_mainEnd; }

    void place(const PassPlan &pass, int number, std::int64_t begin)
    {
        m_lanes.fill(begin);
        m_mainEnd = begin;
        m_mainStart = begin;
        const std::size_t first = m_timeline.gpu.size();
        for (const WorkItem &item : pass.items)
            placeItem(item, pass, number);
        settleSideStreams(m_timeline.gpu, first);
        addPass(pass, number, first);
    }

    // Lone work that belongs to no pass.
    void placeLoose(std::int64_t begin, std::string_view name, WorkKind kind)
    {
        GpuEvent event;
        event.work.name = name;
        event.work.op = "aten::copy_";
        event.work.dims = "[[16], [16]]";
        event.work.kind = kind;
        event.work.layer = core::kNoLayer;
        event.device = m_device;
        event.stream = m_streams[0];
        event.startNs = begin + m_clockNs;
        event.durationNs = m_random.between(1'200, 9'000);
        m_timeline.gpu.push_back(std::move(event));
    }

private:
    void placeItem(const WorkItem &item, const PassPlan &pass, int number)
    {
        std::int64_t duration = m_random.around(item.typicalNs, 30) * pass.slownessPercent / 100;
        if (m_random.between(1, 2000) == 1)
            duration *= 8; // a hiccup
        duration = std::max<std::int64_t>(duration, 400);
        std::int64_t &laneEnd = m_lanes[static_cast<std::size_t>(item.lane)];
        std::int64_t start = laneEnd + m_random.around(m_plan.gapNs, 60);
        if (item.lane == Lane::Main)
            start = mainStart(item, start);
        else
            start = std::max(start, (item.afterMain ? m_mainEnd : m_mainStart) + m_random.between(300, 900));
        laneEnd = start + duration;
        if (item.lane == Lane::Main) {
            m_mainStart = start;
            m_mainEnd = laneEnd;
        }
        GpuEvent event;
        event.work = item;
        event.device = m_device;
        event.stream = m_streams[static_cast<std::size_t>(item.lane)];
        event.startNs = start + m_clockNs;
        event.durationNs = duration;
        event.pass = number;
        event.layer = item.layer;
        event.shape = pass.shape;
        m_timeline.gpu.push_back(std::move(event));
    }

    std::int64_t mainStart(const WorkItem &item, std::int64_t start)
    {
        if (item.hostBound)
            start += m_random.between(2'000, 18'000);
        if (!item.joins)
            return start;
        for (const Lane lane : {Lane::Shared, Lane::Communication, Lane::Copy})
            if (lane != Lane::Copy || item.layer == core::kTailLayer)
                start = std::max(start, m_lanes[static_cast<std::size_t>(lane)] + m_random.between(300, 1'200));
        return start;
    }

    void addPass(const PassPlan &pass, int number, std::size_t first)
    {
        PassSpan span{m_device, number, pass.shape, m_timeline.gpu[first].startNs, 0};
        for (std::size_t i = first; i < m_timeline.gpu.size(); ++i)
            span.endNs = std::max(span.endNs, m_timeline.gpu[i].endNs());
        m_timeline.passes.push_back(span);
    }

    const RunPlan &m_plan;
    Timeline &m_timeline;
    int m_device = 0;
    Random m_random;
    std::array<int, kLanes> m_streams{};
    std::array<std::int64_t, kLanes> m_lanes{};
    std::int64_t m_mainStart = 0;
    std::int64_t m_mainEnd = 0;
    std::int64_t m_clockNs = 0;
};

// Removes what starts before the middle of the first pass or after the middle of the last, as a capture does.
void truncateBothEnds(Timeline &timeline, Random &random)
{
    const auto middleOf = [&](int pass) {
        std::vector<std::int64_t> starts;
        for (const GpuEvent &event : timeline.gpu)
            if (event.pass == pass && !event.side() && event.layer >= 0)
                starts.push_back(event.startNs);
        const std::size_t size = starts.size();
        return starts[size / 5 + static_cast<std::size_t>(random.between(0, static_cast<std::int64_t>(size * 3 / 5)))];
    };
    const std::int64_t begin = middleOf(0);
    const std::int64_t end = middleOf(timeline.passes.back().number);
    std::erase_if(timeline.gpu, [&](const GpuEvent &event) { return event.startNs < begin || event.startNs >= end; });
    for (PassSpan &span : timeline.passes) {
        span.beginNs = std::max(span.beginNs, begin);
        span.endNs = std::min(span.endNs, end);
    }
}

void placeRun(const RunPlan &plan, std::vector<DeviceSchedule> &devices, Random &random)
{
    std::int64_t now = kFirstNs;
    if (plan.looseWorkAround && !plan.truncateBothEnds) {
        devices[0].placeLoose(now, "Memset (Device)", WorkKind::Memset);
        now += random.between(30'000'000, 90'000'000);
    }
    int number = 0;
    for (const PassPlan &pass : plan.passes) {
        std::int64_t begin = now + random.around(pass.gapBeforeNs, 30);
        for (int loose = 0; loose < pass.looseWorkBefore; ++loose) {
            begin += 20'000'000;
            devices[0].placeLoose(begin, "Memcpy DtoD (Device -> Device)", WorkKind::Memcpy);
            begin += 20'000'000;
        }
        for (DeviceSchedule &device : devices) {
            device.place(pass, number, begin + random.between(0, 4'000));
            now = std::max(now, device.end());
        }
        ++number;
    }
    if (plan.looseWorkAround && !plan.truncateBothEnds)
        devices[0].placeLoose(now + random.between(40'000'000, 80'000'000), "Memcpy DtoH (Device -> Pageable)", WorkKind::Memcpy);
}

} // namespace

Timeline scheduled(const RunPlan &plan, bool cpuEvents, std::uint64_t seed)
{
    Timeline timeline;
    Random random(Random::hashed(seed, "schedule"));
    std::vector<DeviceSchedule> devices;
    for (int device = 0; device < plan.devices; ++device)
        devices.emplace_back(plan, device, seed, timeline);
    placeRun(plan, devices, random);
    if (plan.truncateBothEnds)
        truncateBothEnds(timeline, random);
    addLaunches(timeline, plan, random);
    assignSideStreams(timeline, cpuEvents);
    // Recorders write an activity when it has ended.
    std::stable_sort(
        timeline.gpu.begin(), timeline.gpu.end(), [](const GpuEvent &a, const GpuEvent &b) { return a.endNs() < b.endNs(); });
    return timeline;
}

} // namespace lamella::test
