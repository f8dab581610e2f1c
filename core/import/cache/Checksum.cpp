// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/cache/Checksum.h"

#include <bit>
#include <cstring>

namespace lamella::core {

namespace {

// Odd, so that multiplication is a bijection; without a bit pattern (fractions of the golden ratio and of square roots).
constexpr std::uint64_t kA = 0x9E3779B97F4A7C15u;
constexpr std::uint64_t kB = 0xBB67AE8584CAA73Bu;
constexpr std::uint64_t kC = 0x3C6EF372FE94F82Bu;

std::uint64_t word(const char *at)
{
    std::uint64_t value = 0;
    std::memcpy(&value, at, sizeof value);
    return value;
}

std::uint64_t taken(std::uint64_t lane, std::uint64_t value)
{
    return std::rotl(lane + value * kB, 31) * kA;
}

std::uint64_t mixed(std::uint64_t hash)
{
    hash = (hash ^ hash >> 33) * kB;
    hash = (hash ^ hash >> 29) * kC;
    return hash ^ hash >> 32;
}

} // namespace

std::uint64_t checksum64(std::string_view bytes, std::uint64_t seed)
{
    const char *at = bytes.data();
    std::size_t left = bytes.size();
    std::uint64_t hash = seed + kC;
    if (left >= 32) {
        std::uint64_t lanes[4] = {seed + kA, seed + kB, seed, seed - kA};
        for (; left >= 32; left -= 32, at += 32)
            for (std::size_t i = 0; i < 4; ++i)
                lanes[i] = taken(lanes[i], word(at + 8 * i));
        for (const std::uint64_t lane : lanes)
            hash = (hash ^ mixed(lane)) * kA + kC;
    }
    hash += bytes.size();
    for (; left >= 8; left -= 8, at += 8)
        hash = taken(hash, word(at));
    for (; left > 0; --left, ++at)
        hash = taken(hash, static_cast<unsigned char>(*at) + std::uint64_t{1});
    return mixed(hash);
}

std::uint64_t checksumInSteps(std::string_view bytes)
{
    std::uint64_t sum = 0;
    for (; !bytes.empty(); bytes.remove_prefix(std::min(bytes.size(), kChecksumStep)))
        sum = checksum64(bytes.substr(0, kChecksumStep), sum);
    return sum;
}

} // namespace lamella::core
