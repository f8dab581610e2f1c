// SPDX-License-Identifier: GPL-3.0-or-later
// What a kernel's name reveals about its position in a transformer pass. Coarser than categories, and about structure: every
// layer mixes tokens (attention, linear attention), most transform each token (FFN, MoE), and norms open the halves.
#pragma once

#include "core/base/JobControl.h"
#include "core/profile/KernelNames.h"

#include <cstdint>
#include <vector>

namespace lamella::core {

using TokenSet = std::uint32_t;
inline constexpr TokenSet kTokenMixer = 1; // attention or linear attention proper, not its metadata
inline constexpr TokenSet kTokenFfn = 2; // experts, routing, activation between two GEMMs
inline constexpr TokenSet kTokenNorm = 4; // norm of any kind, hyper-connection "pre"
inline constexpr TokenSet kTokenGemm = 8;
inline constexpr TokenSet kTokenResidual = 16; // norm that adds the residual: opens a half
inline constexpr TokenSet kTokenEmbedding = 32;
inline constexpr TokenSet kTokenSampling = 64;
inline constexpr TokenSet kTokenHostCopy = 128; // memcpy from the host: step input
inline constexpr TokenSet kTokenAdd = 256; // plain residual add
inline constexpr TokenSet kTokenEagerNorm = 512; // the rsqrt of a root mean square norm that runs as single elementwise kernels
inline constexpr TokenSet kTokenNormPart = 1024; // pow, mean, cast: may belong to an eager norm
inline constexpr TokenSet kTokenComm = 2048;
inline constexpr TokenSet kTokenToHost = 4096; // memcpy to the host: result of a step

inline constexpr TokenSet kTokenPeer = 8192; // send or receive between two ranks: pipeline stages pass work on
inline constexpr TokenSet kTokenLinear = 16384; // with kTokenMixer: linear attention, state space
inline constexpr TokenSet kTokenSoftmax = 32768; // softmax that may be attention; see PlainAttention.h
inline constexpr TokenSet kTokenSelect = 65536; // top-k, sort: routing and sampling choose
inline constexpr TokenSet kTokenRowMax = 131072; // largest of a row: a choice, or the first step of a softmax written out
inline constexpr TokenSet kTokenHyper = 524288; // mixes the streams of hyper-connections
inline constexpr TokenSet kTokenDecode = 1048576; // kernels of attention that decode runs
inline constexpr TokenSet kTokenPrefill = 2097152; // and prefill; those of both have neither
// No product, and of a decoder rather than of an encoder: rotates positions, stores keys, or attends to what came before.
inline constexpr TokenSet kTokenDecoder = 4194304;
inline constexpr TokenSet kTokenPaged = 8388608; // attention that reads the pages of a cache
inline constexpr TokenSet kTokenConcat = 262144; // puts two results side by side: input of a block that both enter

inline constexpr TokenSet kTokenBound = 16777216; // bounds values: the ReLU of PyTorch, among others

inline constexpr TokenSet kTokenRouting = 33554432; // with kTokenFfn: chooses experts, before any of them works

inline constexpr TokenSet kTokenSinusoid = 67108864; // sines and cosines of positions, or of the time of a diffusion step
inline constexpr TokenSet kTokenConvolution = 134217728; // with kTokenGemm: outside of layers, it takes in patches of an image
inline constexpr TokenSet kTokenQuantize = 268435456; // to or from values of few bits

inline constexpr TokenSet kTokenAnyNorm = kTokenNorm | kTokenEagerNorm;
inline constexpr TokenSet kTokenInput = kTokenEmbedding | kTokenHostCopy | kTokenPeer; // before the first layer of a pass
inline constexpr TokenSet kTokenResult = kTokenSampling | kTokenToHost | kTokenPeer; // behind the last one, with lm_head

class KernelTokens {
public:
    // Incomplete, and not to be used, once a stop was requested.
    KernelTokens(const TraceDocument &document, const KernelNames &names, const JobControl &control = {});
    [[nodiscard]] TokenSet operator[](StringId name) const
    {
        return name.value < m_tokens.size() ? m_tokens[name.value] : TokenSet{0};
    }

private:
    std::vector<TokenSet> m_tokens; // by StringId
};

// Tokens of one kernel name; exposed for tests. lowerName: demangled, lower case.
[[nodiscard]] TokenSet tokensOfName(std::string_view lowerName, Category category);

} // namespace lamella::core
