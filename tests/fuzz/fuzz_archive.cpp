// SPDX-License-Identifier: GPL-3.0-or-later
// libFuzzer on ZIP and tar archives with a trace in them, and on the files of one by name.
#include "core/import/OpenByteSource.h"
#include "core/import/archive/ArchivePath.h"
#include "tests/fuzz/FuzzedFile.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string &path = lamella::fuzz::inputPath(".zip");
    if (!lamella::fuzz::writeInput(path, data, size))
        return 0;
    lamella::fuzz::openInput(path);
    const auto found = lamella::core::archivedFiles(path, {}, 4);
    for (std::size_t i = 0; found && i < found->names.size() && i < 4; ++i)
        lamella::fuzz::openInput(lamella::core::pathInArchive(path, found->names[i]));
    return 0;
}
