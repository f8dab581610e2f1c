// SPDX-License-Identifier: GPL-3.0-or-later
// Standard output and standard error: whole writes, one line per message, no exceptions.
#pragma once

#include "core/base/Result.h"
#include "core/report/TableWriters.h"

#include <string_view>

namespace lamella::cli {

// As help/command-line.md says: 0 done, 1 the input cannot be used, 2 wrong use, 3 regression gate failed, 130 interrupted.
enum ExitCode : int { kDone = 0, kBadInput = 1, kWrongUse = 2, kGateFailed = 3, kInterrupted = 130 };
[[nodiscard]] ExitCode exitCodeFor(const core::Error &error);

// Errors: Io, for a closed pipe or a full disk.
core::Result<void> writeStandardOutput(std::string_view bytes);
core::Result<void> writeStandardOutput(const core::ReportTable &table, core::TableFormat format);
// To the file, or to standard output where it has no name.
core::Result<void> writeOutput(const std::string &path, const core::ReportTable &table, core::TableFormat format);

void warn(std::string_view sentence); // "lamella-cli: warning: ..." on standard error
[[nodiscard]] int fail(const core::Error &error); // "lamella-cli: ..." on standard error (nothing when cancelled); its exit code

} // namespace lamella::cli
