// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/roofline/Roofline.h"

#include "core/analysis/roofline/ConfigFit.h"
#include "core/analysis/roofline/ConfigRoute.h"
#include "core/analysis/roofline/OperatorModel.h"
#include "core/analysis/roofline/ShapeRoute.h"
#include "core/base/AsciiCase.h"
#include "core/base/Saturate.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace lamella::core {

namespace {

constexpr double kNsPerSecond = 1e9;

} // namespace

std::string_view workSourceName(WorkSource source)
{
    constexpr std::array<std::string_view, 5> kNames{"none", "config", "capture", "shapes", "recorded"};
    return kNames[static_cast<std::size_t>(source)];
}

WorkFloor workFloor(const WorkKind &kind, const Hardware &hardware)
{
    WorkFloor floor;
    const double peak = hardware.peakOf(kind.math);
    const bool computes = isCounted(kind.cost.flops) && peak > 0;
    const bool moves = isCounted(kind.cost.bytes) && hardware.bytesPerSecond > 0;
    if (computes)
        floor.computeNs = kind.cost.flops / peak * kNsPerSecond;
    if (moves)
        floor.memoryNs = kind.cost.bytes / hardware.bytesPerSecond * kNsPerSecond;
    floor.known = computes || moves;
    return floor;
}

bool isAboveLimit(double floorNs, double durationNs)
{
    constexpr double kRounding = 1e-6;
    return durationNs > 0 && floorNs > durationNs * (1 + kRounding);
}

bool recordsOperators(const TraceDocument &document)
{
    const auto has = [](const EventChunk &chunk, SparseKey key) {
        return !chunk.sparse[static_cast<std::size_t>(key)].rows.empty();
    };
    const auto chunks = document.events.chunks();
    return std::any_of(chunks.begin(), chunks.end(),
        [&has](const EventChunk &chunk) { return has(chunk, SparseKey::InputDims) || has(chunk, SparseKey::Flops); });
}

namespace {

// What the user said of tokens and context where the trace tells both.
void warnOfUnused(const RooflineInput &input, const std::vector<std::vector<PassTokens>> &tokens, Roofline &roofline)
{
    const auto hasPasses = [](const std::vector<PassTokens> &passes) { return !passes.empty(); };
    if (std::none_of(tokens.begin(), tokens.end(), hasPasses))
        return;
    const auto none = [&tokens](bool PassTokens::*uses) {
        return std::none_of(tokens.begin(), tokens.end(), [uses](const std::vector<PassTokens> &passes) {
            return std::any_of(passes.begin(), passes.end(), [uses](const PassTokens &pass) { return pass.*uses; });
        });
    };
    if (input.tokens > 0 && none(&PassTokens::usesTokens))
        roofline.warnings.push_back(
            msg("--tokens %1 is not used: the trace tells how many tokens each pass computes.", input.tokens));
    if (input.context > 0 && none(&PassTokens::usesContext))
        roofline.warnings.push_back(
            msg("--context %1 is not used: the trace tells how many keys each request sees.", input.context));
}

// What the operator of a call computes, if one of its kernels does that: convolutions may spend most of their time in
// transposing. Else what most of its time is spent with; of equals the first.
void chooseCategories(const AnalysisInput &input, Roofline &roofline)
{
    const KernelTable &kernels = input.document.kernels;
    std::unordered_map<std::uint32_t, std::vector<std::pair<Category, std::int64_t>>> times; // by call of several kernels
    for (std::uint32_t k = 0; k < roofline.callOf.size(); ++k) {
        WorkCall &call = roofline.calls[roofline.callOf[k]];
        const Category category = input.names.category(kernels.name[k]);
        if (call.kernels <= 1) {
            call.category = category;
            continue;
        }
        auto &ofCall = times[roofline.callOf[k]];
        auto found = std::find_if(ofCall.begin(), ofCall.end(), [category](const auto &time) { return time.first == category; });
        if (found == ofCall.end())
            found = ofCall.insert(ofCall.end(), {category, 0});
        found->second = addSaturated(found->second, kernels.duration[k]);
    }
    for (const auto &[at, ofCall] : times) {
        WorkCall &call = roofline.calls[at];
        const OperatorModel *model = operatorModelOf(asciiLowered(roofline.kindOf(call).op));
        const auto most =
            std::max_element(ofCall.begin(), ofCall.end(), [](const auto &a, const auto &b) { return a.second < b.second; });
        const bool computes = model && model->category
            && std::any_of(ofCall.begin(), ofCall.end(), [model](const auto &t) { return t.first == *model->category; });
        call.category = computes ? *model->category : most->first;
    }
    for (std::uint32_t k = 0; !times.empty() && k < roofline.callOf.size(); ++k) {
        WorkCall &call = roofline.calls[roofline.callOf[k]];
        const auto categoryOf = [&](KernelId kernel) { return input.names.category(kernels.name[kernel.value]); };
        if (call.kernels > 1 && categoryOf(KernelId(k)) == call.category
            && (categoryOf(call.longest) != call.category || kernels.duration[k] > kernels.duration[call.longest.value]))
            call.longest = KernelId(k);
    }
}

} // namespace

Result<Roofline> roofline(const RooflineInput &input, const JobControl &control)
{
    Roofline roofline;
    roofline.peaks = input.peaks;
    const std::vector<std::vector<PassTokens>> tokens = passTokens(input.analysis, input.tokens, input.context);
    warnOfUnused(input, tokens, roofline);
    const std::vector<bool> refused = devicesOfOtherModels(input.analysis, input.config, roofline.warnings);
    findCallsByShapes(input, tokens, refused, roofline, control);
    if (input.config && !control.stopRequested() && !findCallsByConfig(input, tokens, refused, roofline, control)) {
        RooflineInput without = input;
        without.config = nullptr;
        without.tokens = 0;
        roofline.kinds.clear();
        roofline.calls.clear();
        findCallsByShapes(without, passTokens(without.analysis, 0, without.context), refused, roofline, control);
    }
    if (control.stopRequested())
        return Error{ErrorCode::Cancelled, "stopped", {}, -1};
    chooseCategories(input.analysis, roofline);
    return roofline;
}

void RooflineSum::addTime(const WorkKind &kind, std::int64_t ns)
{
    ++calls;
    durationNs = addSaturated(durationNs, ns);
    if (!kind.cost.modelled())
        return;
    modelledNs = addSaturated(modelledNs, ns);
    std::int64_t &ofSource = m_sourceNs[static_cast<std::size_t>(kind.source)];
    ofSource = addSaturated(ofSource, std::max<std::int64_t>(1, ns));
    chooseSource();
}

void RooflineSum::addWork(const WorkKind &kind, std::int64_t callNs)
{
    const bool countsFlops = isCounted(kind.cost.flops);
    const bool countsBytes = isCounted(kind.cost.bytes);
    ++works;
    if (countsFlops) {
        ++flopsCalls;
        flopsNs = addSaturated(flopsNs, callNs);
        flops += kind.cost.flops;
        flopsOfBoth += countsBytes ? kind.cost.flops : 0;
    }
    if (countsBytes) {
        ++bytesCalls;
        bytesNs = addSaturated(bytesNs, callNs);
        bytes += kind.cost.bytes;
        bytesOfBoth += countsFlops ? kind.cost.bytes : 0;
    }
}

void RooflineSum::addFloor(const WorkKind &kind, std::int64_t ns, double part, const Hardware &hardware)
{
    const WorkFloor floor = workFloor(kind, hardware);
    floorCallsNs = addSaturated(floorCallsNs, floor.known ? ns : 0);
    floorNs += part * floor.ns();
    computeNs += part * floor.computeNs;
    memoryNs += part * floor.memoryNs;
}

void RooflineSum::add(const Roofline &roofline, const WorkCall &call, const Hardware &hardware)
{
    const WorkKind &kind = roofline.kindOf(call);
    addTime(kind, call.durationNs);
    addWork(kind, call.durationNs);
    addFloor(kind, call.durationNs, 1, hardware);
}

void RooflineSum::addKernel(const Roofline &roofline, KernelId kernel, std::int64_t ns, const Hardware &hardware)
{
    const WorkCall &call = roofline.calls[roofline.callOf[kernel.value]];
    const WorkKind &kind = roofline.kindOf(call);
    addTime(kind, ns);
    if (call.longest == kernel)
        addWork(kind, call.durationNs);
    if (call.durationNs > 0)
        addFloor(kind, ns, static_cast<double>(ns) / static_cast<double>(call.durationNs), hardware);
    else if (call.longest == kernel)
        addFloor(kind, ns, 1, hardware);
}

void RooflineSum::add(const RooflineSum &other)
{
    for (std::int64_t RooflineSum::*member :
        {&RooflineSum::calls, &RooflineSum::durationNs, &RooflineSum::modelledNs, &RooflineSum::works, &RooflineSum::flopsCalls,
            &RooflineSum::bytesCalls, &RooflineSum::flopsNs, &RooflineSum::bytesNs, &RooflineSum::floorCallsNs})
        this->*member = addSaturated(this->*member, other.*member);
    for (double RooflineSum::*member : {&RooflineSum::flops, &RooflineSum::bytes, &RooflineSum::flopsOfBoth,
             &RooflineSum::bytesOfBoth, &RooflineSum::floorNs, &RooflineSum::computeNs, &RooflineSum::memoryNs})
        this->*member += other.*member;
    for (std::size_t i = 0; i < m_sourceNs.size(); ++i)
        m_sourceNs[i] = addSaturated(m_sourceNs[i], other.m_sourceNs[i]);
    chooseSource();
}

double RooflineSum::perNs(double RooflineSum::*amount) const
{
    const std::int64_t ns = amount == &RooflineSum::flops ? flopsNs : bytesNs;
    return ns > 0 ? this->*amount / static_cast<double>(ns) : 0;
}

void RooflineSum::chooseSource()
{
    const auto most = std::max_element(m_sourceNs.begin() + 1, m_sourceNs.end());
    if (*most > 0)
        source = static_cast<WorkSource>(most - m_sourceNs.begin());
}

} // namespace lamella::core
