// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/TraceGeneratorJson.h"

#include "tests/support/TraceGeneratorAnnotations.h"
#include "tests/support/TraceGeneratorFrames.h"

#include <cassert>
#include <map>
#include <utility>

namespace lamella::test {

namespace {

// 4909914684946325 -> "4909914684946.325": microseconds, as recorders write them.
std::string micros(std::int64_t ns)
{
    assert(ns >= 0);
    const std::string fraction = std::to_string(ns % 1000);
    return std::to_string(ns / 1000) + "." + std::string(3 - fraction.size(), '0') + fraction;
}

std::string quoted(std::string_view text)
{
    std::string result = "\"";
    for (const char letter : text) {
        if (letter == '"' || letter == '\\')
            result += '\\';
        result += letter;
    }
    return result + "\"";
}

class KinetoWriter {
public:
    KinetoWriter(const Timeline &timeline, const RunPlan &plan, const JsonOptions &options)
        : m_timeline(timeline)
        , m_plan(plan)
        , m_options(options)
        , m_amd(plan.dialect.platform() == Platform::Amd)
    {
    }

    std::string write()
    {
        writeHeader();
        writeNames();
        if (m_options.cpuEvents) {
            writePythonFrames();
            writeOps();
            writeHostAnnotations();
        }
        writeGpu();
        if (m_options.annotations)
            writeDeviceAnnotations();
        m_text += "\n  ]\n}\n";
        return std::move(m_text);
    }

private:
    // Ranks are processes of their own, and may all call their device the first.
    [[nodiscard]] int hostPid(int device) const { return m_plan.hostPid + (m_plan.ranks ? 131 * device : 0); }
    [[nodiscard]] int devicePid(int device) const { return m_plan.sameDeviceNumber ? 100 * (device + 1) : device; }
    [[nodiscard]] int deviceNumber(int device) const { return m_plan.sameDeviceNumber ? 0 : device; }
    [[nodiscard]] int threadOf(int device) const { return hostPid(device) + device * 17; }
    [[nodiscard]] int threadOf(const LaunchEvent &launch) const
    {
        return threadOf(launch.device) + (launch.thread == HostThread::Autograd ? 5 : 0);
    }
    [[nodiscard]] std::int64_t externalId(std::size_t launch) const { return 70'000 + static_cast<std::int64_t>(launch); }

    void writeHeader()
    {
        m_text = "{\n  \"schemaVersion\": 1,\n  \"deviceProperties\": [";
        for (int device = m_plan.firstDevice; device < m_plan.firstDevice + m_plan.devices; ++device) {
            const std::string id = std::to_string(device);
            m_text += device == m_plan.firstDevice ? "\n    " : ",\n    ";
            m_text += m_amd ? "{\"id\": " + id
                    + ", \"name\": \"AMD Instinct MI300X\", \"totalGlobalMem\": 206141652992, \"computeMajor\": 9, "
                      "\"computeMinor\": 4, \"warpSize\": 64, \"numSms\": 304}"
                            : "{\"id\": " + id
                    + ", \"name\": \"NVIDIA H100 80GB HBM3\", \"totalGlobalMem\": 85029158912, \"computeMajor\": 9, "
                      "\"computeMinor\": 0, \"warpSize\": 32, \"numSms\": 132}";
        }
        m_text += "\n  ],\n";
        m_text += m_amd ? "  \"roctracer_version\": 4.1,\n" : "  \"cupti_version\": 24,\n  \"cuda_runtime_version\": 12080,\n";
        m_text += "  \"distributedInfo\": {\"backend\": \"nccl\", \"rank\": " + std::to_string(m_plan.rank)
            + ", \"world_size\": " + std::to_string(m_plan.model.tensorParallel)
            + "},\n  \"displayTimeUnit\": \"ms\",\n  \"baseTimeNanoseconds\": 1775078550000000000,\n  \"traceEvents\": [";
    }

    void event(std::string_view fields)
    {
        m_text += m_first ? "\n    {" : ",\n    {";
        m_text += fields;
        m_text += '}';
        m_first = false;
    }

    void complete(std::string_view category, std::string_view name, int pid, int tid, std::int64_t start, std::int64_t duration,
        const std::string &args)
    {
        event("\"ph\": \"X\", \"cat\": \"" + std::string(category) + "\", \"name\": " + quoted(name)
            + ", \"pid\": " + std::to_string(pid) + ", \"tid\": " + std::to_string(tid) + ", \"ts\": " + micros(start)
            + ", \"dur\": " + micros(duration) + ", \"args\": {" + args + "}");
    }

    void name(std::string_view what, int pid, int tid, std::string_view field, std::string_view value)
    {
        event("\"name\": \"" + std::string(what) + "\", \"ph\": \"M\", \"ts\": " + micros(m_metadataNs)
            + ", \"pid\": " + std::to_string(pid) + ", \"tid\": " + std::to_string(tid) + ", \"args\": {\"" + std::string(field)
            + "\": " + std::string(value) + "}");
    }

    void writeNames()
    {
        m_metadataNs = m_timeline.gpu.front().startNs;
        for (int device = m_plan.firstDevice; device < m_plan.firstDevice + (m_plan.ranks ? m_plan.devices : 1); ++device) {
            name("process_name", hostPid(device), 0, "name", "\"python3\"");
            name("process_labels", hostPid(device), 0, "labels", "\"CPU\"");
        }
        std::map<std::pair<int, int>, bool> streams;
        for (const GpuEvent &gpu : m_timeline.gpu)
            streams[{gpu.device, gpu.stream}] = true;
        for (int device = m_plan.firstDevice; device < m_plan.firstDevice + m_plan.devices; ++device) {
            name("process_name", devicePid(device), 0, "name", "\"python3\"");
            name("process_labels", devicePid(device), 0, "labels", "\"GPU " + std::to_string(deviceNumber(device)) + "\"");
            name("process_sort_index", devicePid(device), 0, "sort_index", std::to_string(5'000'000 + device));
        }
        for (const auto &[key, present] : streams)
            name("thread_name", devicePid(key.first), key.second, "name", "\"stream " + std::to_string(key.second) + " \"");
    }

    void writePythonFrames()
    {
        if (!m_options.pythonFrames)
            return;
        int id = 0;
        for (const FrameSpan &frame : moduleFrames(m_timeline)) {
            const LaunchEvent &launch = m_timeline.launches[frame.launch];
            complete("python_function", "nn.Module: " + frame.name, hostPid(launch.device), threadOf(launch), frame.startNs,
                frame.endNs - frame.startNs,
                "\"Python parent id\": null, \"Python id\": " + std::to_string(++id)
                    + ", \"Python module id\": " + frame.name.substr(frame.name.rfind('_') + 1));
        }
    }

    void writeOps()
    {
        for (std::size_t i = 0; i < m_timeline.launches.size(); ++i) {
            const LaunchEvent &launch = m_timeline.launches[i];
            if (launch.graph || !used(i))
                continue;
            if (launch.thread == HostThread::Autograd && m_options.annotations)
                complete("cpu_op",
                    "autograd::engine::evaluate_function: " + std::string(launch.op.substr(launch.op.rfind(':') + 1))
                        + "Backward0",
                    hostPid(launch.device), threadOf(launch), launch.startNs - 900, launch.durationNs + 1'300,
                    "\"External id\": " + std::to_string(5'000'000 + externalId(i))
                        + ", \"Sequence number\": " + std::to_string(9'000 - i % 9'000) + ", \"Fwd thread id\": 1");
            complete("cpu_op", launch.op, hostPid(launch.device), threadOf(launch), launch.startNs - 800,
                launch.durationNs + 1'100,
                "\"External id\": " + std::to_string(externalId(i))
                    + ", \"Record function id\": 0, \"Input Dims\": " + launch.dims);
        }
    }

    void writeHostAnnotations()
    {
        if (!m_options.annotations)
            return;
        for (const Annotation &range : annotationsOf(m_timeline))
            complete("user_annotation", range.name, hostPid(range.device), threadOf(range.device), range.hostBeginNs,
                range.hostEndNs - range.hostBeginNs, "");
    }

    void writeDeviceAnnotations()
    {
        for (const Annotation &range : annotationsOf(m_timeline))
            complete("gpu_user_annotation", range.name, devicePid(range.device), mainStream(range.device), range.beginNs,
                range.endNs - range.beginNs, "");
    }

    [[nodiscard]] int mainStream(int device) const
    {
        for (const GpuEvent &gpu : m_timeline.gpu)
            if (gpu.device == device && !gpu.side())
                return gpu.stream;
        return 0;
    }

    // Launches whose kernels the capture has cut off are not recorded either.
    [[nodiscard]] bool used(std::size_t launch)
    {
        if (m_used.empty()) {
            m_used.resize(m_timeline.launches.size());
            for (const GpuEvent &gpu : m_timeline.gpu)
                m_used[static_cast<std::size_t>(gpu.launch)] = true;
        }
        return m_used[launch];
    }

    void writeGpu()
    {
        std::vector<bool> launched(m_timeline.launches.size());
        for (const GpuEvent &gpu : m_timeline.gpu) {
            const auto launch = static_cast<std::size_t>(gpu.launch);
            if (m_options.cpuEvents && !launched[launch]) {
                launched[launch] = true;
                writeLaunch(launch);
            }
            writeWork(gpu);
        }
    }

    [[nodiscard]] std::string callName(const LaunchEvent &launch) const
    {
        if (launch.graph)
            return m_amd ? "hipGraphLaunch" : "cudaGraphLaunch";
        switch (launch.kind) {
        case WorkKind::Memcpy:
            return m_amd ? "hipMemcpyAsync" : "cudaMemcpyAsync";
        case WorkKind::Memset:
            return m_amd ? "hipMemsetAsync" : "cudaMemsetAsync";
        case WorkKind::Kernel:
            break;
        }
        return m_amd ? "hipLaunchKernel" : "cudaLaunchKernel";
    }

    void writeLaunch(std::size_t number)
    {
        const LaunchEvent &launch = m_timeline.launches[number];
        const std::string id = std::to_string(launch.correlation);
        const std::string external = launch.graph ? "" : "\"External id\": " + std::to_string(externalId(number)) + ", ";
        complete("cuda_runtime", callName(launch), hostPid(launch.device), threadOf(launch), launch.startNs, launch.durationNs,
            external + "\"cbid\": 211, \"correlation\": " + id);
        event("\"ph\": \"s\", \"id\": " + id + ", \"pid\": " + std::to_string(hostPid(launch.device))
            + ", \"tid\": " + std::to_string(threadOf(launch)) + ", \"ts\": " + micros(launch.startNs)
            + ", \"cat\": \"ac2g\", \"name\": \"ac2g\"");
    }

    // As the recorder adds them to the kernels of NCCL and of no one else.
    [[nodiscard]] std::string groupArguments(const GpuEvent &gpu) const
    {
        if (!m_plan.groupArguments || gpu.collective < 0 || !gpu.work.name.starts_with("nccl"))
            return "";
        const std::string elements = std::to_string(gpu.shape.tokens * m_plan.model.hidden);
        std::string ranks = "0";
        for (int rank = 1; rank < m_plan.model.tensorParallel; ++rank)
            ranks += ", " + std::to_string(rank);
        return ", \"Collective name\": \"allreduce\", \"In msg nelems\": " + elements + ", \"Out msg nelems\": " + elements
            + ", \"Group size\": " + std::to_string(m_plan.model.tensorParallel)
            + ", \"dtype\": \"BFloat16\", \"Process Group Name\": \"2\", \"Process Group Description\": \"TP group\", "
              "\"Process Group Ranks\": \"["
            + ranks + "]\", \"Rank\": " + std::to_string(m_plan.rank) + ", \"Seq\": " + std::to_string(gpu.collective);
    }

    void writeWork(const GpuEvent &gpu)
    {
        const LaunchEvent &launch = m_timeline.launches[static_cast<std::size_t>(gpu.launch)];
        std::string args;
        if (m_options.cpuEvents && !launch.graph)
            args += "\"External id\": " + std::to_string(externalId(static_cast<std::size_t>(gpu.launch))) + ", ";
        args += "\"device\": " + std::to_string(deviceNumber(gpu.device)) + ", \"stream\": " + std::to_string(gpu.stream)
            + ", \"correlation\": " + std::to_string(launch.correlation);
        if (gpu.work.kind == WorkKind::Kernel) {
            // Equal work has an equal grid.
            const auto tokens = static_cast<std::uint64_t>(gpu.shape.tokens);
            const std::string blocks = std::to_string(1 + Random::hashed(tokens, gpu.work.name) % 2048);
            args += m_amd ? ", \"kind\": \"Dispatch Kernel\"" : ", \"queued\": 0, \"context\": 1, \"registers per thread\": 96";
            args += ", \"grid\": [" + blocks + ", 1, 1], \"block\": [256, 1, 1]";
            args += groupArguments(gpu);
        } else {
            args += ", \"bytes\": " + std::to_string(64 * gpu.shape.tokens);
        }
        static constexpr std::string_view kCategories[] = {"kernel", "gpu_memcpy", "gpu_memset"};
        complete(kCategories[static_cast<std::size_t>(gpu.work.kind)], gpu.work.name, devicePid(gpu.device), gpu.stream,
            gpu.startNs, gpu.durationNs, args);
        if (m_options.cpuEvents)
            event("\"ph\": \"f\", \"id\": " + std::to_string(launch.correlation)
                + ", \"pid\": " + std::to_string(devicePid(gpu.device)) + ", \"tid\": " + std::to_string(gpu.stream)
                + ", \"ts\": " + micros(gpu.startNs) + ", \"cat\": \"ac2g\", \"name\": \"ac2g\", \"bp\": \"e\"");
    }

    const Timeline &m_timeline;
    const RunPlan &m_plan;
    const JsonOptions &m_options;
    bool m_amd = false;
    bool m_first = true;
    std::int64_t m_metadataNs = 0;
    std::vector<bool> m_used;
    std::string m_text;
};

} // namespace

std::string kinetoJson(const Timeline &timeline, const RunPlan &plan, const JsonOptions &options)
{
    return KinetoWriter(timeline, plan, options).write();
}

} // namespace lamella::test
