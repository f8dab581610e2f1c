// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/KernelOddities.h"

#include "core/import/DiagnosticKinds.h"

#include <algorithm>
#include <string>
#include <vector>

namespace lamella::core {

namespace {

struct Tally {
    std::uint64_t count = 0;
    std::uint32_t kernel = 0; // the one that comes first in the file
};

struct StreamState {
    bool any = false;
    std::uint32_t previous = 0; // kernel
    std::int64_t end = 0; // latest so far
    std::uint32_t latestEvent = 0;
};

void count(Tally &tally, const KernelTable &kernels, std::uint32_t kernel)
{
    if (tally.count++ == 0 || kernels.event[kernel] < kernels.event[tally.kernel])
        tally.kernel = kernel;
}

// Rows of a database have no order of their own, and no offset.
bool isDatabase(const TraceDocument &document)
{
    return document.metadata.format.starts_with("Nsight Systems SQLite");
}

void note(TraceDocument &document, const DiagnosticKind &kind, const Tally &tally)
{
    if (tally.count == 0)
        return;
    const auto [offset, length] = document.events.text(document.kernels.event[tally.kernel]);
    document.diagnostics.add(kind, length > 0 && !isDatabase(document) ? offset : -1, document.text(document.kernels.name[tally.kernel]), tally.count);
}

} // namespace

void noteKernelOddities(TraceDocument &document)
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
        stream.latestEvent = std::max(stream.latestEvent, event);
        stream.end = stream.any ? std::max(stream.end, kernels.end(k)) : kernels.end(k);
        stream.previous = k;
        stream.any = true;
    }
    note(document, oddity::kDuplicatedKernel, twice);
    note(document, oddity::kOverlappingKernel, overlapping);
    if (outOfOrder.count > 0 && !isDatabase(document) && document.events.text(kernels.event[outOfOrder.kernel]).second > 0)
        note(document, oddity::kOutOfOrderKernel, outOfOrder);
}

} // namespace lamella::core
