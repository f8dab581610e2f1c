// SPDX-License-Identifier: GPL-3.0-or-later
// Splits a sequence of layer cores into passes by a hidden semi-Markov model. A pass has as many cores as the model has layers; a
// draft has few; the capture may cut the first and the last one; anything else is possible and costs. What stands between two
// cores speaks for a boundary or against one, by kinds (PassEvidence.h). How much each kind tells is a table of probabilities
// (PassSplitter.cpp), which the trace itself refines: a kind that stands at all boundaries and nowhere else tells more than one
// that stands everywhere. The best path is chosen for each likely number of layers; the number whose path explains the evidence
// best wins. Linear in cores: only lengths that mean something are tried.
#pragma once

#include "core/analysis/segmentation/LayerCores.h"
#include "core/analysis/segmentation/MainSequence.h"
#include "core/analysis/segmentation/PassLengths.h"
#include "core/analysis/segmentation/evidence/PlaceIndex.h"
#include "core/base/JobControl.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace lamella::core {

struct PassRun {
    std::uint32_t firstCore = 0;
    std::uint32_t endCore = 0; // half-open
    double boundaryLogOdds = 0; // of the evidence for the boundary before it
    double posterior = 1; // that a pass begins and ends where this one does, against all other paths; see addPosteriors()
    bool counted = false; // nothing but the number of layers speaks for the boundary before it
    bool joined = false; // an encoder and its decoder: more layers than a pass of the decoder alone
    [[nodiscard]] int layers() const { return static_cast<int>(endCore - firstCore); }
};

enum class MarkLevel : std::uint8_t { Against, None, Weak, Middle, Strong };
inline constexpr std::size_t kMarkLevels = 5;
inline constexpr std::size_t kMarkKinds = 10; // passEvidences()

struct BoundaryEvidence {
    using Marks = std::array<MarkLevel, kMarkKinds>;
    std::vector<Marks> marks; // one entry a core: of the place before it; [0] is unused
    std::array<bool, kMarkKinds> shown{}; // the trace shows the kind somewhere, be it before the first or behind the last core
    std::vector<char> openEmbedding; // by core: a decoder may begin before it, inside of a pass
    std::vector<char> samePass; // by core: an annotation holds both sides in one pass; may be empty
    bool beginShown = true; // what stands before the first core is what passes begin with
    bool endShown = true; // what stands behind the last core is what they end with
};

struct PassPriors {
    int layers = 0; // of a pass by config or user, 0 = unknown
    int encoderLayers = 0; // the first n of them
    int draftLayers = 0; // of a draft model, 0 = unknown
    bool fixed = false; // `layers` is the user's word
    bool beginShown = true; // as of BoundaryEvidence
    bool endShown = true;
};

struct PassRuns {
    std::vector<PassRun> runs;
    int layers = 0; // of a complete target pass; 0 = cannot be told
    bool fromConfig = false;
    std::vector<PlaceOdds> odds; // by core, what the path rests on
    PassPriors priors;
    double margin = 0; // log-odds of this path against the best one for another number of layers; at most kMaxMargin
};
inline constexpr double kMaxMargin = 20.0;

// Incomplete once a stop was requested.
[[nodiscard]] BoundaryEvidence boundaryEvidence(const TraceDocument &document, const MainSequence &sequence,
    const std::vector<LayerCore> &cores, const StepOfKernel &steps, const JobControl &control = {});

[[nodiscard]] PassRuns splitPasses(const BoundaryEvidence &evidence, const PassPriors &priors, const JobControl &control = {});

// Sets the posterior of each run; apart, for only the hypothesis that is kept needs it.
void addPosteriors(PassRuns &runs);

} // namespace lamella::core
