// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome/ExportCap.h"

#include "core/import/DiagnosticKinds.h"

#include <algorithm>

namespace lamella::core {

void noteExportCap(TraceDocument &document, std::span<const std::uint64_t> caps)
{
    if (std::find_if(caps.begin(), caps.end(), [&document](std::uint64_t cap) { return document.events.size() >= cap; })
        == caps.end())
        return;
    const bool xla = std::any_of(document.tracks.begin(), document.tracks.end(),
        [](const Track &track) { return track.processName.starts_with("/device:"); });
    if (!xla)
        return;
    std::uint64_t complete = 0;
    for (const EventChunk &chunk : document.events.chunks())
        complete += static_cast<std::uint64_t>(std::count(chunk.phase.begin(), chunk.phase.end(), 'X'));
    if (std::find(caps.begin(), caps.end(), complete) != caps.end())
        document.diagnostics.add(diagnostics::kExportCap, -1, std::to_string(complete) + " complete events");
}

} // namespace lamella::core
