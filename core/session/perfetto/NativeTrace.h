// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a document, or a time range of it, as a Perfetto trace: streams, host threads, launches as flows, counters, the data of
// the columns for each event, and passes, layers, roles and memory as tracks of their own. Lamella reads it back as the same
// document; Perfetto can thus show formats that it cannot read. Streams through the events in the order of time; takes 16 bytes
// of memory for each event on the host.
#pragma once

#include "core/analysis/Segmentation.h"
#include "core/analysis/memory/MemoryData.h"
#include "core/analysis/roles/KernelRoles.h"
#include "core/base/JobControl.h"
#include "core/base/Message.h"
#include "core/base/Result.h"
#include "core/model/TraceDocument.h"
#include "core/session/AnalysisSession.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lamella::core {

struct NativeTraceRequest {
    std::string output;
    std::optional<TimeRange> window; // on the clock of the file; none: everything
    const Segmentation *segmentation = nullptr; // null: no passes and layers
    const KernelRoles *roles = nullptr; // null: no roles
    const MemoryData *memory = nullptr; // null: nothing is recorded
};

struct NativeTraceSummary {
    std::uint64_t events = 0;
    std::uint64_t kernels = 0;
    std::uint64_t withoutTime = 0; // events that have no time, or no duration where they need one
    std::uint64_t withoutValue = 0; // counter events whose value is not known
    TraceBounds bounds; // of the written trace as Perfetto sees it
    std::vector<std::string> unanswered; // commands that need data only in the recorded files: "memory", "search --args"
};

// One sentence for each kind of events that the written trace lacks.
[[nodiscard]] std::vector<Message> lossesOf(const NativeTraceSummary &summary);

// The zero is that of the document, also for a window. Errors: those of writeFileAtomically() and readCounterValues(); Cancelled.
Result<NativeTraceSummary> writeNativeTrace(
    const TraceDocument &document, const NativeTraceRequest &request, const JobControl &control);

// The same with passes, layers, roles and memory of the session. Errors: NotATrace (nothing in it has a time), and those of its
// segmentation() and of readMemory() as well.
Result<NativeTraceSummary> writeNativeTrace(
    AnalysisSession &session, const std::string &output, const std::optional<TimeRange> &window, const JobControl &control);

// The window from the first to the last kernel of the passes that `pass` and `device` name as for tables; none for "trace" and
// "auto". Errors: those of resolveScope().
Result<std::optional<TimeRange>> passWindow(
    AnalysisSession &session, const std::string &pass, const std::string &device, const JobControl &control);

} // namespace lamella::core
