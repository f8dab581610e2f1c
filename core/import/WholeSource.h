// SPDX-License-Identifier: GPL-3.0-or-later
// For formats that can only be read when all of their bytes are there: a message that names itself at its end, a table whose
// header says what it is. Everything else is read as a stream.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/import/ByteSource.h"
#include "core/import/MemoryBudget.h"

#include <cstddef>
#include <string>

namespace lamella::core {

// The limits of a source that is to be held whole: less text to a byte of gzip than where it flows by, unless the user says
// otherwise. Recorded files of these formats have 2 to 20.
[[nodiscard]] ImportLimits wholeSourceLimits(const ImportLimits &limits);
inline constexpr std::uint32_t kMaxRatioOfWholeSource = 100;

// All bytes of the source, which memory holds from then on. tooLarge: what is said of more than `most` bytes. Errors: those of
// ByteSource::read(), Limit (tooLarge, or the memory), Cancelled.
[[nodiscard]] Result<std::string> readWhole(
    ByteSource &source, std::size_t most, const Error &tooLarge, MemoryBudget &memory, const JobControl &control);

} // namespace lamella::core
