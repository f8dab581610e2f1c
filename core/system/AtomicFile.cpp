// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/system/AtomicFile.h"

#include "core/base/Message.h"
#include "core/system/FileHandle.h"
#include "core/system/NewFile.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

namespace lamella::core {

namespace {

namespace fs = std::filesystem;

constexpr int kMaxLinks = 40; // one after the other, as the kernel allows

Error writeError(const std::string &path, int error)
{
    return {ErrorCode::Io,
        msg("cannot be written (%1); choose another place or free some space", std::string(std::strerror(error))), path, -1};
}

Result<void> writeAll(const FileHandle &file, const std::string &path, const std::function<bool(const ByteSink &)> &write)
{
    int error = 0;
    const ByteSink sink = [&file, &error](std::string_view bytes) {
        if (error == 0)
            error = file.write(bytes).error;
        return error == 0;
    };
    if (!write(sink) || error != 0)
        return writeError(path, error != 0 ? error : ECANCELED);
    return {};
}

// The path of the file, behind symbolic links; it need not exist.
std::string withoutLinks(const std::string &path)
{
    std::error_code code;
    fs::path target = path;
    for (int i = 0; i < kMaxLinks && fs::is_symlink(fs::symlink_status(target, code)); ++i) {
        const fs::path next = fs::read_symlink(target, code);
        if (code)
            break;
        target = target.parent_path() / next;
    }
    return target.string();
}

} // namespace

Result<void> writeFileAtomically(const std::string &path, const std::function<bool(const ByteSink &)> &write)
{
    std::error_code code;
    const fs::file_status there = fs::status(path, code);
    if (fs::is_directory(there))
        return Error{ErrorCode::Io, "is a directory; give the name of a file", path, -1};
    if (fs::exists(there) && !fs::is_regular_file(there)) {
        // A pipe or a device: renaming a new file over it would destroy it.
        const FileHandle file = FileHandle::forWriting(path);
        return file.isOpen() ? writeAll(file, path, write) : writeError(path, errno);
    }
    const std::string target = withoutLinks(path);
    NewFile file = NewFile::replacing(target);
    if (!file.handle().isOpen())
        return writeError(path, file.error());
    if (auto written = writeAll(file.handle(), path, write); !written)
        return written;
    if (const int error = file.handle().sync(); error != 0)
        return writeError(path, error);
    if (!file.moveTo(target))
        return writeError(path, file.error());
    return {};
}

Result<void> writeFileAtomically(const std::string &path, std::string_view bytes)
{
    return writeFileAtomically(path, [bytes](const ByteSink &sink) { return sink(bytes); });
}

} // namespace lamella::core
