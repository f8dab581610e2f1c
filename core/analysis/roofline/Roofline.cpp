// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/roofline/Roofline.h"

#include "core/analysis/roofline/ConfigFit.h"
#include "core/analysis/roofline/ConfigRoute.h"
#include "core/analysis/roofline/ShapeRoute.h"
#include "core/base/Saturate.h"

#include <algorithm>
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
    if (isCounted(kind.cost.flops) && peak > 0)
        floor.computeNs = kind.cost.flops / peak * kNsPerSecond;
    if (isCounted(kind.cost.bytes) && hardware.bytesPerSecond > 0)
        floor.memoryNs = kind.cost.bytes / hardware.bytesPerSecond * kNsPerSecond;
    return floor;
}

bool isAboveLimit(double floorNs, double durationNs)
{
    constexpr double kRounding = 1e-6;
    return floorNs > durationNs * (1 + kRounding);
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

} // namespace

Result<Roofline> roofline(const RooflineInput &input, const JobControl &control)
{
    Roofline roofline;
    roofline.peaks = input.peaks;
    const std::vector<std::vector<PassTokens>> tokens = passTokens(input.analysis, input.tokens, input.context);
    warnOfUnused(input, tokens, roofline);
    const std::vector<bool> refused = devicesOfOtherModels(input, roofline.warnings);
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
    return roofline;
}

void RooflineSum::add(const Roofline &roofline, const WorkCall &call, const Hardware &hardware)
{
    const WorkKind &kind = roofline.kindOf(call);
    ++calls;
    durationNs = addSaturated(durationNs, call.durationNs);
    if (!kind.cost.modelled())
        return;
    const WorkFloor floor = workFloor(kind, hardware);
    modelledNs = addSaturated(modelledNs, call.durationNs);
    flops += isCounted(kind.cost.flops) ? kind.cost.flops : 0;
    bytes += isCounted(kind.cost.bytes) ? kind.cost.bytes : 0;
    floorNs += floor.ns();
    computeNs += floor.computeNs;
    memoryNs += floor.memoryNs;
    std::int64_t &ofSource = m_sourceNs[static_cast<std::size_t>(kind.source)];
    ofSource = addSaturated(ofSource, std::max<std::int64_t>(1, call.durationNs));
    chooseSource();
}

void RooflineSum::add(const RooflineSum &other)
{
    calls += other.calls;
    durationNs = addSaturated(durationNs, other.durationNs);
    modelledNs = addSaturated(modelledNs, other.modelledNs);
    flops += other.flops;
    bytes += other.bytes;
    floorNs += other.floorNs;
    computeNs += other.computeNs;
    memoryNs += other.memoryNs;
    for (std::size_t i = 0; i < m_sourceNs.size(); ++i)
        m_sourceNs[i] = addSaturated(m_sourceNs[i], other.m_sourceNs[i]);
    chooseSource();
}

void RooflineSum::chooseSource()
{
    const auto most = std::max_element(m_sourceNs.begin() + 1, m_sourceNs.end());
    if (*most > 0)
        source = static_cast<WorkSource>(most - m_sourceNs.begin());
}

} // namespace lamella::core
