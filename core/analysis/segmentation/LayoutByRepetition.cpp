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

} // namespace

void LayoutBuilder::openByRepetition()
{
    if (m_in.role == CoreRole::Begins || m_in.role == CoreRole::Ends)
        return;
    const std::vector<std::optional<std::uint32_t>> begins = beginsByRepetition(m_in);
    const bool anyOpening = std::ranges::any_of(m_boundary, [](const Boundary &b) { return b.begin.has_value(); });
    if (anyOpening && !m_in.byRepetition) {
        const std::vector<char> encoders = isPartOfEncoder() ? std::vector<char>(m_in.runs.size(), 1) : textEncoderRuns();
        for (std::size_t r = 0; r < encoders.size(); ++r)
            if (encoders[r] != 0)
                openBehindNorms(m_in.runs[r]);
        if (!encoders.empty())
            return;
        if (!projectsFirst(begins) && !normsClose(begins))
            return;
    }
    m_byRepetition = true;
    for (std::size_t c = 0; c < begins.size(); ++c)
        m_boundary[c].begin = begins[c];
}

// Norms do not open the layers of every model: where passes begin with a projection that is repeated in each layer ahead of its
// first norm (the modulation of a diffusion block), that work belongs to the layers.
bool LayoutBuilder::projectsFirst(const std::vector<std::optional<std::uint32_t>> &begins) const
{
    int projecting = 0;
    int compared = 0;
    for (const PassRun &run : m_in.runs) {
        if (run.layers() < 3 || mayBeCut(m_in, run, begins))
            continue;
        const std::uint32_t c = run.firstCore + 1;
        if (m_in.cores[c].exact || m_in.cores[c - 1].exact)
            return false;
        ++compared;
        if (!begins[c] || *begins[c] == 0 || m_seq.has(*begins[c] - 1, kTokenAnyNorm | kTokenFfn))
            continue;
        if (m_seq.has(*begins[c], kTokenFfn) && m_seq.has(*begins[c] - 1, kTokenGemm))
            continue; // between a product and its activation: a lost event ends what is repeated there
        const std::uint32_t core = m_in.cores[c].span.begin;
        const std::uint32_t norm = m_seq.find({*begins[c], core}, kTokenAnyNorm);
        const bool works = m_seq.holds({*begins[c], norm}, kTokenGemm);
        projecting += works && norm < core && norm >= *begins[c] + kEarlierBegin ? 1 : 0;
    }
    return compared > 0 && projecting >= kMaxPasses * compared;
}

// Blocks that norm their result (post-norm) begin with a projection: nothing is normed between the embedding and the first of
// them, norms of queries and keys behind it. Only where norms are kernels of their own; one that is fused into the embedding is
// not seen.
bool LayoutBuilder::normsClose(const std::vector<std::optional<std::uint32_t>> &begins) const
{
    int closing = 0;
    int compared = 0;
    std::uint32_t floor = 0;
    for (const PassRun &run : m_in.runs) {
        const std::uint32_t c = run.firstCore;
        const std::uint32_t firstCore = m_in.cores[c].span.begin;
        std::uint32_t head = firstCore;
        while (head > floor && !m_seq.has(head - 1, kTokenEmbedding))
            --head;
        const bool embeds = head > floor;
        const std::string name = embeds ? lowerCasedText(m_in.document.text(m_seq.symbol[head - 1])) : std::string();
        const bool fused = containsAny(name, {"norm", "rsqrt"});
        floor = m_in.cores[run.endCore - 1].span.end;
        if (run.layers() < 3 || !embeds)
            continue;
        if (m_in.cores[c].exact || m_in.cores[c + 1].exact)
            return false;
        ++compared;
        const Span inner{m_in.cores[c].span.end, m_in.cores[c + 1].span.begin};
        const std::uint32_t projection = m_seq.find({begins[c].value_or(firstCore), firstCore}, kTokenGemm);
        closing += projection < firstCore && !fused && !m_seq.holds({head, projection}, kTokenAnyNorm)
                && m_seq.holds(inner, kTokenAnyNorm)
            ? 1
            : 0;
    }
    return compared > 0 && closing >= kMaxPasses * compared;
}

// What stands around the layers of a text encoder that norms its results (BERT): a lookup before them, or three, of words, positions
// and token types; behind them a pooler, which is a product and its hyperbolic tangent, or the head of a masked language model,
// which is a product, an activation and a norm. Its last layer has closed with a norm. The kernels of its layers alone come in the order of one that norms first. A
// decoder may bound its logits by a hyperbolic tangent too (Gemma 2), but rotates positions or stores keys, or chooses a token
// from them.
bool LayoutBuilder::isTextEncoder(const PassRun &run, Span front, Span behind, const std::vector<char> &inside) const
{
    constexpr std::uint32_t kBehind = 3; // kernels from the product on
    const auto isChosenFrom = [&](std::uint32_t i, std::uint32_t end) { // rather than handed to another product
        const std::uint32_t next = m_seq.find({i, end}, kTokenGemm | kTokenEmbedding | kTokenSampling);
        return next < end && m_seq.has(next, kTokenSampling);
    };
    const auto endsText = [&](Span span) {
        std::uint32_t product = span.end; // the last one
        bool activated = false;
        for (std::uint32_t i = span.begin; i < span.end && !m_seq.has(i, kTokenSampling | kTokenEmbedding); ++i) {
            const bool near = product < i && i - product <= kBehind;
            const bool activation = m_seq.has(i, kTokenFfn);
            if (near
                && ((activated && m_seq.has(i, kTokenNorm))
                    || (!activation && lowerCasedText(m_in.document.text(m_seq.symbol[i])).find("tanh") != std::string::npos)))
                return !isChosenFrom(i, span.end);
            activated = m_seq.has(i, kTokenGemm) ? false : activated || activation;
            product = m_seq.has(i, kTokenGemm) ? i : product;
        }
        return false;
    };
    const bool ownKernels = holdsOthers(m_seq, front, inside); // an image's patches, say: no lookup
    // What its layers hold as well, as an MLP with a norm of its own, is no head.
    const bool within =
        run.layers() > 1 && endsText({m_in.cores[run.firstCore].span.end, m_in.cores[run.firstCore + 1].span.begin});
    const bool types = m_seq.count(front, kTokenEmbedding) >= 3 && !m_seq.holds(behind, kTokenSampling);
    return !within && (types || endsText(behind)) && (!ownKernels || m_seq.holds(front, kTokenEmbedding));
}

// By run. Decoders beside text encoders are told by themselves; most of the other runs tell the rest.
std::vector<char> LayoutBuilder::textEncoderRuns() const
{
    const std::vector<char> inside = heldByLayers();
    std::vector<char> others(m_in.runs.size(), 0);
    int text = 0;
    std::uint32_t floor = 0;
    for (std::size_t r = 0; r < m_in.runs.size(); ++r) {
        const PassRun &run = m_in.runs[r];
        const Span layers{m_in.cores[run.firstCore].span.begin, m_in.cores[run.endCore - 1].span.end};
        const std::uint32_t next = r + 1 == m_in.runs.size() ? m_seq.size() : m_in.cores[m_in.runs[r + 1].firstCore].span.begin;
        bool decodes = false; // what the name of its attention says may be that of the library
        for (std::uint32_t i = layers.begin; i < layers.end && !decodes; ++i)
            decodes = m_seq.has(i, kTokenDecoder) && !m_seq.has(i, kTokenMixer);
        others[r] = decodes ? 0 : 1;
        text += !decodes && isTextEncoder(run, {floor, layers.begin}, {layers.end, next}, inside) ? 1 : 0;
        floor = layers.end;
    }
    const auto all = std::ranges::count(others, 1);
    return text > 0 && text >= kMaxPasses * static_cast<double>(all) ? others : std::vector<char>();
}

// By code: stands between two cores of a pass.
std::vector<char> LayoutBuilder::heldByLayers() const
{
    std::vector<char> inside(m_seq.names, 0);
    for (const PassRun &run : m_in.runs)
        markCodes(m_seq, {m_in.cores[run.firstCore].span.begin, m_in.cores[run.endCore - 1].span.end}, inside);
    return inside;
}

// A part of one pass with nothing around its layers, whose attention follows the product alone: nothing rotates positions or
// stores keys. Their kernels come in the same order in an encoder that norms first; the text encoders that norm last are the more
// usual ones. Confidence.cpp doubts both. Norms of a diffusion model are scaled and shifted before the product, and text encoders
// that norm last have none that is written out in single kernels, as RMS norms are.
bool LayoutBuilder::isPartOfEncoder() const
{
    const auto followsProduct = [&](const LayerCore &core) {
        return core.span.begin == 0 || core.bridged || m_seq.has(core.span.begin - 1, kTokenGemm);
    };
    if (m_in.runs.size() != 1 || !std::ranges::all_of(m_in.cores, followsProduct))
        return false;
    int plain = 0; // norms that the next product takes as they are
    int norms = 0;
    for (std::uint32_t i = 0; i + 1 < m_seq.size(); ++i) {
        norms += m_seq.has(i, kTokenAnyNorm) ? 1 : 0;
        plain += m_seq.has(i, kTokenNorm) && m_seq.has(i + 1, kTokenGemm) ? 1 : 0;
    }
    return 2 * plain > norms && !m_seq.holds(kTokenLinear | kTokenSampling | kTokenHostCopy | kTokenDecoder)
        && !holdsOthers(m_seq, {0, m_seq.size()}, heldByLayers());
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
