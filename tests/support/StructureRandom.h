// SPDX-License-Identifier: GPL-3.0-or-later
// Random numbers that are identical for every compiler and library: splitmix64 and integer arithmetic only.
#pragma once

#include <cstdint>
#include <string_view>

namespace lamella::test {

class Random {
public:
    explicit Random(std::uint64_t seed)
        : m_state(seed)
    {
    }

    std::uint64_t next()
    {
        m_state += 0x9E3779B97F4A7C15u;
        return mixed(m_state);
    }
    // Inclusive bounds.
    std::int64_t between(std::int64_t low, std::int64_t high)
    {
        return low + static_cast<std::int64_t>(next() % static_cast<std::uint64_t>(high - low + 1));
    }
    bool chance(int percent) { return between(1, 100) <= percent; }
    // value varied by up to ± percent.
    std::int64_t around(std::int64_t value, int percent) { return value * between(100 - percent, 100 + percent) / 100; }

    static std::uint64_t mixed(std::uint64_t value)
    {
        value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9u;
        value = (value ^ (value >> 27)) * 0x94D049BB133111EBu;
        return value ^ (value >> 31);
    }
    // A number determined by seed, label and number: for choices independent of the order of calls.
    static std::uint64_t hashed(std::uint64_t seed, std::string_view label, std::uint64_t number = 0)
    {
        std::uint64_t hash = mixed(seed + 0x632BE59BD9B4E019u);
        for (const char letter : label)
            hash = mixed(hash ^ static_cast<unsigned char>(letter));
        return mixed(hash + number);
    }

private:
    std::uint64_t m_state;
};

} // namespace lamella::test
