// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/gaps/GapCauses.h"

#include "core/analysis/CaptureEdges.h"
#include "core/analysis/CopyKernels.h"
#include "core/analysis/Overlap.h"
#include "core/base/Saturate.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace lamella::core {

namespace {

struct Launch {
    EventId event;
    TrackId track;
    std::int64_t start = 0;
    std::int64_t end = 0; // of the call
    bool graph = false;
};

// Work of a device, ordered by end.
struct Ending {
    std::int64_t end = 0;
    KernelId kernel;
    friend bool operator<(const Ending &a, const Ending &b) { return a.end != b.end ? a.end < b.end : a.kernel < b.kernel; }
};

// A cause with its evidence.
struct Explanation {
    GapCause cause = GapCause::Unknown;
    EventId event;
    KernelId kernel;
};

// What is known of a gap before its cause is determined.
struct Facts {
    const Gap &gap;
    Launch launch; // of the work after; invalid if not recorded, or if it began after its work
    Launch previous; // of the work before
    [[nodiscard]] std::int64_t begin() const { return gap.range.begin.value; }
    [[nodiscard]] std::int64_t end() const { return gap.range.end.value; }
    [[nodiscard]] bool launched() const { return launch.event.valid(); }
    [[nodiscard]] bool late() const { return launched() && launch.start > begin(); }
    [[nodiscard]] bool inTime() const { return launched() && launch.start <= begin(); }
};

class Explainer {
public:
    // all: a range that contains every gap passed to explain().
    Explainer(const AnalysisInput &input, const HostCalls &calls, const GapCauseOptions &options, const TimeRange &all)
        : m_input(input)
        , m_kernels(input.document.kernels)
        , m_calls(calls)
        , m_options(options)
        , m_all(all)
        , m_endings(input.document.devices.size())
        , m_graphNames(input.document.strings.size(), 0)
    {
        for (std::uint32_t d = 0; d < input.document.devices.size(); ++d)
            m_edges.push_back(captureEdges(input, DeviceId{d}));
    }
    void explain(Gap &gap);

private:
    // Each rule returns its cause only if everything that the cause requires was recorded (GapCauses.h). The first match wins.
    using Rule = std::optional<Explanation> (Explainer::*)(const Facts &);
    static const std::array<Rule, 12> kRules;
    [[nodiscard]] std::optional<Explanation> captureEdge(const Facts &facts);
    [[nodiscard]] std::optional<Explanation> otherPass(const Facts &facts);
    [[nodiscard]] std::optional<Explanation> otherWork(const Facts &facts);
    [[nodiscard]] std::optional<Explanation> blockedLaunch(const Facts &facts);
    [[nodiscard]] std::optional<Explanation> longAfterLaunch(const Facts &facts);
    [[nodiscard]] std::optional<Explanation> blockingCall(const Facts &facts);
    [[nodiscard]] std::optional<Explanation> lateLaunch(const Facts &facts);
    [[nodiscard]] std::optional<Explanation> graphReplay(const Facts &facts);
    [[nodiscard]] std::optional<Explanation> workBefore(const Facts &facts);
    [[nodiscard]] std::optional<Explanation> afterCopy(const Facts &facts);
    [[nodiscard]] std::optional<Explanation> soonAfterLaunch(const Facts &facts);
    [[nodiscard]] std::optional<Explanation> eventWait(const Facts &facts);

    [[nodiscard]] Launch launchOf(KernelId kernel);
    [[nodiscard]] bool isGraphLaunch(StringId name);
    [[nodiscard]] KernelId lastEndIn(const Gap &gap);
    [[nodiscard]] bool isShort(const Gap &gap) const { return gap.lengthNs() <= m_options.latencyNs; }
    [[nodiscard]] bool copies(KernelId kernel) const
    {
        return isCopy(m_input.document.text(m_kernels.name[kernel.value]), m_kernels.kind[kernel.value]);
    }
    [[nodiscard]] Explanation waitedFor(KernelId work) const
    {
        return {copies(work) ? GapCause::Memcpy : GapCause::Dependency, {}, work};
    }

    const AnalysisInput &m_input;
    const KernelTable &m_kernels;
    const HostCalls &m_calls;
    const GapCauseOptions &m_options;
    TimeRange m_all;
    std::vector<CaptureEdges> m_edges; // by device
    std::vector<std::optional<std::vector<Ending>>> m_endings; // by device, filled on first use
    std::vector<std::uint8_t> m_graphNames; // by StringId: 0 unknown, 1 no, 2 yes
};

const std::array<Explainer::Rule, 12> Explainer::kRules{&Explainer::captureEdge, &Explainer::otherPass, &Explainer::otherWork,
    &Explainer::blockedLaunch, &Explainer::longAfterLaunch, &Explainer::blockingCall, &Explainer::lateLaunch,
    &Explainer::graphReplay, &Explainer::workBefore, &Explainer::afterCopy, &Explainer::soonAfterLaunch, &Explainer::eventWait};

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
    return {
        event, row.track, row.start, addSaturated(row.start, std::max<std::int64_t>(0, row.duration)), isGraphLaunch(row.name)};
}

std::optional<Explanation> Explainer::captureEdge(const Facts &facts)
{
    if (!m_edges[facts.gap.device.value].contain(facts.gap.range))
        return std::nullopt;
    return Explanation{GapCause::CaptureEdge, facts.launch.event, {}};
}

std::optional<Explanation> Explainer::otherPass(const Facts &facts)
{
    const std::vector<std::int32_t> &passOf = m_input.segmentation.passOf;
    if (facts.gap.pass != kNoPass || passOf[facts.gap.before.value] == passOf[facts.gap.after.value])
        return std::nullopt;
    return Explanation{GapCause::BetweenPasses, facts.launch.event, {}};
}

// The work that ended last within the gap. Work that defines the gap cannot, so it is work of another stream or another pass.
KernelId Explainer::lastEndIn(const Gap &gap)
{
    std::optional<std::vector<Ending>> &known = m_endings[gap.device.value];
    if (!known) {
        known.emplace();
        // Work that ended before all gaps or starts after them cannot have been waited for.
        for (const KernelId kernel : m_input.index.within(m_input.document.kernels, gap.device, m_all))
            known->push_back({m_kernels.end(kernel.value), kernel});
        if (!std::is_sorted(known->begin(), known->end()))
            std::sort(known->begin(), known->end());
    }
    const std::vector<Ending> &endings = *known;
    auto at = std::upper_bound(endings.begin(), endings.end(), gap.range.end.value,
        [](std::int64_t time, const Ending &ending) { return time < ending.end; });
    // Work of length zero at the end of the gap also begins there; nothing waits for it.
    while (at != endings.begin() && (at - 1)->end > gap.range.begin.value) {
        --at;
        if (m_kernels.start[at->kernel.value] < gap.range.end.value)
            return at->kernel;
    }
    return {};
}

// Work of another stream ended within the gap, after the launch. Where the work after began much later, it did not wait for that.
std::optional<Explanation> Explainer::otherWork(const Facts &facts)
{
    const KernelId other = lastEndIn(facts.gap);
    if (!other.valid())
        return std::nullopt;
    const std::int64_t launched = facts.late() ? facts.launch.start : facts.begin();
    const std::int64_t end = m_kernels.end(other.value);
    const std::int64_t since = facts.end() - end;
    if (end <= launched || (since > m_options.latencyNs && since > end - launched))
        return std::nullopt;
    return waitedFor(other);
}

// The launch call did not return for most of the gap: its work was only handed over at the end.
std::optional<Explanation> Explainer::blockedLaunch(const Facts &facts)
{
    if (!facts.launched())
        return std::nullopt;
    const std::int64_t inCall = std::min(facts.launch.end, facts.end()) - std::max(facts.launch.start, facts.begin());
    if (inCall <= m_options.latencyNs || inCall < facts.gap.lengthNs() - inCall)
        return std::nullopt;
    return Explanation{GapCause::LaunchBlocked, facts.launch.event, {}};
}

// A launch that came late explains the time until then, not the longer one from then on.
std::optional<Explanation> Explainer::longAfterLaunch(const Facts &facts)
{
    const std::int64_t since = facts.end() - facts.launch.start;
    if (!facts.late() || since <= m_options.latencyNs || since <= facts.launch.start - facts.begin())
        return std::nullopt;
    return Explanation{GapCause::Unknown, facts.launch.event, {}};
}

std::optional<Explanation> Explainer::blockingCall(const Facts &facts)
{
    if (!facts.late())
        return std::nullopt;
    const TimeRange wait{facts.gap.range.begin, {facts.launch.start}};
    for (const auto &[kind, cause] :
        {std::pair(HostCall::Synchronise, GapCause::Sync), std::pair(HostCall::Copy, GapCause::Memcpy)})
        if (const EventId call = m_calls.blockedDuring(facts.launch.track, kind, wait); call.valid())
            return Explanation{cause, call, {}};
    return std::nullopt;
}

std::optional<Explanation> Explainer::lateLaunch(const Facts &facts)
{
    return facts.late() ? std::optional(Explanation{GapCause::HostLate, facts.launch.event, {}}) : std::nullopt;
}

std::optional<Explanation> Explainer::graphReplay(const Facts &facts)
{
    if (!facts.launched()) { // a graph recorded as one span is a replay without a launch
        for (const KernelId kernel : {facts.gap.after, facts.gap.before})
            if (m_kernels.kind[kernel.value] == KernelKind::Graph)
                return Explanation{GapCause::GraphBoundary, {}, kernel};
        return std::nullopt;
    }
    if (facts.previous.event == facts.launch.event || !(facts.launch.graph || facts.previous.graph))
        return std::nullopt;
    return Explanation{GapCause::GraphBoundary, facts.launch.graph ? facts.launch.event : facts.previous.event, {}};
}

// The launch had been pending for long, and its work began soon after work of another stream had ended.
std::optional<Explanation> Explainer::workBefore(const Facts &facts)
{
    const bool otherStream = m_kernels.stream[facts.gap.before.value] != m_kernels.stream[facts.gap.after.value];
    if (!facts.inTime() || !otherStream || !isShort(facts.gap) || facts.begin() - facts.launch.start < m_options.latencyNs)
        return std::nullopt;
    return waitedFor(facts.gap.before);
}

// On the stream of a copy: the launch was pending while the copy ran.
std::optional<Explanation> Explainer::afterCopy(const Facts &facts)
{
    const KernelId before = facts.gap.before;
    const bool sameStream = m_kernels.stream[before.value] == m_kernels.stream[facts.gap.after.value];
    if (!facts.inTime() || !sameStream || !isShort(facts.gap) || !copies(before))
        return std::nullopt;
    return waitedFor(before);
}

std::optional<Explanation> Explainer::soonAfterLaunch(const Facts &facts)
{
    if (!facts.inTime() || !isShort(facts.gap))
        return std::nullopt;
    return Explanation{GapCause::LaunchLatency, facts.launch.event, {}};
}

// An event wait was issued to the stream between the two launches or, if the first is unknown, within latencyNs before the
// second.
std::optional<Explanation> Explainer::eventWait(const Facts &facts)
{
    const auto &[gap, launch, previous] = facts;
    if (!facts.inTime())
        return std::nullopt;
    const bool ordered = previous.event.valid() && previous.track == launch.track && previous.start < launch.start;
    const std::int64_t since = ordered ? previous.start : launch.start - m_options.latencyNs;
    const EventId wait = m_calls.lastBegunIn(launch.track, HostCall::WaitEvent, {{since}, {launch.start}});
    return wait.valid() ? std::optional(Explanation{GapCause::Dependency, wait, {}}) : std::nullopt;
}

void Explainer::explain(Gap &gap)
{
    Facts facts{gap, launchOf(gap.after), launchOf(gap.before)};
    if (facts.launched() && facts.launch.start > facts.end())
        facts.launch = {};
    Explanation explanation{GapCause::Unknown, facts.launch.event, {}};
    for (const Rule rule : kRules) {
        if (const auto found = (this->*rule)(facts)) {
            explanation = *found;
            break;
        }
    }
    gap.cause = explanation.cause;
    gap.evidenceEvent = explanation.event;
    gap.evidenceKernel = explanation.kernel;
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
        if (gap.isIdle())
            explainer.explain(gap);
}

} // namespace lamella::core
