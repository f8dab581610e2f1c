// SPDX-License-Identifier: GPL-3.0-or-later
// bench_import FILE [--workers N] [--block KIB] [--stop-after inflate|parse|finish]: how fast a trace is read.
#include "core/import/ImporterRegistry.h"
#include "core/import/OpenByteSource.h"
#include "core/import/chrome/ChromeImporter.h"
#include "core/import/chrome/ParseStage.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <sys/resource.h>
#include <vector>

using namespace lamella::core;

namespace {

struct Arguments {
    std::string file;
    std::string stopAfter = "finish";
    bool listDiagnostics = false;
    ImportOptions options;
};

bool parseArguments(int count, char **values, Arguments &arguments)
{
    for (int i = 1; i < count; ++i) {
        const std::string word = values[i];
        const bool more = i + 1 < count;
        if (word == "--workers" && more)
            arguments.options.workers = static_cast<unsigned>(std::strtoul(values[++i], nullptr, 10));
        else if (word == "--block" && more)
            arguments.options.blockBytes = std::strtoul(values[++i], nullptr, 10) << 10;
        else if (word == "--stop-after" && more)
            arguments.stopAfter = values[++i];
        else if (word == "--diagnostics")
            arguments.listDiagnostics = true;
        else if (arguments.file.empty() && word[0] != '-')
            arguments.file = word;
        else
            return false;
    }
    const std::string &stage = arguments.stopAfter;
    return !arguments.file.empty() && (stage == "inflate" || stage == "parse" || stage == "finish");
}

struct Totals {
    std::uint64_t rawBytes = 0;
    std::uint64_t events = 0;
    std::uint64_t modelBytes = 0;
};

Result<Totals> inflateOnly(const Arguments &arguments)
{
    Result<std::unique_ptr<ByteSource>> source = openByteSource(arguments.file, arguments.options.limits);
    if (!source)
        return source.error();
    Totals totals;
    std::vector<char> memory(arguments.options.blockBytes);
    for (;;) {
        const Result<std::size_t> got = (*source)->read(memory.data(), memory.size());
        if (!got)
            return got.error();
        totals.rawBytes += *got;
        if (*got < memory.size())
            return totals;
    }
}

Result<Totals> parseOnly(const Arguments &arguments)
{
    const JobControl control;
    ParseStage stage(arguments.file, arguments.options, control);
    const Result<void> done = stage.run();
    if (!done)
        return done.error();
    Totals totals;
    totals.rawBytes = stage.splitter().rawBytes();
    for (const ParsedBlock &block : stage.imported().blocks)
        totals.events += block.chunk.size();
    return totals;
}

Result<Totals> whole(const Arguments &arguments)
{
    const Result<std::shared_ptr<const TraceDocument>> document = openTrace(arguments.file, arguments.options, {});
    if (!document)
        return document.error();
    const TraceDocument &trace = **document;
    std::printf(
        "kernels %u  devices %zu  streams %zu  tracks %zu  strings %zu  bounds %lld..%lld  perfetto %lld..%lld  producer %s\n",
        trace.kernels.size(), trace.devices.size(), trace.streams.size(), trace.tracks.size(), trace.strings.size(),
        static_cast<long long>(trace.bounds.exactBegin), static_cast<long long>(trace.bounds.exactEnd),
        static_cast<long long>(trace.bounds.perfettoBegin), static_cast<long long>(trace.bounds.perfettoEnd),
        trace.metadata.producer.c_str());
    if (arguments.listDiagnostics)
        for (const Diagnostic &d : trace.diagnostics.sorted())
            std::printf("  %-10s %-26s %llu at %lld: %s\n", std::string(severityName(d.kind->severity)).c_str(),
                std::string(d.kind->id).c_str(), static_cast<unsigned long long>(d.count), static_cast<long long>(d.firstOffset),
                d.sample.c_str());
    return Totals{trace.source.rawBytes, trace.events.size(), trace.memoryBytes()};
}

} // namespace

int main(int count, char **values)
{
    Arguments arguments;
    if (!parseArguments(count, values, arguments)) {
        std::fprintf(
            stderr, "bench_import FILE [--workers N] [--block KIB] [--stop-after inflate|parse|finish] [--diagnostics]\n");
        return 2;
    }
    const auto begin = std::chrono::steady_clock::now();
    const Result<Totals> totals = arguments.stopAfter == "inflate" ? inflateOnly(arguments)
        : arguments.stopAfter == "parse"                           ? parseOnly(arguments)
                                                                   : whole(arguments);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (!totals) {
        std::fprintf(stderr, "%s\n", totals.error().message().c_str());
        return 1;
    }
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const double megabytes = static_cast<double>(totals->rawBytes) / 1e6;
    std::printf("%.1f MB  %.3f s  %.0f MB/s  %llu events  %.1f bytes an event  peak RSS %.0f MB\n", megabytes, seconds,
        megabytes / seconds, static_cast<unsigned long long>(totals->events),
        totals->events == 0 ? 0.0 : static_cast<double>(totals->modelBytes) / static_cast<double>(totals->events),
        static_cast<double>(usage.ru_maxrss) / 1000.0 * 1.024);
    return 0;
}
