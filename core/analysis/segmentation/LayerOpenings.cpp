// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/LayerCores.h"

#include "core/analysis/segmentation/PassSplitter.h"
#include "core/base/Typical.h"

#include <climits>
#include <map>

namespace lamella::core {

namespace {

constexpr std::uint32_t kEagerNormParts = 5; // cast, pow, mean, add eps before the rsqrt
constexpr double kFewBridged = 0.2; // of the layers
constexpr double kBridgeSize = 1.35; // of the usual gap between cores: a layer without attention may have few kernels

// Where a layer that opens with a modulated norm begins: its scale and shift are the product of an activation, which follows what
// the layer before added to the residual, and come right before the norm.
std::uint32_t modulationBegin(const MainSequence &sequence, std::uint32_t norm, std::uint32_t floor)
{
    std::uint32_t product = norm;
    while (product > floor && sequence.has(product - 1, kTokenGemm))
        --product;
    const bool modulates = product < norm && product >= floor + 2 && sequence.has(product - 2, kTokenAdd)
        && norm + 1 < sequence.size() && !sequence.has(norm + 1, kTokenGemm);
    return modulates ? product - 1 : norm;
}

// First kernel of the norm at `at`: an eager norm begins before its rsqrt; what it norms may be put together right before it.
std::uint32_t normBegin(const MainSequence &sequence, std::uint32_t at, std::uint32_t floor)
{
    std::uint32_t begin = at;
    if (at >= sequence.size()) // what closes the last layer of the capture
        return at;
    const bool eager = sequence.has(at, kTokenEagerNorm) && !sequence.has(at, kTokenNorm);
    while (eager && begin > floor && at - begin < kEagerNormParts && sequence.has(begin - 1, kTokenNormPart))
        --begin;
    if (begin > floor && sequence.has(begin - 1, kTokenConcat))
        return begin - 1;
    return eager ? begin : modulationBegin(sequence, begin, floor);
}

struct NormRun {
    std::uint32_t opening = 0;
    std::uint32_t end = 0; // past the last norm of the run
};

// The norms from `first` up to the next GEMM, FFN kernel or core. The one that adds the residual opens the layer; where the add
// is a kernel of its own, the norm after it; else the first.
NormRun normRun(const MainSequence &sequence, std::uint32_t first, std::uint32_t limit)
{
    NormRun run{first, first + 1};
    bool residual = sequence.has(first, kTokenResidual);
    int added = 0;
    std::uint32_t i = first + 1;
    for (; i < limit && !sequence.has(i, kTokenGemm | kTokenFfn | kTokenMixer); ++i) {
        added += sequence.has(i, kTokenAdd) ? 1 : 0;
        if (!sequence.has(i, kTokenAnyNorm))
            continue;
        // A norm right behind another one takes its result in with the residual: the one before closes its half. The kernels that
        // mix hyper-connections before a half follow each other, too, and all of them open it.
        const bool behind = i == first + 1 && sequence.symbol[i] != sequence.symbol[first] && sequence.has(i, kTokenResidual)
            && !sequence.has(first, kTokenHyper);
        if ((!residual || behind) && (sequence.has(i, kTokenResidual) || added > 0)) {
            run.opening = i;
            residual = true;
        }
        run.end = i + 1;
    }
    // A norm whose result alone is added to the residual, right before the next product: it closes its half, and what follows
    // opens. What follows a norm in one kernel are scale and shift of a diffusion model.
    const bool eager = sequence.has(first, kTokenEagerNorm) && !sequence.has(first, kTokenNorm);
    // An offset of scales that were dequantized is added to no residual.
    const bool alone = eager ? !sequence.holds({first, i}, kTokenQuantize) : i == first + 2;
    if (run.opening == first && run.end == first + 1 && added == 1 && alone && sequence.has(i - 1, kTokenAdd)
        && (i == limit || sequence.has(i, kTokenGemm | kTokenMixer)))
        run.opening = i;
    return run;
}

} // namespace

std::vector<std::uint32_t> openingsAfterFfn(const MainSequence &sequence, Span range)
{
    std::vector<std::uint32_t> openings;
    bool transformed = false;
    for (std::uint32_t i = range.begin; i < range.end; ++i) {
        if (sequence.has(i, kTokenFfn)) {
            transformed = true;
        } else if (transformed && sequence.has(i, kTokenAnyNorm)) {
            const NormRun run = normRun(sequence, i, range.end);
            openings.push_back(normBegin(sequence, run.opening, range.begin));
            i = run.end - 1;
            transformed = false;
        }
    }
    return openings;
}

std::optional<std::uint32_t> openingBeforeProjection(const MainSequence &sequence, Span range)
{
    std::vector<std::uint32_t> openings;
    std::size_t projecting = 0; // openings before the last GEMM
    for (std::uint32_t i = range.begin; i < range.end; ++i) {
        if (sequence.has(i, kTokenGemm)) {
            projecting = openings.size();
        } else if (sequence.has(i, kTokenAnyNorm)) {
            const NormRun run = normRun(sequence, i, range.end);
            openings.push_back(run.opening);
            i = run.end - 1;
        }
    }
    std::optional<std::uint32_t> opening;
    for (std::size_t o = 0; o < projecting; ++o) {
        opening = openings[o];
        // The first norm after attention tells the name of the residual norms; norms of low-rank projections have another.
        if (o > 0 && sequence.symbol[openings[o]] == sequence.symbol[openings.front()])
            break;
    }
    return opening ? std::optional(normBegin(sequence, *opening, range.begin)) : std::nullopt;
}

std::size_t usualOpenings(const MainSequence &sequence, const std::vector<LayerCore> &cores)
{
    std::map<std::size_t, std::size_t> histogram;
    for (std::size_t c = 1; c < cores.size(); ++c)
        ++histogram[openingsAfterFfn(sequence, {cores[c - 1].span.end, cores[c].span.begin}).size()];
    return mostFrequentKey(histogram);
}

std::vector<LayerCore> bridgeMissingCores(
    const MainSequence &sequence, const std::vector<LayerCore> &cores, const std::vector<PassRun> &runs, std::size_t usual,
    int clearLayers)
{
    if (usual == 0 || cores.size() < 3)
        return cores;
    std::vector<std::uint32_t> sizes;
    for (std::size_t c = 1; c < cores.size(); ++c)
        sizes.push_back(cores[c].span.begin - cores[c - 1].span.end);
    const double large = kBridgeSize * static_cast<double>(middleValue(std::move(sizes)));

    std::vector<std::vector<std::uint32_t>> missing(cores.size()); // before each core: where a layer without one opens
    std::map<int, int> layers; // of a pass with them
    for (const PassRun &run : runs) {
        int found = run.layers();
        for (std::uint32_t c = run.firstCore + 1; c < run.endCore; ++c) {
            const Span range{cores[c - 1].span.end, cores[c].span.begin};
            const bool annotated = cores[c - 1].exact && cores[c].exact; // and no layer between them
            if (annotated || static_cast<double>(range.size()) < large)
                continue;
            const std::vector<std::uint32_t> openings = openingsAfterFfn(sequence, range);
            for (std::size_t o = usual; o + usual <= openings.size(); o += usual, ++found)
                missing[c].push_back(openings[o - 1]);
        }
        layers[found] += run.layers() == clearLayers ? 1 : 0;
    }
    const int most = clearLayers > 0 ? mostFrequentKey(layers) : INT_MAX;
    std::vector<LayerCore> result;
    for (const PassRun &run : runs) {
        int lacking = run.layers() > most ? INT_MAX : most - run.layers(); // an encoder has more, say
        for (std::uint32_t c = run.firstCore; c < run.endCore; ++c) {
            for (const std::uint32_t at : missing[c])
                if (lacking-- > 0)
                    result.push_back({{at + 1, at + 1}, std::nullopt, -1, true});
            result.push_back(cores[c]);
        }
    }
    // Many blocks as large as two are a kind of their own: those of a diffusion model that transform the text, too.
    return static_cast<double>(result.size()) <= (1 + kFewBridged) * static_cast<double>(cores.size()) ? result : cores;
}

} // namespace lamella::core
