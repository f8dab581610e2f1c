// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/PlainAttention.h"

namespace lamella::core {

namespace {

constexpr std::uint32_t kFarthest = 24; // kernels from the softmax to a product: scale, mask, casts, dropout, copies
constexpr std::size_t kOwnKernels = 2; // softmaxes for each kernel of full attention below which they are something else

// Scores are scaled, masked and cast between the products; they are not normed, chosen from, or looked up.
constexpr TokenSet kForeign = kTokenNorm | kTokenEagerNorm | kTokenFfn | kTokenEmbedding | kTokenSampling | kTokenToHost
    | kTokenMixer | kTokenSelect | kTokenPeer;

// After the softmax the largest of a row is a choice; before it, it keeps the exponentials small.
constexpr TokenSet kForeignAfter = kForeign | kTokenRowMax;

enum class Step { On, Product, Foreign };

Step stepAt(const MainSequence &sequence, std::uint32_t i, TokenSet foreign)
{
    if (sequence.has(i, kTokenGemm))
        return Step::Product;
    return sequence.has(i, foreign) ? Step::Foreign : Step::On;
}

bool productBefore(const MainSequence &sequence, std::uint32_t softmax)
{
    for (std::uint32_t i = softmax; i-- > 0 && softmax - i <= kFarthest;) {
        if (const Step step = stepAt(sequence, i, kForeign); step != Step::On)
            return step == Step::Product;
    }
    return false;
}

bool productAfter(const MainSequence &sequence, std::uint32_t softmax)
{
    for (std::uint32_t i = softmax + 1; i < sequence.size() && i - softmax <= kFarthest; ++i) {
        if (const Step step = stepAt(sequence, i, kForeignAfter); step != Step::On)
            return step == Step::Product;
    }
    return false;
}

} // namespace

void keepAttentionSoftmax(MainSequence &sequence)
{
    std::size_t full = 0;
    std::vector<std::uint32_t> kept;
    for (std::uint32_t i = 0; i < sequence.size(); ++i) {
        full += sequence.has(i, kTokenMixer) && !sequence.has(i, kTokenLinear) ? 1 : 0;
        if (!sequence.has(i, kTokenSoftmax))
            continue;
        if (productBefore(sequence, i) && productAfter(sequence, i))
            kept.push_back(i);
        sequence.token[i] &= ~kTokenSoftmax;
    }
    if (kept.size() <= full * kOwnKernels)
        return;
    for (const std::uint32_t i : kept)
        sequence.token[i] |= kTokenSoftmax;
}

} // namespace lamella::core
