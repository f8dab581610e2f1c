// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/system/FileLock.h"

#include <fcntl.h>
#include <unistd.h>

namespace lamella::core {

bool lockedForWriting(const FileHandle &file, std::uint64_t offset, std::uint64_t bytes)
{
    struct flock lock { };
    lock.l_type = F_RDLCK; // only a lock for writing is in its way
    lock.l_whence = SEEK_SET;
    lock.l_start = static_cast<off_t>(offset);
    lock.l_len = static_cast<off_t>(bytes);
    return fcntl(file.fd(), F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

} // namespace lamella::core
