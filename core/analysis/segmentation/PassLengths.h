// SPDX-License-Identifier: GPL-3.0-or-later
// The segments of the semi-Markov model of passes: the possible lengths and their probabilities, the most likely path of
// segments, and the probability of each of its segments against all other paths. See PassSplitter.h.
#pragma once

#include <cstddef>
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

} // namespace lamella::core
