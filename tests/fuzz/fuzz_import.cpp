// SPDX-License-Identifier: GPL-3.0-or-later
// libFuzzer on openTrace(): whatever the bytes are, the answer is a document or an error, in bounded time and memory, and a
// document is consistent in itself. Importers read files, so each input goes through one temporary file, in memory where the
// system has it.
#include "core/import/EventTextReader.h"
#include "core/import/ImporterRegistry.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

using namespace lamella::core;

namespace {

// A wrong table must stop the fuzzer like a crash does.
void require(bool condition)
{
    if (!condition)
        __builtin_trap();
}

std::string inputPath()
{
    struct stat info { };
    const bool memory = ::stat("/dev/shm", &info) == 0 && ::access("/dev/shm", W_OK) == 0;
    return (memory ? "/dev/shm/lamella-fuzz-" : "lamella-fuzz-") + std::to_string(::getpid()) + ".json";
}

const std::string &path()
{
    static const std::string kPath = [] {
        std::atexit([] { ::unlink(path().c_str()); });
        return inputPath();
    }();
    return kPath;
}

bool write(const std::uint8_t *data, std::size_t size)
{
    std::FILE *file = std::fopen(path().c_str(), "wb");
    if (file == nullptr)
        return false;
    const bool whole = std::fwrite(data, 1, size, file) == size;
    return std::fclose(file) == 0 && whole;
}

void checkDocument(const TraceDocument &document)
{
    const KernelTable &kernels = document.kernels;
    for (std::uint32_t i = 0; i < kernels.size(); ++i) {
        require(kernels.duration[i] >= 0);
        require(i == 0 || kernels.start[i - 1] <= kernels.start[i]);
        require(kernels.event[i].value < document.events.size());
        require(kernels.stream[i].value < document.streams.size());
        require(document.streams[kernels.stream[i].value].device.value < document.devices.size());
        require(!kernels.launch[i].valid() || kernels.launch[i].value < document.events.size());
        require(!kernels.shape[i].valid() || kernels.shape[i].value < kernels.shapes.size());
    }
    for (std::uint32_t i = 0; i < document.events.size(); ++i) {
        const EventRow row = document.events.row(EventId{i});
        require(row.name.value < document.strings.size());
        require(!row.track.valid() || row.track.value < document.tracks.size());
    }
    if (document.events.size() > 0)
        static_cast<void>(readEventArgs(document, EventId{0}));
    for (const Diagnostic &diagnostic : document.diagnostics.sorted())
        require(diagnostic.count > 0 && diagnostic.sample.size() <= 120);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    if (!write(data, size))
        return 0;
    ImportOptions options;
    options.workers = 1;
    options.blockBytes = 4096; // small, so that short inputs are cut too
    options.limits.maxRawBytes = 16u << 20;
    options.limits.maxEventBytes = 1u << 20;
    const auto document = openTrace(path(), options);
    if (document)
        checkDocument(**document);
    else
        require(!document.error().detail.empty());
    return 0;
}
