// SPDX-License-Identifier: GPL-3.0-or-later
// Main sequences written as letters, one a kernel: A attention, L linear attention, F feed-forward, r routing to experts, N norm,
// R norm that adds the residual, Q another one, Y and Z kernels that mix hyper-connections, + addition, G GEMM, E embedding,
// S sampling, P send or receive, H copy from the host, X softmax, T top-k, M largest of a row, D copy to the host; any other letter
// means nothing. A space is a pause of 100 us. Kernels run 1000 ns each, 100 ns apart.
#pragma once

#include "core/analysis/segmentation/LayerCores.h"
#include "core/analysis/segmentation/MainSequence.h"
#include "core/model/TraceDocument.h"

#include <map>
#include <string_view>
#include <vector>

namespace lamella::test {

struct LetterSequence {
    explicit LetterSequence(std::string_view letters)
    {
        using namespace core;
        static const std::map<char, TokenSet> kTokens{{'A', kTokenMixer}, {'L', TokenSet{kTokenMixer | kTokenLinear}},
            {'F', kTokenFfn}, {'N', kTokenNorm}, {'R', TokenSet{kTokenNorm | kTokenResidual}}, {'G', kTokenGemm},
            {'E', kTokenEmbedding}, {'S', kTokenSampling}, {'P', TokenSet{kTokenComm | kTokenPeer}}, {'H', kTokenHostCopy},
            {'X', kTokenSoftmax}, {'+', kTokenAdd}, {'Q', TokenSet{kTokenNorm | kTokenResidual}},
            {'Y', TokenSet{kTokenNorm | kTokenResidual | kTokenHyper}}, {'Z', TokenSet{kTokenNorm | kTokenResidual | kTokenHyper}},
            {'r', TokenSet{kTokenFfn | kTokenRouting}}, {'T', kTokenSelect}, {'D', kTokenToHost}, {'M', kTokenRowMax}};
        std::map<char, std::uint32_t> codes;
        std::int64_t now = 0;
        for (const char letter : letters) {
            if (letter == ' ') {
                now += 100'000;
                continue;
            }
            const auto [code, fresh] = codes.try_emplace(letter, sequence.names);
            if (fresh)
                sequence.work.push_back(sequence.names++);
            sequence.kernel.push_back(document.kernels.size());
            sequence.symbol.push_back(StringId{static_cast<std::uint32_t>(letter)});
            sequence.code.push_back(code->second);
            const auto token = kTokens.find(letter);
            sequence.token.push_back(token == kTokens.end() ? TokenSet{0} : token->second);
            document.kernels.start.push_back(now);
            document.kernels.duration.push_back(1000);
            document.kernels.correlation.push_back(0);
            document.kernels.name.push_back(sequence.symbol.back());
            document.kernels.shape.push_back({});
            now += 1100;
        }
    }

    // One core for each of these letters.
    [[nodiscard]] std::vector<core::LayerCore> coresAt(char letter) const
    {
        std::vector<core::LayerCore> cores;
        for (std::uint32_t i = 0; i < sequence.size(); ++i) {
            if (sequence.symbol[i].value == static_cast<std::uint32_t>(letter))
                cores.push_back({{i, i + 1}, std::nullopt, -1, false});
        }
        return cores;
    }

    core::TraceDocument document;
    core::MainSequence sequence;
};

} // namespace lamella::test
