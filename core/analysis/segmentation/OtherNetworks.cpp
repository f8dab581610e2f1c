// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/DeviceSegmenter.h"
#include "core/analysis/segmentation/LayerHypothesis.h"
#include "core/base/AsciiCase.h"
#include "core/base/ContainsAny.h"
#include "core/base/Saturate.h"
#include "core/profile/ModelConfig.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <string_view>
#include <vector>

namespace lamella::core {

namespace {

constexpr TokenSet kMixesTokens = kTokenMixer | kTokenSoftmax;

bool isConvolution(const KernelName &kernel)
{
    constexpr std::array<std::string_view, 13> kParts = {"fprop", "dgrad", "wgrad", "implicit_gemm", "implicitgemm", "convol",
        "conv2d", "conv3d", "winograd", "igemm_fwd", "igemm_bwd", "igemm_wrw", "grouped_conv"}; // cuBLAS's igemm is of int8
    return kernel.category == Category::Gemm && containsAny(asciiLowered(kernel.full), kParts);
}

// Convolutions of several kinds that take much of the time, or most of that of all products: a UNet, a ResNet. (Around the
// latter's there can be ten times as much work that only changes the layout.) Their blocks change shape with the resolution, so
// that what repeats is no layer of one kind. A single kind, as in a Conformer, is part of each layer, unless nothing attends and
// hardly any other product runs.
bool isConvolutional(const DeviceContext &context, const MainSequence &sequence)
{
    constexpr double kMuch = 0.15; // of the durations added up
    constexpr double kMost = 0.5; // of those of products, attention among them
    constexpr double kNearlyAll = 0.9; // the same
    constexpr std::uint32_t kKinds = 3;
    std::vector<std::int64_t> time(sequence.names, 0);
    std::vector<StringId> name(sequence.names);
    double all = 0;
    for (std::uint32_t i = 0; i < sequence.size(); ++i) {
        const std::int64_t duration = context.document.kernels.duration[sequence.kernel[i]];
        time[sequence.code[i]] = addSaturated(time[sequence.code[i]], duration);
        name[sequence.code[i]] = sequence.symbol[i];
        all += static_cast<double>(duration);
    }
    double convolutions = 0;
    double products = 0;
    std::uint32_t kinds = 0;
    for (std::uint32_t code = 0; code < sequence.names; ++code) {
        const KernelName &known = context.names[name[code]];
        constexpr std::array<Category, 4> kProducts{
            Category::Gemm, Category::Attention, Category::LinearAttention, Category::Moe};
        if (std::find(kProducts.begin(), kProducts.end(), known.category) != kProducts.end())
            products += static_cast<double>(time[code]);
        if (!isConvolution(known))
            continue;
        convolutions += static_cast<double>(time[code]);
        ++kinds;
    }
    if (kinds < kKinds)
        return kinds > 0 && !holdsAttention(sequence) && convolutions >= kNearlyAll * products;
    return convolutions >= kMuch * all || convolutions >= kMost * products;
}

// Convolutions of several shapes that stand between the blocks again and again: transformer blocks inside a UNet, whose shapes
// change with the resolution. (A transformer with a decoder of images behind it has them after its last block alone.)
bool convolvesBetween(const DeviceContext &context, const MainSequence &sequence, const std::vector<LayerCore> &cores)
{
    constexpr double kOften = 0.1; // of the places between two blocks: an SDXL model has ten blocks in a row
    constexpr double kMuch = 0.15; // of the durations from the first block to the last
    constexpr std::size_t kKinds = 3;
    if (cores.size() < 3)
        return false;
    std::set<std::uint32_t> kinds;
    std::size_t places = 0;
    double convolutions = 0;
    double all = 0;
    const auto blockAt = [&cores](std::size_t i) { return cores[i].exact.value_or(cores[i].span); };
    for (std::size_t i = 1; i < cores.size(); ++i) {
        bool holds = false;
        for (std::uint32_t at = blockAt(i - 1).begin; at < blockAt(i).begin; ++at) {
            const auto duration = static_cast<double>(context.document.kernels.duration[sequence.kernel[at]]);
            all += duration;
            if (at < blockAt(i - 1).end || !isConvolution(context.names[sequence.symbol[at]]))
                continue;
            holds = true;
            convolutions += duration;
            kinds.insert(sequence.code[at]);
        }
        places += holds ? 1 : 0;
    }
    return kinds.size() >= kKinds && convolutions >= kMuch * all
        && static_cast<double>(places) >= kOften * static_cast<double>(cores.size() - 1);
}

// Whether most of the blocks that annotations tell mix tokens. (A softmax behind them is that of a loss.)
bool mixInside(const MainSequence &sequence, const std::vector<LayerCore> &cores)
{
    const auto mixing = std::ranges::count_if(
        cores, [&](const LayerCore &core) { return sequence.holds(core.exact.value_or(core.span), kMixesTokens); });
    return 2 * mixing >= std::ssize(cores);
}

// A few products and what is done to each element of their results (a perceptron, a GAN): what repeats is its steps.
bool isSmallNetwork(const DeviceContext &context, const MainSequence &sequence)
{
    constexpr double kFew = 0.1; // of the kernels
    const auto unnamed =
        std::ranges::count_if(sequence.symbol, [&](StringId name) { return context.names.category(name) == Category::Other; });
    return sequence.holds(kTokenGemm) && !sequence.holds(kMixesTokens | kTokenAnyNorm)
        && static_cast<double>(unnamed) <= kFew * sequence.size();
}

} // namespace

bool holdsAttention(const MainSequence &sequence)
{
    return sequence.holds(kMixesTokens);
}

bool looksUpInEach(const MainSequence &sequence, const std::vector<LayerCore> &cores)
{
    constexpr double kNearly = 0.9;
    const std::uint32_t with = countIn({1, static_cast<std::uint32_t>(cores.size())}, [&](std::uint32_t c) {
        return sequence.holds({cores[c - 1].span.begin, cores[c].span.begin}, kTokenEmbedding);
    });
    return cores.size() > 1 && with >= kNearly * static_cast<double>(cores.size() - 1);
}

Message whyNoLayers(const DeviceContext &context, const MainSequence &sequence, const LayerHypothesis &chosen)
{
    const ModelConfig *config = context.options.config;
    if (chosen.evidence == Evidence::User || context.options.layers || (config != nullptr && config->layers > 0))
        return {};
    // A module's class names a block, not a layer: a ResNet's blocks differ in shape too. Ranges of the user say what they say.
    const bool named = chosen.evidence == Evidence::Annotation;
    if (named && !namesModules(chosen.text))
        return {};
    const bool mixes = named && mixInside(sequence, chosen.cores);
    if (mixes ? convolvesBetween(context, sequence, chosen.cores) : isConvolutional(context, sequence))
        return "convolutions of several shapes make a UNet or another convolutional network, whose blocks are no layers of one "
               "kind; name a boundary with --anchor";
    if (named)
        return {};
    if (looksUpInEach(sequence, chosen.cores))
        return "each repetition holds an embedding lookup, so whole passes repeat, as in a recommender; name a boundary with "
               "--anchor";
    if (!chosen.named && isSmallNetwork(context, sequence))
        return "products repeat, and nothing attends or norms: these are steps of a small network, not layers; name a boundary "
               "with --anchor";
    if (config != nullptr && !holdsAttention(sequence))
        return "the config has no layer count, and no attention shows layers; name a boundary with --anchor";
    return {};
}

} // namespace lamella::core
