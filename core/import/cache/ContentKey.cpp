// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/cache/ContentKey.h"

#include "core/import/cache/Checksum.h"

#include <algorithm>
#include <string_view>

namespace lamella::core {

namespace {

constexpr std::uint64_t kBlocks = 64;
constexpr std::uint64_t kBlockBytes = 4096;
constexpr std::uint64_t kWholeBelow = 2 * kBlocks * kBlockBytes;
constexpr std::size_t kStepBytes = std::size_t{256} << 10;

} // namespace

std::optional<std::uint64_t> contentKey(const FileHandle &file, std::uint64_t bytes)
{
    std::string block;
    if (bytes < kWholeBelow) {
        block.resize(bytes);
        if (!file.readExactlyAt(0, block.data(), block.size()))
            return std::nullopt;
        return checksum64(block, bytes);
    }
    std::uint64_t key = bytes;
    block.resize(kBlockBytes);
    for (std::uint64_t i = 0; i < kBlocks; ++i) { // includes the first and the last bytes
        if (!file.readExactlyAt((bytes - kBlockBytes) / (kBlocks - 1) * i, block.data(), block.size()))
            return std::nullopt;
        key = checksum64(block, key);
    }
    if (!file.readExactlyAt(bytes - kBlockBytes, block.data(), block.size()))
        return std::nullopt;
    return checksum64(block, key);
}

std::optional<std::uint64_t> contentChecksum(const FileHandle &file, std::uint64_t bytes, const JobControl &control)
{
    std::string step(kStepBytes, '\0');
    std::uint64_t sum = 0;
    for (std::uint64_t done = 0; done < bytes;) {
        if (control.stopRequested())
            return std::nullopt;
        const auto length = static_cast<std::size_t>(std::min<std::uint64_t>(step.size(), bytes - done));
        if (!file.readExactlyAt(done, step.data(), length))
            return std::nullopt;
        sum = checksum64(std::string_view(step.data(), length), sum);
        done += length;
    }
    char beyond = 0;
    if (file.readExactlyAt(bytes, &beyond, 1))
        return std::nullopt;
    return sum;
}

} // namespace lamella::core
