// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of a table whose cells are made on demand, so that a table of millions of rows takes no memory of its own. Immutable and
// thread-safe.
#pragma once

#include "core/model/Selection.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace lamella::core {

struct RowCell {
    std::int64_t number = 0; // of a column of numbers; columns of reals are not possible
    std::string_view text; // of a column of texts; lives as long as the source
    std::uint16_t missing = 0; // 0: the cell has a value; else 1 + the number of the reason
};

class RowSource {
public:
    virtual ~RowSource() = default;
    [[nodiscard]] virtual std::size_t rowCount() const = 0;
    [[nodiscard]] virtual RowCell cell(std::size_t row, std::size_t column) const = 0;
    [[nodiscard]] virtual Selection target(std::size_t row) const = 0;

protected:
    RowSource() = default;
    RowSource(const RowSource &) = default;
    RowSource &operator=(const RowSource &) = default;
};

} // namespace lamella::core
