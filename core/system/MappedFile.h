// SPDX-License-Identifier: GPL-3.0-or-later
// A read-only memory mapping of a file: no copy, and memory shared between programs. For files that are replaced by rename and
// never modified, as the entries of the cache: their verified contents stay valid.
#pragma once

#include "core/system/FileHandle.h"

#include <cstddef>
#include <memory>
#include <string_view>

namespace lamella::core {

class MappedFile {
public:
    // Null if the file is empty or cannot be mapped. The handle may be closed afterwards.
    [[nodiscard]] static std::shared_ptr<const MappedFile> map(const FileHandle &file);
    MappedFile(const MappedFile &) = delete;
    MappedFile &operator=(const MappedFile &) = delete;
    ~MappedFile();
    [[nodiscard]] std::string_view bytes() const { return {m_begin, m_bytes}; }

private:
    MappedFile(const char *begin, std::size_t bytes)
        : m_begin(begin)
        , m_bytes(bytes)
    {
    }
    const char *m_begin;
    std::size_t m_bytes;
};

} // namespace lamella::core
