// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/LayerCores.h"

namespace lamella::core {

std::vector<LayerCore> mixerCores(const MainSequence &sequence)
{
    std::vector<LayerCore> cores;
    bool ffn = false;
    bool norm = false;
    int gemms = 0;
    for (std::uint32_t i = 0; i < sequence.size(); ++i) {
        const TokenSet token = sequence.token[i];
        if ((token & kTokenMixer) == 0) {
            ffn = ffn || (token & kTokenFfn) != 0;
            norm = norm || (token & (kTokenNorm | kTokenEagerNorm)) != 0;
            gemms += (token & kTokenGemm) != 0 ? 1 : 0;
            // Experts may run as one fused kernel without a GEMM of their own.
            gemms += (token & kTokenFfn) != 0 ? 1 : 0;
            continue;
        }
        // Same kernel again after a norm and two GEMMs: next layer of a model whose activation no rule names.
        const bool repeated =
            !cores.empty() && sequence.symbol[i] == sequence.symbol[cores.back().span.begin] && norm && gemms >= 2;
        const bool transformed = ffn && (norm || gemms >= 2);
        if (cores.empty() || transformed || repeated)
            cores.push_back({{i, i + 1}, std::nullopt, -1, false});
        else
            cores.back().span.end = i + 1;
        ffn = false;
        norm = false;
        gemms = 0;
    }
    return cores;
}

std::vector<LayerCore> groupedCores(const std::vector<LayerCore> &cores, int blocks, const std::vector<char> &restartBefore)
{
    std::vector<LayerCore> grouped;
    int inLayer = 0;
    for (std::size_t c = 0; c < cores.size(); ++c) {
        if (restartBefore[c] != 0)
            inLayer = 0;
        if (inLayer == 0)
            grouped.push_back(cores[c]);
        else
            grouped.back().span.end = cores[c].span.end;
        inLayer = (inLayer + 1) % blocks;
    }
    return grouped;
}

} // namespace lamella::core
