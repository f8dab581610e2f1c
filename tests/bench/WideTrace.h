// SPDX-License-Identifier: GPL-3.0-or-later
// Made-up traces, written on the spot. Wide: many lanes, short spans of all kinds side by side on threads and kernels on one
// stream, so that a view of the whole trace merges thousands of spans of many colours in each row of pixels. Decode: many passes
// of a server with layers, one stream, and the launches of a thread.
#pragma once

#include "tests/bench/MemoryTrace.h"

#include <cstdint>
#include <cstdio>
#include <string>

namespace lamella::bench {

class WideTrace {
public:
    // False when the file cannot be written. Lanes: threads and one stream; depth 1 each.
    static bool write(const std::string &path, std::uint64_t events, std::uint32_t lanes)
    {
        std::FILE *const file = std::fopen(path.c_str(), "wb");
        if (file == nullptr)
            return false;
        WideTrace trace(file);
        trace.put("{\"traceEvents\":[\n{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":1,\"args\":{\"name\":\"server\"}}");
        const std::uint32_t threads = lanes > 1 ? lanes - 1 : 0;
        for (std::uint32_t thread = 0; thread < threads; ++thread)
            trace.thread(thread, events / lanes);
        trace.stream(events - events / lanes * threads);
        trace.put("\n]}\n");
        const bool written = trace.flush();
        return std::fclose(file) == 0 && written;
    }

    // 10 kernels for each layer and 5 around the layers of a pass. False when the file cannot be written.
    static bool writeDecode(const std::string &path, unsigned passes, unsigned layers)
    {
        std::FILE *const file = std::fopen(path.c_str(), "wb");
        if (file == nullptr)
            return false;
        WideTrace trace(file);
        trace.put("{\"traceEvents\":[\n{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":1,\"args\":{\"name\":\"server\"}}");
        for (unsigned pass = 0; pass < passes; ++pass)
            trace.pass(layers);
        trace.put("\n]}\n");
        const bool written = trace.flush();
        return std::fclose(file) == 0 && written;
    }

private:
    explicit WideTrace(std::FILE *file)
        : m_file(file)
    {
    }

    std::uint32_t random(std::uint32_t below)
    {
        m_random = m_random * 6364136223846793005u + 1442695040888963407u;
        return static_cast<std::uint32_t>(m_random >> 33) % below;
    }

    void thread(std::uint32_t number, std::uint64_t count)
    {
        static constexpr const char *kKinds[] = {"\"cpu_op\",\"name\":\"aten::mm\"",
            "\"cuda_runtime\",\"name\":\"cudaLaunchKernel\"", "\"python_function\",\"name\":\"model.py(812): forward\"",
            "\"user_annotation\",\"name\":\"decode step\"", "\"overhead\",\"name\":\"gc\""};
        std::int64_t time = 1'000'000 + random(4000);
        for (std::uint64_t i = 0; i < count; ++i) {
            const std::int64_t length = 200 + random(8000);
            event(kKinds[random(5)], 1, 100 + number, time, length, nullptr);
            time += length + 10 + random(2000);
        }
    }

    static constexpr const char *kKernels[] = {"fused_add_rmsnorm_kernel", "nvjet_qkv_proj", "rotary_embedding_kernel",
        "flash_fwd_splitkv_kernel", "nvjet_o_proj", "ncclDevKernel_AllReduce_Sum_bf16_RING_LL", "fused_add_rmsnorm_kernel",
        "nvjet_gate_up_proj", "act_and_mul_kernel", "nvjet_down_proj"};

    void pass(unsigned layers)
    {
        launched("embedding_kernel", 3000);
        for (unsigned layer = 0; layer < layers; ++layer)
            for (unsigned i = 0; i < 10; ++i)
                launched(kKernels[i], 1000 + 900 * i + random(400));
        for (const char *name : {"rmsnorm_kernel", "nvjet_lm_head", "cunn_SoftMaxForward", "ArgMaxOps_reduce_kernel"})
            launched(name, 5000);
        m_time += 50'000 + random(20'000);
    }

    // A kernel, and the call that launches it before the one ahead of it has ended.
    void launched(const char *name, std::int64_t length)
    {
        const std::string correlation = "\"correlation\":" + std::to_string(++m_correlation) + '}';
        event("\"cuda_runtime\",\"name\":\"cudaLaunchKernel\"", 1, 100, m_time - 900, 400, (",\"args\":{" + correlation).c_str());
        event(std::string("\"kernel\",\"name\":\"") + name + '"', 0, 7, m_time, length,
            (",\"args\":{\"device\":0,\"stream\":7," + correlation).c_str());
        m_time += length + 500 + random(700);
    }

    void stream(std::uint64_t count)
    {
        std::int64_t time = 1'000'000;
        for (std::uint64_t i = 0; i < count; ++i) {
            const std::int64_t length = 200 + random(8000);
            event(std::string("\"kernel\",\"name\":\"") + kKernels[i % 10] + '"', 0, 7, time, length,
                ",\"args\":{\"device\":0,\"stream\":7}");
            time += length + 10 + random(i % 360 == 359 ? 20'000 : 2000);
        }
    }

    // Times in ns; the file has microseconds with three decimals.
    void event(
        const std::string &kind, unsigned process, unsigned thread, std::int64_t start, std::int64_t length, const char *more)
    {
        char text[64];
        std::snprintf(text, sizeof text, "%lld.%03d,\"dur\":%lld.%03d", static_cast<long long>(start / 1000),
            static_cast<int>(start % 1000), static_cast<long long>(length / 1000), static_cast<int>(length % 1000));
        put(",\n{\"ph\":\"X\",\"cat\":" + kind + ",\"pid\":" + std::to_string(process) + ",\"tid\":" + std::to_string(thread)
            + ",\"ts\":" + text + (more != nullptr ? more : "") + '}');
    }

    void put(const std::string &text)
    {
        m_text += text;
        if (m_text.size() > (std::size_t{1} << 20))
            flush();
    }
    bool flush()
    {
        m_isWritten = m_isWritten && std::fwrite(m_text.data(), 1, m_text.size(), m_file) == m_text.size();
        m_text.clear();
        return m_isWritten;
    }

    std::FILE *m_file;
    std::string m_text;
    std::uint64_t m_random = 1;
    std::uint64_t m_correlation = 0; // of the launch before
    std::int64_t m_time = 1'000'000; // of the next kernel, ns
    bool m_isWritten = true;
};

// The file itself; for wide:EVENTS:LANES or decode:PASSES:LAYERS such a trace, for memory:EVENTS one of an allocator, written
// into the folder. Empty when it cannot be written.
inline std::string traceOf(const std::string &wanted, const std::string &folder)
{
    unsigned long long events = 0;
    unsigned lanes = 0;
    unsigned passes = 0;
    unsigned layers = 0;
    if (std::sscanf(wanted.c_str(), "memory:%llu", &events) == 1) {
        const std::string file = folder + "/memory.json";
        return MemoryTrace::write(file, events) ? file : std::string();
    }
    if (std::sscanf(wanted.c_str(), "decode:%u:%u", &passes, &layers) == 2) {
        const std::string file = folder + "/decode.json";
        return WideTrace::writeDecode(file, passes, layers) ? file : std::string();
    }
    if (std::sscanf(wanted.c_str(), "wide:%llu:%u", &events, &lanes) != 2)
        return wanted;
    const std::string file = folder + "/wide.json";
    return WideTrace::write(file, events, lanes) ? file : std::string();
}

} // namespace lamella::bench
