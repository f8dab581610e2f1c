// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/gaps/Gaps.h"

#include "core/analysis/InFlight.h"
#include "core/analysis/Overlap.h"

#include <algorithm>
#include <map>
#include <span>
#include <tuple>

// Marks texts for lupdate without a dependency on Qt; the window translates them in context "GapCause".
#define QT_TRANSLATE_NOOP(scope, text) text

namespace lamella::core {

const std::array<GapCauseInfo, kGapCauses> &gapCauseInfos()
{
    using enum GapCause;
    static constexpr std::array<GapCauseInfo, kGapCauses> kInfos = {{
        {HostLate, "host-late", QT_TRANSLATE_NOOP("GapCause", "late launch"),
            QT_TRANSLATE_NOOP("GapCause", "The launch call began after the gap had, and the work soon after that.")},
        {LaunchLatency, "launch-latency", QT_TRANSLATE_NOOP("GapCause", "launch latency"),
            QT_TRANSLATE_NOOP("GapCause", "Launched in time, nothing to wait for: what hardware and driver need.")},
        {Dependency, "dependency", QT_TRANSLATE_NOOP("GapCause", "dependency"),
            QT_TRANSLATE_NOOP("GapCause", "Waited for a kernel of another stream, or for an event.")},
        {Sync, "sync", QT_TRANSLATE_NOOP("GapCause", "synchronise"),
            QT_TRANSLATE_NOOP("GapCause", "Launched late: the host was blocked in a synchronise call.")},
        {Memcpy, "memcpy", QT_TRANSLATE_NOOP("GapCause", "memcpy"),
            QT_TRANSLATE_NOOP("GapCause", "Pending behind a copy, or the host was blocked in a copy call.")},
        {GraphBoundary, "graph-boundary", QT_TRANSLATE_NOOP("GapCause", "graph boundary"),
            QT_TRANSLATE_NOOP("GapCause", "Launched in time; one graph replay ends or another begins here.")},
        {BetweenPasses, "between-passes", QT_TRANSLATE_NOOP("GapCause", "between passes"),
            QT_TRANSLATE_NOOP("GapCause", "The work before and after belongs to different passes.")},
        {Unknown, "unknown", QT_TRANSLATE_NOOP("GapCause", "unknown"),
            QT_TRANSLATE_NOOP("GapCause", "Nothing that was recorded explains it.")},
        {CaptureEdge, "capture-edge", QT_TRANSLATE_NOOP("GapCause", "edge of the capture"),
            QT_TRANSLATE_NOOP("GapCause", "Before the first or after the last pass: the capture is longer than the run.")},
        {OtherWork, "other-work", QT_TRANSLATE_NOOP("GapCause", "other work"),
            QT_TRANSLATE_NOOP("GapCause", "Not idle: work of another pass or layer, or outside of passes, runs.")},
        {LaunchBlocked, "launch-blocked", QT_TRANSLATE_NOOP("GapCause", "blocked launch"),
            QT_TRANSLATE_NOOP("GapCause", "The launch call itself took most of the gap.")},
    }};
    return kInfos;
}

std::optional<GapCause> gapCauseFromId(std::string_view id)
{
    for (const GapCauseInfo &entry : gapCauseInfos())
        if (entry.id == id)
            return entry.cause;
    return std::nullopt;
}

namespace {

// An interval in which the device is busy throughout.
struct Busy {
    TimeRange range;
    KernelId first; // whose start begins it
    KernelId last; // whose end ends it
};

// What a device or stream has run so far.
struct Lane {
    KernelId last; // the kernel that ends last
    std::int64_t end = 0;
    int pass = kNoPass; // the pass that `last` was counted for
    bool used = false;
    // Work that is not the pass's own while the pass runs, in start order, and the position in it.
    std::vector<Busy> others;
    std::size_t next = 0;
};

class GapFinder {
public:
    GapFinder(const AnalysisInput &input, const KernelScope &scope, bool perStream, const std::function<void(const Gap &)> &visit)
        : m_input(input)
        , m_kernels(input.document.kernels)
        , m_scope(scope)
        , m_perStream(perStream)
        , m_visit(visit)
        , m_inFlight(perStream || scope.streams ? std::vector<bool>() : inFlightStreams(input.document))
        , m_lanes(perStream ? input.document.streams.size() : input.document.devices.size())
    {
    }
    void run()
    {
        if (m_scope.wholeTrace)
            wholeTrace();
        else
            passByPass();
    }

private:
    void wholeTrace();
    void passByPass();
    void startPass(const PassRef &ref);
    void within(Lane &lane, KernelId after, int pass);
    void between(Lane &lane, KernelId after);
    // Visits the idle time from `begin`, where `before` ends, to the start of `after`, split by the busy time meanwhile.
    template <class OnBusy>
    void split(std::span<const Busy> busy, KernelId before, std::int64_t begin, KernelId after, int pass, const OnBusy &onBusy);
    [[nodiscard]] Gap gapOf(const TimeRange &range, KernelId before, KernelId after, int pass) const;
    void add(std::vector<Busy> &busy, KernelId kernel) const;

    [[nodiscard]] std::size_t laneOf(KernelId kernel) const
    {
        return m_perStream ? m_kernels.stream[kernel.value].value : m_input.document.deviceOf(kernel).value;
    }
    // Whether the kernel makes its lane busy.
    [[nodiscard]] bool counts(KernelId kernel) const
    {
        const StreamId stream = m_kernels.stream[kernel.value];
        return (m_inFlight.empty() || !m_inFlight[stream.value]) && (!m_scope.streams || (*m_scope.streams)[stream.value]);
    }
    [[nodiscard]] bool wanted(KernelId kernel) const
    {
        return counts(kernel) && inScope(m_scope, m_input.document, m_input.segmentation, kernel);
    }
    void advance(Lane &lane, KernelId kernel, int pass) const
    {
        const std::int64_t end = m_kernels.end(kernel.value);
        if (!lane.used || end >= lane.end) {
            lane.last = kernel;
            lane.end = end;
        }
        lane.used = true;
        lane.pass = pass;
    }

    const AnalysisInput &m_input;
    const KernelTable &m_kernels;
    const KernelScope &m_scope;
    bool m_perStream;
    const std::function<void(const Gap &)> &m_visit;
    std::vector<bool> m_inFlight; // streams whose work leaves the device idle; empty where gaps of streams are asked for
    std::vector<Lane> m_lanes;
    std::vector<std::size_t> m_withOthers; // lanes with others
    std::map<DeviceId, DeviceWork> m_works; // from the first to the last pass of the scope
};

Gap GapFinder::gapOf(const TimeRange &range, KernelId before, KernelId after, int pass) const
{
    Gap gap;
    gap.range = range;
    gap.before = before;
    gap.after = after;
    gap.device = m_input.document.deviceOf(after);
    gap.pass = pass;
    gap.layer = pass == kNoPass ? kNoLayer : m_input.segmentation.layerOf[after.value];
    return gap;
}

void GapFinder::wholeTrace()
{
    std::vector<bool> devices(m_input.document.devices.size(), false);
    for (const DeviceId device : m_scope.devices)
        devices[device.value] = true;
    const std::vector<std::int32_t> &passOf = m_input.segmentation.passOf;
    for (std::uint32_t k = 0; k < m_kernels.size(); ++k) {
        const KernelId kernel(k);
        if (!devices[m_input.document.deviceOf(kernel).value] || !wanted(kernel))
            continue;
        Lane &lane = m_lanes[laneOf(kernel)];
        if (lane.used && m_kernels.start[k] > lane.end)
            m_visit(gapOf({{lane.end}, {m_kernels.start[k]}}, lane.last, kernel,
                passOf[lane.last.value] == passOf[k] ? passOf[k] : kNoPass));
        advance(lane, kernel, kNoPass);
    }
}

// Call in start order.
void GapFinder::add(std::vector<Busy> &busy, KernelId kernel) const
{
    const TimeNs start{m_kernels.start[kernel.value]};
    const TimeNs end{m_kernels.end(kernel.value)};
    if (busy.empty() || start > busy.back().range.end) {
        busy.push_back({{start, end}, kernel, kernel});
    } else if (end >= busy.back().range.end) {
        busy.back().range.end = end;
        busy.back().last = kernel;
    }
}

template <class OnBusy>
void GapFinder::split(
    std::span<const Busy> busy, KernelId before, std::int64_t begin, KernelId after, int pass, const OnBusy &onBusy)
{
    const KernelId own = before;
    const std::int64_t end = m_kernels.start[after.value];
    for (const Busy &one : busy) {
        if (one.range.begin.value >= end)
            break;
        if (one.range.end.value < begin || (one.range.end.value == begin && one.range.begin.value < begin))
            continue;
        if (one.range.begin.value > begin) {
            Gap idle = gapOf({{begin}, one.range.begin}, before, one.first, pass);
            idle.layer = pass == kNoPass ? kNoLayer : m_input.segmentation.layerOf[after.value];
            m_visit(idle);
        }
        const TimeRange inside{{std::max(begin, one.range.begin.value)}, {std::min(end, one.range.end.value)}};
        if (inside.begin < inside.end)
            onBusy(gapOf(inside, own, after, pass), one.last);
        begin = inside.end.value;
        before = one.last;
    }
    if (begin < end)
        m_visit(gapOf({{begin}, {end}}, before, after, pass));
}

// Collects the work that runs while the pass does and is not its own.
void GapFinder::startPass(const PassRef &ref)
{
    for (const std::size_t lane : m_withOthers) {
        m_lanes[lane].others.clear();
        m_lanes[lane].next = 0;
    }
    m_withOthers.clear();
    const std::vector<std::int32_t> &passOf = m_input.segmentation.passOf;
    for (const KernelId kernel : m_works.at(ref.device).within(ref.pass->range)) {
        const bool own = passOf[kernel.value] == ref.pass->number && wanted(kernel);
        if (own || !counts(kernel))
            continue;
        std::vector<Busy> &others = m_lanes[laneOf(kernel)].others;
        if (others.empty())
            m_withOthers.push_back(laneOf(kernel));
        add(others, kernel);
    }
}

void GapFinder::passByPass()
{
    std::map<DeviceId, TimeRange> ranges;
    for (const PassRef &ref : m_scope.passes)
        if (const auto [of, added] = ranges.try_emplace(ref.device, ref.pass->range); !added)
            of->second = of->second.united(ref.pass->range);
    for (const auto &[device, range] : ranges)
        m_works.try_emplace(device, m_kernels, m_input.index.within(m_kernels, device, range));
    DeviceId device;
    int runStart = 0; // first pass of the current run of consecutive passes in scope
    int last = 0;
    for (const PassRef &ref : m_scope.passes) {
        const int number = ref.pass->number;
        if (ref.device != device || number != last + 1)
            runStart = number;
        device = ref.device;
        last = number;
        startPass(ref);
        for (const KernelId kernel : m_input.index.ofPass(ref.device, number)) {
            if (!wanted(kernel))
                continue;
            Lane &lane = m_lanes[laneOf(kernel)];
            if (lane.used && lane.pass == number) {
                within(lane, kernel, number);
            } else {
                if (lane.used && lane.pass >= runStart && !m_scope.layers)
                    between(lane, kernel);
                lane.used = false; // only work of the pass itself ends its gaps
            }
            advance(lane, kernel, number);
        }
    }
}

// The time between two pieces of work of one pass: what is idle, and what other work takes.
void GapFinder::within(Lane &lane, KernelId after, int pass)
{
    if (m_kernels.start[after.value] <= lane.end)
        return;
    while (lane.next < lane.others.size() && lane.others[lane.next].range.end.value < lane.end)
        ++lane.next;
    split(std::span(lane.others).subspan(lane.next), lane.last, lane.end, after, pass, [this](Gap gap, KernelId last) {
        gap.cause = GapCause::OtherWork;
        gap.evidenceKernel = last;
        m_visit(gap);
    });
}

// The idle time between the last work of the lane and the first of the next pass.
void GapFinder::between(Lane &lane, KernelId after)
{
    const TimeRange range{{lane.end}, {m_kernels.start[after.value]}};
    if (range.end <= range.begin)
        return;
    const std::size_t own = laneOf(after);
    std::vector<Busy> busy;
    for (const KernelId kernel : m_works.at(m_input.document.deviceOf(after)).within(range))
        if (counts(kernel) && laneOf(kernel) == own)
            add(busy, kernel);
    split(busy, lane.last, range.begin.value, after, kNoPass, [](const Gap &, KernelId) {});
}

} // namespace

std::vector<Gap> findGaps(const AnalysisInput &input, const KernelScope &scope, bool perStream)
{
    std::vector<Gap> gaps;
    visitGaps(input, scope, perStream, [&gaps](const Gap &gap) { gaps.push_back(gap); });
    const auto earlier = [](const Gap &a, const Gap &b) {
        return std::tie(a.range.begin, a.device, a.after) < std::tie(b.range.begin, b.device, b.after);
    };
    if (!std::is_sorted(gaps.begin(), gaps.end(), earlier))
        std::sort(gaps.begin(), gaps.end(), earlier);
    return gaps;
}

void visitGaps(
    const AnalysisInput &input, const KernelScope &scope, bool perStream, const std::function<void(const Gap &)> &visit)
{
    GapFinder(input, scope, perStream, visit).run();
}

} // namespace lamella::core

#undef QT_TRANSLATE_NOOP
