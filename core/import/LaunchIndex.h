// SPDX-License-Identifier: GPL-3.0-or-later
// Runtime and driver calls by correlation id. One id can stand for several calls (several processes in one file, a
// counter that started again): the last one that began before the kernel is taken, else the first after it.
#pragma once

#include "core/base/Ids.h"
#include "core/import/ImportedBlocks.h"

#include <cstdint>
#include <vector>

namespace lamella::core {

class LaunchIndex {
public:
    explicit LaunchIndex(const ImportedBlocks &imported);
    [[nodiscard]] EventId find(std::int64_t correlation, std::int64_t kernelStart) const;

private:
    struct Launch {
        std::int64_t correlation = 0;
        std::int64_t start = 0;
        std::uint32_t event = 0;
    };
    std::vector<Launch> m_launches; // by (correlation, start, event)
    std::vector<std::uint32_t> m_first; // where ids are dense: correlation - m_smallest -> row of m_launches
    std::int64_t m_smallest = 0;
};

} // namespace lamella::core
