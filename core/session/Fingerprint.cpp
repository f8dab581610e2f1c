// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/Fingerprint.h"

#include "core/import/FileHandle.h"

#include <QCryptographicHash>

#include <algorithm>
#include <unistd.h>

namespace lamella::core {

Result<std::string> fileFingerprint(const std::string &path)
{
    constexpr std::uint64_t kPart = std::uint64_t{1} << 20;
    const auto file = openRegularFile(path);
    if (!file)
        return file.error();
    const std::uint64_t size = file->stamp.bytes;
    QCryptographicHash hash(QCryptographicHash::Sha256);
    hash.addData(QByteArray::number(static_cast<qulonglong>(size)));
    QByteArray part(static_cast<qsizetype>(std::min(size, kPart)), '\0');
    for (const std::uint64_t from : {std::uint64_t{0}, size > kPart ? size - kPart : std::uint64_t{0}}) {
        if (::lseek(file->handle.fd(), static_cast<off_t>(from), SEEK_SET) < 0
            || readFully(file->handle.fd(), part.data(), static_cast<std::size_t>(part.size())) != part.size())
            return Error{ErrorCode::Io, "cannot be read", path, -1};
        hash.addData(part);
    }
    return hash.result().toHex().left(32).toStdString();
}

} // namespace lamella::core
