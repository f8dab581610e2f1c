// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/training/TrainingPasses.h"

#include "core/analysis/segmentation/Annotations.h"
#include "core/analysis/segmentation/LayerCores.h"

#include <algorithm>
#include <optional>

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
        std::size_t layout = 0;
        for (std::size_t r = 0; r < runs.size(); ++r) {
            if (runs[r].stage == Stage::Forward)
                addForward(runs[r].span, r, layout);
            else if (runs[r].stage == Stage::Backward)
                addBackward(runs[r].span, r);
            else
                m_result.passes.push_back(plain(Stage::Optimizer, runs[r].span));
        }
        markCut();
        const std::vector<std::vector<std::int32_t>> named = byNames();
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
    void addForward(Span span, std::size_t run, std::size_t &layout)
    {
        if (layout >= m_forward.layouts.size() || m_forward.run[layout] != run) {
            m_result.passes.push_back(plain(Stage::Forward, span));
            return;
        }
        for (; layout < m_forward.layouts.size() && m_forward.run[layout] == run; ++layout) {
            const PassLayout &source = m_forward.layouts[layout];
            TrainingPass pass = plain(Stage::Forward, {at(source.span.begin), at(source.span.begin) + source.span.size()});
            const int first = firstLayer(m_forward.sequence, source, layout == 0 && at(source.span.begin) == 0, m_forward.layers);
            const auto offset = [&](std::uint32_t i) { return static_cast<std::ptrdiff_t>(i - source.span.begin); };
            for (std::size_t l = 0; l < source.layers.size(); ++l)
                std::fill(pass.layer.begin() + offset(source.layers[l].span.begin),
                    pass.layer.begin() + offset(source.layers[l].span.end), first + static_cast<int>(l));
            std::fill(pass.layer.begin() + offset(source.layers.back().span.end), pass.layer.end(), kTailLayer);
            pass.cut = std::any_of(source.layers.begin(), source.layers.end(), [](const LayerLayout &l) { return l.cut; });
            pass.tower = static_cast<int>(std::count(m_forward.run.begin() + static_cast<std::ptrdiff_t>(layout) + 1,
                m_forward.run.begin() + static_cast<std::ptrdiff_t>(m_forward.layouts.size()), run));
            m_result.passes.push_back(std::move(pass));
        }
    }

    [[nodiscard]] std::uint32_t at(std::uint32_t forwardPosition) const { return m_forward.position[forwardPosition]; }

    struct LayerCount {
        std::size_t attentions = 1; // a decoder beside an encoder has two a layer
        bool beginsPass = false;
    };
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
        std::size_t c = 0;
        for (const LayerCount &layer : found)
            c += layer.attentions;
        for (std::size_t each = found.empty() ? 1 : found.back().attentions; c < attentions.size(); c += each) {
            const bool embedded = whole == 0 && c > 0 && behindEmbedding({attentions[c - 1].end, attentions[c].begin});
            each = embedded ? 1 : each;
            found.push_back({each, embedded || (whole > 0 && c % whole == 0)});
        }
        return found;
    }

    void addBackward(Span span, std::size_t run)
    {
        const std::vector<Span> found = attentionGradients(m_sequence, m_hints, span);
        const std::vector<LayerCount> layers = layersOf(span, run, found);
        std::size_t missing = 0; // at the front of the run
        for (std::size_t l = 0; span.begin == 0 && l < layers.size(); ++l)
            missing += layers[l].attentions;
        missing -= std::min(missing, found.size());
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

    // Where the gradient of an embedding in the room ends.
    [[nodiscard]] std::optional<std::uint32_t> behindEmbedding(Span room) const
    {
        for (std::uint32_t i = room.end; i-- > room.begin;)
            if (m_sequence.has(i, kTokenEmbedding) && m_hints[i] == StageHint::Backward)
                return i + 1;
        return std::nullopt;
    }

    // Behind the gradient of an embedding, between a send and a receive of a pipeline's rank, at the only transfer, else the
    // longest pause.
    [[nodiscard]] std::uint32_t passCut(Span room) const
    {
        if (const std::optional<std::uint32_t> embedded = behindEmbedding(room))
            return *embedded;
        std::uint32_t peer = m_sequence.find(room, kTokenPeer);
        const bool only = m_sequence.count(room, kTokenPeer) == 1;
        while (!only && peer < room.end && !(m_sequence.has(peer, kTokenPeer) && m_sequence.has(peer - 1, kTokenPeer)))
            ++peer;
        if (peer < room.end)
            return peer;
        const KernelTable &kernels = m_context.document.kernels;
        std::uint32_t cut = room.begin;
        std::int64_t longest = INT64_MIN;
        for (std::uint32_t i = room.begin; i <= room.end && i > 0; ++i) {
            const std::int64_t pause = kernels.start[m_sequence.kernel[i]] - kernels.end(m_sequence.kernel[i - 1]);
            if (pause <= longest)
                continue;
            longest = pause;
            cut = i;
        }
        return cut;
    }

    // The first and the last pass may be parts; an optimizer has no layers that could be missing. Where no layers can be counted,
    // a step begins with its forward pass and ends with its optimizer.
    void markCut()
    {
        if (m_result.passes.empty())
            return;
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
            m_result.passes.front().cut = true;
    }

    // Layers of the backward passes by names, in their order.
    [[nodiscard]] std::vector<std::vector<std::int32_t>> byNames() const
    {
        std::vector<Span> spans;
        for (const TrainingPass &pass : m_result.passes) {
            if (pass.stage == Stage::Backward)
                spans.push_back(pass.span);
        }
        return backwardLayers(m_context.document, m_sequence, m_hints, spans, m_cores, m_forward);
    }

    // A forward pass that the capture cuts at its front ends with the last layer of the backward pass behind it.
    void endWithBackward(const std::vector<std::vector<std::int32_t>> &named)
    {
        const auto last = [](const std::vector<std::int32_t> &layers) { return *std::ranges::max_element(layers); };
        TrainingPass &first = m_result.passes.front();
        const auto back = std::ranges::find(m_result.passes, Stage::Backward, &TrainingPass::stage);
        if (!m_forward.cut || first.stage != Stage::Forward || back == m_result.passes.end()
            || back->span.end == m_sequence.size())
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
        const bool namesTell = std::any_of(named.begin(), named.end(), [](std::int32_t l) { return l >= 0; });
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
