// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/MainSequence.h"

namespace lamella::core {

namespace {

constexpr std::uint32_t kFarthest = 24; // kernels from the softmax to a product: scale, mask, casts, dropout, copies
constexpr std::size_t kOwnKernels = 2; // softmaxes for each kernel of full attention below which they are something else,
constexpr std::size_t kOfOtherNetwork = 4; // but for as many without any attention between them: a text encoder's

// Scores are scaled, masked and cast between the products; they are not normed, chosen from, or looked up.
constexpr TokenSet kForeign =
    kTokenAnyNorm | kTokenFfn | kTokenEmbedding | kTokenSampling | kTokenToHost | kTokenMixer | kTokenSelect | kTokenPeer;

// Whether a product is the first kernel on that side that is no step of an attention. After the softmax the largest of a row is a
// choice; before it, it keeps the exponentials small.
bool productBeside(const MainSequence &sequence, std::uint32_t softmax, bool before)
{
    const TokenSet foreign = before ? kForeign : kForeign | kTokenRowMax;
    for (std::uint32_t n = 1; n <= kFarthest && (before ? n <= softmax : softmax + n < sequence.size()); ++n) {
        const std::uint32_t i = before ? softmax - n : softmax + n;
        if (sequence.has(i, kTokenGemm | foreign))
            return sequence.has(i, kTokenGemm);
    }
    return false;
}

} // namespace

void keepAttentionSoftmax(MainSequence &sequence)
{
    const Span all{0, sequence.size()};
    const std::size_t full =
        countIn(all, [&](std::uint32_t i) { return sequence.has(i, kTokenMixer) && !sequence.has(i, kTokenLinear); });
    const std::vector<std::uint32_t> kept = allIn(all, [&](std::uint32_t i) {
        return sequence.has(i, kTokenSoftmax) && productBeside(sequence, i, true) && productBeside(sequence, i, false);
    });
    for (TokenSet &token : sequence.token)
        token &= ~kTokenSoftmax;
    const std::size_t fewest = kept.size() > full * kOwnKernels ? 1 : kOfOtherNetwork;
    for (std::size_t begin = 0, end = 0; begin < kept.size(); begin = end) {
        do
            ++end;
        while (end < kept.size() && !sequence.holds({kept[end - 1], kept[end]}, kTokenMixer));
        for (std::size_t n = begin; n < end && end - begin >= fewest; ++n)
            sequence.token[kept[n]] |= kTokenSoftmax;
    }
}

} // namespace lamella::core
