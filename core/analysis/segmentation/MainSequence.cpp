// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/MainSequence.h"

#include <algorithm>

namespace lamella::core {

namespace {

// Attention tells the main stream best: side streams run experts and projections too, but hardly ever attention.
struct StreamWeight {
    std::uint64_t mixers = 0;
    std::uint64_t gemms = 0;
    std::int64_t time = 0;
    auto operator<=>(const StreamWeight &) const = default;
};

double shareOf(const StreamWeight &part, const StreamWeight &whole)
{
    if (whole.mixers > 0)
        return static_cast<double>(part.mixers) / static_cast<double>(whole.mixers);
    if (whole.gemms > 0)
        return static_cast<double>(part.gemms) / static_cast<double>(whole.gemms);
    return static_cast<double>(part.time) / static_cast<double>(std::max<std::int64_t>(whole.time, 1));
}

constexpr double kMainShare = 0.6;

} // namespace

MainSequence mainSequence(const TraceDocument &document, const KernelTokens &tokens, DeviceId device)
{
    const KernelTable &kernels = document.kernels;
    std::vector<StreamWeight> weights(document.streams.size());
    StreamWeight total;
    for (std::uint32_t k = 0; k < kernels.size(); ++k) {
        const StreamId stream = kernels.stream[k];
        if (document.streams[stream.value].device != device)
            continue;
        StreamWeight &w = weights[stream.value];
        const std::uint64_t mixes = (tokens[kernels.name[k]] & kTokenMixer) != 0 ? 1 : 0;
        const std::uint64_t multiplies = (tokens[kernels.name[k]] & kTokenGemm) != 0 ? 1 : 0;
        w.mixers += mixes;
        w.gemms += multiplies;
        total.mixers += mixes;
        total.gemms += multiplies;
        w.time += kernels.duration[k];
        total.time += kernels.duration[k];
    }
    MainSequence sequence;
    sequence.device = device;
    std::uint32_t best = Id<struct StreamTag>::kNone;
    for (std::uint32_t s = 0; s < weights.size(); ++s) {
        if (document.streams[s].device != device)
            continue;
        if (best == Id<struct StreamTag>::kNone || weights[s] > weights[best])
            best = s;
    }
    if (best == Id<struct StreamTag>::kNone)
        return sequence;
    const bool spread = shareOf(weights[best], total) < kMainShare;
    if (!spread)
        sequence.stream = StreamId{best};
    for (std::uint32_t k = 0; k < kernels.size(); ++k) {
        const StreamId stream = kernels.stream[k];
        if (spread ? document.streams[stream.value].device != device : stream.value != best)
            continue;
        sequence.kernel.push_back(k);
        sequence.symbol.push_back(kernels.name[k]);
        sequence.token.push_back(tokens[kernels.name[k]]);
    }
    return sequence;
}

} // namespace lamella::core
