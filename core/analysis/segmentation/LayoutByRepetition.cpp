// SPDX-License-Identifier: GPL-3.0-or-later
// Layers that do not open with a norm: the part of LayoutBuilder that lets the first layer of each pass show where they begin.
#include "core/analysis/segmentation/LayoutBuilder.h"
#include "core/analysis/segmentation/PassLayout.h"
#include "core/base/ContainsAny.h"
#include "core/base/Typical.h"
#include "core/profile/NameText.h"

#include <algorithm>
#include <optional>
#include <string>

namespace lamella::core {

namespace {

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

} // namespace

void LayoutBuilder::openByRepetition()
{
    if (m_in.role == CoreRole::Begins || m_in.role == CoreRole::Ends)
        return;
    const std::vector<std::optional<std::uint32_t>> begins = beginsByRepetition(m_in);
    const bool anyOpening = std::ranges::any_of(m_boundary, [](const Boundary &b) { return b.begin.has_value(); });
    bool onlyProjecting = false;
    if (anyOpening && !m_in.byRepetition) {
        const std::vector<char> encoders = isPartOfEncoder(m_in) ? std::vector<char>(m_in.runs.size(), 1) : textEncoderRuns(m_in);
        for (std::size_t r = 0; r < encoders.size(); ++r)
            if (encoders[r] != 0)
                openBehindNorms(m_in.runs[r]);
        if (!encoders.empty())
            return;
        onlyProjecting = projectsFirst(m_in, begins);
        if (!onlyProjecting && !normsClose(m_in, begins))
            return;
    }
    m_byRepetition = true;
    for (const PassRun &run : m_in.runs)
        for (std::uint32_t c = run.firstCore; c < run.endCore && (!onlyProjecting || mostProject(m_in, run, begins)); ++c)
            m_boundary[c].begin = begins[c];
}

// Moves the boundaries of a run that stand on norms to the next product.
void LayoutBuilder::openBehindNorms(const PassRun &run)
{
    for (std::uint32_t c = run.firstCore; c < run.endCore; ++c) {
        std::optional<std::uint32_t> &begin = m_boundary[c].begin;
        if (begin && !m_in.cores[c].exact && m_seq.has(*begin, kTokenAnyNorm | kTokenNormPart))
            begin = m_seq.find({*begin, m_in.cores[c].span.begin}, kTokenGemm);
    }
}

} // namespace lamella::core
