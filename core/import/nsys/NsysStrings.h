// SPDX-License-Identifier: GPL-3.0-or-later
// Names in a Nsight Systems export: the table StringIds, threads, processes, GPUs and NVTX domains. Sources: public schema of
// `nsys export`, versions 2.x to 3.25, and files of them.
#pragma once

#include "core/import/DocumentBuilder.h"
#include "core/import/nsys/SqliteTable.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace lamella::core {

// globalTid = hardware (8 bits), VM (8), process (24), thread (24).
[[nodiscard]] constexpr std::int64_t nsysProcess(std::int64_t globalId)
{
    return (globalId >> 24) & 0xFFFFFF;
}
[[nodiscard]] constexpr std::int64_t nsysThread(std::int64_t globalId)
{
    return globalId & 0xFFFFFF;
}
// The scope of correlation ids: globalTid or globalPid without the thread.
[[nodiscard]] constexpr std::uint64_t nsysProcessKey(std::int64_t globalId)
{
    return static_cast<std::uint64_t>(globalId) & ~std::uint64_t{0xFFFFFF};
}
// "cudaLaunchKernel_v7000" -> "cudaLaunchKernel".
[[nodiscard]] std::string_view withoutApiVersion(std::string_view name);

class NsysStrings {
public:
    NsysStrings(const SqliteFile &file, DocumentBuilder &builder);

    // Invalid if the table does not contain the id.
    [[nodiscard]] StringId find(std::optional<std::int64_t> id);
    [[nodiscard]] std::string_view text(std::optional<std::int64_t> id) const; // "" if unknown
    // Text of a cell as a name; invalid UTF-8 is replaced and counted.
    [[nodiscard]] StringId intern(std::string_view raw);

    // The track of a host thread, with its name.
    [[nodiscard]] TrackId thread(std::int64_t globalTid);
    // Index in the machine of the GPU that the process calls cudaDevice.
    [[nodiscard]] std::int64_t gpu(std::uint64_t processKey, std::int64_t cudaDevice) const;
    // "[CUDA memcpy Host-to-Device]"
    [[nodiscard]] StringId copyName(std::int64_t copyKind);

private:
    void readGpus(const SqliteFile &file);
    bool keep(std::string_view text);

    DocumentBuilder &m_builder;
    std::unordered_map<std::int64_t, std::string> m_texts;
    std::unordered_map<std::int64_t, StringId> m_ids;
    std::unordered_map<std::int64_t, std::string> m_processNames; // by process id
    std::unordered_map<std::int64_t, std::string> m_threadNames; // by globalTid
    std::unordered_map<std::int64_t, TrackId> m_threads;
    std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> m_gpus; // (process id, CUDA device)
    std::map<std::int64_t, std::string> m_copyLabels;
};

} // namespace lamella::core
