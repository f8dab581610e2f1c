// SPDX-License-Identifier: GPL-3.0-or-later
// One importer per format. ImporterRegistry detects the format by content; decompression happens before the importer.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/base/Time.h"
#include "core/model/TraceDocument.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

// Partial results while a file is being read; sent at most every 200 ms, from one worker at a time.
struct ImportPreview {
    struct Name {
        std::string name;
        std::uint64_t count = 0;
        std::int64_t sumNs = 0;
    };
    std::uint64_t events = 0;
    std::uint64_t kernels = 0;
    std::uint64_t diagnostics = 0;
    std::vector<Name> names; // GPU work so far, longest sum first, at most 200
    TimeRange range; // of the GPU work so far; empty: none has a duration
    std::vector<std::int64_t> slicesNs; // of the range: sums of durations in slices of equal length, in the order of time
};

// Limits against hostile files. 0 = none.
struct ImportLimits {
    std::uint64_t maxRawBytes = std::uint64_t{1} << 40; // after inflating
    std::uint32_t maxRatio = 1000; // raw : compressed, past 64 MiB of output; deflate reaches 1032
    std::uint32_t maxEventBytes = 64u << 20; // size of one event
    std::uint32_t maxEvents = 0xFFFFFFF0u; // number of events; ids end there
    std::optional<std::uint64_t> maxMemoryBytes; // during the import; not set: what the machine has available
};

struct ImportOptions {
    unsigned workers = 0; // 0 = as many as are free, at most 16; does not affect the result
    std::size_t blockBytes = std::size_t{512} << 10; // does not affect the result
    ImportLimits limits;
    std::function<void(const ImportPreview &)> preview;
    // Requested: read no further, and make the document of what was read, as of a truncated file (diagnostic stopped_reading).
    // Heeded by the importers that give previews; others read the whole file.
    std::stop_token enough;
};

class TraceImporter {
public:
    virtual ~TraceImporter() = default;
    [[nodiscard]] virtual std::string_view name() const = 0;
    // head: the first (inflated) 64 KiB of the file, or fewer. True if this importer should read the file.
    [[nodiscard]] virtual bool sniff(const std::string &path, std::string_view head) const = 0;
    // Progress counts bytes of the file on disk. Errors: Io, Decompress, NotATrace, Limit, Cancelled. A damaged file that can be
    // read in part yields a document with diagnostics.
    [[nodiscard]] virtual Result<std::shared_ptr<const TraceDocument>> read(
        const std::string &path, const ImportOptions &options, const JobControl &control) const = 0;
};

} // namespace lamella::core
