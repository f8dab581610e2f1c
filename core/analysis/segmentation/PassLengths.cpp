// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/segmentation/PassSplitter.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace lamella::core {

namespace {

// Log-probabilities of what a segment is.
constexpr double kWhole = -0.1;
constexpr double kWholeAnywhere = -1.5; // whole at an end of the capture that does not show it
constexpr double kDraft = -0.7; // behind evidence for a boundary
constexpr double kLongDraft = -3.0; // of more layers than one, where no config says so
constexpr double kCut = -1.0; // by an end of the capture, and where in the pass
constexpr double kWhere = 0.5; // for one end of the capture: where it lies in a pass nearly tells where the other one does
constexpr double kCoresLost = -4.5; // one or two cores too few or too many
constexpr double kOther = -7.0; // another model, a pass of another kind
constexpr double kOtherPerCore = -0.05;
constexpr double kMostOther = -10.0;
constexpr double kRecurring = -2.5; // the same, as long as several others
constexpr int kRecurs = 2;
constexpr double kNotAsked = -40.0; // another length than the number of layers that the user set
constexpr double kNotAskedPerCore = -20.0; // surer than the evidence of all boundaries that it would save
constexpr std::uint32_t kLostOfAsked = 8; // of so many layers that the user set, one may be lost
constexpr double kJoined = -1.2; // an encoder runs before the decoder, or another network before the first pass
constexpr double kOwnNetwork = -4.0; // another network runs before a later pass: a vision tower
constexpr double kConfigKnown = 7.0; // the config's number of layers against any other one
constexpr double kConfigUnseen = 2.5; // the same where no pass shows it
constexpr double kStageOfConfig = 2.0; // an even part of it, where the trace shows neither begin nor end of the model
constexpr std::uint32_t kMostLayers = 128; // of known models
constexpr double kTooMany = -8.0;
constexpr double kTooManyPerLayer = -0.05;
constexpr std::uint32_t kDraftsOf = 8; // a draft has at most this part of the layers
constexpr std::uint32_t kFewestForDrafts = 4;
constexpr std::uint32_t kLost = 2;
constexpr std::uint32_t kMostEncoder = 64;
constexpr double kMarked = -1.0; // log-odds from which a place may bound a segment of any length
constexpr double kDraftMarked = -3.0; // and from which a draft may begin, where evidence that knows what it sees speaks for it
constexpr std::size_t kMarkedBack = 16; // marked places before one that are tried
constexpr double kNothing = 40; // log-odds that add nothing to a sum
constexpr double kNever = -std::numeric_limits<double>::infinity();

// Visits every segment that may end before core `end`: visit(begin, log-probability, joined).
template <class Visit>
void segmentsTo(std::uint32_t end, const std::vector<PlaceOdds> &odds, const std::vector<std::uint32_t> &marked,
    const PassLengths &lengths, Visit visit)
{
    const bool last = end == odds.size();
    const std::vector<std::uint32_t> &usual = lengths.usual();
    const CaptureEnds ends{false, last};
    const bool endNamed = last || odds[end].named; // what follows a draft begins like it
    const auto mayBeDraft = [&](std::uint32_t begin) {
        return endNamed && odds[begin].named && odds[begin].boundary >= kDraftMarked;
    };
    for (const std::uint32_t length : usual) {
        if (length < end)
            visit(end - length, lengths.score(length, ends, mayBeDraft(end - length)), false);
    }
    // Cut at the front, or whole; or a network of its own that begins in the capture, before the model.
    const bool ownNetwork = !last && odds[end].otherBlocks && lengths.beginShown();
    visit(0, std::max(lengths.score(end, {true, last}), ownNetwork ? kJoined : kNever), false);
    const auto isUsual = [&](std::uint32_t length) { return std::binary_search(usual.begin(), usual.end(), length); };
    if (last) {
        for (std::uint32_t begin = end > lengths.layers() ? end - lengths.layers() : 1; begin < end; ++begin) {
            if (!isUsual(end - begin))
                visit(begin, lengths.score(end - begin, ends), false);
        }
    }
    const auto before = std::lower_bound(marked.begin(), marked.end(), end);
    const bool bounds = last || (before != marked.end() && *before == end);
    for (auto it = before; bounds && it != marked.begin() && before - it < static_cast<std::ptrdiff_t>(kMarkedBack);) {
        const std::uint32_t length = end - *--it;
        if (!isUsual(length) && !(last && length < lengths.layers()))
            visit(*it,
                std::max(lengths.score(length, ends, mayBeDraft(*it)), !last && odds[end].otherBlocks ? kOwnNetwork : kNever),
                false);
    }
    // The decoder begins at an embedding, as many layers before; the end of the capture may have cut it.
    const std::uint32_t longest = std::min(lengths.layers(), end - 1);
    for (std::uint32_t length = last ? 1 : lengths.layers(); length <= longest; ++length) {
        const std::uint32_t decoder = end - length;
        if (!odds[decoder].openEmbedding)
            continue;
        const double cut = length < lengths.layers() ? lengths.score(length, {false, true}) : 0;
        const double begins = odds[decoder].decoder + cut;
        for (std::uint32_t encoder = 2; encoder <= std::min(decoder, kMostEncoder); ++encoder)
            visit(decoder - encoder, lengths.joinedScore(encoder) + begins, true);
    }
}

std::vector<std::uint32_t> markedPlaces(const std::vector<PlaceOdds> &odds)
{
    return allIn({1, static_cast<std::uint32_t>(odds.size())}, [&](std::uint32_t c) { return odds[c].boundary >= kMarked; });
}

double logSum(double a, double b)
{
    if (a < b)
        std::swap(a, b);
    return b < a - kNothing ? a : a + std::log1p(std::exp(b - a));
}

} // namespace

PassLengths::PassLengths(int layers, const PassPriors &priors)
    : m_layers(static_cast<std::uint32_t>(std::max(1, layers)))
    , m_encoder(static_cast<std::uint32_t>(std::max(0, priors.encoderLayers)))
    , m_cut(kCut - kWhere * std::log(static_cast<double>(m_layers)))
    , m_asked(priors.fixed && priors.layers > 0)
    , m_beginShown(priors.beginShown)
    , m_endShown(priors.endShown)
    , m_lost(m_asked ? std::min(kLost, m_layers / kLostOfAsked) : kLost)
{
    if (m_layers >= kFewestForDrafts)
        m_drafts = priors.draftLayers > 0 ? static_cast<std::uint32_t>(priors.draftLayers) : std::max(1U, m_layers / kDraftsOf);
    m_draftsKnown = priors.draftLayers > 0;
    m_drafts = std::min(m_drafts, m_layers - 1);
    for (std::uint32_t length = 1; length <= m_drafts; ++length)
        m_usual.push_back(length);
    for (std::uint32_t length = std::max(m_drafts, m_layers > m_lost ? m_layers - m_lost - 1 : 0) + 1;
         length <= m_layers + m_lost; ++length)
        m_usual.push_back(length);
    m_configured = priors.layers > 0 && layers == priors.layers;
    const bool stage = priors.layers > 0 && m_layers > 1 && priors.layers % layers == 0 && !priors.beginShown && !priors.endShown;
    if (m_configured || stage)
        m_prior = m_configured ? kConfigUnseen : kStageOfConfig;
    else if (m_layers > kMostLayers)
        m_prior = kTooMany + kTooManyPerLayer * (m_layers - kMostLayers);
}

double PassLengths::prior(const PassPath &path) const
{
    const auto shown = [&](const PassSegment &segment) {
        return segment.joined || segment.end - segment.begin + m_lost >= m_layers;
    };
    // All layers of a model with neither its begin nor its end around them are more likely several passes of a stage.
    const bool bare = path.segments.size() == 1 && !m_beginShown && !m_endShown;
    return m_configured && !bare && std::any_of(path.segments.begin(), path.segments.end(), shown) ? kConfigKnown : m_prior;
}

double PassLengths::score(std::uint32_t length, CaptureEnds ends, bool mayBeDraft) const
{
    // An end of the capture that shows nothing around the layers may lie anywhere in a pass, where there are several.
    const bool anywhere = ends.front != ends.back && !(ends.front ? m_beginShown : m_endShown);
    if (length == m_layers)
        return anywhere ? kWholeAnywhere : kWhole;
    double best = kNever;
    if (mayBeDraft && length <= m_drafts)
        best = length == 1 || m_draftsKnown ? kDraft : kLongDraft;
    if ((ends.front || ends.back) && length < m_layers)
        best = std::max(best, ends.front && ends.back ? kCut : m_cut); // a part of one pass may lie anywhere in it
    const std::uint32_t off = length > m_layers ? length - m_layers : m_layers - length;
    if (off <= m_lost)
        best = std::max(best, kCoresLost - 0.5 * off);
    if (std::binary_search(m_recurring.begin(), m_recurring.end(), length))
        best = std::max(best, mayBeDraft && length < m_layers ? kDraft : kRecurring);
    return std::max(best, m_asked ? kNotAsked + kNotAskedPerCore * off : std::max(kMostOther, kOther + kOtherPerCore * off));
}

void PassLengths::learn(const PassPath &path)
{
    m_recurring.clear();
    if (m_asked)
        return;
    std::map<std::uint32_t, int> count;
    for (const PassSegment &segment : path.segments) {
        const bool inside = segment.begin > 0 && &segment != &path.segments.back();
        const std::uint32_t length = segment.end - segment.begin;
        if (inside && !segment.joined && !std::binary_search(m_usual.begin(), m_usual.end(), length))
            ++count[length];
    }
    for (const auto &[length, times] : count) {
        if (times >= kRecurs)
            m_recurring.push_back(length);
    }
}

double PassLengths::joinedScore(std::uint32_t encoder) const
{
    return m_encoder == 0 || encoder == m_encoder ? kJoined : kCoresLost;
}

PassPath bestPath(const std::vector<PlaceOdds> &odds, const PassLengths &lengths)
{
    const auto cores = static_cast<std::uint32_t>(odds.size());
    const std::vector<std::uint32_t> marked = markedPlaces(odds);
    struct BestEnd {
        double score = kNever;
        double length = 0;
        std::uint32_t begin = 0;
        bool joined = false;
    };
    std::vector<BestEnd> steps(cores + 1);
    steps[0].score = 0;
    for (std::uint32_t end = 1; end <= cores; ++end) {
        BestEnd &step = steps[end];
        segmentsTo(end, odds, marked, lengths, [&](std::uint32_t begin, double length, bool joined) {
            const double score = steps[begin].score + length;
            if (score > step.score)
                step = {score, length, begin, joined};
        });
        step.score += end < cores ? odds[end].boundary : 0;
    }
    PassPath path;
    for (std::uint32_t end = cores; end > 0; end = steps[end].begin) {
        path.segments.push_back({steps[end].begin, end, steps[end].joined});
        path.lengthScore += steps[end].length;
    }
    std::reverse(path.segments.begin(), path.segments.end());
    return path;
}

std::vector<double> segmentPosteriors(const std::vector<PlaceOdds> &odds, const PassLengths &lengths, const PassPath &path)
{
    const auto cores = static_cast<std::uint32_t>(odds.size());
    const std::vector<std::uint32_t> marked = markedPlaces(odds);
    std::vector<double> forward(cores + 1, kNever);
    std::vector<double> backward(cores + 1, kNever);
    forward[0] = 0;
    backward[cores] = 0;
    for (std::uint32_t end = 1; end <= cores; ++end) {
        segmentsTo(end, odds, marked, lengths,
            [&](std::uint32_t begin, double length, bool) { forward[end] = logSum(forward[end], forward[begin] + length); });
        forward[end] += end < cores ? odds[end].boundary : 0;
    }
    for (std::uint32_t end = cores; end > 0; --end) {
        const double after = backward[end] + (end < cores ? odds[end].boundary : 0);
        segmentsTo(end, odds, marked, lengths,
            [&](std::uint32_t begin, double length, bool) { backward[begin] = logSum(backward[begin], after + length); });
    }
    std::vector<double> posteriors;
    for (const PassSegment &segment : path.segments) {
        const double after = backward[segment.end] + (segment.end < cores ? odds[segment.end].boundary : 0);
        double all = kNever; // over what the segment may be
        segmentsTo(segment.end, odds, marked, lengths,
            [&](std::uint32_t begin, double length, bool) { all = begin == segment.begin ? logSum(all, length) : all; });
        posteriors.push_back(std::min(1.0, std::exp(forward[segment.begin] + all + after - forward[cores])));
    }
    return posteriors;
}

} // namespace lamella::core
