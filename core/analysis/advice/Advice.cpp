// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/Advice.h"

#include "core/analysis/advice/PassWork.h"
#include "core/analysis/whatif/WhatIf.h"
#include "core/base/Format.h"
#include "core/base/Interval.h"
#include "core/base/Saturate.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <unordered_map>

namespace lamella::core {

namespace {

FactorPpm factorOf(std::int64_t toNs, std::int64_t fromNs)
{
    if (fromNs <= 0)
        return kUnchanged;
    const double factor = static_cast<double>(toNs) / static_cast<double>(fromNs) * kUnchanged;
    return static_cast<FactorPpm>(std::clamp(factor, 0.0, static_cast<double>(kUnchanged)));
}

bool isStreaming(Category category)
{
    return category == Category::Norm || category == Category::Elementwise || category == Category::Rope
        || category == Category::KvCache || category == Category::Quantize;
}

void runRule(PassWork &work, const AdviceRule &rule, Findings &out)
{
    switch (rule.kind) {
    case AdviceKind::Fuse:
        return findFusions(work, rule, out);
    case AdviceKind::Remove:
        return findRemovals(work, rule, out);
    case AdviceKind::Idle:
        return findIdle(work, rule, out);
    case AdviceKind::Outlier:
        return findOutliers(work, rule, out);
    case AdviceKind::SlowPass: // of several passes
    case AdviceKind::Fragmentation: // of no pass
    case AdviceKind::Growth:
    case AdviceKind::Headroom:
    case AdviceKind::OutOfMemory:
    case AdviceKind::Churn:
        return;
    case AdviceKind::Exposed:
        return findExposed(work, rule, out);
    case AdviceKind::Waiting:
        return findWaiting(work, rule, out);
    case AdviceKind::Precision:
        return findWideProducts(work, rule, out);
    case AdviceKind::Sisters:
        return findSlowSisters(work, rule, out);
    case AdviceKind::Waves:
        return findLastWaves(work, rule, out);
    case AdviceKind::OutlierLayer:
        return findOutlierLayers(work, rule, out);
    case AdviceKind::Padding:
        return findPadding(work, rule, out);
    case AdviceKind::Allocation:
        return findAllocations(work, rule, out);
    }
}

bool isEnough(const AdviceFinding &finding, std::int64_t wallNs)
{
    const AdviceRule &rule = *finding.rule;
    const bool counted = rule.kind == AdviceKind::Outlier || rule.kind == AdviceKind::OutlierLayer
        || rule.kind == AdviceKind::SlowPass; // min_count is of their like
    return finding.gainHighNs > 0 && (counted || finding.places >= rule.minCount)
        && static_cast<double>(finding.gainHighNs) >= rule.minShare * static_cast<double>(wallNs);
}

// To compare: first those about time.
std::pair<std::int64_t, std::int64_t> gainOf(const AdviceFinding &finding)
{
    return {finding.memory ? -1 : finding.gainHighNs, finding.memory ? finding.memory->gainHighBytes : 0};
}

// From the first to the last kernel of this layer; empty without any.
TimeRange layerRange(const PassWork &work, int layer)
{
    std::optional<TimeRange> range;
    const KernelTable &table = work.input.analysis.document.kernels;
    for (const KernelId kernel : work.kernels) {
        if (work.layer(kernel) != layer)
            continue;
        const TimeRange own{{table.start[kernel.value]}, {table.end(kernel.value)}};
        range = range ? range->united(own) : own;
    }
    return range.value_or(TimeRange{});
}

TimeRange exampleOf(const PassWork &work, const AdviceFinding &finding)
{
    const TimeRange pass = work.ref.pass->range;
    if (!finding.gaps.empty()) {
        const TimeRange longest = *std::max_element(finding.gaps.begin(), finding.gaps.end(),
            [](const TimeRange &a, const TimeRange &b) { return a.length() < b.length(); });
        const std::int64_t around = longest.length().value / 2;
        return {
            {std::max(pass.begin.value, longest.begin.value - around)}, {std::min(pass.end.value, longest.end.value + around)}};
    }
    std::vector<int> layers;
    std::copy_if(finding.layers.begin(), finding.layers.end(), std::back_inserter(layers), [](int layer) { return layer >= 0; });
    if (!layers.empty())
        return layerRange(work, layers[(layers.size() - 1) / 2]);
    return finding.changes.empty() ? pass : layerRange(work, work.layer(finding.changes.front().kernel));
}

// Gaps of passes, by begin; time in which other work of the device runs, such as that of a pass beside it, is none to gain.
std::vector<const Gap *> idleGaps(const AdviceInput &input)
{
    std::vector<const Gap *> idle;
    for (const Gap &gap : input.gaps.gaps)
        if (gap.isIdle())
            idle.push_back(&gap);
    std::sort(idle.begin(), idle.end(), [](const Gap *a, const Gap *b) { return a->range < b->range; });
    return idle;
}

// All findings of the pass together: each kernel as short as any of them makes it, each gap once. What a slow pass takes more than
// others (`slow`, may be null) may be the same time.
AdvicePass together(const PassWork &work, std::span<const AdviceFinding *const> findings, const AdviceFinding *slow)
{
    std::unordered_map<KernelId, AdviceChange> changes;
    std::vector<TimeRange> gaps;
    std::int64_t gapsHigh = 0;
    std::int64_t gapsLow = 0;
    std::int64_t sumHigh = 0;
    std::int64_t sumLow = 0;
    for (const AdviceFinding *finding : findings) {
        for (const AdviceChange &change : finding->changes) {
            const auto [found, added] = changes.try_emplace(change.kernel, change);
            found->second.bestNs = std::min(found->second.bestNs, change.bestNs);
            found->second.worstNs = std::min(found->second.worstNs, change.worstNs);
        }
        sumHigh = addSaturated(sumHigh, finding->gainHighNs);
        sumLow = addSaturated(sumLow, finding->gainLowNs);
        if (finding->gaps.empty())
            continue;
        gaps.insert(gaps.end(), finding->gaps.begin(), finding->gaps.end());
        gapsHigh = addSaturated(gapsHigh, finding->gainHighNs);
        gapsLow = addSaturated(gapsLow, finding->gainLowNs);
    }
    std::vector<AdviceChange> all;
    for (const auto &[kernel, change] : changes)
        all.push_back(change);
    const auto [low, high] = work.saved(all);
    const std::int64_t gapNs = std::min(unionLength(std::move(gaps)).value, gapsHigh);
    AdvicePass pass{work.ref.device, work.ref.pass->number, work.wallNs(), 0, 0};
    pass.gainHighNs = std::min({addSaturated(high, gapNs), sumHigh, pass.wallNs});
    pass.gainLowNs = std::min({addSaturated(low, std::min(gapsLow, gapNs)), sumLow, pass.gainHighNs});
    if (slow) {
        pass.gainHighNs = std::max(pass.gainHighNs, slow->gainHighNs);
        pass.gainLowNs = std::max(pass.gainLowNs, slow->gainLowNs);
    }
    return pass;
}

// What was found about the pass as a whole; null: nothing.
const AdviceFinding *slowPass(std::span<const AdviceFinding> findings, const PassRef &ref)
{
    const auto found = std::find_if(findings.begin(), findings.end(), [&ref](const AdviceFinding &finding) {
        return finding.rule->kind == AdviceKind::SlowPass && finding.device == ref.device && finding.pass == ref.pass->number;
    });
    return found == findings.end() ? nullptr : &*found;
}

} // namespace

Message durationMessage(std::int64_t ns)
{
    return Message::name(formatDuration(ns));
}

Message percentMessage(double share)
{
    return Message::name(formatShare(share));
}

Message layersMessage(const std::vector<int> &layers)
{
    constexpr std::size_t kMaxParts = 6;
    std::vector<std::string> parts;
    bool head = false;
    bool tail = false;
    for (std::size_t i = 0; i < layers.size();) {
        head = head || layers[i] == kHeadLayer;
        tail = tail || layers[i] == kTailLayer;
        std::size_t end = i + 1;
        while (layers[i] >= 0 && end < layers.size() && layers[end] == layers[end - 1] + 1)
            ++end;
        if (layers[i] >= 0)
            parts.push_back("L" + std::to_string(layers[i]) + (end > i + 1 ? "\u2013L" + std::to_string(layers[end - 1]) : ""));
        i = end;
    }
    Message text;
    if (head)
        text.append("%1, %2", "before the first layer");
    for (std::size_t p = 0; p < std::min(parts.size(), kMaxParts); ++p)
        text.append("%1, %2", Message::name(parts[p]));
    if (parts.size() > kMaxParts)
        text.append("%1, %2", msg("%1 more", parts.size() - kMaxParts));
    if (tail)
        text.append("%1, %2", "behind the last layer");
    return text;
}

PassWork::PassWork(const AdviceInput &asked, const PassRef &of, std::vector<const Gap *> own)
    : input(asked)
    , ref(of)
    , gaps(std::move(own))
{
    const std::span<const KernelId> ofPass = input.analysis.index.ofPass(ref.device, ref.pass->number);
    kernels.assign(ofPass.begin(), ofPass.end());
    std::map<StreamId, std::vector<KernelId>> byStream;
    for (const KernelId kernel : kernels) {
        byStream[input.analysis.document.kernels.stream[kernel.value]].push_back(kernel);
        if (isStreaming(name(kernel).category) && durationNs(kernel) > 0)
            m_fixedNs = m_fixedNs == 0 ? durationNs(kernel) : std::min(m_fixedNs, durationNs(kernel));
    }
    for (auto &[stream, work] : byStream)
        streams.push_back(std::move(work));
    double floorNs = 0;
    double streamedNs = 0;
    for (const KernelId kernel : kernels)
        if (const double moved = bytes(kernel); moved > 0 && bytesPerNs() > 0 && isStreaming(name(kernel).category)) {
            floorNs += moved / bytesPerNs();
            streamedNs += static_cast<double>(durationNs(kernel));
        }
    if (streamedNs > 0 && floorNs <= streamedNs)
        m_streamingRate = floorNs / streamedNs;
}

double PassWork::bytesPerNs() const
{
    constexpr double kNsPerSecond = 1e9;
    return input.roofline.peaks[ref.device.value].hardware.bytesPerSecond / kNsPerSecond;
}

double PassWork::bytes(KernelId k) const
{
    const WorkCall &call = input.roofline.calls[input.roofline.callOf[k.value]];
    const OperatorCost &cost = input.roofline.kindOf(call).cost;
    return call.longest == k && isCounted(cost.bytes) ? cost.bytes : 0;
}

std::string PassWork::called(KernelId k) const
{
    const std::string_view role = input.roles.of(k);
    return role.empty() ? name(k).shortName : std::string(role);
}

std::pair<std::int64_t, std::int64_t> PassWork::saved(std::span<const AdviceChange> changes) const
{
    if (changes.empty())
        return {0, 0};
    std::unordered_map<KernelId, const AdviceChange *> of;
    for (const AdviceChange &change : changes)
        of.emplace(change.kernel, &change);
    std::vector<FactorPpm> best(kernels.size(), kUnchanged);
    std::vector<FactorPpm> worst(kernels.size(), kUnchanged);
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        const auto found = of.find(kernels[i]);
        if (found == of.end())
            continue;
        best[i] = factorOf(found->second->bestNs, durationNs(kernels[i]));
        worst[i] = factorOf(found->second->worstNs, durationNs(kernels[i]));
    }
    const KernelTable &table = input.analysis.document.kernels;
    const WhatIfBounds high = whatIf(table, kernels, best);
    const WhatIfBounds low = whatIf(table, kernels, worst);
    return {std::max<std::int64_t>(0, low.wallNs - low.serialNs), std::max<std::int64_t>(0, high.wallNs - high.streamNs)};
}

void PassWork::weigh(AdviceFinding &finding) const
{
    std::set<int> layers;
    std::int64_t best = 0;
    std::int64_t worst = 0;
    for (const AdviceChange &change : finding.changes) {
        layers.insert(layer(change.kernel));
        finding.nowNs = addSaturated(finding.nowNs, durationNs(change.kernel));
        best = addSaturated(best, change.bestNs);
        worst = addSaturated(worst, change.worstNs);
    }
    finding.device = ref.device;
    finding.pass = ref.pass->number;
    finding.layers.assign(layers.begin(), layers.end());
    finding.afterNs = best;
    const auto [low, high] = saved(finding.changes);
    finding.gainHighNs = std::min(high, finding.nowNs - best);
    finding.gainLowNs = std::min({low, finding.nowNs - worst, finding.gainHighNs});
}

Advice advice(const AdviceInput &input, const JobControl &control)
{
    Advice all;
    for (const AdviceRule &rule : input.rules)
        if (rule.kind == AdviceKind::SlowPass)
            findSlowPasses(input, rule, all.findings);
    if (input.memory)
        findMemory(input, control, all.findings);
    if (control.stopRequested())
        return all;
    std::map<std::pair<DeviceId, int>, std::vector<const Gap *>> gaps;
    for (const Gap *gap : idleGaps(input))
        gaps[{gap->device, gap->pass}].push_back(gap);
    for (const PassRef &ref : input.passes) {
        if (control.stopRequested())
            return all;
        PassWork work(input, ref, gaps[{ref.device, ref.pass->number}]);
        const std::size_t first = all.findings.size();
        for (const AdviceRule &rule : input.rules)
            runRule(work, rule, all.findings);
        all.findings.erase(std::remove_if(all.findings.begin() + static_cast<std::ptrdiff_t>(first), all.findings.end(),
                               [&work](const AdviceFinding &f) { return !isEnough(f, work.wallNs()); }),
            all.findings.end());
        std::vector<const AdviceFinding *> own;
        for (std::size_t i = first; i < all.findings.size(); ++i) {
            all.findings[i].example = exampleOf(work, all.findings[i]);
            own.push_back(&all.findings[i]);
        }
        const AdviceFinding *slow = slowPass(std::span(all.findings).first(first), ref);
        if (!own.empty() || slow)
            all.passes.push_back(together(work, own, slow));
    }
    for (const AdviceRule &rule : input.rules)
        if (std::none_of(all.findings.begin(), all.findings.end(), [&rule](const AdviceFinding &f) { return f.rule == &rule; }))
            all.silent.push_back(&rule);
    std::stable_sort(all.findings.begin(), all.findings.end(),
        [](const AdviceFinding &a, const AdviceFinding &b) { return gainOf(a) > gainOf(b); });
    return all;
}

} // namespace lamella::core
