// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/gaps/GapCauses.h"

#include "core/analysis/Overlap.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace lamella::core {

namespace {

struct Launch {
    EventId event;
    TrackId track;
    std::int64_t start = 0;
    std::int64_t end = 0;
    bool graph = false;
};

// Work of a device by its end.
struct Ending {
    std::int64_t end = 0;
    KernelId kernel;
    friend bool operator<(const Ending &a, const Ending &b) { return a.end != b.end ? a.end < b.end : a.kernel < b.kernel; }
};

class Explainer {
public:
    // all: everything that explain() will be asked about lies within.
    Explainer(const AnalysisInput &input, const HostCalls &calls, const GapCauseOptions &options, const TimeRange &all)
        : m_input(input)
        , m_kernels(input.document.kernels)
        , m_calls(calls)
        , m_options(options)
        , m_all(all)
        , m_endings(input.document.devices.size())
        , m_graphNames(input.document.strings.size(), 0)
    {
    }
    void explain(Gap &gap);

private:
    [[nodiscard]] Launch launchOf(KernelId kernel);
    [[nodiscard]] bool isGraphLaunch(StringId name);
    [[nodiscard]] bool crossesPasses(const Gap &gap) const;
    [[nodiscard]] KernelId lastEndIn(const Gap &gap);
    bool explainByOtherWork(Gap &gap, const Launch &launch);
    void explainLate(Gap &gap, const Launch &launch) const;
    [[nodiscard]] bool fillsGap(const Gap &gap, const Launch &launch) const;
    void explainInTime(Gap &gap, const Launch &launch);
    void explainWithoutLaunch(Gap &gap) const;
    [[nodiscard]] KernelId copyBeside(const Gap &gap) const;
    [[nodiscard]] bool isCopy(KernelId kernel) const { return m_kernels.kind[kernel.value] == KernelKind::Memcpy; }

    const AnalysisInput &m_input;
    const KernelTable &m_kernels;
    const HostCalls &m_calls;
    const GapCauseOptions &m_options;
    TimeRange m_all;
    std::vector<std::optional<std::vector<Ending>>> m_endings; // by device, filled when first asked for
    std::vector<std::uint8_t> m_graphNames; // by StringId: 0 not looked at, 1 no, 2 yes
};

bool Explainer::isGraphLaunch(StringId name)
{
    if (name.value >= m_graphNames.size())
        return false;
    std::uint8_t &known = m_graphNames[name.value];
    if (known == 0)
        known = hostCallFromName(m_input.document.text(name)) == HostCall::GraphLaunch ? 2 : 1;
    return known == 2;
}

Launch Explainer::launchOf(KernelId kernel)
{
    const EventId event = m_kernels.launch[kernel.value];
    if (event.value >= m_input.document.events.size())
        return {};
    const EventRow row = m_input.document.events.row(event);
    if (row.start == EventTable::kNoTime)
        return {};
    return {event, row.track, row.start, row.start + std::max<std::int64_t>(0, row.duration), isGraphLaunch(row.name)};
}

bool Explainer::crossesPasses(const Gap &gap) const
{
    const std::vector<std::int32_t> &passOf = m_input.segmentation.passOf;
    return passOf[gap.before.value] != passOf[gap.after.value];
}

// The work that ended last within the gap. Nothing that the gap was taken from can have, so it is work of another stream (or of
// another pass).
KernelId Explainer::lastEndIn(const Gap &gap)
{
    std::optional<std::vector<Ending>> &known = m_endings[gap.device.value];
    if (!known) {
        known.emplace();
        // What ended before all gaps, or starts after them, none has waited for.
        for (const KernelId kernel : DeviceWork(m_input.document, gap.device).within(m_all))
            known->push_back({m_kernels.end(kernel.value), kernel});
        if (!std::is_sorted(known->begin(), known->end()))
            std::sort(known->begin(), known->end());
    }
    const std::vector<Ending> &endings = *known;
    auto at = std::upper_bound(endings.begin(), endings.end(), gap.range.end.value,
        [](std::int64_t time, const Ending &ending) { return time < ending.end; });
    // Work without length that ends where the gap does begins there too, and nothing waits for it.
    while (at != endings.begin() && (at - 1)->end > gap.range.begin.value) {
        --at;
        if (m_kernels.start[at->kernel.value] < gap.range.end.value)
            return at->kernel;
    }
    return {};
}

bool Explainer::explainByOtherWork(Gap &gap, const Launch &launch)
{
    const KernelId other = lastEndIn(gap);
    if (!other.valid())
        return false;
    const std::int64_t begin = gap.range.begin.value;
    const std::int64_t launched = launch.event.valid() ? std::max(begin, launch.start) : begin;
    const std::int64_t end = m_kernels.end(other.value);
    const std::int64_t waited = end - launched;
    if (waited <= launched - begin || waited < gap.range.end.value - end)
        return false;
    gap.cause = isCopy(other) ? GapCause::Memcpy : GapCause::Dependency;
    gap.evidenceKernel = other;
    return true;
}

void Explainer::explainLate(Gap &gap, const Launch &launch) const
{
    const TimeRange wait{gap.range.begin, {launch.start}};
    gap.cause = GapCause::Sync;
    gap.evidenceEvent = m_calls.blockedDuring(launch.track, HostCall::Synchronise, wait);
    if (gap.evidenceEvent.valid())
        return;
    gap.cause = GapCause::Memcpy;
    gap.evidenceEvent = m_calls.blockedDuring(launch.track, HostCall::Copy, wait);
    if (gap.evidenceEvent.valid())
        return;
    gap.cause = GapCause::HostLate;
    gap.evidenceEvent = launch.event;
}

KernelId Explainer::copyBeside(const Gap &gap) const
{
    return isCopy(gap.after) ? gap.after : isCopy(gap.before) ? gap.before : KernelId();
}

// Whether the launch call, begun in time, went on for most of a gap that is too long for a latency: code that is loaded when
// first used, a graph that is handed over piece by piece.
bool Explainer::fillsGap(const Gap &gap, const Launch &launch) const
{
    const std::int64_t inside = std::min(launch.end, gap.range.end.value) - gap.range.begin.value;
    return gap.lengthNs() > m_options.latencyNs && inside >= gap.lengthNs() - inside;
}

void Explainer::explainInTime(Gap &gap, const Launch &launch)
{
    if (fillsGap(gap, launch)) {
        gap.cause = GapCause::HostLate;
        gap.evidenceEvent = launch.event;
        return;
    }
    const Launch previous = launchOf(gap.before);
    const bool sameLaunch = previous.event == launch.event;
    if (!sameLaunch && (launch.graph || previous.graph)) {
        gap.cause = GapCause::GraphBoundary;
        gap.evidenceEvent = launch.graph ? launch.event : previous.event;
        return;
    }
    const std::int64_t begin = gap.range.begin.value;
    const bool waitedForLong = begin - launch.start >= m_options.latencyNs;
    if (m_kernels.stream[gap.before.value] != m_kernels.stream[gap.after.value] && waitedForLong) {
        gap.cause = isCopy(gap.before) ? GapCause::Memcpy : GapCause::Dependency;
        gap.evidenceKernel = gap.before;
        return;
    }
    gap.evidenceEvent = launch.event;
    if (gap.lengthNs() <= m_options.latencyNs) {
        gap.evidenceKernel = copyBeside(gap);
        gap.cause = gap.evidenceKernel.valid() ? GapCause::Memcpy : GapCause::LaunchLatency;
        if (gap.evidenceKernel.valid())
            gap.evidenceEvent = {};
        return;
    }
    // A wait that was put into the stream between the two launches; without the first, within the longest latency.
    const bool ordered = previous.event.valid() && previous.track == launch.track && previous.start < launch.start;
    const std::int64_t since = ordered ? previous.start : launch.start - m_options.latencyNs;
    const EventId wait = m_calls.lastBegunIn(launch.track, HostCall::WaitEvent, {{since}, {launch.start}});
    gap.cause = wait.valid() ? GapCause::Dependency : GapCause::Unknown;
    if (wait.valid())
        gap.evidenceEvent = wait;
}

void Explainer::explainWithoutLaunch(Gap &gap) const
{
    for (const KernelId kernel : {gap.after, gap.before}) {
        if (m_kernels.kind[kernel.value] == KernelKind::Graph) {
            gap.cause = GapCause::GraphBoundary;
            gap.evidenceKernel = kernel;
            return;
        }
    }
    gap.evidenceKernel = gap.lengthNs() <= m_options.latencyNs ? copyBeside(gap) : KernelId();
    gap.cause = gap.evidenceKernel.valid() ? GapCause::Memcpy : GapCause::Unknown;
}

void Explainer::explain(Gap &gap)
{
    gap.evidenceEvent = {};
    gap.evidenceKernel = {};
    Launch launch = launchOf(gap.after);
    if (launch.event.valid() && launch.start > gap.range.end.value)
        launch = {};
    if (crossesPasses(gap)) {
        gap.cause = GapCause::BetweenPasses;
        gap.evidenceEvent = launch.event;
    } else if (explainByOtherWork(gap, launch)) {
        return;
    } else if (!launch.event.valid()) {
        explainWithoutLaunch(gap);
    } else if (launch.start > gap.range.begin.value) {
        explainLate(gap, launch);
    } else {
        explainInTime(gap, launch);
    }
}

} // namespace

void explainGaps(const AnalysisInput &input, const HostCalls &calls, std::span<Gap> gaps, const GapCauseOptions &options)
{
    if (gaps.empty())
        return;
    TimeRange all = gaps.front().range;
    for (const Gap &gap : gaps)
        all = all.united(gap.range);
    Explainer explainer(input, calls, options, all);
    for (Gap &gap : gaps)
        explainer.explain(gap);
}

} // namespace lamella::core
