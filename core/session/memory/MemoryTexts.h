// SPDX-License-Identifier: GPL-3.0-or-later
// Texts of rows and blocks of a memory log that live as long as this does, for cells that are made on demand. Immutable and
// thread-safe.
#pragma once

#include "core/analysis/memory/MemoryData.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

class MemoryTexts {
public:
    explicit MemoryTexts(std::shared_ptr<const MemoryData> data);
    [[nodiscard]] const MemoryData &data() const { return *m_data; }
    [[nodiscard]] std::string_view device(std::int16_t device) const;
    // Source line of a row, and of the allocation of a block; empty if not recorded.
    [[nodiscard]] std::string_view line(std::uint32_t row) const;
    [[nodiscard]] std::string_view line(const MemoryBlock &block) const;

private:
    [[nodiscard]] std::string_view frame(std::uint32_t stack) const;

    std::shared_ptr<const MemoryData> m_data;
    std::vector<std::string> m_frames; // texts of the frames that represent stacks
    std::map<std::int16_t, std::string> m_devices;
};

} // namespace lamella::core
