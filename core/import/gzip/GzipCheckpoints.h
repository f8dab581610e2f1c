// SPDX-License-Identifier: GPL-3.0-or-later
// Checkpoints of a gzip file from which inflating can continue, so that text in the middle can be read without inflating
// everything before it. A checkpoint is a copy of the inflater between two reads: 40 to 90 kB of window and tables. Every reader
// of a file leaves some, at a cost of a few milliseconds per gigabyte during an import. Files are identified by fstat(2): a file
// that has been written to has no checkpoints. Thread-safe.
#pragma once

#include "core/import/gzip/Inflater.h"
#include "core/system/FileHandle.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace lamella::core {

struct GzipCheckpoint {
    std::uint64_t raw = 0; // bytes of text before it
    std::uint64_t disk = 0; // bytes of the file before it
    bool betweenMembers = false;
    std::shared_ptr<const Inflater> inflater; // copy before use
};

class GzipCheckpoints {
public:
    // Initial distance of checkpoints: 16 MiB of text take 4 ms at 4 GB/s, 12 ms with zlib.
    static constexpr std::uint64_t kFirstStep = std::uint64_t{16} << 20;
    static constexpr std::size_t kMaxPoints = 128; // when exceeded, every second one is dropped and the step doubles

    // For the file with that stamp. The last four files are remembered.
    [[nodiscard]] static std::shared_ptr<GzipCheckpoints> of(const FileStamp &stamp);

    // Position in the text from which the next checkpoint is useful.
    [[nodiscard]] std::uint64_t nextAt() const;
    // Ignored before nextAt().
    void add(GzipCheckpoint point);
    // The last one at or before an offset into the text.
    [[nodiscard]] std::optional<GzipCheckpoint> before(std::uint64_t raw) const;
    [[nodiscard]] std::size_t size() const;

private:
    mutable std::mutex m_mutex;
    std::vector<GzipCheckpoint> m_points; // ascending
    std::uint64_t m_step = kFirstStep;
};

} // namespace lamella::core
