// SPDX-License-Identifier: GPL-3.0-or-later
// Splits a sequence of layer cores into passes by a hidden semi-Markov model. A pass has as many cores as the model has layers; a
// draft has few; the capture may cut the first and the last one; anything else is possible and costs. The work between two cores
// is evidence for or against a boundary, by kinds (PassEvidence.h), whose table of probabilities the trace itself refines: a kind
// that occurs at all boundaries and nowhere else has more weight than one that occurs everywhere. The best path is chosen for each
// likely number of layers; the number whose path explains the evidence best wins. Linear in cores: only lengths that mean something
// are tried.
#pragma once

#include "core/analysis/segmentation/LayerCores.h"
#include "core/analysis/segmentation/MainSequence.h"
#include "core/analysis/segmentation/evidence/PassEvidence.h"
#include "core/base/JobControl.h"

#include <array>
#include <cstdint>
#include <vector>

namespace lamella::core {

struct PassPriors;

struct PlaceOdds {
    double boundary = 0; // log-odds that a pass begins before the core
    bool named = false; // it is supported by evidence that knows what ends or begins there
    bool otherBlocks = false; // blocks of quite another kind follow
    bool openEmbedding = false; // a decoder may begin there, inside of a pass
    double decoder = 0; // log-odds of such a begin
};

struct PassSegment {
    std::uint32_t begin = 0; // cores, half-open
    std::uint32_t end = 0;
    bool joined = false; // an encoder and its decoder
};

struct PassPath {
    std::vector<PassSegment> segments;
    double lengthScore = 0; // log-likelihood of their lengths
};

// Which ends of the capture a segment touches: they may have cut it.
struct CaptureEnds {
    bool front = false;
    bool back = false;
};

// For passes of a model with this many layers.
class PassLengths {
public:
    PassLengths(int layers, const PassPriors &priors);

    // Log-probability that a model has this number of layers. A config's number that no pass of the path shows is no likelier
    // than others.
    [[nodiscard]] double prior(const PassPath &path) const;
    [[nodiscard]] std::uint32_t layers() const { return m_layers; }
    [[nodiscard]] std::uint32_t drafts() const { return m_drafts; } // layers of a draft at most
    [[nodiscard]] bool beginShown() const { return m_beginShown; }
    // Lengths that segments in the middle of a capture may have, ascending; others only between marked places.
    [[nodiscard]] const std::vector<std::uint32_t> &usual() const { return m_usual; }
    // Log-probability of a segment of this many cores. mayBeDraft: there is evidence for a boundary before it.
    [[nodiscard]] double score(std::uint32_t length, CaptureEnds ends, bool mayBeDraft = false) const;
    [[nodiscard]] double joinedScore(std::uint32_t encoder) const;
    // Learns lengths that recur on the path: they belong to another network (a tower, a second model) rather than to chance.
    void learn(const PassPath &path);

private:
    std::uint32_t m_layers = 0;
    std::uint32_t m_encoder = 0;
    double m_cut = 0; // log-probability of a pass that an end of the capture cut
    bool m_asked = false; // the user set the number of layers: other lengths only if nothing else fits
    bool m_beginShown = true;
    bool m_endShown = true;
    std::uint32_t m_lost = 0; // cores that a whole pass may have too few or too many
    std::uint32_t m_drafts = 0; // layers of a draft, at most
    bool m_draftsKnown = false; // by the config
    std::vector<std::uint32_t> m_usual;
    std::vector<std::uint32_t> m_recurring; // ascending, see learn()
    double m_prior = 0;
    bool m_configured = false; // the config says this number
};

// odds: one entry a core.
[[nodiscard]] PassPath bestPath(const std::vector<PlaceOdds> &odds, const PassLengths &lengths);

// By forward and backward sums over all paths: the probability of each segment of the path.
[[nodiscard]] std::vector<double> segmentPosteriors(
    const std::vector<PlaceOdds> &odds, const PassLengths &lengths, const PassPath &path);

struct PassRun {
    std::uint32_t firstCore = 0;
    std::uint32_t endCore = 0; // half-open
    double boundaryLogOdds = 0; // of the evidence for the boundary before it
    double posterior = 1; // that a pass begins and ends where this one does, against all other paths; see addPosteriors()
    bool counted = false; // nothing but the number of layers speaks for the boundary before it
    bool joined = false; // an encoder and its decoder: more layers than a pass of the decoder alone
    [[nodiscard]] int layers() const { return static_cast<int>(endCore - firstCore); }
};

struct BoundaryEvidence {
    using Marks = std::array<MarkLevel, kMarkKinds>;
    std::vector<Marks> marks; // one entry a core: of the place before it; [0] is unused
    std::array<bool, kMarkKinds> shown{}; // the trace shows the kind somewhere, even before the first or after the last core
    std::vector<char> openEmbedding; // by core: a decoder may begin before it, inside of a pass
    std::vector<char> samePass; // by core: an annotation contains both sides in one pass; may be empty
    bool beginShown = true; // the work before the first core is that with which passes begin
    bool endShown = true; // the work after the last core is that with which they end
};

struct PassPriors {
    int layers = 0; // of a pass by config or user, 0 = unknown
    int encoderLayers = 0; // the first n of them
    int draftLayers = 0; // of a draft model, 0 = unknown
    bool fixed = false; // `layers` was set by the user
    bool beginShown = true; // as of BoundaryEvidence
    bool endShown = true;
};

struct PassRuns {
    std::vector<PassRun> runs;
    int layers = 0; // of a complete target pass; 0 = unknown
    bool fromConfig = false;
    std::vector<PlaceOdds> odds; // by core, the evidence of the path
    PassPriors priors;
    double margin = 0; // log-odds of this path against the best one for another number of layers; at most kMaxMargin
};
inline constexpr double kMaxMargin = 20.0;

// Incomplete once a stop was requested.
[[nodiscard]] BoundaryEvidence boundaryEvidence(const TraceDocument &document, const MainSequence &sequence,
    const std::vector<LayerCore> &cores, const StepOfKernel &steps, const JobControl &control = {});

[[nodiscard]] PassRuns splitPasses(const BoundaryEvidence &evidence, const PassPriors &priors, const JobControl &control = {});

// Sets the posterior of each run; separate, because only the hypothesis that is kept needs it.
void addPosteriors(PassRuns &runs);

} // namespace lamella::core
