// SPDX-License-Identifier: GPL-3.0-or-later
// Reads sections of a trace's text in ascending order, starting anywhere in the file. Skips the text between sections; a section
// far ahead or back is reached from the nearest checkpoint. One per worker.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/import/ByteSource.h"
#include "core/import/OpenedFile.h"
#include "core/model/TraceDocument.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace lamella::core {

class TextCursor {
public:
    explicit TextCursor(const TraceSource &source)
        : m_source(source)
    {
    }
    // Valid until the next call. Errors: Io (file missing or changed since the import), Cancelled.
    [[nodiscard]] Result<std::string_view> read(std::uint64_t offset, std::size_t bytes, const JobControl &control);

private:
    [[nodiscard]] Error changed() const;
    [[nodiscard]] bool same(const FileStamp &stamp) const;
    Result<void> readPlain(std::uint64_t offset, std::size_t bytes);
    Result<void> place(std::uint64_t offset, const JobControl &control);

    const TraceSource &m_source;
    OpenedFile m_file; // for uncompressed text
    std::unique_ptr<ByteSource> m_inflating;
    std::uint64_t m_at = 0; // position of m_inflating
    std::string m_text;
};

} // namespace lamella::core
