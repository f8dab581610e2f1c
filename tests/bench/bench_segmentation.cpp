// SPDX-License-Identifier: GPL-3.0-or-later
// bench_segmentation FILE [--config F] [--repeat N] [--stops N]: how fast a trace is cut into passes and layers, per million
// kernels; with --stops, how long it goes on after a stop request, at N moments spread over its run.
#include "core/analysis/Segmentation.h"
#include "core/import/ImporterRegistry.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <sys/resource.h>
#include <thread>
#include <vector>

using namespace lamella::core;

namespace {

struct Arguments {
    std::string file;
    std::string config;
    int repeat = 3;
    int stops = 0;
};

bool parseArguments(int count, char **values, Arguments &arguments)
{
    for (int i = 1; i < count; ++i) {
        const std::string word = values[i];
        const bool more = i + 1 < count;
        if (word == "--config" && more)
            arguments.config = values[++i];
        else if (word == "--repeat" && more)
            arguments.repeat = std::max(1, std::atoi(values[++i]));
        else if (word == "--stops" && more)
            arguments.stops = std::max(0, std::atoi(values[++i]));
        else if (arguments.file.empty() && word[0] != '-')
            arguments.file = word;
        else
            return false;
    }
    return !arguments.file.empty();
}

double secondsSince(std::chrono::steady_clock::time_point begin)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

// Best of the runs: what the machine does besides only ever adds.
Result<Segmentation> measured(const TraceDocument &trace, const SegmentationOptions &options, int repeat)
{
    const auto namesBegin = std::chrono::steady_clock::now();
    const KernelNames names(trace, *options.profiles, nullptr);
    const double naming = secondsSince(namesBegin);
    std::vector<double> seconds;
    Result<Segmentation> found = Error{ErrorCode::BadRequest, "not run", {}, -1};
    for (int i = 0; i < repeat; ++i) {
        const auto begin = std::chrono::steady_clock::now();
        found = segmentTrace(trace, names, options);
        seconds.push_back(secondsSince(begin));
        if (!found)
            return found;
    }
    std::sort(seconds.begin(), seconds.end());
    const double millions = static_cast<double>(trace.kernels.size()) / 1e6;
    std::printf("%.3f M kernels  naming %.3f s  segmentation %.3f s (median %.3f s)  %.3f s per M kernels\n", millions, naming,
        seconds.front(), seconds[seconds.size() / 2], seconds.front() / std::max(millions, 1e-6));
    return found;
}

// From the request to the return, for each moment that the run reaches.
void measureStops(const TraceDocument &trace, const SegmentationOptions &options, int stops)
{
    const KernelNames names(trace, *options.profiles, nullptr);
    const auto whole = std::chrono::steady_clock::now();
    const Result<Segmentation> all = segmentTrace(trace, names, options);
    const double length = all ? secondsSince(whole) : 0;
    std::vector<double> seconds;
    for (int i = 0; i < stops; ++i) {
        std::stop_source source;
        std::chrono::steady_clock::time_point ended;
        bool stopped = false;
        std::thread worker([&] {
            const Result<Segmentation> found = segmentTrace(trace, names, options, {source.get_token(), {}});
            ended = std::chrono::steady_clock::now();
            stopped = !found;
        });
        std::this_thread::sleep_for(std::chrono::duration<double>(length * (i + 0.5) / stops));
        const auto asked = std::chrono::steady_clock::now();
        source.request_stop();
        worker.join();
        if (stopped)
            seconds.push_back(std::chrono::duration<double>(ended - asked).count());
    }
    std::sort(seconds.begin(), seconds.end());
    if (!seconds.empty())
        std::printf("stopped %zu times: median %.1f ms, longest %.1f ms after the request\n", seconds.size(),
            1e3 * seconds[seconds.size() / 2], 1e3 * seconds.back());
}

void describe(const Segmentation &found)
{
    for (const DeviceSegmentation &device : found.devices)
        std::printf("device %u: %zu passes, %d layers each\n", device.device.value, device.passes.size(), device.modelLayers);
    std::printf("evidence %s  anchor %s  confidence %.2f  %s\n", std::string(evidenceName(found.evidence)).c_str(),
        found.anchorText.c_str(), found.confidence, found.whyNone.english().c_str());
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    std::printf("peak RSS %.0f MB\n", static_cast<double>(usage.ru_maxrss) / 1000.0 * 1.024);
}

} // namespace

int main(int count, char **values)
{
    Arguments arguments;
    if (!parseArguments(count, values, arguments)) {
        std::fprintf(stderr, "bench_segmentation FILE [--config F] [--repeat N] [--stops N]\n");
        return 2;
    }
    const Result<std::shared_ptr<const TraceDocument>> document = openTrace(arguments.file);
    if (!document) {
        std::fprintf(stderr, "%s\n", document.error().message().c_str());
        return 1;
    }
    SegmentationOptions options;
    options.profiles = &builtinProfiles();
    std::optional<ModelConfig> config;
    if (!arguments.config.empty()) {
        Result<ModelConfig> read = readModelConfig(arguments.config);
        if (!read) {
            std::fprintf(stderr, "%s\n", read.error().message().c_str());
            return 1;
        }
        config = std::move(*read);
        options.config = &*config;
    }
    const Result<Segmentation> found = measured(**document, options, arguments.repeat);
    if (!found) {
        std::fprintf(stderr, "%s\n", found.error().message().c_str());
        return 1;
    }
    describe(*found);
    if (arguments.stops > 0)
        measureStops(**document, options, arguments.stops);
    return 0;
}
