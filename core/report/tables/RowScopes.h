// SPDX-License-Identifier: GPL-3.0-or-later
// The passes, layers or devices that tables with --by pass|layer have rows of.
#pragma once

#include "core/report/tables/TableBuilders.h"

#include <optional>
#include <vector>

namespace lamella::core {

struct RowScope {
    DeviceId device;
    const Pass *pass = nullptr; // null: the whole trace
    std::optional<int> layer; // with --by layer
    std::vector<KernelId> kernels; // in start order, never empty

    [[nodiscard]] Selection target() const;
};

// By device; in each pass head, layers, tail, work in no layer.
[[nodiscard]] std::vector<RowScope> rowScopes(const TableInput &input, bool byLayer);
// Whether --by is layer; pass is also what empty means. Errors: BadRequest, with the name of the table, for any other.
[[nodiscard]] Result<bool> byLayer(const TableInput &input);

[[nodiscard]] OrMissing<std::int64_t> passNumber(const RowScope &scope);
[[nodiscard]] OrMissing<std::int64_t> layerNumber(const RowScope &scope);

} // namespace lamella::core
