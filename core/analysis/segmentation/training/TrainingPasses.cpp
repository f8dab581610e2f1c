// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/training/TrainingPasses.h"

#include "core/analysis/segmentation/Annotations.h"
#include "core/analysis/segmentation/LayerCores.h"

#include <algorithm>
#include <numeric>
#include <span>

namespace lamella::core {

namespace {

constexpr double kAgreed = 0.9; // share of linked kernels in the layer of their names, for names to place what a hook launches
constexpr double kLinked = 0.5; // share of a backward pass whose calls name the forward op, to rest on them

class Builder {
public:
    Builder(const DeviceContext &context, const MainSequence &sequence, const std::vector<StageHint> &hints,
        const ForwardLayers &forward)
        : m_context(context)
        , m_sequence(sequence)
        , m_hints(hints)
        , m_forward(forward)
    {
    }

    TrainingPasses build(const std::vector<StageRun> &runs)
    {
        for (std::size_t r = 0; r < runs.size(); ++r) {
            if (runs[r].stage == Stage::Forward)
                addForward(runs[r].span, r);
            else if (runs[r].stage == Stage::Backward)
                addBackward(runs[r].span, r);
            else
                m_result.passes.push_back(plain(Stage::Optimizer, runs[r].span));
        }
        markCut();
        std::vector<Span> spans;
        for (const TrainingPass &pass : m_result.passes)
            if (pass.stage == Stage::Backward)
                spans.push_back(pass.span);
        const std::vector<std::vector<std::int32_t>> named =
            backwardLayers(m_context.document, m_sequence, m_hints, spans, m_cores, m_forward);
        endWithBackward(named);
        const std::vector<std::int32_t> links = linked(runs);
        std::size_t b = 0;
        for (TrainingPass &pass : m_result.passes) {
            if (pass.stage == Stage::Backward)
                settle(pass, named[b++], links);
        }
        return std::move(m_result);
    }

private:
    static TrainingPass plain(Stage stage, Span span, int tower = 0)
    {
        return {stage, span, std::vector<std::int32_t>(span.size(), kHeadLayer), false, tower};
    }

    // A run holds several passes where a pipeline runs them one after the other.
    void addForward(Span span, std::size_t run)
    {
        auto following = static_cast<int>(std::ranges::count(m_forward.run, run));
        if (following == 0)
            m_result.passes.push_back(plain(Stage::Forward, span));
        const auto first = static_cast<std::size_t>(std::ranges::lower_bound(m_forward.run, run) - m_forward.run.begin());
        for (std::size_t layout = first; following > 0; ++layout) {
            const PassLayout &source = m_forward.layouts[layout];
            const std::uint32_t begin = at(source.span.begin);
            TrainingPass pass = plain(Stage::Forward, {begin, begin + source.span.size()}, --following);
            int number = firstLayer(m_forward.sequence, source, begin == 0, m_forward.layers);
            const auto mark = [&](Span marked, int layer) {
                std::ranges::fill(std::span(pass.layer).subspan(marked.begin - source.span.begin, marked.size()), layer);
            };
            for (const LayerLayout &layer : source.layers)
                mark(layer.span, number++);
            mark(source.tail(), kTailLayer);
            pass.cut = std::ranges::any_of(source.layers, &LayerLayout::cut);
            m_result.passes.push_back(std::move(pass));
        }
    }

    [[nodiscard]] std::uint32_t at(std::uint32_t forwardPosition) const { return m_forward.position[forwardPosition]; }

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
        const bool mayBeCut = span.begin == 0 || span.end == m_sequence.size();
        std::vector<LayerCount> found;
        std::vector<LayerCount> ofRun;
        std::size_t count = 0;
        for (std::size_t p = m_forward.layouts.size(); p-- > 0;) {
            const std::vector<LayerLayout> &layers = m_forward.layouts[p].layers;
            for (std::size_t l = layers.size(); l-- > 0;) {
                const int blocks = std::max(1, attentionBlocks(m_forward.sequence, layers[l].span));
                ofRun.push_back({static_cast<std::size_t>(blocks), l + 1 == layers.size()});
                count += ofRun.back().attentions;
            }
            if (p > 0 && m_forward.run[p - 1] == m_forward.run[p])
                continue;
            const bool begun = found.empty() && count < attentions.size() && at(m_forward.layouts[p].span.begin) == 0;
            if (count == attentions.size() || begun || (mayBeCut && count > attentions.size()))
                found = ofRun;
            if (!found.empty() && m_forward.run[p] < run)
                break;
            ofRun.clear();
            count = 0;
        }
        std::size_t whole = static_cast<std::size_t>(m_forward.cut || !found.empty() ? 0 : std::max(0, m_forward.layers));
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
        const std::vector<Span> found = attentionGradients(m_sequence, m_hints, span);
        const std::vector<LayerCount> layers = layersOf(span, run, found);
        // At the front of the run.
        std::size_t missing = span.begin == 0 ? attentionsOf(layers) - found.size() : 0;
        std::uint32_t begin = span.begin;
        m_cores.emplace_back();
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
                m_result.passes.push_back(plain(Stage::Backward, {begin, cut}, current));
                m_cores.emplace_back();
                begin = cut;
            }
            current = std::max(0, tower);
            m_cores.back().push_back({found[c].begin, found[end - 1].end});
            c = end;
        }
        m_result.passes.push_back(plain(Stage::Backward, {begin, span.end}, current));
    }

    // Where the last gradient of an embedding in the room ends; the begin of the room for none.
    [[nodiscard]] std::uint32_t behindEmbedding(Span room) const
    {
        return behindLastIn(
            room, [&](std::uint32_t i) { return m_sequence.has(i, kTokenEmbedding) && m_hints[i] == StageHint::Backward; });
    }

    // Behind the gradient of an embedding, between a send and a receive of a pipeline's rank, at the only transfer, else the
    // longest pause.
    [[nodiscard]] std::uint32_t passCut(Span room) const
    {
        if (const std::uint32_t embedded = behindEmbedding(room); embedded > room.begin)
            return embedded;
        const bool only = m_sequence.count(room, kTokenPeer) == 1;
        const std::uint32_t peer =
            only ? m_sequence.find(room, kTokenPeer) : secondTransfer(m_sequence, {room.begin - 1, room.end});
        if (peer < room.end)
            return peer;
        const KernelTable &kernels = m_context.document.kernels;
        const auto pauseBefore = [&](std::uint32_t i) {
            return kernels.start[m_sequence.kernel[i]] - kernels.end(m_sequence.kernel[i - 1]);
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
        TrainingPass &first = m_result.passes.front();
        TrainingPass &last = m_result.passes.back();
        for (TrainingPass *pass : {&first, &last})
            pass->cut = pass->cut || (pass->stage == Stage::Forward && m_forward.layers > 0 && pass->layers() < m_forward.layers);
        if (m_forward.layers == 0) {
            first.cut = first.cut || first.stage != Stage::Forward;
            last.cut = last.cut || last.stage != Stage::Optimizer;
        }
        // The capture shows nothing before or behind it.
        if (m_result.passes.size() == 1)
            first.cut = true;
    }

    // A forward pass that the capture cuts at its front ends with the last layer of the backward pass behind it.
    void endWithBackward(const std::vector<std::vector<std::int32_t>> &named)
    {
        const auto last = [](const std::vector<std::int32_t> &layers) { return *std::ranges::max_element(layers); };
        TrainingPass &first = m_result.passes.front();
        const auto back = std::ranges::find(m_result.passes, Stage::Backward, &TrainingPass::stage);
        if (!m_forward.cut || first.stage != Stage::Forward || back->span.end == m_sequence.size())
            return;
        const std::int32_t missing = std::max(0, last(named.front()) - last(first.layer));
        for (std::int32_t &layer : first.layer)
            layer += layer >= 0 ? missing : 0;
        first.cut = first.cut || missing > 0;
    }

    [[nodiscard]] std::vector<std::int32_t> linked(const std::vector<StageRun> &runs) const
    {
        std::vector<std::int32_t> forward(m_sequence.size(), kNotLinked);
        for (const TrainingPass &pass : m_result.passes) {
            if (pass.stage == Stage::Forward && pass.layers() > 0)
                std::copy(pass.layer.begin(), pass.layer.end(), forward.begin() + pass.span.begin);
        }
        std::vector<std::int32_t> links =
            autogradLinks(m_context.document, m_sequence, runs, forward, m_forward.modules, m_context.control);
        if (!m_context.document.operations.empty())
            linkScopes(runs, links);
        return links;
    }

    // A compiler names the layer of a gradient as it names that of its forward. An operation without a scope is of the layer
    // before.
    void linkScopes(const std::vector<StageRun> &runs, std::vector<std::int32_t> &links) const
    {
        const TraceDocument &document = m_context.document;
        const ScopeLayers scopes = scopeLayers(document, m_sequence);
        if (m_forward.text != "scope " + scopes.label)
            return;
        OperationOfKernel operationOf(document);
        for (const StageRun &run : runs) {
            std::int32_t last = kNotLinked;
            for (std::uint32_t i = run.span.begin; run.stage == Stage::Backward && i < run.span.end; ++i) {
                const auto operation = operationOf(m_sequence.kernel[i]);
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
            m_result.compared += linked;
            m_result.agreeing += agreeing;
            for (std::uint32_t i = 0; i < pass.span.size() && agreeing >= kAgreed * linked; ++i)
                byCalls[i] = links[pass.span.begin + i] == kNotLinked ? named[i] : byCalls[i];
        }
        pass.layer = byAutograd ? byCalls : named;
        if (!byAutograd && namesTell)
            pass.cut = pass.cut
                || (m_forward.modelLayers > 0 && pass.layers() < m_forward.modelLayers
                    && (pass.span.begin == 0 || pass.span.end == m_sequence.size()));
    }

    const DeviceContext &m_context;
    const MainSequence &m_sequence;
    const std::vector<StageHint> &m_hints;
    const ForwardLayers &m_forward;
    std::vector<std::vector<Span>> m_cores; // of each backward pass, one a layer
    TrainingPasses m_result;
};

} // namespace

int TrainingPass::layers() const
{
    std::int32_t first = INT32_MAX;
    std::int32_t last = -1;
    for (const std::int32_t l : layer) {
        first = l >= 0 ? std::min(first, l) : first;
        last = std::max(last, l);
    }
    return last < 0 ? 0 : last - first + 1;
}

TrainingPasses trainingPasses(const DeviceContext &context, const MainSequence &sequence, const std::vector<StageHint> &hints,
    const StageMarks &marks, const std::vector<StageRun> &runs, const ForwardLayers &forward)
{
    TrainingPasses result = Builder(context, sequence, hints, forward).build(runs);
    releaseLoneWork(context.document, sequence, marks, result.passes);
    return result;
}

} // namespace lamella::core
