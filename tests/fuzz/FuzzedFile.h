// SPDX-License-Identifier: GPL-3.0-or-later
// What the fuzzers of importers share: the input as a file, opened, and what must hold of the document.
#pragma once

#include "core/import/EventTextReader.h"
#include "core/import/ImporterRegistry.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <unistd.h>

namespace lamella::fuzz {

// A wrong table must stop the fuzzer like a crash does.
inline void require(bool condition)
{
    if (!condition)
        __builtin_trap();
}

// A folder of this process, in memory where the system has it; removed at exit with all that is in it.
inline const std::filesystem::path &inputFolder()
{
    static const std::filesystem::path folder = [] {
        const char *memory = "/dev/shm";
        const std::filesystem::path made =
            std::filesystem::path(::access(memory, W_OK) == 0 ? memory : ".") / ("lamella-fuzz-" + std::to_string(::getpid()));
        std::filesystem::create_directory(made);
        return made;
    }();
    static const int atEnd = std::atexit([] {
        std::error_code ignored;
        std::filesystem::remove_all(folder, ignored);
    });
    static_cast<void>(atEnd);
    return folder;
}

// One for each ending; nothing is beside it that an importer would look at.
inline const std::string &inputPath(const char *ending)
{
    static std::map<std::string, std::string> paths;
    std::string &path = paths[ending];
    if (path.empty())
        path = inputFolder() / (std::string("input") + ending);
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

// What costs several times as much as reading a small file (tables, threads) is done for one input in eight, so that importers
// see millions of them: always the same ones, by their bytes.
inline bool isOneInEight(const std::uint8_t *data, std::size_t size)
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
inline void openInput(const std::string &path, unsigned workers = 1)
{
    core::ImportOptions options;
    options.workers = workers;
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
