// SPDX-License-Identifier: GPL-3.0-or-later
// trace_view.json beside a kernel table. The table has the work with its types and shapes; the timeline has the host and the
// launches. Both identify work by start and stream.
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
    // Path of the timeline in the folder of the table; empty if there is none.
    [[nodiscard]] static std::string beside(const std::string &kernelTable);
    // Errors: those of the importer of Chrome traces.
    static Result<AscendTimeline> read(const std::string &path, const ImportOptions &options, const JobControl &control);

    // Adds tracks and spans of the host; call before any row of the table is added. Returns early if builder.full().
    void addHost(DocumentBuilder &builder);

    struct Work {
        std::int64_t start = 0;
        std::optional<std::int64_t> stream; // none: a lane of collectives
        TrackId track; // of the timeline
        EventId call; // event ids of the builder; invalid = not recorded
        EventId op;
        std::int64_t connection = 0;
    };
    // The work that begins at that time, within 1 ns because of rounding: the one on that stream, else the only one.
    [[nodiscard]] const Work *find(std::int64_t start, std::optional<std::int64_t> stream) const;
    [[nodiscard]] std::uint64_t fileBytes() const { return m_fileBytes; } // on disk
    [[nodiscard]] std::size_t hostSpans() const { return m_hostSpans; }

private:
    void collectWork();

    std::shared_ptr<const TraceDocument> m_document; // released by addHost()
    std::vector<Work> m_work; // by (start, stream)
    std::uint64_t m_fileBytes = 0;
    std::size_t m_hostSpans = 0;
};

} // namespace lamella::core
