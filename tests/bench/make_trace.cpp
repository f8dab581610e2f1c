// SPDX-License-Identifier: GPL-3.0-or-later
// make_trace MEGABYTES [FILE]: a made-up trace of a decoding server as Chrome JSON, to FILE or standard output: 36 layers a pass,
// an operation with shapes, a runtime call and an arrow for each kernel. The same bytes at every call.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

struct Step {
    const char *kernel;
    const char *operation;
    int nanoseconds;
};

constexpr int kLayers = 36;
constexpr Step kBefore[] = {{"void at::native::index_select_out<c10::BFloat16, long>", "aten::embedding", 4'100}};
constexpr Step kLayer[] = {
    {"void fused_add_rmsnorm_kernel<__nv_bfloat16, 8>", "vllm::fused_add_rms_norm", 3'200},
    {"nvjet_tst_128x64_64x8_1x2_h_bz_TNT qkv_proj", "aten::mm", 14'700},
    {"void rotary_embedding_kernel<c10::BFloat16, true>", "vllm::rotary_embedding", 2'600},
    {"void flash::flash_fwd_splitkv_kernel<Flash_fwd_kernel_traits<128, 64, 128, 4>>", "vllm::unified_attention", 21'500},
    {"nvjet_tst_64x64_64x12_1x2_h_bz_TNT o_proj", "aten::mm", 9'800},
    {"ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevComm*, unsigned long, ncclWork*)", "c10d::allreduce_", 11'900},
    {"void fused_add_rmsnorm_kernel<__nv_bfloat16, 8>", "vllm::fused_add_rms_norm", 3'200},
    {"nvjet_tst_192x64_64x6_2x1_v_bz_TNT gate_up_proj", "aten::mm", 25'300},
    {"void act_and_mul_kernel<c10::BFloat16, &silu_kernel<c10::BFloat16>>", "vllm::silu_and_mul", 3'400},
    {"nvjet_tst_64x64_64x12_1x2_h_bz_TNT down_proj", "aten::mm", 17'100},
};
constexpr Step kAfter[] = {{"void rmsnorm_kernel<__nv_bfloat16, 8>", "vllm::rms_norm", 3'000},
    {"nvjet_tst_256x64_64x4_2x1_v_bz_TNT lm_head", "aten::mm", 98'000},
    {"void at::native::(anonymous namespace)::cunn_SoftMaxForward<4, float, float, float>", "aten::softmax", 5'600},
    {"void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float, ArgMaxOps<float>>>", "aten::argmax", 6'900}};

class Writer {
public:
    explicit Writer(std::FILE *to)
        : m_to(to)
    {
        put("{\n\"schemaVersion\": 1,\n\"deviceProperties\": [{\"id\": 0, \"name\": \"Made-up GPU\", \"totalGlobalMem\": 1}],\n"
            "\"traceEvents\": [\n{\"ph\": \"M\", \"name\": \"thread_name\", \"pid\": 7, \"tid\": 7, \"args\": {\"name\": "
            "\"server\"}}");
    }
    [[nodiscard]] std::uint64_t bytes() const { return m_bytes; }
    void pass()
    {
        for (const Step &step : kBefore)
            work(step);
        for (int layer = 0; layer < kLayers; ++layer)
            for (const Step &step : kLayer)
                work(step);
        for (const Step &step : kAfter)
            work(step);
        m_gpu += 60'000;
        m_host = m_gpu - 40'000;
    }
    void finish()
    {
        put("\n],\n\"traceName\": \"made-up.json\"\n}\n");
        flush();
    }

private:
    // Times are microseconds with three decimals, as the recorder writes them.
    static std::string time(std::int64_t ns)
    {
        char text[40];
        std::snprintf(text, sizeof text, "%lld.%03d", static_cast<long long>(ns / 1000), static_cast<int>(ns % 1000));
        return text;
    }
    void work(const Step &step)
    {
        const std::string number = std::to_string(++m_correlation);
        const auto jitter = static_cast<std::int64_t>((m_random = m_random * 6364136223846793005u + 1442695040888963407u) >> 56);
        put(",\n{\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"" + std::string(step.operation)
            + "\", \"pid\": 7, \"tid\": 7, \"ts\": " + time(m_host) + ", \"dur\": 6.250, \"args\": {\"External id\": " + number
            + ", \"Record function id\": 0, \"Concrete Inputs\": [\"\", \"\", \"\"], \"Input type\": [\"c10::BFloat16\", "
              "\"c10::BFloat16\", \"\"], \"Input Strides\": [[4096, 1], [1, 4096], []], \"Input Dims\": [[8, 4096], [4096, "
              "4096], "
              "[]], \"Ev Idx\": "
            + number + "}}");
        put(",\n{\"ph\": \"X\", \"cat\": \"cuda_runtime\", \"name\": \"cudaLaunchKernel\", \"pid\": 7, \"tid\": 7, \"ts\": "
            + time(m_host + 1'500) + ", \"dur\": 3.100, \"args\": {\"External id\": " + number
            + ", \"cbid\": 211, \"correlation\": " + number + "}}");
        put(",\n{\"ph\": \"s\", \"id\": " + number + ", \"pid\": 7, \"tid\": 7, \"ts\": " + time(m_host + 1'500)
            + ", \"cat\": \"ac2g\", \"name\": \"ac2g\"}");
        put(",\n{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"" + std::string(step.kernel)
            + "\", \"pid\": 0, \"tid\": 7, \"ts\": " + time(m_gpu) + ", \"dur\": " + time(step.nanoseconds + jitter)
            + ", \"args\": {\"External id\": " + number
            + ", \"queued\": 0, \"device\": 0, \"context\": 1, \"stream\": 7, \"correlation\": " + number
            + ", \"registers per thread\": 168, \"shared memory\": 213248, \"blocks per SM\": 2.000000, \"warps per SM\": 12.0, "
              "\"grid\": [132, 1, 1], \"block\": [384, 1, 1], \"est. achieved occupancy %\": 18}}");
        put(",\n{\"ph\": \"f\", \"id\": " + number + ", \"pid\": 0, \"tid\": 7, \"ts\": " + time(m_gpu)
            + ", \"cat\": \"ac2g\", \"name\": \"ac2g\", \"bp\": \"e\"}");
        m_gpu += step.nanoseconds + jitter + 700;
        m_host += 7'000;
    }
    void put(const std::string &text)
    {
        m_bytes += text.size();
        m_text += text;
        if (m_text.size() > (std::size_t{1} << 20))
            flush();
    }
    void flush()
    {
        if (std::fwrite(m_text.data(), 1, m_text.size(), m_to) != m_text.size())
            std::exit(1);
        m_text.clear();
    }

    std::FILE *m_to;
    std::string m_text;
    std::uint64_t m_bytes = 0;
    std::uint64_t m_correlation = 0;
    std::uint64_t m_random = 1;
    std::int64_t m_host = 1'700'000'000'000'000'000;
    std::int64_t m_gpu = m_host + 50'000;
};

} // namespace

int main(int argc, char **argv)
{
    if (argc < 2) {
        std::fprintf(stderr, "make_trace MEGABYTES [FILE]\n");
        return 2;
    }
    const std::uint64_t wanted = std::strtoull(argv[1], nullptr, 10) * 1'000'000;
    std::FILE *const to = argc > 2 ? std::fopen(argv[2], "wb") : stdout;
    if (to == nullptr)
        return 1;
    Writer writer(to);
    while (writer.bytes() < wanted)
        writer.pass();
    writer.finish();
    return std::fclose(to) == 0 ? 0 : 1;
}
