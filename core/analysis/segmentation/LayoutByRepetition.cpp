// SPDX-License-Identifier: GPL-3.0-or-later
// Layers that do not open with a norm: the part of LayoutBuilder that lets the first layer of each pass show where they begin.
#include "core/analysis/segmentation/BlockRepetition.h"
#include "core/analysis/segmentation/LayoutBuilder.h"
#include "core/profile/NameText.h"

#include <algorithm>
#include <string>

namespace lamella::core {

namespace {

constexpr std::uint32_t kEarlierBegin = 2; // kernels
constexpr double kMaxPasses = 0.6;

} // namespace

void LayoutBuilder::openByRepetition()
{
    if (m_in.role == CoreRole::Begins || m_in.role == CoreRole::Ends)
        return;
    const std::vector<std::optional<std::uint32_t>> begins = beginsByRepetition(m_in);
    const bool anyOpening =
        std::any_of(m_boundary.begin(), m_boundary.end(), [](const Boundary &b) { return b.begin.has_value(); });
    if (anyOpening && !projectsFirst(begins) && !normsClose(begins)) {
        chooseNorm(begins);
        return;
    }
    m_byRepetition = true;
    for (std::size_t c = 0; c < begins.size(); ++c)
        m_boundary[c].begin = begins[c];
}

// Where norms stand around each half, two follow each other between layers: passes begin with the one that opens.
void LayoutBuilder::chooseNorm(const std::vector<std::optional<std::uint32_t>> &begins)
{
    const auto otherNorm = [&](std::uint32_t c) {
        if (!begins[c] || !m_boundary[c].begin || *begins[c] == *m_boundary[c].begin)
            return false;
        const auto [from, to] = std::minmax(*begins[c], *m_boundary[c].begin);
        for (std::uint32_t i = from; i <= to; ++i) {
            if (!m_seq.has(i, kTokenNorm))
                return false;
        }
        return !m_in.cores[c].exact && !m_in.cores[c - 1].exact;
    };
    int compared = 0;
    int others = 0;
    for (const PassRun &run : m_in.runs) {
        compared += run.layers() >= 3 ? 1 : 0;
        others += run.layers() >= 3 && otherNorm(run.firstCore + 1) ? 1 : 0;
    }
    if (others == 0 || others < kMaxPasses * compared)
        return;
    for (const PassRun &run : m_in.runs) {
        for (std::uint32_t c = run.firstCore + 1; c < run.endCore; ++c) {
            if (otherNorm(c))
                m_boundary[c].begin = begins[c];
        }
    }
}

// Norms do not open the layers of every model: where passes begin with a projection that is repeated in each layer ahead of its
// first norm (the modulation of a diffusion block), that work belongs to the layers.
bool LayoutBuilder::projectsFirst(const std::vector<std::optional<std::uint32_t>> &begins) const
{
    constexpr TokenSet kAnyNorm = kTokenNorm | kTokenEagerNorm;
    int projecting = 0;
    int compared = 0;
    for (const PassRun &run : m_in.runs) {
        if (run.layers() < 3)
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
// them. Only where norms are kernels of their own; one that is fused into the embedding is not seen.
bool LayoutBuilder::normsClose(const std::vector<std::optional<std::uint32_t>> &begins) const
{
    constexpr TokenSet kAnyNorm = kTokenNorm | kTokenEagerNorm;
    const auto holds = [&](Span span, TokenSet tokens) {
        std::uint32_t i = span.begin;
        while (i < span.end && !m_seq.has(i, tokens))
            ++i;
        return i < span.end;
    };
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
        const bool fused = name.find("norm") != std::string::npos || name.find("rsqrt") != std::string::npos;
        floor = m_in.cores[run.endCore - 1].span.end;
        if (run.layers() < 3 || !embeds)
            continue;
        if (m_in.cores[c].exact || m_in.cores[c + 1].exact)
            return false;
        ++compared;
        const Span inner{m_in.cores[c].span.end, m_in.cores[c + 1].span.begin};
        const bool projects = begins[c] && *begins[c] < firstCore && holds({*begins[c], firstCore}, kTokenGemm);
        closing += projects && !fused && !holds({head, firstCore}, kAnyNorm) && holds(inner, kAnyNorm) ? 1 : 0;
    }
    return compared > 0 && closing >= kMaxPasses * compared;
}

} // namespace lamella::core
