// SPDX-License-Identifier: GPL-3.0-or-later
// Metadata of the file outside its events.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lamella::core {

struct TraceMetadata {
    std::string format; // "Chrome JSON (object)", "Chrome JSON (array)", ...
    std::string producer; // "PyTorch Kineto, CUDA 12.4", "SGLang, ROCm 7.0", ...; empty = unknown
    std::optional<std::int64_t> baseTimeNs; // baseTimeNanoseconds: absolute ns = base + ts
    std::optional<int> rank;
    std::optional<int> worldSize;
    // Every other top-level key with a scalar value or small object, as raw JSON text, in file order.
    std::vector<std::pair<std::string, std::string>> other;
};

} // namespace lamella::core
