// SPDX-License-Identifier: GPL-3.0-or-later
// Layers that do not open with a norm: the first layer of each pass shows where they begin.
#include "core/analysis/segmentation/PassLayout.h"
#include "core/base/ContainsAny.h"
#include "core/base/Typical.h"
#include "core/profile/NameText.h"

#include <functional>
#include <map>
#include <set>
#include <string>

namespace lamella::core {

namespace {

constexpr TokenSet kTelling = kTokenMixer | kTokenFfn | kTokenGemm | kTokenEmbedding | kTokenSampling | kTokenHostCopy
    | kTokenToHost | kTokenComm | kTokenNorm | kTokenAdd; // an addition closes the layer before
constexpr double kStandInTime = 3.0; // longest against shortest of two kernels that do the same work

// Begin of the layer of each core, the first ones of passes included; unset where nothing repeats.
class Repetition {
public:
    explicit Repetition(const LayoutInput &input)
        : m_in(input)
        , m_seq(input.sequence)
        , m_nameless(!input.sequence.holds(kTelling))
        , m_begin(input.cores.size())
        , m_split(input.ends)
        , m_hash(input.cores.size())
    {
        for (std::uint32_t c = 1; c < m_hash.size(); ++c)
            m_hash[c] = contentHash(m_seq, block(c));
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
    [[nodiscard]] std::uint64_t blockHash(std::uint32_t c) const { return m_hash[c]; }

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
    std::vector<std::uint64_t> m_hash; // of the block before each core
};

// What the kernels of the block do, but for those that have one of the tokens.
std::set<std::uint32_t> workOf(const MainSequence &sequence, Span block, TokenSet without = 0)
{
    std::set<std::uint32_t> work;
    for (std::uint32_t i = block.begin; i < block.end; ++i)
        if (!sequence.has(i, without))
            work.insert(sequence.work[sequence.code[i]]);
    return work;
}

// Whether a block holds kernels that those beside it do not hold.
bool hasOwnKernels(const MainSequence &sequence, const std::vector<Span> &blocks, std::size_t n)
{
    std::set<std::uint32_t> beside = workOf(sequence, blocks[n - 1]);
    beside.merge(workOf(sequence, blocks[n + 1]));
    return !std::ranges::includes(beside, workOf(sequence, blocks[n]));
}

// Whether each of two blocks does work that the other one does not, products aside: their sizes differ anyway.
bool differInKind(const MainSequence &sequence, Span a, Span b)
{
    const std::set<std::uint32_t> ofA = workOf(sequence, a, kTokenGemm);
    const std::set<std::uint32_t> ofB = workOf(sequence, b, kTokenGemm);
    return !std::ranges::includes(ofA, ofB) && !std::ranges::includes(ofB, ofA);
}

constexpr std::uint32_t kEarlierBegin = 2; // kernels
constexpr double kMaxPasses = 0.6;

// All that stands before the first core repeats, back to the begin of the capture or to the core before: what is repeated may be
// the end of a layer.
bool mayBeCut(const LayoutInput &input, const PassRun &run, const std::vector<std::optional<std::uint32_t>> &begins)
{
    const std::uint32_t c = run.firstCore;
    return (c == 0 && begins[c] == 0U) || (run.layers() > 1 && begins[c + 1] == input.cores[c].span.end);
}

// Whether the layer of core c begins with a projection that each layer repeats ahead of its first norm.
bool projects(const LayoutInput &in, const std::vector<std::optional<std::uint32_t>> &begins, std::uint32_t c)
{
    if (!begins[c] || *begins[c] == 0 || in.sequence.has(*begins[c] - 1, kTokenAnyNorm | kTokenFfn))
        return false;
    if (in.sequence.has(*begins[c], kTokenFfn) && in.sequence.has(*begins[c] - 1, kTokenGemm))
        return false; // between a product and its activation: a lost event ends what is repeated there
    const std::uint32_t core = in.cores[c].span.begin;
    const std::uint32_t norm = in.sequence.find({*begins[c], core}, kTokenAnyNorm);
    return norm < core && norm >= *begins[c] + kEarlierBegin && in.sequence.holds({*begins[c], norm}, kTokenGemm);
}

// Norms do not open the layers of every model: where passes begin with such a projection (the modulation of a diffusion block),
// that work belongs to the layers.
bool projectsFirst(const LayoutInput &in, const std::vector<std::optional<std::uint32_t>> &begins)
{
    int projecting = 0;
    int compared = 0;
    for (const PassRun &run : in.runs) {
        if (run.layers() < 3 || mayBeCut(in, run, begins))
            continue;
        const std::uint32_t c = run.firstCore + 1;
        if (in.cores[c].exact || in.cores[c - 1].exact)
            return false;
        ++compared;
        projecting += projects(in, begins, c) ? 1 : 0;
    }
    return compared > 0 && projecting >= kMaxPasses * compared;
}

// Of the layers of a run: the text encoder beside a diffusion model has none.
bool mostProject(const LayoutInput &in, const PassRun &run, const std::vector<std::optional<std::uint32_t>> &begins)
{
    const Span inner{run.firstCore + 1, run.endCore};
    return 2 * countIn(inner, [&](std::uint32_t c) { return projects(in, begins, c); }) >= inner.size();
}

// Blocks that norm their result (post-norm) begin with a projection: nothing is normed between the input and the first of them,
// norms of queries and keys behind it. Only where norms are kernels of their own; one that is fused into the input is not seen.
bool normsClose(const LayoutInput &in, const std::vector<std::optional<std::uint32_t>> &begins)
{
    const auto norms = [&](std::uint32_t i) {
        return in.sequence.has(i, kTokenAnyNorm)
            || containsAny(lowerCasedText(in.document.text(in.sequence.symbol[i])), {"norm", "rsqrt"});
    };
    int closing = 0;
    int compared = 0;
    std::uint32_t floor = 0;
    for (const PassRun &run : in.runs) {
        const std::uint32_t c = run.firstCore;
        const std::uint32_t firstCore = in.cores[c].span.begin;
        std::uint32_t head = firstCore;
        while (head > floor && !in.sequence.has(head - 1, kTokenEmbedding | kTokenHostCopy))
            --head;
        const bool enters = head > floor;
        floor = in.cores[run.endCore - 1].span.end;
        if (run.layers() < 3 || !enters)
            continue;
        if (in.cores[c].exact || in.cores[c + 1].exact)
            return false;
        ++compared;
        const Span inner{in.cores[c].span.end, in.cores[c + 1].span.begin};
        if (in.sequence.holds(inner, in.sequence.token[head - 1] & (kTokenEmbedding | kTokenHostCopy)))
            continue; // what layers copy, too, is no input
        const std::uint32_t projection = in.sequence.find({std::max(head, begins[c].value_or(firstCore)), firstCore}, kTokenGemm);
        closing += projection < firstCore && !anyIn({head - 1, projection}, norms) && in.sequence.holds(inner, kTokenAnyNorm) ? 1 : 0;
    }
    return compared > 0 && closing >= kMaxPasses * compared;
}

// By code: stands between two cores of a pass.
std::vector<char> heldByLayers(const LayoutInput &in)
{
    std::vector<char> inside(in.sequence.names, 0);
    for (const PassRun &run : in.runs)
        markCodes(in.sequence, {in.cores[run.firstCore].span.begin, in.cores[run.endCore - 1].span.end}, inside);
    return inside;
}

// What stands around the layers of a text encoder that norms its results (BERT): a lookup before them, or three, of words,
// positions and token types; behind them a pooler, which is a product and its hyperbolic tangent, or the head of a masked
// language model, which is a product, an activation and a norm. Its last layer has closed with a norm. The kernels of its layers
// alone come in the order of one that norms first. A decoder may bound its logits by a hyperbolic tangent too (Gemma 2), but
// rotates positions or stores keys, or chooses a token from them.
bool isTextEncoder(const LayoutInput &in, const PassRun &run, Span front, Span behind, const std::vector<char> &inside)
{
    constexpr std::uint32_t kBehind = 3; // kernels from the product on
    const auto isChosenFrom = [&](std::uint32_t i, std::uint32_t end) { // rather than handed to another product
        const std::uint32_t next = in.sequence.find({i, end}, kTokenGemm | kTokenEmbedding | kTokenSampling);
        return next < end && in.sequence.has(next, kTokenSampling);
    };
    const auto endsText = [&](Span span) {
        std::uint32_t product = span.end; // the last one
        bool activated = false;
        for (std::uint32_t i = span.begin; i < span.end && !in.sequence.has(i, kTokenSampling | kTokenEmbedding); ++i) {
            const bool near = product < i && i - product <= kBehind;
            const bool activation = in.sequence.has(i, kTokenFfn);
            if (near
                && ((activated && in.sequence.has(i, kTokenNorm))
                    || (!activation
                        && lowerCasedText(in.document.text(in.sequence.symbol[i])).find("tanh") != std::string::npos)))
                return !isChosenFrom(i, span.end);
            activated = in.sequence.has(i, kTokenGemm) ? false : activated || activation;
            product = in.sequence.has(i, kTokenGemm) ? i : product;
        }
        return false;
    };
    const bool ownKernels = holdsOthers(in.sequence, front, inside); // an image's patches, say: no lookup
    // What its layers hold as well, as an MLP with a norm of its own, is no head.
    const bool within = run.layers() > 1 && endsText({in.cores[run.firstCore].span.end, in.cores[run.firstCore + 1].span.begin});
    // A second norm before the first product is that of the first layer.
    const Span input{front.begin, in.sequence.find(front, kTokenGemm)};
    const bool types = in.sequence.count(front, kTokenEmbedding) >= 3 && !in.sequence.holds(behind, kTokenSampling)
        && in.sequence.count(input, kTokenAnyNorm) < 2;
    return !within && (types || endsText(behind)) && (!ownKernels || in.sequence.holds(front, kTokenEmbedding));
}

// By run. Decoders beside text encoders are told by themselves; most of the other runs tell the rest.
std::vector<char> textEncoderRuns(const LayoutInput &in)
{
    const std::vector<char> inside = heldByLayers(in);
    std::vector<char> others(in.runs.size(), 0);
    int text = 0;
    std::uint32_t floor = 0;
    for (std::size_t r = 0; r < in.runs.size(); ++r) {
        const PassRun &run = in.runs[r];
        const Span layers{in.cores[run.firstCore].span.begin, in.cores[run.endCore - 1].span.end};
        const std::uint32_t next = r + 1 == in.runs.size() ? in.sequence.size() : in.cores[in.runs[r + 1].firstCore].span.begin;
        // What the name of its attention says may be that of the library.
        const bool decodes =
            anyIn(layers, [&](std::uint32_t i) { return in.sequence.has(i, kTokenDecoder) && !in.sequence.has(i, kTokenMixer); });
        others[r] = decodes ? 0 : 1;
        text += !decodes && isTextEncoder(in, run, {floor, layers.begin}, {layers.end, next}, inside) ? 1 : 0;
        floor = layers.end;
    }
    const auto all = std::ranges::count(others, 1);
    return text > 0 && text >= kMaxPasses * static_cast<double>(all) ? others : std::vector<char>();
}

// A part of one pass with nothing around its layers, whose attention follows the product alone: nothing rotates positions or
// stores keys. Their kernels come in the same order in an encoder that norms first; the text encoders that norm last are the more
// usual ones. Confidence.cpp doubts both. Norms of a diffusion model are scaled and shifted before the product, and text encoders
// that norm last have none that is written out in single kernels, as RMS norms are.
bool isPartOfEncoder(const LayoutInput &in)
{
    const auto followsProduct = [&](const LayerCore &core) {
        return core.span.begin == 0 || core.bridged || in.sequence.has(core.span.begin - 1, kTokenGemm);
    };
    if (in.runs.size() != 1 || !std::ranges::all_of(in.cores, followsProduct))
        return false;
    const Span followed{0, in.sequence.size() - 1};
    const std::uint32_t norms = in.sequence.count(followed, kTokenAnyNorm);
    const std::uint32_t plain = countIn(followed, // norms that the next product takes as they are
        [&](std::uint32_t i) { return in.sequence.has(i, kTokenNorm) && in.sequence.has(i + 1, kTokenGemm); });
    return 2 * plain > norms && !in.sequence.holds(kTokenLinear | kTokenSampling | kTokenHostCopy | kTokenDecoder)
        && !holdsOthers(in.sequence, {0, in.sequence.size()}, heldByLayers(in));
}

// Moves the begins of a run that stand on norms to the next product.
void openBehindNorms(const LayoutInput &in, const PassRun &run, std::vector<LayerBegin> &begins)
{
    for (std::uint32_t c = run.firstCore; c < run.endCore; ++c) {
        std::optional<std::uint32_t> &begin = begins[c].begin;
        if (begin && !in.cores[c].exact && in.sequence.has(*begin, kTokenAnyNorm | kTokenNormPart))
            begin = in.sequence.find({*begin, in.cores[c].span.begin}, kTokenGemm);
    }
}

} // namespace

bool openByRepetition(const LayoutInput &in, std::vector<LayerBegin> &begins)
{
    if (in.role == CoreRole::Begins || in.role == CoreRole::Ends)
        return false;
    const std::vector<std::optional<std::uint32_t>> repeated = Repetition(in).find();
    const bool anyOpening = std::ranges::any_of(begins, [](const LayerBegin &b) { return b.begin.has_value(); });
    bool onlyProjecting = false;
    if (anyOpening && !in.byRepetition) {
        const std::vector<char> encoders = isPartOfEncoder(in) ? std::vector<char>(in.runs.size(), 1) : textEncoderRuns(in);
        for (std::size_t r = 0; r < encoders.size(); ++r)
            if (encoders[r] != 0)
                openBehindNorms(in, in.runs[r], begins);
        if (!encoders.empty())
            return false;
        onlyProjecting = projectsFirst(in, repeated);
        if (!onlyProjecting && !normsClose(in, repeated))
            return false;
    }
    for (const PassRun &run : in.runs)
        for (std::uint32_t c = run.firstCore; c < run.endCore && (!onlyProjecting || mostProject(in, run, repeated)); ++c)
            begins[c].begin = repeated[c];
    return true;
}

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

} // namespace lamella::core
