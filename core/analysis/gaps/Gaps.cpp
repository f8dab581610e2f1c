// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/gaps/Gaps.h"

#include "core/analysis/InFlight.h"

#include <algorithm>
#include <tuple>

// Marks texts for lupdate without a dependency on Qt; the window translates them in context "GapCause".
#define QT_TRANSLATE_NOOP(scope, text) text

namespace lamella::core {

const std::array<GapCauseInfo, kGapCauses> &gapCauseInfos()
{
    using enum GapCause;
    static constexpr std::array<GapCauseInfo, kGapCauses> kInfos = {{
        {HostLate, "host-late", QT_TRANSLATE_NOOP("GapCause", "late launch"),
            QT_TRANSLATE_NOOP("GapCause", "The launch call began after the gap had.")},
        {LaunchLatency, "launch-latency", QT_TRANSLATE_NOOP("GapCause", "launch latency"),
            QT_TRANSLATE_NOOP("GapCause", "Launched in time, nothing to wait for: what hardware and driver need.")},
        {Dependency, "dependency", QT_TRANSLATE_NOOP("GapCause", "dependency"),
            QT_TRANSLATE_NOOP("GapCause", "Waited for a kernel of another stream, or for an event.")},
        {Sync, "sync", QT_TRANSLATE_NOOP("GapCause", "synchronise"),
            QT_TRANSLATE_NOOP("GapCause", "Launched late: the host was blocked in a synchronise call.")},
        {Memcpy, "memcpy", QT_TRANSLATE_NOOP("GapCause", "memcpy"),
            QT_TRANSLATE_NOOP("GapCause", "Next to a copy, or the host was blocked in a copy call.")},
        {GraphBoundary, "graph-boundary", QT_TRANSLATE_NOOP("GapCause", "graph boundary"),
            QT_TRANSLATE_NOOP("GapCause", "Launched in time; one graph replay ends or another begins here.")},
        {BetweenPasses, "between-passes", QT_TRANSLATE_NOOP("GapCause", "between passes"),
            QT_TRANSLATE_NOOP("GapCause", "The work before and after belongs to different passes.")},
        {Unknown, "unknown", QT_TRANSLATE_NOOP("GapCause", "unknown"),
            QT_TRANSLATE_NOOP("GapCause", "Nothing that was recorded explains it.")},
        {CaptureEdge, "capture-edge", QT_TRANSLATE_NOOP("GapCause", "edge of the capture"),
            QT_TRANSLATE_NOOP("GapCause", "Before the first or after the last pass: the capture is longer than the run.")},
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

// What a device or stream has run so far.
struct Lane {
    KernelId last; // the kernel that ends last
    std::int64_t end = 0;
    int pass = kNoPass; // the pass that `last` was counted for
    bool used = false;
    // Work outside passes, in start order, and the position in it.
    std::vector<KernelId> outside;
    std::size_t next = 0;
    KernelId outsideLast;
    std::int64_t outsideEnd = INT64_MIN;
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
    void between(Lane &lane, KernelId after);
    void collectOutside();
    void emit(std::int64_t begin, KernelId before, KernelId after, int pass);

    [[nodiscard]] Lane &laneOf(KernelId kernel)
    {
        return m_lanes[m_perStream ? m_kernels.stream[kernel.value].value : m_input.document.deviceOf(kernel).value];
    }
    [[nodiscard]] bool wanted(KernelId kernel) const
    {
        if (!m_inFlight.empty() && m_inFlight[m_kernels.stream[kernel.value].value])
            return false;
        return inScope(m_scope, m_input.document, m_input.segmentation, kernel);
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
};

void GapFinder::emit(std::int64_t begin, KernelId before, KernelId after, int pass)
{
    Gap gap;
    gap.range = {{begin}, {m_kernels.start[after.value]}};
    gap.before = before;
    gap.after = after;
    gap.device = m_input.document.deviceOf(after);
    gap.pass = pass;
    gap.layer = pass == kNoPass ? kNoLayer : m_input.segmentation.layerOf[after.value];
    m_visit(gap);
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
        Lane &lane = laneOf(kernel);
        if (lane.used && m_kernels.start[k] > lane.end)
            emit(lane.end, lane.last, kernel, passOf[lane.last.value] == passOf[k] ? passOf[k] : kNoPass);
        advance(lane, kernel, kNoPass);
    }
}

void GapFinder::collectOutside()
{
    for (const DeviceId device : m_scope.devices)
        for (const KernelId kernel : m_input.index.ofPass(device, kNoPass))
            if (wanted(kernel))
                laneOf(kernel).outside.push_back(kernel);
}

void GapFinder::passByPass()
{
    if (!m_scope.layers)
        collectOutside();
    DeviceId device;
    int runStart = 0; // first pass of the current run of consecutive passes in scope
    int last = 0;
    for (const PassRef &ref : m_scope.passes) {
        const int number = ref.pass->number;
        if (ref.device != device || number != last + 1)
            runStart = number;
        if (ref.device != device && m_perStream)
            runStart = number;
        device = ref.device;
        last = number;
        for (const KernelId kernel : m_input.index.ofPass(ref.device, number)) {
            if (!wanted(kernel))
                continue;
            Lane &lane = laneOf(kernel);
            if (lane.used && lane.pass == number) {
                if (m_kernels.start[kernel.value] > lane.end)
                    emit(lane.end, lane.last, kernel, number);
            } else {
                if (lane.used && lane.pass >= runStart && !m_scope.layers)
                    between(lane, kernel);
                lane.used = false; // within a pass only its own work counts
            }
            advance(lane, kernel, number);
        }
    }
}

// Adds the idle time between the last work of the lane and the first of the next pass, split by work outside passes.
void GapFinder::between(Lane &lane, KernelId after)
{
    const std::int64_t to = m_kernels.start[after.value];
    std::int64_t end = lane.end;
    KernelId before = lane.last;
    if (lane.outsideEnd > end) {
        end = lane.outsideEnd;
        before = lane.outsideLast;
    }
    for (; lane.next < lane.outside.size(); ++lane.next) {
        const KernelId kernel = lane.outside[lane.next];
        const std::int64_t start = m_kernels.start[kernel.value];
        if (start >= to)
            break;
        if (start > end)
            emit(end, before, kernel, kNoPass);
        if (const std::int64_t kernelEnd = m_kernels.end(kernel.value); kernelEnd >= end) {
            end = kernelEnd;
            before = kernel;
            lane.outsideEnd = end;
            lane.outsideLast = before;
        }
    }
    if (to > end)
        emit(end, before, after, kNoPass);
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
