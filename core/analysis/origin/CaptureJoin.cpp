// SPDX-License-Identifier: GPL-3.0-or-later
// Names become numbers that all documents share. Graphs of a companion that were captured together (the pieces of a model) are a
// set, and its replays have to follow one another in the same order.
#include "core/analysis/origin/CaptureJoin.h"

#include "core/analysis/origin/GraphSets.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <optional>

namespace lamella::core {

namespace {

Error unfit(const Companion &companion, Message detail)
{
    return {ErrorCode::BadProfile, std::move(detail), companion.file, -1};
}

// Engines replay the smallest captured graph that holds a step. The coarsest list of sizes in use is the powers of two.
bool fitsBatch(std::int64_t tokens, std::int64_t batch)
{
    if (tokens <= 0 || batch <= 0)
        return true;
    return tokens <= batch && static_cast<std::uint64_t>(batch) <= std::bit_ceil(static_cast<std::uint64_t>(tokens));
}

class Joiner {
public:
    Joiner(const TraceDocument &document, std::span<const Companion> companions, const JobControl &control)
        : m_document(document)
        , m_companions(companions)
        , m_control(control)
    {
    }
    Result<CaptureMapping> join();

private:
    struct Run { // replays that follow one another and the graphs of a set
        const GraphSet *set = nullptr;
        std::size_t firstGraph = 0;
        std::size_t length = 0;
        OriginKind kind = OriginKind::None;
    };

    Result<void> readCompanions();
    void readReplays();
    Run runAt(const GraphSet &set, std::span<const std::size_t> replays, std::size_t firstGraph) const;
    Run bestRun(std::span<const std::size_t> replays, bool first) const;
    void take(const Run &run, std::span<const std::size_t> replays);
    void takeReplay(std::size_t replay, const GraphSequence &graph, std::size_t skipped, OriginKind kind);
    void joinThread(std::span<const std::size_t> replays);
    void joinCutReplays();
    void joinEager();
    [[nodiscard]] Result<void> verdict();
    [[nodiscard]] Error refusal(std::size_t replay) const;

    const TraceDocument &m_document;
    std::span<const Companion> m_companions;
    const JobControl &m_control;
    NameKeys m_names;
    std::vector<GraphSequence> m_graphs; // of captures
    std::vector<GraphSet> m_sets; // by batch size
    std::vector<GraphSequence> m_eager; // a thread of an eager run each
    std::vector<GraphReplay> m_replays;
    std::vector<GraphSequence> m_sequences; // of the replays
    std::vector<std::uint8_t> m_joined; // by replay
    std::vector<std::uint8_t> m_usedSet; // by set: joined with a whole replay
    CaptureMapping m_mapping;
};

Result<void> Joiner::readCompanions()
{
    for (std::uint32_t c = 0; c < m_companions.size(); ++c) {
        const Companion &companion = m_companions[c];
        if (companion.eager) {
            for (GraphSequence &thread : eagerSequences(*companion.document, c, m_names, m_control))
                m_eager.push_back(std::move(thread));
            continue;
        }
        std::size_t sets = 0;
        std::int64_t annotated = 0;
        static const LaunchedNames kNoNames;
        const std::vector<CapturedGraph> graphs =
            capturedGraphs(*companion.document, companion.names ? *companion.names : kNoNames, m_control);
        if (m_control.stopRequested())
            return Error{ErrorCode::Cancelled, "stopped", {}, -1};
        if (graphs.empty())
            return unfit(
                companion, "no graph was captured while it was recorded; give the trace of the capture, not of a replay");
        for (const auto &[first, count] : graphsTogether(graphs)) {
            const std::int64_t stated = graphs[first].batch;
            annotated = std::max(annotated, stated);
            if (stated > 0 && companion.batch > 0 && stated != companion.batch)
                continue;
            const std::int64_t batch = stated > 0 ? stated : companion.batch;
            m_sets.push_back({c, m_graphs.size(), count, batch});
            for (std::size_t g = first; g < first + count; ++g)
                m_graphs.push_back(sequenceOf(c, graphs[g], m_names));
            ++sets;
        }
        if (sets == 0)
            return unfit(companion,
                msg("execution_details.json states batch size %1, but the graphs in it were captured for %2", companion.batch,
                    annotated));
    }
    std::stable_sort(m_sets.begin(), m_sets.end(), [](const GraphSet &a, const GraphSet &b) { return a.batch < b.batch; });
    m_usedSet.assign(m_sets.size(), 0);
    return {};
}

void Joiner::readReplays()
{
    m_replays = graphReplays(m_document, m_control);
    m_joined.assign(m_replays.size(), 0);
    for (const GraphReplay &replay : m_replays)
        m_sequences.push_back(sequenceOf(m_document, replay, m_names));
    m_mapping.calls.resize(m_document.kernels.size());
    m_mapping.replayOf.assign(m_document.kernels.size(), 0);
    m_mapping.replays = m_replays.size();
    for (const GraphReplay &replay : m_replays)
        m_mapping.kernels += replay.kernels.size();
}

// The longest run of replays from the first on that the graphs of the set explain; length 0 if it ends too early.
Joiner::Run Joiner::runAt(const GraphSet &set, std::span<const std::size_t> replays, std::size_t firstGraph) const
{
    Run run{&set, firstGraph, std::min(set.count - firstGraph, replays.size()), OriginKind::Order};
    for (std::size_t i = 0; i < run.length; ++i) {
        const OriginKind kind = matchOf(m_sequences[replays[i]], m_graphs[set.first + firstGraph + i]);
        if (kind == OriginKind::None)
            return {};
        run.kind = std::max(run.kind, kind);
    }
    return run;
}

Joiner::Run Joiner::bestRun(std::span<const std::size_t> replays, bool first) const
{
    Run best;
    for (const GraphSet &set : m_sets) {
        if (!fitsBatch(m_replays[replays.front()].tokens, set.batch))
            continue;
        Run run = runAt(set, replays, 0);
        for (std::size_t g = 1; first && run.length == 0 && g < set.count; ++g) // the recording began between pieces
            run = runAt(set, replays, g);
        if (run.length > 0 && (best.length == 0 || run.kind < best.kind))
            best = run;
    }
    return best;
}

void Joiner::takeReplay(std::size_t replay, const GraphSequence &graph, std::size_t skipped, OriginKind kind)
{
    const GraphReplay &replayed = m_replays[replay];
    const std::vector<std::size_t> places =
        kind == OriginKind::Names ? placesByName(m_sequences[replay], graph) : std::vector<std::size_t>();
    m_joined[replay] = 1;
    ++m_mapping.joinedReplays;
    m_mapping.joinedKernels += replayed.kernels.size();
    for (std::size_t i = 0; i < replayed.kernels.size(); ++i) {
        const std::size_t at = places.empty() ? skipped + i : places[i];
        m_mapping.calls[replayed.kernels[i].value] = {graph.companion, graph.calls[at], kind};
        m_mapping.replayOf[replayed.kernels[i].value] = static_cast<std::uint32_t>(replay + 1);
    }
}

void Joiner::take(const Run &run, std::span<const std::size_t> replays)
{
    m_usedSet[static_cast<std::size_t>(run.set - m_sets.data())] = 1;
    for (std::size_t i = 0; i < run.length; ++i) {
        const GraphSequence &graph = m_graphs[run.set->first + run.firstGraph + i];
        takeReplay(replays[i], graph, 0, matchOf(m_sequences[replays[i]], graph));
    }
}

void Joiner::joinThread(std::span<const std::size_t> replays)
{
    for (std::size_t i = 0; i < replays.size() && !m_control.stopRequested();) {
        const Run run = bestRun(replays.subspan(i), i == 0);
        if (run.length > 0)
            take(run, replays.subspan(i));
        i += std::max<std::size_t>(1, run.length);
    }
}

// The first and the last replay, of which the recording may have only the end or the begin.
void Joiner::joinCutReplays()
{
    if (m_replays.empty() || m_mapping.joinedReplays == 0)
        return;
    for (const bool last : {false, true}) {
        const std::size_t replay = last ? m_replays.size() - 1 : 0;
        for (std::size_t s = 0; s < m_sets.size() && m_joined[replay] == 0; ++s) {
            if (m_usedSet[s] == 0 || m_sets[s].count != 1 || !fitsBatch(m_replays[replay].tokens, m_sets[s].batch))
                continue;
            const GraphSequence &graph = m_graphs[m_sets[s].first];
            const std::vector<std::uint32_t> &cut = m_sequences[replay].keys;
            if (!graph.named || cut.size() >= graph.keys.size())
                continue;
            const std::size_t skipped = last ? 0 : graph.keys.size() - cut.size();
            if (std::equal(cut.begin(), cut.end(), graph.keys.begin() + static_cast<std::ptrdiff_t>(skipped)))
                takeReplay(replay, graph, skipped, OriginKind::Order);
        }
    }
}

void Joiner::joinEager()
{
    std::map<std::vector<std::uint32_t>, std::pair<std::size_t, std::size_t>> found; // thread and place of a sequence
    for (std::size_t r = 0; r < m_replays.size() && !m_control.stopRequested(); ++r) {
        if (m_joined[r] != 0)
            continue;
        const auto [known, added] = found.try_emplace(m_sequences[r].keys, m_eager.size(), 0);
        for (std::size_t t = 0; added && t < m_eager.size(); ++t)
            if (const auto at = firstPlaceOf(m_sequences[r].keys, m_eager[t].keys)) {
                known->second = {t, *at};
                break;
            }
        if (known->second.first < m_eager.size())
            takeReplay(r, m_eager[known->second.first], known->second.second, OriginKind::Eager);
    }
}

// Why this replay fits none of the companions, with the counts of the one that comes nearest.
Error Joiner::refusal(std::size_t replay) const
{
    const GraphSequence &wanted = m_sequences[replay];
    const GraphSequence *nearest = nullptr;
    std::size_t most = 0;
    std::int64_t otherBatch = 0;
    for (const GraphSet &set : m_sets) {
        if (!fitsBatch(m_replays[replay].tokens, set.batch)) {
            otherBatch = set.batch;
            if (nearest == nullptr && m_sets.size() == 1)
                return unfit(m_companions[set.companion],
                    msg("it was captured for batch size %1, but the step here computes %2 tokens; give the capture of that size",
                        set.batch, m_replays[replay].tokens));
            continue;
        }
        for (std::size_t g = set.first; g < set.first + set.count; ++g) {
            const std::size_t common = commonNames(wanted, m_graphs[g]);
            if (nearest == nullptr || common > most)
                nearest = &m_graphs[g];
            most = std::max(most, common);
        }
    }
    for (const GraphSequence &thread : m_eager) {
        const std::size_t common = commonNames(wanted, thread);
        if (nearest == nullptr || common > most)
            nearest = &thread;
        most = std::max(most, common);
    }
    if (nearest == nullptr)
        return unfit(m_companions.front(),
            msg("none of %1 captures is for a step of %2 tokens (the last one is for %3)", m_sets.size(),
                m_replays[replay].tokens, otherBatch));
    const Companion &companion = m_companions[nearest->companion];
    if (!nearest->complete)
        return unfit(companion,
            msg("the capture is partial: %1 launches are recorded, but not both its begin and its end; the replay has %2 kernels",
                nearest->keys.size(), wanted.keys.size()));
    if (companion.eager)
        return unfit(companion,
            msg("the %1 kernels of a replay do not follow one another in its %2 launches; %3 of their names occur there",
                wanted.keys.size(), nearest->keys.size(), most));
    if (most == wanted.keys.size() && most == nearest->keys.size())
        return unfit(companion,
            msg("the names of replay %1 of %2 fit a graph of the capture, but not in its order: %3 graphs were captured; it is "
                "of "
                "another model, or partial",
                replay + 1, m_replays.size(), m_graphs.size()));
    if (!nearest->named && wanted.severalStreams)
        return unfit(companion,
            msg("the capture records no names for its %1 launches, and the %2 kernels of a replay run on several streams, so "
                "that "
                "their order says nothing",
                nearest->keys.size(), wanted.keys.size()));
    return unfit(companion,
        msg("a replay of %1 kernels does not fit the capture of %2 launches: %3 names agree; it is of another model or batch "
            "size, "
            "or partial",
            wanted.keys.size(), nearest->keys.size(), most));
}

Result<void> Joiner::verdict()
{
    if (m_replays.empty())
        return unfit(m_companions.front(), "the trace has no replays of graphs that it could name");
    std::map<EventId, bool> joinedStep; // steps with a joined replay
    for (std::size_t r = 0; r < m_replays.size(); ++r)
        if (m_joined[r] != 0 && m_replays[r].step.valid())
            joinedStep[m_replays[r].step] = true;
    std::size_t open = 0;
    for (std::size_t r = 0; r < m_replays.size(); ++r) {
        if (m_joined[r] != 0)
            continue;
        // A companion that claims the step has to fit, unless the step runs other graphs too (a draft model).
        const bool edge = m_mapping.joinedReplays > 0 && (r == 0 || r + 1 == m_replays.size());
        const bool claimed = m_replays[r].tokens > 0 && joinedStep.count(m_replays[r].step) == 0 && !edge
            && std::any_of(m_sets.begin(), m_sets.end(),
                [&](const GraphSet &set) { return set.batch > 0 && fitsBatch(m_replays[r].tokens, set.batch); });
        if (m_mapping.joinedReplays == 0 || claimed)
            return refusal(r);
        ++open;
    }
    if (open > 0)
        m_mapping.notes.push_back(
            msg("%1 of %2 graph replays have no capture among the companions given.", open, m_replays.size()));
    return {};
}

Result<CaptureMapping> Joiner::join()
{
    if (auto read = readCompanions(); !read)
        return read.error();
    readReplays();
    std::map<std::uint32_t, std::vector<std::size_t>> threads;
    for (std::size_t r = 0; r < m_replays.size(); ++r)
        threads[m_replays[r].track.value].push_back(r);
    for (const auto &[track, replays] : threads)
        joinThread(replays);
    joinCutReplays();
    if (!m_eager.empty())
        joinEager();
    if (m_control.stopRequested())
        return Error{ErrorCode::Cancelled, "stopped", {}, -1};
    if (auto fits = verdict(); !fits)
        return fits.error();
    return std::move(m_mapping);
}

} // namespace

std::string_view originKindName(OriginKind kind)
{
    constexpr std::array<std::string_view, kOriginKinds> kNames{
        "none", "launch", "graph", "order", "names", "counts", "nodes", "eager", "compiler"};
    return kNames[static_cast<std::size_t>(kind)];
}

Result<CaptureMapping> joinCaptures(
    const TraceDocument &document, std::span<const Companion> companions, const JobControl &control)
{
    return Joiner(document, companions, control).join();
}

} // namespace lamella::core
