// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/matrix/RunFacts.h"

#include "core/base/AsciiCase.h"
#include "core/base/Saturate.h"
#include "core/base/Typical.h"

#include <algorithm>
#include <cstdint>
#include <map>

namespace lamella::core {

namespace {

bool isOneOf(std::string_view name, const std::vector<std::string> &names)
{
    const std::string lower = asciiLowered(name);
    return std::find(names.begin(), names.end(), lower) != names.end();
}

struct Instance {
    std::int64_t start = 0;
    std::int64_t end = 0;
};

// Host ranges of these names, in time order.
std::vector<Instance> instancesOf(const TraceDocument &document, const std::vector<std::string> &names)
{
    std::vector<signed char> wanted(document.strings.size(), -1); // name -> -1 unknown, 0 no, 1 yes
    std::vector<Instance> found;
    for (const EventChunk &chunk : document.events.chunks()) {
        for (std::uint32_t row = 0; row < chunk.size(); ++row) {
            const StringId name = chunk.name[row];
            if (chunk.duration[row] < 0 || chunk.start[row] == EventTable::kNoTime || name.value >= wanted.size()
                || !isRangeCategory(document.text(chunk.category[row])))
                continue;
            if (wanted[name.value] < 0)
                wanted[name.value] = isOneOf(document.text(name), names) ? 1 : 0;
            if (wanted[name.value] == 1)
                found.push_back({chunk.start[row], addSaturated(chunk.start[row], chunk.duration[row])});
        }
    }
    std::sort(found.begin(), found.end(), [](const Instance &a, const Instance &b) { return a.start < b.start; });
    return found;
}

// Kernels that overlap the window (all kernels without one), longest sum first.
std::vector<KernelShare> kernelShares(
    const TraceDocument &document, const KernelNames &names, const std::optional<Instance> &window, bool (*wanted)(Category))
{
    std::map<StringId, KernelShare> byName;
    std::int64_t total = 0;
    const KernelTable &table = document.kernels;
    for (std::uint32_t k = 0; k < table.size(); ++k) {
        if (table.kind[k] != KernelKind::Kernel || (window && (table.start[k] >= window->end || table.end(k) <= window->start)))
            continue;
        total = addSaturated(total, table.duration[k]);
        const KernelName &name = names[table.name[k]];
        if (wanted != nullptr && !wanted(name.category))
            continue;
        KernelShare &share = byName[table.name[k]];
        share.sumNs = addSaturated(share.sumNs, table.duration[k]);
        ++share.count;
    }
    std::vector<KernelShare> shares;
    for (auto &[id, share] : byName) {
        share.name = names[id].full;
        share.share = total > 0 ? static_cast<double>(share.sumNs) / static_cast<double>(total) : 0;
        shares.push_back(std::move(share));
    }
    std::stable_sort(shares.begin(), shares.end(),
        [](const KernelShare &a, const KernelShare &b) { return a.sumNs != b.sumNs ? a.sumNs > b.sumNs : a.name < b.name; });
    return shares;
}

bool isGemm(Category category)
{
    return category == Category::Gemm;
}

std::optional<KernelShare> first(std::vector<KernelShare> shares)
{
    return shares.empty() ? std::nullopt : std::optional(std::move(shares.front()));
}

// Sum of the projected times of the ranges of these names inside the window.
std::optional<std::int64_t> projectedInside(
    const TraceDocument &document, const Instance &window, const std::vector<std::string> &names, const JobControl &control)
{
    const RangeStatistics statistics =
        rangeStatistics(document, Attribution::AnyThread, 0, control, TimeRange{{window.start}, {window.end}});
    std::optional<std::int64_t> sum;
    for (const RangeRow &row : statistics.rows) {
        if (!isOneOf(document.text(row.name), names))
            continue;
        for (const std::int64_t ns : row.projectedNs)
            sum = addSaturated(sum.value_or(0), ns);
    }
    return sum;
}

// See RunFacts.h. A range around all steps is ignored.
void findWarmUp(const std::vector<Instance> &forward, const std::vector<Instance> &warmUps, RunFacts &facts)
{
    constexpr std::int64_t kFarLonger = 3;
    std::size_t inside = 0;
    std::int64_t reach = INT64_MIN; // latest end of the warm-up ranges begun so far; both lists are in time order
    for (auto next = warmUps.begin(); inside < forward.size(); ++inside) {
        for (; next != warmUps.end() && next->start <= forward[inside].start; ++next)
            reach = std::max(reach, next->end);
        if (forward[inside].end > reach)
            break;
    }
    if (inside > 0 && inside < forward.size()) {
        facts.warmUp = inside;
        facts.warmUpRule = WarmUpRule::Range;
        return;
    }
    facts.warmUpRule = WarmUpRule::Gap;
    const std::int64_t median = middleValue(facts.forwardNs);
    while (facts.warmUp < facts.forwardNs.size() && facts.forwardNs[facts.warmUp] / kFarLonger > median)
        ++facts.warmUp;
}

void addGemmShares(const TraceDocument &document, const KernelNames &names, RunFacts &facts)
{
    const std::vector<KernelShare> all = kernelShares(document, names, {}, nullptr);
    if (all.empty())
        return;
    const std::vector<KernelShare> gemms = kernelShares(document, names, {}, isGemm);
    double share = 0;
    for (const KernelShare &gemm : gemms)
        share += gemm.share;
    facts.gemmShare = share;
    double ofTop = 0;
    for (std::size_t i = 0; i < std::min<std::size_t>(10, all.size()); ++i) {
        if (std::any_of(gemms.begin(), gemms.end(), [&](const KernelShare &g) { return g.name == all[i].name; }))
            ofTop += all[i].share;
    }
    facts.gemmShareOfTopTen = ofTop;
}

double headDimOf(const ModelConfig *config)
{
    if (config == nullptr)
        return 0;
    const double heads = config->number("num_attention_heads");
    return config->number("head_dim", heads > 0 ? config->number("hidden_size") / heads : 0);
}

} // namespace

Result<RunFacts> runFacts(
    AnalysisSession &session, std::optional<std::size_t> given, const RangeNames &names, const JobControl &control)
{
    const TraceDocument &document = session.document();
    const std::shared_ptr<const KernelNames> kernels = session.kernelNames();
    RunFacts facts;
    facts.path = document.source.path;
    facts.headDim = headDimOf(session.config());
    const RangeStatistics ranges = rangeStatistics(document, Attribution::AnyThread, 0, control);
    for (const RangeRow &row : ranges.rows) {
        if (facts.forwardNs.empty() && isOneOf(document.text(row.name), names.forward))
            facts.forwardNs = row.projectedNs;
    }
    const std::vector<Instance> forward = instancesOf(document, names.forward);
    const std::vector<Instance> backward = instancesOf(document, names.backward);
    if (given)
        facts.warmUp = *given;
    else
        findWarmUp(forward, instancesOf(document, names.warmUp), facts);
    const std::size_t warmUp = facts.warmUp;
    facts.forwardRanges = forward.size();
    facts.backwardRanges = backward.size();
    if (warmUp < forward.size()) {
        facts.topForward = first(kernelShares(document, *kernels, forward[warmUp], nullptr));
        facts.softmaxNs = projectedInside(document, forward[warmUp], names.softmax, control);
        facts.matmulNs = projectedInside(document, forward[warmUp], names.matmul, control);
    }
    if (warmUp < backward.size())
        facts.topBackward = first(kernelShares(document, *kernels, backward[warmUp], nullptr));
    facts.topOther = first(kernelShares(document, *kernels, {}, [](Category c) { return !isGemm(c); }));
    addGemmShares(document, *kernels, facts);
    if (control.stopRequested())
        return Error{ErrorCode::Cancelled, "cancelled", document.source.path, -1};
    return facts;
}

} // namespace lamella::core
