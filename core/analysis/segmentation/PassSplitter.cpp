// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/PassSplitter.h"

#include "core/analysis/segmentation/evidence/PassEvidences.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

namespace lamella::core {

namespace {

constexpr std::size_t kMinRecurring = 2;
constexpr std::size_t kMaxLevels = 16; // different weights

bool namesPassEnds(const MainSequence &sequence)
{
    return std::any_of(sequence.token.begin(), sequence.token.end(),
        [](TokenSet token) { return (token & (kTokenEmbedding | kTokenSampling)) != 0; });
}

} // namespace

namespace {

// Places of at least one weight that follow each other evenly, up to the ends of the capture.
struct EvenPlaces {
    std::vector<std::size_t> places;
    std::size_t period = 0; // 0 = they do not
    std::size_t front = 0; // cores before the first
    std::size_t back = 0; // cores from the last on
};

EvenPlaces evenPlaces(const std::vector<double> &weights, double level)
{
    EvenPlaces found;
    for (std::size_t c = 1; c < weights.size(); ++c) {
        if (weights[c] >= level)
            found.places.push_back(c);
    }
    if (found.places.size() < kMinRecurring)
        return found;
    const std::size_t period = found.places[1] - found.places[0];
    found.front = found.places.front();
    found.back = weights.size() - found.places.back();
    bool even = period >= 2 && found.front <= period && found.back <= period;
    for (std::size_t p = 1; p < found.places.size(); ++p)
        even = even && found.places[p] - found.places[p - 1] == period;
    found.period = even ? period : 0;
    return found;
}

} // namespace

void raiseRecurring(std::vector<double> &weights)
{
    std::set<double, std::greater<>> levels;
    for (const double weight : weights) {
        if (weight >= kWeakMark && levels.size() < kMaxLevels)
            levels.insert(weight);
    }
    EvenPlaces best;
    for (const double level : levels) {
        EvenPlaces next = evenPlaces(weights, level);
        if (next.period == 0)
            continue;
        // The clearest places tell, unless they leave out every other one: then the first or the last pass shows the shorter
        // period.
        const bool shown =
            best.period > 0 && best.period % next.period == 0 && (best.front == next.period || best.back == next.period);
        if (best.period == 0 || (shown && next.period < best.period))
            best = std::move(next);
    }
    for (const std::size_t place : best.places)
        weights[place] += best.period > 0 && weights[place] < kBoundaryThreshold ? kBoundaryThreshold : 0;
}

std::vector<double> boundaryWeights(const TraceDocument &document, const MainSequence &sequence,
    const std::vector<LayerCore> &cores, const StepOfKernel &steps, const JobControl &control)
{
    std::vector<double> weights(cores.size(), 0.0);
    if (cores.size() < 2)
        return weights;
    const PlaceIndex places(document, sequence, cores, steps);
    std::vector<double> found(places.size(), 0.0);
    for (const PassEvidence *evidence : passEvidences()) {
        if (control.stopRequested())
            return weights;
        evidence->weigh(places, found);
    }
    std::copy(found.begin(), found.end(), weights.begin() + 1);
    if (!namesPassEnds(sequence))
        raiseRecurring(weights);
    return weights;
}

namespace {

std::vector<PassRun> runsByWeight(const std::vector<double> &weights)
{
    std::vector<PassRun> runs;
    for (std::uint32_t c = 0; c < weights.size(); ++c) {
        if (c == 0 || weights[c] >= kBoundaryThreshold)
            runs.push_back({c, c, weights[c], false});
        runs.back().endCore = c + 1;
    }
    return runs;
}

// The run length that holds most cores, first and last run left out where there are others (the capture may cut them).
int usualLength(const std::vector<PassRun> &runs)
{
    std::map<int, int> cores;
    const bool skipEnds = runs.size() > 2;
    for (std::size_t r = 0; r < runs.size(); ++r) {
        if (skipEnds && (r == 0 || r + 1 == runs.size()))
            continue;
        cores[runs[r].layers()] += runs[r].layers();
    }
    int best = 0;
    for (const auto &[length, held] : cores) {
        if (best == 0 || held >= cores[best])
            best = length;
    }
    if (runs.size() <= 2) { // one of the two may be cut: the longer one is nearer to the model
        for (const PassRun &run : runs)
            best = std::max(best, run.layers());
    }
    return best;
}

// Merges neighbours that only together make one pass, where the cut between them had a single reason.
void mergeHalves(std::vector<PassRun> &runs, int layers)
{
    std::size_t kept = 0; // runs[0, kept) are done
    for (std::size_t r = 0; r < runs.size(); ++r) {
        const PassRun &b = runs[r];
        PassRun *a = kept > 0 ? &runs[kept - 1] : nullptr;
        const bool together = a != nullptr && a->layers() + b.layers() == layers && a->layers() < layers && b.layers() < layers;
        if (together && b.boundaryWeight < kStrongMark + kWeakMark)
            a->endCore = b.endCore;
        else
            runs[kept++] = b;
    }
    runs.resize(kept);
}

// Splits runs that hold several passes at the heaviest place near each multiple of the layer count.
std::vector<PassRun> splitLong(const std::vector<PassRun> &runs, const std::vector<double> &weights, int layers)
{
    std::vector<PassRun> result;
    for (PassRun run : runs) {
        while (run.layers() > layers && !run.joined) {
            const bool whole = run.layers() % layers == 0;
            std::uint32_t cut = run.firstCore + static_cast<std::uint32_t>(layers);
            if (!whole) { // look for the heaviest evidence; without any, the rest stays together and is reported
                double best = 0.5;
                cut = 0;
                for (std::uint32_t c = run.firstCore + 1; c < run.endCore; ++c) {
                    const bool fits = c - run.firstCore <= static_cast<std::uint32_t>(layers);
                    if (fits && weights[c] >= best) {
                        best = weights[c];
                        cut = c;
                    }
                }
                if (cut == 0)
                    break;
            }
            PassRun front = run;
            front.endCore = cut;
            result.push_back(front);
            run.firstCore = cut;
            run.boundaryWeight = weights[cut];
            run.counted = weights[cut] < kWeakMark;
        }
        result.push_back(run);
    }
    return result;
}

// Several passes of one length that is a multiple of the config's, without any evidence for a boundary inside: the config counts
// something else (one of two kinds of blocks).
bool agreeOnMore(const std::vector<PassRun> &runs, const std::vector<double> &weights, int usual, int configLayers)
{
    if (usual <= configLayers)
        return false;
    int agreeing = 0;
    for (const PassRun &run : runs) {
        if (run.layers() != usual)
            continue;
        ++agreeing;
        for (std::uint32_t c = run.firstCore + static_cast<std::uint32_t>(configLayers); c < run.endCore;
             c += static_cast<std::uint32_t>(configLayers)) {
            if (weights[c] >= kWeakMark)
                return false;
        }
    }
    return agreeing >= 2;
}

} // namespace

PassRuns splitPasses(const std::vector<double> &weights, int configLayers, int draftLayers)
{
    PassRuns result;
    if (weights.empty())
        return result;
    result.runs = runsByWeight(weights);
    for (PassRun &run : result.runs)
        run.joined = std::any_of(weights.begin() + run.firstCore + 1, weights.begin() + run.endCore,
            [](double weight) { return weight <= kNeverBoundary; });
    const int usual = usualLength(result.runs);
    const int onConfig = static_cast<int>(std::count_if(result.runs.begin(), result.runs.end(),
        [&](const PassRun &r) { return configLayers > 0 && r.layers() % configLayers == 0; }));
    // A config that no run agrees with is for another model, or the rank holds a part of the layers.
    const bool configFits = configLayers > 0 && !agreeOnMore(result.runs, weights, usual, configLayers)
        && (usual == configLayers || onConfig > 0 || usual < configLayers);
    result.layers = configFits && (onConfig > 0 || result.runs.size() <= 2) ? configLayers : usual;
    result.fromConfig = configFits && result.layers == configLayers;
    if (result.layers < 2)
        return result;
    const int agreeing = static_cast<int>(
        std::count_if(result.runs.begin(), result.runs.end(), [&](const PassRun &r) { return r.layers() == result.layers; }));
    if (result.fromConfig || agreeing >= 2) {
        if (draftLayers == 0 || draftLayers * 2 < result.layers)
            mergeHalves(result.runs, result.layers);
        result.runs = splitLong(result.runs, weights, result.layers);
    }
    return result;
}

} // namespace lamella::core
