// SPDX-License-Identifier: GPL-3.0-or-later
// What the fuzzers of importers share: the input as a file, opened, and what must hold of the document.
#pragma once

#include "core/import/EventTextReader.h"
#include "core/import/ImporterRegistry.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace lamella::fuzz {

// A wrong table must stop the fuzzer like a crash does.
inline void require(bool condition)
{
    if (!condition)
        __builtin_trap();
}

// Of this process, one for each ending, in memory where the system has it; removed at exit.
inline const std::string &inputPath(const char *ending)
{
    static std::map<std::string, std::string> paths;
    std::string &path = paths[ending];
    if (path.empty()) {
        struct stat info { };
        const bool memory = ::stat("/dev/shm", &info) == 0 && ::access("/dev/shm", W_OK) == 0;
        path = (memory ? "/dev/shm/lamella-fuzz-" : "lamella-fuzz-") + std::to_string(::getpid()) + ending;
        if (paths.size() == 1)
            std::atexit([] {
                for (const auto &[last, used] : paths)
                    ::unlink(used.c_str());
            });
    }
    return path;
}

inline bool writeInput(const std::string &path, const std::uint8_t *data, std::size_t size)
{
    std::FILE *file = std::fopen(path.c_str(), "wb");
    if (file == nullptr)
        return false;
    const bool whole = std::fwrite(data, 1, size, file) == size;
    return std::fclose(file) == 0 && whole;
}

// Naming the kernels of a small file costs ten times as much as reading it. So that importers see millions of inputs, tables are
// made of one in eight: always the same ones, by their bytes.
inline bool goesToTables(const std::uint8_t *data, std::size_t size)
{
    std::uint32_t hash = 2166136261U; // FNV-1a
    for (std::size_t i = 0; i < size; ++i)
        hash = (hash ^ data[i]) * 16777619U;
    return (hash >> 16) % 8 == 0;
}

inline void checkDocument(const core::TraceDocument &document)
{
    const core::KernelTable &kernels = document.kernels;
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
        const core::EventRow row = document.events.row(core::EventId{i});
        require(row.name.value < document.strings.size());
        require(!row.track.valid() || row.track.value < document.tracks.size());
    }
    for (std::uint32_t i = 0; i < document.events.size() && i < 4; ++i)
        static_cast<void>(core::readEventArgs(document, core::EventId{i}));
    for (const core::Diagnostic &diagnostic : document.diagnostics.sorted())
        require(diagnostic.count > 0 && diagnostic.sample.size() <= 120);
}

// Whatever the bytes are, the answer is a document or an error, in bounded time and memory.
inline void openInput(const std::string &path)
{
    core::ImportOptions options;
    options.workers = 1;
    options.blockBytes = 4096; // small, so that short inputs are cut too
    options.limits.maxRawBytes = 16u << 20;
    options.limits.maxEventBytes = 1u << 20;
    const auto document = core::openTrace(path, options);
    if (document)
        checkDocument(**document);
    else
        require(!document.error().detail.empty());
}

} // namespace lamella::fuzz
