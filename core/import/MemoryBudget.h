// SPDX-License-Identifier: GPL-3.0-or-later
// Limits the memory of one import: the document so far, what will be built from it, and buffered parts of the file. hold(),
// release(), held() and exceeded() are thread-safe; all budgets of the process count together.
#pragma once

#include "core/base/MachineMemory.h"
#include "core/base/Result.h"
#include "core/import/TraceImporter.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>

namespace lamella::core {

class MemoryBudget {
public:
    using Machine = std::function<MachineMemory()>;
    // The limit is limits.maxMemoryBytes, else LAMELLA_MAX_MEMORY_MEGABYTES from the environment, else what `machine` reports as
    // available.
    explicit MemoryBudget(
        const ImportLimits &limits, Machine machine = [] { return machineMemory(); });
    ~MemoryBudget();
    MemoryBudget(const MemoryBudget &) = delete;
    MemoryBudget &operator=(const MemoryBudget &) = delete;

    // Also limits the memory to 1 GB plus 64 times the file's size on disk (`bytes`), even if the machine has more available,
    // unless the user set a limit. Recorded traces take about 3 times their gzip size.
    void boundByFile(std::uint64_t bytes);

    // Adds or subtracts bytes. Cheap; the machine is queried once per 64 MiB.
    void hold(std::uint64_t bytes);
    void release(std::uint64_t bytes);
    [[nodiscard]] std::uint64_t held() const { return m_held.load(std::memory_order_relaxed); }
    // Stays true once set; the import must then end with limitError().
    [[nodiscard]] bool exceeded() const { return m_exceeded.load(std::memory_order_relaxed); }
    [[nodiscard]] Error limitError(const std::string &path) const;

private:
    void look(std::uint64_t all);

    Machine m_machine;
    std::optional<std::uint64_t> m_max; // none: what the machine has available; 0 = no limit
    std::uint64_t m_maxOfFile = 0; // 0 = unknown
    std::atomic<std::uint64_t> m_held{0};
    std::atomic<std::uint64_t> m_nextLook; // value of m_held at which to query the machine next
    std::mutex m_looking; // at the machine
    std::atomic<std::uint64_t> m_left{0}; // bytes available when the limit was exceeded
    std::atomic<bool> m_exceeded{false};
    std::atomic<bool> m_beyondFile{false}; // more than a file of this size may take
};

} // namespace lamella::core
