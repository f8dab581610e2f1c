// SPDX-License-Identifier: GPL-3.0-or-later
// Layers by the scopes that a compiler wrote beside its operations: "jit(step)/Model/layers_12/attn/dot_general". Every operation
// says its own, so no launch is needed; those that say none lie between others of their layer.
#include "core/analysis/program/ScopePath.h"
#include "core/analysis/segmentation/Annotations.h"
#include "core/analysis/segmentation/LayerTemplates.h"
#include "core/analysis/segmentation/evidence/LayerEvidences.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lamella::core {

namespace {

constexpr int kUnknown = -1;
constexpr std::uint32_t kFewest = 2; // operations of a layer
constexpr std::size_t kNear = 6; // layers before the last one that say how a layer ends
constexpr double kMostEdits = 0.3; // of the longer one, for an end that is still taken for the same

struct Numbered {
    std::vector<int> layer; // by position
    std::string label;
};

// What the compiler says of events that are asked for mostly in their order: the next one is looked for where the last one was.
class OperationOfEvent {
public:
    explicit OperationOfEvent(const EventTable &events)
        : m_events(events)
    {
    }
    std::optional<std::int64_t> operator()(EventId event)
    {
        if (event.value >= m_events.size())
            return std::nullopt;
        if (m_chunk == nullptr || event.value < m_chunk->firstEvent || event.value - m_chunk->firstEvent >= m_chunk->size()) {
            const auto after = std::upper_bound(m_events.chunks().begin(), m_events.chunks().end(), event.value,
                [](std::uint32_t id, const EventChunk &chunk) { return id < chunk.firstEvent; });
            m_chunk = &*(after - 1);
            m_at = 0;
        }
        const SparseColumn &column = m_chunk->sparse[static_cast<std::size_t>(SparseKey::Operation)];
        const std::uint32_t row = event.value - m_chunk->firstEvent;
        for (int steps = 0; steps < kSteps && m_at < column.rows.size() && column.rows[m_at] < row; ++steps)
            ++m_at;
        if (m_at >= column.rows.size() || column.rows[m_at] != row)
            m_at = column.seek(row);
        if (m_at >= column.rows.size() || column.rows[m_at] != row)
            return std::nullopt;
        return column.values[m_at];
    }

private:
    static constexpr int kSteps = 4;
    const EventTable &m_events;
    const EventChunk *m_chunk = nullptr;
    std::size_t m_at = 0; // row of the sparse column
};

// What stands before the number, where most operations have it; and the number of each operation.
Numbered numberedOps(const EvidenceContext &context)
{
    const TraceDocument &document = context.document;
    struct Said {
        std::uint32_t prefix = 0; // row of counts
        int number = kUnknown;
    };
    std::map<std::string, std::uint32_t, std::less<>> rows;
    std::vector<Said> said(document.operations.size());
    for (std::size_t o = 0; o < said.size(); ++o) {
        for (const std::string &part : scopeParts(document.text(document.operations[o].scope))) {
            std::string_view prefix;
            if (int number = 0; splitLayerName(part, prefix, number)) {
                said[o] = {rows.try_emplace(std::string(prefix), static_cast<std::uint32_t>(rows.size())).first->second, number};
                break; // the outermost: blocks inside of layers have numbers too
            }
        }
    }
    std::vector<Said> of(context.sequence.size());
    std::vector<std::uint32_t> counts(rows.size(), 0);
    OperationOfEvent operationOf(document.events);
    for (std::uint32_t i = 0; i < context.sequence.size(); ++i) {
        const auto operation = operationOf(document.kernels.event[context.sequence.kernel[i]]);
        if (!operation || said[static_cast<std::size_t>(*operation)].number == kUnknown)
            continue;
        of[i] = said[static_cast<std::size_t>(*operation)];
        ++counts[of[i].prefix];
    }
    Numbered found;
    std::uint32_t most = 0;
    std::uint32_t chosen = 0;
    for (const auto &[prefix, row] : rows) { // of equally frequent ones the first by name
        if (counts[row] > most) {
            most = counts[row];
            chosen = row;
            found.label = prefix;
        }
    }
    found.layer.assign(of.size(), kUnknown);
    for (std::size_t i = 0; i < of.size(); ++i)
        if (of[i].number != kUnknown && of[i].prefix == chosen)
            found.layer[i] = of[i].number;
    return found;
}

// The compiler moves single operations ahead; one between two of another layer does not open its own.
void dropStrays(std::vector<int> &layer)
{
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < layer.size(); ++i)
        if (layer[i] != kUnknown)
            places.push_back(i);
    for (std::size_t p = 1; p + 1 < places.size(); ++p) {
        const int before = layer[places[p - 1]];
        if (layer[places[p]] != before && before == layer[places[p + 1]])
            layer[places[p]] = before;
    }
}

std::vector<AnnotatedLayer> layersOf(const std::vector<int> &layer)
{
    std::vector<AnnotatedLayer> layers;
    std::vector<std::uint32_t> sizes;
    for (std::uint32_t i = 0; i < layer.size(); ++i) {
        if (layer[i] == kUnknown)
            continue;
        if (!layers.empty() && layers.back().number == layer[i]) {
            layers.back().span.end = i + 1;
            ++sizes.back();
        } else {
            layers.push_back({{i, i + 1}, layer[i]});
            sizes.push_back(1);
        }
    }
    std::size_t sound = 0;
    for (std::size_t l = 0; l < layers.size(); ++l) {
        const bool follows = l == 0 || layers[l].number == layers[l - 1].number + 1 || layers[l].number <= layers[0].number;
        sound += follows && sizes[l] >= kFewest ? 1 : 0;
    }
    // Scopes that jump about (a backward pass interleaved with another) are no cut into layers.
    const bool good = layers.size() >= 2 && 10 * sound >= 9 * layers.size();
    return good ? layers : std::vector<AnnotatedLayer>{};
}

// Operations without a scope between two layers belong to the first of them. After the last layer of a pass nothing says where
// they end, so that they would all be lost to the tail (its MLP, where only parameters have scopes): they end as in the layers
// before.
void closeLastLayers(const MainSequence &sequence, std::vector<AnnotatedLayer> &layers)
{
    for (std::size_t l = 1; l < layers.size(); ++l) {
        const bool last = l + 1 == layers.size() || layers[l + 1].number <= layers[l].number;
        if (!last)
            continue;
        const Span rest{layers[l].span.end, l + 1 == layers.size() ? sequence.size() : layers[l + 1].span.begin};
        Alignment best{0, 1.0};
        for (std::size_t b = l; b > 0 && l - b < kNear && layers[b].number == layers[b - 1].number + 1; --b) {
            const Span after{layers[b - 1].span.end, layers[b].span.begin};
            if (after.size() == 0 || after.size() > kMaxAligned)
                continue;
            const Span looked{rest.begin, std::min<std::uint32_t>(rest.end, rest.begin + 2 * after.size())};
            const Alignment end = alignPrefix(symbols(sequence, looked), symbols(sequence, after));
            const double edits = end.cost / static_cast<double>(after.size());
            if (edits < best.cost)
                best = {end.boundary, edits};
        }
        if (best.cost <= kMostEdits)
            layers[l].span.end = rest.begin + static_cast<std::uint32_t>(best.boundary);
    }
}

class ScopeEvidence final : public LayerEvidence {
public:
    [[nodiscard]] std::string_view name() const override { return "scopes"; }
    [[nodiscard]] std::vector<LayerProposal> propose(const EvidenceContext &context) const override
    {
        if (context.document.operations.empty())
            return {};
        Numbered numbered = numberedOps(context);
        dropStrays(numbered.layer);
        std::vector<AnnotatedLayer> layers = layersOf(numbered.layer);
        if (layers.empty())
            return {};
        closeLastLayers(context.sequence, layers);
        LayerProposal proposal;
        proposal.cores = mergeAnnotated({}, layers);
        proposal.role = CoreRole::Mixer;
        proposal.evidence = Evidence::Annotation;
        proposal.text = "scope " + numbered.label;
        return {std::move(proposal)};
    }
};

} // namespace

const LayerEvidence &scopeEvidence()
{
    static const ScopeEvidence evidence;
    return evidence;
}

} // namespace lamella::core
