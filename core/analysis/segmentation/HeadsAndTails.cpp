// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/PassLayout.h"
#include "core/base/Typical.h"

#include <cmath>
#include <map>
#include <utility>

namespace lamella::core {

namespace {

constexpr std::int64_t kFarFloorNs = 500'000;
constexpr double kInputBefore = 4.0; // penalties of a cut, see orderPenalty
constexpr double kGemmAfter = 8.0;
constexpr double kSamplingAfter = 3.0;
constexpr double kResultAfter = 1.0;
constexpr double kLongestPause = 6.0; // 0.4 ms: one that is longer tells no more
constexpr double kUsualFirst = 2.0; // for the kernel that all other passes begin with
constexpr double kAsAtEnds = 20.0; // for the place that the ends of the capture show
constexpr double kNotShared = 4.0; // for a place that the work between passes of other kinds rules out
constexpr std::size_t kExamples = 4; // of other kinds
constexpr TokenSet kEnd = kTokenAnyNorm | kTokenGemm | kTokenSampling;
// Copies and indices between the result of a pass and the input of the next one may be of either: a cut on another side of them is
// as right.
constexpr TokenSet kOfOnePass = kTokenAnyNorm | kTokenGemm | kTokenMixer | kTokenFfn | kTokenSampling | kTokenEmbedding;
constexpr int kRounds = 3;
constexpr std::uint32_t kMatters = 200; // kernels of a pass, of which one in the wrong place does not matter
constexpr double kFarOfPass = 0.3; // of the median length of a pass's layers

// The kernels that passes begin with, as far as each of them shows it alone.
struct FirstKernels {
    std::unordered_map<StringId, std::uint32_t> count;
    std::uint32_t all = 0;
    // 0 for what a single pass begins with.
    [[nodiscard]] double share(StringId symbol) const
    {
        const auto it = count.find(symbol);
        return it == count.end() || it->second < 2 ? 0 : static_cast<double>(it->second) / all;
    }
};

// Where a pass ends and the next one begins.
struct Parting {
    Span lonely; // work of neither
    double doubt = 0; // probability of another place, by more kernels than matter
};

// The order of the products, norms and mixers of most layers of a pass: that of a text encoder is not that of a diffusion model,
// while prefill and decode of one model, whose kernels differ, have the same.
std::uint64_t kindOf(const MainSequence &sequence, const PassLayout &pass)
{
    std::map<std::uint64_t, int> kinds;
    for (const LayerLayout &layer : pass.layers) {
        std::uint64_t hash = 0;
        for (std::uint32_t i = layer.span.begin; i < layer.span.end; ++i) {
            const TokenSet token = sequence.token[i] & (kTokenMixer | kTokenFfn | kTokenAnyNorm | kTokenGemm);
            hash = token != 0 ? (hash ^ token) * 0x100000001b3ULL + 1 : hash; // FNV
        }
        ++kinds[hash];
    }
    return mostFrequentKey(kinds);
}

class Regions {
public:
    Regions(const LayoutInput &input, const std::vector<PassLayout> &passes)
        : m_in(input)
    {
        for (const PassLayout &pass : passes)
            m_kind.push_back(kindOf(input.sequence, pass));
        for (std::size_t p = 0; p + 1 < passes.size(); ++p) {
            m_between.push_back({passes[p].layers.back().span.end, passes[p + 1].layers.front().span.begin});
            addExample(m_behind[m_kind[p]], p, 1);
            addExample(m_before[m_kind[p + 1]], p, 0);
        }
        std::vector<std::int64_t> walls;
        for (const PassLayout &p : passes)
            walls.push_back(startOf(p.layers.back().span.begin) - startOf(p.layers.front().span.begin));
        const auto middle = static_cast<double>(middleValue(std::move(walls)));
        m_far = std::max(kFarFloorNs, static_cast<std::int64_t>(kFarOfPass * middle));
        m_end.begin = passes.back().layers.back().span.end;
        m_end.end = firstIn({m_end.begin, m_in.sequence.size()}, [&](std::uint32_t i) { return gapBefore(i) >= m_far; });
        // What chooses from the logits behind a pause is of the pass, too.
        const Span paused{m_end.end, m_in.sequence.size()};
        if (m_in.sequence.holds(paused, kTokenSampling | kTokenRowMax) && !m_in.sequence.holds(m_end, kTokenSampling | kTokenRowMax)
            && !m_in.sequence.holds(paused, kTokenInput | kTokenGemm | kTokenAnyNorm))
            m_end.end = paused.end;
        m_front.end = passes.front().layers.front().span.begin;
        m_front.begin = headBegin(m_front.end);
    }
    [[nodiscard]] Span front() const { return m_front; }
    [[nodiscard]] Span end() const { return m_end; }

    [[nodiscard]] Span between(std::size_t p) const { return m_between[p]; } // pass p and the next one

    // usual: share of the passes that begin with each kernel. near: kernels that do not matter.
    [[nodiscard]] Parting split(std::size_t p, const FirstKernels &usual, std::uint32_t near) const
    {
        const Span region = m_between[p];
        if (region.size() == 0)
            return {{region.begin, region.begin}};
        if (const std::optional<std::uint32_t> handedOn = endOfSends(region))
            return {trimLonely(region, *handedOn)};
        const std::uint32_t asAtEnds = cutAsAtEnds(region);
        const std::vector<double> order = orderPenalty(region);
        const Span room = roomOfSteps(region);
        const Span possible = possiblePlaces(p);
        std::vector<double> scores;
        for (std::uint32_t c = room.begin; c <= room.end; ++c) {
            const double gapUs = static_cast<double>(std::max<std::int64_t>(gapBefore(c), 0)) / 1000.0;
            double score = std::min(kLongestPause, std::log1p(gapUs)) - order[c - region.begin];
            score += kUsualFirst * usual.share(firstOf({c, region.end}));
            score += c == asAtEnds ? kAsAtEnds : 0;
            score -= c < possible.begin || c > possible.end ? kNotShared : 0;
            score += c == possible.begin && c > region.begin ? kNotShared : 0; // what is before it differs
            scores.push_back(score);
        }
        const auto best = std::ranges::max_element(scores);
        const std::uint32_t cut = room.begin + static_cast<std::uint32_t>(best - scores.begin());
        double all = 0;
        double elsewhere = 0;
        const bool told = m_in.sequence.holds(region, kTokenInput | kTokenResult);
        for (std::uint32_t c = room.begin; c <= room.end; ++c) {
            const double odds = std::exp(scores[c - room.begin] - *best);
            all += odds;
            const Span between{std::min(c, cut), std::max(c, cut)};
            elsewhere += between.size() > near && (!told || m_in.sequence.holds(between, kOfOnePass)) ? odds : 0;
        }
        return {trimLonely(region, cut), elsewhere / all};
    }

    // Kernel that a head begins with; invalid for none.
    [[nodiscard]] StringId firstOf(Span head) const { return head.size() > 0 ? m_in.sequence.symbol[head.begin] : StringId{}; }

private:
    // From the front of the first pass outwards.
    [[nodiscard]] std::uint32_t headBegin(std::uint32_t layersBegin) const
    {
        std::uint32_t begin = layersBegin;
        bool input = false;
        // Products of the time follow the sinusoids of a diffusion step.
        const std::uint32_t taken = m_in.sequence.find({0, layersBegin}, kTokenSinusoid | kTokenConvolution);
        bool tower = false; // the first norm, product or sampling before the input ends no pass
        while (begin > 0 && gapBefore(begin) < m_far) {
            input = input || (begin < layersBegin && m_in.sequence.has(begin, kTokenEmbedding | kTokenHostCopy));
            if (input && !tower && begin <= taken && m_in.sequence.has(begin - 1, kEnd)) {
                if (endsPass(begin - 1))
                    break;
                tower = true;
            }
            --begin;
        }
        return begin;
    }
    [[nodiscard]] std::int64_t startOf(std::uint32_t i) const { return m_in.document.kernels.start[m_in.sequence.kernel[i]]; }
    // Whether the kernel before the input is of a pass that the capture cut, as far as the end of the capture shows how passes
    // end.
    [[nodiscard]] bool endsPass(std::uint32_t i) const
    {
        const std::vector<StringId> &symbol = m_in.sequence.symbol;
        return !m_in.sequence.holds(m_end, kEnd) || anyIn(m_end, [&](std::uint32_t e) { return symbol[e] == symbol[i]; });
    }
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
    // Where the work between two passes is that behind the last layer of the capture and that before its first one, but for lost
    // kernels, the place between both; else none.
    [[nodiscard]] std::uint32_t cutAsAtEnds(Span region) const
    {
        constexpr double kLost = 0.2;
        // With nothing before its first layer the capture begins inside of a pass, and may end in the head of another one.
        if (m_end.size() == 0 || m_front.size() == 0 || std::max(region.size(), m_end.size() + m_front.size()) > kMaxAligned)
            return UINT32_MAX;
        const Alignment end = alignPrefix(symbols(m_in.sequence, region), symbols(m_in.sequence, m_end));
        const Alignment front = alignSuffix(symbols(m_in.sequence, region), symbols(m_in.sequence, m_front));
        const bool same = end.boundary == front.boundary && end.cost + front.cost <= kLost * region.size();
        return same ? region.begin + static_cast<std::uint32_t>(end.boundary) : UINT32_MAX;
    }
    // other: 0 for the pass before a region, 1 for that behind it. One region of each kind of the other pass.
    void addExample(std::vector<std::size_t> &examples, std::size_t region, std::size_t other) const
    {
        const auto alike = [&](std::size_t e) { return m_kind[e + other] == m_kind[region + other]; };
        if (examples.size() < kExamples && std::ranges::none_of(examples, alike))
            examples.push_back(region);
    }
    // The work behind a pass, but for what the end of the capture shows to be of that pass.
    [[nodiscard]] Span notOfEnd(std::size_t p) const
    {
        const Span region = m_between[p];
        const bool asAtEnd = m_kind[p] == m_kind.back() && sameAtBegin(m_in.sequence, region, m_end) == m_end.size();
        return {region.begin + (asAtEnd ? m_end.size() : 0), region.end};
    }
    // First and last place between two passes at which the head may begin, if those behind passes of other kinds are the same, and
    // so are the tails before passes of other kinds or the end of the capture. All places where the kernels have names that tell.
    [[nodiscard]] Span possiblePlaces(std::size_t p) const
    {
        const Span region = m_between[p];
        Span places = region;
        if (m_in.sequence.holds(region, kTokenInput | kTokenResult))
            return region;
        for (const std::size_t e : m_before.at(m_kind[p + 1]))
            if (m_kind[e] != m_kind[p])
                places.begin = std::max(places.begin, region.end - sameAtEnd(m_in.sequence, notOfEnd(p), notOfEnd(e)));
        for (const std::size_t e : m_behind.at(m_kind[p]))
            if (m_kind[e + 1] != m_kind[p + 1])
                places.end = std::min(places.end, region.begin + sameAtBegin(m_in.sequence, region, m_between[e]));
        const std::uint32_t asAtEnd = sameAtBegin(m_in.sequence, region, m_end);
        if (places.begin > region.begin && m_kind[p] == m_kind.back() && asAtEnd < m_end.size()) // else the capture ends there
            places.end = std::min(places.end, region.begin + asAtEnd);
        return places.begin <= places.end ? places : region;
    }
    // Places between the last kernel of the step before and the first one of the step behind, where steps are annotated.
    [[nodiscard]] Span roomOfSteps(Span region) const
    {
        const StepOfKernel &steps = m_in.steps;
        if (steps.empty() || region.begin == 0 || region.end >= steps.size())
            return region;
        const std::int32_t before = steps[region.begin - 1];
        const std::int32_t after = steps[region.end];
        if (before < 0 || after < 0 || before == after)
            return region;
        const std::uint32_t begin = behindLastIn(region, [&](std::uint32_t i) { return steps[i] == before; });
        return {begin, firstIn({begin, region.end}, [&](std::uint32_t i) { return steps[i] == after; })};
    }

    // A stage in front of or inside a pipeline has no tail but its sends: they stand behind its last layer, here or on a stream
    // of their own, and what follows them prepares the next pass.
    [[nodiscard]] std::optional<std::uint32_t> endOfSends(Span region) const
    {
        const MainSequence &s = m_in.sequence;
        if (s.holds(region, kTokenSampling | kTokenGemm | kTokenAnyNorm))
            return std::nullopt;
        const std::uint32_t end = firstIn(region, [&](std::uint32_t i) { return !s.has(i, kTokenPeer); });
        if (end > region.begin)
            return end < region.end ? std::optional(end) : std::nullopt; // nothing but transfers: receives too
        const std::uint32_t last = region.begin == 0 ? 0 : s.kernel[region.begin - 1];
        const auto side = std::upper_bound(s.peers.begin(), s.peers.end(), last);
        return side != s.peers.end() && *side < s.kernel[region.begin] ? std::optional(region.begin) : std::nullopt;
    }

    // What a cut before each position would tear apart: lm_head and sampling belong before it, step input and embedding after it.
    // In the unit of the logarithm of the gap, so that a very long pause still wins over a doubtful name.
    [[nodiscard]] std::vector<double> orderPenalty(Span region) const
    {
        const MainSequence &s = m_in.sequence;
        std::vector<double> penalty(region.size() + 1, 0.0);
        // Input is copied or looked up behind the last product and the last sampling, to which masks are copied, too; rows of the
        // last tokens are picked by a gather too, before lm_head. The projection of a draft model follows its embedding: a GEMM
        // after it is lm_head only if sampling follows it.
        constexpr TokenSet kInput = kTokenEmbedding | kTokenSinusoid | kTokenConvolution | kTokenHostCopy;
        const auto isProduct = [&](std::uint32_t i) { return s.has(i, kTokenGemm) && !s.has(i, kTokenConvolution); };
        const auto first = [&](TokenSet wanted) {
            std::uint32_t found = region.end;
            for (std::uint32_t i = region.end;
                 i-- > region.begin && !(found < region.end && (isProduct(i) || s.has(i, kTokenSampling)));)
                found = s.has(i, wanted) ? i : found;
            return found;
        };
        std::uint32_t input = first(kTokenEmbedding | kTokenHostCopy);
        input = input < region.end ? input : first(kTokenConvolution);
        input = std::min(input, s.find(region, kTokenSinusoid)); // products of the time follow them, or make those of positions
        double before = 0;
        for (std::uint32_t i = input; i < region.end; ++i) {
            before = s.has(i, kInput) ? kInputBefore : before;
            penalty[i + 1 - region.begin] += before;
        }
        // Where neither stands (diffusion models), a GEMM tells nothing.
        const bool samples = s.holds(region, kTokenSampling); // lm_head stands before it, and later GEMMs prepare the next pass
        const bool named = samples || input < region.end;
        double after = 0;
        bool sampled = false;
        for (std::uint32_t i = region.end; i-- > region.begin;) {
            sampled = sampled || s.has(i, kTokenSampling);
            const bool head = named && isProduct(i) && (samples ? sampled : i < input);
            const double now = head        ? kGemmAfter
                : s.has(i, kTokenSampling) ? kSamplingAfter
                : s.has(i, kTokenToHost)   ? kResultAfter
                                           : 0.0;
            after = std::max(after, now);
            penalty[i - region.begin] += after;
        }
        return penalty;
    }

    // Work between two long pauses, of which the cut is one, belongs to nobody where it is lonely.
    [[nodiscard]] Span trimLonely(Span region, std::uint32_t cut) const
    {
        const auto isFar = [&](std::uint32_t i) { return gapBefore(i) >= m_far; };
        if (!isFar(cut))
            return {lateCopies(region, cut), cut};
        const std::uint32_t begin = firstIn({region.begin + 1, cut}, isFar);
        if (begin < cut)
            return {lonely({begin, cut}) ? begin : cut, cut};
        const std::uint32_t other = firstIn({cut, region.end}, [&](std::uint32_t i) { return !lonely({i, i + 1}); });
        return {cut, behindLastIn({cut + 1, std::min(other + 1, m_in.sequence.size())}, isFar) - 1};
    }

    // Begin of copies before the cut that came long after the work of their pass, and stand nearer to the next one.
    [[nodiscard]] std::uint32_t lateCopies(Span region, std::uint32_t cut) const
    {
        const auto isOther = [&](std::uint32_t i) { return !m_in.sequence.has(i, kTokenToHost | kTokenHostCopy); };
        const Span copies{behindLastIn({region.begin, cut}, isOther), cut};
        const std::uint32_t late = behindLastIn(copies, [&](std::uint32_t i) { return gapBefore(i) >= m_far; });
        return late > copies.begin && gapBefore(late - 1) > gapBefore(cut) ? late - 1 : cut;
    }

    // Copies and small odd work only: neither sampling nor embedding nor a GEMM.
    [[nodiscard]] bool lonely(Span span) const
    {
        return !m_in.sequence.holds(span, kTokenSampling | kTokenEmbedding | kTokenGemm);
    }

    const LayoutInput &m_in;
    std::int64_t m_far = kFarFloorNs;
    std::vector<std::uint64_t> m_kind; // by pass
    std::vector<Span> m_between; // by the pass before
    std::unordered_map<std::uint64_t, std::vector<std::size_t>> m_behind; // by kind: examples of regions behind its passes
    std::unordered_map<std::uint64_t, std::vector<std::size_t>> m_before; // and before them
    Span m_front; // what the capture holds before its first layer
    Span m_end; // and behind its last one
};

} // namespace

void assignHeadsAndTails(const LayoutInput &input, std::vector<PassLayout> &passes)
{
    if (passes.empty())
        return;
    const Regions regions(input, passes);
    PassLayout &first = passes.front();
    first.span.begin = first.truncatedAtFront ? first.layers.front().span.begin : regions.front().begin;
    // Passes begin alike: what most of them show alone decides where the others are in doubt.
    FirstKernels usual;
    for (int round = 0; round < kRounds; ++round) {
        FirstKernels next;
        for (std::size_t p = 0; p + 1 < passes.size() && !input.stopRequested(); ++p) {
            const Span region = regions.between(p);
            if (region.size() > 0)
                ++next.count[regions.firstOf({regions.split(p, usual, 0).lonely.end, region.end})], ++next.all;
        }
        usual = std::move(next);
    }
    for (std::size_t p = 0; p + 1 < passes.size() && !input.stopRequested(); ++p) {
        const Parting parting = regions.split(p, usual, passes[p].inner().size() / kMatters);
        passes[p].endDoubt = parting.doubt;
        passes[p].span.end = parting.lonely.begin;
        passes[p + 1].span.begin = parting.lonely.end;
    }
    passes.back().span.end = regions.end().end;
}

} // namespace lamella::core
