// SPDX-License-Identifier: GPL-3.0-or-later
// Findings about products: their types, their rate, their last wave of blocks.
#include "core/analysis/advice/PassWork.h"
#include "core/analysis/roofline/KernelTypes.h"
#include "core/base/Saturate.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace lamella::core {

namespace {

bool isProduct(Category category)
{
    return category == Category::Gemm || category == Category::Moe;
}

bool isWide(ElementType type)
{
    return type == ElementType::Fp32 || type == ElementType::Tf32;
}

// A group of calls of one role, or of one name where none is known.
struct RateGroup {
    std::vector<const WorkCall *> calls;
    double floorNs = 0;
    std::int64_t durationNs = 0;
    bool memoryBound = false;
    Category category = Category::Other;
    [[nodiscard]] double rate() const { return durationNs > 0 ? floorNs / static_cast<double>(durationNs) : 0; }
};

const Hardware &hardwareOf(const PassWork &work)
{
    return work.input.roofline.peaks[work.ref.device.value].hardware;
}

enum class Within { Layers, Pass };

// By name: "qkv". Only what is modelled, within the limit.
std::map<std::string, RateGroup> rateGroups(const PassWork &work, Within within)
{
    std::map<std::string, RateGroup> groups;
    for (const KernelId kernel : work.kernels) {
        const WorkCall &call = work.input.roofline.calls[work.input.roofline.callOf[kernel.value]];
        const WorkKind &kind = work.input.roofline.kindOf(call);
        const bool wanted = isProduct(call.category) || call.category == Category::Attention;
        if (call.longest != kernel || !wanted || (within == Within::Layers && work.layer(kernel) < 0) || !kind.cost.modelled())
            continue;
        const WorkFloor floor = workFloor(kind, hardwareOf(work));
        if (floor.ns() <= 0 || isAboveLimit(floor.ns(), static_cast<double>(call.durationNs)))
            continue;
        RateGroup &group = groups[work.called(kernel)];
        group.calls.push_back(&call);
        group.floorNs += floor.ns();
        group.durationNs = addSaturated(group.durationNs, call.durationNs);
        group.memoryBound = floor.memoryNs > floor.computeNs;
        group.category = call.category;
    }
    return groups;
}

// The least time of a product of four-byte elements, as they are computed in `type`, if it were one in bf16: by the ratio of the
// peak rates, but no less than its operations and half its bytes need.
std::int64_t inBf16(const PassWork &work, KernelId kernel, ElementType type)
{
    const Hardware &hardware = hardwareOf(work);
    const double full = hardware.peakOf(ElementType::Bf16);
    const double wide = hardware.peakOf(type);
    const double ratio = full > 0 && wide > 0 ? std::min(0.5, wide / full) : 0.5;
    const WorkCall &call = work.input.roofline.calls[work.input.roofline.callOf[kernel.value]];
    WorkKind kind = work.input.roofline.kindOf(call);
    kind.math = ElementType::Bf16;
    kind.cost.bytes /= 2;
    const double floor = call.longest == kernel ? std::ceil(workFloor(kind, hardware).ns()) : 0;
    const std::int64_t own = work.durationNs(kernel);
    return std::min(own, static_cast<std::int64_t>(std::max(static_cast<double>(own) * ratio, floor)));
}

} // namespace

void findWideProducts(const PassWork &work, const AdviceRule &rule, Findings &out)
{
    std::int64_t allNs = 0;
    std::int64_t wideNs = 0;
    std::map<StringId, ElementType> types;
    AdviceFinding finding;
    finding.rule = &rule;
    KernelId longest;
    for (const KernelId kernel : work.kernels) {
        if (work.name(kernel).category != Category::Gemm)
            continue;
        const StringId name = work.input.analysis.document.kernels.name[kernel.value];
        const auto [found, added] = types.try_emplace(name, ElementType::Unknown);
        if (added)
            found->second = productTypes(work.name(kernel).full, ElementType::Unknown).input;
        const std::int64_t own = work.durationNs(kernel);
        allNs = addSaturated(allNs, own);
        if (!isWide(found->second))
            continue;
        wideNs = addSaturated(wideNs, own);
        const std::int64_t best = inBf16(work, kernel, found->second);
        finding.changes.push_back({kernel, best, std::max(best, own / 2)});
        longest = !longest.valid() || own > work.durationNs(longest) ? kernel : longest;
        ++finding.places;
    }
    // In a model that computes mostly in fp32, wide products are its choice.
    if (wideNs == 0 || wideNs * 2 > allNs)
        return;
    work.weigh(finding);
    finding.where = msg("%1: %2 products", layersMessage(finding.layers), finding.places);
    finding.evidence = msg("%1 of %2 of products are fp32 or tf32; the longest is %3 with %4", durationMessage(wideNs),
        durationMessage(allNs), work.called(longest), durationMessage(work.durationNs(longest)));
    finding.basis = hardwareOf(work).peakOf(ElementType::Bf16) > 0
        ? msg("at best the ratio of the peak rates of their type and bf16, no less than the roofline in bf16; at worst half the "
              "bytes")
        : msg("half the bytes; the peak rates of the device are not known");
    finding.target = KernelSelection{longest};
    out.push_back(std::move(finding));
}

void findSlowSisters(const PassWork &work, const AdviceRule &rule, Findings &out)
{
    constexpr double kMinPart = 0.02; // of the wall, of the sister that serves as the measure
    constexpr double kMinRate = 0.2; // of the limit: what is further away is no measure
    const std::map<std::string, RateGroup> groups = rateGroups(work, Within::Layers);
    for (const auto &[name, group] : groups) {
        const RateGroup *best = nullptr;
        std::string_view bestName;
        for (const auto &[other, sister] : groups)
            // Memory is alike for all work; how near to the peak rate work comes depends on what it computes.
            if (sister.memoryBound == group.memoryBound && (group.memoryBound || sister.category == group.category)
                && sister.rate() >= kMinRate
                && static_cast<double>(sister.durationNs) >= kMinPart * static_cast<double>(work.wallNs())
                && (!best || sister.rate() > best->rate())) {
                best = &sister;
                bestName = other;
            }
        if (!best || best == &group || group.rate() >= rule.factor * best->rate())
            continue;
        AdviceFinding finding;
        finding.rule = &rule;
        const double gain = group.rate() / best->rate();
        for (const WorkCall *call : group.calls) {
            const auto own = static_cast<double>(work.durationNs(call->longest));
            finding.changes.push_back(
                {call->longest, static_cast<std::int64_t>(own * gain), static_cast<std::int64_t>(own * (1 + gain) / 2)});
        }
        finding.places = static_cast<std::int64_t>(group.calls.size());
        work.weigh(finding);
        finding.where = msg("%1 of %2, %3 calls", Message::name(name), layersMessage(finding.layers), finding.places);
        finding.evidence = group.memoryBound ? msg("%1 of the limit by memory where %2 reaches %3", percentMessage(group.rate()),
                               std::string(bestName), percentMessage(best->rate()))
                                             : msg("%1 of the limit by compute where %2 reaches %3", percentMessage(group.rate()),
                                                 std::string(bestName), percentMessage(best->rate()));
        finding.basis = msg("the rate of %1; at worst half of the way to it", std::string(bestName));
        finding.target = KernelSelection{group.calls.front()->longest};
        out.push_back(std::move(finding));
    }
}

void findPadding(const PassWork &work, const AdviceRule &rule, Findings &out)
{
    constexpr double kUnit = 16; // bytes that tensor cores and wide loads take at once
    constexpr double kMinRate = 0.1; // of the limit: what is further away is no measure
    std::map<std::string, RateGroup> groups;
    double best = 0;
    std::string bestName;
    for (auto &[name, group] : rateGroups(work, Within::Pass)) { // the vocabulary is often odd
        const OperatorCost &cost = work.input.roofline.kindOf(*group.calls.front()).cost;
        const double bytes = elementBytes(cost.input);
        if (!isProduct(group.category) || cost.n <= 0 || cost.k <= 0 || bytes <= 0)
            continue;
        const bool whole = std::fmod(cost.n * bytes, kUnit) == 0 && std::fmod(cost.k * bytes, kUnit) == 0;
        if (!whole)
            groups.emplace(name, std::move(group));
        else if (group.rate() > best && work.layer(group.calls.front()->longest) >= 0) { // an lm_head is larger than the others
            best = group.rate();
            bestName = name;
        }
    }
    for (const auto &[name, group] : groups) {
        if (best < kMinRate || group.rate() >= rule.factor * best)
            continue;
        const OperatorCost &cost = work.input.roofline.kindOf(*group.calls.front()).cost;
        AdviceFinding finding;
        finding.rule = &rule;
        const double gain = group.rate() / best;
        for (const WorkCall *call : group.calls) {
            const std::int64_t own = work.durationNs(call->longest);
            finding.changes.push_back({call->longest, static_cast<std::int64_t>(static_cast<double>(own) * gain), own});
        }
        finding.places = static_cast<std::int64_t>(group.calls.size());
        work.weigh(finding);
        finding.where = msg("%1 of %2, %3 calls", Message::name(name), layersMessage(finding.layers), finding.places);
        const double bytes = elementBytes(cost.input);
        const bool oddN = std::fmod(cost.n * bytes, kUnit) != 0;
        const bool both = oddN && std::fmod(cost.k * bytes, kUnit) != 0;
        finding.evidence = both
            ? msg("n %1 and k %2 of %3 bytes each are no multiples of 16 bytes: %4 of the limit where %5 reaches %6",
                static_cast<std::int64_t>(cost.n), static_cast<std::int64_t>(cost.k), static_cast<std::int64_t>(bytes),
                percentMessage(group.rate()), bestName, percentMessage(best))
            : msg("%1 %2 of %3 bytes each is no multiple of 16 bytes: %4 of the limit where %5 reaches %6", oddN ? "n" : "k",
                static_cast<std::int64_t>(oddN ? cost.n : cost.k), static_cast<std::int64_t>(bytes), percentMessage(group.rate()), bestName,
                percentMessage(best));
        finding.basis = msg("the rate of %1; at worst nothing, if the padding is not the reason", bestName);
        finding.target = KernelSelection{group.calls.front()->longest};
        out.push_back(std::move(finding));
    }
}

// The time that the kernel's call needs at least, where the kernel does most of its work; 0: not known.
double floorOfKernel(const PassWork &work, KernelId kernel)
{
    const WorkCall &call = work.input.roofline.calls[work.input.roofline.callOf[kernel.value]];
    return call.longest == kernel ? workFloor(work.input.roofline.kindOf(call), hardwareOf(work)).ns() : 0;
}

void findLastWaves(const PassWork &work, const AdviceRule &rule, Findings &out)
{
    const TraceDocument &document = work.input.analysis.document;
    const int processors = deviceFacts(document, work.ref.device).multiprocessors;
    if (processors <= 0)
        return;
    constexpr double kMaxWaves = 4; // beyond, the last one matters little
    std::map<std::pair<std::string, ShapeId>, std::vector<KernelId>> groups;
    for (const KernelId kernel : work.kernels) {
        const ShapeId shape = document.kernels.shape[kernel.value];
        if (!isProduct(work.name(kernel).category) || !shape.valid() || work.input.roles.isJoined(kernel))
            continue;
        const LaunchShape &launch = document.kernels.shapes[shape.value];
        const double blocks = static_cast<double>(launch.grid[0]) * launch.grid[1] * launch.grid[2];
        const double waves = blocks / processors;
        const double last = waves - std::floor(waves);
        if (waves > 1 && waves < kMaxWaves && last > 0 && last <= rule.factor)
            groups[{work.called(kernel), shape}].push_back(kernel);
    }
    for (const auto &[key, kernels] : groups) {
        const LaunchShape &launch = document.kernels.shapes[key.second.value];
        const double blocks = static_cast<double>(launch.grid[0]) * launch.grid[1] * launch.grid[2];
        const double waves = blocks / processors;
        AdviceFinding finding;
        finding.rule = &rule;
        for (const KernelId kernel : kernels) {
            const auto own = static_cast<double>(work.durationNs(kernel));
            const double least = std::max(own * std::floor(waves) / std::ceil(waves), std::min(own, floorOfKernel(work, kernel)));
            finding.changes.push_back({kernel, static_cast<std::int64_t>(least), work.durationNs(kernel)});
        }
        finding.places = static_cast<std::int64_t>(kernels.size());
        work.weigh(finding);
        finding.where = msg("%1 of %2, %3 calls", Message::name(key.first), layersMessage(finding.layers), finding.places);
        finding.evidence = msg("%1 blocks on %2 multiprocessors: the last wave has %3 of them", static_cast<std::int64_t>(blocks),
            processors, static_cast<std::int64_t>(blocks) % processors);
        finding.basis = "without the last wave, but no faster than the roofline, if a multiprocessor runs one block at a time";
        finding.target = KernelSelection{kernels.front()};
        out.push_back(std::move(finding));
    }
}

} // namespace lamella::core
