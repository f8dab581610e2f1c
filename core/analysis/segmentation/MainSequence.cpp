// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/MainSequence.h"

#include <algorithm>

namespace lamella::core {

namespace {

struct StreamWeight {
    std::uint64_t structural = 0; // mixers and GEMMs
    std::int64_t time = 0;
};

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
        const bool structural = (tokens[kernels.name[k]] & (kTokenMixer | kTokenGemm)) != 0;
        w.structural += structural ? 1 : 0;
        total.structural += structural ? 1 : 0;
        w.time += kernels.duration[k];
        total.time += kernels.duration[k];
    }
    MainSequence sequence;
    sequence.device = device;
    std::uint32_t best = Id<struct StreamTag>::kNone;
    for (std::uint32_t s = 0; s < weights.size(); ++s) {
        if (document.streams[s].device != device)
            continue;
        if (best == Id<struct StreamTag>::kNone || weights[s].structural > weights[best].structural
            || (weights[s].structural == weights[best].structural && weights[s].time > weights[best].time))
            best = s;
    }
    if (best == Id<struct StreamTag>::kNone)
        return sequence;
    const double share = total.structural > 0
        ? static_cast<double>(weights[best].structural) / static_cast<double>(total.structural)
        : static_cast<double>(weights[best].time) / static_cast<double>(std::max<std::int64_t>(total.time, 1));
    const bool spread = share < kMainShare;
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
