// SPDX-License-Identifier: GPL-3.0-or-later
// The text of a trace piece by piece, from anywhere in the file forwards: what lies between two pieces is passed over, and a
// piece far ahead or behind is reached from the nearest place that is known. One for each worker.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/import/ByteSource.h"
#include "core/model/TraceDocument.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace lamella::core {

class TextStretch {
public:
    explicit TextStretch(const TraceSource &source)
        : m_source(source)
    {
    }
    // Valid until the next call. Errors: Io (file gone or changed since it was read), Cancelled.
    [[nodiscard]] Result<std::string_view> read(std::uint64_t offset, std::size_t bytes, const JobControl &control);

private:
    [[nodiscard]] Error changed() const;
    [[nodiscard]] bool same(const FileStamp &stamp) const;
    Result<void> readPlain(std::uint64_t offset, std::size_t bytes);
    Result<void> place(std::uint64_t offset, const JobControl &control);

    const TraceSource &m_source;
    OpenedFile m_file; // of text that is not compressed
    std::unique_ptr<ByteSource> m_inflating;
    std::uint64_t m_at = 0; // where m_inflating stands
    std::string m_text;
};

} // namespace lamella::core
