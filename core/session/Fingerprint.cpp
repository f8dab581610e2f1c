// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/Fingerprint.h"

#include "core/base/Sha256.h"
#include "core/import/OpenedFile.h"
#include "core/import/archive/ArchivePath.h"

#include <algorithm>

namespace lamella::core {

Result<std::string> fileFingerprint(const std::string &path)
{
    constexpr std::size_t kDigits = 32;
    constexpr std::uint64_t kPart = std::uint64_t{1} << 20;
    const auto inside = archivePath(path); // of the archive, and which file in it
    const auto file = openRegularFile(inside ? inside->archive : path);
    if (!file)
        return file.error();
    const std::uint64_t size = file->stamp.bytes;
    Sha256 hash;
    hash.add(std::to_string(size));
    if (inside)
        hash.add("/" + inside->member);
    std::string part(static_cast<std::size_t>(std::min(size, kPart)), '\0');
    for (const std::uint64_t from : {std::uint64_t{0}, size > kPart ? size - kPart : std::uint64_t{0}}) {
        if (!file->handle.readExactlyAt(from, part.data(), part.size()))
            return Error{ErrorCode::Io, "cannot be read", path, -1};
        hash.add(part);
    }
    return hash.hex().substr(0, kDigits);
}

} // namespace lamella::core
