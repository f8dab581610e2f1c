// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome/MetadataReader.h"

#include "core/import/JsonText.h"
#include "core/import/TimestampParser.h"

#include <simdjson.h>

#include <cctype>
#include <set>
#include <string>

namespace lamella::core {

namespace {

using simdjson::dom::array;
using simdjson::dom::element;
using simdjson::dom::object;

std::string_view valueOf(const TraceMetadata &metadata, std::string_view key)
{
    for (const auto &[name, value] : metadata.other)
        if (name == key)
            return value;
    return {};
}

std::optional<std::int64_t> numberOf(const TraceMetadata &metadata, std::string_view key)
{
    return parseInteger(valueOf(metadata, key));
}

std::optional<int> intIn(const object &from, std::string_view key)
{
    std::int64_t value = 0;
    if (from[key].get(value) != simdjson::SUCCESS || value < 0 || value > 1'000'000)
        return std::nullopt;
    return static_cast<int>(value);
}

void readDistributedInfo(TraceMetadata &metadata)
{
    simdjson::dom::parser parser;
    object info;
    if (parser.parse(std::string(valueOf(metadata, "distributedInfo"))).get(info) != simdjson::SUCCESS)
        return;
    metadata.rank = intIn(info, "rank");
    metadata.worldSize = intIn(info, "world_size");
}

void readDeviceNames(const TraceMetadata &metadata, std::vector<Device> &devices)
{
    simdjson::dom::parser parser;
    array list;
    // Kineto before 2022 used "computeProperties".
    for (const std::string_view key : {"deviceProperties", "computeProperties"}) {
        if (parser.parse(std::string(valueOf(metadata, key))).get(list) != simdjson::SUCCESS)
            continue;
        std::set<std::string> names;
        for (const element entry : list) {
            std::int64_t id = 0;
            std::string_view name;
            if (entry["id"].get(id) != simdjson::SUCCESS || entry["name"].get(name) != simdjson::SUCCESS)
                continue;
            for (Device &device : devices)
                if (device.number == id)
                    device.name = cleanSample(name, 200);
            names.insert(cleanSample(name, 200));
        }
        // ROCm numbers all agents, CPUs included, so its device 9 may be entry 7. If all devices have the same name, that does
        // not matter.
        if (names.size() == 1)
            for (Device &device : devices)
                if (device.name.empty())
                    device.name = *names.begin();
    }
}

// 12080 -> "12.8" (CUDA); 70051831 -> "7.0" (HIP: major * 10^7 + minor * 10^5 + patch).
std::string runtimeSentence(const TraceMetadata &metadata)
{
    const auto version = [](std::int64_t number, std::int64_t major, std::int64_t minor) {
        return std::to_string(number / major) + "." + std::to_string(number % major / minor);
    };
    if (const auto hip = numberOf(metadata, "hip_runtime_version"); hip && *hip > 0)
        return "ROCm " + version(*hip, 10'000'000, 100'000);
    if (const auto cuda = numberOf(metadata, "cuda_runtime_version"); cuda && *cuda > 0)
        return "CUDA " + version(*cuda, 1000, 10);
    if (!valueOf(metadata, "roctracer_version").empty())
        return "ROCm";
    return {};
}

// The serving framework, recognised by its source files in Python frames or by process names.
std::string_view frameworkOf(const TraceDocument &document)
{
    struct Sign {
        std::string_view text;
        std::string_view framework;
    };
    static constexpr Sign kSigns[] = {{"sglang/", "SGLang"}, {"SGLANG", "SGLang"}, {"sglang::", "SGLang"}, {"vllm/", "vLLM"},
        {"VLLM::", "vLLM"}, {"rtp_llm/", "RTP-LLM"}, {"tensorrt_llm/", "TensorRT-LLM"}, {"megatron/core", "Megatron-LM"}};
    for (std::size_t id = 1; id < document.strings.size(); ++id) {
        const std::string_view text = document.strings.view(StringId{static_cast<std::uint32_t>(id)});
        for (const Sign &sign : kSigns) {
            const std::size_t at = text.find(sign.text);
            // Must begin a word: "nanovllm/" is another program.
            if (at != std::string_view::npos && (at == 0 || std::isalnum(static_cast<unsigned char>(text[at - 1])) == 0))
                return sign.framework;
        }
    }
    return {};
}

std::string_view recorderOf(const TraceDocument &document)
{
    const TraceMetadata &metadata = document.metadata;
    for (const std::string_view key : {"deviceProperties", "computeProperties", "cupti_version", "roctracer_version"})
        if (!valueOf(metadata, key).empty())
            return "PyTorch Kineto";
    for (const Track &track : document.tracks) {
        if (track.thread.find("PyTorch Profiler") != std::string::npos)
            return "PyTorch Kineto";
        if (track.processName == "Ascend Hardware" || track.processName == "CANN")
            return "Ascend PyTorch Profiler";
        if (track.processName.find("/device:") != std::string::npos || track.processName.find("/job:") != std::string::npos)
            return "TensorFlow or XLA";
    }
    return {};
}

std::string producerOf(const TraceDocument &document)
{
    std::string sentence;
    for (const std::string &part :
        {std::string(frameworkOf(document)), std::string(recorderOf(document)), runtimeSentence(document.metadata)}) {
        if (!part.empty())
            sentence += (sentence.empty() ? "" : ", ") + part;
    }
    return sentence;
}

} // namespace

void readMetadata(const TopLevelScanner &scanner, TraceDocument &document)
{
    TraceMetadata &metadata = document.metadata;
    metadata.format = scanner.bareArray() ? "Chrome JSON (array)" : "Chrome JSON (object)";
    for (const auto &[key, value] : scanner.values()) {
        TextFaults faults;
        std::string text = unescapeJson(key, faults);
        metadata.other.emplace_back(std::move(text), repairJson(value, faults));
    }
    metadata.baseTimeNs = numberOf(metadata, "baseTimeNanoseconds");
    readDistributedInfo(metadata);
    readDeviceNames(metadata, document.devices);
    metadata.producer = producerOf(document);
}

} // namespace lamella::core
