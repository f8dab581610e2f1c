// SPDX-License-Identifier: GPL-3.0-or-later
// The origin of each piece of GPU work: the operator, shapes and module around its launch, in the trace itself or in a companion
// (CaptureJoin.h). Immutable; keeps its documents alive.
#pragma once

#include "core/analysis/LaunchJoin.h"
#include "core/analysis/origin/CaptureJoin.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lamella::core {

// The annotation of a graph node in kernel_annotations_rank*.json.
struct GraphAnnotation {
    std::string module; // fully qualified name of the module; may be empty
    std::string name; // the program's name for the region; may be empty
};
using GraphAnnotations = std::unordered_map<std::int64_t, GraphAnnotation>; // by graph node id
using GraphNodes = std::unordered_map<EventId, std::int64_t>; // the arg "graph node id" of GPU work (CUDA 13.1 and later)

// A companion with its joined launches, each once.
struct JoinedCompanion {
    std::shared_ptr<const TraceDocument> document;
    std::string file;
    std::vector<EventId> calls;
    LaunchJoin join; // row = row of calls
};

class Origins {
public:
    // Of the trace alone.
    Origins(std::shared_ptr<const TraceDocument> document, std::shared_ptr<const LaunchJoin> launches);
    // Applies the data of the companions; `mapping` is that of these companions.
    void addCompanions(const std::vector<Companion> &companions, const CaptureMapping &mapping, const JobControl &control);
    // nodes: graph node id of GPU work, by its event. Errors: BadProfile with the counts, if no node of it is in the trace.
    Result<void> addAnnotations(GraphAnnotations annotations, GraphNodes nodes, const std::string &file);

    [[nodiscard]] const TraceDocument &document() const { return *m_document; }
    [[nodiscard]] std::shared_ptr<const TraceDocument> sharedDocument() const { return m_document; }
    [[nodiscard]] const LaunchJoin &launches() const { return *m_launches; } // of the trace itself
    [[nodiscard]] const std::vector<std::shared_ptr<const JoinedCompanion>> &companions() const { return m_companions; }
    [[nodiscard]] const std::vector<Message> &notes() const { return m_notes; }

    [[nodiscard]] OriginKind kind(KernelId kernel) const { return static_cast<OriginKind>(m_kind[kernel.value]); }
    // Its launch in the trace itself, else the operator that it names; invalid if its origin is in a companion, or not recorded.
    [[nodiscard]] EventId ownCall(KernelId kernel) const;
    // Row of JoinedCompanion::calls, if its origin is in that companion.
    [[nodiscard]] std::optional<std::uint32_t> rowIn(KernelId kernel, std::uint32_t companion) const;
    [[nodiscard]] const GraphAnnotation *annotation(KernelId kernel) const; // null if there is none
    // Number of the joined replay that contains it, from 1; 0 = none.
    [[nodiscard]] std::uint32_t replayOf(KernelId kernel) const;

    // Texts as recorded, which live as long as this; empty if not recorded.
    [[nodiscard]] std::string_view op(KernelId kernel) const;
    [[nodiscard]] std::string_view module(KernelId kernel) const;
    [[nodiscard]] std::string_view inputDims(KernelId kernel) const;
    [[nodiscard]] std::string_view inputTypes(KernelId kernel) const;

private:
    struct Place { // row of a join
        std::uint32_t companion = kOwn;
        std::uint32_t row = 0;
    };
    struct Side { // the document and the row that describe a kernel
        const TraceDocument &document;
        const LaunchJoin &join;
        std::size_t row;
    };
    [[nodiscard]] Side sideOf(KernelId kernel) const;
    [[nodiscard]] bool isReplay(std::uint32_t kernel, std::vector<std::uint8_t> &graphNames) const;

    static constexpr std::uint32_t kOwn = 0xFFFFFFFFu;

    std::shared_ptr<const TraceDocument> m_document;
    std::shared_ptr<const LaunchJoin> m_launches;
    std::vector<std::shared_ptr<const JoinedCompanion>> m_companions;
    std::vector<std::uint8_t> m_kind; // by KernelId: an OriginKind
    std::vector<Place> m_places; // by KernelId; empty without companions
    std::vector<std::uint32_t> m_replayOf; // likewise
    GraphAnnotations m_annotations;
    GraphNodes m_nodes;
    std::vector<Message> m_notes;
};

// The reason why a kernel has no operator (module, shapes, …), for cells: "no launch recorded", or the missing record around it.
[[nodiscard]] std::string_view whyNoOrigin(OriginKind kind, std::string_view otherwise);

} // namespace lamella::core
