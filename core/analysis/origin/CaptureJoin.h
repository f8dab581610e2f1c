// SPDX-License-Identifier: GPL-3.0-or-later
// Joins the work of graph replays with the launches of the same graphs while they were captured, or with those of an eager run.
// Pure: documents in, a mapping out. A replay is joined as a whole or not at all.
#pragma once

#include "core/analysis/origin/GraphLaunches.h"
#include "core/base/Message.h"
#include "core/base/Result.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace lamella::core {

// The basis of the origin of work.
enum class OriginKind : std::uint8_t {
    None, // no launch recorded
    Launch, // its own launch, or the operator that it names
    Graph, // the launch of the graph that it is in
    Order, // a launch of the capture, at the same position and with the same name
    Names, // a launch of the capture with the same name, in another order
    Counts, // a launch of the capture at the same position; the capture records no names
    Nodes, // an annotation of the same graph node
    Eager, // a launch of an eager run, with the same names around it
    Compiler // data that a compiler (XLA) recorded with the work
};
inline constexpr std::size_t kOriginKinds = 9;
[[nodiscard]] std::string_view originKindName(OriginKind kind); // "order"

// A capture trace or an eager trace beside the trace of the replays.
struct Companion {
    std::shared_ptr<const TraceDocument> document;
    std::string file; // its name in messages
    std::int64_t batch = 0; // as stated in execution_details.json; 0 = not stated
    bool eager = false;
    std::shared_ptr<const LaunchedNames> names = {}; // of captures; null = none recorded
};

struct JoinedCall {
    std::uint32_t companion = 0; // row of the companions
    EventId call; // invalid: not joined
    OriginKind kind = OriginKind::None;
};

struct CaptureMapping {
    std::vector<JoinedCall> calls; // by KernelId
    std::vector<std::uint32_t> replayOf; // by KernelId: number of the joined replay, from 1; 0 = none
    std::size_t replays = 0;
    std::size_t joinedReplays = 0;
    std::size_t kernels = 0; // of replays
    std::size_t joinedKernels = 0;
    std::vector<Message> notes; // replays that have no capture among the companions
};

// Errors: BadRequest with the counts for a companion of another batch size, of another model, or a truncated one; Cancelled.
[[nodiscard]] Result<CaptureMapping> joinCaptures(
    const TraceDocument &document, std::span<const Companion> companions, const JobControl &control = {});

} // namespace lamella::core
