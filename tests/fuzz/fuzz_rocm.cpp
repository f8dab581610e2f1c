// SPDX-License-Identifier: GPL-3.0-or-later
// libFuzzer on files of ROCm's profilers: databases, tables and results.
#include "tests/fuzz/FuzzedFile.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string &path = lamella::fuzz::inputPath(".db");
    if (lamella::fuzz::writeInput(path, data, size))
        lamella::fuzz::openInput(path);
    return 0;
}
