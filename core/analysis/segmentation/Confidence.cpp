// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/Confidence.h"

#include <algorithm>
#include <string>

namespace lamella::core {

namespace {

std::string percent(double share)
{
    return std::to_string(static_cast<int>(share * 100 + 0.5)) + " %";
}

// Interior passes must be whole; the first and the last may be cut by the capture.
double wholePasses(const ConfidenceInput &in, std::vector<SegmentationCheck> &checks)
{
    int interior = 0;
    int whole = 0;
    const int passes = static_cast<int>(in.device.passes.size());
    for (const Pass &p : in.device.passes) {
        const bool atEdge = p.number == 0 || p.number + 1 == passes;
        if (p.stage == Stage::Draft || (atEdge && !p.complete))
            continue;
        ++interior;
        whole += p.complete && p.layers == p.expectedLayers ? 1 : 0;
    }
    const double share = interior == 0 ? 0.6 : static_cast<double>(whole) / interior;
    const std::string layers = std::to_string(in.device.modelLayers);
    if (interior == 0)
        checks.push_back({false, "no pass lies whole inside the capture, so the layer count rests on the longest one"});
    else
        checks.push_back({whole == interior,
            std::to_string(whole) + " of " + std::to_string(interior) + " uncut passes have " + layers + " layers"});
    return share;
}

// Layers of one type should run the same kernels.
double alikeLayers(const ConfidenceInput &in, std::vector<SegmentationCheck> &checks)
{
    const int selected = in.device.selectedPass;
    if (selected < 0)
        return 0;
    const PassLayout &pass = in.layouts[static_cast<std::size_t>(selected)];
    const Pass &row = in.device.passes[static_cast<std::size_t>(selected)];
    double sum = 0;
    int compared = 0;
    for (std::size_t l = 1; l < pass.layers.size() && l < 200; ++l) {
        const int type = in.device.layers[row.firstLayer + l].type;
        for (std::size_t m = l; m-- > 0;) {
            if (in.device.layers[row.firstLayer + m].type != type)
                continue;
            sum += similarity(symbols(in.sequence, pass.layers[l].span), symbols(in.sequence, pass.layers[m].span));
            ++compared;
            break;
        }
    }
    if (compared == 0)
        return 0.8;
    const double mean = sum / compared;
    checks.push_back({mean >= 0.85, "layers of one type run " + percent(mean) + " the same kernels in the same order"});
    return mean;
}

double configAgrees(const ConfidenceInput &in, std::vector<SegmentationCheck> &checks)
{
    if (in.config == nullptr || in.config->layers == 0)
        return 0.95;
    const bool same = in.config->layers == in.device.modelLayers;
    checks.push_back({same,
        same ? "the config says " + std::to_string(in.config->layers) + " layers too"
             : "the config says " + std::to_string(in.config->layers) + " layers, the kernels show "
                + std::to_string(in.device.modelLayers)});
    return same ? 1.0 : 0.5;
}

double leftovers(const ConfidenceInput &in, std::vector<SegmentationCheck> &checks)
{
    if (in.layouts.empty())
        return 0;
    const std::uint32_t begin = in.layouts.front().span.begin;
    const std::uint32_t end = in.layouts.back().span.end;
    std::uint32_t outside = 0;
    for (std::uint32_t i = begin; i < end; ++i)
        outside += in.passOf[in.sequence.kernel[i]] == kNoPass ? 1 : 0;
    const double share = end > begin ? static_cast<double>(outside) / (end - begin) : 0;
    checks.push_back({share <= 0.02, percent(share) + " of the kernels between the first and the last pass belong to no pass"});
    return 1.0 - share;
}

double boundaries(const ConfidenceInput &in, std::vector<SegmentationCheck> &checks)
{
    int layers = 0;
    int helped = 0;
    int counted = 0;
    for (const PassLayout &p : in.layouts) {
        counted += p.counted ? 1 : 0;
        for (const LayerLayout &l : p.layers) {
            ++layers;
            helped += l.bridged || l.realigned ? 1 : 0;
        }
    }
    const double share = layers == 0 ? 1 : static_cast<double>(helped) / layers;
    if (helped > 0)
        checks.push_back({share <= 0.1,
            std::to_string(helped) + " of " + std::to_string(layers)
                + " layer boundaries were found by comparison with other layers"});
    if (counted > 0)
        checks.push_back({false, std::to_string(counted) + " pass boundaries rest on counting layers alone"});
    return (1.0 - 0.5 * share) * (counted > 0 ? 0.9 : 1.0);
}

} // namespace

double judge(const ConfidenceInput &in, std::vector<SegmentationCheck> &checks)
{
    const double base = in.evidence == Evidence::User ? 1.0
        : in.evidence == Evidence::Annotation         ? 0.99
        : in.evidence == Evidence::Profile            ? 0.98
                                                      : 0.96;
    return base * wholePasses(in, checks) * alikeLayers(in, checks) * configAgrees(in, checks) * leftovers(in, checks)
        * boundaries(in, checks);
}

} // namespace lamella::core
