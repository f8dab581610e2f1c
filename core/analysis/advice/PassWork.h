// SPDX-License-Identifier: GPL-3.0-or-later
// The work of one pass in the form that rules of advice need, and one search for each kind of rule. Internal to
// core/analysis/advice.
#pragma once

#include "core/analysis/advice/Advice.h"

#include <map>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

namespace lamella::core {

class PassWork {
public:
    // gaps: of the pass.
    PassWork(const AdviceInput &input, const PassRef &ref, std::vector<const Gap *> gaps);

    [[nodiscard]] std::int64_t durationNs(KernelId k) const { return input.analysis.document.kernels.duration[k.value]; }
    [[nodiscard]] const KernelName &name(KernelId k) const
    {
        return input.analysis.names[input.analysis.document.kernels.name[k.value]];
    }
    [[nodiscard]] int layer(KernelId k) const { return input.analysis.segmentation.layerOf[k.value]; }
    [[nodiscard]] std::int64_t wallNs() const { return ref.pass->range.length().value; }
    // "qkv", else the short name.
    [[nodiscard]] std::string called(KernelId k) const;
    // The minimum duration of a kernel of its kind: launch, start and end of its blocks.
    [[nodiscard]] std::int64_t fixedNs() const { return m_fixedNs; }

    // Share of the memory bandwidth that norms, activations and other streaming work reaches in this pass; 0: unknown.
    [[nodiscard]] double streamingRate() const { return m_streamingRate; }
    // Bytes of the call whose longest kernel this is; 0: unknown, or counted for another kernel of the call.
    [[nodiscard]] double bytes(KernelId k) const;
    [[nodiscard]] double bytesPerNs() const; // of the device; 0: not known

    // Replays the streams of the pass with these changes. Returns the minimum and maximum wall saved.
    [[nodiscard]] std::pair<std::int64_t, std::int64_t> saved(std::span<const AdviceChange> changes) const;
    // Sets places, now, after, gains and layers of a finding from its changes.
    void weigh(AdviceFinding &finding) const;

    const AdviceInput &input;
    PassRef ref;
    std::vector<KernelId> kernels; // in start order
    std::vector<std::vector<KernelId>> streams; // the same by stream
    std::vector<const Gap *> gaps; // by start
    std::unordered_set<KernelId> claimed; // kernels used by fusions and removals, so that none is in two of them
    std::unordered_set<const Gap *> explained; // gaps used by calls that a rule names, so that none is in two findings

private:
    std::int64_t m_fixedNs = 0;
    double m_streamingRate = 0;
};

// Whether a kernel matches one of the steps of a rule regardless of its neighbours; without steps, all match.
class StepMatcher {
public:
    StepMatcher(const PassWork &work, const AdviceRule &rule)
        : m_work(work)
        , m_rule(rule)
    {
    }
    [[nodiscard]] bool fits(std::size_t step, KernelId kernel);
    [[nodiscard]] bool fitsAny(KernelId kernel);

private:
    const PassWork &m_work;
    const AdviceRule &m_rule;
    std::map<std::pair<std::size_t, StringId>, bool> m_names; // results that depend on names alone
};

// Each adds its findings with their gains, before the rule's minimum share and count are applied.
using Findings = std::vector<AdviceFinding>;
void findFusions(PassWork &work, const AdviceRule &rule, Findings &out);
void findRemovals(PassWork &work, const AdviceRule &rule, Findings &out);
void findIdle(const PassWork &work, const AdviceRule &rule, Findings &out);
void findOutliers(const PassWork &work, const AdviceRule &rule, Findings &out);
void findSlowPasses(const AdviceInput &input, const AdviceRule &rule, Findings &out);
void findExposed(const PassWork &work, const AdviceRule &rule, Findings &out);
void findWaiting(const PassWork &work, const AdviceRule &rule, Findings &out);
void findWideProducts(const PassWork &work, const AdviceRule &rule, Findings &out);
void findSlowSisters(const PassWork &work, const AdviceRule &rule, Findings &out);
void findLastWaves(const PassWork &work, const AdviceRule &rule, Findings &out);
void findPadding(const PassWork &work, const AdviceRule &rule, Findings &out);
void findOutlierLayers(const PassWork &work, const AdviceRule &rule, Findings &out);
void findAllocations(PassWork &work, const AdviceRule &rule, Findings &out);
// All rules about memory, of all devices; only with AdviceInput::memory. The minimums of the rules are already applied.
// Incomplete after a stop request.
void findMemory(const AdviceInput &input, const JobControl &control, Findings &out);

// "12.3 µs" and "45.6 %" of evidence.
[[nodiscard]] Message durationMessage(std::int64_t ns);
[[nodiscard]] Message percentMessage(double share);
// "L0–L35", "head", "L7"; at most a few parts.
[[nodiscard]] Message layersMessage(const std::vector<int> &layers);

} // namespace lamella::core
