// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/training/TrainingPasses.h"

#include "core/analysis/segmentation/Annotations.h"
#include "core/analysis/segmentation/LayerCores.h"
#include "core/analysis/segmentation/SequenceAlignment.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

namespace lamella::core {

namespace {

constexpr double kAgreed = 0.9; // share of linked kernels in the layer of their names, for names to place what a hook launches
constexpr double kLinked = 0.5; // share of a backward pass whose calls name the forward op, to rest on them

struct Builder {
    const DeviceContext &context;
    const MainSequence &sequence;
    const std::vector<StageHint> &hints;
    const ForwardLayers &forward;
    std::vector<std::vector<Span>> cores = {}; // of each backward pass, one a layer
    TrainingPasses result = {};

    TrainingPasses build(const std::vector<StageRun> &runs)
    {
        for (std::size_t r = 0; r < runs.size(); ++r) {
            if (runs[r].stage == Stage::Forward)
                addForward(runs[r].span, r);
            else if (runs[r].stage == Stage::Backward)
                addBackward(runs[r].span, r);
            else
                result.passes.push_back(plain(Stage::Optimizer, runs[r].span));
        }
        markCut();
        std::vector<Span> spans;
        for (const TrainingPass &pass : result.passes)
            if (pass.stage == Stage::Backward)
                spans.push_back(pass.span);
        const std::vector<std::vector<std::int32_t>> named =
            backwardLayers(context.document, sequence, hints, spans, cores, forward);
        placeRemnant(Stage::Forward);
        endWithBackward(named);
        const std::vector<std::int32_t> links = linked(runs);
        std::size_t b = 0;
        for (TrainingPass &pass : result.passes)
            if (pass.stage == Stage::Backward)
                settle(pass, named[b++], links);
        placeRemnant(Stage::Backward);
        return std::move(result);
    }

    static TrainingPass plain(Stage stage, Span span, int tower = 0)
    {
        return {stage, span, std::vector<std::int32_t>(span.size(), kHeadLayer), false, tower};
    }

    // A run holds several passes where a pipeline runs them one after the other.
    void addForward(Span span, std::size_t run)
    {
        auto following = static_cast<int>(std::ranges::count(forward.run, run));
        if (following == 0)
            result.passes.push_back(plain(Stage::Forward, span));
        const auto first = static_cast<std::size_t>(std::ranges::lower_bound(forward.run, run) - forward.run.begin());
        for (std::size_t layout = first; following > 0; ++layout) {
            const PassLayout &source = forward.layouts[layout];
            const std::uint32_t begin = at(source.span.begin);
            TrainingPass pass = plain(Stage::Forward, {begin, begin + source.span.size()}, --following);
            int number = firstLayer(forward.sequence, source, begin == 0, forward.layers);
            const auto mark = [&](Span marked, int layer) {
                std::ranges::fill(std::span(pass.layer).subspan(marked.begin - source.span.begin, marked.size()), layer);
            };
            for (const LayerLayout &layer : source.layers)
                mark(layer.span, number++);
            mark(source.tail(), kTailLayer);
            pass.cut = std::ranges::any_of(source.layers, &LayerLayout::cut);
            result.passes.push_back(std::move(pass));
        }
    }

    [[nodiscard]] std::uint32_t at(std::uint32_t forwardPosition) const { return forward.position[forwardPosition]; }

    struct LayerCount {
        std::size_t attentions = 1; // a decoder beside an encoder has two a layer
        bool beginsPass = false;
    };
    static std::size_t attentionsOf(const std::vector<LayerCount> &layers)
    {
        return std::accumulate(layers.begin(), layers.end(), std::size_t{0},
            [](std::size_t sum, const LayerCount &layer) { return sum + layer.attentions; });
    }
    // Layers of a backward run, in time order: those of the forward run before it, else of any, if that has as many attentions,
    // or more where the capture cuts the backward run, or fewer where it cuts the forward run; passes then begin behind the
    // gradient of an embedding, too. Else as many a pass as a whole one has.
    [[nodiscard]] std::vector<LayerCount> layersOf(Span span, std::size_t run, const std::vector<Span> &attentions) const
    {
        const bool mayBeCut = span.begin == 0 || span.end == sequence.size();
        std::vector<LayerCount> found;
        std::vector<LayerCount> ofRun;
        std::size_t count = 0;
        for (std::size_t p = forward.layouts.size(); p-- > 0;) {
            const std::vector<LayerLayout> &layers = forward.layouts[p].layers;
            for (std::size_t l = layers.size(); l-- > 0;) {
                const int blocks = std::max(1, attentionBlocks(forward.sequence, layers[l].span));
                ofRun.push_back({static_cast<std::size_t>(blocks), l + 1 == layers.size()});
                count += ofRun.back().attentions;
            }
            if (p > 0 && forward.run[p - 1] == forward.run[p])
                continue;
            const bool begun = found.empty() && count < attentions.size() && at(forward.layouts[p].span.begin) == 0;
            if (count == attentions.size() || begun || (mayBeCut && count > attentions.size()))
                found = ofRun;
            if (!found.empty() && forward.run[p] < run)
                break;
            ofRun.clear();
            count = 0;
        }
        std::size_t whole = static_cast<std::size_t>(forward.cut || !found.empty() ? 0 : std::max(0, forward.layers));
        whole = whole > 0 && attentions.size() % whole == 0 ? whole : 0;
        std::size_t c = attentionsOf(found);
        for (std::size_t each = found.empty() ? 1 : found.back().attentions; c < attentions.size(); c += each) {
            const Span before = c == 0 ? Span{} : Span{attentions[c - 1].end, attentions[c].begin};
            const bool embedded = whole == 0 && behindEmbedding(before) > before.begin;
            each = embedded ? 1 : each;
            found.push_back({each, embedded || (whole > 0 && c % whole == 0)});
        }
        return found;
    }

    void addBackward(Span span, std::size_t run)
    {
        const std::vector<Span> found = attentionGradients(sequence, hints, span);
        const std::vector<LayerCount> layers = layersOf(span, run, found);
        // At the front of the run.
        std::size_t missing = span.begin == 0 ? attentionsOf(layers) - found.size() : 0;
        std::uint32_t begin = span.begin;
        cores.emplace_back();
        std::size_t c = 0;
        int tower = -1; // that of the layer
        int current = 0; // that of the pass
        for (const LayerCount &layer : layers) {
            tower += layer.beginsPass ? 1 : 0;
            const std::size_t before = std::min(missing, layer.attentions);
            missing -= before;
            const std::size_t end = std::min(found.size(), c + layer.attentions - before);
            if (c == end)
                continue;
            if (layer.beginsPass && c > 0) {
                const std::uint32_t cut = passCut({found[c - 1].end, found[c].begin});
                result.passes.push_back(plain(Stage::Backward, {begin, cut}, current));
                cores.emplace_back();
                begin = cut;
            }
            current = std::max(0, tower);
            cores.back().push_back({found[c].begin, found[end - 1].end});
            c = end;
        }
        result.passes.push_back(plain(Stage::Backward, {begin, span.end}, current));
    }

    // Where the last gradient of an embedding in the room ends; the begin of the room for none.
    [[nodiscard]] std::uint32_t behindEmbedding(Span room) const
    {
        return behindLastIn(
            room, [&](std::uint32_t i) { return sequence.has(i, kTokenEmbedding) && hints[i] == StageHint::Backward; });
    }

    // Behind the gradient of an embedding, between a send and a receive of a pipeline's rank, at the only transfer, else the
    // longest pause.
    [[nodiscard]] std::uint32_t passCut(Span room) const
    {
        if (const std::uint32_t embedded = behindEmbedding(room); embedded > room.begin)
            return embedded;
        const bool only = sequence.count(room, kTokenPeer) == 1;
        const std::uint32_t peer = only ? sequence.find(room, kTokenPeer) : secondTransfer(sequence, {room.begin - 1, room.end});
        if (peer < room.end)
            return peer;
        const KernelTable &kernels = context.document.kernels;
        const auto pauseBefore = [&](std::uint32_t i) {
            return kernels.start[sequence.kernel[i]] - kernels.end(sequence.kernel[i - 1]);
        };
        std::uint32_t cut = room.begin;
        for (std::uint32_t i = room.begin + 1; i <= room.end; ++i)
            cut = pauseBefore(i) > pauseBefore(cut) ? i : cut;
        return cut;
    }

    // The first and the last pass may be parts; an optimizer has no layers that could be missing. Where no layers can be counted,
    // a step begins with its forward pass and ends with its optimizer.
    void markCut()
    {
        TrainingPass &first = result.passes.front();
        TrainingPass &last = result.passes.back();
        for (TrainingPass *pass : {&first, &last})
            pass->cut = pass->cut || (pass->stage == Stage::Forward && forward.layers > 0 && pass->layers() < forward.layers);
        // Before or behind a single pass, the capture shows nothing.
        first.cut = first.cut || result.passes.size() == 1 || (forward.layers == 0 && first.stage != Stage::Forward);
        last.cut = last.cut || (forward.layers == 0 && last.stage != Stage::Optimizer);
    }

    // A forward pass that the capture cuts at its front ends with the last layer of the backward pass behind it.
    void endWithBackward(const std::vector<std::vector<std::int32_t>> &named)
    {
        const auto last = [](const std::vector<std::int32_t> &layers) { return *std::ranges::max_element(layers); };
        TrainingPass &first = result.passes.front();
        if (!forward.cut || first.stage != Stage::Forward)
            return;
        addMissing(first, std::max(0, last(named.front()) - last(first.layer)));
    }

    // Layers before the first one that the capture shows.
    static void addMissing(TrainingPass &pass, std::int32_t missing)
    {
        for (std::int32_t &layer : pass.layer)
            layer += layer >= 0 ? missing : 0;
        pass.cut = pass.cut || missing > 0;
    }

    [[nodiscard]] std::vector<std::int32_t> linked(const std::vector<StageRun> &runs) const
    {
        std::vector<std::int32_t> byForward(sequence.size(), kNotLinked);
        for (const TrainingPass &pass : result.passes)
            if (pass.stage == Stage::Forward && pass.layers() > 0)
                std::ranges::copy(pass.layer, byForward.begin() + pass.span.begin);
        std::vector<std::int32_t> links =
            autogradLinks(context.document, sequence, runs, byForward, forward.modules, context.control);
        if (!context.document.operations.empty())
            linkScopes(runs, links);
        return links;
    }

    // A compiler names the layer of a gradient as it names that of its forward. An operation without a scope is of the layer
    // before.
    void linkScopes(const std::vector<StageRun> &runs, std::vector<std::int32_t> &links) const
    {
        const TraceDocument &document = context.document;
        const ScopeLayers scopes = scopeLayers(document, sequence);
        if (forward.text != "scope " + scopes.label)
            return;
        OperationOfKernel operationOf(document);
        for (const StageRun &run : runs) {
            std::int32_t last = kNotLinked;
            for (std::uint32_t i = run.span.begin; run.stage == Stage::Backward && i < run.span.end; ++i) {
                const auto operation = operationOf(sequence.kernel[i]);
                const bool scoped = operation && !document.text(document.operations[*operation].scope).empty();
                const bool known = scopes.layer[i] != ScopeLayers::kUnknown;
                last = known ? scopes.layer[i] : last;
                links[i] = known || !scoped ? last : links[i];
            }
        }
    }

    void settle(TrainingPass &pass, const std::vector<std::int32_t> &named, const std::vector<std::int32_t> &links)
    {
        const bool namesTell = std::ranges::any_of(named, [](std::int32_t l) { return l >= 0; });
        std::uint32_t linked = 0;
        std::uint32_t agreeing = 0;
        std::int32_t last = kHeadLayer;
        std::vector<std::int32_t> byCalls(pass.span.size());
        for (std::uint32_t i = 0; i < pass.span.size(); ++i) {
            const std::int32_t link = links[pass.span.begin + i];
            if (link == kNoForward) {
                last = namesTell ? named[i] : last;
            } else if (link != kNotLinked) {
                // What the forward runs before its layers, backward runs after them.
                last = link == kHeadLayer ? kTailLayer : link == kTailLayer ? kHeadLayer : link;
                ++linked;
                agreeing += last == named[i] ? 1 : 0;
            }
            byCalls[i] = last; // gradients that accumulate carry no number
        }
        const bool byAutograd = linked > 0 && linked >= kLinked * pass.span.size();
        if (byAutograd && namesTell) {
            result.compared += linked;
            result.agreeing += agreeing;
            for (std::uint32_t i = 0; i < pass.span.size() && agreeing >= kAgreed * linked; ++i)
                byCalls[i] = links[pass.span.begin + i] == kNotLinked ? named[i] : byCalls[i];
        }
        pass.layer = byAutograd ? byCalls : named;
        if (!byAutograd && namesTell)
            pass.cut = pass.cut
                || (forward.modelLayers > 0 && pass.layers() < forward.modelLayers
                    && (pass.span.begin == 0 || pass.span.end == sequence.size()));
    }

    // The layer that the capture begins in may lack what marks layers: its kernels are of the layer that the same ones, with the
    // same behind them, are of elsewhere. Without a product they may be the end of the head: positions are added to an embedding
    // as a layer's output to its input.
    void placeRemnant(Stage stage)
    {
        constexpr std::ptrdiff_t kBehind = 8; // kernels
        TrainingPass &first = result.passes.front();
        const auto size = std::ranges::find_if(first.layer, [](std::int32_t l) { return l >= 0; }) - first.layer.begin();
        const auto all = std::ssize(first.layer);
        const auto shown = part(sequence.code, first.span).first(static_cast<std::size_t>(std::min(all, size + kBehind)));
        if (first.stage != stage || first.span.begin > 0 || shown.size() > kMaxAligned
            || !sequence.holds({0, static_cast<std::uint32_t>(size)}, kTokenGemm))
            return;
        for (const TrainingPass &pass : result.passes) {
            const auto codes = part(sequence.code, pass.span);
            const auto next = [&](auto from) { return std::search(from, codes.end(), shown.begin(), shown.end()); };
            for (auto at = next(codes.begin()); pass.stage == stage && at != codes.end(); at = next(at + 1)) {
                const auto there = pass.layer.begin() + (at - codes.begin());
                if (there[0] < 0 || (size < all ? there[size] < 0 : codes.end() - at > all))
                    continue;
                const std::int32_t further = size < all ? first.layer[size] - there[size] : 0;
                std::vector<std::int32_t> placed(there, there + size);
                const std::int32_t missing = std::max(0, -further - there[0]);
                addMissing(first, missing);
                const auto number = [&](std::int32_t l) { return l < 0 ? l : l + further + missing; };
                std::ranges::transform(placed, first.layer.begin(), number);
                first.cut = true;
                return;
            }
        }
    }
};

} // namespace

int TrainingPass::layers() const
{
    const std::int32_t last = layer.empty() ? -1 : std::ranges::max(layer);
    const auto byNumber = [](std::int32_t l) { return static_cast<std::uint32_t>(l); }; // head and tail behind all numbers
    return last < 0 ? 0 : last - std::ranges::min(layer, {}, byNumber) + 1;
}

TrainingPasses trainingPasses(const DeviceContext &context, const MainSequence &sequence, const std::vector<StageHint> &hints,
    const StageMarks &marks, const std::vector<StageRun> &runs, const ForwardLayers &forward)
{
    TrainingPasses result = Builder{context, sequence, hints, forward}.build(runs);
    releaseLoneWork(context.document, sequence, marks, result.passes);
    return result;
}

} // namespace lamella::core
