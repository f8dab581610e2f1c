// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/origin/Origins.h"

#include "core/analysis/gaps/HostCalls.h"

#include <utility>

namespace lamella::core {

namespace {

StringId sparseText(const TraceDocument &document, EventId event, SparseKey key)
{
    if (event.value >= document.events.size())
        return {};
    const auto value = document.events.sparse(event, key);
    return value ? StringId(static_cast<std::uint32_t>(*value)) : StringId();
}

std::string_view nameOf(const TraceDocument &document, EventId event)
{
    return event.value < document.events.size() ? document.text(document.events.row(event).name) : std::string_view();
}

} // namespace

Origins::Origins(std::shared_ptr<const TraceDocument> document, std::shared_ptr<const LaunchJoin> launches)
    : m_document(std::move(document))
    , m_launches(std::move(launches))
{
    std::vector<std::uint8_t> graphNames(m_document->strings.size(), 0);
    m_kind.resize(m_document->kernels.size(), 0);
    for (std::uint32_t k = 0; k < m_kind.size(); ++k) {
        const EventId event = m_document->kernels.event[k];
        const bool compiled = !m_document->operations.empty() && event.value < m_document->events.size()
            && m_document->events.sparse(event, SparseKey::Operation).has_value();
        // XLA records launches too, but nothing around them.
        const OriginKind kind = compiled                                            ? OriginKind::Compiler
            : isReplay(k, graphNames)                                               ? OriginKind::Graph
            : m_document->kernels.launch[k].valid() || ownCall(KernelId(k)).valid() ? OriginKind::Launch
                                                                                    : OriginKind::None;
        m_kind[k] = static_cast<std::uint8_t>(kind);
    }
}

bool Origins::isReplay(std::uint32_t kernel, std::vector<std::uint8_t> &graphNames) const
{
    const EventId launch = m_document->kernels.launch[kernel];
    if (launch.value >= m_document->events.size())
        return false;
    const StringId name = m_document->events.row(launch).name;
    if (name.value >= graphNames.size())
        return false;
    std::uint8_t &known = graphNames[name.value];
    if (known == 0)
        known = hostCallFromName(m_document->text(name)) == HostCall::GraphLaunch ? 2 : 1;
    return known == 2;
}

void Origins::addCompanions(const std::vector<Companion> &companions, const CaptureMapping &mapping, const JobControl &control)
{
    m_places.assign(m_kind.size(), {});
    m_replayOf = mapping.replayOf;
    m_notes.insert(m_notes.end(), mapping.notes.begin(), mapping.notes.end());
    for (std::uint32_t c = 0; c < companions.size(); ++c) {
        auto joined = std::make_shared<JoinedCompanion>();
        joined->document = companions[c].document;
        joined->file = companions[c].file;
        std::unordered_map<EventId, std::uint32_t> rows;
        for (std::uint32_t k = 0; k < mapping.calls.size(); ++k) {
            const JoinedCall &call = mapping.calls[k];
            if (!call.call.valid() || call.companion != c)
                continue;
            const auto [row, added] = rows.try_emplace(call.call, static_cast<std::uint32_t>(joined->calls.size()));
            if (added)
                joined->calls.push_back(call.call);
            m_places[k] = {static_cast<std::uint32_t>(m_companions.size()), row->second};
            m_kind[k] = static_cast<std::uint8_t>(call.kind);
        }
        if (joined->calls.empty())
            continue;
        joined->join = joinCalls(*joined->document, joined->calls, control);
        m_companions.push_back(std::move(joined));
    }
}

Result<void> Origins::addAnnotations(GraphAnnotations annotations, GraphNodes nodes, const std::string &file)
{
    m_annotations = std::move(annotations);
    m_nodes = std::move(nodes);
    std::size_t found = 0;
    for (std::uint32_t k = 0; k < m_kind.size(); ++k) {
        if (annotation(KernelId(k)) == nullptr)
            continue;
        ++found;
        if (kind(KernelId(k)) <= OriginKind::Graph)
            m_kind[k] = static_cast<std::uint8_t>(OriginKind::Nodes);
    }
    if (m_nodes.empty())
        return Error{ErrorCode::BadProfile,
            "the trace records no graph node ids, so that nothing of it can be named (CUDA 13.1 or later records them)", file,
            -1};
    if (found == 0)
        return Error{ErrorCode::BadProfile,
            msg("none of its %1 graph nodes is among the %2 pieces of work with a node id in the trace; it is of another run",
                m_annotations.size(), m_nodes.size()),
            file, -1};
    return {};
}

EventId Origins::ownCall(KernelId kernel) const
{
    if (!m_places.empty() && m_places[kernel.value].companion != kOwn)
        return {};
    const EventId launch = m_document->kernels.launch[kernel.value];
    if (launch.value < m_document->events.size())
        return launch;
    // Work may name its operator where its launch is not recorded.
    return kernel.value < m_launches->cpuOp.size() ? m_launches->cpuOp[kernel.value] : EventId();
}

std::optional<std::uint32_t> Origins::rowIn(KernelId kernel, std::uint32_t companion) const
{
    if (m_places.empty() || m_places[kernel.value].companion != companion)
        return std::nullopt;
    return m_places[kernel.value].row;
}

const GraphAnnotation *Origins::annotation(KernelId kernel) const
{
    if (m_annotations.empty())
        return nullptr;
    const auto node = m_nodes.find(m_document->kernels.event[kernel.value]);
    if (node == m_nodes.end())
        return nullptr;
    const auto found = m_annotations.find(node->second);
    return found == m_annotations.end() ? nullptr : &found->second;
}

std::uint32_t Origins::replayOf(KernelId kernel) const
{
    return kernel.value < m_replayOf.size() ? m_replayOf[kernel.value] : 0;
}

Origins::Side Origins::sideOf(KernelId kernel) const
{
    if (!m_places.empty() && m_places[kernel.value].companion != kOwn) {
        const Place place = m_places[kernel.value];
        const JoinedCompanion &companion = *m_companions[place.companion];
        return {*companion.document, companion.join, place.row};
    }
    return {*m_document, *m_launches, kernel.value};
}

std::string_view Origins::op(KernelId kernel) const
{
    const Side side = sideOf(kernel);
    return side.row < side.join.cpuOp.size() ? nameOf(side.document, side.join.cpuOp[side.row]) : std::string_view();
}

std::string_view Origins::module(KernelId kernel) const
{
    const Side side = sideOf(kernel);
    if (side.row < side.join.module.size())
        if (const std::string_view name = nameOf(side.document, side.join.module[side.row]); !name.empty())
            return name;
    const GraphAnnotation *annotated = annotation(kernel);
    return annotated == nullptr ? std::string_view() : annotated->module.empty() ? annotated->name : annotated->module;
}

std::string_view Origins::inputDims(KernelId kernel) const
{
    const Side side = sideOf(kernel);
    return side.row < side.join.inputDims.size() ? side.document.text(side.join.inputDims[side.row]) : std::string_view();
}

std::string_view Origins::inputTypes(KernelId kernel) const
{
    const Side side = sideOf(kernel);
    if (side.row >= side.join.op.size())
        return {};
    // Operators that only call others record no types: then those of the nearest around it that does.
    for (std::uint32_t op = side.join.op[side.row]; op != LaunchOp::kNone; op = side.join.ops[op].parent)
        if (const StringId types = sparseText(side.document, side.join.ops[op].event, SparseKey::InputTypes); types.valid())
            return side.document.text(types);
    return {};
}

std::string_view whyNoOrigin(OriginKind kind, std::string_view otherwise)
{
    if (kind == OriginKind::None)
        return "no launch recorded";
    if (kind == OriginKind::Graph)
        return "of a graph replay; give --capture, --annotations or --eager";
    return otherwise;
}

} // namespace lamella::core
