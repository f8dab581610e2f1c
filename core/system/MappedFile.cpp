// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/system/MappedFile.h"

#include <limits>
#include <optional>
#include <sys/mman.h>

namespace lamella::core {

std::shared_ptr<const MappedFile> MappedFile::map(const FileHandle &file)
{
    const std::optional<FileStamp> stamp = file.stamp();
    if (!stamp || stamp->bytes == 0 || stamp->bytes > std::numeric_limits<std::size_t>::max() / 2)
        return nullptr;
    const auto bytes = static_cast<std::size_t>(stamp->bytes);
    void *const begin = ::mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE, file.fd(), 0);
    if (begin == MAP_FAILED)
        return nullptr;
    (void)::madvise(begin, bytes, MADV_WILLNEED); // checksums read all of it at once, so read ahead
    return std::shared_ptr<const MappedFile>(new MappedFile(static_cast<const char *>(begin), bytes));
}

MappedFile::~MappedFile()
{
    (void)::munmap(const_cast<char *>(m_begin), m_bytes);
}

} // namespace lamella::core
