// SPDX-License-Identifier: GPL-3.0-or-later
// Classifies an event by the words of its "cat" field (comma-separated, case-insensitive).
#pragma once

#include "core/model/KernelTable.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace lamella::core {

struct EventCategory {
    std::optional<KernelKind> gpuWork; // kernel, memcpy, memset, graph
    bool launch = false; // call of a GPU runtime or driver, which launches GPU work by correlation id
    bool annotation = false; // span on a GPU track that is not work, or span of the profiler itself
    bool threadState = false;
};

[[nodiscard]] EventCategory classifyCategory(std::string_view category);

} // namespace lamella::core
