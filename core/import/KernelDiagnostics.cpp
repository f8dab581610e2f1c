// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/KernelDiagnostics.h"

#include "core/base/Format.h"
#include "core/base/Saturate.h"
#include "core/import/DiagnosticKinds.h"
#include "core/import/nsys/ReadDatabase.h"

#include <algorithm>
#include <string>
#include <vector>

namespace lamella::core {

namespace {

struct Tally {
    std::uint64_t count = 0;
    std::uint32_t kernel = 0; // the first one in the file
};

struct StreamState {
    bool any = false;
    std::uint32_t previous = 0; // kernel
    std::int64_t end = 0; // latest end so far
    std::uint32_t latestEvent = 0;
    std::uint64_t works = 0;
    std::uint64_t starts = 0; // distinct starts
    std::int64_t sum = 0; // sum of durations without duplicates
    std::int64_t busy = 0; // union of its work
};
constexpr std::uint64_t kWorksOfAStart = 4;
constexpr std::uint64_t kFewWorks = 16; // too few to conclude that the times of a stream are contradictory

void count(Tally &tally, const KernelTable &kernels, std::uint32_t kernel)
{
    if (tally.count++ == 0 || kernels.event[kernel] < kernels.event[tally.kernel])
        tally.kernel = kernel;
}

void note(TraceDocument &document, const DiagnosticKind &kind, const Tally &tally)
{
    if (tally.count == 0)
        return;
    const auto [offset, length] = document.events.text(document.kernels.event[tally.kernel]);
    document.diagnostics.add(
        kind, length > 0 && !isDatabase(document) ? offset : -1, document.text(document.kernels.name[tally.kernel]), tally.count);
}

// Reports streams on which most work begins together with other work and more than half of the time overlaps. Programmatic
// dependent launch does not cause that, nor do several queues that a profiler shows as one stream (Ascend's communication, the
// copies of a TPU).
void noteContradictions(TraceDocument &document, const std::vector<StreamState> &streams)
{
    for (std::size_t s = 0; s < streams.size(); ++s)
        if (streams[s].works >= kFewWorks && streams[s].starts <= streams[s].works / kWorksOfAStart
            && streams[s].sum / 2 > streams[s].busy)
            document.diagnostics.add(diagnostics::kContradictoryTimes, -1,
                "stream " + std::to_string(document.streams[s].number) + ": " + formatDuration(streams[s].sum) + " of work in "
                    + formatDuration(streams[s].busy));
}

} // namespace

void addKernelDiagnostics(TraceDocument &document)
{
    const KernelTable &kernels = document.kernels;
    std::vector<StreamState> streams(document.streams.size());
    Tally twice;
    Tally overlapping;
    Tally outOfOrder;
    for (std::uint32_t k = 0; k < kernels.size(); ++k) {
        StreamState &stream = streams[kernels.stream[k].value];
        const std::uint32_t event = kernels.event[k].value;
        const bool same = stream.any && kernels.start[k] == kernels.start[stream.previous]
            && kernels.duration[k] == kernels.duration[stream.previous] && kernels.name[k] == kernels.name[stream.previous]
            && kernels.correlation[k] == kernels.correlation[stream.previous];
        if (same)
            count(twice, kernels, k);
        else if (stream.any && kernels.start[k] < stream.end)
            count(overlapping, kernels, k);
        if (stream.any && event < stream.latestEvent)
            count(outOfOrder, kernels, k);
        if (!same) {
            const std::int64_t from = stream.any ? std::max(kernels.start[k], stream.end) : kernels.start[k];
            stream.busy = addSaturated(stream.busy, std::max<std::int64_t>(0, subtractSaturated(kernels.end(k), from)));
            stream.sum = addSaturated(stream.sum, kernels.duration[k]);
            stream.starts += !stream.any || kernels.start[k] != kernels.start[stream.previous] ? 1 : 0;
            ++stream.works;
        }
        stream.latestEvent = std::max(stream.latestEvent, event);
        stream.end = stream.any ? std::max(stream.end, kernels.end(k)) : kernels.end(k);
        stream.previous = k;
        stream.any = true;
    }
    noteContradictions(document, streams);
    note(document, diagnostics::kDuplicatedKernel, twice);
    note(document, diagnostics::kOverlappingKernel, overlapping);
    if (outOfOrder.count > 0 && !isDatabase(document) && document.events.text(kernels.event[outOfOrder.kernel]).second > 0)
        note(document, diagnostics::kOutOfOrderKernel, outOfOrder);
}

} // namespace lamella::core
