// SPDX-License-Identifier: GPL-3.0-or-later
// Kernel names whose hits cut the trace into blocks of a few kinds that come again and again, each taken as an anchor by itself:
// for traces whose kernels no rule names.
#include "core/analysis/segmentation/evidence/LayerEvidence.h"

#include <algorithm>
#include <functional>
#include <unordered_map>

namespace lamella::core {

namespace {

constexpr std::size_t kLookedAt = 256; // names, the most frequent ones
constexpr std::size_t kProposed = 12;
constexpr std::size_t kMinHits = 4;
constexpr std::size_t kMaxBlocks = 2048; // looked at for one name
constexpr std::uint32_t kLongestBlock = 2000;
constexpr double kMinScore = 0.5;

struct Candidate {
    std::vector<std::uint32_t> hits;
    double quality = 0;
};

// How well the blocks between the hits look like single layers: of a few kinds that come again and again, each kernel in them
// once or twice. Blocks that hold several alike layers repeat their kernels.
class BlockQuality {
public:
    explicit BlockQuality(const MainSequence &sequence)
        : m_sequence(sequence)
        , m_seenIn(sequence.names, 0)
    {
    }
    double of(const std::vector<std::uint32_t> &hits)
    {
        std::unordered_map<std::uint64_t, std::pair<std::uint32_t, std::uint32_t>> kinds; // content -> blocks, kernels
        std::uint64_t distinct = 0;
        std::uint64_t kernels = 0;
        const std::size_t blocks = std::min(hits.size() - 1, kMaxBlocks);
        for (std::size_t b = 0; b < blocks; ++b) {
            const Span block{hits[b], hits[b + 1]};
            if (block.size() > kLongestBlock)
                continue;
            ++m_block;
            for (std::uint32_t i = block.begin; i < block.end; ++i) {
                distinct += m_seenIn[m_sequence.code[i]] != m_block ? 1 : 0;
                m_seenIn[m_sequence.code[i]] = m_block;
            }
            kernels += block.size();
            auto &kind = kinds[contentHash(m_sequence, block)];
            ++kind.first;
            kind.second += block.size();
        }
        if (kernels == 0)
            return 0;
        std::uint64_t recurring = 0;
        for (const auto &[hash, kind] : kinds)
            recurring += kind.first >= 3 ? kind.second : 0;
        const std::uint32_t all = hits[blocks] - hits.front();
        const double simple = static_cast<double>(distinct) / static_cast<double>(kernels);
        // A name of prefill alone cuts prefill well and leaves most of the trace out.
        const double covered = static_cast<double>(hits.back() - hits.front()) / std::max(1U, m_sequence.size());
        return simple * simple * covered * static_cast<double>(recurring) / std::max(1U, all);
    }

private:
    const MainSequence &m_sequence;
    std::vector<std::uint32_t> m_seenIn; // by code: number of the block it was last seen in
    std::uint32_t m_block = 0;
};

std::vector<Candidate> frequentNames(const MainSequence &sequence)
{
    std::vector<Candidate> candidates(sequence.names);
    for (std::uint32_t i = 0; i < sequence.size(); ++i)
        candidates[sequence.code[i]].hits.push_back(i);
    std::erase_if(candidates, [](const Candidate &candidate) { return candidate.hits.size() < kMinHits; });
    std::ranges::stable_sort(candidates, std::greater<>(), [](const Candidate &candidate) { return candidate.hits.size(); });
    candidates.resize(std::min(candidates.size(), kLookedAt));
    return candidates;
}

} // namespace

std::vector<LayerProposal> proposeRepeatedNames(const EvidenceContext &context)
{
    std::vector<Candidate> candidates = frequentNames(context.sequence);
    BlockQuality quality(context.sequence);
    for (Candidate &candidate : candidates) {
        if (context.control.stopRequested())
            return {};
        candidate.quality = quality.of(candidate.hits);
    }
    std::ranges::stable_sort(candidates, std::greater<>(), &Candidate::quality);
    std::vector<LayerProposal> proposals;
    for (const Candidate &candidate : candidates) {
        if (proposals.size() == kProposed || candidate.quality <= 0)
            break;
        proposals.push_back({.cores = coresAt(candidate.hits),
            .evidence = Evidence::Discovered,
            .text = context.names[context.sequence.symbol[candidate.hits.front()]].full,
            .confidence = candidate.quality / candidates.front().quality,
            .fewestScore = kMinScore,
            .named = false,
            .strict = true});
    }
    return proposals;
}

} // namespace lamella::core
