// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/segmentation/PassLayout.h"
#include "core/analysis/segmentation/training/TrainingPasses.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <tuple>
#include <unordered_map>

namespace lamella::core {

namespace {

constexpr std::uint32_t kCoreGap = 6; // other kernels between those of one attention gradient
// The most that are compared: runs, openings, parts between products from one core to the next, and kernels of each part.
constexpr std::size_t kLookedAt = 64;
constexpr std::size_t kKindsTried = 4;
constexpr std::uint64_t kWalks = 32; // of the sequence, that comparing the work between hits may cost
// How much surer the end of a pass is than its begin, where the gradient of the last norm looks like the end of a layer. This
// does not hold for what stands between a norm and the next product: gradients of an embedding (of its dropout, its gather) may
// follow the last norm too.
constexpr double kSurer = 2;

using Cores = std::vector<Span>;

// A backward kernel that stands once a layer, for models whose attention no rule names: as often as the model has layers in
// passes inside of the capture; where there are none, the one between whose hits the same work stands most often.
std::optional<StringId> onceALayer(
    const MainSequence &sequence, const std::vector<StageHint> &hints, const std::vector<Span> &runs, int layers)
{
    constexpr double kAlike = 0.6; // share of the work between two hits: that of the halves of a layer takes turns
    struct Hits {
        std::uint32_t passes = 0; // with one hit a layer
        std::uint32_t alike = 0; // usual work between two hits
        std::uint32_t between = 0;
        std::uint32_t most = 0; // in a run
    };
    std::map<StringId, Hits> all;
    const auto isWhole = [&](const Span &run) { return run.begin > 0 && run.end < sequence.size(); };
    const bool whole = std::ranges::any_of(runs, isWhole);
    std::uint64_t room = kWalks * sequence.size();
    for (const Span &run : runs) {
        std::unordered_map<StringId, std::vector<std::uint32_t>> places;
        for (const std::uint32_t i : allIn(run, [&](std::uint32_t at) { return hints[at] == StageHint::Backward; }))
            places[sequence.symbol[i]].push_back(i);
        for (const auto &[symbol, at] : places) {
            Hits &hits = all[symbol];
            std::unordered_map<std::uint64_t, std::uint32_t> content;
            std::uint32_t alike = 0;
            const std::uint64_t walk = whole ? room + 1 : at.back() - at.front();
            for (std::size_t n = 1; n < at.size() && walk <= room; ++n)
                alike = std::max(alike, ++content[contentHash(sequence, {at[n - 1], at[n]})]);
            room -= walk <= room ? walk : 0;
            hits.alike += alike;
            hits.between += static_cast<std::uint32_t>(at.size() - 1);
            hits.most = std::max(hits.most, static_cast<std::uint32_t>(at.size()));
            hits.passes += isWhole(run) && static_cast<int>(at.size()) == layers ? 1 : 0;
        }
    }
    std::optional<StringId> best;
    std::uint32_t most = 0;
    for (const auto &[symbol, hits] : all) {
        const bool alike = hits.alike >= kAlike * hits.between && static_cast<int>(hits.most) <= layers;
        if (const std::uint32_t rank = whole ? hits.passes : alike ? hits.between : 0; rank > most) {
            best = symbol;
            most = rank;
        }
    }
    return best;
}

// The two places behind the longest work between products that comes twice from one core to the next: that of the norms of a
// layer. Empty where nothing does, or where there is more of it than a layer has.
std::vector<std::uint32_t> behindRepeatedWork(const MainSequence &sequence, Span block)
{
    std::vector<Span> works; // between two products
    for (std::uint32_t i = block.begin; i < block.end; ++i) {
        if (sequence.has(i, kTokenGemm))
            works.push_back({i + 1, i + 1});
        else if (!works.empty())
            works.back().end = i + 1;
    }
    if (works.size() > kLookedAt || std::ranges::any_of(works, [](Span work) { return work.size() > kLookedAt; }))
        return {};
    std::vector<std::uint32_t> places;
    std::uint32_t longest = 0;
    const auto code = sequence.code.begin();
    for (const Span &work : works) {
        for (std::uint32_t end = work.end; end > work.begin + longest; --end) {
            for (std::uint32_t begin = work.begin; begin + longest < end; ++begin) {
                std::vector<std::uint32_t> found;
                for (const Span &other : works) {
                    const auto at = std::search(code + other.begin, code + other.end, code + begin, code + end);
                    if (at != code + other.end)
                        found.push_back(static_cast<std::uint32_t>(at - code) + end - begin);
                }
                if (found.size() != 2)
                    continue;
                longest = end - begin;
                places = found;
            }
        }
    }
    return places;
}

// How the layers of the forward pass begin and end: those of the backward pass end and begin likewise. Layers that do so less
// those that do not.
struct Shape {
    int normsClose = 0; // a norm stands behind the last product, and none before the first one
    int projects = 0; // a product stands before the first norm, which does not close
    int worksLast = 0; // more than norms and additions stands behind the last product
    std::map<std::vector<StringId>, std::vector<std::uint32_t>> openings = {}; // work up to the attention: layers that begin so
    std::span<const StringId> ofForward; // names of its kernels

    explicit Shape(const ForwardLayers &forward)
    {
        const MainSequence &sequence = forward.sequence;
        ofForward = sequence.symbol;
        for (const PassLayout &pass : forward.layouts) {
            for (const LayerLayout &layer : pass.layers) {
                const auto [begin, end] = layer.span;
                const std::uint32_t last = behindLastIn(layer.span, [&](std::uint32_t i) { return sequence.has(i, kTokenGemm); });
                const bool normed = sequence.holds({begin, sequence.find(layer.span, kTokenGemm)}, kTokenAnyNorm);
                const bool closes = sequence.holds({last, end}, kTokenAnyNorm);
                normsClose += !normed && closes ? 1 : -1;
                projects += !normed && !closes && sequence.holds({begin, last}, kTokenAnyNorm) ? 1 : -1;
                worksLast +=
                    sequence.count({last, end}, kTokenAnyNorm | kTokenNormPart | kTokenAdd | kTokenComm) < end - last ? 1 : -1;
                const auto opening = part(sequence.symbol, {begin, std::min(end, sequence.find(layer.span, kTokenMixer) + 1)});
                if (opening.size() < layer.span.size() && !layer.cut && openings.size() < kLookedAt)
                    openings[{opening.begin(), opening.end()}].push_back(begin);
            }
        }
    }
    // Where between two gradients of attention the forward of a layer is computed again: its gradients follow. If a product
    // before that is computed again too, the layers of the forward begin before it.
    [[nodiscard]] std::optional<std::uint32_t> recomputedAt(const MainSequence &sequence, Span block) const
    {
        const auto work = part(sequence.symbol, block);
        std::optional<std::uint32_t> place;
        std::size_t most = 0;
        for (const auto &[kernels, layers] : openings) {
            const auto again = std::search(work.begin(), work.end(), kernels.begin(), kernels.end());
            if (again == work.end() || layers.size() <= most)
                continue;
            most = layers.size();
            const auto before = ofForward.first(layers.front());
            const auto same = std::mismatch(std::make_reverse_iterator(again), work.rend(), before.rbegin(), before.rend());
            const auto at = [&](auto kernel) { return block.begin + static_cast<std::uint32_t>(kernel - work.begin()); };
            const Span more{at(same.first.base()), at(again)};
            place = sequence.holds(more, kTokenGemm) ? more.begin : more.end;
        }
        return place;
    }
};

// Places in a block where a layer may end: behind the gradient of a norm, up to the next product; where norms close layers,
// before it.
std::vector<Span> roomsAtNorms(
    const MainSequence &sequence, const std::vector<StageHint> &hints, Span block, bool byRepetition, bool normsClose)
{
    const auto isNorm = [&](std::uint32_t i) { return sequence.has(i, kTokenAnyNorm) && hints[i] == StageHint::Backward; };
    std::vector<Span> rooms;
    std::vector<std::uint32_t> places;
    for (const std::uint32_t i : allIn(block, isNorm)) {
        if (normsClose && i > block.begin && !isNorm(i - 1))
            rooms.push_back({i, i});
        places.push_back(i + 1);
    }
    if (!rooms.empty())
        return rooms;
    if (places.empty() && byRepetition)
        places = behindRepeatedWork(sequence, block);
    for (const std::uint32_t place : places) {
        const std::uint32_t end = sequence.find({place, block.end}, kTokenGemm | kTokenMixer | kTokenAnyNorm);
        if (end == block.end || !isNorm(end)) // else it is one norm of several kernels
            rooms.push_back({place, end});
    }
    return rooms;
}

// By kernels n: how well some begin of `shown` is like the first n kernels of `layer`, from their ends where atEnd. Kernels that
// are the same count 1, others and those of one alone -1.
std::vector<int> likeness(const MainSequence &sequence, Span shown, Span layer, bool atEnd)
{
    const auto code = [&](Span span, std::uint32_t n) { return sequence.code[atEnd ? span.end - 1 - n : span.begin + n]; };
    std::vector<int> row(layer.size() + 1);
    for (std::uint32_t n = 0; n <= layer.size(); ++n)
        row[n] = -static_cast<int>(n);
    std::vector<int> best = row;
    for (std::uint32_t i = 0; i < std::min(shown.size(), 2 * layer.size()); ++i) {
        int diagonal = row[0]--;
        for (std::uint32_t n = 1; n <= layer.size(); ++n) {
            const int paired = diagonal + (code(shown, i) == code(layer, n - 1) ? 1 : -1);
            diagonal = row[n];
            row[n] = std::max({paired, row[n] - 1, row[n - 1] - 1});
            best[n] = std::max(best[n], row[n]);
        }
    }
    return best;
}

// How well each place in the usual block fits as the end of a layer: passes end with what stands before it, and begin with what
// stands behind it.
struct Fit {
    // By kernels before the place; all 0 where no pass shows its begin or its end, or a layer is too long.
    std::vector<double> ofEnds;
    std::vector<double> ofBegins;
    bool begins = false; // some pass shows its begin
    bool ends = false; // or its end

    Fit(const MainSequence &sequence, const std::vector<Span> &runs, const std::vector<Cores> &cores, Span block)
        : ofEnds(block.size() + 1)
        , ofBegins(block.size() + 1)
    {
        if (block.size() > kMaxAligned)
            return;
        std::vector<char> inside(sequence.names, 0); // by code: stands between cores
        for (const Cores &ofRun : cores)
            if (!ofRun.empty())
                markCodes(sequence, {ofRun.front().begin, ofRun.back().end}, inside);
        const auto add = [&](bool atFront) {
            std::vector<Span> shown;
            for (std::size_t r = 0; r < std::min(kLookedAt, runs.size()); ++r) {
                if (cores[r].empty())
                    continue;
                const Span end = atFront ? Span{runs[r].begin, cores[r].front().begin} : Span{cores[r].back().end, runs[r].end};
                const bool mayBeCut = atFront ? end.begin == 0 : end.end == sequence.size();
                if (!mayBeCut || holdsOthers(sequence, end, inside))
                    shown.push_back(end);
            }
            for (const Span &end : shown) {
                const std::vector<int> like = likeness(sequence, end, block, atFront);
                std::vector<double> &of = atFront ? ofBegins : ofEnds;
                for (std::size_t n = 0; n < like.size(); ++n)
                    of[atFront ? block.size() - n : n] += like[n] / static_cast<double>(shown.size());
            }
            return !shown.empty();
        };
        begins = add(true);
        ends = add(false);
    }
    [[nodiscard]] double of(std::uint32_t size, double surer) const { return surer * ofEnds[size] + ofBegins[size]; }
};

// Where between two cores the layer of the first one ends.
struct Place {
    std::vector<Span> rooms;
    std::size_t room = 0; // row of it
    std::uint32_t at = 0;
    double fit = 0;
};

std::optional<Place> placeBehindCore(const TraceDocument &document, const MainSequence &sequence,
    const std::vector<StageHint> &hints, Span block, const Fit &fit, const Shape &shape)
{
    if (const auto again = shape.recomputedAt(sequence, block))
        return Place{{{*again, *again}}, 0, *again, double(UINT32_MAX)};
    std::vector<Span> rooms = roomsAtNorms(sequence, hints, block, !fit.ends, shape.normsClose > 0);
    const bool byNorms = !rooms.empty() && !(shape.projects > 0 && fit.ends);
    const double surer = byNorms ? 1 : kSurer;
    if (!byNorms && fit.ends)
        rooms.assign(1, block);
    std::optional<Place> best;
    for (std::size_t r = 0; r < rooms.size(); ++r) {
        const Span room = rooms[r];
        std::uint32_t place = room.begin;
        // Adding up the parts of the gradient of the norm's weight.
        while (
            byNorms && place < room.end && document.text(sequence.symbol[place]).find("reduce_kernel") != std::string_view::npos)
            ++place;
        for (std::uint32_t i = place; fit.ends && i <= room.end; ++i)
            place = fit.of(i - block.begin, surer) > fit.of(place - block.begin, surer) ? i : place;
        // Up to the next product, but for the norm with which the forward of the next layer is computed again, and for the
        // gradient of what the next layer does behind its last product.
        const bool others = shape.worksLast > 0 || sequence.holds(room, kTokenNormPart);
        while (!fit.ends && place < room.end && (!others || sequence.has(place, kTokenAdd)))
            ++place;
        // The gradients of queries, keys and values stand before that of the norm that opens the layer.
        if (!fit.ends && !fit.begins && !sequence.holds({block.begin, place}, kTokenGemm))
            continue;
        if (const double fits = fit.of(place - block.begin, kSurer); !best || fits > best->fit)
            best = {rooms, r, place, fits};
    }
    return best;
}

// The same place in another block, as kernels behind it.
std::optional<std::uint32_t> behindSamePlace(const Place &usual, const std::vector<Span> &rooms, Span block)
{
    if (rooms.size() != usual.rooms.size())
        return std::nullopt;
    const Span there = usual.rooms[usual.room];
    const Span here = rooms[usual.room];
    return block.end - (usual.at == there.end ? here.end : std::min(here.end, here.begin + (usual.at - there.begin)));
}

// The runs as one sequence from their end on, and their cores in it.
struct Reversed {
    MainSequence sequence;
    std::vector<std::uint32_t> position; // of the whole sequence
    std::vector<LayerCore> cores;
    std::vector<PassRun> passes; // of the runs with cores
    std::vector<Span> span; // of each of them
    std::vector<std::size_t> run; // the same, as row of the runs

    Reversed(const MainSequence &whole, const std::vector<Span> &runs, const std::vector<Cores> &ofRuns)
    {
        for (std::size_t r = runs.size(); r-- > 0;) {
            const auto begin = static_cast<std::uint32_t>(position.size());
            const auto mirrored = [&](std::uint32_t at) { return begin + runs[r].end - at; };
            const auto firstCore = static_cast<std::uint32_t>(cores.size());
            for (std::size_t c = ofRuns[r].size(); c-- > 0;)
                cores.push_back({{mirrored(ofRuns[r][c].end), mirrored(ofRuns[r][c].begin)}, std::nullopt, -1, false});
            for (std::uint32_t i = runs[r].end; i-- > runs[r].begin;)
                position.push_back(i);
            if (cores.size() == firstCore)
                continue;
            passes.push_back({firstCore, static_cast<std::uint32_t>(cores.size())});
            span.push_back({begin, static_cast<std::uint32_t>(position.size())});
            run.push_back(r);
        }
        sequence = partOf(whole, position);
        sequence.peers.clear();
    }
    // What stands before a core of which another one of its pass stands before, in time order.
    [[nodiscard]] Span before(std::uint32_t core) const
    {
        const std::uint32_t end = cores[core].span.begin;
        return {position[end - 1], position[cores[core - 1].span.end] + 1};
    }
    struct Kind {
        std::uint64_t content = 0;
        std::uint32_t core = 0; // behind the first such work
        std::uint32_t size = 0;
        std::uint32_t count = 0;
    };
    // The kinds of work between two cores, the most frequent first, of several the longest: events may have been lost in others.
    [[nodiscard]] std::vector<Kind> kinds() const
    {
        std::unordered_map<std::uint64_t, Kind> known;
        for (const PassRun &pass : passes) {
            for (std::uint32_t c = pass.firstCore + 1; c < pass.endCore; ++c) {
                const Span block{cores[c - 1].span.end, cores[c].span.begin};
                const std::uint64_t content = contentHash(sequence, block);
                if (block.size() > 0)
                    ++known.try_emplace(content, Kind{content, c, block.size()}).first->second.count;
            }
        }
        std::vector<Kind> found;
        for (const auto &[content, kind] : known)
            found.push_back(kind);
        std::ranges::sort(
            found, std::greater{}, [](const Kind &kind) { return std::tuple(kind.count, kind.size, UINT32_MAX - kind.core); });
        return found;
    }
};

// A capture that ends in one of the first two layers of a pass shows no work between two gradients of attention.
void markBegun(
    const MainSequence &sequence, Span run, const Shape &shape, int gradients, int layers, std::vector<std::int32_t> &named)
{
    std::vector<std::uint32_t> places;
    for (auto again = shape.recomputedAt(sequence, run); again; again = shape.recomputedAt(sequence, {*again + 1, run.end}))
        places.push_back(*again);
    if (std::ssize(places) <= std::min(gradients + 1, layers))
        for (const std::uint32_t place : places)
            std::fill(named.begin() + (place - run.begin), named.end(), --layers);
}

} // namespace

std::vector<Span> attentionGradients(const MainSequence &sequence, const std::vector<StageHint> &hints, Span run)
{
    std::vector<Span> cores;
    const auto isGradient = [&](std::uint32_t i) {
        return sequence.has(i, kTokenMixer | kTokenSoftmax) && hints[i] == StageHint::Backward;
    };
    for (const std::uint32_t i : allIn(run, isGradient)) {
        if (!cores.empty() && i - cores.back().end <= kCoreGap && !sequence.holds({cores.back().end, i + 1}, kTokenGemm))
            cores.back().end = i + 1;
        else
            cores.push_back({i, i + 1});
    }
    return cores;
}

std::vector<std::vector<std::int32_t>> backwardLayers(const TraceDocument &document, const MainSequence &sequence,
    const std::vector<StageHint> &hints, const std::vector<Span> &runs, std::vector<Cores> cores, const ForwardLayers &forward)
{
    const int layers = forward.modelLayers;
    std::vector<std::vector<std::int32_t>> named;
    for (const Span &run : runs)
        named.emplace_back(run.size(), kHeadLayer);
    if (layers > 1 && std::ranges::all_of(cores, &Cores::empty)) {
        const std::optional<StringId> symbol = onceALayer(sequence, hints, runs, layers);
        for (std::size_t r = 0; symbol && r < runs.size(); ++r)
            for (const std::uint32_t i : allIn(runs[r], [&](std::uint32_t at) { return sequence.symbol[at] == *symbol; }))
                cores[r].push_back({i, i + 1});
    }
    const Reversed reversed(sequence, runs, cores);
    const StepOfKernel noSteps;
    LayoutInput input{document, reversed.sequence, reversed.cores, reversed.passes, noSteps, layers};
    input.role = CoreRole::Within;
    input.byRepetition = true;
    input.countOpen = forward.countOpen;
    const Shape shape(forward);
    const std::vector<Reversed::Kind> kinds = reversed.kinds();
    std::optional<Place> usual;
    // Passes may begin and end with layers of another kind: that which explains most of their ends shows the place.
    for (std::size_t k = 0; k < std::min(kKindsTried, kinds.size()) && 2 * kinds[k].count >= kinds.front().count; ++k) {
        const Span block = reversed.before(kinds[k].core);
        const auto place = placeBehindCore(document, sequence, hints, block, Fit(sequence, runs, cores, block), shape);
        if (!place
            || (usual && (place->fit <= usual->fit || behindSamePlace(*usual, place->rooms, block) == block.end - place->at)))
            continue;
        usual = place;
        input.usualCore = kinds[k].core;
        input.leadIn = place->at - block.begin;
    }
    for (std::size_t k = 0; usual && k < kinds.size(); ++k) {
        const Span other = reversed.before(kinds[k].core);
        const std::vector<Span> rooms = roomsAtNorms(sequence, hints, other, false, shape.normsClose > 0);
        if (const auto again = shape.recomputedAt(sequence, other))
            input.ends.emplace(kinds[k].content, other.end - *again);
        else if (const auto behind = behindSamePlace(*usual, rooms, other))
            input.ends.emplace(kinds[k].content, *behind);
    }
    input.frontMayBeCut = runs.back().end == sequence.size();
    input.backMayBeCut = runs.front().begin == 0;
    std::vector<PassLayout> layouts = layoutPasses(input);
    for (std::size_t p = 0; p < layouts.size(); ++p) {
        PassLayout &pass = layouts[p];
        pass.span = reversed.span[p];
        const Span run = runs[reversed.run[p]];
        const auto mark = [&](std::uint32_t begin, std::uint32_t end, int number) { // no more than the run holds
            for (std::uint32_t i = std::max(begin, pass.span.begin); i < std::min(end, pass.span.end); ++i)
                named[reversed.run[p]][reversed.position[i] - run.begin] = number;
        };
        int number = firstLayer(reversed.sequence, pass, run.end == sequence.size(), layers);
        mark(pass.span.begin, pass.layers.front().span.begin, kTailLayer);
        for (const LayerLayout &placed : pass.layers)
            mark(placed.span.begin, placed.span.end, number++);
    }
    if (const auto gradients = static_cast<int>(cores.back().size()); gradients < 2 && input.frontMayBeCut)
        markBegun(sequence, runs.back(), shape, gradients, layers, named.back());
    return named;
}

} // namespace lamella::core
