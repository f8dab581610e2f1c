// SPDX-License-Identifier: GPL-3.0-or-later
// Writers of tables of call stacks: with a column `stack`, frames separated by semicolons, and a column `self_ns`.
#pragma once

#include "core/report/TableWriters.h"

namespace lamella::core {

[[nodiscard]] bool isStackTable(const ReportTable &table);
// "outer;inner 1234" in each line. False if the table has no stacks, or once the sink has refused a piece.
bool writeCollapsedStacks(const ReportTable &table, const TableSink &sink);
// One sampled profile with a weight in nanoseconds for each row. Likewise.
bool writeSpeedscope(const ReportTable &table, const TableSink &sink);

} // namespace lamella::core
