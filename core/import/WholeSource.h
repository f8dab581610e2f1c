// SPDX-License-Identifier: GPL-3.0-or-later
// For formats that need all bytes at once: a message that names itself at its end, a table described by its header. All other
// formats are read as a stream.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/import/ByteSource.h"
#include "core/import/MemoryBudget.h"

#include <cstddef>
#include <string>

namespace lamella::core {

// Limits for a source that is held in memory as a whole: a lower compression ratio than for streams, unless the user set one.
// Recorded files of these formats have ratios of 2 to 20.
[[nodiscard]] ImportLimits wholeSourceLimits(const ImportLimits &limits);
inline constexpr std::uint32_t kMaxRatioOfWholeSource = 100;

// All bytes of the source; `memory` counts their size from then on. tooLarge: the error for more than `max` bytes. Errors: those
// of ByteSource::read(), Limit (tooLarge, or the memory), Cancelled.
[[nodiscard]] Result<std::string> readWhole(
    ByteSource &source, std::size_t max, const Error &tooLarge, MemoryBudget &memory, const JobControl &control);

} // namespace lamella::core
