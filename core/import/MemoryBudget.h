// SPDX-License-Identifier: GPL-3.0-or-later
// What a trace takes of the memory while it is read: its document so far, what will be made of it before it is done, and what is
// held of the file. One for each reading, used by one thread at a time; the readings of a process know of one another.
#pragma once

#include "core/base/MachineMemory.h"
#include "core/base/Result.h"
#include "core/import/TraceImporter.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace lamella::core {

class MemoryBudget {
public:
    using Machine = std::function<MachineMemory()>;
    // As much as limits.maxMemoryBytes says, else LAMELLA_MAX_MEMORY_MEGABYTES of the environment, else what `machine` can spare.
    explicit MemoryBudget(
        const ImportLimits &limits, Machine machine = [] { return machineMemory(); });
    ~MemoryBudget();
    MemoryBudget(const MemoryBudget &) = delete;
    MemoryBudget &operator=(const MemoryBudget &) = delete;

    // The file has that many bytes on disk. Unless the user said how much it may take: no more than 1 GB plus 64 times that,
    // however much the machine could spare. Recorded traces take about 3 times what they have as gzip.
    void boundByFile(std::uint64_t bytes);

    // Bytes more, or that many less than before. Cheap; the machine is asked once for every 64 MiB.
    void hold(std::uint64_t bytes);
    void letGo(std::uint64_t bytes);
    [[nodiscard]] std::uint64_t held() const { return m_held; }
    // Once it is, it stays so, and reading is to end with limitError().
    [[nodiscard]] bool exceeded() const { return m_exceeded; }
    [[nodiscard]] Error limitError(const std::string &path) const;

private:
    Machine m_machine;
    std::optional<std::uint64_t> m_most; // none: what the machine can spare; 0 = no limit
    std::uint64_t m_mostOfFile = 0; // 0 = not known
    std::uint64_t m_held = 0;
    std::uint64_t m_nextLook; // at the machine
    std::uint64_t m_left = 0; // to the machine, when it was too much
    bool m_exceeded = false;
};

} // namespace lamella::core
