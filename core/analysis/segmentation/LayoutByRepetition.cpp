// SPDX-License-Identifier: GPL-3.0-or-later
// Layers that do not open with a norm: the part of LayoutBuilder that lets the first layer of each pass show where they begin.
#include "core/analysis/segmentation/BlockRepetition.h"
#include "core/analysis/segmentation/LayoutBuilder.h"
#include "core/base/ContainsAny.h"
#include "core/base/Typical.h"
#include "core/profile/NameText.h"

#include <algorithm>
#include <map>
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
    if (run.firstCore > 0)
        return false;
    if (begins.front() && *begins.front() == 0)
        return true;
    return run.layers() > 1 && begins[1] && *begins[1] == input.cores.front().span.end;
}

} // namespace

void LayoutBuilder::openByRepetition()
{
    if (m_in.role == CoreRole::Begins || m_in.role == CoreRole::Ends)
        return;
    const std::vector<std::optional<std::uint32_t>> begins = beginsByRepetition(m_in);
    const bool anyOpening =
        std::any_of(m_boundary.begin(), m_boundary.end(), [](const Boundary &b) { return b.begin.has_value(); });
    if (anyOpening && endsInPooler()) {
        openBehindNorms();
        return;
    }
    if (anyOpening && !projectsFirst(begins) && !normsClose(begins))
        return;
    m_byRepetition = true;
    for (std::size_t c = 0; c < begins.size(); ++c)
        m_boundary[c].begin = begins[c];
}

// Norms do not open the layers of every model: where passes begin with a projection that is repeated in each layer ahead of its
// first norm (the modulation of a diffusion block), that work belongs to the layers.
bool LayoutBuilder::projectsFirst(const std::vector<std::optional<std::uint32_t>> &begins) const
{
    constexpr TokenSet kAnyNorm = kTokenNorm | kTokenEagerNorm;
    int projecting = 0;
    int compared = 0;
    for (const PassRun &run : m_in.runs) {
        if (run.layers() < 3 || mayBeCut(m_in, run, begins))
            continue;
        const std::uint32_t c = run.firstCore + 1;
        if (m_in.cores[c].exact || m_in.cores[c - 1].exact)
            return false;
        ++compared;
        if (!begins[c] || *begins[c] == 0 || m_seq.has(*begins[c] - 1, kAnyNorm))
            continue;
        bool works = false;
        std::uint32_t i = *begins[c];
        for (; i < m_in.cores[c].span.begin && !m_seq.has(i, kAnyNorm); ++i)
            works = works || m_seq.has(i, kTokenGemm);
        projecting += works && i < m_in.cores[c].span.begin && i >= *begins[c] + kEarlierBegin ? 1 : 0;
    }
    return compared > 0 && projecting >= kMaxPasses * compared;
}

// Blocks that norm their result (post-norm) begin with a projection: nothing is normed between the embedding and the first of
// them, norms of queries and keys behind it. Only where norms are kernels of their own; one that is fused into the embedding is
// not seen.
bool LayoutBuilder::normsClose(const std::vector<std::optional<std::uint32_t>> &begins) const
{
    constexpr TokenSet kAnyNorm = kTokenNorm | kTokenEagerNorm;
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
        std::uint32_t projection = begins[c].value_or(firstCore);
        while (projection < firstCore && !m_seq.has(projection, kTokenGemm))
            ++projection;
        closing += projection < firstCore && !fused && !m_seq.holds({head, projection}, kAnyNorm) && m_seq.holds(inner, kAnyNorm)
            ? 1
            : 0;
    }
    return compared > 0 && closing >= kMaxPasses * compared;
}

// What ends the passes of an encoder that norms its results (BERT): its last layer has closed with a norm, so that nothing but a
// pooler follows, a product and its hyperbolic tangent. The kernels of its layers alone come in the order of one that norms
// first.
bool LayoutBuilder::endsInPooler() const
{
    constexpr std::uint32_t kBehind = 3; // kernels from the product to its tangent
    const auto isTanh = [&](std::uint32_t i) {
        const std::string name = m_seq.has(i, kTokenFfn) ? std::string() : lowerCasedText(m_in.document.text(m_seq.symbol[i]));
        return name.find("tanh") != std::string::npos;
    };
    int pooled = 0;
    for (std::size_t r = 0; r < m_in.runs.size(); ++r) {
        const bool last = r + 1 == m_in.runs.size();
        const std::uint32_t end = last ? m_seq.size() : m_in.cores[m_in.runs[r + 1].firstCore].span.begin;
        std::uint32_t product = end; // the last one behind a norm
        bool found = false;
        for (std::uint32_t i = m_in.cores[m_in.runs[r].endCore - 1].span.end; i < end && !found; ++i) {
            if (m_seq.has(i, kTokenSampling | kTokenEmbedding))
                break;
            product = m_seq.has(i, kTokenGemm) ? i : product;
            found = product < i && i - product <= kBehind && isTanh(i);
        }
        pooled += found ? 1 : 0;
    }
    return pooled > 0 && pooled >= kMaxPasses * static_cast<double>(m_in.runs.size());
}

// Moves the boundaries behind the norms that they stand on: of a norm in single kernels, to the next product.
void LayoutBuilder::openBehindNorms()
{
    for (std::uint32_t c = 0; c < m_boundary.size(); ++c) {
        std::optional<std::uint32_t> &begin = m_boundary[c].begin;
        if (!begin || m_in.cores[c].exact || !m_seq.has(*begin, kTokenNorm | kTokenNormPart | kTokenEagerNorm))
            continue;
        const bool single = m_seq.has(*begin, kTokenNorm);
        while (*begin < m_in.cores[c].span.begin && (single ? m_seq.has(*begin, kTokenNorm) : !m_seq.has(*begin, kTokenGemm)))
            ++*begin;
    }
}

} // namespace lamella::core
