// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/HeadsAndTails.h"

#include <algorithm>

namespace lamella::core {

namespace {

constexpr std::int64_t kFarFloorNs = 500'000;
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
        const auto [low, high] = cutRoom(region);
        std::uint32_t cut = low;
        std::int64_t widest = -1;
        for (std::uint32_t c = low; c <= high; ++c) {
            if (stepChanges(c, region))
                return trimLonely(region, c);
            const std::int64_t gap = gapBefore(c);
            if (gap > widest) {
                widest = gap;
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
    [[nodiscard]] std::int64_t gapBefore(std::uint32_t i) const
    {
        if (i == 0 || i >= m_in.sequence.size())
            return 0;
        return startOf(i) - m_in.document.kernels.end(m_in.sequence.kernel[i - 1]);
    }
    [[nodiscard]] bool stepChanges(std::uint32_t c, Span region) const
    {
        if (m_in.steps.empty() || c == 0 || c >= m_in.sequence.size() || c < region.begin)
            return false;
        return m_in.steps[c - 1] >= 0 && m_in.steps[c] >= 0 && m_in.steps[c - 1] != m_in.steps[c];
    }

    // The cut lies after lm_head and sampling and not after the embedding.
    [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> cutRoom(Span region) const
    {
        const MainSequence &s = m_in.sequence;
        std::uint32_t low = region.begin;
        for (std::uint32_t i = region.begin; i < region.end; ++i) {
            if (s.has(i, kTokenSampling))
                low = i + 1;
        }
        std::uint32_t high = region.end;
        for (std::uint32_t i = region.end; i > low; --i) {
            if (s.has(i - 1, kTokenEmbedding)) {
                high = i - 1;
                break;
            }
        }
        // Without sampling kernels the last GEMM before the embedding is lm_head.
        if (low == region.begin) {
            for (std::uint32_t i = region.begin; i < high; ++i) {
                if (s.has(i, kTokenGemm))
                    low = i + 1;
            }
        }
        return {low, std::max(low, high)};
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
