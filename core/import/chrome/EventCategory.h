// SPDX-License-Identifier: GPL-3.0-or-later
// What an event is, by the words of its "cat" field (comma separated, any case).
#pragma once

#include "core/model/KernelTable.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace lamella::core {

struct EventCategory {
    std::optional<KernelKind> gpuWork; // kernel, memcpy, memset, graph
    bool launch = false; // call of a GPU runtime or driver: launches GPU work through its correlation id
    bool annotation = false; // span on a GPU track that is not work, or a span of the profiler itself
    bool threadState = false;
};

[[nodiscard]] EventCategory classifyCategory(std::string_view category);

} // namespace lamella::core
