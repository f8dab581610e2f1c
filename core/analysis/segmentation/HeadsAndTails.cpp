// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/HeadsAndTails.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace lamella::core {

namespace {

constexpr std::int64_t kFarFloorNs = 500'000;
constexpr double kEmbeddingBefore = 4.0; // penalties of a cut, see orderPenalty
constexpr double kInputBefore = 2.0;
constexpr double kGemmAfter = 8.0;
constexpr double kSamplingAfter = 3.0;
constexpr double kResultAfter = 1.0;
constexpr double kFarOfPass = 0.3; // of the median length of a pass's layers

class Regions {
public:
    Regions(const LayoutInput &input, const std::vector<PassLayout> &passes)
        : m_in(input)
    {
        std::vector<std::int64_t> walls;
        for (const PassLayout &p : passes)
            walls.push_back(startOf(p.layers.back().span.begin) - startOf(p.layers.front().span.begin));
        std::nth_element(walls.begin(), walls.begin() + static_cast<std::ptrdiff_t>(walls.size() / 2), walls.end());
        const auto share = static_cast<std::int64_t>(kFarOfPass * static_cast<double>(walls[walls.size() / 2]));
        m_far = std::max(kFarFloorNs, share);
    }

    // Tail ends and head begins at one place (no lonely kernels) or at two.
    [[nodiscard]] Span split(Span region) const
    {
        if (region.size() == 0)
            return {region.begin, region.begin};
        std::uint32_t cut = region.begin;
        double best = -1e9;
        const std::vector<double> order = orderPenalty(region);
        for (std::uint32_t c = region.begin; c <= region.end; ++c) {
            if (stepChanges(c, region))
                return trimLonely(region, c);
            const double gapUs = static_cast<double>(std::max<std::int64_t>(gapBefore(c), 0)) / 1000.0;
            const double score = std::log1p(gapUs) - order[c - region.begin];
            if (score > best) {
                best = score;
                cut = c;
            }
        }
        return trimLonely(region, cut);
    }

    // From the front of the first pass outwards / from the end of the last one.
    [[nodiscard]] std::uint32_t headBegin(std::uint32_t layersBegin, std::uint32_t floor) const
    {
        std::uint32_t begin = layersBegin;
        while (begin > floor && gapBefore(begin) < m_far)
            --begin;
        return begin;
    }
    [[nodiscard]] std::uint32_t tailEnd(std::uint32_t layersEnd, std::uint32_t ceiling) const
    {
        std::uint32_t end = layersEnd;
        while (end < ceiling && gapBefore(end) < m_far)
            ++end;
        return end;
    }

private:
    [[nodiscard]] std::int64_t startOf(std::uint32_t i) const { return m_in.document.kernels.start[m_in.sequence.kernel[i]]; }
    // Time in which the device does nothing: a stream that waits for another one of its device (a receive) pauses nobody.
    [[nodiscard]] std::int64_t gapBefore(std::uint32_t i) const
    {
        if (i == 0 || i >= m_in.sequence.size())
            return 0;
        const KernelTable &kernels = m_in.document.kernels;
        const std::uint32_t before = m_in.sequence.kernel[i - 1];
        std::int64_t busyUntil = kernels.end(before);
        for (std::uint32_t k = before + 1; k < m_in.sequence.kernel[i]; ++k) {
            if (m_in.document.deviceOf(KernelId{k}) == m_in.sequence.device)
                busyUntil = std::max(busyUntil, kernels.end(k));
        }
        return startOf(i) - busyUntil;
    }
    [[nodiscard]] bool stepChanges(std::uint32_t c, Span region) const
    {
        if (m_in.steps.empty() || c == 0 || c >= m_in.sequence.size() || c < region.begin)
            return false;
        return m_in.steps[c - 1] >= 0 && m_in.steps[c] >= 0 && m_in.steps[c - 1] != m_in.steps[c];
    }

    // What a cut before each position would tear apart: lm_head and sampling belong before it, step input and embedding after it.
    // In the unit of the logarithm of the gap, so that a very long pause still wins over a doubtful name.
    [[nodiscard]] std::vector<double> orderPenalty(Span region) const
    {
        const MainSequence &s = m_in.sequence;
        std::vector<double> penalty(region.size() + 1, 0.0);
        double before = 0;
        for (std::uint32_t i = region.begin; i < region.end; ++i) {
            before = std::max(before,
                s.has(i, kTokenEmbedding)      ? kEmbeddingBefore
                    : s.has(i, kTokenHostCopy) ? kInputBefore
                                               : 0.0);
            penalty[i + 1 - region.begin] += before;
        }
        // The projection of a draft model follows its embedding: a GEMM after an embedding is lm_head only if sampling follows
        // it.
        std::uint32_t firstEmbedding = region.begin;
        while (firstEmbedding < region.end && !s.has(firstEmbedding, kTokenEmbedding))
            ++firstEmbedding;
        // Where neither stands (diffusion models), a GEMM tells nothing.
        bool sampled = false;
        for (std::uint32_t i = region.begin; i < region.end; ++i)
            sampled = sampled || s.has(i, kTokenSampling);
        const bool samples = sampled; // then lm_head stands before it, and later GEMMs prepare the next pass
        const bool named = samples || firstEmbedding < region.end;
        double after = 0;
        sampled = false;
        for (std::uint32_t i = region.end; i-- > region.begin;) {
            sampled = sampled || s.has(i, kTokenSampling);
            const bool head = named && s.has(i, kTokenGemm) && (samples ? sampled : i < firstEmbedding);
            const double now = head        ? kGemmAfter
                : s.has(i, kTokenSampling) ? kSamplingAfter
                : s.has(i, kTokenToHost)   ? kResultAfter
                                           : 0.0;
            after = std::max(after, now);
            penalty[i - region.begin] += after;
        }
        return penalty;
    }

    [[nodiscard]] Span trimLonely(Span region, std::uint32_t cut) const
    {
        Span between{cut, cut}; // kernels [begin, end) belong to nobody
        for (std::uint32_t c = cut; c > region.begin; --c) {
            if (gapBefore(c) >= m_far && gapBefore(cut) >= m_far && c < cut)
                between.begin = c;
        }
        for (std::uint32_t c = cut + 1; c <= region.end && c < m_in.sequence.size(); ++c) {
            if (gapBefore(c) >= m_far && gapBefore(cut) >= m_far && between.begin == cut && lonely({cut, c}))
                between.end = c;
        }
        if (between.begin < cut && !lonely({between.begin, cut}))
            between.begin = cut;
        return between;
    }

    // Copies and small odd work only: neither sampling nor embedding nor a GEMM.
    [[nodiscard]] bool lonely(Span span) const
    {
        for (std::uint32_t i = span.begin; i < span.end; ++i) {
            if (m_in.sequence.has(i, kTokenSampling | kTokenEmbedding | kTokenGemm))
                return false;
        }
        return true;
    }

    const LayoutInput &m_in;
    std::int64_t m_far = kFarFloorNs;
};

} // namespace

void assignHeadsAndTails(const LayoutInput &input, std::vector<PassLayout> &passes)
{
    if (passes.empty())
        return;
    const Regions regions(input, passes);
    PassLayout &first = passes.front();
    const std::uint32_t firstBegin = first.layers.front().span.begin;
    first.span.begin = first.cutAtFront ? firstBegin : regions.headBegin(firstBegin, 0);
    for (std::size_t p = 0; p + 1 < passes.size(); ++p) {
        const Span between = regions.split({passes[p].layers.back().span.end, passes[p + 1].layers.front().span.begin});
        passes[p].span.end = between.begin;
        passes[p + 1].span.begin = between.end;
    }
    PassLayout &last = passes.back();
    last.span.end = regions.tailEnd(last.layers.back().span.end, input.sequence.size());
}

} // namespace lamella::core
