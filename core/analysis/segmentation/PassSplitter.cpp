// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/PassSplitter.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <set>
#include <utility>

namespace lamella::core {

namespace {

using Marks = BoundaryEvidence::Marks;

constexpr double kWeightAtBoundary = 6; // places that PassEvidence::atBoundary counts as
constexpr std::size_t kEmbeddingKind = 1;
constexpr std::size_t kOtherBlocksKind = kMarkKinds - 1;
constexpr double kCapOfKind = 5; // log-odds that one kind may add or take
constexpr double kSamePass = -12; // log-odds where an annotation holds both sides
constexpr double kNothingEnded = -5; // log-odds where a decoder may begin instead
constexpr double kAllMarks = 12; // cap of their sum

constexpr double kRareShare = 0.2; // of the places between cores
constexpr std::size_t kWindow = 4096; // cores on which numbers of layers are compared
constexpr int kRounds = 2; // of refinement
constexpr std::size_t kMaxCounts = 20; // numbers of layers that are tried

MarkLevel levelOf(double weight)
{
    return weight < 0 ? MarkLevel::Against
        : weight == 0 ? MarkLevel::None
        : weight <= 1 ? MarkLevel::Weak
        : weight <= 2 ? MarkLevel::Middle
                      : MarkLevel::Strong;
}

std::size_t index(MarkLevel level)
{
    return static_cast<std::size_t>(level);
}

// Log-odds of a boundary before each core, refined by a path: counts of the trace are added to those of the table.
class MarkModel {
public:
    MarkModel(const BoundaryEvidence &evidence, std::size_t cores)
        : m_evidence(evidence)
        , m_cores(cores)
    {
        for (std::size_t c = 1; c < cores; ++c) {
            for (std::size_t kind = 0; kind < kMarkKinds; ++kind)
                ++m_all[kind][index(evidence.marks[c][kind])];
        }
        refine({}, {});
    }

    // decoders: first cores of the decoders inside of passes, whose embedding is no evidence for a boundary.
    void refine(const std::vector<std::uint32_t> &path, const std::vector<std::uint32_t> &decoders)
    {
        std::array<Levels, kMarkKinds> at{};
        double boundaries = 0;
        for (const std::uint32_t c : path) {
            if (c == 0 || c >= m_cores)
                continue;
            ++boundaries;
            for (std::size_t kind = 0; kind < kMarkKinds; ++kind)
                ++at[kind][index(m_evidence.marks[c][kind])];
        }
        std::array<Levels, kMarkKinds> in = m_all;
        for (const std::uint32_t c : decoders) {
            --in[kEmbeddingKind][index(m_evidence.marks[c][kEmbeddingKind])];
            ++in[kEmbeddingKind][index(MarkLevel::None)];
        }
        const double inside = static_cast<double>(m_cores) - 1 - boundaries;
        m_fit = 0;
        const std::span<const PassEvidence> kinds = passEvidences();
        for (std::size_t kind = 0; kind < kMarkKinds; ++kind) {
            for (std::size_t level = 0; level < kMarkLevels && m_evidence.shown[kind]; ++level) {
                const double priorAt = kWeightAtBoundary * kinds[kind].atBoundary[level];
                const double priorIn = kinds[kind].weightInside * kinds[kind].inside[level];
                const double probabilityAt = (at[kind][level] + priorAt) / (boundaries + kWeightAtBoundary);
                const double probabilityIn = (in[kind][level] - at[kind][level] + priorIn) / (inside + kinds[kind].weightInside);
                m_logOdds[kind][level] = std::clamp(std::log(probabilityAt / probabilityIn), -kCapOfKind, kCapOfKind);
                m_fit += (at[kind][level] + priorAt) * std::log(probabilityAt) - priorAt * std::log(kinds[kind].atBoundary[level])
                    + (in[kind][level] - at[kind][level] + priorIn) * std::log(probabilityIn)
                    - priorIn * std::log(kinds[kind].inside[level]);
            }
        }
    }

    // Log-likelihood of all marks under the last path.
    [[nodiscard]] double fit() const { return m_fit; }

    [[nodiscard]] std::vector<PlaceOdds> odds() const
    {
        std::vector<PlaceOdds> odds(m_cores);
        for (std::size_t c = 1; c < m_cores; ++c) {
            double sum = 0;
            for (std::size_t kind = 0; kind < kMarkKinds; ++kind) {
                const MarkLevel level = m_evidence.marks[c][kind];
                sum += m_logOdds[kind][index(level)];
                odds[c].named = odds[c].named || (passEvidences()[kind].namesEnds && level > MarkLevel::None);
            }
            odds[c].otherBlocks = m_evidence.marks[c][kOtherBlocksKind] > MarkLevel::None;
            const bool together = !m_evidence.samePass.empty() && m_evidence.samePass[c] != 0;
            odds[c].boundary = together ? kSamePass : std::clamp(sum, -kAllMarks, kAllMarks);
            if (m_evidence.openEmbedding[c] != 0) {
                odds[c].openEmbedding = true;
                odds[c].decoder = std::max(0.0, odds[c].boundary);
                odds[c].boundary += kNothingEnded;
            }
        }
        return odds;
    }

private:
    const BoundaryEvidence &m_evidence;
    std::size_t m_cores = 0;
    std::array<Levels, kMarkKinds> m_all{}; // places by kind and level
    std::array<Levels, kMarkKinds> m_logOdds{};
    double m_fit = 0;
};

struct Attempt {
    int layers = 0; // that a pass was taken to have
    PassPath path;
    std::vector<PlaceOdds> odds; // of the round that gave the path
    double score = -std::numeric_limits<double>::infinity();
};

std::vector<std::uint32_t> begins(const PassPath &path)
{
    std::vector<std::uint32_t> first;
    for (const PassSegment &segment : path.segments)
        first.push_back(segment.begin);
    return first;
}

std::vector<std::uint32_t> decoders(const PassPath &path, const std::vector<PlaceOdds> &odds)
{
    std::vector<std::uint32_t> first;
    for (const PassSegment &segment : path.segments) {
        for (std::uint32_t c = segment.begin + 1; segment.joined && c < segment.end; ++c) {
            if (odds[c].openEmbedding)
                first.push_back(c);
        }
    }
    return first;
}

// Places where evidence that knows what ends or begins is strong.
std::vector<std::uint32_t> strongPlaces(const BoundaryEvidence &evidence, std::size_t cores)
{
    return allIn({1, static_cast<std::uint32_t>(cores)}, [&](std::uint32_t c) {
        return anyIn({0, kMarkKinds},
            [&](std::uint32_t kind) { return passEvidences()[kind].namesEnds && evidence.marks[c][kind] == MarkLevel::Strong; });
    });
}

// The best path from what the table says of the marks; or, given strong places, from what the marks say where these bound passes.
Attempt attempt(const BoundaryEvidence &evidence, std::size_t cores, const PassLengths &lengths, int rounds,
    const std::vector<std::uint32_t> &strong = {})
{
    Attempt best;
    best.layers = static_cast<int>(lengths.layers());
    MarkModel marks(evidence, cores);
    if (!strong.empty())
        marks.refine(strong, {});
    for (int round = 0; round <= rounds; ++round) {
        std::vector<PlaceOdds> odds = marks.odds();
        PassPath path = bestPath(odds, lengths);
        marks.refine(begins(path), decoders(path, odds));
        const double score = marks.fit() + path.lengthScore + lengths.prior(path);
        if (score <= best.score + 1e-9)
            break;
        best = {best.layers, std::move(path), std::move(odds), score};
    }
    return best;
}

// Several drafts behind each pass are often found only where all strong marks are taken for boundaries first. Numbers of layers
// that explain the trace much worse are not tried again.
void attemptByStrongPlaces(const BoundaryEvidence &evidence, std::size_t cores, const PassPriors &priors,
    std::vector<Attempt> &attempts, const JobControl &control)
{
    constexpr double kMuchWorse = 0.3; // of the log-likelihood
    constexpr double kLittle = 100;
    constexpr int kFewestLayers = 4; // of a model beside another one; a draft has fewer
    const std::vector<std::uint32_t> strong = strongPlaces(evidence, cores);
    double best = -std::numeric_limits<double>::infinity();
    std::vector<PassPath> paths;
    for (const Attempt &first : attempts) {
        best = std::max(best, first.score);
        paths.push_back(first.path);
    }
    std::ranges::sort(paths, {}, begins);
    paths.erase(
        std::unique(paths.begin(), paths.end(), [](const PassPath &a, const PassPath &b) { return begins(a) == begins(b); }),
        paths.end());
    for (Attempt &first : attempts) {
        PassLengths lengths(first.layers, priors);
        if (first.score < best - std::max(kLittle, kMuchWorse * std::abs(best)) || control.stopRequested())
            continue;
        const auto tryFrom = [&](const std::vector<std::uint32_t> &places) {
            if (Attempt next = attempt(evidence, cores, lengths, kRounds, places); next.score > first.score + 1e-9)
                first = std::move(next);
        };
        if (!strong.empty() && lengths.drafts() > 0)
            tryFrom(strong);
        // The path of another number of layers may show several passes of this one. Those of another length that come again are
        // those of a second model.
        for (const PassPath &path : paths) {
            const auto own = std::ranges::count_if(path.segments, [&](const PassSegment &segment) {
                return segment.begin > 0 && segment.end < cores && segment.end - segment.begin == lengths.layers();
            });
            if (own < 2 || first.layers < kFewestLayers)
                continue;
            lengths.learn(path);
            tryFrom(begins(path));
        }
    }
}

// The keys with the largest values, of equal ones the largest key.
std::vector<std::pair<int, int>> byValue(const std::map<int, int> &values, std::size_t most)
{
    std::vector<std::pair<int, int>> sorted; // value, key
    for (const auto &[key, value] : values)
        sorted.emplace_back(value, key);
    std::sort(sorted.begin(), sorted.end(), std::greater<>());
    sorted.resize(std::min(most, sorted.size()));
    return sorted;
}

// Distances between places of at least each of a few strengths: passes are as long as one of them.
std::set<int> likelyCounts(const BoundaryEvidence &evidence, std::size_t cores, const PassPriors &priors)
{
    const std::vector<PlaceOdds> odds = MarkModel(evidence, cores).odds();
    std::vector<double> levels;
    for (std::size_t c = 1; c < cores; ++c)
        levels.push_back(odds[c].boundary);
    std::sort(levels.begin(), levels.end(), std::greater<>());
    levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
    std::map<int, int> votes; // count -> cores in runs of that length, of any level
    constexpr std::size_t kLevelsTried = 24;
    for (std::size_t l = 0; l < std::min(levels.size(), kLevelsTried); ++l) {
        std::map<int, int> held;
        std::size_t begin = 0;
        for (std::size_t c = 1; c <= cores; ++c) {
            if (c < cores && odds[c].boundary < levels[l])
                continue;
            held[static_cast<int>(c - begin)] += static_cast<int>(c - begin);
            begin = c;
        }
        for (const auto &[sum, length] : byValue(held, 3))
            votes[length] = std::max(votes[length], sum);
    }
    std::set<int> counts{static_cast<int>(cores)};
    for (const auto &[sum, length] : byValue(votes, kMaxCounts))
        counts.insert(length);
    if (priors.layers > 0)
        counts.insert(priors.layers);
    if (priors.layers > priors.encoderLayers)
        counts.insert(priors.layers - priors.encoderLayers);
    return counts;
}

} // namespace

BoundaryEvidence boundaryEvidence(const TraceDocument &document, const MainSequence &sequence,
    const std::vector<LayerCore> &cores, const StepOfKernel &steps, const JobControl &control)
{
    BoundaryEvidence found;
    Marks none;
    none.fill(MarkLevel::None);
    found.marks.assign(cores.size(), none);
    found.openEmbedding.assign(cores.size(), 0);
    if (cores.size() < 2)
        return found;
    const PlaceIndex places(document, sequence, cores, steps);
    std::size_t kind = 0;
    for (const PassEvidence &evidence : passEvidences()) {
        if (control.stopRequested())
            return found;
        std::vector<double> weights(places.size(), 0.0);
        evidence.weigh(places, weights);
        for (std::size_t n = 0; n < places.size(); ++n)
            found.marks[n + 1][kind] = levelOf(weights[n]);
        const bool outside = sequence.holds({0, cores.front().span.begin}, evidence.tokens)
            || sequence.holds({cores.back().span.end, sequence.size()}, evidence.tokens);
        found.shown[kind] = outside || std::any_of(weights.begin(), weights.end(), [](double weight) { return weight != 0; });
        ++kind;
    }
    // What stands between a few cores only is what passes begin or end with.
    const auto rare = [&places](std::uint32_t i) { return places.share(i) > 0 && places.share(i) <= kRareShare; };
    found.beginShown = rare(0) || sequence.holds({0, cores.front().span.begin}, kTokenInput);
    found.endShown = rare(sequence.size() - 1) || sequence.holds({cores.back().span.end, sequence.size()}, kTokenResult);
    const std::vector<char> open = openEmbeddings(places);
    std::copy(open.begin(), open.end(), found.openEmbedding.begin() + 1);
    return found;
}

PassRuns splitPasses(const BoundaryEvidence &evidence, const PassPriors &given, const JobControl &control)
{
    PassPriors priors = given;
    priors.beginShown = evidence.beginShown;
    priors.endShown = evidence.endShown;
    PassRuns result;
    const std::size_t cores = evidence.marks.size();
    if (cores == 0)
        return result;
    const std::size_t window = std::min(cores, kWindow);
    std::set<int> counts = likelyCounts(evidence, window, priors);
    if (priors.fixed && priors.layers > 0)
        counts = {priors.layers};
    std::vector<Attempt> attempts;
    for (const int count : counts) {
        if (control.stopRequested())
            return result;
        attempts.push_back(attempt(evidence, window, PassLengths(count, priors), kRounds));
    }
    attemptByStrongPlaces(evidence, window, priors, attempts, control);
    auto best = std::ranges::max_element(attempts, {}, &Attempt::score);
    // Of passes that the capture cuts all, a config says how many layers they have.
    const auto stated = std::ranges::find(attempts, priors.layers, &Attempt::layers);
    if (stated != attempts.end() && best->path.segments.size() <= 2 && begins(stated->path) == begins(best->path))
        best = stated;
    result.layers = best->layers;
    result.fromConfig = result.layers == priors.layers;
    result.margin = kMaxMargin;
    for (const Attempt &other : attempts) {
        if (begins(other.path) != begins(best->path))
            result.margin = std::min(result.margin, best->score - other.score);
    }
    PassLengths lengths(result.layers, priors);
    Attempt whole = window == cores ? std::move(*best) : attempt(evidence, cores, lengths, 1);
    for (const PassSegment &segment : whole.path.segments) {
        PassRun run{segment.begin, segment.end, whole.odds[segment.begin].boundary, 1, false, segment.joined};
        const Marks &marks = evidence.marks[segment.begin];
        run.counted = segment.begin > 0 && std::ranges::none_of(marks, [](MarkLevel level) { return level > MarkLevel::None; });
        result.runs.push_back(run);
    }
    result.odds = std::move(whole.odds);
    result.priors = priors;
    return result;
}

void addPosteriors(PassRuns &runs)
{
    PassPath path;
    for (const PassRun &run : runs.runs)
        path.segments.push_back({run.firstCore, run.endCore, run.joined});
    if (path.segments.empty())
        return;
    PassLengths lengths(runs.layers, runs.priors);
    lengths.learn(path);
    const std::vector<double> posteriors = segmentPosteriors(runs.odds, lengths, path);
    for (std::size_t r = 0; r < runs.runs.size(); ++r)
        runs.runs[r].posterior = posteriors[r];
}

} // namespace lamella::core
