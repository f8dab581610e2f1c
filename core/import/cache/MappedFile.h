// SPDX-License-Identifier: GPL-3.0-or-later
// The bytes of a file where the kernel keeps them: no copy, and memory that several programs share. Read only. Entries of the
// cache are replaced by rename and never written to again, so what was checked once stays as it was.
#pragma once

#include "core/import/ByteSource.h"

#include <cstddef>
#include <memory>
#include <string_view>

namespace lamella::core {

class MappedFile {
public:
    // Null when it is empty or cannot be mapped. The handle may be closed afterwards.
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
