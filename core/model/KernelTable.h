// SPDX-License-Identifier: GPL-3.0-or-later
// All GPU work of a trace (kernels, memcpys, memsets, graph launches recorded as one span) as contiguous columns, sorted by
// (start, file order). KernelId is the `index` of the table `kernels --each`. Immutable once built.
// Memory per kernel: 29 bytes plus three columns as narrow as the trace allows, 35 to 37 bytes in most traces.
#pragma once

#include "core/base/Ids.h"
#include "core/model/ColumnVector.h"
#include "core/model/NarrowColumn.h"

#include <array>
#include <cstdint>
#include <vector>

namespace lamella::core {

enum class KernelKind : std::uint8_t { Kernel, Memcpy, Memset, Graph };

struct LaunchShape { // 0 = not recorded
    std::array<std::uint32_t, 3> grid{};
    std::array<std::uint32_t, 3> block{};
    auto operator<=>(const LaunchShape &) const = default;
    [[nodiscard]] bool recorded() const { return grid[0] != 0; }
};

struct KernelTable {
    ColumnVector<std::int64_t> start; // ns, clock of the file
    ColumnVector<std::int64_t> duration; // ns, >= 0
    ColumnVector<StringId> name; // as recorded (mangled names stay mangled; see KernelNames)
    ColumnVector<EventId> event;
    NarrowColumn<StreamId> stream;
    ColumnVector<KernelKind> kind;
    NarrowColumn<ShapeId> shape; // invalid = not recorded
    NarrowColumn<std::int64_t> correlation; // 0 = none
    ColumnVector<EventId> launch; // runtime or driver call with the same correlation; invalid = not found
    std::vector<LaunchShape> shapes;

    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(start.size()); }
    [[nodiscard]] std::int64_t end(std::size_t row) const { return start[row] + duration[row]; }
    [[nodiscard]] std::size_t memoryBytes() const;
};

} // namespace lamella::core
