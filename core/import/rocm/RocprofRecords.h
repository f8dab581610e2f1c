// SPDX-License-Identifier: GPL-3.0-or-later
// Records of rocprofv3, from a file of any format, as events, work and launches of a document.
#pragma once

#include "core/import/DocumentBuilder.h"
#include "core/import/rocm/RocmStrings.h"

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace lamella::core {

struct RocprofWork {
    std::int64_t start = 0; // ns
    std::int64_t end = 0;
    std::int64_t agent = 0; // as recorded
    std::int64_t stream = 0;
    std::string_view name;
    KernelKind kind = KernelKind::Kernel;
    LaunchShape shape; // grid in workgroups
    std::int64_t bytes = -1;
    std::int64_t correlation = 0;
};

struct RocprofCall {
    std::int64_t start = 0;
    std::int64_t end = 0;
    std::int64_t process = 0;
    std::int64_t thread = 0;
    std::string_view name;
    std::string_view domain;
    std::int64_t correlation = 0;
};

class RocprofRecords {
public:
    explicit RocprofRecords(DocumentBuilder &builder)
        : m_builder(builder)
        , m_strings(builder)
    {
    }
    // The following records belong to this process, which is a number of the file: each process numbers its agents and
    // correlations separately.
    void beginProcess(std::uint64_t process) { m_process = process; }
    // An agent that is a GPU: its number among the GPUs and its name.
    void addGpu(std::int64_t agent, std::int64_t number, std::string_view name);
    // True if the agents are known and this one is no GPU.
    [[nodiscard]] bool isHost(std::int64_t agent) const
    {
        const auto first = m_gpus.lower_bound({m_process, std::numeric_limits<std::int64_t>::min()});
        return first != m_gpus.end() && first->first.first == m_process && !m_gpus.contains({m_process, agent});
    }
    // The event's place in the file may be set afterwards.
    void add(const RocprofWork &work);
    void add(const RocprofCall &call);

private:
    [[nodiscard]] std::int64_t duration(std::int64_t start, std::int64_t end);

    DocumentBuilder &m_builder;
    RocmStrings m_strings;
    std::uint64_t m_process = 0;
    std::map<std::pair<std::uint64_t, std::int64_t>, std::int64_t> m_gpus; // process and agent -> number
};

} // namespace lamella::core
