// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Message.h"
#include "core/report/TableWriters.h"

#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

#include <cerrno>
#include <cstring>
#include <unistd.h>

namespace lamella::core {

namespace {

Error ioError(const std::string &path, const QString &why)
{
    return {ErrorCode::Io, msg("cannot be written (%1); choose another place or free some space", why.toStdString()), path, -1};
}

template <class File>
Result<void> writeAll(File &file, const std::string &path, const std::function<bool(const TableSink &)> &write)
{
    bool failed = false;
    // What is left of a piece is written again: only a write that gets nothing done says why (disk full, limit on file sizes).
    const TableSink sink = [&file, &failed](std::string_view bytes) {
        while (!failed && !bytes.empty()) {
            const qint64 written = file.write(bytes.data(), static_cast<qint64>(bytes.size()));
            failed = written <= 0;
            bytes.remove_prefix(failed ? 0 : static_cast<std::size_t>(written));
        }
        return !failed;
    };
    if (!write(sink) || failed)
        return ioError(path, file.errorString());
    return {};
}

// Network file systems tell only now that the disk is full or the quota used up, and QSaveFile does not listen. Empty: it is on
// disk, or the file system cannot say.
QString failureToReachTheDisk(const QSaveFile &file)
{
    while (::fsync(file.handle()) != 0) {
        if (errno == EIO || errno == ENOSPC || errno == EDQUOT)
            return QString::fromLocal8Bit(std::strerror(errno));
        if (errno != EINTR)
            break;
    }
    return {};
}

} // namespace

Result<void> writeFileAtomically(const std::string &path, const std::function<bool(const TableSink &)> &write)
{
    const QString name = QString::fromStdString(path);
    const QFileInfo info(name);
    if (info.isDir())
        return Error{ErrorCode::Io, "is a directory; give the name of a file", path, -1};
    if (info.exists() && !info.isFile()) {
        // A pipe or a device: renaming a new file over it would destroy it.
        QFile file(name);
        if (!file.open(QIODevice::WriteOnly | QIODevice::Unbuffered))
            return ioError(path, file.errorString());
        return writeAll(file, path, write);
    }
    QSaveFile file(name);
    // Unbuffered: Qt's buffer forgets the rest of a write that the disk took in part, and commit() would then succeed.
    if (!file.open(QIODevice::WriteOnly | QIODevice::Unbuffered))
        return ioError(path, file.errorString());
    if (auto written = writeAll(file, path, write); !written) {
        file.cancelWriting();
        return written;
    }
    if (const QString why = failureToReachTheDisk(file); !why.isEmpty()) {
        file.cancelWriting();
        return ioError(path, why);
    }
    if (!file.commit())
        return ioError(path, file.errorString());
    return {};
}

Result<void> writeFileAtomically(const std::string &path, std::string_view bytes)
{
    return writeFileAtomically(path, [bytes](const TableSink &sink) { return sink(bytes); });
}

} // namespace lamella::core
