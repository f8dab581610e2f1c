// SPDX-License-Identifier: GPL-3.0-or-later
// GPU time by name and by time while a file is being read. Only used if previews were requested.
#pragma once

#include "core/import/TimeSlices.h"
#include "core/import/TraceImporter.h"
#include "core/import/chrome/ParsedBlock.h"

#include <chrono>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace lamella::core {

class PreviewTally {
public:
    void add(const ParsedBlock &block);
    // Calls `preview` unless the last call was less than 200 ms ago.
    void offer(const std::function<void(const ImportPreview &)> &preview, std::uint64_t diagnostics);

private:
    struct Sum {
        std::uint64_t count = 0;
        std::int64_t ns = 0;
    };
    std::vector<std::unordered_map<std::uint32_t, std::uint32_t>> m_ids; // per worker: name id -> row of m_names
    std::unordered_map<std::string, std::uint32_t> m_rows;
    std::vector<std::string> m_names;
    std::vector<Sum> m_sums;
    TimeSlices m_slices;
    std::uint64_t m_events = 0;
    std::uint64_t m_kernels = 0;
    std::chrono::steady_clock::time_point m_last{};
};

} // namespace lamella::core
