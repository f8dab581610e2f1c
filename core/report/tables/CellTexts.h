// SPDX-License-Identifier: GPL-3.0-or-later
// Cell texts that several tables share.
#pragma once

#include "core/model/TraceDocument.h"
#include "core/report/tables/Columns.h"

#include <array>
#include <cstdint>
#include <string>

namespace lamella::core {

// "16,1,1"
[[nodiscard]] std::string tripleText(const std::array<std::uint32_t, 3> &v);
// As recorded.
[[nodiscard]] OrMissing<std::int64_t> streamNumber(const Stream &stream);
[[nodiscard]] OrMissing<std::int64_t> streamNumber(const TraceDocument &document, KernelId kernel);

} // namespace lamella::core
