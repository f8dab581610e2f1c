// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/PassLayout.h"
#include "core/base/ContainsAny.h"
#include "core/base/Typical.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <span>
#include <unordered_map>

namespace lamella::core {

namespace {

constexpr TokenSet kTelling = kTokenMixer | kTokenFfn | kTokenGemm | kTokenEmbedding | kTokenSampling | kTokenHostCopy
    | kTokenToHost | kTokenComm | kTokenNorm | kTokenAdd; // an addition closes the layer before
constexpr double kStandInTime = 3.0; // longest against shortest of two kernels that do the same work

class Repetition {
public:
    explicit Repetition(const LayoutInput &input)
        : m_in(input)
        , m_seq(input.sequence)
        , m_nameless(!input.sequence.holds(kTelling))
        , m_begin(input.cores.size())
        , m_split(input.ends)
    {
    }

    std::vector<std::optional<std::uint32_t>> find()
    {
        for (const PassRun &run : m_in.runs)
            m_usual.push_back(usualBlock(run));
        if (m_in.usualCore)
            takeLead(*m_in.usualCore);
        else
            voteForLeads();
        // The first one last: the capture may cut it inside of a layer, and blocks of its kind are in others.
        for (std::size_t n = 1; n <= m_in.runs.size(); ++n) {
            const std::size_t r = n % m_in.runs.size();
            layout(r, r == 0 ? 0 : core(m_in.runs[r - 1].endCore - 1).end);
        }
        return std::move(m_begin);
    }

private:
    [[nodiscard]] Span core(std::uint32_t c) const { return m_in.cores[c].span; }
    [[nodiscard]] Span block(std::uint32_t c) const { return {core(c - 1).end, core(c).begin}; } // before core c
    [[nodiscard]] std::uint64_t blockHash(std::uint32_t c) const { return contentHash(m_seq, block(c)); }

    // Core behind the block that stands for the others of a pass: one like that whose layer is known, or the first that comes again,
    // for an event may be lost.
    [[nodiscard]] std::uint32_t usualBlock(const PassRun &run) const
    {
        const Span inner{run.firstCore + 1, run.endCore};
        std::unordered_map<std::uint64_t, int> count;
        for (std::uint32_t c = inner.begin; c < inner.end; ++c)
            ++count[blockHash(c)];
        const std::uint32_t like = firstIn(inner,
            [&](std::uint32_t c) { return m_in.usualCore ? blockHash(c) == blockHash(*m_in.usualCore) : count[blockHash(c)] > 1; });
        return like < inner.end ? like : inner.begin;
    }

    // Passes of one kind begin alike.
    [[nodiscard]] std::uint64_t kindOf(std::size_t run) const { return blockHash(m_usual[run]); }

    // The first layer's input norm is often another kernel (nothing to add yet): another name for the same work. Where no rule
    // names a kernel, layers are taken to open like this, as those of most models do.
    [[nodiscard]] bool standsIn(std::uint32_t a, std::uint32_t b) const
    {
        constexpr TokenSet roles = kTokenAnyNorm;
        if (m_nameless || (m_seq.has(a, roles) && m_seq.has(b, roles)))
            return true;
        if (m_seq.has(a, kTelling) || m_seq.has(b, kTelling))
            return false;
        const KernelTable &kernels = m_in.document.kernels;
        const ShapeId shapeA = kernels.shape[m_seq.kernel[a]];
        const ShapeId shapeB = kernels.shape[m_seq.kernel[b]];
        const auto timeA = static_cast<double>(kernels.duration[m_seq.kernel[a]]);
        const auto timeB = static_cast<double>(kernels.duration[m_seq.kernel[b]]);
        return shapeA.valid() && shapeA == shapeB
            && std::max(timeA, timeB) <= kStandInTime * std::max(1.0, std::min(timeA, timeB));
    }

    // The begin of the layer of core c is known: those of other passes are like it.
    void takeLead(std::uint32_t c)
    {
        m_begin[c] = core(c).begin - m_in.leadIn;
        for (std::size_t r = 0; r < m_usual.size(); ++r) {
            if (m_in.runs[r].layers() < 2)
                continue;
            const Span inner = block(m_usual[r]);
            m_lead.try_emplace(kindOf(r), kindOf(r) == blockHash(c) ? m_in.leadIn : inner.size() - split(m_usual[r], c));
        }
    }

    // What the last layer of the pass, or of the one before, ends with, too, closes the layers, unless the end of the capture lies
    // inside of the next one.
    [[nodiscard]] std::uint32_t withoutEnd(std::size_t r, std::uint32_t lead) const
    {
        const Span inner = block(m_usual[r]);
        const std::uint32_t last = core(m_in.runs[r].endCore - 1).end;
        const std::uint32_t next = r + 1 < m_in.runs.size() ? core(m_in.runs[r + 1].firstCore).begin : m_seq.size();
        const std::uint32_t shown = sameAtBegin(m_seq, {last, next}, inner);
        if (last + shown == m_seq.size())
            return r > 0 && m_in.runs[r - 1].layers() > 1 && kindOf(r - 1) == kindOf(r) ? withoutEnd(r - 1, lead) : lead;
        while (lead > 0 && inner.size() - lead < shown && isArithmetic(m_in, inner.end - lead))
            --lead;
        return lead;
    }

    // Passes of one kind vote: the capture may cut the first one, and a copy may stand in the way of another.
    void voteForLeads()
    {
        // Of equally frequent ones the longest counts: where an event was lost, less repeats.
        std::unordered_map<std::uint64_t, std::map<std::uint32_t, int, std::greater<>>> votes;
        std::uint32_t floor = 0;
        std::optional<std::uint32_t> cutLead;
        for (std::size_t r = 0; r < m_in.runs.size(); ++r) {
            const PassRun &run = m_in.runs[r];
            const std::uint32_t first = core(run.firstCore).begin;
            if (run.layers() >= 2 && first > floor) {
                const Span inner = block(m_usual[r]);
                std::uint32_t lead = sameAtEnd(m_seq, {floor, first}, inner);
                if (first - lead > floor && inner.size() > lead && standsIn(first - 1 - lead, inner.end - 1 - lead))
                    ++lead;
                // Where all of it repeats, back to the begin of the capture or to the core before, the end of a layer may be
                // among it.
                const bool all = lead == first - floor;
                if (run.firstCore == 0 && (all || lead == inner.size()))
                    cutLead = lead;
                else if (!all)
                    ++votes[kindOf(r)][withoutEnd(r, lead)];
            }
            floor = core(run.endCore - 1).end;
        }
        for (const auto &[hash, leads] : votes)
            m_lead[hash] = mostFrequentKey(leads);
        if (!cutLead || m_lead.contains(kindOf(0)))
            return;
        std::optional<std::uint32_t> lead = leadAsInOthers(m_usual.front(), false);
        lead = lead ? lead : leadAsInOthers(m_usual.front(), true);
        m_lead[kindOf(0)] = lead.value_or(*cutLead);
    }

    // Places of the span behind which the two kernels before `at` stand in a row; byRole: or others of the same role, as the
    // products of another stage have other names.
    [[nodiscard]] std::vector<std::uint32_t> pairsIn(Span span, std::uint32_t at, bool byRole) const
    {
        const auto same = [&](std::uint32_t a, std::uint32_t b) {
            return m_seq.symbol[a] == m_seq.symbol[b] || (byRole && m_seq.token[a] != 0 && m_seq.token[a] == m_seq.token[b]);
        };
        return allIn({span.begin + 2, span.end + 1}, [&](std::uint32_t i) { return same(i - 2, at - 2) && same(i - 1, at - 1); });
    }

    // Kernels before core c that belong to its layer, where the layers of another pass begin behind the same two kernels.
    [[nodiscard]] std::optional<std::uint32_t> leadAsInOthers(std::uint32_t c, bool byRole) const
    {
        constexpr std::size_t kOthers = 64; // passes that are looked at
        for (std::size_t r = 0; r < std::min(kOthers, m_in.runs.size()); ++r) {
            const auto voted = m_in.runs[r].layers() < 2 ? m_lead.end() : m_lead.find(kindOf(r));
            if (voted == m_lead.end() || block(m_usual[r]).size() < voted->second + 2)
                continue;
            const Span other = block(m_usual[r]);
            const std::uint32_t at = other.end - voted->second;
            const std::vector<std::uint32_t> there = pairsIn(other, at, byRole);
            const std::vector<std::uint32_t> here = pairsIn(block(c), at, byRole);
            if (here.size() == there.size())
                return block(c).end - here[static_cast<std::size_t>(std::find(there.begin(), there.end(), at) - there.begin())];
        }
        return std::nullopt;
    }

    void layout(std::size_t r, std::uint32_t floor)
    {
        const PassRun &run = m_in.runs[r];
        if (run.layers() < 2)
            return;
        const auto voted = m_lead.find(kindOf(r));
        if (voted == m_lead.end())
            return;
        const std::uint32_t first = core(run.firstCore).begin;
        const std::uint32_t usual = m_usual[r];
        const auto shown = r == 0 ? m_split.find(blockHash(usual)) : m_split.end();
        // 0: the core itself begins each layer.
        const std::uint32_t lead = shown != m_split.end() ? block(usual).size() - shown->second : voted->second;
        if (!m_in.usualCore) // else it is compared with the others
            m_begin[run.firstCore] = std::max(floor, first - std::min(first, lead));
        const auto place = [&](std::uint32_t c, std::uint32_t like) {
            const auto [known, fresh] = m_split.try_emplace(blockHash(c), 0);
            if (fresh)
                known->second = c == usual ? block(c).size() - std::min(lead, block(c).size()) : split(c, like);
            m_begin[c] = block(c).begin + known->second;
        };
        for (std::uint32_t c = usual; c < run.endCore; ++c)
            place(c, c - 1);
        for (std::uint32_t c = usual; c-- > run.firstCore + 1;)
            place(c, c + 1);
    }

    // A new kind of block beside a known one: its front ends like the layer there, or its back begins like it.
    [[nodiscard]] std::uint32_t split(std::uint32_t c, std::uint32_t like) const
    {
        const Span here = block(c);
        const Span after{block(like).begin, *m_begin[like]};
        const Span before{*m_begin[like], core(like).begin};
        const std::uint32_t same = sameAtBegin(m_seq, here, after);
        if (same == after.size() && same > 0)
            return same;
        const std::uint32_t back = sameAtEnd(m_seq, here, before);
        if (back >= before.size() && before.size() > 0)
            return here.size() - before.size();
        if (m_in.usualCore) {
            const Alignment joint = alignJoint(symbols(m_seq, here), symbols(m_seq, after), symbols(m_seq, before));
            if (joint.cost <= here.size())
                return static_cast<std::uint32_t>(joint.boundary);
        }
        return same > back ? same : here.size() - back;
    }

    const LayoutInput &m_in;
    const MainSequence &m_seq;
    bool m_nameless = false;
    std::vector<std::uint32_t> m_usual; // by pass
    std::vector<std::optional<std::uint32_t>> m_begin;
    std::unordered_map<std::uint64_t, std::uint32_t> m_lead; // by kind of pass
    std::unordered_map<std::uint64_t, std::uint32_t> m_split; // by content of a block: kernels of the layer before
};

std::uint32_t workAt(const MainSequence &sequence, std::uint32_t i)
{
    return sequence.work[sequence.code[i]];
}

// Whether a block holds kernels that those beside it do not hold.
bool hasOwnKernels(const MainSequence &sequence, const std::vector<Span> &blocks, std::size_t n)
{
    std::set<std::uint32_t> beside;
    for (const Span &block : {blocks[n - 1], blocks[n + 1]})
        for (std::uint32_t i = block.begin; i < block.end; ++i)
            beside.insert(workAt(sequence, i));
    return anyIn(blocks[n], [&](std::uint32_t i) { return !beside.contains(workAt(sequence, i)); });
}

// Whether each of two blocks does work that the other one does not, products aside: their sizes differ anyway.
bool differInKind(const MainSequence &sequence, Span a, Span b)
{
    const auto work = [&sequence](Span block) {
        std::set<std::uint32_t> works;
        for (std::uint32_t i = block.begin; i < block.end; ++i)
            if (!sequence.has(i, kTokenGemm))
                works.insert(workAt(sequence, i));
        return works;
    };
    const std::set<std::uint32_t> ofA = work(a);
    const std::set<std::uint32_t> ofB = work(b);
    return !std::ranges::includes(ofA, ofB) && !std::ranges::includes(ofB, ofA);
}

} // namespace

std::vector<std::size_t> changesOfKind(const MainSequence &sequence, const std::vector<Span> &blocks)
{
    constexpr std::size_t kInARow = 3; // blocks of one kind on both sides
    constexpr double kOtherKind = 0.6; // likeness below which they are another network's
    std::vector<std::uint64_t> content;
    for (const Span &block : blocks)
        content.push_back(contentHash(sequence, block));
    std::vector<std::size_t> changes;
    std::size_t row = 1; // blocks up to n - 1 of one content
    for (std::size_t n = 1; n + kInARow < blocks.size(); ++n) {
        if (content[n] == content[n - 1]) {
            ++row;
            continue;
        }
        const auto behind = std::span(content).subspan(n + 1, kInARow);
        const bool alike = std::ranges::count(behind, behind.front()) == std::ssize(behind);
        if (row >= kInARow && alike
            && (hasOwnKernels(sequence, blocks, n) || differInKind(sequence, blocks[n - 1], blocks[n + 1]))
            && similarity(symbols(sequence, blocks[n - 1]), symbols(sequence, blocks[n + 1])) < kOtherKind)
            changes.push_back(n);
        row = 1;
    }
    return changes;
}

bool isArithmetic(const LayoutInput &input, std::uint32_t i)
{
    const TokenSet token = input.sequence.token[i];
    return token == kTokenAdd
        || (token == 0 && containsAny(input.document.text(input.sequence.symbol[i]), {"elementwise_kernel", "__transform"}));
}

std::vector<std::optional<std::uint32_t>> beginsByRepetition(const LayoutInput &input)
{
    return Repetition(input).find();
}

} // namespace lamella::core
