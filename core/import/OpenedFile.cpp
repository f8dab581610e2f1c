// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/OpenedFile.h"

#include "core/base/Message.h"
#include "core/system/RegularFile.h"

#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>

namespace lamella::core {

Error readError(const std::string &path, std::int64_t offset, int error)
{
    const std::string why = std::strerror(error);
    if (offset < 0)
        return Error{ErrorCode::Io,
            msg("cannot be read (%1): the disk or the network failed; open it again, or copy it to another disk first", why),
            path};
    return Error{ErrorCode::Io,
        msg("cannot be read from byte %1 on (%2): the disk or the network failed; open it again, or copy it to another disk "
            "first",
            offset, why),
        path};
}

Error readErrorAt(const std::string &path, const FileHandle &file, int error)
{
    return readError(path, file.position(), error);
}

Result<OpenedFile> openRegularFile(const std::string &path)
{
    Result<FileHandle> handle = openRegular(path);
    if (!handle)
        return handle.error();
    const std::optional<FileStamp> stamp = handle->stamp();
    if (!stamp)
        return readError(path, -1, errno);
    if (stamp->bytes == 0)
        return Error{ErrorCode::NotATrace, "the file is empty; record or copy it again", path};
    return OpenedFile{std::move(*handle), *stamp};
}

} // namespace lamella::core
