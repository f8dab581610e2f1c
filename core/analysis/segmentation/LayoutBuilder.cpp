// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/PassLayout.h"

#include "core/base/Typical.h"

#include <map>
#include <utility>

namespace lamella::core {

namespace {

constexpr double kCommonOpening = 0.05; // share of layers that a kernel opens to count as an ordinary opening
constexpr double kOftenOpening = 0.15; // of a kernel that stands inside of layers as a rule
constexpr double kInnerOpening = 0.1; // share of a kernel's runs that open layers, below which it stands inside of them
constexpr double kManyOutliers = 0.3; // above it the rule itself is unsure and templates would only spread the error
constexpr std::uint64_t kMaxCells = 400'000'000; // of alignments that outliers may cost, about a second
constexpr std::uint64_t kCellsPerKernel = 80; // usual length of a block
constexpr std::size_t kNear = 4; // neighbours whose blocks serve as templates
constexpr std::uint32_t kNearby = 24; // layers among which they are looked for
constexpr double kFewUneven = 0.05; // share of boundaries that may stand elsewhere than usual: more are layers of another kind
constexpr std::uint32_t kUnevenBy = 4; // kernels, and half of the usual distance to the core
constexpr std::size_t kCompared = 24; // layers with which the ends of the capture are compared
constexpr std::size_t kComparedPasses = 16;
constexpr double kCoreless = 0.35; // edits a kernel, up to which work without a core is a layer
constexpr std::uint32_t kFewestInPart = 4; // kernels of a layer that come again
constexpr double kOtherNetwork = 0.8; // likeness of layers, below which two passes are of different networks
constexpr double kUnlike = 1.0; // edits of the end of a pass, above which it is like no other layer
constexpr double kUnlikeLayer = 0.2; // edits a kernel, above which work is no begin of a layer
constexpr TokenSet kProduct = kTokenGemm | kTokenMixer | kTokenFfn; // what a layer runs beside norms and elementwise kernels
constexpr double kSureJoin = 0.15; // edits a kernel, below which an uneven block is the same as its neighbours

// Whether it adds up the parts of the product before it: of the only layer of a draft, say, which no other layer is like.
bool addsParts(const LayoutInput &in, std::uint32_t i, std::uint32_t end)
{
    return i < end && i > 0 && in.sequence.has(i - 1, kTokenGemm)
        && in.document.text(in.sequence.symbol[i]).find("splitKreduce") != std::string_view::npos;
}

// The layer of a draft (EAGLE 3) may open with two norms, whose results are put side by side for its first product.
std::uint32_t withJoinedNorms(const MainSequence &sequence, std::uint32_t begin, std::uint32_t floor)
{
    constexpr std::uint32_t kBehind = 2; // the product, and the sum of its parts
    std::uint32_t joint = begin;
    while (joint > floor && begin - joint <= kBehind && !(sequence.has(joint, kTokenGemm) && sequence.has(joint - 1, kTokenConcat)))
        --joint;
    if (joint <= floor || begin - joint > kBehind || sequence.has(begin, kTokenAnyNorm))
        return begin;
    std::uint32_t first = joint - 1;
    while (first > floor && sequence.has(first - 1, kTokenAnyNorm))
        --first;
    return first < joint - 1 ? first : begin;
}

// The first layer may open with a norm that is fused with other work in the others (an all-reduce), and quantize its result.
std::uint32_t withOwnNorm(const MainSequence &sequence, std::uint32_t begin, std::uint32_t floor)
{
    constexpr std::uint32_t kBefore = 2;
    constexpr TokenSet kWork = kTokenGemm | kTokenFfn | kTokenMixer | kTokenComm | kTokenInput | kTokenResult;
    for (std::uint32_t i = begin; i > floor && begin - i < kBefore && !sequence.has(i, kTokenAnyNorm); --i)
        if (sequence.has(i - 1, kTokenAnyNorm | kWork))
            return sequence.has(i - 1, kTokenAnyNorm) ? i - 1 : begin;
    return begin;
}

// A norm of the sum of a layer, whose result the next norm takes as it is, closes the layer (the last norm of a Conformer block).
// Position of the one that opens the next one; block.end for none.
std::uint32_t openingBehindNorm(const MainSequence &sequence, Span block)
{
    return firstIn({std::min(block.begin + 2, block.end), block.end}, [&](std::uint32_t i) {
        return i + 1 < block.end && sequence.has(i - 2, kTokenAdd) && sequence.has(i - 1, kTokenNorm)
            && sequence.symbol[i - 1] == sequence.symbol[i] && sequence.has(i + 1, kTokenGemm);
    });
}

// Whether the last layers of the run hold the same kernels in a row.
bool repeatsPart(const LayoutInput &in, Span part, const PassRun &run)
{
    const auto symbol = in.sequence.symbol.begin();
    const std::uint32_t from = in.cores[run.endCore - std::min<std::uint32_t>(run.endCore - run.firstCore, kNear)].span.begin;
    return part.size() >= kFewestInPart
        && std::search(symbol + from, symbol + part.begin, symbol + part.begin, symbol + part.end) != symbol + part.begin;
}

// Whether a module that is part of no layer launched some of it.
bool isApart(const LayoutInput &in, Span span)
{
    return !in.apart.empty() && anyIn(span, [&](std::uint32_t i) { return in.apart[i] != 0; });
}

// The n-th kernel of the span, from its end where atEnd.
std::uint32_t nth(Span span, std::uint32_t n, bool atEnd)
{
    return atEnd ? span.end - 1 - n : span.begin + n;
}

// How many kernels at the front of the capture a layer ends with, a product among them: those that another layer ends with, or what
// stands before the begin of a tail. 0 for none.
std::uint32_t endOfLayer(const MainSequence &sequence, const std::vector<PassLayout> &passes, Span rest)
{
    for (const PassLayout &pass : std::span(passes).first(std::min(passes.size(), kNear))) {
        const Span layer = pass.middleLayer();
        for (std::uint32_t n = std::min({layer.size(), rest.size(), static_cast<std::uint32_t>(kMaxAligned)}); n > 1; --n) {
            const Span end{layer.end - n, layer.end};
            if (n < layer.size() && sameAtBegin(sequence, rest, end) == n && sequence.holds(end, kTokenGemm))
                return n;
        }
        // The norm of the result, and a product of any size.
        const Span behind{1, std::min(rest.end, layer.size())};
        const auto begins = [&](std::uint32_t i) {
            const Span product{std::min(i + 1, rest.end), std::min(i + 3, rest.end)};
            return sequence.symbol[i] == sequence.symbol[pass.tail().begin] && sequence.has(i, kTokenAnyNorm)
                && sequence.holds(product, kTokenGemm) && !sequence.holds({i, rest.end}, kTokenFfn)
                && sequence.count({i, rest.end}, kTokenGemm) <= sequence.count(pass.tail(), kTokenGemm) + 1;
        };
        const std::uint32_t tail = pass.tail().size() < 2 ? behind.end : firstIn(behind, begins);
        if (tail < behind.end && sequence.holds({0, tail}, kTokenGemm))
            return tail;
    }
    return 0;
}

std::uint32_t sameKernels(const MainSequence &sequence, Span rest, Span layer, std::uint32_t compared, bool atEnd)
{
    return countIn({0, std::min({compared, layer.size(), rest.size()})},
        [&](std::uint32_t n) { return sequence.symbol[nth(rest, n, atEnd)] == sequence.symbol[nth(layer, n, atEnd)]; });
}

// Whether what the capture shows before its first layer is the end of another one (atEnd), or what it shows behind its last layer
// the begin. doubtful: nothing speaks for a layer that is missing. Then a layer shows by its first product too, for its norm also
// closes a pass; and from its end by the last product and what runs before it, for a product may prepare the input of a pass.
bool looksLikeLayer(const MainSequence &sequence, Span rest, const PassLayout &like, bool atEnd, bool doubtful)
{
    const std::uint32_t compared = std::min<std::uint32_t>(atEnd ? 6 : 5, rest.size());
    const auto holds = [&](Span layer) { // all that is shown, but for lost kernels and those that depend on the data
        return atEnd || rest.size() > kMaxAligned || layer.size() > kMaxAligned
            || alignPrefix(symbols(sequence, layer), symbols(sequence, rest)).cost <= kUnlikeLayer * rest.size();
    };
    const std::size_t skipped = atEnd ? 0 : 1; // the first layer of a pass may begin otherwise, the last one end otherwise
    double best = 0;
    std::uint32_t longest = 0;
    for (std::size_t l = skipped; l + 1 - skipped < like.layers.size() && l < kCompared + skipped; ++l) {
        const Span &layer = like.layers[l].span;
        longest = std::max(longest, layer.size());
        const std::uint32_t product =
            firstIn({0, layer.size()}, [&](std::uint32_t n) { return sequence.has(nth(layer, n, atEnd), kProduct); });
        const std::uint32_t telling = product == layer.size() ? 2 : std::max(2U, product + (atEnd ? 2 : 1));
        const auto shows = [&] {
            return atEnd ? sameKernels(sequence, rest, layer, telling, atEnd) == telling
                         : sequence.symbol[rest.begin + telling - 1] == sequence.symbol[layer.begin + telling - 1];
        };
        if (doubtful && (rest.size() < telling || !shows()))
            continue;
        const double alike = static_cast<double>(sameKernels(sequence, rest, layer, compared, atEnd)) / std::max(1U, compared);
        best = alike > best && holds(layer) ? alike : best;
    }
    TokenSet input = kTokenEmbedding | kTokenHostCopy; // of a pass; what its layers copy is none
    const Span inner = like.inner();
    for (std::uint32_t i = inner.begin; i < inner.end; ++i)
        input &= ~sequence.token[i];
    return compared > 0 && best >= (atEnd ? 0.6 : 0.75) && (atEnd ? !sequence.holds(rest, input) : rest.size() < longest);
}

// The ends of the capture may lie inside of a layer whose core they cut off. It is compared with the layers of its own pass and
// of some others: it may be the first of its kind, or a pass of its stage. What a module outside of the layers launched is no
// part of one, nor is what stands before the layer that annotations call the first.
void addCutLayers(const LayoutInput &in, std::vector<PassLayout> &passes)
{
    const auto likeSome = [&](const PassLayout &own, const auto &looksAlike) {
        const auto compared = std::span(passes).first(std::min(passes.size(), kComparedPasses));
        return looksAlike(own) || std::any_of(compared.begin(), compared.end(), looksAlike);
    };
    const std::size_t most = std::ranges::max_element(passes, {}, &PassLayout::layerCount)->layers.size();
    const bool agree = passes.size() > 2 || (passes.size() == 2 && passes.front().layers.size() == passes.back().layers.size());
    const auto full = [&](const PassLayout &pass) {
        const auto usual = static_cast<std::size_t>(in.modelLayers);
        // More layers than the model's are of another one: the target of a draft that runs more often has as many as others, but an
        // encoder that the capture cuts may have more.
        const bool encoder = pass.layers.size() > usual && &pass == passes.data() && passes.size() > 1
            && similarity(symbols(in.sequence, pass.middleLayer()), symbols(in.sequence, passes[1].middleLayer())) < kOtherNetwork;
        return usual > 0 && (!in.countOpen || agree) && !encoder
            && pass.layers.size() >= (pass.layers.size() > usual ? most : usual);
    };
    PassLayout &first = passes.front();
    PassLayout &last = passes.back();
    // All that the capture shows of its last layer may be the begin of one.
    LayerLayout &open = last.layers.back();
    const Span shown{open.span.begin, in.sequence.size()};
    const bool begun = in.backMayBeCut && open.exactNumber < 0 && likeSome(last, [&](const PassLayout &like) {
        return std::ranges::any_of(like.layers, [&](const LayerLayout &layer) {
            return layer.span.size() > shown.size() && beginAlike(in.sequence, layer.span, shown);
        });
    });
    if (begun) {
        open.span.end = in.sequence.size();
        open.cut = true;
    }
    const Span before{0, first.layers.front().span.begin};
    const Span after{last.layers.back().span.end, in.sequence.size()};
    // Where nothing tells how many layers there are, a capture that shows one end of the pass may show the other one too. What
    // shows neither was cut out of the middle.
    const bool several = passes.size() > 1;
    const bool mayBeHead = in.countOpen && (several || in.sequence.holds(after, kTokenResult));
    const bool mayBeTail = in.countOpen && (several || in.sequence.holds(before, kTokenInput));
    if (in.frontMayBeCut && !full(first) && !isApart(in, before) && first.layers.front().exactNumber != 0
        && likeSome(first, [&](const PassLayout &like) { return looksLikeLayer(in.sequence, before, like, true, mayBeHead); })) {
        first.layers.insert(first.layers.begin(), {.span = before, .cut = true});
        first.truncatedAtFront = true;
    }
    // A pass that is cut inside of a layer does not show its result. What its layers choose or copy is none.
    TokenSet result = kTokenSampling | kTokenToHost;
    for (std::uint32_t i = last.inner().begin; i < last.inner().end; ++i)
        result &= ~in.sequence.token[i];
    if (in.backMayBeCut && !full(last) && !isApart(in, after) && !in.sequence.holds(after, result)
        && likeSome(last, [&](const PassLayout &like) { return looksLikeLayer(in.sequence, after, like, false, mayBeTail); }))
        last.layers.push_back({.span = after, .cut = true});
}

// A layer whose core was lost stands in the one before it, which then is as large as two and like no other: it is parted like two
// layers near it.
void splitJoined(const LayoutInput &in, PassLayout &pass, const std::unordered_map<std::uint64_t, std::uint32_t> &kinds)
{
    constexpr double kAsTwo = 1.6; // kernels, of the usual layer
    constexpr std::size_t kKinds = 3; // that are tried
    std::vector<std::uint32_t> sizes;
    for (const LayerLayout &layer : pass.layers)
        sizes.push_back(layer.span.size());
    const double large = kAsTwo * middleValue(sizes);
    for (std::size_t l = 0; l < pass.layers.size() && pass.layerCount() < in.modelLayers; ++l) {
        const Span joined = pass.layers[l].span;
        const auto alike = kinds.find(contentHash(in.sequence, joined));
        if (joined.size() < large || pass.layers[l].exactNumber >= 0 || (alike != kinds.end() && alike->second > 1))
            continue;
        std::vector<Span> near;
        for (std::size_t n = l - std::min(l, kNear); n < std::min(pass.layers.size(), l + kNear + 1); ++n) {
            if (pass.layers[n].span.size() < large)
                near.push_back(pass.layers[n].span);
        }
        near = frequentTemplates(in.sequence, near);
        near.resize(std::min(near.size(), kKinds));
        const Alignment two = bestJoint(in.sequence, joined, near, near);
        const auto at = static_cast<std::uint32_t>(two.boundary);
        if (near.empty() || at <= joined.begin || at >= joined.end || two.cost > kSureJoin * joined.size())
            continue;
        pass.layers[l].span.end = at;
        pass.layers.insert(pass.layers.begin() + static_cast<std::ptrdiff_t>(l) + 1, LayerLayout{{at, joined.end}, {}, true});
    }
}

// A pass that lacks a layer, and holds one without its core before its first one or behind its last one. Of the other layers that
// the first and the last pass lack, the ends of the capture cut them off.
void addCorelessLayer(const LayoutInput &in, PassLayout &pass, Span room, CaptureEnds cutBy)
{
    const int lacks = in.modelLayers - pass.layerCount();
    if (lacks < 1 || (lacks > 1 && cutBy.front == cutBy.back) || pass.layers.size() < 3)
        return;
    const auto near = static_cast<std::uint32_t>(kMaxAligned); // no more kernels are compared
    for (const bool atEnd : {false, true}) {
        if (lacks > 1 && !(atEnd ? cutBy.front : cutBy.back))
            continue;
        const Span layer = (atEnd ? pass.layers.back() : pass.layers.front()).span;
        const Span beside = atEnd ? Span{layer.end, std::min(room.end, layer.end + near)}
                                  : Span{std::max(room.begin, layer.begin - std::min(layer.begin, near)), layer.begin};
        const Alignment like = (atEnd ? alignPrefix : alignSuffix)(symbols(in.sequence, beside), symbols(in.sequence, layer));
        const auto at = static_cast<std::uint32_t>(beside.begin + like.boundary);
        const Span found = atEnd ? Span{beside.begin, at} : Span{at, beside.end};
        // The next pass keeps what stands before its first core.
        const LayerLayout &usual = pass.layers[pass.layers.size() / 2];
        const std::uint32_t lead = atEnd && lacks > 1 ? Span{usual.span.begin, usual.core.begin}.size() : 0;
        if (found.end + lead > room.end || isApart(in, found) || 2 * found.size() < layer.size()
            || like.cost > kCoreless * std::min(layer.size(), near))
            continue;
        const bool cut = atEnd ? found.end == in.sequence.size() : found.begin == 0; // the capture may begin or end inside of it
        pass.layers.insert(atEnd ? pass.layers.end() : pass.layers.begin(), {.span = found, .bridged = true, .cut = cut});
        pass.truncatedAtFront = pass.truncatedAtFront || (cut && !atEnd);
        return;
    }
}

// How many kernels before the first layer come before the others, too, behind what the layer before adds to the residual: they
// open the layer. FSDP copies the parameters that it gathered, a diffusion model computes scale and shift of the norm.
std::uint32_t leadIn(const LayoutInput &in, const PassLayout &pass)
{
    const MainSequence &sequence = in.sequence;
    constexpr TokenSet kNoLead = kTokenMixer | kTokenAnyNorm | kTokenComm | kTokenInput | kTokenResult;
    if (pass.layers.size() < 3 || pass.layers.front().exactNumber >= 0)
        return 0;
    const Span head = pass.head();
    const Span usual = pass.middleLayer();
    const std::uint32_t most = std::min(sameAtEnd(sequence, head, usual), usual.size() / 3);
    TokenSet held = 0;
    std::uint32_t lead = 0;
    for (std::uint32_t n = 1; n <= most; ++n) {
        const std::uint32_t before = usual.end - n - 1;
        held |= sequence.token[usual.end - n];
        if ((held & kNoLead) != 0)
            break;
        // An addition opens a layer for a norm that is scaled and shifted behind it. A single one may also be that of the
        // residual, behind that of a bias, as an embedding adds positions.
        const bool scales = sequence.has(usual.end, kTokenAnyNorm) && !sequence.has(usual.end + 1, kTokenGemm);
        const bool add = scales && sequence.has(before, kTokenAdd) && (n > 1 || !sequence.has(before - 1, kTokenGemm));
        // What the last layer of the pass ends with, too, may close the layers.
        const bool closes = isArithmetic(in, usual.end - n) && sameAtEnd(sequence, pass.layers.back().span, usual) >= n;
        lead = ((held & (kTokenGemm | kTokenFfn | kTokenAdd)) == 0 && !closes) || add ? n : lead;
    }
    const auto alike =
        std::ranges::count_if(pass.layers, [&](const LayerLayout &l) { return sameAtEnd(sequence, l.span, usual) >= lead; });
    return 4 * static_cast<std::size_t>(alike) >= 3 * pass.layers.size() ? lead : 0;
}

void openAtLeadIn(const LayoutInput &in, std::vector<PassLayout> &passes)
{
    const MainSequence &sequence = in.sequence;
    std::unordered_map<std::uint64_t, std::map<std::uint32_t, std::size_t>> found; // by layer: passes of several models
    for (const PassLayout &pass : passes)
        found[contentHash(sequence, pass.middleLayer())][leadIn(in, pass)] += pass.head().size() > 0 ? 1 : 0;
    for (PassLayout &pass : passes) {
        const Span usual = pass.middleLayer();
        const std::uint32_t lead = mostFrequentKey(found[contentHash(sequence, usual)]);
        const bool opens = sameAtEnd(sequence, pass.head(), usual) >= lead;
        for (LayerLayout &layer : pass.layers)
            layer.span.end -=
                layer.core.end + lead <= layer.span.end && sameAtEnd(sequence, layer.span, usual) >= lead ? lead : 0;
        pass.layers.front().span.begin -= opens ? lead : 0;
        for (std::size_t l = 1; l < pass.layers.size(); ++l)
            pass.layers[l].span.begin = pass.layers[l - 1].span.end;
    }
}

// Works out PassLayouts step by step.
class LayoutBuilder {
public:
    explicit LayoutBuilder(const LayoutInput &input)
        : m_in(input)
        , m_seq(input.sequence)
        , m_boundary(input.cores.size())
    {
    }

    [[nodiscard]] std::vector<PassLayout> build()
    {
        openInner();
        m_byRepetition = openByRepetition(m_in, m_boundary);
        for (const PassRun &run : m_in.runs)
            openDecoder(run);
        learnTemplates();
        if (m_in.role == CoreRole::Mixer || m_in.role == CoreRole::Within)
            realignOutliers();
        const std::unordered_map<std::uint64_t, std::uint32_t> kinds = innerLayers();
        std::vector<PassLayout> passes;
        std::uint32_t floor = 0;
        for (std::size_t r = 0; r < m_in.runs.size() && !m_in.stopRequested(); ++r) {
            const PassRun &run = m_in.runs[r];
            const bool last = r + 1 == m_in.runs.size();
            const Span room{floor, last ? m_seq.size() : m_in.cores[m_in.runs[r + 1].firstCore].span.begin};
            PassLayout pass = layoutRun(run, room);
            if (m_in.role == CoreRole::Mixer || m_in.role == CoreRole::Within) {
                splitJoined(m_in, pass, kinds);
                addCorelessLayer(m_in, pass, room, {r == 0, last});
            }
            floor = pass.layers.back().span.end;
            passes.push_back(std::move(pass));
        }
        if (!m_in.stopRequested() && !passes.empty())
            addCutLayers(m_in, passes);
        return passes;
    }

private:
    [[nodiscard]] std::optional<std::uint32_t> openingBetween(std::uint32_t before, std::uint32_t after) const
    {
        const LayerCore &a = m_in.cores[before];
        const LayerCore &b = m_in.cores[after];
        if (b.exact)
            return b.exact->begin;
        if (a.exact)
            return a.exact->end;
        const Span block{a.span.end, b.span.begin};
        if (m_in.role == CoreRole::Begins)
            return std::max(block.begin, b.span.begin - std::min(b.span.begin, m_in.leadIn));
        if (m_in.role == CoreRole::Ends)
            return a.span.end;
        if (const std::uint32_t opening = openingBehindNorm(m_seq, block); opening < block.end)
            return opening;
        if (m_in.usualOpenings > 0) {
            const std::vector<std::uint32_t> openings = openingsAfterFfn(m_seq, block);
            // A layer that begins with the modulation of its norms runs all of its feed-forward work behind it.
            const auto modulated = std::ranges::find_if(openings, [&](std::uint32_t o) { return m_seq.has(o, kTokenFfn); });
            if (modulated != openings.end())
                return *modulated;
            if (!openings.empty()) {
                // What follows no addition to the residual may be within a layer: mixers of states norm what comes behind an activation.
                const auto usual = openings.begin() + static_cast<std::ptrdiff_t>(std::min(m_in.usualOpenings, openings.size()));
                const auto behindSum = std::find_if(std::reverse_iterator(usual), openings.rend(),
                    [&](std::uint32_t o) { return m_seq.has(o - 1, kTokenAdd); });
                return behindSum != openings.rend() ? *behindSum : *(usual - 1);
            }
            // FFN kernels without a norm after them: the norm is fused into a kernel that no rule names.
            if (m_seq.holds(block, kTokenFfn))
                return std::nullopt;
        }
        return openingBeforeProjection(m_seq, block);
    }

    // Boundaries between cores of one run, by norms, roles or annotations.
    void openInner()
    {
        for (const PassRun &run : m_in.runs) {
            if (m_in.cores[run.firstCore].exact)
                m_boundary[run.firstCore].begin = m_in.cores[run.firstCore].exact->begin;
            for (std::uint32_t c = run.firstCore + 1; c < run.endCore; ++c)
                m_boundary[c].begin = openingBetween(c - 1, c);
        }
    }

    // The embedding inside a pass opens the first layer of a decoder.
    void openDecoder(const PassRun &run)
    {
        const auto block = [&](std::uint32_t c) { return Span{m_in.cores[c - 1].span.end, m_in.cores[c].span.begin}; };
        const std::vector<std::uint32_t> found = allIn({run.firstCore + 1, run.endCore},
            [&](std::uint32_t c) { return m_seq.holds(block(c), kTokenEmbedding); });
        if (found.size() != 1 || m_in.cores[found.front()].exact || m_in.role == CoreRole::Begins || m_in.role == CoreRole::Ends)
            return; // several: a gather that every layer runs
        m_boundary[found.front()] = {m_seq.find(block(found.front()), kTokenEmbedding), false, true};
    }

    void learnTemplates()
    {
        std::vector<Span> before;
        std::vector<Span> after;
        for (const PassRun &run : m_in.runs) {
            for (std::uint32_t c = run.firstCore; c < run.endCore; ++c) {
                const LayerCore &core = m_in.cores[c];
                if (core.bridged)
                    continue;
                if (m_boundary[c].begin)
                    before.push_back({*m_boundary[c].begin, core.span.begin});
                if (c + 1 < run.endCore && m_boundary[c + 1].begin)
                    after.push_back({core.span.end, *m_boundary[c + 1].begin});
                else if (core.exact)
                    after.push_back({core.span.end, core.exact->end});
            }
        }
        m_before = frequentTemplates(m_seq, before);
        m_after = frequentTemplates(m_seq, after);
    }

    [[nodiscard]] std::vector<Span> ownTemplates(const PassRun &run, bool after, std::uint32_t nearCore) const
    {
        std::vector<Span> spans;
        const auto consider = [&](std::uint32_t c, bool sameKind) {
            const LayerCore &core = m_in.cores[c];
            const bool alike = m_seq.symbol[core.span.begin] == m_seq.symbol[m_in.cores[nearCore].span.begin];
            if (core.bridged || m_boundary[c].realigned || alike != sameKind)
                return;
            if (after) {
                if (c + 1 < run.endCore && m_boundary[c + 1].begin && !m_boundary[c + 1].realigned)
                    spans.push_back({core.span.end, *m_boundary[c + 1].begin});
            } else if (m_boundary[c].begin) {
                spans.push_back({*m_boundary[c].begin, core.span.begin});
            }
        };
        // Layers of other kinds where the pass has none of the core's own kind.
        for (const bool own : {true, false}) {
            for (std::uint32_t distance = 1; spans.size() < kNear && distance < kNearby; ++distance) {
                if (nearCore >= run.firstCore + distance)
                    consider(nearCore - distance, own);
                if (nearCore + distance < run.endCore)
                    consider(nearCore + distance, own);
            }
            if (!spans.empty())
                break;
        }
        return spans;
    }

    // Boundaries that stand much nearer to their core, or farther from it, than usual in a block of the usual length: the norm that
    // opens the layer was not recorded, and another one of the same name was taken for it. Ascending.
    [[nodiscard]] std::vector<std::uint32_t> unevenBoundaries() const
    {
        std::vector<std::uint32_t> inner;
        std::vector<std::uint32_t> distances;
        std::vector<std::uint32_t> lengths;
        for (const PassRun &run : m_in.runs) {
            for (std::uint32_t c = run.firstCore + 1; c < run.endCore; ++c) {
                if (!m_boundary[c].begin || m_in.cores[c].bridged || m_in.cores[c - 1].bridged)
                    continue;
                inner.push_back(c);
                distances.push_back(Span{*m_boundary[c].begin, m_in.cores[c].span.begin}.size());
                lengths.push_back(Span{m_in.cores[c - 1].span.end, m_in.cores[c].span.begin}.size());
            }
        }
        if (inner.empty())
            return {};
        const auto off = [](std::uint32_t value, std::uint32_t usual) { return value > usual ? value - usual : usual - value; };
        const std::uint32_t usual = middleValue(distances);
        const std::uint32_t length = middleValue(lengths);
        std::vector<std::uint32_t> uneven;
        for (std::size_t i = 0; i < inner.size(); ++i) {
            if (off(distances[i], usual) >= std::max(kUnevenBy, usual / 2) && off(lengths[i], length) <= length / 8)
                uneven.push_back(inner[i]);
        }
        return static_cast<double>(uneven.size()) <= kFewUneven * static_cast<double>(inner.size()) ? uneven
                                                                                                    : std::vector<std::uint32_t>{};
    }

    void realignOutliers()
    {
        std::vector<double> opens(m_seq.names, 0); // by code
        std::vector<double> runs(m_seq.names, 0);
        double layers = 0;
        for (const LayerBegin &b : m_boundary)
            if (b.begin && *b.begin < m_seq.size())
                ++opens[m_seq.code[*b.begin]], ++layers;
        for (const std::uint32_t code : m_seq.code)
            ++runs[code];
        const auto common = [&](const LayerBegin &b) {
            const std::uint32_t code = b.begin && *b.begin < m_seq.size() ? m_seq.code[*b.begin] : 0;
            return b.begin && opens[code] >= (opens[code] < kInnerOpening * runs[code] ? kOftenOpening : kCommonOpening) * layers;
        };
        std::vector<std::pair<std::uint32_t, const PassRun *>> outliers;
        const std::vector<std::uint32_t> uneven = unevenBoundaries();
        for (const PassRun &run : m_in.runs) {
            for (std::uint32_t c = run.firstCore + 1; c < run.endCore; ++c) {
                const bool isSure = m_in.cores[c].exact || m_in.cores[c - 1].exact || m_boundary[c].fixed;
                if (!isSure && (!common(m_boundary[c]) || std::binary_search(uneven.begin(), uneven.end(), c)))
                    outliers.emplace_back(c, &run);
            }
        }
        if (layers == 0 || static_cast<double>(outliers.size()) > kManyOutliers * static_cast<double>(m_in.cores.size()))
            return;
        for (const auto &[c, run] : outliers)
            m_boundary[c].realigned = true; // not a template for others
        learnTemplates();
        std::uint64_t cells = 0;
        for (const auto &[c, run] : outliers) {
            if (cells >= kMaxCells || m_in.stopRequested())
                break;
            std::vector<Span> after = ownTemplates(*run, true, c - 1);
            std::vector<Span> before = ownTemplates(*run, false, c);
            if (after.empty())
                after = m_after;
            if (before.empty())
                before = m_before;
            const Span block{m_in.cores[c - 1].span.end, m_in.cores[c].span.begin};
            cells += std::uint64_t{block.size()} * kCellsPerKernel * after.size() * before.size();
            const Alignment joint = bestJoint(m_seq, block, after, before);
            const bool isUneven = std::binary_search(uneven.begin(), uneven.end(), c);
            const auto kernels = static_cast<double>(block.size());
            if (joint.cost <= (isUneven ? kSureJoin * kernels : 0.6 * kernels + 1.0))
                m_boundary[c].begin = static_cast<std::uint32_t>(joint.boundary);
            else if (isUneven)
                m_boundary[c].realigned = false; // a layer of another kind
        }
        if (!uneven.empty())
            learnTemplates(); // without what stood in the wrong place
    }

    [[nodiscard]] std::uint32_t frontOfRun(const PassRun &run, Span room)
    {
        const LayerCore &core = m_in.cores[run.firstCore];
        if (core.exact)
            return std::clamp(core.exact->begin, room.begin, core.span.begin);
        if (m_byRepetition && m_boundary[run.firstCore].begin)
            return std::clamp(*m_boundary[run.firstCore].begin, room.begin, core.span.begin);
        const Span head{room.begin, core.span.begin};
        if (m_in.role == CoreRole::Begins)
            return std::max(head.begin, head.end - std::min(head.end, m_in.leadIn));
        const std::vector<Span> own = ownTemplates(run, false, run.firstCore);
        if (!own.empty() || !m_before.empty()) {
            const Alignment a = bestMatch(m_seq, head, own, m_before, alignSuffix);
            if (a.cost < static_cast<double>(head.size()) + 1.0 && a.boundary <= head.end) {
                const std::uint32_t begin = withJoinedNorms(m_seq, static_cast<std::uint32_t>(a.boundary), head.begin);
                const Span like = own.empty() ? m_before.front() : own.front();
                const bool normed = begin < head.end && like.size() > 0 && m_seq.has(like.begin, kTokenAnyNorm);
                return normed ? withOwnNorm(m_seq, begin, head.begin) : begin;
            }
        }
        return openingBeforeProjection(m_seq, head).value_or(head.begin);
    }

    [[nodiscard]] std::uint32_t endOfRun(const PassRun &run, Span room)
    {
        const LayerCore &core = m_in.cores[run.endCore - 1];
        if (core.exact)
            return std::clamp(core.exact->end, core.span.end, room.end);
        const Span rest{core.span.end, room.end};
        if (m_in.role == CoreRole::Ends)
            return rest.begin;
        const std::vector<Span> own = ownTemplates(run, true, run.endCore - 1);
        const std::vector<std::uint32_t> openings = openingsAfterFfn(m_seq, rest);
        if (!own.empty() || !m_after.empty()) {
            const Alignment like = bestMatch(m_seq, rest, own, m_after, alignPrefix);
            // What opens layers, and stands behind no core, follows the last one: the norm of a diffusion model's output.
            const auto opens = [&](std::uint32_t i) { return m_seq.symbol[i] == m_seq.symbol[*m_boundary[run.endCore - 1].begin]; };
            const bool within = std::ranges::any_of(own, [&](Span after) { return anyIn(after, opens); });
            const Span alike{rest.begin, static_cast<std::uint32_t>(like.boundary)};
            const std::uint32_t end = within || own.empty() || !m_boundary[run.endCore - 1].begin ? alike.end : firstIn(alike, opens);
            // The only layer of its kind in the pass (experts behind dense layers) is like no template, and goes on; and so does the
            // last one of two micro-batches that take turns, with what other layers run, too.
            const bool mayGoOn = !openings.empty() && openings.front() > end && m_seq.holds({end, openings.front()}, kTokenFfn);
            const bool goesOn = mayGoOn && (like.cost > kUnlike || repeatsPart(m_in, {end, openings.front()}, run));
            return goesOn ? openings.front() : end + (addsParts(m_in, end, rest.end) ? 1 : 0);
        }
        return openings.empty() ? rest.end : openings.front();
    }

    [[nodiscard]] PassLayout layoutRun(const PassRun &run, Span room)
    {
        PassLayout pass;
        pass.counted = run.counted;
        const std::uint32_t end = endOfRun(run, room);
        m_boundary[run.firstCore].begin = frontOfRun(run, room);
        for (std::uint32_t c = run.firstCore; c < run.endCore; ++c) {
            const LayerCore &core = m_in.cores[c];
            // A boundary that was found by comparison may contradict its neighbours.
            const std::uint32_t floor = c > run.firstCore ? m_in.cores[c - 1].span.end : 0;
            const std::uint32_t begin = std::max(floor, std::min(m_boundary[c].begin.value_or(core.span.begin), core.span.begin));
            if (!pass.layers.empty())
                pass.layers.back().span.end = begin;
            pass.layers.push_back({{begin, begin}, core.span, core.bridged, false, m_boundary[c].realigned, core.exactNumber});
        }
        pass.layers.back().span.end = std::max(end, m_in.cores[run.endCore - 1].span.end);
        return pass;
    }

    // By content: inner layers of all passes, as far as their boundaries are known.
    [[nodiscard]] std::unordered_map<std::uint64_t, std::uint32_t> innerLayers() const
    {
        std::unordered_map<std::uint64_t, std::uint32_t> count;
        for (const PassRun &run : m_in.runs) {
            for (std::uint32_t c = run.firstCore + 1; c + 1 < run.endCore; ++c) {
                if (m_boundary[c].begin && m_boundary[c + 1].begin)
                    ++count[contentHash(m_seq, {*m_boundary[c].begin, *m_boundary[c + 1].begin})];
            }
        }
        return count;
    }

    const LayoutInput &m_in;
    const MainSequence &m_seq;
    std::vector<Span> m_before; // templates of the trace, see SequenceAlignment.h
    std::vector<Span> m_after;
    std::vector<LayerBegin> m_boundary; // one a core
    bool m_byRepetition = false; // first layers of passes have their begin too
};

} // namespace

void addBegunPass(const MainSequence &sequence, std::vector<PassLayout> &passes)
{
    if (passes.size() < 2)
        return;
    const PassLayout &last = passes.back();
    const auto whole = std::find_if(passes.rbegin() + 1, passes.rend(),
        [&](const PassLayout &pass) { return pass.layers.size() == last.layers.size() && !pass.truncatedAtFront; });
    if (whole == passes.rend() || whole->tail().size() >= last.tail().size() || !beginAlike(sequence, whole->tail(), last.tail()))
        return;
    const Span rest{last.tail().begin + whole->tail().size(), last.span.end};
    const auto begun = std::find_if(passes.rbegin(), passes.rend() - 1, [&](const PassLayout &pass) {
        const Span shown{pass.span.begin, pass.layers.front().core.begin};
        return pass.head().size() < rest.size() && rest.size() <= shown.size() && beginAlike(sequence, shown, rest);
    });
    if (begun == passes.rend() - 1)
        return;
    passes.back().span.end = rest.begin;
    passes.push_back(PassLayout{.span = rest, .layers = {{.span = {rest.begin + begun->head().size(), rest.end}, .cut = true}}});
}

void addEndedPass(const MainSequence &sequence, std::vector<PassLayout> &passes)
{
    const PassLayout &first = passes.front();
    if (first.truncatedAtFront)
        return;
    const Span shown{0, first.layers.front().span.begin};
    Span head; // with which another pass begins, too
    for (const PassLayout &pass : std::span(passes).subspan(1))
        if (pass.head().size() > head.size() && sameAtEnd(sequence, shown, pass.head()) == pass.head().size())
            head = pass.head();
    const bool known = head.size() > 0 && head.size() < shown.size();
    const Span rest{0, known ? shown.end - head.size() : first.span.begin};
    if (rest.size() == 0)
        return;
    const auto ended = std::ranges::find_if(passes, [&](const PassLayout &pass) {
        return known && &pass != &passes.back() && pass.tail().size() < rest.size()
            && rest.size() <= pass.span.end - pass.layers.back().span.begin && sameAtEnd(sequence, rest, pass.span) == rest.size();
    });
    const std::uint32_t layerEnd = ended != passes.end() ? rest.end - ended->tail().size() : endOfLayer(sequence, passes, rest);
    if (layerEnd == 0 || (ended == passes.end() && !sequence.holds({layerEnd, rest.end}, kTokenGemm | kTokenResult)))
        return;
    passes.front().span.begin = rest.end;
    passes.insert(passes.begin(), PassLayout{.span = rest, .layers = {{.span = {0, layerEnd}, .cut = true}}, .truncatedAtFront = true});
}

std::vector<PassLayout> layoutPasses(const LayoutInput &input)
{
    std::vector<PassLayout> passes = LayoutBuilder(input).build();
    assignHeadsAndTails(input, passes);
    if (!input.byRepetition)
        openAtLeadIn(input, passes);
    return passes;
}

} // namespace lamella::core
