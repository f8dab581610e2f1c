// SPDX-License-Identifier: GPL-3.0-or-later
// trace_view.json beside a kernel table: the table has the work with its types and shapes, the timeline the host and what
// launched the work. Both name a piece of work by its start and its stream.
#pragma once

#include "core/import/DocumentBuilder.h"
#include "core/import/TraceImporter.h"
#include "core/import/ascend/AscendArrows.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lamella::core {

class AscendTimeline {
public:
    // Path of the timeline in the folder of the table; empty when there is none.
    [[nodiscard]] static std::string beside(const std::string &kernelTable);
    // Errors: those of the importer of Chrome traces.
    static Result<AscendTimeline> read(const std::string &path, const ImportOptions &options, const JobControl &control);

    // Tracks and spans of the host; before any row of the table is added. Ends early where builder.full().
    void addHost(DocumentBuilder &builder);

    struct Work {
        std::int64_t start = 0;
        std::optional<std::int64_t> stream; // none: a lane of collectives
        TrackId track; // of the timeline
        EventId call; // events of the builder; invalid = not recorded
        EventId op;
        std::int64_t connection = 0;
    };
    // The work that begins at that time, within the nanosecond that rounding costs: on that stream, else the only one.
    [[nodiscard]] const Work *find(std::int64_t start, std::optional<std::int64_t> stream) const;
    [[nodiscard]] std::uint64_t fileBytes() const { return m_fileBytes; } // on disk
    [[nodiscard]] std::size_t hostSpans() const { return m_hostSpans; }

private:
    void collectWork();

    std::shared_ptr<const TraceDocument> m_document; // let go by addHost()
    std::vector<Work> m_work; // by (start, stream)
    std::uint64_t m_fileBytes = 0;
    std::size_t m_hostSpans = 0;
};

} // namespace lamella::core
