// SPDX-License-Identifier: GPL-3.0-or-later
// The line on which XLA shows copies and collectives while they are in flight. A device may have one beside the line of its
// operations, on which they begin and end; the device is free for other work in between.
#pragma once

#include "core/model/TraceDocument.h"
#include "core/model/XlaLines.h"

#include <vector>

namespace lamella::core {

// Whether a stream is such a line. Work mostly stays on its stream, so the last answer is kept. Not thread-safe.
class AsyncLines {
public:
    explicit AsyncLines(const TraceDocument &document)
        : m_document(document)
    {
    }
    [[nodiscard]] bool has(StreamId stream)
    {
        if (stream != m_last) {
            const TrackId track = m_document.streams[stream.value].track;
            m_last = stream;
            m_async = track.valid() && track.value < m_document.tracks.size()
                && m_document.tracks[track.value].threadName == kAsyncXlaOps;
        }
        return m_async;
    }

private:
    const TraceDocument &m_document;
    StreamId m_last;
    bool m_async = false;
};

// Row = StreamId: such a line of a device that has other streams too. Empty if the trace has none.
[[nodiscard]] std::vector<bool> inFlightStreams(const TraceDocument &document);

} // namespace lamella::core
