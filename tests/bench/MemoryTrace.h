// SPDX-License-Identifier: GPL-3.0-or-later
// A made-up trace of an allocator, written on the spot: [memory] events of a few long and many short blocks beside a stream of
// kernels.
#pragma once

#include <array>
#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

namespace lamella::bench {

class MemoryTrace {
public:
    // False when the file cannot be written.
    static bool write(const std::string &path, std::uint64_t events)
    {
        std::FILE *const file = std::fopen(path.c_str(), "wb");
        if (file == nullptr)
            return false;
        MemoryTrace trace(file);
        trace.put("{\"traceEvents\":[\n{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":1,\"args\":{\"name\":\"server\"}}");
        for (std::uint64_t i = 0; i < events; ++i)
            trace.step(i);
        trace.put("\n]}\n");
        return std::fclose(file) == 0 && trace.m_isWritten;
    }

private:
    explicit MemoryTrace(std::FILE *file)
        : m_file(file)
    {
    }
    std::uint32_t random(std::uint32_t below)
    {
        m_random = m_random * 6364136223846793005u + 1442695040888963407u;
        return static_cast<std::uint32_t>(m_random >> 33) % below;
    }
    void step(std::uint64_t i)
    {
        if (i % 10 == 0)
            kernel(i);
        if (!m_live.empty() && (m_live.size() > 400 || random(2) == 0)) {
            const std::size_t which = random(8) == 0 ? random(static_cast<std::uint32_t>(m_live.size())) : m_live.size() - 1;
            const auto [address, bytes] = m_live[which];
            m_live.erase(m_live.begin() + static_cast<std::ptrdiff_t>(which));
            return memory(i, -bytes, address);
        }
        const std::int64_t bytes = std::int64_t{512} << random(14);
        m_live.emplace_back(1000 + i, bytes);
        memory(i, bytes, 1000 + i);
    }
    void memory(std::uint64_t i, std::int64_t bytes, std::uint64_t address)
    {
        m_total += bytes;
        std::array<char, 400> text{};
        std::snprintf(text.data(), text.size(),
            ",\n{\"ph\":\"i\",\"s\":\"t\",\"cat\":\"cpu_instant_event\",\"name\":\"[memory]\",\"pid\":1,\"tid\":1,\"ts\":%llu,"
            "\"args\":{\"Total Reserved\":%lld,\"Total Allocated\":%lld,\"Bytes\":%lld,\"Addr\":%llu,\"Device Id\":0,\"Device "
            "Type\":1}}",
            static_cast<unsigned long long>(1000 + i), static_cast<long long>(m_total + (1 << 24)),
            static_cast<long long>(m_total), static_cast<long long>(bytes), static_cast<unsigned long long>(address));
        put(text.data());
    }
    void kernel(std::uint64_t i)
    {
        static constexpr std::array<const char *, 4> kNames{
            "rms_norm_kernel", "nvjet_qkv_proj", "flash_fwd_kernel", "nvjet_down"};
        std::array<char, 200> text{};
        std::snprintf(text.data(), text.size(),
            ",\n{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"%s\",\"pid\":0,\"tid\":7,\"ts\":%llu,\"dur\":%u,"
            "\"args\":{\"device\":0,\"stream\":7}}",
            kNames[i / 10 % kNames.size()], static_cast<unsigned long long>(1005 + i), 2 + random(7));
        put(text.data());
    }
    void put(const char *text) { m_isWritten = std::fputs(text, m_file) >= 0 && m_isWritten; }

    std::FILE *m_file;
    std::vector<std::pair<std::uint64_t, std::int64_t>> m_live; // address and bytes
    std::int64_t m_total = 0;
    std::uint64_t m_random = 1;
    bool m_isWritten = true;
};

} // namespace lamella::bench
