// SPDX-License-Identifier: GPL-3.0-or-later
// Places in a gzip file from which inflating can go on, so that a text in the middle is read without all that stands before it.
// A place is a copy of the inflater between two reads, 40 to 90 kB of window and tables. Every reader of a file leaves some
// behind, so an import pays a few milliseconds a gigabyte for them and nobody has to make them. Known by what fstat(2) says of
// the file: a file that was written to has no places. Safe from any thread.
#pragma once

#include "core/import/ByteSource.h"
#include "core/import/gzip/Inflater.h"

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
    std::shared_ptr<const Inflater> inflater; // to be copied
};

class GzipCheckpoints {
public:
    // Text between two places, at first: at four gigabytes a second four milliseconds, with zlib twelve.
    static constexpr std::uint64_t kFirstStep = std::uint64_t{16} << 20;
    static constexpr std::size_t kMaxPoints = 128; // at more, every second one goes and the step doubles

    // Of the file with that stamp; those of the last four files are kept.
    [[nodiscard]] static std::shared_ptr<GzipCheckpoints> of(const FileStamp &stamp);

    // Text that must have been inflated before the next place is of use.
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
