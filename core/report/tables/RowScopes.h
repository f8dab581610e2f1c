// SPDX-License-Identifier: GPL-3.0-or-later
// The passes, layers or devices that are the rows of tables with --by pass|layer.
#pragma once

#include "core/report/tables/TableBuilders.h"

#include <optional>
#include <vector>

namespace lamella::core {

struct RowScope {
    DeviceId device;
    const Pass *pass = nullptr; // null: the whole trace
    std::optional<int> layer; // set with --by layer
    std::vector<KernelId> kernels; // in start order, not empty

    [[nodiscard]] Selection target() const;
};

// Ordered by device; within a pass head, layers, tail, work outside of layers.
[[nodiscard]] std::vector<RowScope> rowScopes(const TableInput &input, bool byLayer);
// Whether --by is layer; empty means pass. Errors: BadRequest, with the table's name, for other values.
[[nodiscard]] Result<bool> byLayer(const TableInput &input);

[[nodiscard]] OrMissing<std::int64_t> passNumber(const RowScope &scope);
[[nodiscard]] OrMissing<std::int64_t> layerNumber(const RowScope &scope);

} // namespace lamella::core
