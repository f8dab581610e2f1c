// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/InFlight.h"

namespace lamella::core {

std::vector<bool> inFlightStreams(const TraceDocument &document)
{
    AsyncLines async(document);
    std::vector<bool> found;
    std::vector<bool> computes(document.devices.size(), false); // by device
    for (std::uint32_t stream = 0; stream < document.streams.size(); ++stream) {
        if (async.has(StreamId{stream})) {
            found.resize(document.streams.size(), false);
            found[stream] = true;
        } else {
            computes[document.streams[stream].device.value] = true;
        }
    }
    for (std::size_t stream = 0; stream < found.size(); ++stream)
        found[stream] = found[stream] && computes[document.streams[stream].device.value];
    return found;
}

} // namespace lamella::core
