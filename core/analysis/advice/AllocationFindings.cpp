// SPDX-License-Identifier: GPL-3.0-or-later
// Gaps of a pass during which the host allocates or frees memory of the device.
#include "core/analysis/advice/PassWork.h"
#include "core/base/AsciiCase.h"
#include "core/base/Saturate.h"

#include <algorithm>

namespace lamella::core {

namespace {

struct Call {
    TimeRange range;
    StringId name;
};

// Calls of the rule within this time, by start.
std::vector<Call> callsWithin(const AdviceInput &input, const NamePattern &pattern, const TimeRange &within)
{
    const TraceDocument &document = input.analysis.document;
    std::vector<std::uint8_t> fits(document.strings.size(), 0); // 1 no, 2 yes
    std::vector<Call> calls;
    const auto take = [&](const EventChunk &chunk, std::uint32_t row, const TimeRange &range) {
        const StringId name = chunk.name[row];
        if (name.value >= fits.size())
            return;
        if (fits[name.value] == 0)
            fits[name.value] = pattern.matches(asciiLowered(document.text(name))) ? 2 : 1;
        if (fits[name.value] == 2)
            calls.push_back({range, name});
    };
    input.times.forEachWithin(within, take);
    std::sort(calls.begin(), calls.end(), [](const Call &a, const Call &b) { return a.range < b.range; });
    return calls;
}

std::int64_t overlapNs(const TimeRange &a, const TimeRange &b)
{
    return std::max<std::int64_t>(0, std::min(a.end.value, b.end.value) - std::max(a.begin.value, b.begin.value));
}

} // namespace

// A gap is theirs where calls of the rule fill at least half of it.
void findAllocations(PassWork &work, const AdviceRule &rule, Findings &out)
{
    if (work.gaps.empty())
        return;
    const TraceDocument &document = work.input.analysis.document;
    const std::vector<Call> calls = callsWithin(work.input, *rule.calls, work.ref.pass->range);
    if (calls.empty())
        return;
    AdviceFinding finding;
    finding.rule = &rule;
    finding.device = work.ref.device;
    finding.pass = work.ref.pass->number;
    std::set<int> layers;
    std::int64_t inCalls = 0;
    const Gap *longest = nullptr;
    StringId name;
    for (const Gap *gap : work.gaps) {
        std::int64_t filled = 0;
        StringId own;
        for (const Call &call : calls)
            if (const std::int64_t ns = overlapNs(call.range, gap->range); ns > 0) {
                filled = addSaturated(filled, ns);
                own = call.name;
            }
        if (filled * 2 < gap->lengthNs() || filled <= 0)
            continue;
        finding.gaps.push_back(gap->range);
        finding.nowNs = addSaturated(finding.nowNs, gap->lengthNs());
        inCalls = addSaturated(inCalls, std::min(filled, gap->lengthNs()));
        layers.insert(gap->layer);
        work.explained.insert(gap);
        if (!longest || gap->lengthNs() > longest->lengthNs()) {
            longest = gap;
            name = own;
        }
    }
    if (!longest)
        return;
    finding.places = static_cast<std::int64_t>(finding.gaps.size());
    finding.layers.assign(layers.begin(), layers.end());
    finding.gainHighNs = inCalls;
    finding.gainLowNs = inCalls / 2; // what the host does besides is not known
    finding.afterNs = finding.nowNs - inCalls;
    finding.where = msg("%1: %2 gaps", layersMessage(finding.layers), finding.places);
    finding.evidence = msg("%1 of %2 of gaps are calls such as %3; the longest gap, %4, is before %5", durationMessage(inCalls),
        durationMessage(finding.nowNs), document.text(name), durationMessage(longest->lengthNs()), work.called(longest->after));
    finding.basis = "at best the calls are gone and the rest of the gaps stays; at worst half of them";
    finding.target = KernelSelection{longest->after};
    out.push_back(std::move(finding));
}

} // namespace lamella::core
